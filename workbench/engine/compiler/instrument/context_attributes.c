/* What the optimiser may count on in checked code, as clang's own promises are
 * gone: nothing but the context's own address leads to the context, so that
 * stores of the kernel and into race histories do not touch it, and most of it
 * is the same for as long as a function of the kernel runs. */
#include <stddef.h>
#include <string.h>

#include "compiler/instrument/steps.h"

enum { VARIES = -1 };

/* Fields of the context that are set before a kernel's code is entered and
 * stay, until a barrier at least. */
static const struct field {
  size_t first, end;
} FIELDS[] = {
    {offsetof(struct wbrt_context, dimensions), offsetof(struct wbrt_context, global_id)},
    {offsetof(struct wbrt_context, group_id), offsetof(struct wbrt_context, global_linear_id)},
    {offsetof(struct wbrt_context, sink), offsetof(struct wbrt_context, segment)},
    {offsetof(struct wbrt_context, local_window), offsetof(struct wbrt_context, pending)},
    {offsetof(struct wbrt_context, objects), offsetof(struct wbrt_context, run)},
};

static void add_attribute(struct wb_instrumentation *work, LLVMValueRef function,
                          unsigned parameter, const char *name, uint64_t value) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAddAttributeAtIndex(function, parameter + 1,
                          LLVMCreateEnumAttribute(work->context, kind, value));
}

static void promise_context(struct wb_instrumentation *work, LLVMValueRef function) {
  if (LLVMIsDeclaration(function)) {
    add_attribute(work, function, 0, "nocapture", 0);
    return;
  }
  add_attribute(work, function, 0, "noalias", 0);
  add_attribute(work, function, 0, "dereferenceable", sizeof(struct wbrt_context));
  add_attribute(work, function, 0, "align", _Alignof(struct wbrt_context));
}

/* Byte offset that a GEP adds; VARIES where it is not constant. */
static int64_t offset_of(struct wb_instrumentation *work, LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  int64_t offset = 0;
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (!LLVMIsAConstantInt(index)) return VARIES;
    int64_t number = LLVMConstIntGetSExtValue(index);
    if (i > 1 && kind == LLVMStructTypeKind) {
      offset += (int64_t)LLVMOffsetOfElement(work->layout, type, (unsigned)number);
      type = LLVMStructGetTypeAtIndex(type, (unsigned)number);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    offset += number * (int64_t)LLVMABISizeOfType(work->layout, type);
  }
  return offset;
}

/* Only objects are looked up by a number that is not constant. */
static bool stays_constant(struct wb_instrumentation *work, LLVMValueRef pointer,
                           LLVMValueRef context) {
  int64_t offset = 0;
  while (LLVMIsAGetElementPtrInst(pointer)) {
    int64_t step = offset_of(work, pointer);
    offset = step == VARIES ? (int64_t)offsetof(struct wbrt_context, objects) : offset + step;
    pointer = LLVMGetOperand(pointer, 0);
  }
  bool found = false;
  for (size_t i = 0; i < sizeof FIELDS / sizeof FIELDS[0] && pointer == context; i++)
    found |= (size_t)offset >= FIELDS[i].first && (size_t)offset < FIELDS[i].end;
  return found;
}

/* The list of arguments and what it points at: the host's. */
static bool is_argument(LLVMValueRef pointer, LLVMValueRef args) {
  while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
  if (LLVMIsALoadInst(pointer)) {
    pointer = LLVMGetOperand(pointer, 0);
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
  }
  return pointer == args;
}

static bool is_waiting(LLVMValueRef instruction) {
  return strcmp(wb_callee_name(instruction), "wbrt_barrier") == 0;
}

/* Whether a function is an entry or a loop over work-items, which have the list of arguments
 * second. */
static bool is_of_kernel(struct wb_instrumentation *work, LLVMValueRef function) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(function, &length);
  bool found = false;
  for (size_t i = 0; i < work->program->n_kernels; i++)
    found |= strcmp(work->program->kernels[i].symbol, name) == 0;
  return found;
}

/* The list and the values are there from the start, whatever becomes of the
 * work-item: they are read once, before its loop over work-items. */
static void promise_arguments(struct wb_instrumentation *work, LLVMValueRef function,
                              const struct wb_values *list) {
  unsigned kind = LLVMGetMDKindIDInContext(work->context, "invariant.load", 14);
  LLVMValueRef nothing = LLVMMDNodeInContext(work->context, NULL, 0);
  LLVMValueRef args = LLVMGetParam(function, 1);
  add_attribute(work, function, 1, "noalias", 0);
  LLVMBasicBlockRef start = LLVMGetEntryBasicBlock(function);
  wb_build_before(work, LLVMGetBasicBlockTerminator(start));
  for (size_t i = 0; i < list->count; i++) {
    LLVMValueRef at = list->items[i];
    const bool load = LLVMIsALoadInst(at) != NULL, step = LLVMIsAGetElementPtrInst(at) != NULL;
    if (!(load || step) || !is_argument(step ? at : LLVMGetOperand(at, 0), args)) continue;
    if (step && offset_of(work, at) == VARIES) continue;
    if (load) LLVMSetMetadata(at, kind, nothing);
    if (LLVMGetInstructionParent(at) == start) continue;
    LLVMInstructionRemoveFromParent(at);
    LLVMInsertIntoBuilder(work->builder, at);
  }
}

/* Not of a function that waits: what it has read before a barrier would lie on each work-item's own
 * stack after it, of which the nearest cache has room for a few, while the context stays there. */
static void promise_loads(struct wb_instrumentation *work, LLVMValueRef function) {
  unsigned kind = LLVMGetMDKindIDInContext(work->context, "invariant.load", 14);
  LLVMValueRef nothing = LLVMMDNodeInContext(work->context, NULL, 0);
  LLVMValueRef context = LLVMGetParam(function, 0);
  struct wb_values list = wb_instructions_of(function);
  bool waits = false;
  for (size_t i = 0; i < list.count; i++) waits |= is_waiting(list.items[i]);
  for (size_t i = 0; i < list.count; i++)
    if (!waits && LLVMIsALoadInst(list.items[i]) &&
        stays_constant(work, LLVMGetOperand(list.items[i], 0), context))
      LLVMSetMetadata(list.items[i], kind, nothing);
  if (is_of_kernel(work, function)) promise_arguments(work, function, &list);
  wb_values_release(&list);
}

/* Functions of the runtime and of kernels have the context as first parameter;
 * the mathematics of libclc and what it calls have none. */
static bool has_context(LLVMValueRef function) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(function, &length);
  return wb_starts_with(name, "wbrt_") || wb_starts_with(name, "wb.");
}

void wb_context_attributes_add(struct wb_instrumentation *work) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    if (!has_context(f) || LLVMCountParams(f) == 0) continue;
    if (LLVMTypeOf(LLVMGetParam(f, 0)) != work->types.ptr) continue;
    promise_context(work, f);
    if (!LLVMIsDeclaration(f)) promise_loads(work, f);
  }
}
