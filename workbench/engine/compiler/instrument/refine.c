/* After the checks stand: what is known of each is written into its flags, and
 * in a kernel that has very many of them, they become calls of functions that
 * accesses of one size and kind share. Inlining a fast path of thirty
 * instructions at hundreds of places makes kernels that take seconds to
 * compile; a call costs a nanosecond. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/access.h"
#include "compiler/instrument/lockstep.h"
#include "compiler/instrument/steps.h"

/* Checks from which on they are called rather than inlined: in a kernel, and in all kernels of a
 * program together. */
enum { MANY_CHECKS = 40, VERY_MANY_CHECKS = 200 };

enum { UNWRITTEN_SIZE = 3, MAX_ARGUMENTS = 8, MAX_NAME = 128 };

/* How a parameter of a shared function comes to its argument: c context, p
 * passed; k a constant there, o too, for an object that is not known; b passed
 * unless it is constant. One of them are the flags. */
static const struct shared {
  const char *name, *plan;
  unsigned flags;
} SHARED[] = {{"wbrt_check", "cpokkkp", WB_CHECK_FLAGS},
              {"wbrt_unwritten", "cpokkp", 4},
              {"wbrt_mark", "cpokkb", 4},
              {"wbrt_unwritten_lanes", "cpokkkp", 5},
              {"wbrt_mark_lanes", "cpokkkp", 5}};

static const struct shared *shared_of(LLVMValueRef call) {
  const char *name = LLVMIsACallInst(call) ? wb_callee_name(call) : "";
  for (size_t i = 0; i < sizeof SHARED / sizeof SHARED[0]; i++)
    if (strcmp(SHARED[i].name, name) == 0) return &SHARED[i];
  return NULL;
}

static bool is_check(const struct shared *shared) { return shared == &SHARED[0]; }

/* ---- what is known -------------------------------------------------------------- */

static uint32_t granule_bits(uint32_t least_access) {
  return (wb_granule_shift(least_access) + 1U) << WBRT_GRANULE_SHIFT;
}

static bool is_atomic_locally(struct wb_kernel_work *kernel, LLVMValueRef check) {
  uint64_t flags = LLVMConstIntGetZExtValue(LLVMGetOperand(check, WB_CHECK_FLAGS));
  uint64_t number = LLVMConstIntGetZExtValue(LLVMGetOperand(check, WB_CHECK_OBJECT));
  bool global = number < WBRT_MAX_OBJECTS && kernel->infos[number].memory == WB_MEMORY_GLOBAL;
  return (flags & WBRT_ATOMIC) != 0 && !global;
}

/* The granule of an object that is not known is not either: it may be any. */
static void refine_check(struct wb_kernel_work *kernel, const struct shared *shared,
                         LLVMValueRef call, bool atomics) {
  LLVMValueRef object = LLVMGetOperand(call, WB_CHECK_OBJECT);
  uint64_t flags = LLVMConstIntGetZExtValue(LLVMGetOperand(call, shared->flags));
  uint64_t number = LLVMConstIntGetZExtValue(object);
  if (wb_program_kernel_of(kernel)->image.orders) flags |= WBRT_ORDERED;
  if (!atomics) flags |= WBRT_NO_ATOMICS;
  if (number < WBRT_MAX_OBJECTS)
    flags |= (uint64_t)kernel->infos[number].memory << WBRT_MEMORY_SHIFT |
             granule_bits(wb_least_access(kernel, (uint32_t)number));
  LLVMSetOperand(call, shared->flags, wb_build_int32(kernel->work, flags));
}

/* What race histories must know when the kernel is launched. */
static void keep_granules(struct wb_kernel_work *kernel) {
  struct wb_program_kernel *made = wb_program_kernel_of(kernel);
  for (uint32_t i = 0; i < WB_MAX_ARGS; i++) {
    const uint32_t least = wb_least_access(kernel, WBRT_FIRST_ARGUMENT + i);
    made->image.param_least[i] = (uint8_t)(least < 128 ? least : 128);
    made->image.param_number[i] = (uint8_t)kernel->infos[WBRT_FIRST_ARGUMENT + i].number_bytes;
  }
  for (uint32_t i = 0; i < made->image.n_objects; i++) {
    made->objects[i].least_access = wb_least_access(kernel, WBRT_FIRST_STATIC + i);
    made->objects[i].number_bytes = (uint8_t)kernel->infos[WBRT_FIRST_STATIC + i].number_bytes;
  }
}

