/* Which puzzle is suggested, whichever face asks. */
#include <string.h>

#include "session/session.h"
#include "tap.h"

/* "x" is left out, "." is not. */
static bool is_crossed(const void *data, size_t index) {
  return ((const char *)data)[index] == 'x';
}

static void check_next(const char *puzzles, size_t at, size_t expected) {
  CHECK_INT((int)wb_next_unsolved(strlen(puzzles), at, is_crossed, puzzles), (int)expected);
}

static void the_first_after_it(void) {
  check_next("x...", 0, 1);
  check_next("xx.x.", 0, 2);
  check_next(".x.", 1, 2);
}

static void else_the_first_of_all(void) {
  check_next(".x.xx", 4, 0);
  check_next("x.xxx", 3, 1);
  check_next("x.x", 3, 1); /* none was solved just now */
}

static void not_itself_and_none_where_all_are(void) {
  check_next("xx.x", 2, 4); /* solved, and not kept yet */
  check_next("xxx", 1, 3);
  check_next(".", 0, 1);
  check_next("", 0, 0);
}

int main(void) {
  tap_run("the first one after it that is not solved", the_first_after_it);
  tap_run("else the first of all", else_the_first_of_all);
  tap_run("not itself, and none where all are solved", not_itself_and_none_where_all_are);
  return tap_finish();
}
