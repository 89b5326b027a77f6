#include <stddef.h>
#include <string.h>

#include "compiler/instrument/atomics.h"
#include "compiler/instrument/collectives.h"
#include "compiler/instrument/images.h"
#include "compiler/instrument/steps.h"

/* ---- generic pointers ------------------------------------------------------------------------ */

/* Pointers of OpenCL C 2.0 that name no address space: which one an address is
 * in is known when the kernel runs, from its region (runtime.h). */

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

static bool is_generic_builtin(const char *name) {
  return find_cast(name) != NULL || is_get_fence(name);
}

static LLVMValueRef is_in(struct wb_kernel_work *kernel, LLVMValueRef memory, uint8_t which) {
  struct wb_instrumentation *work = kernel->work;
  return LLVMBuildICmp(work->builder, LLVMIntEQ, memory, wb_build_int32(work, which), "");
}

static bool lower_generic(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct wb_instrumentation *work = kernel->work;
  LLVMBuilderRef b = work->builder;
  const char *name = LLVMIsACallInst(call) ? wb_callee_name(call) : "";
  const struct cast *cast = find_cast(name);
  if (!is_generic_builtin(name)) return false;
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
    LLVMValueRef local =
        LLVMBuildSelect(b, is_in(kernel, memory, WB_MEMORY_LOCAL),
                        wb_build_int32(work, LOCAL_FENCE), wb_build_int32(work, 0), "");
    result = LLVMBuildSelect(b, is_in(kernel, memory, WB_MEMORY_GLOBAL),
                             wb_build_int32(work, GLOBAL_FENCE), local, "");
  }
  LLVMReplaceAllUsesWith(call, result);
  LLVMInstructionEraseFromParent(call);
  return true;
}

/* ---- functions of a work-item -------------------------------------------------- */

enum kind {
  BY_DIMENSION, /* a uint64_t[3] of the context */
  WIDE,         /* a uint64_t */
  NARROW,       /* a uint32_t */
  HINT,         /* touches nothing; libclc has it of some types alone */
  SYNC,         /* sync.c */
  BARRIER,      /* loops.c */
  ASYNC,        /* async.c */
  WAIT,         /* loops.c and async.c */
  PRINTF        /* printf.c */
};

#define FIELD(name) offsetof(struct wbrt_context, name)

static const struct builtin {
  const char *name;
  enum kind kind;
  size_t offset;
  uint64_t beyond; /* the result for a dimension that is not there */
} BUILTINS[] = {
    {"get_global_id", BY_DIMENSION, FIELD(global_id), 0},
    {"get_local_id", BY_DIMENSION, FIELD(local_id), 0},
    {"get_group_id", BY_DIMENSION, FIELD(group_id), 0},
    {"get_global_size", BY_DIMENSION, FIELD(global_size), 1},
    {"get_local_size", BY_DIMENSION, FIELD(local_size), 1},
    {"get_enqueued_local_size", BY_DIMENSION, FIELD(local_size), 1},
    {"get_num_groups", BY_DIMENSION, FIELD(n_groups), 1},
    {"get_global_offset", BY_DIMENSION, FIELD(offset), 0},
    {"get_global_linear_id", WIDE, FIELD(global_linear_id), 0},
    {"get_local_linear_id", WIDE, FIELD(local_linear_id), 0},
    {"get_work_dim", NARROW, FIELD(dimensions), 0},
    {"prefetch", HINT, 0, 0},
    {"mem_fence", SYNC, 0, 0},
    {"read_mem_fence", SYNC, 0, 0},
    {"write_mem_fence", SYNC, 0, 0},
    {"atomic_work_item_fence", SYNC, 0, 0},
    {WB_SYNC_MARKER, SYNC, 0, 0},
    {"barrier", BARRIER, 0, 0},
    {"work_group_barrier", BARRIER, 0, 0},
    {"async_work_group_copy", ASYNC, 0, 0},
    {"async_work_group_strided_copy", ASYNC, 0, 0},
    {"wait_group_events", WAIT, 0, 0},
    {"printf", PRINTF, 0, 0},
};

