/* What builtins/image.cl asks of the emulator, and clang of a program that has
 * samplers. */
#ifndef WB_COMPILER_INSTRUMENT_IMAGES_H
#define WB_COMPILER_INSTRUMENT_IMAGES_H

#include "compiler/instrument/work.h"

bool wb_is_image_builtin(const char *name);

/* True when the instruction was a call of one, and is gone: before objects.c,
 * and with the checks. */
bool wb_image_lower(struct wb_kernel_work *kernel, LLVMValueRef call);
bool wb_image_check(struct wb_kernel_work *kernel, LLVMValueRef call);

#endif
