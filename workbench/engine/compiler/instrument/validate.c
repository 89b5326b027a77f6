#include <stdio.h>
#include <string.h>

#include "compiler/instrument/dimension_bounds.h"
#include "compiler/instrument/steps.h"

/* Instructions of a kernel after everything is inlined into it. */
enum { MAX_INSTRUCTIONS = 400000 };

/* Variables of the program in global and constant memory, all together. */
enum { MAX_VARIABLE_BYTES = 64 << 20 };

enum { VISITING = 1, DONE = 2, FIRST_SIZE = 3 };

static bool is_own(struct wb_instrumentation *work, LLVMValueRef function) {
  return wb_map_has(&work->own, function);
}

/* What clang calls functions that the source calls by the part after "__", with
 * more after that. */
static const struct {
  const char *name, *what;
} INTERNAL[] = {
    {"enqueue_kernel", "device-side queues"},
    {"get_kernel_work_group_size", "device-side queues"},
    {"get_kernel_preferred_work_group_size_multiple", "device-side queues"},
    {"get_kernel_sub_group_count_for_ndrange", "device-side queues"},
    {"get_kernel_max_sub_group_size_for_ndrange", "device-side queues"},
    {"read_pipe", "pipes"},
    {"write_pipe", "pipes"},
    {"reserve_read_pipe", "pipes"},
    {"reserve_write_pipe", "pipes"},
    {"commit_read_pipe", "pipes"},
    {"commit_write_pipe", "pipes"},
    {"work_group_reserve_read_pipe", "pipes"},
    {"work_group_reserve_write_pipe", "pipes"},
    {"work_group_commit_read_pipe", "pipes"},
    {"work_group_commit_write_pipe", "pipes"},
    {"sub_group_reserve_read_pipe", "pipes"},
    {"sub_group_reserve_write_pipe", "pipes"},
    {"sub_group_commit_read_pipe", "pipes"},
    {"sub_group_commit_write_pipe", "pipes"},
    {"get_pipe_num_packets", "pipes"},
    {"get_pipe_max_packets", "pipes"},
};

static void complain_of_undefined(struct wb_instrumentation *work, LLVMValueRef blame,
                                  const char *name) {
  size_t i = 0;
  while (i < sizeof INTERNAL / sizeof INTERNAL[0] &&
         !(wb_starts_with(name, "__") && wb_starts_with(name + 2, INTERNAL[i].name)))
    i++;
  if (i < sizeof INTERNAL / sizeof INTERNAL[0])
    wb_instrument_complain(work, blame, "%s are not supported by the emulator: '%s'",
                           INTERNAL[i].what, INTERNAL[i].name);
  else
    wb_instrument_complain(work, blame, "undefined function '%s'", name);
}

static void check_callee(struct wb_instrumentation *work, LLVMValueRef call, LLVMValueRef callee,
                         LLVMValueRef blame) {
  size_t length = 0;
  char name[128];
  if (work->admits_all) return;
  if (!LLVMIsAFunction(callee)) {
    wb_instrument_complain(work, blame, "%s",
                           LLVMIsAInlineAsm(callee) ? "inline assembly is not supported"
                                                    : "calls through pointers are not supported");
    return;
  }
  const char *mangled = LLVMGetValueName2(callee, &length);
  if (!wb_allowlist_is_declared_call(call)) {
    wb_mangled_name(mangled, name, sizeof name);
    wb_instrument_complain(work, blame, "the declaration of '%s' differs from its definition",
                           name);
  }
  if (!LLVMIsDeclaration(callee) || wb_starts_with(mangled, "llvm.")) return;
  if (strcmp(mangled, "printf") == 0) wb_printf_check_format(work, call);
  if (wb_builtins_know(mangled) || wb_is_hidden_constant(work, callee) ||
      wb_is_index_function(callee))
    return;
  wb_mangled_name(mangled, name, sizeof name);
  if (strcmp(name, mangled) == 0)
    complain_of_undefined(work, blame, name);
  else
    wb_instrument_complain(work, blame,
                           "the builtin function '%s' is not supported by the emulator", name);
}

/* Visits what `function` calls. `blame` is the call in the judged file that
 * leads here. Gives the number of instructions with everything inlined. */
static uint64_t visit_callees(struct wb_instrumentation *work, struct wb_map *seen,
                              LLVMValueRef function, LLVMValueRef blame) {
  const struct wb_map_entry *entry = wb_map_find(seen, function);
  size_t length = 0;
  uint64_t size = 0;
  if (entry != NULL && entry->value == VISITING) {
    wb_instrument_complain(work, blame, "recursion is not allowed in OpenCL C: '%s' calls itself",
                           LLVMGetValueName2(function, &length));
    return 0;
  }
  if (entry != NULL) return entry->value - FIRST_SIZE;
  wb_map_put(seen, function, VISITING);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      size++;
      if (!LLVMIsACallInst(i)) continue;
      LLVMValueRef callee = LLVMGetCalledValue(i), at = is_own(work, function) ? i : blame;
      check_callee(work, i, callee, at);
      if (LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee))
        size += visit_callees(work, seen, callee, at);
      if (size > MAX_INSTRUCTIONS) size = MAX_INSTRUCTIONS + 1;
    }
  }
  wb_map_put(seen, function, (uintptr_t)size + FIRST_SIZE);
  return size;
}

/* Clang makes a function of a block, and a variable of one that needs no other. */
static bool is_block(LLVMValueRef global) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(global, &length);
  return wb_starts_with(name, "__block_literal") || strstr(name, "_block_invoke") != NULL;
}

static void check_blocks(struct wb_instrumentation *work) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    if (wb_map_has(&work->own, f) && is_block(f) && !wb_ends_with(LLVMGetValueName(f), "_kernel"))
      wb_instrument_complain(work, f, "blocks are not supported by the emulator: write a function");
}

static void check_globals(struct wb_instrumentation *work) {
  enum { GENERIC = 0, LOCAL = 3 };
  uint64_t bytes = 0;
  for (LLVMValueRef g = LLVMGetFirstGlobal(work->module); g; g = LLVMGetNextGlobal(g)) {
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(g));
    if (!wb_map_has(&work->own, g) || is_block(g)) continue;
    LLVMValueRef where = LLVMGetDebugLocLine(g) > 0 ? g : NULL;
    if (space == GENERIC)
      wb_instrument_complain(work, where,
                             "the variable '%s' is in no memory that the emulator knows",
                             wb_variable_name(work, g));
    if (space == LOCAL) continue;
    bytes += LLVMABISizeOfType(work->layout, LLVMGlobalGetValueType(g));
    if (bytes > MAX_VARIABLE_BYTES)
      wb_instrument_complain(
          work, where, "with '%s' the program's variables take more than %d MiB; pass a buffer",
          wb_variable_name(work, g), (int)(MAX_VARIABLE_BYTES >> 20));
  }
}

void wb_kernels_validate(struct wb_instrumentation *work) {
  struct wb_map seen = {0};
  check_globals(work);
  check_blocks(work);
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    size_t length = 0;
    if (!is_own(work, f)) continue;
    if (visit_callees(work, &seen, f, f) > MAX_INSTRUCTIONS && work->errors == 0)
      wb_instrument_complain(work, f,
                             "'%s' is too large once the functions that it calls are inlined",
                             LLVMGetValueName2(f, &length));
  }
  wb_map_release(&seen);
}
