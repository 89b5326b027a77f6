/* The sampler of long tests (tests/sample.h and tests/sample.sh). */
#include "sample.h"

#include "base/str.h"

enum { ITEMS = 1000, COMMITS = 10, FIRST = 1461 };

static char names_text[ITEMS][64];
static const char *names[ITEMS];

static void make_names(void) {
  static const char *const folders[] = {"bounds", "races", "images wrong"};
  for (size_t i = 0; i < ITEMS; i++) {
    if (i % 4 < 3)
      snprintf(names_text[i], sizeof names_text[i], "tests/kernels/%s/kernel-%zu.cl",
               folders[i % 4], i);
    else
      snprintf(names_text[i], sizeof names_text[i], "%02zu-puzzle-%zu", i / 4, i % 7);
    names[i] = names_text[i];
  }
}

static void set_commits(unsigned commits) {
  char text[16];
  snprintf(text, sizeof text, "%u", commits);
  setenv("SAMPLE", text, 1);
}

static size_t choose(unsigned commits, size_t count, uint32_t period, bool *takes) {
  set_commits(commits);
  const size_t taken = sample_choose(names, count, period, "kernels", takes);
  unsetenv("SAMPLE");
  return taken;
}

static void commits_in_a_row_run_everything_once(void) {
  unsigned seen[ITEMS] = {0};
  bool takes[ITEMS];
  for (unsigned commit = 0; commit < COMMITS; commit++) {
    choose(FIRST + commit, ITEMS, COMMITS, takes);
    for (size_t i = 0; i < ITEMS; i++) seen[i] += takes[i];
  }
  for (size_t i = 0; i < ITEMS; i++)
    if (!CHECK_INT(seen[i], 1)) printf("# %s\n", names[i]);
}

static void shares_are_about_right(void) {
  bool takes[ITEMS];
  static const uint32_t periods[] = {2, 4, 10};
  for (unsigned commit = 0; commit < COMMITS; commit++)
    for (size_t i = 0; i < 3; i++) {
      const size_t taken = choose(FIRST + commit, ITEMS, periods[i], takes);
      const size_t share = ITEMS / periods[i];
      CHECK(taken * 4 >= share * 3 && taken * 4 <= share * 5);
    }
}

static void shares_of_numbered_names_are_equal(void) {
  enum { PUZZLES = 40 };
  for (unsigned commit = 0; commit < COMMITS; commit++) {
    size_t taken = 0;
    set_commits(FIRST + commit);
    for (size_t i = 0; i < PUZZLES; i++) taken += sample_takes(names[4 * i + 3], COMMITS);
    CHECK_INT(taken, PUZZLES / COMMITS);
  }
  unsetenv("SAMPLE");
}

static void one_item_runs_always(void) {
  bool takes[3];
  for (unsigned commit = 0; commit < COMMITS; commit++)
    for (size_t count = 1; count <= 3; count++) {
      size_t found = 0;
      const size_t taken = choose(FIRST + commit, count, COMMITS, takes);
      for (size_t i = 0; i < count; i++) found += takes[i];
      CHECK(taken >= 1 && found == taken);
    }
  CHECK_INT(choose(FIRST, 0, COMMITS, takes), 0);
}

static void numbers_take_turns(void) {
  for (uint64_t number = 0; number < COMMITS; number++) {
    unsigned taken = 0;
    for (unsigned commit = 0; commit < COMMITS; commit++) {
      set_commits(FIRST + commit);
      taken += sample_takes_number(number, COMMITS);
    }
    CHECK_INT(taken, 1);
  }
  unsetenv("SAMPLE");
  CHECK(sample_takes_number(1, COMMITS) && sample_takes_number(2, COMMITS));
}

static void without_a_sample_everything_runs(void) {
  bool takes[ITEMS];
  unsetenv("SAMPLE");
  CHECK_INT(sample_choose(names, ITEMS, COMMITS, "kernels", takes), ITEMS);
  setenv("SAMPLE", "", 1);
  CHECK_INT(sample_choose(names, ITEMS, COMMITS, "kernels", takes), ITEMS);
  unsetenv("SAMPLE");
}

