/* Compilations that are kept from one run to the next (base/cache.h).
 *
 * The key is a digest of all that the result depends on: the request with its
 * whole text, this program, the compiler's with its libraries and
 * the processor. Files that clang looked for besides are named in what is kept, with
 * their digests: where one has changed, come or gone, it counts for nothing. */
#ifndef WB_EMULATOR_COMPILE_COMPILE_CACHE_H
#define WB_EMULATOR_COMPILE_COMPILE_CACHE_H

#include <time.h>

#include "base/cache.h"
#include "emulator/compile/compiler_protocol.h"

/* False where something that the key needs is not there. */
bool wb_compile_cache_key(const struct wb_build_request *request, const char *compiler,
                          unsigned char key[WB_SHA256_BYTES]);

/* The record that wb_compile_cache_put was given, where it still holds. */
bool wb_compile_cache_get(const char *folder, const unsigned char key[WB_SHA256_BYTES],
                          struct wb_str *record);

/* Keeps the record of a compilation that began at `start`, unless one of the files that
 * it read has changed since. */
void wb_compile_cache_put(const char *folder, const unsigned char key[WB_SHA256_BYTES],
                          const struct wb_str *record, const struct wb_names *files,
                          const struct timespec *start);

#endif
