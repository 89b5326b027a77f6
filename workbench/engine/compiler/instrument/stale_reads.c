#include <string.h>

#include "compiler/instrument/objects.h"
#include "compiler/instrument/slice.h"
#include "compiler/instrument/steps.h"

/* Relaxed atomic reads of memory that others have: in one of the orders of a launch they give an
 * older value than memory has, as OpenCL's memory model allows (emulator/run/changes.h). So do
 * updates that leave what they find, such as atomic_or(p, 0), which is how OpenCL C 1.2 reads.
 *
 * None of this is done in a kernel with mem_fence of OpenCL C 1.2: it orders nobody else by the
 * letter, but is all that a kernel of 1.2 could say, and devices do keep atomic operations in order
 * around it. */

static bool is_constant(LLVMValueRef value, uint64_t bits) {
  return LLVMIsAConstantInt(value) && (uint64_t)LLVMConstIntGetSExtValue(value) == bits;
}

/* An update that leaves what it finds, whatever that is. */
static bool leaves_value(LLVMValueRef update) {
  LLVMValueRef operand = LLVMGetOperand(update, 1);
  switch (LLVMGetAtomicRMWBinOp(update)) {
    case LLVMAtomicRMWBinOpAdd:
    case LLVMAtomicRMWBinOpSub:
    case LLVMAtomicRMWBinOpOr:
    case LLVMAtomicRMWBinOpXor:
      return is_constant(operand, 0);
    case LLVMAtomicRMWBinOpAnd:
      return is_constant(operand, UINT64_MAX);
    default:
      return false;
  }
}

/* What an atomic operation orders is said by a call right after it (sync.c); there is none where
 * all of the kernel order nothing. */
static bool is_relaxed(LLVMValueRef read) {
  enum { KIND = 2, ORDER = 3 };
  LLVMValueRef at = LLVMGetNextInstruction(read);
  while (at != NULL && !wb_is_atomic_access(at) && strcmp(wb_callee_name(at), "wbrt_sync") != 0)
    at = LLVMGetNextInstruction(at);
  if (at == NULL || wb_is_atomic_access(at)) return true;
  return is_constant(LLVMGetOperand(at, KIND), WBRT_SYNC_FENCE) ||
         is_constant(LLVMGetOperand(at, ORDER), WBRT_ORDER_RELAXED);
}

static bool may_be_stale(struct wb_kernel_work *kernel, LLVMValueRef access) {
  enum { MOST_BYTES = 8 };
  const bool reads = LLVMIsALoadInst(access) != NULL ||
                     (LLVMIsAAtomicRMWInst(access) != NULL && leaves_value(access));
  return reads && wb_is_atomic_access(access) && LLVMGetFirstUse(access) != NULL &&
         LLVMStoreSizeOfType(kernel->work->layout, LLVMTypeOf(access)) <= MOST_BYTES &&
         wb_is_shared_memory(kernel, wb_accessed_pointer(access)) && is_relaxed(access);
}

void wb_stale_reads_find(struct wb_kernel_work *kernel) {
  struct wb_values list = wb_instructions_of(kernel->entry);
  for (size_t i = 0; i < list.count && !kernel->old_fences; i++)
    if (may_be_stale(kernel, list.items[i])) wb_values_add(&kernel->stale_reads, list.items[i]);
  wb_program_kernel_of(kernel)->image.reads_stale = kernel->stale_reads.count > 0;
  wb_values_release(&list);
}

/* Right behind the read, before what is done with it. */
static void give_value(struct wb_kernel_work *kernel, LLVMValueRef read) {
  struct wb_instrumentation *work = kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMTypeRef type = LLVMTypeOf(read);
  const uint64_t bytes = LLVMStoreSizeOfType(work->layout, type);
  LLVMTypeRef bits = LLVMIntTypeInContext(work->context, (unsigned)(8 * bytes));
  LLVMValueRef site = wb_build_int32(work, wb_own_site(kernel, read));
  wb_build_after(work, read);
  LLVMValueRef found = LLVMBuildFreeze(b, read, "");
  LLVMValueRef value = LLVMBuildBitCast(b, found, bits, "");
  LLVMValueRef arguments[] = {LLVMBuildPtrToInt(b, wb_accessed_pointer(read), work->types.i64, ""),
                              wb_build_int32(work, (uint32_t)bytes), site,
                              LLVMBuildZExtOrBitCast(b, value, work->types.i64, "")};
  value = wb_call_runtime(kernel, "wbrt_stale_read", arguments, 4);
  value = LLVMBuildBitCast(b, LLVMBuildTruncOrBitCast(b, value, bits, ""), type, "");
  LLVMReplaceAllUsesWith(read, value);
  LLVMSetOperand(found, 0, read);
}

void wb_stale_reads_resolve(struct wb_kernel_work *kernel) {
  for (size_t i = 0; i < kernel->stale_reads.count; i++)
    give_value(kernel, kernel->stale_reads.items[i]);
}
