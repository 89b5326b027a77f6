/* What a compiler says of a kernel's text, line by line. */
#ifndef WB_FINDING_DIAGNOSTIC_H
#define WB_FINDING_DIAGNOSTIC_H

#include "finding/finding.h"

/* A line of a build log that names a place in the judged file. */
enum { WB_MAX_DIAGNOSTICS = 64, WB_DIAGNOSTIC_TEXT_MAX = 400 };
struct wb_diagnostic {
  uint32_t line, column; /* 0 where the compiler named none */
  enum wb_severity severity;
  bool is_note;                   /* it belongs to the one before it; its severity is a warning's */
  char file[WB_FINDING_FILE_MAX]; /* "" means the judged kernel file */
  char message[WB_DIAGNOSTIC_TEXT_MAX];
};

/* "error", "warning" or "note". */
const char *wb_diagnostic_word(const struct wb_diagnostic *diagnostic);

#endif
