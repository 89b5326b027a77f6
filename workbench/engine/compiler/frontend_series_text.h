/* Which texts may be one of a series, and as what text clang gets them there.
 *
 * A macro that a request's options define is defined at the top of the text instead, so that
 * requests which differ in nothing else have the same command. That is the same to clang, but for
 * its own header, which it reads in between: macros whose names stand there stay options. */
#ifndef WB_COMPILER_FRONTEND_SERIES_TEXT_H
#define WB_COMPILER_FRONTEND_SERIES_TEXT_H

#include "compiler/frontend_clang.h"

/* `text` gets all that clang is to read for the request; the command loses what stands there now.
 * `header` is clang's own, empty where it cannot be read. False where the text is to have a clang
 * of its own. */
bool wb_frontend_series_text(const struct wb_build_request *request, const char *header,
                             struct wb_clang_command *command, struct wb_str *text);

#endif
