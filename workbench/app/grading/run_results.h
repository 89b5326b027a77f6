/* The results of a run for its reader, a folder for each submission (run_folder.h). */
#ifndef WB_GRADING_RUN_RESULTS_H
#define WB_GRADING_RUN_RESULTS_H

#include "grading/assessment.h"

struct wb_run_totals {
  size_t submissions, complete, flagged;
};

/* Writes result.json and student.json of every submission, as far as it is judged; a file that has
 * these bytes already stays as it is. */
enum wb_status wb_run_write_results(const struct wb_run_folder *run, struct wb_run_records *records,
                                    bool released, struct wb_run_totals *totals,
                                    struct wb_error *err);

/* The generation of the results that the folders have, all of them; 0: they were never all written.
 * Where it is not the current one, a process was killed before it could write them. */
enum wb_status wb_run_results_generation(struct wb_run_records *records, uint32_t *generation,
                                         struct wb_error *err);

/* Writes people.csv, for its owner alone: a row for each submission, whose pseudonym, attempt, ids,
 * name and folder it has. It is made of the records, and written anew when they change. */
enum wb_status wb_run_write_people(const struct wb_run_folder *run, struct wb_run_records *records,
                                   struct wb_error *err);

/* The judgements that run.db has for done, that a submission needs, and whose result is gone: a
 * person or a disk has deleted the file. What was judged before a person matched another file is
 * none, as no submission needs it. The caller releases them, after an error as well. */
enum wb_status wb_run_find_lost(const struct wb_run_folder *run, struct wb_run_records *records,
                                struct wb_run_judgements *lost, struct wb_error *err);
/* Plans those once more. Within a transaction. */
enum wb_status wb_run_plan_lost(const struct wb_run_folder *run, struct wb_run_records *records,
                                struct wb_error *err);

/* Calls `each` with the assessment of each submission, or of those of one pseudonym (NULL: all), in
 * the order of wb_run_records_each. */
enum wb_status wb_run_assess_each(const struct wb_run_folder *run, struct wb_run_records *records,
                                  const char *pseudonym, bool with_people,
                                  enum wb_status (*each)(const struct wb_assessment *assessment,
                                                         void *data, struct wb_error *err),
                                  void *data, struct wb_error *err);

#endif
