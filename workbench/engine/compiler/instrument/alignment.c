#include "compiler/instrument/access.h"

/* Alignment that follows from how an address is computed, so that nothing is
 * left to check at run time. */

/* Objects begin at multiples of this, private ones included. */
enum { OBJECT_ALIGN = 64 };

static uint64_t lowest_bit(uint64_t value) { return value & (~value + 1); }

static uint64_t smaller_of(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* The alignment of index times size; an index that is not known may be odd. */
static uint64_t of_step(LLVMValueRef index, uint64_t size) {
  uint64_t times = LLVMIsAConstantInt(index) ? LLVMConstIntGetZExtValue(index) : 1;
  return times * size == 0 ? OBJECT_ALIGN : lowest_bit(times * size);
}

static uint64_t of_offset(struct wb_instrumentation *work, LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  uint64_t align = of_step(LLVMGetOperand(gep, 1), LLVMABISizeOfType(work->layout, type));
  for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
      uint64_t offset = LLVMOffsetOfElement(work->layout, type, member);
      if (offset != 0) align = smaller_of(align, lowest_bit(offset));
      type = LLVMStructGetTypeAtIndex(type, member);
    } else {
      bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
      type = LLVMGetElementType(type);
      align = smaller_of(align, of_step(index, vector ? LLVMStoreSizeOfType(work->layout, type)
                                                      : LLVMABISizeOfType(work->layout, type)));
    }
  }
  return align;
}

static uint64_t trace_alignment(struct wb_kernel_work *kernel, struct wb_map *seen,
                                LLVMValueRef pointer) {
  const struct wb_map_entry *object = wb_map_find(&kernel->objects, pointer);
  uint64_t align = OBJECT_ALIGN;
  const struct wb_map_entry *known = wb_map_find(&kernel->aligned, pointer);
  if (object != NULL) return object->value < WBRT_MAX_OBJECTS ? OBJECT_ALIGN : 1;
  if (known != NULL) return known->value;
  if (wb_map_has(seen, pointer)) return OBJECT_ALIGN;
  wb_map_put(seen, pointer, 1);
  if (LLVMIsAPHINode(pointer)) {
    for (unsigned i = 0; i < LLVMCountIncoming(pointer); i++)
      align = smaller_of(align, trace_alignment(kernel, seen, LLVMGetIncomingValue(pointer, i)));
  } else if (LLVMIsASelectInst(pointer)) {
    align = smaller_of(trace_alignment(kernel, seen, LLVMGetOperand(pointer, 1)),
                       trace_alignment(kernel, seen, LLVMGetOperand(pointer, 2)));
  } else if (LLVMIsAGetElementPtrInst(pointer)) {
    align = smaller_of(of_offset(kernel->work, pointer),
                       trace_alignment(kernel, seen, LLVMGetOperand(pointer, 0)));
  } else if (LLVMIsAAddrSpaceCastInst(pointer) || LLVMIsAFreezeInst(pointer)) {
    align = trace_alignment(kernel, seen, LLVMGetOperand(pointer, 0));
  } else {
    align = 1;
  }
  return align;
}

uint32_t wb_known_align(struct wb_kernel_work *kernel, LLVMValueRef pointer) {
  struct wb_map seen = {0};
  uint64_t align = trace_alignment(kernel, &seen, pointer);
  wb_map_release(&seen);
  if (LLVMIsAGetElementPtrInst(pointer)) wb_map_put(&kernel->aligned, pointer, align);
  return (uint32_t)align;
}
