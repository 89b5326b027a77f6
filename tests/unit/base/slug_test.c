#include "base/slug.h"

#include "tap.h"

static void check_slug(const char *slug, const char *name, unsigned number) {
  CHECK_STRING(wb_slug_name(slug), name);
  CHECK_INT(wb_slug_number(slug), number);
}

static void number_and_name_are_told_apart(void) {
  check_slug("03-guards", "guards", 3);
  check_slug("04-map-2d", "map-2d", 4);
  check_slug("112-scan", "scan", 112);
  check_slug("guards", "guards", 0);
}

/* Folders that somebody named in a way of their own are not cut to pieces. */
static void odd_slugs_are_their_own_names(void) {
  check_slug("2d-map", "2d-map", 0);
  check_slug("07", "07", 7);
  check_slug("07-", "07-", 7);
  check_slug("-map", "-map", 0);
  check_slug("", "", 0);
}

static void the_same_puzzle_may_have_two_numbers(void) {
  CHECK(wb_slug_is_same("03-guards", "17-guards"));
  CHECK(wb_slug_is_same("03-guards", "guards"));
  CHECK(!wb_slug_is_same("04-map-2d", "01-map"));
  CHECK(!wb_slug_is_same("2d-map", "map"));
}

static void numbers_ask_for_puzzles(void) {
  CHECK(wb_slug_is_number("7"));
  CHECK(wb_slug_is_number("007"));
  CHECK(!wb_slug_is_number(""));
  CHECK(!wb_slug_is_number("7x"));
  CHECK(!wb_slug_is_number("03-guards"));
  CHECK(!wb_slug_is_number("4294967297"));
}

static void either_may_be_begun(void) {
  const char *slug = "03-guards";
  CHECK(wb_slug_begun_as(slug, "03-g") == slug);
  CHECK(wb_slug_begun_as(slug, "gu") == slug + 3);
  CHECK(wb_slug_begun_as(slug, "ards") == NULL);
}

int main(void) {
  tap_run("numbers ask for puzzles", numbers_ask_for_puzzles);
  tap_run("number and name of a slug are told apart", number_and_name_are_told_apart);
  tap_run("odd slugs are their own names", odd_slugs_are_their_own_names);
  tap_run("the same puzzle may have two numbers", the_same_puzzle_may_have_two_numbers);
  tap_run("a puzzle is begun by its slug or by its name", either_may_be_begun);
  return tap_finish();
}
