/* What counts as a text and as a name in a spec. */
#ifndef WB_SCRIPT_TEXT_H
#define WB_SCRIPT_TEXT_H

#include <stdbool.h>

bool wb_is_identifier(const char *text);
bool wb_is_c_keyword(const char *text); /* of OpenCL C */
bool wb_is_utf8(const char *text);      /* valid, shortest form, no surrogates */

/* Valid UTF-8 without control characters, nor the invisible ones that turn the
 * direction of text; line breaks only where `lines`. */
bool wb_is_text(const char *text, bool lines);

#endif
