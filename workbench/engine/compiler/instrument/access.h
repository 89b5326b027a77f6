/* Accesses: what checks.c does with each kind of instruction. Every function
 * takes an instruction of kernel->entry and leaves it checked. */
#ifndef WB_COMPILER_INSTRUMENT_ACCESS_H
#define WB_COMPILER_INSTRUMENT_ACCESS_H

#include "compiler/instrument/work.h"

/* access.c */
void wb_check_load(struct wb_kernel_work *kernel, LLVMValueRef load);
void wb_check_store(struct wb_kernel_work *kernel, LLVMValueRef store);
void wb_check_atomic(struct wb_kernel_work *kernel, LLVMValueRef atomic);

/* profile.c: where the program is built to be profiled, reports an access, made
 * by `instruction` at a checked address, or a conditional branch. `flags` are the check's. `failed`
 * says of a compare-exchange whether it wrote nothing; NULL for others. `used`: the source does
 * something with what it returns. */
void wb_profile_access(struct wb_kernel_work *kernel, LLVMValueRef instruction,
                       LLVMValueRef address, LLVMTypeRef type, uint32_t object, uint32_t flags,
                       LLVMValueRef failed, bool used);
void wb_profile_branch(struct wb_kernel_work *kernel, LLVMValueRef branch);

/* Where the program is built to be profiled: a site like `site` for one copy,
 * which says what numbers the bytes are (struct wbrt_site); else `site` itself. */
uint32_t wb_profile_copy_site(struct wb_kernel_work *kernel, LLVMValueRef call, uint32_t site,
                              const char *layout);
/* Those of a type; "" where it is not known or has too many. The caller frees it. */
char *wb_profile_layout(struct wb_kernel_work *kernel, LLVMTypeRef type);

/* copies.c: memcpy, memmove, memset. True when it was one of them, and gone. */
bool wb_check_copy(struct wb_kernel_work *kernel, LLVMValueRef call);

/* arithmetic.c: integer division. */
void wb_check_division(struct wb_kernel_work *kernel, LLVMValueRef division);

/* conversions.c: each conversion of a float to an integer gets a defined result. A mark gets the
 * shadow of what the source converted: what the integer cannot hold is unwritten. True when the
 * call was one. */
void wb_conversions_define(struct wb_kernel_work *kernel);
bool wb_check_conversion(struct wb_kernel_work *kernel, LLVMValueRef call);

/* arithmetic.c: by more bits than there are. */
void wb_check_shift(struct wb_kernel_work *kernel, LLVMValueRef shift);

/* folded_divisions.c: divisions that clang has done; true when it was a mark, and gone. */
bool wb_check_folded_division(struct wb_kernel_work *kernel, LLVMValueRef call);

/* arithmetic.c: a vector's lane named by a variable. */
void wb_check_lane(struct wb_kernel_work *kernel, LLVMValueRef instruction);

/* async.c: copies of the whole group and waiting for them; the same. */
bool wb_check_async(struct wb_kernel_work *kernel, LLVMValueRef call);

/* printf.c: true when it was a call of printf, and gone. */
bool wb_check_printf(struct wb_kernel_work *kernel, LLVMValueRef call);

/* extent.c: what is wrong with an address before it is looked up: nobody set
 * it, an index of layout.h is outside of its dimension, it leaves a row of an array, or a lane's
 * vector is misaligned. An access through `pointer` by `instruction`; gives the address to check,
 * which is WBRT_REFUSED_ADDRESS where there is a finding already. */
LLVMValueRef wb_check_pointer(struct wb_kernel_work *kernel, LLVMValueRef instruction,
                              LLVMValueRef pointer, uint32_t flags, uint32_t site);
/* The second of these alone; built where the builder is. */
LLVMValueRef wb_check_dimensions(struct wb_kernel_work *kernel, LLVMValueRef pointer,
                                 LLVMValueRef address, uint32_t flags, uint32_t site);
/* The vector that a single lane is accessed of must be aligned as a whole.
 * Gives `address`, or WBRT_REFUSED_ADDRESS; it may be NULL. */
LLVMValueRef wb_check_vector(struct wb_kernel_work *kernel, LLVMValueRef instruction,
                             LLVMValueRef vector, LLVMValueRef address, uint32_t align,
                             uint32_t flags, uint32_t site);
/* The largest power of two, up to 4096, that a pointer is known to be a
 * multiple of from how it is computed. */
uint32_t wb_known_align(struct wb_kernel_work *kernel, LLVMValueRef pointer);

/* An access of `bytes` bytes to an object is in the kernel. */
void wb_note_access(struct wb_kernel_work *kernel, uint32_t object, uint32_t bytes, uint32_t align);
/* What all noted accesses to an object are multiples of, as param_least of
 * wb_kernel_image has it. */
uint32_t wb_least_access(const struct wb_kernel_work *kernel, uint32_t object);

#endif
