/* Blocks of the language `drawing` with anything in them: whatever they say is drawn, told and
 * pictured, or refused with a mistake of one of its lines.
 *
 *   FUZZ_SECONDS=300 FUZZ_SEED=1 build-asan/tests/unit/text/diagram_fuzz.t
 *
 * goes on for so long; without it, a second. A failure prints its seed. */
#include <stdlib.h>
#include <strings.h>

#include "base/str.h"
#include "fuzz/damage.h"
#include "fuzz/rounds.h"
#include "tap.h"
#include "text/diagram.h"
#include "text/html.h"
#include "unit/text/well_formed.h"

static const char *const lines[] = {"title: ",   "ids work-item: ",
                                    "row a: ",   "row b: ",
                                    "grid m: ",  "grid m rows a b columns x y: ",
                                    "arrows: ",  "spans: ",
                                    "barrier: ", "barrier",
                                    "time s: ",  "columns: ",
                                    "step: ",    "note: ",
                                    "alt: ",     "rwo: ",
                                    ""};
static const char *const pieces[] = {"0",
                                     "1",
                                     "2",
                                     "13",
                                     ".",
                                     "…",
                                     "_",
                                     "|",
                                     "/",
                                     "//",
                                     "\"a b\"",
                                     "\"",
                                     "0>0",
                                     "1>0",
                                     "0>1!",
                                     "2>1",
                                     "3>0,1",
                                     "0>9",
                                     "0-1 a",
                                     "0-1 a, 1-2 b",
                                     "1 long label",
                                     ",",
                                     "##..",
                                     "#",
                                     "a | b",
                                     "<b>&",
                                     "\x1b[1m",
                                     "\xFF",
                                     "☃",
                                     "漢字",
                                     "e\xCC\x81",
                                     "\t",
                                     "99999999999999999999",
                                     "0>99999999999999999999",
                                     "x:y"};

static void make_block(struct chance *chance, struct wb_str *block) {
  for (unsigned count = 1 + chance_below(chance, 10); count > 0; count--) {
    wb_str_add(block, lines[chance_below(chance, sizeof lines / sizeof lines[0])]);
    for (unsigned n = chance_below(chance, 12); n > 0; n--) {
      wb_str_add(block, pieces[chance_below(chance, sizeof pieces / sizeof pieces[0])]);
      if (!chance_one_in(chance, 8)) wb_str_add_char(block, ' ');
    }
    wb_str_add_char(block, '\n');
  }
  if (chance_one_in(chance, 8)) damage(chance, block);
}

/* Lines of few words that are right, so that what is drawn gets its share. */
static void make_sound_block(struct chance *chance, struct wb_str *block) {
  const unsigned cells = 1 + chance_below(chance, 10);
  for (unsigned rows = 1 + chance_below(chance, 4); rows > 0; rows--) {
    wb_str_add(block, chance_one_in(chance, 3) ? "ids x:" : "row a:");
    for (unsigned i = 0; i < cells; i++) {
      if (i > 0 && chance_one_in(chance, 6)) wb_str_add(block, " |");
      wb_str_addf(block, " %u", chance_below(chance, 200));
    }
    wb_str_add_char(block, '\n');
    if (rows == 1) continue;
    wb_str_add(block, "arrows:");
    for (unsigned i = 1 + chance_below(chance, 12); i > 0; i--)
      wb_str_addf(block, " %u>%u%s", chance_below(chance, cells), chance_below(chance, cells),
                  chance_one_in(chance, 5) ? "!" : "");
    wb_str_add_char(block, '\n');
  }
  wb_str_addf(block, "spans: 0-%u a, %u bcd\n", chance_below(chance, cells),
              chance_below(chance, cells));
}

static unsigned count_lines(const char *block) {
  unsigned count = 1;
  for (; *block != '\0'; block++) count += *block == '\n' ? 1 : 0;
  return count;
}

static bool draw(const struct wb_diagram *diagram) {
  static const size_t rooms[] = {0, 20, 40, 60, 200};
  struct wb_str html;
  const char *where;
  wb_str_init(&html);
  for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
    struct wb_document document = {0};
    wb_diagram_draw(diagram, rooms[i], &document);
    wb_document_release(&document);
  }
  free(wb_diagram_words(diagram));
  wb_html_diagram(&html, diagram);
  const char *fault = html_fault(html.data, &where);
  if (fault != NULL) printf("# %s at %.60s\n", fault, where);
  wb_str_release(&html);
  return fault == NULL;
}

static void try_block(uint64_t seed, uint64_t *drawn) {
  struct chance chance;
  struct wb_str block;
  struct wb_diagram diagram = {0};
  struct wb_diagram_mistakes mistakes = {0};
  chance_begin(&chance, seed);
  wb_str_init(&block);
  if (chance_one_in(&chance, 3))
    make_sound_block(&chance, &block);
  else
    make_block(&chance, &block);
  wb_str_add_char(&block, '\0');
  const bool reads = wb_diagram_read(&diagram, block.data, &mistakes);
  bool right = reads == (mistakes.count == 0);
  for (size_t i = 0; i < mistakes.count; i++)
    right =
        right && mistakes.items[i].line > 0 && mistakes.items[i].line <= count_lines(block.data);
  if (reads) right = draw(&diagram) && right;
  if (reads) ++*drawn;
  if (!CHECK(right)) printf("# FUZZ_SEED=%llu\n", (unsigned long long)seed);
  wb_diagram_mistakes_release(&mistakes);
  wb_diagram_release(&diagram);
  wb_str_release(&block);
}

static void whatever_a_block_says_is_drawn_or_refused(void) {
  struct fuzz_rounds fuzz = fuzz_begin(1500);
  uint64_t drawn = 0;
  while (!tap_state.current_failed && fuzz_next(&fuzz)) try_block(fuzz.seed, &drawn);
  CHECK(drawn > 0);
  printf("# %llu blocks, %llu drawn\n", (unsigned long long)fuzz.done, (unsigned long long)drawn);
}

int main(void) {
  tap_run("whatever a block says, it is drawn or refused",
          whatever_a_block_says_is_drawn_or_refused);
  return tap_finish();
}
