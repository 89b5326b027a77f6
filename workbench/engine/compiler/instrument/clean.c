#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

#include "compiler/instrument/row_bounds.h"
#include "compiler/instrument/steps.h"

static void forget_metadata(struct wb_instrumentation *work, LLVMValueRef instruction) {
  size_t count = 0;
  if (!LLVMHasMetadata(instruction)) return;
  LLVMValueMetadataEntry *entries =
      LLVMInstructionGetAllMetadataOtherThanDebugLoc(instruction, &count);
  /* Its name notwithstanding, LLVM 19's function gives the line as well. */
  const unsigned line = LLVMGetMDKindIDInContext(work->context, "dbg", 3);
  for (unsigned i = 0; i < count; i++) {
    const unsigned kind = LLVMValueMetadataEntriesGetKind(entries, i);
    if (kind != line && !wb_profile_is_mark(work, kind) && !wb_row_bounds_is_mark(work, kind) &&
        !wb_printf_is_mark(work, kind))
      LLVMSetMetadata(instruction, kind, NULL);
  }
  LLVMDisposeValueMetadataEntries(entries);
}

/* Of libclc's abs(), the result of the least number is poison; OpenCL C's is defined. */
static void forget_poison_argument(struct wb_instrumentation *work, LLVMValueRef instruction) {
  if (wb_is_intrinsic(instruction, "llvm.abs.") || wb_is_intrinsic(instruction, "llvm.ctlz.") ||
      wb_is_intrinsic(instruction, "llvm.cttz."))
    LLVMSetOperand(instruction, 1, LLVMConstNull(work->types.i1));
}

/* Flags make a result poison where the source merely wraps or rounds. */
static void forget_flags(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMTrunc:
      LLVMSetNSW(instruction, 0);
      LLVMSetNUW(instruction, 0);
      break;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMLShr:
    case LLVMAShr:
      LLVMSetExact(instruction, 0);
      break;
    case LLVMGetElementPtr:
      LLVMGEPSetNoWrapFlags(instruction, 0);
      break;
    case LLVMZExt:
    case LLVMUIToFP:
      LLVMSetNNeg(instruction, 0);
      break;
    case LLVMOr:
      LLVMSetIsDisjoint(instruction, 0);
      break;
    default:
      if (LLVMCanValueUseFastMathFlags(instruction)) LLVMSetFastMathFlags(instruction, 0);
      break;
  }
}

/* The constant with zeros for what is undefined in it. */
static LLVMValueRef defined_constant(LLVMValueRef constant) {
  LLVMTypeRef type = LLVMTypeOf(constant);
  LLVMValueRef lanes[64];
  if (LLVMIsUndef(constant) || LLVMIsPoison(constant)) return LLVMConstNull(type);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || LLVMIsNull(constant) ||
      LLVMIsAConstantVector(constant) == NULL)
    return constant;
  unsigned n = LLVMGetVectorSize(type);
  if (n > 64) return constant;
  for (unsigned i = 0; i < n; i++)
    lanes[i] = defined_constant(LLVMGetAggregateElement(constant, i));
  return LLVMConstVector(lanes, n);
}

static void define_operands(LLVMValueRef instruction) {
  int count = LLVMGetNumOperands(instruction);
  for (unsigned i = 0; i < (unsigned)count; i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, i);
    if (operand == NULL || !LLVMIsConstant(operand) || LLVMIsAGlobalValue(operand)) continue;
    LLVMValueRef replacement = defined_constant(operand);
    if (replacement != operand) LLVMSetOperand(instruction, i, replacement);
  }
}

/* ---- whole structs and arrays, as functions return them --------------------- */

struct parts {
  struct wb_instrumentation *work;
  LLVMValueRef instruction; /* the load or store that is taken apart */
};

static unsigned part_align(struct parts *parts, LLVMTypeRef type, unsigned index, unsigned align) {
  LLVMTargetDataRef layout = parts->work->layout;
  uint64_t offset = LLVMGetTypeKind(type) == LLVMStructTypeKind
                        ? LLVMOffsetOfElement(layout, type, index)
                        : index * LLVMABISizeOfType(layout, LLVMGetElementType(type));
  uint64_t both = offset | align;
  return (unsigned)(both & (~both + 1));
}

