#include "emulator/instrument/access.h"
#include "emulator/instrument/objects.h"
#include "emulator/instrument/unwritten.h"

/* Subscripts that name an array within an array or a struct, as s[r][c] and
 * p->items[k] do: each must stay in its own, though what follows is part of the
 * same object. The check stands at the access: to point behind the last element
 * is allowed. A row that has become a plain pointer has forgotten its end. */

enum { MOST_SUBSCRIPTS = 16 };

struct subscript {
  LLVMValueRef index;
  uint64_t count;
  enum wbrt_row kind;
};

struct subscripts {
  struct subscript items[MOST_SUBSCRIPTS];
  unsigned n;
};

/* Whether an index can be left to the check of the whole object: it is that of
 * the outermost array. */
static bool covers_object(struct wb_kernel_work *kernel, LLVMValueRef base, LLVMTypeRef array) {
  const struct wb_map_entry *known = wb_map_find(&kernel->objects, base);
  if (known == NULL || known->value < WBRT_FIRST_STATIC || known->value >= WBRT_MAX_OBJECTS)
    return false;
  return wb_kernel_of(kernel)->objects[known->value - WBRT_FIRST_STATIC].size ==
         LLVMABISizeOfType(kernel->work->layout, array);
}

static bool in_range(LLVMValueRef index, uint64_t count) {
  return LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) < count;
}

static void collect_indices(struct wb_kernel_work *kernel, LLVMValueRef gep,
                            struct subscripts *found) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  LLVMValueRef base = LLVMGetOperand(gep, 0);
  enum wbrt_row kind = WBRT_ROW_OF_ARRAY;
  /* The struct may be one step further down. */
  if (LLVMIsAGetElementPtrInst(base) &&
      LLVMGetTypeKind(LLVMGetGEPSourceElementType(base)) == LLVMStructTypeKind &&
      LLVMGetNumOperands(base) > 2)
    kind = WBRT_ROW_OF_STRUCT;
  for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    LLVMTypeKind is = LLVMGetTypeKind(type);
    if (is == LLVMStructTypeKind) {
      type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
      kind = WBRT_ROW_OF_STRUCT;
      continue;
    }
    if (is != LLVMArrayTypeKind) break;
    uint64_t count = LLVMGetArrayLength2(type);
    if (count > 0 && count <= UINT32_MAX && !in_range(index, count) &&
        !covers_object(kernel, base, type) && found->n < MOST_SUBSCRIPTS)
      found->items[found->n++] = (struct subscript){index, count, kind};
    type = LLVMGetElementType(type);
    kind = WBRT_ROW_OF_ARRAY;
  }
}

/* From the access towards the object, as long as each step only goes into what
 * the one before it found: pointer arithmetic is where another pointer begins,
 * which may have been anywhere. */
static void collect(struct wb_kernel_work *kernel, LLVMValueRef pointer, struct subscripts *found) {
  bool inside = true;
  while (inside && LLVMIsAGetElementPtrInst(pointer)) {
    LLVMValueRef first = LLVMGetOperand(pointer, 1);
    collect_indices(kernel, pointer, found);
    inside = LLVMIsAConstantInt(first) && LLVMIsNull(first);
    pointer = LLVMGetOperand(pointer, 0);
    if (LLVMIsAAddrSpaceCastInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
  }
}

static LLVMValueRef refuse_if(struct wb_work *work, LLVMValueRef bad, LLVMValueRef address) {
  return LLVMBuildSelect(work->builder, bad, wb_int64(work, WBRT_REFUSED_ADDRESS), address, "");
}

/* An index that is `unwritten` (NULL: none is) has been reported as that. */
static LLVMValueRef check_rows(struct wb_kernel_work *kernel, LLVMValueRef pointer,
                               LLVMValueRef address, LLVMValueRef unwritten, uint32_t flags,
                               uint32_t site) {
  struct wb_work *work = kernel->work;
  struct subscripts found = {.n = 0};
  collect(kernel, pointer, &found);
  for (unsigned i = 0; i < found.n; i++) {
    LLVMValueRef index =
        LLVMBuildIntCast2(work->builder, found.items[i].index, work->types.i64, 1, "");
    LLVMValueRef bad =
        LLVMBuildICmp(work->builder, LLVMIntUGE, index, wb_int64(work, found.items[i].count), "");
    if (unwritten != NULL)
      bad = LLVMBuildAnd(work->builder, bad, LLVMBuildNot(work->builder, unwritten, ""), "");
    LLVMValueRef arguments[] = {wb_int32(work, site), wb_int32(work, flags), index,
                                wb_int32(work, found.items[i].count),
                                wb_int32(work, found.items[i].kind)};
    wb_call_runtime_if(kernel, bad, "wbrt_bad_row", arguments, 5);
    address = refuse_if(work, bad, address);
  }
  return address;
}

LLVMValueRef wb_check_pointer(struct wb_kernel_work *kernel, LLVMValueRef instruction,
                              LLVMValueRef pointer, uint32_t flags, uint32_t site) {
  struct wb_work *work = kernel->work;
  wb_shadow_use(kernel, pointer, instruction, WBRT_USE_ADDRESS);
  wb_build_before(work, instruction);
  LLVMValueRef unwritten = wb_shadow_any(kernel, wb_shadow_of(kernel, pointer));
  LLVMValueRef address = LLVMBuildPtrToInt(work->builder, pointer, work->types.i64, "");
  if (unwritten != NULL) address = refuse_if(work, unwritten, address);
  return check_rows(kernel, pointer, address, unwritten, flags, site);
}

LLVMValueRef wb_check_vector(struct wb_kernel_work *kernel, LLVMValueRef instruction,
                             LLVMValueRef vector, LLVMValueRef address, uint32_t align,
                             uint32_t flags, uint32_t site) {
  struct wb_work *work = kernel->work;
  if (wb_known_align(kernel, vector) >= align) return address;
  wb_build_before(work, instruction);
  LLVMValueRef start = LLVMBuildPtrToInt(work->builder, vector, work->types.i64, "");
  LLVMValueRef beyond = LLVMBuildAnd(work->builder, start, wb_int64(work, align - 1), "");
  LLVMValueRef bad = LLVMBuildICmp(work->builder, LLVMIntNE, beyond, wb_int64(work, 0), "");
  if (address != NULL) {
    LLVMValueRef fine =
        LLVMBuildICmp(work->builder, LLVMIntNE, address, wb_int64(work, WBRT_REFUSED_ADDRESS), "");
    bad = LLVMBuildAnd(work->builder, bad, fine, "");
  }
  LLVMValueRef arguments[] = {wb_int32(work, site), wb_int32(work, flags), start,
                              wb_int32(work, align)};
  wb_call_runtime_if(kernel, bad, "wbrt_bad_align", arguments, 4);
  return address != NULL ? refuse_if(work, bad, address) : NULL;
}