/* Whenever the name is taken, as one in `period`. */
static void expect_each_of_three(const char *name, uint32_t period) {
  unsigned seen = 0;
  for (unsigned commit = 0; commit < 3 * period; commit++) {
    set_commits(FIRST + commit);
    if (sample_takes(name, period)) seen |= 1U << sample_draw(name, period, 3);
  }
  CHECK_INT(seen, 7);
  unsetenv("SAMPLE");
}

static void drawn_numbers_follow_each_other(void) {
  for (size_t i = 0; i < ITEMS; i += 100)
    for (uint32_t period = 1; period <= COMMITS; period++) expect_each_of_three(names[i], period);
}

/* ---- the shell's ---- */

/* What sample.sh prints for the first `count` names: its comment, and what it takes. */
static void ask_shell(unsigned commits, size_t count, struct wb_str *out) {
  char piece[4096];
  struct wb_str command;
  wb_str_init(&command);
  if (commits > 0) wb_str_addf(&command, "SAMPLE=%u ", commits);
  wb_str_add(&command, "bash -c '. " WB_TEST_ROOT
                       "/tests/sample.sh; sample chosen 10 kernels \"$@\";"
                       " printf \"%s\\n\" \"${chosen[@]}\"' -");
  for (size_t i = 0; i < count; i++) wb_str_addf(&command, " '%s'", names[i]);
  FILE *pipe = popen(command.data, "r");
  if (CHECK(pipe != NULL)) {
    for (size_t got; (got = fread(piece, 1, sizeof piece, pipe)) > 0;)
      wb_str_add_bytes(out, piece, got);
    CHECK_INT(pclose(pipe), 0);
  }
  wb_str_release(&command);
}

static void expect_same(unsigned commits, size_t count) {
  struct wb_str got, expected;
  bool takes[ITEMS];
  wb_str_init(&got);
  wb_str_init(&expected);
  const size_t taken = choose(commits, count, 10, takes);
  const size_t left = count - taken;
  if (left > 0) wb_str_addf(&expected, "# left out: %zu of ", left);
  if (left > 0) wb_str_addf(&expected, count == 1000 ? "1,000 kernels\n" : "%zu kernels\n", count);
  for (size_t i = 0; i < count; i++)
    if (takes[i]) wb_str_addf(&expected, "%s\n", names[i]);
  ask_shell(commits, count, &got);
  CHECK_STRING(got.data, expected.data);
  wb_str_release(&got);
  wb_str_release(&expected);
}

static void the_shell_takes_the_same(void) {
  expect_same(FIRST, ITEMS);
  expect_same(FIRST + 7, ITEMS);
  for (unsigned commit = 0; commit < COMMITS; commit++) expect_same(FIRST + commit, 2);
}

static void nor_does_the_shell_leave_out_what_is_wanted(void) {
  struct wb_str got, expected;
  wb_str_init(&got);
  wb_str_init(&expected);
  for (size_t i = 0; i < 5; i++) wb_str_addf(&expected, "%s\n", names[i]);
  ask_shell(0, 5, &got);
  CHECK_STRING(got.data, expected.data);
  wb_str_release(&got);
  wb_str_release(&expected);
}

int main(void) {
  unsetenv("SAMPLE");
  make_names();
  tap_run("ten commits in a row run everything, each item once",
          commits_in_a_row_run_everything_once);
  tap_run("a sample is about as large as it is to be", shares_are_about_right);
  tap_run("and of what has numbers in its names exactly so", shares_of_numbered_names_are_equal);
  tap_run("one item runs, however few there are", one_item_runs_always);
  tap_run("numbered items take turns", numbers_take_turns);
  tap_run("without SAMPLE everything runs", without_a_sample_everything_runs);
  tap_run("of a few ways each has its commit", drawn_numbers_follow_each_other);
  tap_run("the shell takes the same items, and says what it leaves out", the_shell_takes_the_same);
  tap_run("without SAMPLE the shell takes everything", nor_does_the_shell_leave_out_what_is_wanted);
  return tap_finish();
}