static LLVMValueRef part_address(struct parts *parts, LLVMTypeRef type, LLVMValueRef pointer,
                                 unsigned index) {
  LLVMValueRef path[] = {wb_build_int32(parts->work, 0), wb_build_int32(parts->work, index)};
  return LLVMBuildGEP2(parts->work->builder, type, pointer, path, 2, "");
}

static LLVMValueRef load_parts(struct parts *parts, LLVMTypeRef type, LLVMValueRef pointer,
                               unsigned align) {
  LLVMBuilderRef builder = parts->work->builder;
  if (!wb_type_is_aggregate(type)) {
    LLVMValueRef load = LLVMBuildLoad2(builder, type, pointer, "");
    unsigned natural = LLVMABIAlignmentOfType(parts->work->layout, type);
    LLVMSetAlignment(load, align < natural ? align : natural);
    return load;
  }
  LLVMValueRef whole = LLVMConstNull(type);
  for (unsigned i = 0; i < wb_type_parts(type); i++)
    whole = LLVMBuildInsertValue(
        builder, whole,
        load_parts(parts, wb_type_part(type, i), part_address(parts, type, pointer, i),
                   part_align(parts, type, i, align)),
        i, "");
  return whole;
}

static void store_parts(struct parts *parts, LLVMValueRef value, LLVMValueRef pointer,
                        unsigned align) {
  LLVMBuilderRef builder = parts->work->builder;
  LLVMTypeRef type = LLVMTypeOf(value);
  if (!wb_type_is_aggregate(type)) {
    unsigned natural = LLVMABIAlignmentOfType(parts->work->layout, type);
    LLVMSetAlignment(LLVMBuildStore(builder, value, pointer), align < natural ? align : natural);
    return;
  }
  for (unsigned i = 0; i < wb_type_parts(type); i++)
    store_parts(parts, LLVMBuildExtractValue(builder, value, i, ""),
                part_address(parts, type, pointer, i), part_align(parts, type, i, align));
}

/* A struct is loaded and stored part by part, so that its padding, which nobody writes, is
 * neither read nor written. */
static bool split_struct(struct wb_instrumentation *work, LLVMValueRef instruction) {
  struct parts parts = {work, instruction};
  bool load = LLVMIsALoadInst(instruction) != NULL;
  if (!load && !LLVMIsAStoreInst(instruction)) return false;
  LLVMTypeRef type = load ? LLVMTypeOf(instruction) : LLVMTypeOf(LLVMGetOperand(instruction, 0));
  if (!wb_type_is_aggregate(type)) return false;
  wb_build_before(work, instruction);
  LLVMSetCurrentDebugLocation2(work->builder, LLVMInstructionGetDebugLoc(instruction));
  unsigned align = LLVMGetAlignment(instruction);
  if (load)
    LLVMReplaceAllUsesWith(instruction,
                           load_parts(&parts, type, LLVMGetOperand(instruction, 0), align));
  else
    store_parts(&parts, LLVMGetOperand(instruction, 0), LLVMGetOperand(instruction, 1), align);
  LLVMInstructionEraseFromParent(instruction);
  return true;
}

void wb_entry_clean(struct wb_kernel_work *kernel) {
  struct wb_instrumentation *work = kernel->work;
  struct wb_values list = wb_instructions_of(kernel->entry);
  for (size_t i = 0; i < list.count; i++) {
    LLVMValueRef instruction = list.items[i];
    if (LLVMIsAUnreachableInst(instruction)) {
      wb_build_before(work, instruction);
      LLVMBuildRetVoid(work->builder);
      LLVMInstructionEraseFromParent(instruction);
    } else if (wb_is_intrinsic(instruction, "llvm.assume") ||
               wb_is_intrinsic(instruction, "llvm.experimental.noalias.scope.decl")) {
      LLVMInstructionEraseFromParent(instruction);
    } else {
      forget_metadata(work, instruction);
      forget_flags(instruction);
      forget_poison_argument(work, instruction);
      define_operands(instruction);
      split_struct(work, instruction);
    }
  }
  wb_values_release(&list);
}
