/* Pointers of OpenCL C 2.0 that name no address space: which one an address is
 * in is known when the kernel runs, from its region (runtime.h). */
#include <string.h>

#include "compiler/instrument/steps.h"

/* OpenCL's fence flags. */
enum { LOCAL_FENCE = 1, GLOBAL_FENCE = 2 };

/* clang has calls of these for to_global and its relatives. */
static const struct cast {
  const char *name;
  uint8_t memory;
} CASTS[] = {{"__to_global", WB_MEMORY_GLOBAL},
             {"__to_local", WB_MEMORY_LOCAL},
             {"__to_private", WB_MEMORY_PRIVATE}};

static const struct cast *find_cast(const char *name) {
  for (size_t i = 0; i < sizeof CASTS / sizeof CASTS[0]; i++)
    if (strcmp(CASTS[i].name, name) == 0) return &CASTS[i];
  return NULL;
}

static bool is_get_fence(const char *name) { return wb_starts_with(name, "_Z9get_fence"); }

bool wb_is_generic_builtin(const char *name) {
  return find_cast(name) != NULL || is_get_fence(name);
}

static LLVMValueRef is_in(struct wb_kernel_work *kernel, LLVMValueRef memory, uint8_t which) {
  struct wb_instrumentation *work = kernel->work;
  return LLVMBuildICmp(work->builder, LLVMIntEQ, memory, wb_int32(work, which), "");
}

bool wb_generic_lower(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct wb_instrumentation *work = kernel->work;
  LLVMBuilderRef b = work->builder;
  const char *name = LLVMIsACallInst(call) ? wb_callee_name(call) : "";
  const struct cast *cast = find_cast(name);
  if (!wb_is_generic_builtin(name)) return false;
  wb_build_before(work, call);
  LLVMTypeRef type = LLVMTypeOf(call);
  LLVMValueRef pointer = LLVMGetOperand(call, 0);
  LLVMValueRef address = LLVMBuildPtrToInt(b, pointer, work->types.i64, "");
  LLVMValueRef memory = wb_call_runtime(kernel, "wbrt_memory_at", &address, 1), result;
  if (cast != NULL) {
    LLVMValueRef same =
        LLVMTypeOf(pointer) == type ? pointer : LLVMBuildAddrSpaceCast(b, pointer, type, "");
    result = LLVMBuildSelect(b, is_in(kernel, memory, cast->memory), same, LLVMConstNull(type), "");
  } else {
    LLVMValueRef local = LLVMBuildSelect(b, is_in(kernel, memory, WB_MEMORY_LOCAL),
                                         wb_int32(work, LOCAL_FENCE), wb_int32(work, 0), "");
    result = LLVMBuildSelect(b, is_in(kernel, memory, WB_MEMORY_GLOBAL),
                             wb_int32(work, GLOBAL_FENCE), local, "");
  }
  LLVMReplaceAllUsesWith(call, result);
  LLVMInstructionEraseFromParent(call);
  return true;
}
