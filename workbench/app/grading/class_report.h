/* The report of a run as a static web site: how the class did, what is difficult, which mistakes
 * are common, and a page for each submission. Everybody has a pseudonym in it.
 *
 * Without `staff` it has what students may be told, and nothing else: it may be put where the class
 * sees it. Of what learners wrote it has nothing then, as that may name them: no text, name of a
 * file, message of a compiler about it or printed line, unless `sources` says so; nor has it why
 * a person gave points. With it come hidden cases, flags, the course's wrong kernels that
 * submissions fail like, and who has handed in texts that are alike (similarity.h). */
#ifndef WB_GRADING_CLASS_REPORT_H
#define WB_GRADING_CLASS_REPORT_H

#include "course/course.h"
#include "grading/gradebook.h"
#include "grading/secret.h"
#include "judge_client/catalog.h"
#include "report/site.h"
#include "session/pool.h"

struct wb_class_report_order {
  const struct wb_run_folder *run;
  struct wb_run_records *records;
  const struct wb_course *course;
  const struct wb_catalog *catalog;
  const struct wb_assignment *assignment; /* as for wb_gradebook_make */
  const char *const *old;                 /* folders of runs of earlier years, to compare with */
  size_t n_old;
  const struct wb_secret *secret; /* that the run was graded with; NULL: it is not known here */
  bool staff, names;              /* `names` adds a page with who is who; only for staff */
  bool sources;    /* what learners wrote is shown to all; with `staff` it is anyway */
  bool steps;      /* answers that are wrong are judged once more, to show what they do */
  bool released;   /* as for wb_assessment_student_json */
  size_t parallel; /* judges at a time */
  const struct wb_pool_watch *watch; /* of the judging of wrong kernels; also what stops the rest */
};

/* Submissions in a report; `unjudged`: of which not all is judged, or could not be. */
struct wb_class_report_counts {
  size_t all, unjudged;
};

extern const struct wb_site_kind wb_class_report_site;

/* Adds all pages to a site that was begun. Of the class no more is in memory at a time than a row
 * for each person, and for staff what texts are compared by. WB_ERR_CANCELLED where it was
 * interrupted. */
enum wb_status wb_class_report_make(const struct wb_class_report_order *order, struct wb_site *site,
                                    struct wb_class_report_counts *counts, struct wb_error *err);

#endif
