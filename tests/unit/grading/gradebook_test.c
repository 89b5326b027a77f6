#include "run_fixture.h"

/* ---- gradebooks ---- */

static void test_the_best_attempt_counts_unless_the_last_does(void) {
  struct fixture fixture;
  struct wb_gradebook book;
  struct wb_error err = {0};
  struct wb_assignment assignment = {.name = (char *)"hw1"};
  open_fixture(&fixture, "best");
  add_submission(&fixture, "s1", "7", 1, 'a');
  add_submission(&fixture, "s1", "7", 2, 'b');
  keep_result(&fixture, 'a', true);
  keep_result(&fixture, 'b', false);
  CHECK_INT(wb_gradebook_make(&book, &fixture.run, fixture.records,
                              &(struct wb_gradebook_rules){.assignment = &assignment}, &err),
            WB_OK);
  CHECK_INT(book.count, 1);
  CHECK_INT(book.rows[0].attempt, 1);
  CHECK(book.rows[0].points == 10 && book.most == 30);
  wb_gradebook_release(&book);
  assignment.attempts_counted = WB_ATTEMPTS_LAST;
  CHECK_INT(wb_gradebook_make(&book, &fixture.run, fixture.records,
                              &(struct wb_gradebook_rules){.assignment = &assignment}, &err),
            WB_OK);
  CHECK_INT(book.rows[0].attempt, 2);
  CHECK(book.rows[0].points == 5);
  wb_gradebook_release(&book);
  /* One that could not be judged takes nothing away. */
  add_submission(&fixture, "s1", "7", 3, 'c');
  CHECK_INT(wb_gradebook_make(&book, &fixture.run, fixture.records,
                              &(struct wb_gradebook_rules){.assignment = &assignment}, &err),
            WB_OK);
  CHECK_INT(book.rows[0].attempt, 2);
  CHECK(book.rows[0].points == 5 && book.rows[0].has_points);
  wb_gradebook_release(&book);
  assignment.attempts_most = 1;
  CHECK_INT(wb_gradebook_make(&book, &fixture.run, fixture.records,
                              &(struct wb_gradebook_rules){.assignment = &assignment}, &err),
            WB_OK);
  CHECK_INT(book.rows[0].attempt, 1);
  wb_gradebook_release(&book);
  close_fixture(&fixture);
}

static void check_counting(const struct fixture *fixture, const struct wb_assignment *assignment,
                           unsigned attempt) {
  struct wb_gradebook book;
  struct wb_error err = {0};
  const struct wb_gradebook_rules rules = {.assignment = assignment};
  CHECK_INT(wb_gradebook_make(&book, &fixture->run, fixture->records, &rules, &err), WB_OK);
  CHECK_INT(book.rows[0].attempt, attempt);
  wb_gradebook_release(&book);
}

static void test_the_attempt_that_was_chosen_counts(void) {
  struct fixture fixture;
  struct wb_error err = {0};
  struct wb_assignment assignment = {.name = (char *)"hw1", .attempts_counted = WB_ATTEMPTS_CHOSEN};
  open_fixture(&fixture, "chosen");
  for (unsigned attempt = 1; attempt <= 3; attempt++)
    add_submission(&fixture, "s1", "7", attempt, 'a');
  check_counting(&fixture, &assignment, 3);
  for (unsigned attempt = 1; attempt <= 3; attempt++) {
    CHECK_INT(wb_run_records_choose(fixture.records, "s1", attempt, &err), WB_OK);
    check_counting(&fixture, &assignment, attempt);
  }
  CHECK_INT(wb_run_records_choose(fixture.records, "s1", 1, &err), WB_OK);
  CHECK_INT(wb_run_records_choose(fixture.records, "s1", 4, &err), WB_ERR_NOT_FOUND);
  CHECK_INT(wb_run_records_choose(fixture.records, "s2", 1, &err), WB_ERR_NOT_FOUND);
  check_counting(&fixture, &assignment, 1);
  CHECK_INT(wb_run_records_choose(fixture.records, "s1", 0, &err), WB_OK);
  check_counting(&fixture, &assignment, 3);
  close_fixture(&fixture);
}

static void test_lateness_is_worked_out_from_the_assignment_of_today(void) {
  struct fixture fixture;
  struct wb_gradebook book;
  struct wb_error err = {0};
  struct wb_extension excused = {.id = (char *)"99", .assignment = (char *)"hw1", .excused = true};
  const struct wb_extensions extensions = {.items = &excused, .count = 1};
  struct wb_assignment assignment = {.name = (char *)"hw1",
                                     .due_text = (char *)"then",
                                     .due = 900,
                                     .has_late = true,
                                     .late = {.factor = 0.1}};
  open_fixture(&fixture, "late");
  add_submission(&fixture, "s1", "7", 1, 'a');
  keep_result(&fixture, 'a', true);
  CHECK_INT(
      wb_gradebook_make(
          &book, &fixture.run, fixture.records,
          &(struct wb_gradebook_rules){.assignment = &assignment, .extensions = &extensions}, &err),
      WB_OK);
  CHECK_INT(book.count, 2);
  CHECK_INT(book.rows[0].lateness.state, WB_LATE);
  CHECK(book.rows[0].judged == 10 && book.rows[0].points == 9);
  CHECK_STRING(book.rows[1].ids[0], "99");
  CHECK(!book.rows[1].handed_in);
  wb_gradebook_release(&book);
  assignment.due = 2000;
  CHECK_INT(wb_gradebook_make(&book, &fixture.run, fixture.records,
                              &(struct wb_gradebook_rules){.assignment = &assignment}, &err),
            WB_OK);
  CHECK(book.rows[0].points == 10);
  wb_gradebook_release(&book);
  close_fixture(&fixture);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("the best attempt counts, the last one, or none after a limit",
          test_the_best_attempt_counts_unless_the_last_does);
  tap_run("the attempt that was chosen counts, and until then the last one",
          test_the_attempt_that_was_chosen_counts);
  tap_run("lateness is worked out from the assignment as it is now",
          test_lateness_is_worked_out_from_the_assignment_of_today);
  char *command = wb_format("rm -rf %s", folder);
  if (system(command) != 0) return 1;
  free(command);
  return tap_finish();
}
