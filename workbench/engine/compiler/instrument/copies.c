#include <stdlib.h>

#include "compiler/instrument/access.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/unwritten.h"

/* One end of a bulk copy. */
struct end {
  LLVMValueRef pointer, address;
  uint32_t object, site;
};

static struct end describe_end(struct wb_kernel_work *kernel, LLVMValueRef call, unsigned operand) {
  struct end end = {.pointer = LLVMGetOperand(call, operand)};
  end.object = wb_object_of(kernel, end.pointer);
  end.site = wb_site(kernel, call, end.object, 0);
  end.address =
      wb_check_pointer(kernel, call, end.pointer, operand == 0 ? WBRT_WRITE : WBRT_READ, end.site);
  return end;
}

/* Copies go by words, where their size allows it. */
static void note_end(struct wb_kernel_work *kernel, LLVMValueRef call, const struct end *end) {
  LLVMValueRef size = LLVMGetOperand(call, 2);
  uint64_t bytes = LLVMIsAConstantInt(size) ? LLVMConstIntGetZExtValue(size) : 1;
  wb_note_access(kernel, end->object, bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1, 4);
}

/* ---- what is copied at once ---------------------------------------------------- */

/* The numbers that a type consists of, where one of more than `most` bytes is as many
 * as it covers. */
static uint64_t elements_of(struct wb_instrumentation *work, LLVMTypeRef type, uint64_t most) {
  uint64_t count = 0;
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMArrayTypeKind)
    count = LLVMGetArrayLength2(type) * elements_of(work, LLVMGetElementType(type), most);
  else if (kind == LLVMVectorTypeKind)
    count = LLVMGetVectorSize(type) * elements_of(work, LLVMGetElementType(type), most);
  else if (kind == LLVMStructTypeKind)
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      count += elements_of(work, LLVMStructGetTypeAtIndex(type, i), most);
  else
    count = (LLVMABISizeOfType(work->layout, type) + most - 1) / most;
  return count;
}

/* The widest number that counts as one: the array's, or a word where those are smaller,
 * since arrays of bytes often hold something else. */
static uint64_t widest_number(const struct wb_kernel_work *kernel, const struct end *end) {
  enum { WORD = 4, WIDE = 8 };
  const uint32_t number =
      end->object < WBRT_MAX_OBJECTS ? kernel->infos[end->object].number_bytes : 0;
  return number > 0 && number <= WORD ? WORD : WIDE;
}

/* The type that a subscript or a member leads to. */
static LLVMTypeRef type_of_step(LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep) && type != NULL; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
      type = LLVMGetElementType(type);
    else
      type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
  }
  return type;
}

/* What the source has where the pointer points, as far as that is known. */
static LLVMTypeRef type_at(struct wb_kernel_work *kernel, const struct end *end) {
  LLVMTypeRef type = NULL;
  if (end->pointer != NULL && LLVMIsAGetElementPtrInst(end->pointer))
    type = type_of_step(end->pointer);
  else if (end->object < WBRT_MAX_OBJECTS)
    type = kernel->infos[end->object].type;
  return type;
}

/* The type of what is copied: that of one end which is as large; NULL where it
 * is not known. */
static LLVMTypeRef copied_type(struct wb_kernel_work *kernel, LLVMValueRef call,
                               const struct end *to, const struct end *from) {
  LLVMValueRef size = LLVMGetOperand(call, 2);
  const struct end *ends[] = {to, from};
  LLVMTypeRef found = NULL;
  for (size_t i = 0; i < 2 && found == NULL && LLVMIsAConstantInt(size); i++) {
    LLVMTypeRef type = type_at(kernel, ends[i]);
    if (type != NULL && LLVMTypeIsSized(type) &&
        LLVMABISizeOfType(kernel->work->layout, type) == LLVMConstIntGetZExtValue(size))
      found = type;
  }
  return found;
}