/* ---- shared functions ------------------------------------------------------------- */

static bool stays_constant(char plan, LLVMValueRef argument) {
  if (plan == 'o') return LLVMConstIntGetZExtValue(argument) >= WBRT_MAX_OBJECTS;
  return plan == 'k' || (plan == 'b' && LLVMIsAConstantInt(argument) != NULL);
}

/* The name says all constants, so that one name is one function. */
static void name_function(const struct shared *shared, LLVMValueRef call, char *name) {
  int length = snprintf(name, MAX_NAME, "wb.shared.%s", shared->name);
  for (unsigned i = 0; shared->plan[i] != '\0'; i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (stays_constant(shared->plan[i], argument))
      length += snprintf(name + length, (size_t)(MAX_NAME - length), ".%llu",
                         (unsigned long long)LLVMConstIntGetZExtValue(argument));
    else
      length += snprintf(name + length, (size_t)(MAX_NAME - length), "._");
  }
}

/* A known object is below WBRT_MAX_OBJECTS, a power of two: said so that its
 * lookup has no branches. */
static LLVMValueRef check_parameter(struct wb_instrumentation *work, char plan,
                                    LLVMValueRef value) {
  return plan == 'o'
             ? LLVMBuildAnd(work->builder, value, wb_build_int32(work, WBRT_MAX_OBJECTS - 1), "")
             : value;
}

static LLVMValueRef make_function(struct wb_instrumentation *work, const char *name,
                                  const struct shared *shared, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call), all[MAX_ARGUMENTS];
  LLVMTypeRef type = LLVMGlobalGetValueType(callee), types[MAX_ARGUMENTS];
  unsigned n = 0;
  for (unsigned i = 0; shared->plan[i] != '\0'; i++)
    if (!stays_constant(shared->plan[i], LLVMGetOperand(call, i)))
      types[n++] = LLVMTypeOf(LLVMGetOperand(call, i));
  LLVMValueRef function =
      LLVMAddFunction(work->module, name, LLVMFunctionType(LLVMGetReturnType(type), types, n, 0));
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMPositionBuilderAtEnd(work->builder,
                           LLVMAppendBasicBlockInContext(work->context, function, ""));
  unsigned count = 0;
  n = 0;
  for (; shared->plan[count] != '\0'; count++) {
    LLVMValueRef argument = LLVMGetOperand(call, count);
    all[count] = stays_constant(shared->plan[count], argument)
                     ? argument
                     : check_parameter(work, shared->plan[count], LLVMGetParam(function, n++));
  }
  LLVMValueRef result = LLVMBuildCall2(work->builder, type, callee, all, count, "");
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(work->builder);
  else
    LLVMBuildRet(work->builder, result);
  return function;
}

static void share_check(struct wb_instrumentation *work, const struct shared *shared,
                        LLVMValueRef call) {
  char name[MAX_NAME];
  LLVMValueRef arguments[MAX_ARGUMENTS];
  unsigned n = 0;
  name_function(shared, call, name);
  LLVMValueRef function = LLVMGetNamedFunction(work->module, name);
  if (function == NULL) function = make_function(work, name, shared, call);
  for (unsigned i = 0; shared->plan[i] != '\0'; i++)
    if (!stays_constant(shared->plan[i], LLVMGetOperand(call, i)))
      arguments[n++] = LLVMGetOperand(call, i);
  wb_build_before(work, call);
  LLVMValueRef made =
      LLVMBuildCall2(work->builder, LLVMGlobalGetValueType(function), function, arguments, n, "");
  LLVMReplaceAllUsesWith(call, made);
  LLVMInstructionEraseFromParent(call);
}

