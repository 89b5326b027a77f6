#include "compiler/instrument/objects.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/poison.h"
#include "compiler/instrument/steps.h"

/* Each kernel carries the initial values of the variables that it names. */
enum { MAX_INITIAL_BYTES = 256 << 20 };

static LLVMTypeRef element_of(LLVMTypeRef type) {
  while (LLVMGetTypeKind(type) == LLVMArrayTypeKind) type = LLVMGetElementType(type);
  return type;
}

/* 0 where the elements are structs, which have numbers of several sizes. */
static uint32_t number_bytes(struct wb_instrumentation *work, LLVMTypeRef element) {
  if (LLVMGetTypeKind(element) == LLVMVectorTypeKind) element = LLVMGetElementType(element);
  return LLVMGetTypeKind(element) == LLVMStructTypeKind
             ? 0
             : (uint32_t)LLVMABISizeOfType(work->layout, element);
}

static void note_dimensions(LLVMTypeRef type, uint32_t inner[3]) {
  for (unsigned i = 0; LLVMGetTypeKind(type) == LLVMArrayTypeKind; i++) {
    type = LLVMGetElementType(type);
    if (LLVMGetTypeKind(type) == LLVMArrayTypeKind && i < 3)
      inner[i] = (uint32_t)LLVMGetArrayLength2(type);
  }
}

static uint32_t add_object(struct wb_kernel_work *kernel, LLVMValueRef where, const char *name,
                           uint8_t memory, LLVMTypeRef type, uint32_t align) {
  struct wb_instrumentation *work = kernel->work;
  struct wb_program_kernel *made = wb_program_kernel_of(kernel);
  uint32_t number = WBRT_FIRST_STATIC + made->image.n_objects;
  if (number >= WBRT_MAX_OBJECTS) {
    if (number == WBRT_MAX_OBJECTS && work->errors == 0)
      wb_instrument_complain(work, where, "kernel '%s' has more than %d arrays", made->image.name,
                             WBRT_MAX_OBJECTS - WBRT_FIRST_STATIC);
    number = WBRT_MAX_OBJECTS - 1; /* any that is valid: no code comes of this, only more errors */
    return number;
  }
  made->objects = wb_grow(made->objects, &made->objects_capacity, made->image.n_objects + 1,
                          sizeof *made->objects);
  struct wb_static_object *object = &made->objects[made->image.n_objects++];
  *object = (struct wb_static_object){.name = name,
                                      .memory = memory,
                                      .size = LLVMABISizeOfType(work->layout, type),
                                      .align = align > 0 ? align : 1};
  note_dimensions(type, object->inner);
  kernel->infos[number] = (struct wb_object_traits){
      .name = name,
      .memory = memory,
      .type = type,
      .element_bytes = (uint32_t)LLVMABISizeOfType(work->layout, element_of(type)),
      .number_bytes = number_bytes(work, element_of(type))};
  return number;
}

/* The pointer to an object, computed once at the start of the kernel. */
static LLVMValueRef base_of(struct wb_kernel_work *kernel, uint32_t number, LLVMTypeRef type) {
  struct wb_instrumentation *work = kernel->work;
  const void *key = (const void *)(uintptr_t)(number + 1);
  const struct wb_map_entry *known = wb_map_find(&kernel->bases, key);
  if (known != NULL) return (LLVMValueRef)known->value;
  wb_build_before(work, kernel->anchor);
  size_t offset = offsetof(struct wbrt_context, objects) + number * sizeof(struct wbrt_object) +
                  offsetof(struct wbrt_object, base);
  LLVMValueRef base = wb_context_load(kernel, work->types.i64, offset);
  LLVMValueRef pointer = LLVMBuildIntToPtr(work->builder, base, type, "");
  wb_map_put(&kernel->objects, pointer, number);
  wb_map_put(&kernel->bases, key, (uintptr_t)pointer);
  return pointer;
}

/* Of a variable of the program. */
static uint8_t memory_of_space(unsigned space) {
  enum { GLOBAL = 1, LOCAL = 3 };
  return space == LOCAL ? WB_MEMORY_LOCAL : space == GLOBAL ? WB_MEMORY_GLOBAL : WB_MEMORY_CONSTANT;
}