/* As many accesses as copying it part by part would be, whatever the array is
 * declared to be; by words of 4 bytes where the type is not known. */
static LLVMValueRef accesses_of(struct wb_kernel_work *kernel, LLVMTypeRef type, LLVMValueRef size,
                                const struct end *to, const struct end *from) {
  struct wb_instrumentation *work = kernel->work;
  enum { WORD = 4 };
  const uint64_t most = widest_number(kernel, to) < widest_number(kernel, from)
                            ? widest_number(kernel, to)
                            : widest_number(kernel, from);
  if (type != NULL) return wb_build_int64(work, elements_of(work, type, most));
  LLVMValueRef bytes = LLVMBuildAdd(work->builder, size, wb_build_int64(work, WORD - 1), "");
  return LLVMBuildUDiv(work->builder, bytes, wb_build_int64(work, WORD), "");
}

static LLVMValueRef size_of(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef size = LLVMGetOperand(call, 2);
  return LLVMBuildZExtOrBitCast(work->builder, size, work->types.i64, "");
}

/* A parameter that is passed by value comes from the host: only its copy, an
 * object, has to learn that it is written. */
static void from_host(struct wb_kernel_work *kernel, LLVMValueRef call, const struct end *to) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef size = size_of(kernel, call);
  if (to->object == WB_FOREIGN || !LLVMIsAConstantInt(size)) return;
  wb_build_after(work, call);
  LLVMValueRef arguments[] = {to->address, wb_build_int32(work, to->object),
                              wb_build_int32(work, LLVMConstIntGetZExtValue(size)),
                              wb_build_int32(work, WBRT_WRITE), wb_build_int32(work, 0)};
  wb_call_runtime(kernel, "wbrt_mark", arguments, 5);
}

bool wb_check_copy(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct wb_instrumentation *work = kernel->work;
  bool copies = wb_is_intrinsic(call, "llvm.memcpy.") || wb_is_intrinsic(call, "llvm.memmove.");
  bool sets = wb_is_intrinsic(call, "llvm.memset.");
  if (!copies && !sets) return false;
  struct end to = describe_end(kernel, call, 0), from = {0};
  if (copies) from = describe_end(kernel, call, 1);
  if (to.object == WB_FOREIGN || (copies && from.object == WB_FOREIGN)) {
    from_host(kernel, call, &to);
    return true;
  }
  LLVMValueRef size = size_of(kernel, call);
  LLVMTypeRef type = copied_type(kernel, call, &to, &from);
  LLVMValueRef accesses = accesses_of(kernel, type, size, &to, &from);
  char *layout = wb_profile_layout(kernel, type);
  note_end(kernel, call, &to);
  if (copies) note_end(kernel, call, &from);
  to.site = wb_profile_copy_site(kernel, call, to.site, layout);
  if (copies) from.site = wb_profile_copy_site(kernel, call, from.site, layout);
  free(layout);
  if (copies) {
    LLVMValueRef arguments[] = {to.address,
                                wb_build_int32(work, to.object),
                                wb_build_int32(work, to.site),
                                from.address,
                                wb_build_int32(work, from.object),
                                wb_build_int32(work, from.site),
                                size,
                                accesses};
    wb_call_runtime(kernel, "wbrt_copy", arguments, 8);
  } else {
    LLVMValueRef shadow = wb_shadow_of(kernel, LLVMGetOperand(call, 1));
    LLVMValueRef byte = LLVMBuildZExt(work->builder, LLVMGetOperand(call, 1), work->types.i32, "");
    LLVMValueRef arguments[] = {to.address,
                                wb_build_int32(work, to.object),
                                wb_build_int32(work, to.site),
                                byte,
                                size,
                                accesses,
                                shadow != NULL ? shadow : LLVMConstNull(work->types.i1)};
    wb_call_runtime(kernel, "wbrt_set", arguments, 7);
  }
  LLVMInstructionEraseFromParent(call);
  return true;
}
