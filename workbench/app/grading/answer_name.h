/* What the name of a file says of it: a kernel or a host program, whatever browsers, editors and
 * systems have added to it, or what systems leave behind. */
#ifndef WB_GRADING_ANSWER_NAME_H
#define WB_GRADING_ANSWER_NAME_H

#include <stdbool.h>

struct wb_answer_name {
  char *stem; /* as a slug (base/slug.h), without the ending: "03-guards-1"; the owner frees */
  const char *ending; /* ".cl" or ".lua", in whatever case, also before ".txt"; NULL: neither */
  bool may_be_text;   /* one that may hold a kernel all the same: ".txt", ".c", no ending … */
  bool is_backup;     /* what editors, or our own reset, keep: "x.cl~", "x.cl.bak", "x.cl.~1~" */
};

/* `name` is a path in a submission, or a name alone. */
struct wb_answer_name wb_answer_name_of(const char *name);

/* __MACOSX, ._x, .DS_Store, Thumbs.db, desktop.ini, .git, editors' swap files, and the digests that
 * our own archives have. */
bool wb_name_is_junk(const char *name);

/* Archives that are read, and those that are not, ".rar" and ".7z" among them; by name, in whatever
 * case. */
bool wb_name_is_archive(const char *name);
bool wb_name_is_foreign_archive(const char *name);

/* Whether somebody may have handed it in as an answer, or with answers in it. */
bool wb_name_is_work(const char *name);

/* Bytes of the ending of an archive's name, of either sort; 0: it has none. */
unsigned wb_archive_ending(const char *name);

#endif
