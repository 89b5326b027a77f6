#include "emulator/instrument/access.h"
#include "emulator/instrument/objects.h"
#include "emulator/instrument/unwritten.h"

/* One end of a bulk copy. */
struct end {
  LLVMValueRef pointer, address;
  uint32_t object, site;
};

static struct end describe(struct wb_kernel_work *kernel, LLVMValueRef call, unsigned operand) {
  struct end end = {.pointer = LLVMGetOperand(call, operand)};
  end.object = wb_object_of(kernel, end.pointer);
  end.site = wb_site(kernel, call, end.object, 0);
  end.address =
      wb_check_pointer(kernel, call, end.pointer, operand == 0 ? WBRT_WRITE : WBRT_READ, end.site);
  return end;
}

/* Copies go by words, where their size allows it. */
static void note(struct wb_kernel_work *kernel, LLVMValueRef call, const struct end *end) {
  LLVMValueRef size = LLVMGetOperand(call, 2);
  uint64_t bytes = LLVMIsAConstantInt(size) ? LLVMConstIntGetZExtValue(size) : 1;
  wb_note_access(kernel, end->object, bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1, 4);
}

static LLVMValueRef size_of(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct wb_work *work = kernel->work;
  LLVMValueRef size = LLVMGetOperand(call, 2);
  return LLVMBuildZExtOrBitCast(work->builder, size, work->types.i64, "");
}

/* A parameter that is passed by value comes from the host: only its copy, an
 * object, has to learn that it is written. */
static void from_host(struct wb_kernel_work *kernel, LLVMValueRef call, const struct end *to) {
  struct wb_work *work = kernel->work;
  LLVMValueRef size = size_of(kernel, call);
  if (to->object == WB_FOREIGN || !LLVMIsAConstantInt(size)) return;
  wb_build_after(work, call);
  LLVMValueRef arguments[] = {to->address, wb_int32(work, to->object),
                              wb_int32(work, LLVMConstIntGetZExtValue(size)),
                              wb_int32(work, WBRT_WRITE), LLVMConstNull(work->types.i1)};
  wb_call_runtime(kernel, "wbrt_mark", arguments, 5);
}

bool wb_check_copy(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct wb_work *work = kernel->work;
  bool copies = wb_is_intrinsic(call, "llvm.memcpy.") || wb_is_intrinsic(call, "llvm.memmove.");
  bool sets = wb_is_intrinsic(call, "llvm.memset.");
  if (!copies && !sets) return false;
  struct end to = describe(kernel, call, 0), from = {0};
  if (copies) from = describe(kernel, call, 1);
  if (to.object == WB_FOREIGN || (copies && from.object == WB_FOREIGN)) {
    from_host(kernel, call, &to);
    return true;
  }
  LLVMValueRef size = size_of(kernel, call);
  note(kernel, call, &to);
  if (copies) note(kernel, call, &from);
  if (copies) {
    LLVMValueRef arguments[] = {
        to.address,   wb_int32(work, to.object),   wb_int32(work, to.site),
        from.address, wb_int32(work, from.object), wb_int32(work, from.site),
        size};
    wb_call_runtime(kernel, "wbrt_copy", arguments, 7);
  } else {
    LLVMValueRef shadow = wb_shadow_of(kernel, LLVMGetOperand(call, 1));
    LLVMValueRef byte = LLVMBuildZExt(work->builder, LLVMGetOperand(call, 1), work->types.i32, "");
    LLVMValueRef arguments[] = {to.address,
                                wb_int32(work, to.object),
                                wb_int32(work, to.site),
                                byte,
                                size,
                                shadow != NULL ? shadow : LLVMConstNull(work->types.i1)};
    wb_call_runtime(kernel, "wbrt_set", arguments, 6);
  }
  LLVMInstructionEraseFromParent(call);
  return true;
}
