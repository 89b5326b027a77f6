#include "compiler/instrument/row_bounds.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/instrument/steps.h"

/* The row that an expression names is the innermost array that is subscripted. But a pointer to
 * the first element of a first row, `&s[0][0]` or `s[0]` with literals, stands for the whole
 * array: that is how programs say that they mean all of it. */

static const char *const MARKS[] = {
    [WB_ROW_BOUNDS_WHOLE] = "wb.row.whole", [WB_ROW_BOUNDS_SPAN] = "wb.row.span"};
enum { N_MARKS = sizeof MARKS / sizeof MARKS[0] };

static unsigned kind_of(struct wb_instrumentation *work, enum wb_row_bounds mark) {
  return LLVMGetMDKindIDInContext(work->context, MARKS[mark], (unsigned)strlen(MARKS[mark]));
}

void wb_row_bounds_set(struct wb_instrumentation *work, LLVMValueRef access,
                       enum wb_row_bounds mark) {
  LLVMMetadataRef nothing = LLVMMDNodeInContext2(work->context, NULL, 0);
  LLVMSetMetadata(access, kind_of(work, mark), LLVMMetadataAsValue(work->context, nothing));
}

bool wb_row_bounds_has(struct wb_instrumentation *work, LLVMValueRef access,
                       enum wb_row_bounds mark) {
  return LLVMHasMetadata(access) && LLVMGetMetadata(access, kind_of(work, mark)) != NULL;
}

bool wb_row_bounds_is_mark(struct wb_instrumentation *work, unsigned kind) {
  bool found = false;
  for (int i = 0; i < N_MARKS; i++) found |= kind == kind_of(work, (enum wb_row_bounds)i);
  return found;
}

/* ---- the innermost array of an expression ------------------------------------------ */

enum { MOST_OPERANDS = 16 };

struct row {
  LLVMValueRef gep;    /* that subscripts it, or points at it as a whole */
  unsigned operand;    /* the subscript; 0 where there is none, which is [0] */
  LLVMTypeRef array;   /* its type */
  unsigned first_rows; /* arrays, from this one outwards, whose subscript is 0 */
};

static bool is_gep(LLVMValueRef value) {
  return LLVMIsAGetElementPtrInst(value) ||
         (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr);
}

static bool is_cast(LLVMValueRef value) {
  return LLVMIsAAddrSpaceCastInst(value) ||
         (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMAddrSpaceCast);
}

static bool is_array(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMArrayTypeKind; }

static bool is_zero(LLVMValueRef value) { return LLVMIsAConstantInt(value) && LLVMIsNull(value); }

/* The types that the operands of a gep subscript, and after them what it
 * points at; 0 for what has too many. */
static unsigned types_of(LLVMValueRef gep, LLVMTypeRef types[MOST_OPERANDS + 1]) {
  unsigned n = (unsigned)LLVMGetNumOperands(gep);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  if (n > MOST_OPERANDS) return 0;
  for (unsigned i = 2; i <= n; i++) {
    types[i] = type;
    if (i == n) break;
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
      type = LLVMStructGetTypeAtIndex(type,
                                      (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, i)));
    else
      type = LLVMGetElementType(type);
  }
  return n;
}

/* Counts the zeros of a gep from its last subscript outwards; true when all of
 * them are. */
static bool count_zeros(struct row *row, LLVMValueRef gep, const LLVMTypeRef types[], unsigned n) {
  for (unsigned i = n - 1; i >= 2; i--) {
    if (!is_array(types[i]) || !is_zero(LLVMGetOperand(gep, i))) return false;
    row->first_rows++;
  }
  return is_zero(LLVMGetOperand(gep, 1));
}

static bool find_row(LLVMValueRef pointer, struct row *row) {
  LLVMTypeRef types[MOST_OPERANDS + 1];
  if (is_cast(pointer)) pointer = LLVMGetOperand(pointer, 0);
  *row = (struct row){.gep = pointer};
  unsigned n = is_gep(pointer) ? types_of(pointer, types) : 0;
  if (n < 2) return false;
  for (LLVMTypeRef t = types[n]; is_array(t); t = LLVMGetElementType(t)) {
    row->array = t;
    row->first_rows++;
  }
  if (row->array == NULL) {
    if (n < 3 || !is_array(types[n - 1])) return false;
    row->operand = n - 1;
    row->array = types[n - 1];
  }
  for (bool zeros = true; zeros;) {
    LLVMTypeRef inside = types[2];
    zeros = count_zeros(row, pointer, types, n);
    pointer = LLVMGetOperand(pointer, 0);
    n = zeros && is_gep(pointer) ? types_of(pointer, types) : 0;
    zeros = n >= 3 && types[n] == inside;
  }
  return true;
}

/* A pointer to the row's beginning. */
static LLVMValueRef start_of(struct wb_instrumentation *work, const struct row *row) {
  LLVMValueRef path[MOST_OPERANDS];
  if (row->operand == 0) return row->gep;
  LLVMValueRef base = LLVMGetOperand(row->gep, 0);
  if (row->operand == 2 && is_zero(LLVMGetOperand(row->gep, 1))) return base;
  for (unsigned i = 1; i < row->operand; i++) path[i - 1] = LLVMGetOperand(row->gep, i);
  return LLVMBuildGEP2(work->builder, LLVMGetGEPSourceElementType(row->gep), base, path,
                       row->operand - 1, "");
}

