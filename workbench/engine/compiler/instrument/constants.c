#include <string.h>

#include "compiler/instrument/objects.h"

/* An object is always in the middle of its region, so addresses of constants
 * in constants are known before anything runs. */
static uint64_t address_of(uint32_t number) { return WBRT_MIDDLE_OF(number); }

static bool offset_of(struct wb_kernel_work *kernel, LLVMValueRef gep, int64_t *offset) {
  LLVMTargetDataRef layout = kernel->work->layout;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  *offset = 0;
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (!LLVMIsAConstantInt(index)) return false;
    int64_t n = LLVMConstIntGetSExtValue(index);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      *offset += (int64_t)LLVMOffsetOfElement(layout, type, (unsigned)n);
      type = LLVMStructGetTypeAtIndex(type, (unsigned)n);
    } else {
      if (i > 1) type = LLVMGetElementType(type);
      *offset += n * (int64_t)LLVMABISizeOfType(layout, type);
    }
  }
  return true;
}

static bool address_constant(struct wb_kernel_work *kernel, LLVMValueRef constant,
                             uint64_t *address) {
  int64_t offset = 0;
  bool good = true;
  if (LLVMIsAGlobalVariable(constant)) {
    *address = address_of(wb_object_of_global(kernel, constant));
  } else if (LLVMIsAConstantExpr(constant)) {
    LLVMOpcode opcode = LLVMGetConstOpcode(constant);
    if (opcode == LLVMGetElementPtr) good = offset_of(kernel, constant, &offset);
    good = good &&
           (opcode == LLVMGetElementPtr || opcode == LLVMAddrSpaceCast || opcode == LLVMPtrToInt ||
            opcode == LLVMIntToPtr || opcode == LLVMBitCast) &&
           address_constant(kernel, LLVMGetOperand(constant, 0), address);
    if (good) *address += (uint64_t)offset;
  } else if (LLVMIsAConstantInt(constant)) {
    *address = LLVMConstIntGetZExtValue(constant);
  } else {
    good = false;
  }
  return good;
}

static bool constant_part(struct wb_kernel_work *kernel, LLVMValueRef constant, LLVMTypeRef type,
                          uint8_t *out) {
  LLVMTargetDataRef layout = kernel->work->layout;
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  unsigned n = kind == LLVMStructTypeKind  ? LLVMCountStructElementTypes(type)
               : kind == LLVMArrayTypeKind ? (unsigned)LLVMGetArrayLength2(type)
                                           : LLVMGetVectorSize(type);
  bool good = true;
  for (unsigned i = 0; i < n && good; i++) {
    LLVMValueRef element = LLVMGetAggregateElement(constant, i);
    uint64_t offset = kind == LLVMStructTypeKind
                          ? LLVMOffsetOfElement(layout, type, i)
                          : i * LLVMABISizeOfType(layout, LLVMGetElementType(type));
    good = element != NULL && wb_constant_bytes(kernel, element, out + offset);
  }
  return good;
}

bool wb_constant_bytes(struct wb_kernel_work *kernel, LLVMValueRef constant, uint8_t *out) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  uint64_t bits = 0;
  size_t size = (size_t)LLVMStoreSizeOfType(kernel->work->layout, type);
  if (LLVMIsNull(constant) || LLVMIsUndef(constant)) return true; /* `out` is zeroed */
  if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind)
    return constant_part(kernel, constant, type, out);
  if (size > sizeof bits) return false;
  if (LLVMIsAConstantFP(constant)) {
    LLVMTypeRef same = LLVMIntTypeInContext(kernel->work->context, (unsigned)size * 8);
    constant = LLVMConstBitCast(constant, same);
  }
  if (LLVMIsAConstantInt(constant))
    bits = LLVMConstIntGetZExtValue(constant);
  else if (!address_constant(kernel, constant, &bits))
    return false;
  memcpy(out, &bits, size); /* this machine and the target are little-endian */
  return true;
}
