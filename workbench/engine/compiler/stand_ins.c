/* In place of what LLVM's archives call in vain here. */
#include "base/status.h"

/* Two libraries of compression, for parts of debug information and of profiles that nothing here
 * has. With these in their place, the compiler is linked with archives alone (Makefile), and no
 * library is looked for at its start. */
#define NEVER_CALLED(name) \
  void name(void);         \
  void name(void) { wb_bug("nothing is compressed here: %s", #name); }

NEVER_CALLED(compress2)
NEVER_CALLED(compressBound)
NEVER_CALLED(crc32)
NEVER_CALLED(uncompress)
NEVER_CALLED(ZSTD_CCtx_setParameter)
NEVER_CALLED(ZSTD_compress2)
NEVER_CALLED(ZSTD_compressBound)
NEVER_CALLED(ZSTD_createCCtx)
NEVER_CALLED(ZSTD_decompress)
NEVER_CALLED(ZSTD_freeCCtx)
NEVER_CALLED(ZSTD_getErrorName)
NEVER_CALLED(ZSTD_isError)

/* Each of LLVM's passes lists its options by name, a thousand in all, before the program begins.
 * Nobody names one: they keep the values that they are made with. The linker puts this in the place
 * of llvm::cl::Option::addArgument. */
void wb_leave_option(void) __asm__("__wrap__ZN4llvm2cl6Option11addArgumentEv");
void wb_leave_option(void) {}
