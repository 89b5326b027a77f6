/* Traces as the steps of a book. */
#include "unit/playback/made.h"
#include "authoring/book/steps.h"
#include "base/str.h"
#include "tap.h"

static const struct wb_puzzle_summary puzzle = {.slug = "01-map"};

static size_t count_of(const char *text, const char *part) {
  size_t count = 0;
  for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) count++;
  return count;
}

/* The caller frees. */
static char *steps_of(struct made *made, const char *prefix) {
  struct wb_case_result judged = {.name = "a <case>"};
  struct wb_str out;
  wb_trace_finish(&made->writer);
  const struct wb_result result = {
      .trace = made->bytes, .trace_length = (size_t)made->length, .cases = &judged, .n_cases = 1};
  wb_str_init(&out);
  wb_book_steps(&out, &puzzle, &result, prefix);
  return wb_str_detach(&out);
}

static void begin(struct made *made, uint64_t items) {
  const struct wb_trace_launch launch = {.kernel = {"k"},
                                         .dimensions = 1,
                                         .global = {items, 1, 1},
                                         .local = {items, 1, 1},
                                         .subgroup = 32};
  made_begin(made, &launch);
  group(made, 0);
}

static void finish_item(struct made *made, uint64_t id, int value) {
  item(made, id);
  touch(made, READ + A, id % 8, value);
  touch(made, WRITE + OUT, id % 8, value + 1);
  put(made, WB_TRACE_ITEM_END);
}

static bool has(const char *text, const char *part) {
  const bool there = strstr(text, part) != NULL;
  if (!there) printf("# no %s in %.3000s\n", part, text);
  return there;
}

static void each_turn_is_a_step(void) {
  static struct made made;
  begin(&made, 2);
  for (uint64_t i = 0; i < 2; i++) {
    item(&made, i);
    touch(&made, WRITE + TILE, i, (int)i);
    wait_here(&made);
  }
  put(&made, WB_TRACE_PASS);
  finish_item(&made, 0, 5);
  finish_item(&made, 1, 6);
  put(&made, WB_TRACE_GROUP_END);
  char *html = steps_of(&made, "p3-");
  CHECK_INT(count_of(html, "<div class=\"step\">"), 4);
  CHECK_INT(count_of(html, "checked=\"checked\""), 1);
  CHECK(has(html, "The case “a &lt;case&gt;”."));
  CHECK(has(html, "id=\"p3-step-1\" checked=\"checked\"/>"));
  CHECK(has(html, "<b>Step 2 of 4: work-item 1</b>"));
  CHECK(has(html,
            "<li>line 41: waits at the barrier</li>\n<li>the whole group passes the barrier</li>"));
  CHECK(has(html, "<li>line 11: reads a[0]: 5</li>\n<li>line 20: writes out[0] = 6</li>"));
  CHECK(has(html, ">phase 2</text>"));
  CHECK_INT(count_of(html, "Next →"), 3);
  CHECK_INT(count_of(html, "← Back"), 3);
  free(html);
}

static void long_phases_end_with_a_step_of_several_turns(void) {
  static struct made made;
  begin(&made, 16);
  for (uint64_t i = 0; i < 16; i++) finish_item(&made, i, (int)i);
  put(&made, WB_TRACE_GROUP_END);
  char *html = steps_of(&made, "");
  CHECK_INT(count_of(html, "<div class=\"step\">"), 5);
  CHECK(has(html, "<b>Step 5 of 5: the turns of 12 more work-items</b>"));
  CHECK(has(html, "<p>They read and write 24 times.</p>"));
  free(html);
}

static void many_phases_end_with_a_step_of_all_that_is_left(void) {
  static struct made made;
  begin(&made, 2);
  for (int phase = 0; phase < 30; phase++) {
    for (uint64_t i = 0; i < 2; i++) {
      item(&made, i);
      touch(&made, WRITE + TILE, i, phase);
      wait_here(&made);
    }
    put(&made, WB_TRACE_PASS);
  }
  put(&made, WB_TRACE_GROUP_END);
  char *html = steps_of(&made, "");
  CHECK_INT(count_of(html, "<div class=\"step\">"), 40);
  CHECK(has(html, "<b>Step 40 of 40: 21 more turns</b>"));
  CHECK(has(html, ">phase 30</text>"));
  free(html);
}

static void who_does_nothing_has_no_step(void) {
  static struct made made;
  begin(&made, 3);
  finish_item(&made, 0, 1);
  item(&made, 1);
  put(&made, WB_TRACE_ITEM_END);
  finish_item(&made, 2, 3);
  put(&made, WB_TRACE_GROUP_END);
  char *html = steps_of(&made, "");
  CHECK_INT(count_of(html, "<div class=\"step\">"), 2);
  CHECK(has(html, "<b>Step 2 of 2: work-item 2</b>"));
  free(html);
}

static void without_a_launch_there_is_nothing(void) {
  static struct made made;
  const struct wb_trace_launch launch = {
      .kernel = {"k"}, .dimensions = 1, .global = {1, 1, 1}, .local = {1, 1, 1}, .subgroup = 32};
  made_begin(&made, &launch);
  char *html = steps_of(&made, "");
  CHECK_STRING(html, "");
  free(html);
  unsigned char damaged[] = "WBTR?";
  const struct wb_result broken = {.trace = damaged, .trace_length = sizeof damaged}, none = {0};
  struct wb_str out;
  wb_str_init(&out);
  wb_book_steps(&out, &puzzle, &broken, "");
  wb_book_steps(&out, &puzzle, &none, "");
  CHECK_STRING(out.data, "");
  wb_str_release(&out);
}

int main(void) {
  tap_run("each turn of a work-item is a step", each_turn_is_a_step);
  tap_run("a long phase ends with a step of several turns",
          long_phases_end_with_a_step_of_several_turns);
  tap_run("many phases end with a step of all that is left",
          many_phases_end_with_a_step_of_all_that_is_left);
  tap_run("who does nothing has no step", who_does_nothing_has_no_step);
  tap_run("without a launch there is nothing", without_a_launch_there_is_nothing);
  return tap_finish();
}
