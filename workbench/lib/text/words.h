/* The words of OpenCL C that a source view colours. */
#ifndef WB_TEXT_WORDS_H
#define WB_TEXT_WORDS_H

#include <stddef.h>

#include "text/styled.h"

/* The style of an identifier: KEYWORD, TYPE, BUILTIN or PLAIN. */
enum wb_style wb_word_style(const char *word, size_t length);

#endif
