#include "judge_client/catalog.h"
#include "tap.h"

static char first_steps[] = "First steps", together[] = "Working together", mistake[] = "a mistake";

static const struct wb_puzzle_summary *at(const void *data, size_t index) {
  return &((const struct wb_puzzle_summary *)data)[index];
}

static void check_next(const struct wb_puzzle_list *list, struct wb_chapter *chapter,
                       const char *title, size_t first, size_t end) {
  CHECK(wb_chapter_next(list, chapter));
  CHECK_STRING(wb_chapter_title(chapter), title);
  CHECK_INT(chapter->first, first);
  CHECK_INT(chapter->end, end);
}

static void puzzles_that_follow_each_other_make_a_chapter(void) {
  static const struct wb_puzzle_summary puzzles[] = {
      {.chapter = first_steps}, {.chapter = first_steps}, {.chapter = together}, {.chapter = NULL}};
  const struct wb_puzzle_list list = {puzzles, at, 4};
  struct wb_chapter chapter = {0};
  CHECK(wb_chapters_are_used(&list));
  check_next(&list, &chapter, "First steps", 0, 2);
  check_next(&list, &chapter, "Working together", 2, 3);
  check_next(&list, &chapter, "Other puzzles", 3, 4);
  CHECK(!wb_chapter_next(&list, &chapter));
}

static void a_broken_spec_splits_no_chapter(void) {
  static const struct wb_puzzle_summary puzzles[] = {
      {.chapter = first_steps}, {.error = mistake}, {.chapter = first_steps}};
  const struct wb_puzzle_list list = {puzzles, at, 3};
  struct wb_chapter chapter = {0};
  check_next(&list, &chapter, "First steps", 0, 3);
}

static void without_chapters_there_is_one_of_all(void) {
  static const struct wb_puzzle_summary puzzles[] = {{.error = NULL}, {.error = NULL}};
  const struct wb_puzzle_list list = {puzzles, at, 2}, none = {puzzles, at, 0};
  struct wb_chapter chapter = {0};
  CHECK(!wb_chapters_are_used(&list));
  check_next(&list, &chapter, "Other puzzles", 0, 2);
  chapter = (struct wb_chapter){0};
  CHECK(!wb_chapter_next(&none, &chapter));
}

static void a_bar_is_empty_only_at_nothing_and_full_only_at_all(void) {
  CHECK_INT(wb_chapter_bar(0, 4), 0);
  CHECK_INT(wb_chapter_bar(3, 4), 3);
  CHECK_INT(wb_chapter_bar(0, 100), 0);
  CHECK_INT(wb_chapter_bar(1, 100), 1);
  CHECK_INT(wb_chapter_bar(99, 100), WB_CHAPTER_BAR_MAX - 1);
  CHECK_INT(wb_chapter_bar(100, 100), WB_CHAPTER_BAR_MAX);
}

int main(void) {
  tap_run("puzzles that follow each other under one name make a chapter",
          puzzles_that_follow_each_other_make_a_chapter);
  tap_run("a puzzle with a mistake goes with the one before it", a_broken_spec_splits_no_chapter);
  tap_run("a course without chapters has none", without_chapters_there_is_one_of_all);
  tap_run("a bar is empty only at nothing and full only at all",
          a_bar_is_empty_only_at_nothing_and_full_only_at_all);
  return tap_finish();
}
