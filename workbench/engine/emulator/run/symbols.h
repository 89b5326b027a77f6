/* What the code of a kernel may call: the runtime's functions by name. */
#ifndef WB_EMULATOR_RUN_SYMBOLS_H
#define WB_EMULATOR_RUN_SYMBOLS_H

#include <stddef.h>

struct wb_symbol {
  const char *name;
  void *address;
};

/* All functions of runtime.h and check/slow.h; static storage. */
const struct wb_symbol *wb_runtime_symbols(size_t *count);

#endif