/* Constants would be folded, and the array's type with them. */
static LLVMValueRef build_subscript(struct wb_instrumentation *work, LLVMTypeRef array,
                                    LLVMValueRef start, LLVMValueRef index) {
  LLVMValueRef path[] = {wb_build_int64(work, 0), wb_hidden_constant(work, index)};
  return LLVMBuildGEP2(work->builder, array, start, path, 2, "");
}

static bool is_scalar(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMIntegerTypeKind || kind == LLVMHalfTypeKind || kind == LLVMFloatTypeKind ||
         kind == LLVMDoubleTypeKind;
}

LLVMValueRef wb_row_bounds_element(struct wb_instrumentation *work, LLVMValueRef pointer,
                                   LLVMTypeRef lane, LLVMValueRef offset, uint64_t stride,
                                   bool *in_row) {
  LLVMBuilderRef b = work->builder;
  struct row row;
  const bool cast = is_cast(pointer);
  const uint64_t lane_bytes = LLVMABISizeOfType(work->layout, lane);
  offset = LLVMBuildIntCast2(b, offset, work->types.i64, 0, "");
  *in_row =
      find_row(pointer, &row) && row.first_rows < 2 && is_scalar(LLVMGetElementType(row.array));
  if (*in_row) {
    const uint64_t bytes = LLVMABISizeOfType(work->layout, LLVMGetElementType(row.array));
    *in_row = lane_bytes % bytes == 0;
    stride *= *in_row ? lane_bytes / bytes : 1;
  }
  LLVMValueRef index = LLVMBuildMul(b, offset, wb_build_int64(work, stride), "");
  if (!*in_row) return LLVMBuildGEP2(b, lane, pointer, &index, 1, "");
  if (row.operand != 0)
    index = LLVMBuildAdd(
        b, LLVMBuildIntCast2(b, LLVMGetOperand(row.gep, row.operand), work->types.i64, 1, ""),
        index, "");
  LLVMValueRef element = build_subscript(work, row.array, start_of(work, &row), index);
  return cast ? LLVMBuildAddrSpaceCast(b, element, LLVMTypeOf(pointer), "") : element;
}

/* Where an instruction has the address that it accesses, or -1. */
static int pointer_operand(LLVMValueRef instruction) {
  if (LLVMIsALoadInst(instruction) || LLVMIsAAtomicRMWInst(instruction) ||
      LLVMIsAAtomicCmpXchgInst(instruction))
    return 0;
  return LLVMIsAStoreInst(instruction) ? 1 : -1;
}

static LLVMTypeRef type_accessed(LLVMValueRef instruction, int operand) {
  if (LLVMIsALoadInst(instruction)) return LLVMTypeOf(instruction);
  return LLVMTypeOf(LLVMGetOperand(instruction, operand == 0 ? 1 : 0));
}

/* A subscript of constants leaves its row: inlining would forget which. */
static bool leaves_row(const struct row *row) {
  LLVMValueRef index = row->operand != 0 ? LLVMGetOperand(row->gep, row->operand) : NULL;
  return index != NULL && LLVMIsAConstantInt(index) &&
         LLVMConstIntGetZExtValue(index) >= LLVMGetArrayLength2(row->array);
}

static void keep_type(struct wb_instrumentation *work, LLVMValueRef access, unsigned operand,
                      const struct row *row) {
  wb_build_before(work, access);
  LLVMSetCurrentDebugLocation2(work->builder, LLVMInstructionGetDebugLoc(access));
  LLVMValueRef index =
      row->operand != 0 ? LLVMGetOperand(row->gep, row->operand) : wb_build_int64(work, 0);
  index = LLVMBuildIntCast2(work->builder, index, work->types.i64, 1, "");
  LLVMSetOperand(access, operand, build_subscript(work, row->array, start_of(work, row), index));
}

static void mark_access(struct wb_instrumentation *work, LLVMValueRef access) {
  struct row row;
  const int operand = pointer_operand(access);
  if (operand < 0) return;
  LLVMTypeRef type = type_accessed(access, operand);
  LLVMValueRef pointer = LLVMGetOperand(access, (unsigned)operand);
  if (!find_row(pointer, &row) || row.first_rows >= 2) return;
  LLVMTypeRef element = LLVMGetElementType(row.array);
  const bool wider =
      LLVMStoreSizeOfType(work->layout, type) > LLVMABISizeOfType(work->layout, element);
  if (wider) wb_row_bounds_set(work, access, WB_ROW_BOUNDS_SPAN);
  if (LLVMIsConstant(pointer) && !is_cast(pointer) && (wider || leaves_row(&row)))
    keep_type(work, access, (unsigned)operand, &row);
}

void wb_row_bounds_mark(struct wb_instrumentation *work) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    struct wb_values list = wb_instructions_of(f);
    for (size_t i = 0; i < list.count; i++) mark_access(work, list.items[i]);
    wb_values_release(&list);
  }
}
