/* Scripts: keys and commands from a file, instead of a person.
 *
 * One command a line; empty lines and lines that start with "# " are left
 * out. A line is
 *   KEY …                 keys by name, as "j j Enter Ctrl-C"
 *   :type TEXT            each character as a key
 *   :wait-idle            until nothing runs and nothing is being read
 *   :wait-result          until a run that this waited for not yet has ended
 *   :wait-text TEXT       until the screen shows it, on one line
 *   :sleep MS             lets time pass
 *   :resize COLUMNSxLINES
 *   :quit
 *   :NAME [ARGUMENT]      any command of the command line */
#ifndef WB_TUI_KEY_SCRIPT_H
#define WB_TUI_KEY_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "tui/cells.h"
#include "tui/model.h"

enum { WB_SCRIPT_WAIT_MS = 180000 }; /* waiting longer is an error */

enum wb_script_wait { WB_WAIT_NONE, WB_WAIT_IDLE, WB_WAIT_RESULT, WB_WAIT_TEXT, WB_WAIT_TIME };

struct wb_key_script {
  char *name, *text;
  size_t at;     /* in text: the line that comes next */
  unsigned line; /* number of the line that was read last */
  enum wb_script_wait wait;
  uint64_t wait_until_ms, results_seen;
  char *wait_text; /* of WB_WAIT_TEXT */
  /* Called after each key, to carry out what it asked for before the next one is pressed; may
   * be NULL. */
  void (*pressed)(void *data);
  void *data;
};

enum wb_status wb_key_script_open(struct wb_key_script *script, const char *path,
                                  struct wb_error *err);
void wb_key_script_release(struct wb_key_script *script);

enum wb_script_state { WB_SCRIPT_WAITS, WB_SCRIPT_WENT_ON, WB_SCRIPT_ENDED };

/* Carries out the next line if it may. `idle`: nothing runs and nothing is
 * pending; `cells`: what the screen shows. A line that cannot be carried out is an error that names
 * it. */
enum wb_status wb_key_script_step(struct wb_key_script *script, struct wb_model *model,
                                  const struct wb_cells *cells, bool idle,
                                  enum wb_script_state *state, struct wb_error *err);

#endif
