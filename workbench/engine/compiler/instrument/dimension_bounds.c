#include "compiler/instrument/dimension_bounds.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/objects.h"
#include "compiler/instrument/unwritten.h"
#include "emulator/layouts.h"

/* Arguments of the call. */
enum { OFFSET, INDEX, SIZE, WHICH, N_ARGUMENTS };

bool wb_is_index_function(LLVMValueRef function) {
  size_t length = 0;
  LLVMTypeRef types[N_ARGUMENTS], type = LLVMGlobalGetValueType(function);
  if (!LLVMIsDeclaration(function) || LLVMCountParamTypes(type) != N_ARGUMENTS ||
      LLVMIsFunctionVarArg(type) ||
      strcmp(LLVMGetValueName2(function, &length), WB_INDEX_FUNCTION) != 0)
    return false;
  LLVMGetParamTypes(type, types);
  LLVMTypeRef size_type = LLVMInt64TypeInContext(LLVMGetTypeContext(type));
  return LLVMGetReturnType(type) == size_type && types[OFFSET] == size_type &&
         types[INDEX] == size_type && types[SIZE] == size_type &&
         types[WHICH] == LLVMInt32TypeInContext(LLVMGetTypeContext(type));
}

bool wb_is_index_call(LLVMValueRef instruction) {
  return strcmp(wb_callee_name(instruction), WB_INDEX_FUNCTION) == 0;
}

LLVMValueRef wb_index_call_offset(LLVMValueRef call) { return LLVMGetOperand(call, OFFSET); }

/* ---- what may be astray ------------------------------------------------------------------- */

/* Which of two numbers is the result. */
static bool is_choice(LLVMValueRef call) {
  static const char *const NAMES[] = {"llvm.umin.", "llvm.umax.", "llvm.smin.", "llvm.smax."};
  bool found = false;
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
    found |= wb_is_intrinsic(call, NAMES[i]);
  return found;
}

static bool is_scalar(LLVMValueRef value) {
  const LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
  return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind;
}

static bool carries(LLVMValueRef user) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(user);
  bool does = LLVMIsABinaryOperator(user) != NULL;
  switch (opcode) {
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMGetElementPtr:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze:
      does = true;
      break;
    case LLVMCall:
      does = wb_is_index_call(user) || is_choice(user);
      break;
    default:
      break;
  }
  return does && is_scalar(user);
}

/* Values in kernel->may_stray. */
enum { MAY = 1 };

static void add_value(struct wb_kernel_work *kernel, struct wb_values *todo, LLVMValueRef value) {
  if (wb_map_has(&kernel->may_stray, value)) return;
  wb_map_put(&kernel->may_stray, value, MAY);
  wb_values_add(todo, value);
}

/* A choice depends on its condition alone, a call on its offset: what the others are says nothing
 * of the result. */
static bool is_source_of(LLVMValueRef value, LLVMValueRef user) {
  if (LLVMIsASelectInst(user))
    return LLVMGetOperand(user, 1) == value || LLVMGetOperand(user, 2) == value;
  return !wb_is_index_call(user) || wb_index_call_offset(user) == value;
}

void wb_astray_begin(struct wb_kernel_work *kernel, const struct wb_values *instructions) {
  struct wb_instrumentation *work = kernel->work;
  struct wb_values todo = {0};
  for (size_t i = 0; i < instructions->count; i++)
    if (wb_is_index_call(instructions->items[i])) add_value(kernel, &todo, instructions->items[i]);
  while (todo.count > 0) {
    LLVMValueRef value = todo.items[--todo.count];
    for (LLVMUseRef use = LLVMGetFirstUse(value); use != NULL; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (LLVMIsAInstruction(user) && carries(user) && is_source_of(value, user))
        add_value(kernel, &todo, user);
    }
  }
  wb_values_release(&todo);
  for (size_t i = 0; i < instructions->count; i++) {
    LLVMValueRef phi = instructions->items[i];
    if (!LLVMIsAPHINode(phi) || !wb_map_has(&kernel->may_stray, phi)) continue;
    wb_build_before(work, phi);
    wb_map_put(&kernel->astray, phi, (uintptr_t)LLVMBuildPhi(work->builder, work->types.i32, ""));
  }
}

