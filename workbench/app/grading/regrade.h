/* Judging a run once more (`grade --again`), and making what came of it the run's own results
 * (`grade --apply`) until they are taken back (`grade --undo`).
 *
 * A regrade is a run in a folder of its own. It has the submissions of the run that it is of,
 * matched to puzzles as they were, under the same pseudonyms; their texts are the stored ones.
 * Where it is of a puzzle or a person alone, all other results are taken over as they are. Equal
 * texts have one result, so that whoever handed in what that person did is judged again as well,
 * unless everybody has hidden inputs of their own.
 *
 * Results of a run have generations: RUN/judged is the first. An applied regrade fills the folder
 * of the next one; then one transaction in run.db makes that one current, with what it says of
 * judgements. A regrade for which the assignment's `seed` was of another kind stays a run of its
 * own. A process that is killed before that has changed nothing. Overrides and chosen attempts
 * belong to the run, whatever generation is current. */
#ifndef WB_GRADING_REGRADE_H
#define WB_GRADING_REGRADE_H

#include "grading/grade.h"

/* Opens the run that the order wants to be judged again, for reading. WB_ERR_USAGE where it is of
 * another course, secret or assignment, or is not all judged. */
enum wb_status wb_regrade_open_from(struct wb_grade *grade, struct wb_error *err);

/* WB_ERR_USAGE or WB_ERR_NOT_FOUND where --puzzle and --person of the order name nothing in a
 * regrade that is about this, or cannot be since seeds are of another kind now. */
enum wb_status wb_regrade_check_scope(const struct wb_grade *grade,
                                      const struct wb_run_about *about, struct wb_error *err);

/* Takes submissions, texts and plans from that run, unless that was done before: all of it or
 * nothing. WB_ERR_USAGE where the regrade was begun of another run, puzzle or person. */
enum wb_status wb_regrade_take(struct wb_grade *grade, struct wb_error *err);

/* How many results were taken over as they are, by a regrade of a puzzle or a person alone or by a
 * run that reuses another's. False in `is_part`: all is judged. */
enum wb_status wb_regrade_taken_over(struct wb_run_records *records, bool *is_part, uint64_t *count,
                                     struct wb_error *err);

/* ---- results of another run --------------------------------------------------------------------
 * A class that has grown is a new run (`grade SUBMISSION… --reuse RUN`), in which a text is not
 * judged a second time. A result is a function of text, puzzle, hidden inputs and workbench; where
 * these are the same, it is the result. Only those that a run judged first are reused: of a regrade
 * run.json does not say by which state of a puzzle each was judged. */

/* Opens the run whose results the order wants to reuse, for reading. WB_ERR_USAGE for a regrade,
 * and where the order names nothing that was handed in. */
enum wb_status wb_regrade_open_reused(struct wb_grade *grade, struct wb_error *err);

/* WB_ERR_USAGE that says what differs, where none of its results can be those of a run about
 * this. */
enum wb_status wb_regrade_check_reused(const struct wb_grade *grade,
                                       const struct wb_run_about *about, struct wb_error *err);

/* Takes over what it has of what is planned, but for puzzles that have changed, and what persons
 * have decided of submissions that are the same here and there. Within a transaction. */
enum wb_status wb_regrade_reuse(struct wb_grade *grade, struct wb_error *err);

/* Whose decisions were not taken over, since they have handed in something else or it is for
 * another assignment: "s…, s…", which the caller frees; NULL: nobody's. */
enum wb_status wb_regrade_decisions_left(struct wb_run_records *records, char **pseudonyms,
                                         struct wb_error *err);

/* WB_ERR_USAGE where the course, by its name, is not the one that the run was graded by, whatever
 * its files are now. */
enum wb_status wb_regrade_check_course(const struct wb_run_about *run,
                                       const struct wb_grade_order *order, struct wb_error *err);

/* A number of the results that are current, which no others of the run have or ever had: it grows
 * with each regrade that is applied, however many are taken back. */
enum wb_status wb_regrade_number(struct wb_run_records *records, uint64_t *number,
                                 struct wb_error *err);

/* WB_ERR_USAGE where the run is not all judged, or has lost results (run_results.h); what could not
 * be judged counts as judged. */
enum wb_status wb_regrade_check_judged(const struct wb_run_folder *run,
                                       struct wb_run_records *records, struct wb_error *err);

/* WB_ERR_USAGE that names the run, where these are the records of a regrade. */
enum wb_status wb_regrade_refuse(struct wb_run_records *records, struct wb_error *err);

struct wb_regrade_report {
  uint32_t generation; /* that is current now */
  uint64_t results;    /* that it has */
  uint64_t kept;       /* of these, so many are of the generation before */
  bool was_done;       /* before; it alone remained to write the results */
};

/* Makes results of a regrade, which is open for writing as grade->run, those of its run. That is
 * opened as grade->from: the folder `path`, or, where it is NULL, where it was. Of two results of a
 * text `keeps_better` takes the one with the better score; and an earlier one also remains where
 * the judge could not judge this time. WB_ERR_USAGE where it is not the run, where one of the two
 * is not all judged or in use, where other results have become current since the regrade was
 * begun, and where better cannot be told since puzzles are worth something else now. `released` as
 * for wb_run_write_results. */
enum wb_status wb_regrade_apply(struct wb_grade *grade, const char *path, bool keeps_better,
                                bool released, struct wb_regrade_report *report,
                                struct wb_error *err);

/* Makes the generation before this one current again, of a run that is open for writing. Where an
 * earlier undo was cut off, it is that one which is completed. WB_ERR_USAGE where nothing was
 * applied. */
enum wb_status wb_regrade_undo(struct wb_run_folder *run, struct wb_run_records *records,
                               bool released, struct wb_regrade_report *report,
                               struct wb_error *err);

#endif
