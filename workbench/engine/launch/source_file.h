/* The kernel file: read, and refused where it cannot be one. */
#ifndef WB_LAUNCH_SOURCE_FILE_H
#define WB_LAUNCH_SOURCE_FILE_H

#include "result/result.h"

struct wb_str;

enum { WB_KERNEL_FILE_MAX = 1 << 20 }; /* bytes */

/* Appends the file's text to `out`, without a byte order mark. False where the result is decided: a
 * file that cannot be read is a judge-error; one that is empty, too large or binary a compile-error
 * with a diagnostic; a link out of its folder a security-violation. */
bool wb_source_file_read(const char *path, struct wb_str *out, struct wb_result *result);

/* The same for a file of the person who asks, whose links may lead anywhere. */
bool wb_source_file_read_own(const char *path, struct wb_str *out, struct wb_result *result);

/* Likewise, a text that is in no file. */
bool wb_source_file_take(const char *text, size_t length, struct wb_str *out,
                         struct wb_result *result);

/* False, and a compile-error, for a text that is empty or binary. */
bool wb_source_file_check(const struct wb_str *text, struct wb_result *result);

/* Makes the result a compile-error with one more diagnostic. */
void wb_source_file_complain(struct wb_result *result, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Makes it a judge-error; a worse cause that is there stays. */
void wb_source_file_fail(struct wb_result *result, const struct wb_error *err);

#endif
