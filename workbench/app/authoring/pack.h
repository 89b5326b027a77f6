/* Packs: a course as an archive to hand out (docs/courses.md).
 *
 * A grader's pack holds all that judging takes: course.lua, puzzles/, kernels/, solutions/, lua/
 * and the licence. A student's holds the lessons, the starters and headers, and specs that were
 * written anew with the visible cases alone (script/student_spec.h): what is in it is chosen file
 * by file and field by field, so that what nobody thought of stays out.
 *
 * The same course gives the same bytes, wherever it lies and whoever packs it. */
#ifndef WB_AUTHORING_PACK_H
#define WB_AUTHORING_PACK_H

#include "session/session.h"

enum wb_pack_kind { WB_PACK_STUDENT, WB_PACK_GRADER };

/* What came of it. */
struct wb_pack {
  size_t files, puzzles;
  uint64_t bytes; /* of the archive */
};

/* Makes the archive `path`, whose name says its form (.tar.gz, .tgz, .tar.xz, .tar.zst, .zip: else
 * WB_ERR_USAGE). The session's catalog is that of the whole course. WB_ERR_SPEC where the course
 * has no course.lua, or a mistake; WB_ERR_CANCELLED once `stop_fd` can be read (-1: never). After
 * an error an archive that was there before is as it was, and nothing else is left. */
enum wb_status wb_pack_make(const struct wb_session *session, enum wb_pack_kind kind,
                            const char *path, int stop_fd, struct wb_pack *pack,
                            struct wb_error *err);

/* What a grader's pack holds. WB_ERR_SPEC likewise. */
struct wb_archive_list;
enum wb_status wb_pack_list_for_grader(const struct wb_session *session,
                                       struct wb_archive_list *list, struct wb_error *err);

/* Makes the zip that Gradescope builds an autograder of (pack_gradescope.c): setup.sh and
 * run_autograder, the course as a grader's pack has it, and `source`, an archive of the workbench's
 * source, which setup.sh installs: so the image needs nothing from elsewhere but packages. */
struct wb_gradescope_pack {
  const char *assignment; /* one of the course's; NULL: all puzzles */
  const char *source;
  const void *secret; /* that hidden inputs follow from, where the assignment says so; NULL: none */
  size_t secret_bytes;
};
/* WB_ERR_USAGE where the name of `path` does not end in .zip, or that of `source` in .tar.gz, .tgz,
 * .tar.xz or .tar.zst. */
enum wb_status wb_pack_gradescope(const struct wb_session *session,
                                  const struct wb_gradescope_pack *order, const char *path,
                                  int stop_fd, struct wb_pack *pack, struct wb_error *err);

#endif