void wb_checks_refine(struct wb_kernel_work *kernel) {
  struct wb_values list = wb_instructions_of(kernel->entry);
  size_t checks = 0;
  bool atomics = false;
  for (size_t i = 0; i < list.count; i++)
    atomics |= is_check(shared_of(list.items[i])) && is_atomic_locally(kernel, list.items[i]);
  for (size_t i = 0; i < list.count; i++) {
    const struct shared *shared = shared_of(list.items[i]);
    if (shared == NULL) continue;
    refine_check(kernel, shared, list.items[i], atomics);
    checks += is_check(shared);
  }
  kernel->checks = checks;
  kernel->work->checks += checks;
  keep_granules(kernel);
  wb_values_release(&list);
  wb_item_counts_insert(kernel); /* puts other calls in the place of some */
  wb_group_independence_find(kernel);
}

/* ---- reads of local memory ---------------------------------------------------------- */

/* The check of a plain read of local memory, of one cell, whose bytes a call asks about; else NULL.
 */
static LLVMValueRef local_read_of(LLVMValueRef call) {
  if (strcmp(wb_callee_name(call), "wbrt_unwritten") != 0) return NULL;
  LLVMValueRef check = LLVMGetOperand(call, 1);
  if (strcmp(wb_callee_name(check), "wbrt_check") != 0) return NULL;
  const uint64_t flags = LLVMConstIntGetZExtValue(LLVMGetOperand(check, WB_CHECK_FLAGS));
  const uint64_t granule = flags >> WBRT_GRANULE_SHIFT & WBRT_GRANULE_MASK;
  const uint64_t size = LLVMConstIntGetZExtValue(LLVMGetOperand(check, WB_CHECK_SIZE));
  const bool plain = (flags & (WBRT_WRITE | WBRT_ATOMIC | WBRT_ORDERED)) == 0;
  const bool local = (flags >> WBRT_MEMORY_SHIFT & WBRT_MEMORY_MASK) == WB_MEMORY_LOCAL;
  const bool same = LLVMGetOperand(call, UNWRITTEN_SIZE) == LLVMGetOperand(check, WB_CHECK_SIZE);
  return plain && local && same && granule != 0 && size == 1ULL << (granule - 1) ? check : NULL;
}

/* Makes one call of both, so that a quiet cell is looked at once. */
static void join_local_reads(struct wb_kernel_work *kernel) {
  struct wb_instrumentation *work = kernel->work;
  struct wb_values list = wb_instructions_of(kernel->entry);
  LLVMValueRef arguments[MAX_ARGUMENTS];
  for (size_t i = 0; i < list.count; i++) {
    LLVMValueRef call = list.items[i], check = LLVMIsACallInst(call) ? local_read_of(call) : NULL;
    if (check == NULL) continue;
    wb_build_before(work, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel->entry)));
    LLVMValueRef unwritten = LLVMBuildAlloca(work->builder, work->types.i8, "");
    wb_build_before(work, check);
    for (unsigned k = 1; k <= WB_CHECK_SITE; k++) arguments[k - 1] = LLVMGetOperand(check, k);
    arguments[WB_CHECK_SITE] = unwritten;
    LLVMValueRef read = wb_call_runtime(kernel, "wbrt_read_local", arguments, WB_CHECK_SITE + 1);
    LLVMValueRef answer = LLVMBuildLoad2(work->builder, work->types.i8, unwritten, "");
    LLVMReplaceAllUsesWith(call, LLVMBuildTrunc(work->builder, answer, work->types.i1, ""));
    LLVMReplaceAllUsesWith(check, read);
    LLVMInstructionEraseFromParent(call);
    LLVMInstructionEraseFromParent(check);
  }
  wb_values_release(&list);
}

void wb_checks_share(struct wb_kernel_work *kernel) {
  struct wb_instrumentation *work = kernel->work;
  if (work->has_better) return; /* there all are calls */
  if (kernel->checks < MANY_CHECKS && work->checks < VERY_MANY_CHECKS) {
    if (work->tier == WB_TIER_OPTIMISED) join_local_reads(kernel);
    return;
  }
  struct wb_values list = wb_instructions_of(kernel->entry);
  for (size_t i = 0; i < list.count; i++) {
    const struct shared *shared = shared_of(list.items[i]);
    if (shared != NULL) share_check(work, shared, list.items[i]);
  }
  work->shares = true;
  wb_values_release(&list);
}