/* ---- one instruction ---------------------------------------------------------------------- */

LLVMValueRef wb_astray_of(struct wb_kernel_work *kernel, LLVMValueRef value) {
  const struct wb_map_entry *entry = wb_map_find(&kernel->astray, value);
  return entry != NULL ? (LLVMValueRef)entry->value : NULL;
}

static LLVMValueRef astray_or_zero(struct wb_kernel_work *kernel, LLVMValueRef value) {
  LLVMValueRef astray = wb_astray_of(kernel, value);
  return astray != NULL ? astray : wb_build_int32(kernel->work, 0);
}

static LLVMValueRef is_astray(struct wb_kernel_work *kernel, LLVMValueRef astray) {
  return LLVMBuildICmp(kernel->work->builder, LLVMIntNE, astray, wb_build_int32(kernel->work, 0),
                       "");
}

/* The first of them that is astray. */
static LLVMValueRef first_astray(struct wb_kernel_work *kernel, LLVMValueRef a, LLVMValueRef b) {
  if (a == NULL || b == NULL || a == b) return a != NULL ? a : b;
  return LLVMBuildSelect(kernel->work->builder, is_astray(kernel, a), a, b, "");
}

static LLVMValueRef of_operands(struct wb_kernel_work *kernel, LLVMValueRef instruction) {
  LLVMValueRef astray = NULL;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++)
    astray = first_astray(kernel, astray, wb_astray_of(kernel, LLVMGetOperand(instruction, i)));
  return astray;
}

static LLVMValueRef of_choice(struct wb_kernel_work *kernel, LLVMValueRef is_first, LLVMValueRef a,
                              LLVMValueRef b) {
  return LLVMBuildSelect(kernel->work->builder, is_first, astray_or_zero(kernel, a),
                         astray_or_zero(kernel, b), "");
}

/* An index that nobody set is another finding. */
static LLVMValueRef is_outside(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef index = LLVMGetOperand(call, INDEX), size = LLVMGetOperand(call, SIZE);
  LLVMValueRef outside = LLVMBuildICmp(work->builder, LLVMIntUGE, index, size, "");
  const LLVMValueRef unset[] = {wb_shadow_of(kernel, index), wb_shadow_of(kernel, size)};
  for (size_t i = 0; i < sizeof unset / sizeof unset[0]; i++)
    if (unset[i] != NULL)
      outside = LLVMBuildAnd(work->builder, outside, LLVMBuildNot(work->builder, unset[i], ""), "");
  return outside;
}

/* ---- which argument it is ----------------------------------------------------------------- */

