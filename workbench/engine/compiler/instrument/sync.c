#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/instrument/atomics.h"
#include "compiler/instrument/steps.h"

/* Atomic operations and fences that order memory: the runtime hears of all of them in a kernel
 * that has any, and of none in one where everything is relaxed.
 *
 * The fences of OpenCL C 1.2 order the accesses of the work-item alone, for
 * nobody else to rely on: nothing is left of them. From 2.0 on the same names
 * stand for fences of scope work-group (OpenCL C 3.0, 6.15.12.8). */

static const struct fence {
  const char *name;
  uint32_t order;
} OLD_FENCES[] = {{"mem_fence", WBRT_ORDER_ACQ_REL},
                  {"read_mem_fence", WBRT_ORDER_ACQUIRE},
                  {"write_mem_fence", WBRT_ORDER_RELEASE}};

/* A call, in wbrt_sync's words; `order` is NULL for what is no such call. */
struct sync {
  LLVMValueRef address, kind, order, scope;
  bool fence;
};

/* The version of OpenCL C, as 300 for 3.0. */
static unsigned language_version(struct wb_instrumentation *work) {
  static const char NODE[] = "opencl.ocl.version";
  LLVMValueRef nodes[4], parts[2];
  unsigned version = 120, count = LLVMGetNamedMetadataNumOperands(work->module, NODE);
  if (count == 0 || count > 4) return version;
  LLVMGetNamedMetadataOperands(work->module, NODE, nodes);
  if (LLVMGetMDNodeNumOperands(nodes[0]) != 2) return version;
  LLVMGetMDNodeOperands(nodes[0], parts);
  if (LLVMIsAConstantInt(parts[0]) && LLVMIsAConstantInt(parts[1]))
    version = (unsigned)(LLVMConstIntGetZExtValue(parts[0]) * 100 +
                         LLVMConstIntGetZExtValue(parts[1]) * 10);
  return version;
}

static struct sync fence_of(struct wb_instrumentation *work, LLVMValueRef call, const char *name) {
  struct sync sync = {0};
  sync.kind = wb_build_int32(work, WBRT_SYNC_FENCE);
  sync.fence = true;
  sync.address = LLVMGetOperand(call, 0);
  if (strcmp(name, "atomic_work_item_fence") == 0) {
    sync.order = LLVMGetOperand(call, 1);
    sync.scope = LLVMGetOperand(call, 2);
  }
  for (size_t i = 0; i < sizeof OLD_FENCES / sizeof OLD_FENCES[0]; i++) {
    if (strcmp(name, OLD_FENCES[i].name) != 0) continue;
    bool orders = language_version(work) >= 200;
    sync.order = wb_build_int32(work, orders ? OLD_FENCES[i].order : WBRT_ORDER_RELAXED);
    sync.scope = wb_build_int32(work, WBRT_SCOPE_GROUP);
  }
  return sync;
}

static struct sync sync_of(struct wb_instrumentation *work, LLVMValueRef call) {
  char name[64];
  if (!LLVMIsACallInst(call)) return (struct sync){0};
  if (strcmp(wb_callee_name(call), WB_SYNC_MARKER) == 0)
    return (struct sync){LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2),
                         LLVMGetOperand(call, 3), false};
  if (!wb_starts_with(wb_callee_name(call), "_Z")) return (struct sync){0};
  wb_mangled_name(wb_callee_name(call), name, sizeof name);
  return LLVMGetNumArgOperands(call) > 0 ? fence_of(work, call, name) : (struct sync){0};
}

static bool is_relaxed(LLVMValueRef order) {
  return LLVMIsAConstantInt(order) && LLVMConstIntGetZExtValue(order) == WBRT_ORDER_RELAXED;
}

static bool is_narrow(LLVMValueRef instruction) {
  bool atomic = LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) ||
                ((LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction)) &&
                 LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic);
  return atomic && LLVMIsAtomicSingleThread(instruction);
}

static void lower_sync(struct wb_kernel_work *kernel, LLVMValueRef call, const struct sync *sync) {
  struct wb_instrumentation *work = kernel->work;
  wb_build_before(work, call);
  LLVMSetCurrentDebugLocation2(work->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef arguments[] = {
      LLVMBuildZExtOrBitCast(work->builder, sync->address, work->types.i64, ""), sync->kind,
      sync->order, sync->scope};
  wb_call_runtime(kernel, "wbrt_sync", arguments, 4);
}

void wb_sync_lower(struct wb_kernel_work *kernel) {
  struct wb_values list = wb_instructions_of(kernel->entry);
  bool *orders = &wb_program_kernel_of(kernel)->image.orders;
  for (size_t i = 0; i < list.count; i++) {
    struct sync sync = sync_of(kernel->work, list.items[i]);
    if (sync.order != NULL && sync.fence && !is_relaxed(sync.order))
      wb_program_kernel_of(kernel)->image.has_fences = true;
    kernel->old_fences |= sync.order != NULL && sync.fence && is_relaxed(sync.order);
    *orders |= sync.order != NULL ? !is_relaxed(sync.order) : is_narrow(list.items[i]);
  }
  for (size_t i = 0; i < list.count; i++) {
    struct sync sync = sync_of(kernel->work, list.items[i]);
    if (sync.order == NULL) continue;
    if (*orders) lower_sync(kernel, list.items[i], &sync);
    LLVMInstructionEraseFromParent(list.items[i]);
  }
  wb_values_release(&list);
}
