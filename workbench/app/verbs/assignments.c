#include "verbs/assignments.h"

#include <time.h>

#include "base/nearest.h"
#include "base/str.h"
#include "base/timestamp.h"
#include "report/list.h"

static enum wb_status fail_unknown(const struct wb_course_summary *course, const char *wanted,
                                   struct wb_error *err) {
  struct wb_names names;
  struct wb_str all;
  wb_names_init(&names);
  wb_str_init(&all);
  for (size_t i = 0; i < course->n_assignments; i++) {
    wb_names_add(&names, course->assignments[i].name);
    wb_str_addf(&all, "%s%s", i > 0 ? ", " : "", course->assignments[i].name);
  }
  const char *near = wb_nearest(wanted, (const char *const *)names.items, names.count);
  if (names.count == 0)
    wb_fail(err, WB_ERR_NOT_FOUND, "this course has no assignments");
  else if (near != NULL)
    wb_fail(err, WB_ERR_NOT_FOUND, "there is no assignment \"%s\"; did you mean \"%s\"?", wanted,
            near);
  else
    wb_fail(err, WB_ERR_NOT_FOUND, "there is no assignment \"%s\"; there are: %s", wanted,
            all.data);
  wb_str_release(&all);
  wb_names_release(&names);
  return WB_ERR_NOT_FOUND;
}

enum wb_status wb_assignment_choose(const struct wb_course_summary *course, const char *wanted,
                                    const struct wb_assignment **found, struct wb_error *err) {
  *found = wb_assignment_named(course->assignments, course->n_assignments, wanted);
  return *found != NULL ? WB_OK : fail_unknown(course, wanted, err);
}

static void put_date(const char *what, const char *written, int64_t seconds,
                     struct wb_document *text) {
  char here[WB_TIMESTAMP_MAX];
  if (written == NULL) return;
  wb_put_line(text, WB_STYLE_PLAIN, "    %-5s %s, here %s", what, written,
              wb_timestamp_local(seconds, here));
}

void wb_assignment_put_dates(const struct wb_assignment *assignment, struct wb_document *text) {
  put_date("opens", assignment->opens_text, assignment->opens, text);
  put_date("due", assignment->due_text, assignment->due, text);
  if (assignment->due_text != NULL && assignment->due < (int64_t)time(NULL))
    wb_put(text, WB_STYLE_WARNING, ": by this machine's clock that is over");
}

void wb_assignment_put(const struct wb_session *session, const struct wb_assignment *assignment,
                       struct wb_document *text) {
  const double most = wb_assignment_points(assignment);
  struct wb_str points;
  size_t solved = 0;
  wb_str_init(&points);
  wb_list_points(&points, most);
  for (size_t i = 0; i < assignment->n_puzzles; i++)
    solved += wb_session_progress(session, assignment->puzzles[i].slug).solved;
  wb_put_line(text, WB_STYLE_STRONG, "%s", assignment->name);
  if (assignment->title != NULL) wb_put(text, WB_STYLE_PLAIN, "  %s", assignment->title);
  wb_put(text, WB_STYLE_PLAIN, "  %s point%s, %zu of %zu solved", points.data, most == 1 ? "" : "s",
         solved, assignment->n_puzzles);
  wb_assignment_put_dates(assignment, text);
  wb_str_release(&points);
}
