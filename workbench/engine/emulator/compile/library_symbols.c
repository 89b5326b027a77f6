#include "emulator/compile/library_symbols.h"

#include <math.h>
#include <string.h>

/* libgcc's; only their addresses are taken. */
extern char wb_half_to_float[] __asm__("__extendhfsf2");
extern char wb_float_to_half[] __asm__("__truncsfhf2");
extern char wb_double_to_half[] __asm__("__truncdfhf2");

/* ISO C has no conversion from a function to an object pointer; POSIX does. */
#define FUNCTION(name) \
  { #name, __extension__(void *) name }
#define BOTH(name) FUNCTION(name), FUNCTION(name##f)

static const struct wb_symbol SYMBOLS[] = {
    BOTH(fma),
    BOTH(sqrt),
    BOTH(floor),
    BOTH(ceil),
    BOTH(trunc),
    BOTH(rint),
    BOTH(nearbyint),
    BOTH(round),
    BOTH(roundeven),
    BOTH(fmod),
    BOTH(fmin),
    BOTH(fmax),
    BOTH(exp),
    BOTH(exp2),
    BOTH(log),
    BOTH(log2),
    BOTH(log10),
    BOTH(pow),
    BOTH(sin),
    BOTH(cos),
    BOTH(sincos),
    BOTH(ldexp),
    FUNCTION(memcpy),
    FUNCTION(memmove),
    FUNCTION(memset),
    {"__extendhfsf2", wb_half_to_float},
    {"__truncsfhf2", wb_float_to_half},
    {"__truncdfhf2", wb_double_to_half},
};

const struct wb_symbol *wb_library_symbols(size_t *count) {
  *count = sizeof SYMBOLS / sizeof SYMBOLS[0];
  return SYMBOLS;
}
