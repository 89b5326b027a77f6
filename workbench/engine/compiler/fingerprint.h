/* The fingerprint of a program: a digest of what clang made of a text, before anything is added to
 * it or optimised away.
 *
 * Two texts with equal fingerprints, of one version of the workbench, are the same program: every
 * launch of either has the same verdict, findings of the same kinds at the same accesses, and the
 * same counters. What does not count is where a thing stands in which file, how a variable is
 * called, what a comment says, and a variable outside of functions that nothing uses. The reverse
 * does not hold: programs that never behave differently may have different fingerprints. Nothing
 * is done to find more of those: at this stage a load that nobody uses is still there, and the
 * judge would report it. */
#ifndef WB_COMPILER_FINGERPRINT_H
#define WB_COMPILER_FINGERPRINT_H

#include <llvm-c/Core.h>

#include "compiler/instrument/instrument.h"
#include "emulator/image.h"

/* Of clang's module, which stays as it is. `source` is the text that it was made of. */
void wb_fingerprint_of(LLVMModuleRef module, const struct wb_source *source,
                       char fingerprint[WB_FINGERPRINT_MAX]);

/* The same of a module that is needed no more: afterwards it is good for nothing but its end. Half
 * the work. */
void wb_fingerprint_of_spoilt(LLVMModuleRef module, const struct wb_source *source,
                              char fingerprint[WB_FINGERPRINT_MAX]);

#endif
