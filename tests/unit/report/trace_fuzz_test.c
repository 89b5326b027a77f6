/* Files of traces with anything in them, and damaged: each is played back, asked about and
 * drawn, or refused with a reason.
 *
 *   FUZZ_SECONDS=300 FUZZ_SEED=1 build-asan/tests/unit/report/trace_fuzz.t
 *
 * goes on for so long; without it, a second. A failure prints its seed. */
#include "fuzz/damage.h"
#include "fuzz/lab.h"
#include "fuzz/random_trace.h"
#include "fuzz/rounds.h"
#include "report/playback/playback.h"
#include "report/drawing.h"
#include "tap.h"

/* Sizes at which a drawing that grows with what a damaged file claims would show. */
enum { QUESTIONS = 30, MOST_SVG = 64 << 20 };

static void make_trace(struct chance *chance, struct wb_str *bytes) {
  unsigned char room[RANDOM_TRACE_MAX];
  const uint64_t length = random_trace(chance, room);
  wb_str_add_bytes(bytes, room, (size_t)length);
  if (!chance_one_in(chance, 3)) damage(chance, bytes);
}

static void ask(struct chance *chance, const struct wb_playback *playback, struct wb_str *out) {
  const size_t groups = wb_playback_groups(playback), steps = wb_playback_steps(playback);
  const size_t arrays = wb_playback_arrays(playback);
  const size_t group = chance_below(chance, (unsigned)groups);
  const struct wb_playback_group *at = wb_playback_group(playback, group);
  if (at->first > steps || at->count > steps - at->first) CHECK(false);
  if (steps > 0) {
    const size_t step = chance_below(chance, (unsigned)steps);
    wb_playback_describe(playback, step, out);
    wb_playback_trouble(playback, step, out);
    CHECK(wb_playback_step(playback, step).group < groups);
    wb_playback_number(playback, step);
  }
  const size_t from =
      at->count > 0 ? at->first + chance_below(chance, (unsigned)at->count) : WB_PLAYBACK_START;
  const size_t next = wb_playback_next(
      playback, group, from, (enum wb_stride)chance_below(chance, 4), chance_one_in(chance, 2));
  CHECK(next == WB_PLAYBACK_NONE || next == WB_PLAYBACK_START || next < steps);
  if (arrays > 0) {
    const size_t array = chance_below(chance, (unsigned)arrays);
    const uint64_t elements = wb_playback_array(playback, array)->elements;
    const uint64_t element = elements > 0 ? chance_next(chance) % elements : 0;
    struct wb_step_list touches;
    wb_playback_cell(playback, group, from, array, element);
    wb_playback_cell_text(playback, group, from, array, element, out);
    wb_playback_touches(playback, group, array, element, &touches);
    for (size_t i = 0; i < touches.count; i++) CHECK(touches.steps[i] < steps);
    wb_step_list_release(&touches);
  }
}

static void draw(struct chance *chance, const struct wb_playback *playback) {
  struct wb_picture picture = {0};
  struct wb_picture_wish wish = {
      .group = chance_below(chance, (unsigned)wb_playback_groups(playback)),
      .step = WB_PLAYBACK_NONE};
  const struct wb_playback_group *group = wb_playback_group(playback, wish.group);
  if (group->count > 0 && chance_one_in(chance, 2))
    wish.step = group->first + chance_below(chance, (unsigned)group->count);
  wb_picture_make(&picture, playback, &wish);
  const struct wb_drawing drawing = {.picture = &picture, .source = "line\nof\nsource\n"};
  struct wb_str svg;
  struct wb_document document = {0};
  wb_str_init(&svg);
  wb_drawing_svg(&drawing, &svg);
  CHECK(svg.length < MOST_SVG && strstr(svg.data, "</svg>") != NULL);
  wb_str_clear(&svg);
  if (picture.n_panels > 0)
    wb_drawing_panel_svg(&drawing, chance_below(chance, (unsigned)picture.n_panels), "words", &svg);
  CHECK(svg.length < MOST_SVG && (picture.n_panels == 0 || strstr(svg.data, "</svg>") != NULL));
  wb_drawing_text(&drawing, 1 + chance_below(chance, 200), &document);
  wb_document_release(&document);
  wb_str_release(&svg);
  wb_picture_release(&picture);
}

static bool play(uint64_t seed) {
  struct chance chance;
  struct wb_str bytes, said;
  struct wb_playback *playback = NULL;
  struct wb_error err = {0};
  chance_begin(&chance, seed);
  wb_str_init(&bytes);
  wb_str_init(&said);
  make_trace(&chance, &bytes);
  const bool opened = wb_playback_open(&playback, bytes.data, bytes.length, &err) == WB_OK;
  if (opened) {
    wb_playback_missing(playback);
    if (wb_playback_groups(playback) > 0) {
      for (int i = 0; i < QUESTIONS; i++) ask(&chance, playback, &said);
      draw(&chance, playback);
    }
  } else {
    CHECK(err.message[0] != '\0');
  }
  if (tap_state.current_failed) printf("# FUZZ_SEED=%llu\n", (unsigned long long)seed);
  wb_playback_free(playback);
  wb_str_release(&said);
  wb_str_release(&bytes);
  return opened;
}

static void traces_are_played_or_refused(void) {
  struct fuzz_rounds fuzz = fuzz_begin(1500);
  uint64_t opened = 0;
  while (!tap_state.current_failed && fuzz_next(&fuzz)) opened += play(fuzz.seed);
  printf("# %llu traces, %llu of them played\n", (unsigned long long)fuzz.done,
         (unsigned long long)opened);
  CHECK(opened > 0);
}

int main(void) {
  tap_run("a file of a trace is played back and drawn, or refused", traces_are_played_or_refused);
  return tap_finish();
}
