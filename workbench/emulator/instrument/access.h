/* Accesses: what checks.c does with each kind of instruction. Every function
 * takes an instruction of kernel->entry and leaves it checked. */
#ifndef WB_EMULATOR_INSTRUMENT_ACCESS_H
#define WB_EMULATOR_INSTRUMENT_ACCESS_H

#include "emulator/instrument/work.h"

/* access.c */
void wb_check_load(struct wb_kernel_work *kernel, LLVMValueRef load);
void wb_check_store(struct wb_kernel_work *kernel, LLVMValueRef store);
void wb_check_atomic(struct wb_kernel_work *kernel, LLVMValueRef atomic);

/* copies.c: memcpy, memmove, memset. True when it was one of them, and gone. */
bool wb_check_copy(struct wb_kernel_work *kernel, LLVMValueRef call);

/* arithmetic.c: integer division, conversions out of range. */
void wb_check_division(struct wb_kernel_work *kernel, LLVMValueRef division);
void wb_check_conversion(struct wb_kernel_work *kernel, LLVMValueRef conversion);

/* lanes.c: a vector's lane named by a variable. */
void wb_check_lane(struct wb_kernel_work *kernel, LLVMValueRef instruction);

/* async.c: copies of the whole group and waiting for them; the same. */
bool wb_check_async(struct wb_kernel_work *kernel, LLVMValueRef call);

/* printf.c: true when it was a call of printf, and gone. */
bool wb_check_printf(struct wb_kernel_work *kernel, LLVMValueRef call);

/* An access of `bytes` bytes is in the kernel: keeps image.least_access. */
void wb_note_access(struct wb_kernel_work *kernel, uint32_t bytes, uint32_t align);

#endif
