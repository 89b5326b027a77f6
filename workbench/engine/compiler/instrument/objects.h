/* Objects: the arrays that pointers of a kernel can point into. */
#ifndef WB_COMPILER_INSTRUMENT_OBJECTS_H
#define WB_COMPILER_INSTRUMENT_OBJECTS_H

#include "compiler/instrument/work.h"

/* The object that a pointer points into, as far as it can be seen from how it
 * is computed: its number, WBRT_ANY_OBJECT or WB_FOREIGN. */
uint32_t wb_object_of(struct wb_kernel_work *kernel, LLVMValueRef pointer);

/* Its memory: from the object, else from the pointer's address space. */
uint8_t wb_memory_of(struct wb_kernel_work *kernel, LLVMValueRef pointer, uint32_t object);

/* The number of a global's object in this kernel, made on first use. */
uint32_t wb_object_of_global(struct wb_kernel_work *kernel, LLVMValueRef global);

/* constants.c: the bytes of a constant; false where it cannot be one. */
bool wb_constant_bytes(struct wb_kernel_work *kernel, LLVMValueRef constant, uint8_t *out);

/* sites.c: the number of a place that accesses `bytes` of an object. */
uint32_t wb_site(struct wb_kernel_work *kernel, LLVMValueRef where, uint32_t object,
                 uint32_t bytes);
/* The same of a vector, whose `lanes` lie side by side. */
uint32_t wb_vector_site(struct wb_kernel_work *kernel, LLVMValueRef where, uint32_t object,
                        uint32_t bytes, uint32_t lanes);
/* The same, but never shared with another instruction. */
uint32_t wb_own_site(struct wb_kernel_work *kernel, LLVMValueRef where);
/* A site as that one, of an atomic operation with a narrow scope. */
uint32_t wb_narrow_site(struct wb_kernel_work *kernel, LLVMValueRef where, uint32_t site);
/* The same for a read or a write that updates.c has found. */
uint32_t wb_update_site(struct wb_kernel_work *kernel, LLVMValueRef where, uint32_t site);
uint32_t wb_guess_site(struct wb_kernel_work *kernel, LLVMValueRef where, uint32_t site);

#endif