static bool is_name(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* What stands behind so many commas of a call's own, where it is on the line; else NULL. */
static const char *find_argument(const char *open, const char *end, uint32_t commas) {
  const char *at = open + 1;
  for (int depth = 1; commas > 0 && depth > 0 && at < end; at++) {
    depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
    commas -= depth == 1 && *at == ',';
  }
  while (at < end && (*at == ' ' || *at == '\t')) at++;
  return commas == 0 && at < end ? at : NULL;
}

/* The column of the index in the text's call of a function of layout.h, where it stands there as
 * one; else the call's. Its indices are its first arguments. */
static uint32_t index_column(struct wb_instrumentation *work, LLVMValueRef call, uint32_t which) {
  const struct wb_pointer_place place = wb_place_of(work, call);
  const uint32_t dimension = wb_layout_dimension(which);
  size_t length = 0, name = 0;
  const char *text = wb_place_text(work, &place, &length), *found = NULL;
  char *wanted = wb_format("%s_%u", wb_layout_name(which), wb_layout_dimensions(which));
  while (text != NULL && name < length && is_name(text[name])) name++;
  if (name > 0 && dimension < WB_LAYOUT_MOST_DIMENSIONS && name == strlen(wanted) &&
      memcmp(text, wanted, name) == 0 && name < length && text[name] == '(')
    found = find_argument(text + name, text + length, dimension);
  free(wanted);
  return found != NULL ? place.column + (uint32_t)(found - text) : place.column;
}

/* Of the call, at the column of its index: so each index is a finding of its own. */
static uint32_t index_site(struct wb_kernel_work *kernel, LLVMValueRef call) {
  const uint32_t site = wb_own_site(kernel, call);
  LLVMValueRef which = LLVMGetOperand(call, WHICH);
  if (LLVMIsAConstantInt(which))
    wb_program_kernel_of(kernel)->sites[site].column =
        index_column(kernel->work, call, (uint32_t)LLVMConstIntGetZExtValue(which));
  return site;
}

static LLVMValueRef of_call(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef outside = is_outside(kernel, call);
  LLVMValueRef before = wb_astray_of(kernel, wb_index_call_offset(call));
  if (LLVMIsAConstant(outside) && LLVMIsNull(outside)) return before;
  const uint32_t site = index_site(kernel, call);
  LLVMValueRef arguments[] = {wb_build_int32(work, site), LLVMGetOperand(call, INDEX),
                              LLVMGetOperand(call, SIZE), LLVMGetOperand(call, WHICH)};
  wb_call_runtime_if(kernel, outside, "wbrt_index_outside", arguments, N_ARGUMENTS);
  LLVMValueRef own = LLVMBuildSelect(work->builder, outside, wb_build_int32(work, site + 1),
                                     wb_build_int32(work, 0), "");
  return first_astray(kernel, before, own);
}

static LLVMValueRef of_instruction(struct wb_kernel_work *kernel, LLVMValueRef instruction) {
  if (wb_is_index_call(instruction)) return of_call(kernel, instruction);
  if (LLVMIsASelectInst(instruction))
    return of_choice(kernel, LLVMGetOperand(instruction, 0), LLVMGetOperand(instruction, 1),
                     LLVMGetOperand(instruction, 2));
  if (!LLVMIsACallInst(instruction)) return of_operands(kernel, instruction);
  LLVMValueRef a = LLVMGetOperand(instruction, 0), b = LLVMGetOperand(instruction, 1);
  LLVMValueRef is_first = LLVMBuildICmp(kernel->work->builder, LLVMIntEQ, instruction, a, "");
  return of_choice(kernel, is_first, a, b);
}

void wb_astray_follow(struct wb_kernel_work *kernel, LLVMValueRef instruction) {
  if (!wb_map_has(&kernel->may_stray, instruction) || LLVMIsAPHINode(instruction)) return;
  wb_build_after(kernel->work, instruction);
  LLVMValueRef astray = of_instruction(kernel, instruction);
  if (astray != NULL) wb_map_put(&kernel->astray, instruction, (uintptr_t)astray);
}

void wb_astray_end(struct wb_kernel_work *kernel, const struct wb_values *phis) {
  for (size_t i = 0; i < phis->count; i++) {
    LLVMValueRef phi = phis->items[i], astray = wb_astray_of(kernel, phi);
    if (astray == NULL) continue;
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
      LLVMValueRef incoming = astray_or_zero(kernel, LLVMGetIncomingValue(phi, k));
      LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
      LLVMAddIncoming(astray, &incoming, &from, 1);
    }
  }
}

void wb_index_calls_resolve(struct wb_kernel_work *kernel) {
  struct wb_values list = wb_instructions_of(kernel->entry);
  for (size_t i = 0; i < list.count; i++) {
    if (!wb_is_index_call(list.items[i])) continue;
    LLVMReplaceAllUsesWith(list.items[i], wb_index_call_offset(list.items[i]));
    LLVMInstructionEraseFromParent(list.items[i]);
  }
  wb_values_release(&list);
}
