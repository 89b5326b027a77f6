/* Pages of Markdown with anything in them, as parts of web pages: what comes out is well-formed,
 * and holds no markup, script or address of the page's.
 *
 *   FUZZ_SECONDS=300 FUZZ_SEED=1 build-asan/tests/unit/text/html_fuzz.t
 *
 * goes on for so long; without it, a second. A failure prints its seed. */
#include <stdlib.h>
#include <strings.h>

#include "base/str.h"
#include "fuzz/damage.h"
#include "fuzz/rounds.h"
#include "tap.h"
#include "text/html.h"
#include "unit/text/well_formed.h"

/* U+202E, which turns what follows it round; byte by byte, so that it does not do so here. */
static const char right_to_left[] = {'\xE2', '\x80', '\xAE', '\0'};

static const char *const pieces[] = {"# ",
                                     "## ",
                                     "> ",
                                     "- ",
                                     "1. ",
                                     "7) ",
                                     "```\n",
                                     "```c\n",
                                     "~~~\n",
                                     "    ",
                                     "\n",
                                     "\n\n",
                                     "---\n",
                                     "`",
                                     "``",
                                     "*",
                                     "**",
                                     "_",
                                     "[",
                                     "](",
                                     ")",
                                     "![",
                                     "<",
                                     ">",
                                     "](../02-zip/lesson.md#a)",
                                     "](javascript:x)",
                                     "](data:,x)",
                                     "](&#9;javascript:x)",
                                     "](//x)",
                                     "](<https://x/\"y>)",
                                     "<script>",
                                     "</script>",
                                     "<img src=x onerror=y>",
                                     "<!-- ",
                                     " -->",
                                     "<!-- drawing: \"><b> -->\n```\n",
                                     "<https://x.org>",
                                     "<javascript:x>",
                                     "&lt;",
                                     "&#0;",
                                     "&",
                                     "\"",
                                     "'",
                                     "\\",
                                     "│",
                                     "─▶",
                                     "┌┐",
                                     "▼",
                                     "╲",
                                     "☃",
                                     "\t",
                                     "\r\n",
                                     "__kernel void k() {",
                                     "// ",
                                     "/*",
                                     "#define ",
                                     "| a |",
                                     "\x1b[31m",
                                     "\xFF",
                                     right_to_left,
                                     "word",
                                     " ",
                                     " "};

static void make_page(struct chance *chance, struct wb_str *page) {
  for (unsigned count = 1 + chance_below(chance, 60); count > 0; count--)
    wb_str_add(page, pieces[chance_below(chance, sizeof pieces / sizeof pieces[0])]);
  if (chance_one_in(chance, 4)) damage(chance, page);
}

static bool find_address(const struct wb_page_link *link, struct wb_str *out, void *data) {
  (void)data;
  wb_str_addf(out, "page.html#%s", link->anchor != NULL ? link->anchor : "");
  return link->path[0] != 'k';
}

static void try_page(uint64_t seed) {
  struct chance chance;
  struct wb_str page, html;
  const char *where;
  chance_begin(&chance, seed);
  wb_str_init(&page);
  wb_str_init(&html);
  make_page(&chance, &page);
  const struct wb_html_page wish = {.from = "puzzles/01-map/lesson.md",
                                    .prefix = "l-",
                                    .level = 1 + chance_below(&chance, 4),
                                    .without_title = chance_one_in(&chance, 2),
                                    .address = find_address};
  wb_html_markdown(&html, page.data, page.length, &wish);
  const char *fault = html_fault(html.data, &where);
  if (!CHECK(fault == NULL && strlen(html.data) == html.length))
    printf("# FUZZ_SEED=%llu: %s at %.60s\n", (unsigned long long)seed, fault, where);
  wb_str_release(&html);
  wb_str_release(&page);
}

static void pages_stay_in_their_place(void) {
  struct fuzz_rounds fuzz = fuzz_begin(5000);
  while (!tap_state.current_failed && fuzz_next(&fuzz)) try_page(fuzz.seed);
  printf("# %llu pages\n", (unsigned long long)fuzz.done);
}

static void checker_finds_what_it_looks_for(void) {
  static const char *const faults[] = {"<p>",
                                       "</p>",
                                       "<p></em>",
                                       "<script>",
                                       "<p onclick=\"x\"></p>",
                                       "a & b",
                                       "<a href=\"javascript:x\"></a>",
                                       "<a href=\" Data:x\"></a>",
                                       "<a href=\"//x\"></a>",
                                       "<p id=x></p>",
                                       "\x1b",
                                       "<a href=\"x\" <p>\"></a>"};
  const char *where;
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
    if (!CHECK(html_fault(faults[i], &where) != NULL)) printf("# not found: %s\n", faults[i]);
  CHECK_STRING(html_fault("<p>a &amp; <a href=\"b.html#c\">c</a><br/>\n</p>", &where), NULL);
}

int main(void) {
  tap_run("the checker finds what it looks for", checker_finds_what_it_looks_for);
  tap_run("whatever a page says, it stays text", pages_stay_in_their_place);
  return tap_finish();
}
