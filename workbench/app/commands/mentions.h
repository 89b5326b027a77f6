/* Commands that messages name, in the words of the face that shows the message.
 *
 * A message, from whichever floor or process it comes, names a command between backticks as
 * the shell has it: "`workbench hint 5 --all` shows them again". The shell prints that as it
 * stands; the dialogue says "hint 5 all", and the screen the key that does it, else what to
 * type after ":". No message asks who shows it. */
#ifndef WB_COMMANDS_MENTIONS_H
#define WB_COMMANDS_MENTIONS_H

#include "base/str.h"

/* Who shows it. */
enum wb_face { WB_FACE_SHELL, WB_FACE_SCREEN, WB_FACE_DIALOGUE };

/* Appends a message. What names no command of the table stays as it is. */
void wb_mentions_put(enum wb_face face, const char *message, struct wb_str *out);

/* The same as a text of its own, which is the caller's to free. */
char *wb_mentions_in(enum wb_face face, const char *message);

#endif
