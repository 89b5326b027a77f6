/* The learner's editor: $VISUAL, else $EDITOR, else nano or vi. */
#ifndef WB_SESSION_EDITOR_H
#define WB_SESSION_EDITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file.h"
#include "base/process.h"
#include "base/str.h"

/* How the editor is started on a file. The variables may hold arguments
 * ("code --wait"), as a shell reads them. Release it however init went. */
struct wb_editor_command {
  const char **argv;            /* NULL-ended; into `words` */
  const char *command, *origin; /* the variable's value, and its name */
  struct wb_names words;
};

/* For `path`, at `line` where the editor is known to understand it (0: where a starter says that
 * code goes, if it does); with `findings`, a file of what was found in it (NULL: none); a kernel is shown with
 * line numbers and OpenCL C's colours, where the editor is known (session/known_editor.h).
 * WB_ERR_MISSING where there is no editor. */
enum wb_status wb_editor_command_init(struct wb_editor_command *command, const char *path, int line,
                                      const char *findings, struct wb_error *err);
void wb_editor_command_release(struct wb_editor_command *command);

/* WB_OK where it ended well; else why not, for the person who chose it. */
enum wb_status wb_editor_judge_end(const struct wb_editor_command *command,
                                   const struct wb_exit *end, struct wb_error *err);

/* What to type into the editor that is open, so that it goes to a line; false and a reason
 * where it cannot be told. Appends. */
bool wb_editor_go_to(uint32_t line, struct wb_str *keys, struct wb_str *why);

/* The key or command with which the editor goes through what it was told was found; NULL: it
 * cannot. */
const char *wb_editor_findings_key(void);

/* The key or command that saves, as it is shown to people; NULL: it is not known. */
const char *wb_editor_save_key(void);

/* What to type so that it leaves where nothing is unsaved, and what takes back the question that
 * it asks otherwise; NULL: it cannot be told. */
struct wb_editor_leave {
  const char *leave, *stay;
};
struct wb_editor_leave wb_editor_leave(void);

/* Edits `path`, at `line` (as above), and waits for its end. `findings`: what was found in it, a line each as compilers
 * write them (report/marks.h), which editors that can show it; NULL or "": nothing. `terminal`:
 * it gets the terminal, which the caller has given up; otherwise it gets none. */
enum wb_status wb_editor_run(const char *path, int line, const char *findings, bool terminal,
                             struct wb_error *err);

#endif
