/* What counts as a text and as a name in a spec. */
#ifndef WB_SCRIPT_TEXT_H
#define WB_SCRIPT_TEXT_H

#include <stdbool.h>

bool wb_script_is_identifier(const char *text);
bool wb_script_is_c_keyword(const char *text); /* of OpenCL C */

/* UTF-8 that is shown as it is (base/clean.h): no control characters, nor those that
 * turn the direction of text; line breaks only where `lines`. */
bool wb_script_is_text(const char *text, bool lines);

#endif