uint32_t wb_object_of_global(struct wb_kernel_work *kernel, LLVMValueRef global) {
  struct wb_instrumentation *work = kernel->work;
  const struct wb_map_entry *known = wb_map_find(&kernel->globals, global);
  if (known != NULL) return (uint32_t)known->value;
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  const uint8_t memory = memory_of_space(LLVMGetPointerAddressSpace(LLVMTypeOf(global)));
  uint32_t number = add_object(kernel, NULL, wb_variable_name(work, global), memory, type,
                               LLVMGetAlignment(global));
  wb_map_put(&kernel->globals, global, number);
  if (memory == WB_MEMORY_GLOBAL && work->errors == 0)
    wb_program_kernel_of(kernel)->objects[number - WBRT_FIRST_STATIC].read_only =
        wb_map_find(&work->own, global)->value == WB_OWN_CONSTANT;
  if (memory != WB_MEMORY_LOCAL && !LLVMIsNull(LLVMGetInitializer(global)) && work->errors == 0) {
    const uint64_t size = LLVMABISizeOfType(work->layout, type);
    uint8_t *bytes = NULL;
    work->initial_bytes += size;
    if (work->initial_bytes <= MAX_INITIAL_BYTES) bytes = wb_program_block(work->program, size);
    if (bytes == NULL)
      wb_instrument_complain(
          work, NULL,
          "with '%s' in kernel '%s' the initial values of all kernels' variables take more "
          "than %d MiB; pass a buffer",
          wb_variable_name(work, global), wb_program_kernel_of(kernel)->image.name,
          MAX_INITIAL_BYTES >> 20);
    else if (!wb_constant_bytes(kernel, LLVMGetInitializer(global), bytes))
      wb_instrument_complain(work, NULL,
                             "the initial value of '%s' is not supported by the emulator",
                             wb_variable_name(work, global));
    wb_program_kernel_of(kernel)->objects[number - WBRT_FIRST_STATIC].initial = bytes;
  }
  return number;
}

/* ---- globals: constants made of them become instructions --------------------- */

static bool has_object(struct wb_kernel_work *kernel, LLVMValueRef constant) {
  bool found = false;
  if (LLVMIsAGlobalVariable(constant)) return wb_map_has(&kernel->work->own, constant);
  if (!LLVMIsAConstantExpr(constant)) return false;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(constant); i++)
    found |= has_object(kernel, LLVMGetOperand(constant, i));
  return found;
}

/* Builds before `user`. */
static LLVMValueRef expand_constant(struct wb_kernel_work *kernel, LLVMValueRef constant,
                                    LLVMValueRef user) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef operands[32] = {NULL};
  if (!has_object(kernel, constant)) return constant;
  if (LLVMIsAGlobalVariable(constant))
    return base_of(kernel, wb_object_of_global(kernel, constant), LLVMTypeOf(constant));
  int count = LLVMGetNumOperands(constant);
  if (count > 32) count = 32;
  for (int i = 0; i < count; i++)
    operands[i] = expand_constant(kernel, LLVMGetOperand(constant, (unsigned)i), user);
  wb_build_before(work, user);
  LLVMOpcode opcode = LLVMGetConstOpcode(constant);
  if (opcode == LLVMGetElementPtr)
    return LLVMBuildGEP2(work->builder, LLVMGetGEPSourceElementType(constant), operands[0],
                         operands + 1, (unsigned)count - 1, "");
  if (count == 1)
    return LLVMBuildCast(work->builder, opcode, operands[0], LLVMTypeOf(constant), "");
  return LLVMBuildBinOp(work->builder, opcode, operands[0], operands[1], "");
}

static void expand_operands(struct wb_kernel_work *kernel, LLVMValueRef instruction) {
  bool phi = LLVMIsAPHINode(instruction) != NULL;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, i), user = instruction;
    if (operand == NULL || !LLVMIsConstant(operand) || !has_object(kernel, operand)) continue;
    /* Nothing may stand before a phi: its values are computed where they come from. */
    if (phi) user = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(instruction, i));
    LLVMSetOperand(instruction, i, expand_constant(kernel, operand, user));
  }
}

/* ---- private arrays ----------------------------------------------------------- */

static void begin_object(struct wb_kernel_work *kernel, uint32_t number) {
  LLVMValueRef argument = wb_build_int32(kernel->work, number);
  wb_call_runtime(kernel, "wbrt_begin_object", &argument, 1);
}

/* A scoped variable is new each time its scope is entered. */
static bool lower_lifetimes(struct wb_kernel_work *kernel, LLVMValueRef alloca, uint32_t number) {
  struct wb_values marks = {0};
  bool any = false;
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use != NULL; use = LLVMGetNextUse(use))
    if (wb_is_intrinsic(LLVMGetUser(use), "llvm.lifetime."))
      wb_values_add(&marks, LLVMGetUser(use));
  for (size_t i = 0; i < marks.count; i++) {
    if (wb_is_intrinsic(marks.items[i], "llvm.lifetime.start.")) {
      wb_build_before(kernel->work, marks.items[i]);
      begin_object(kernel, number);
      any = true;
    }
    LLVMInstructionEraseFromParent(marks.items[i]);
  }
  wb_values_release(&marks);
  return any;
}

