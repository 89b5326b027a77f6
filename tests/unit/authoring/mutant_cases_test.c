#include "authoring/mutant_cases.h"

#include <stdio.h>
#include <string.h>

#include "tap.h"

static size_t count_with(const struct wb_names *made, const char *text) {
  size_t count = 0;
  for (size_t i = 0; i < made->count; i++) count += strstr(made->items[i], text) != NULL;
  return count;
}

static void check_case(const struct wb_names *made, const char *expected) {
  if (count_with(made, expected) != 1) printf("# %s\n", expected);
  CHECK_INT(count_with(made, expected), 1);
}

static void a_launch_that_has_work_items_to_spare_is_varied(void) {
  char *cases[] = {"four (n = 4, global 8, local 4)", "hidden 2"};
  char *parameters[] = {"output float out[n]", "input float a[n]", "scalar uint n"};
  struct wb_names made;
  wb_names_init(&made);
  wb_mutant_cases_make(&made, cases, 2, parameters, 3);
  check_case(&made,
             "{ name = \"n 5, global 8, local 4\", sizes = { n = 5 }, global = { 8 }, "
             "[\"local\"] = { 4 }, visible = false }");
  check_case(&made, "sizes = { n = 3 }, global = { 4 }, [\"local\"] = { 4 }");
  check_case(&made, "sizes = { n = 4 }, global = { 8 }, [\"local\"] = { 4 }, visible");
  check_case(&made, "sizes = { n = 14 }, global = { 20 }, [\"local\"] = { 5 }");
  check_case(&made,
             "{ name = \"n 4, global 8, local 4, seed 2\", sizes = { n = 4 }, global = { 8 }, "
             "[\"local\"] = { 4 }, seed = 2, visible = false }");
  check_case(&made, "fill = { a = { \"constant\", -1 } }, visible = false }");
  check_case(&made, "sizes = { n = 65993 }, global = { 66000 }, [\"local\"] = { 100 }");
  CHECK_INT(count_with(&made, "fill = { out"), 0);
  CHECK(made.count < 120);
  wb_names_release(&made);
}

/* Whether the puzzle means that is for its kernel to say. */
static void a_launch_without_any_is_given_some_as_well(void) {
  char *cases[] = {"four (n = 4, global 4, local 4)", "eight (n = 8, global 8, local 4)"};
  struct wb_names made;
  wb_names_init(&made);
  wb_mutant_cases_make(&made, cases, 2, NULL, 0);
  check_case(&made, "{ name = \"n 10, global 10, local 5\"");
  check_case(&made, "{ name = \"n 14, global 15, local 5\"");
  CHECK_INT(count_with(&made, "fill"), 0);
  wb_names_release(&made);
}

static void dimensions_follow_their_own_sizes(void) {
  char *cases[] = {"2 rows (of 3) (height = 2, width = 3, global 4×4, local 4×4)",
                   "3 rows of 7 (height = 3, width = 7, global 8×4, local 4×2)"};
  struct wb_names made;
  wb_names_init(&made);
  wb_mutant_cases_make(&made, cases, 2, NULL, 0);
  check_case(&made,
             "{ name = \"height 3, width 4, global 4x4, local 4x2\", sizes = { height = 3, "
             "width = 4 }, global = { 4, 4 }, [\"local\"] = { 4, 2 }, visible");
  check_case(&made, "sizes = { height = 65993, width = 3 }, global = { 3, 66000 }");
  wb_names_release(&made);
}

static void other_sizes_take_values_of_their_own(void) {
  char *cases[] = {"6 elements (n = 6, k = 3, global 8, local 8)"};
  struct wb_names made;
  wb_names_init(&made);
  wb_mutant_cases_make(&made, cases, 1, NULL, 0);
  check_case(&made, "sizes = { n = 6, k = 9 }, global = { 8 }");
  check_case(&made, "sizes = { n = 6, k = 1 }, global = { 8 }");
  check_case(&made, "sizes = { n = 11, k = 3 }, global = { 12 }");
  wb_names_release(&made);
}

static void a_host_program_gets_sizes_alone(void) {
  char *cases[] = {"20 elements (n = 20, plus = -3)", "hidden 2"};
  char *parameters[] = {"input float a[n]"};
  struct wb_names made;
  wb_names_init(&made);
  wb_mutant_cases_make(&made, cases, 2, parameters, 1);
  check_case(&made, "{ name = \"n 65, plus -3\", sizes = { n = 65, plus = -3 }, visible = false }");
  check_case(&made, "name = \"n 20, plus -3, seed 1\", sizes = { n = 20, plus = -3 }, seed = 1");
  check_case(&made, "fill = { a = \"permutation\" }");
  for (size_t i = 0; i < made.count; i++) CHECK(strstr(made.items[i], "global") == NULL);
  CHECK_INT(wb_mutant_cases_dimensions(cases, 2), 0);
  wb_names_release(&made);
}

static void no_two_are_called_alike(void) {
  char *cases[] = {"6 elements (n = 6, k = 3, global 8, local 8)",
                   "15 (n = 15, k = 4, global 16, local 8)"};
  struct wb_names made;
  wb_names_init(&made);
  wb_mutant_cases_make(&made, cases, 2, NULL, 0);
  for (size_t i = 0; i < made.count; i++)
    for (size_t k = 0; k < i; k++) {
      const size_t length = strcspn(made.items[i], "=") + 2;
      const size_t name = strcspn(made.items[i] + length + 1, "\"") + 2 + length;
      CHECK(strncmp(made.items[i], made.items[k], name) != 0);
    }
  wb_names_release(&made);
}

static void what_cannot_be_read_is_passed_over(void) {
  char *cases[] = {"hidden 1", "odd (n = 4, global x, local 4)", "cut (n = 4, global 4",
                   "zero (n = 4, global 4, local 0)", ""};
  struct wb_names made;
  wb_names_init(&made);
  wb_mutant_cases_make(&made, cases, 5, NULL, 0);
  CHECK_INT(made.count, 0);
  wb_mutant_cases_make(&made, NULL, 0, NULL, 0);
  CHECK_INT(made.count, 0);
  wb_names_release(&made);
}

int main(void) {
  tap_run("a launch that has work-items to spare is varied",
          a_launch_that_has_work_items_to_spare_is_varied);
  tap_run("a launch without any is given some as well", a_launch_without_any_is_given_some_as_well);
  tap_run("dimensions follow their own sizes", dimensions_follow_their_own_sizes);
  tap_run("other sizes take values of their own", other_sizes_take_values_of_their_own);
  tap_run("a host program gets sizes alone", a_host_program_gets_sizes_alone);
  tap_run("no two are called alike", no_two_are_called_alike);
  tap_run("what cannot be read is passed over", what_cannot_be_read_is_passed_over);
  return tap_finish();
}