static const struct builtin *find_builtin(const char *mangled) {
  char name[64];
  wb_mangled_name(mangled, name, sizeof name);
  for (size_t i = 0; i < sizeof BUILTINS / sizeof BUILTINS[0]; i++) {
    bool plain = BUILTINS[i].kind == PRINTF || strcmp(mangled, WB_SYNC_MARKER) == 0;
    if (strcmp(name, BUILTINS[i].name) == 0 && (strcmp(name, mangled) == 0) == plain)
      return &BUILTINS[i];
  }
  return NULL;
}

bool wb_builtins_know(const char *name) {
  return find_builtin(name) != NULL || wb_is_atomic_builtin(name) || wb_is_image_builtin(name) ||
         wb_is_collective_builtin(name) || wb_is_subgroup_query(name) || is_generic_builtin(name);
}

bool wb_is_barrier(LLVMValueRef call) {
  const struct builtin *builtin = find_builtin(wb_callee_name(call));
  return builtin != NULL && (builtin->kind == BARRIER || builtin->kind == WAIT);
}

bool wb_is_async_wait(LLVMValueRef call) {
  const struct builtin *builtin = find_builtin(wb_callee_name(call));
  return builtin != NULL && builtin->kind == WAIT;
}

static LLVMValueRef by_dimension(struct wb_kernel_work *kernel, const struct builtin *builtin,
                                 LLVMValueRef dimension) {
  struct wb_instrumentation *work = kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef beyond = wb_build_int64(work, builtin->beyond);
  if (LLVMIsAConstantInt(dimension)) {
    uint64_t d = LLVMConstIntGetZExtValue(dimension);
    return d < 3 ? wb_context_load(kernel, work->types.i64, builtin->offset + d * sizeof(uint64_t))
                 : beyond;
  }
  LLVMValueRef result = beyond;
  for (unsigned d = 0; d < 3; d++) {
    LLVMValueRef is = LLVMBuildICmp(b, LLVMIntEQ, dimension, wb_build_int32(work, d), "");
    LLVMValueRef value =
        wb_context_load(kernel, work->types.i64, builtin->offset + d * sizeof(uint64_t));
    result = LLVMBuildSelect(b, is, value, result, "");
  }
  return result;
}

static LLVMValueRef lower_builtin(struct wb_kernel_work *kernel, const struct builtin *builtin,
                                  LLVMValueRef call) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef result = NULL;
  wb_build_before(work, call);
  switch (builtin->kind) {
    case BY_DIMENSION:
      result = by_dimension(kernel, builtin, LLVMGetOperand(call, 0));
      break;
    case WIDE:
      result = wb_context_load(kernel, work->types.i64, builtin->offset);
      break;
    case NARROW:
      result = wb_context_load(kernel, work->types.i32, builtin->offset);
      break;
    default:
      break;
  }
  return result;
}

void wb_builtins_lower(struct wb_kernel_work *kernel) {
  struct wb_values list = wb_instructions_of(kernel->entry);
  for (size_t i = 0; i < list.count; i++) {
    LLVMValueRef call = list.items[i];
    if (wb_image_lower(kernel, call) || lower_generic(kernel, call)) continue;
    const struct builtin *builtin =
        LLVMIsACallInst(call) ? find_builtin(wb_callee_name(call)) : NULL;
    if (builtin == NULL || builtin->kind >= SYNC) continue;
    LLVMValueRef result = lower_builtin(kernel, builtin, call);
    if (result != NULL && LLVMTypeOf(result) != LLVMTypeOf(call))
      result = LLVMBuildIntCast2(kernel->work->builder, result, LLVMTypeOf(call), 0, "");
    if (result != NULL) LLVMReplaceAllUsesWith(call, result);
    LLVMInstructionEraseFromParent(call);
  }
  wb_values_release(&list);
}