static void lower_alloca(struct wb_kernel_work *kernel, LLVMValueRef alloca) {
  struct wb_instrumentation *work = kernel->work;
  const char *name = wb_variable_name(work, alloca);
  uint32_t number = add_object(kernel, alloca, name, WB_MEMORY_PRIVATE,
                               LLVMGetAllocatedType(alloca), LLVMGetAlignment(alloca));
  if (work->errors == 0)
    wb_program_kernel_of(kernel)->objects[number - WBRT_FIRST_STATIC].builtin =
        wb_profile_hides(work, alloca);
  bool scoped = lower_lifetimes(kernel, alloca, number);
  LLVMValueRef base = base_of(kernel, number, LLVMTypeOf(alloca));
  if (!scoped) {
    wb_build_before(work, kernel->anchor);
    begin_object(kernel, number);
  }
  LLVMReplaceAllUsesWith(alloca, base);
  LLVMInstructionEraseFromParent(alloca);
}

void wb_objects_lower(struct wb_kernel_work *kernel) {
  struct wb_values list = wb_instructions_of(kernel->entry);
  LLVMBasicBlockRef start = LLVMGetEntryBasicBlock(kernel->entry);
  for (kernel->anchor = LLVMGetFirstInstruction(start); LLVMIsAAllocaInst(kernel->anchor);
       kernel->anchor = LLVMGetNextInstruction(kernel->anchor)) {
  }
  for (size_t i = 0; i < list.count; i++) expand_operands(kernel, list.items[i]);
  for (size_t i = 0; i < list.count; i++) {
    if (!LLVMIsAAllocaInst(list.items[i])) continue;
    if (LLVMGetInstructionParent(list.items[i]) != start)
      wb_instrument_complain(kernel->work, list.items[i],
                             "arrays of variable length are not supported");
    else if (!wb_is_variable(list.items[i]))
      lower_alloca(kernel, list.items[i]);
  }
  wb_values_release(&list);
}

/* ---- which object a pointer points into --------------------------------------- */

enum { UNDECIDED = 0xFFFFFF };

static uint32_t merge_objects(uint32_t a, uint32_t b) {
  if (a == UNDECIDED) return b;
  if (b == UNDECIDED || a == b) return a;
  return WBRT_ANY_OBJECT;
}

static uint32_t trace_object(struct wb_kernel_work *kernel, struct wb_map *seen,
                             LLVMValueRef pointer) {
  const struct wb_map_entry *known = wb_map_find(&kernel->objects, pointer);
  uint32_t result = UNDECIDED;
  if (known == NULL) known = wb_map_find(&kernel->traced, pointer);
  if (known != NULL) return (uint32_t)known->value;
  if (wb_map_has(seen, pointer)) return UNDECIDED; /* a loop points to what enters it */
  wb_map_put(seen, pointer, 1);
  if (LLVMIsAArgument(pointer) || LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer))
    return WB_FOREIGN;
  if (LLVMIsAPHINode(pointer)) {
    for (unsigned i = 0; i < LLVMCountIncoming(pointer); i++)
      result = merge_objects(result, trace_object(kernel, seen, LLVMGetIncomingValue(pointer, i)));
  } else if (LLVMIsASelectInst(pointer)) {
    result = merge_objects(trace_object(kernel, seen, LLVMGetOperand(pointer, 1)),
                           trace_object(kernel, seen, LLVMGetOperand(pointer, 2)));
  } else if (LLVMIsAGetElementPtrInst(pointer) || LLVMIsAAddrSpaceCastInst(pointer) ||
             LLVMIsAFreezeInst(pointer) ||
             (LLVMIsAConstantExpr(pointer) &&
              LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(pointer, 0))) == LLVMPointerTypeKind)) {
    result = trace_object(kernel, seen, LLVMGetOperand(pointer, 0));
  } else {
    result = WBRT_ANY_OBJECT;
  }
  return result;
}

/* A pointer that goes on from access to access is a chain of steps, which is not followed from its
 * end each time. From promotion to the end of the checks no step changes or is erased. */
uint32_t wb_object_of(struct wb_kernel_work *kernel, LLVMValueRef pointer) {
  struct wb_map seen = {0};
  uint32_t object = trace_object(kernel, &seen, pointer);
  wb_map_release(&seen);
  if (object == UNDECIDED) return WBRT_ANY_OBJECT;
  if (LLVMIsAGetElementPtrInst(pointer)) wb_map_put(&kernel->traced, pointer, object);
  return object;
}

uint8_t wb_memory_of(struct wb_kernel_work *kernel, LLVMValueRef pointer, uint32_t object) {
  static const uint8_t SPACES[] = {WB_MEMORY_NONE, WB_MEMORY_GLOBAL, WB_MEMORY_NONE,
                                   WB_MEMORY_LOCAL, WB_MEMORY_CONSTANT};
  unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
  if (object < WBRT_MAX_OBJECTS) return kernel->infos[object].memory;
  return space < sizeof SPACES / sizeof SPACES[0] ? SPACES[space] : WB_MEMORY_NONE;
}
