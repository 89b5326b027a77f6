/* What an author may change while somebody has a puzzle open: its texts and its spec, and which
 * puzzles there are. Faces that wait look as wb_watch_check() says; others ask wb_watch_sync() when
 * it is their turn. */
#ifndef WB_SESSION_AUTHORED_H
#define WB_SESSION_AUTHORED_H

#include "base/sha256.h"
#include "course/course.h"
#include "session/watch.h"

enum wb_authored {
  WB_AUTHORED_LESSON,
  WB_AUTHORED_EXPLAINED,
  WB_AUTHORED_SPEC,
  WB_AUTHORED_CHAPTER, /* the chapter's page */
  WB_AUTHORED_COURSE,  /* the folder of all puzzles */
  WB_AUTHORED_COUNT
};

/* Watches the files of that puzzle from their present state on; those that are watched already stay
 * as they are. `slug` may be NULL: then it is the folder alone. `chapter` is what its spec calls
 * its chapter; NULL: none, or nobody knows yet. */
void wb_authored_watch(struct wb_watch watches[WB_AUTHORED_COUNT], const struct wb_course *course,
                       const char *slug, const char *chapter);

/* What tells one state of a course's descriptions from another: its puzzles, their specs, and
 * course.lua, by what the file system says of them. */
void wb_authored_specs(const struct wb_course *course, unsigned char digest[WB_SHA256_BYTES]);

#endif
