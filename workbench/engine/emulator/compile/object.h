/* Native code in this process: a relocatable ELF object, as the compiler's
 * process made it or as the cache kept it.
 *
 * The emulator's worker has no LLVM: that is what starts it in a millisecond,
 * and what keeps launches' children small. The object may call the functions
 * of symbols.h and library_symbols.h by name, and nothing else of this process. */
#ifndef WB_EMULATOR_COMPILE_OBJECT_H
#define WB_EMULATOR_COMPILE_OBJECT_H

#include <stddef.h>

#include "base/status.h"

struct wb_object;

/* `bytes` are not needed afterwards. Pages end up executable or writable, never both. An
 * invalid object is WB_ERR_CRASH. */
enum wb_status wb_object_load(const void *bytes, size_t length, struct wb_object **object,
                              struct wb_error *err);
void wb_object_free(struct wb_object *object); /* NULL is fine */

/* The address of a function or variable that the object defines; NULL where
 * there is none of that name. */
void *wb_object_symbol(const struct wb_object *object, const char *name);

#endif
