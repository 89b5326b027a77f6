#include "compiler/instrument/access.h"
#include "compiler/instrument/dimension_bounds.h"
#include "compiler/instrument/members.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/row_bounds.h"
#include "compiler/instrument/unwritten.h"

/* Subscripts that name an array within an array or a struct, as s[r][c] and p->items[k] do: each
 * must stay in its own, though what follows is part of the same object. The check stands at the
 * access: to point past the last element is allowed. A row that has become a plain pointer has
 * no known end any more. Accesses wider than an element must end with the row, too, where
 * row_bounds.c has marked it. */

enum { MOST_SUBSCRIPTS = 16 };

struct subscript {
  LLVMValueRef index;
  uint64_t count, shift, span; /* elements [index + shift, … + span) are accessed */
  enum wbrt_row kind;
  const char *member; /* as struct wbrt_site has it */
};

struct subscripts {
  struct subscript items[MOST_SUBSCRIPTS];
  unsigned n;
  /* What the access takes of the innermost subscript: bytes of a vector, and
   * those of its lanes before; 0 once that is found, or where none counts. */
  uint64_t bytes, before;
};

/* Whether an index can be left to the check of the whole object: it is that of
 * the outermost array. */
static bool covers_object(struct wb_kernel_work *kernel, LLVMValueRef base, LLVMTypeRef array) {
  const struct wb_map_entry *known = wb_map_find(&kernel->objects, base);
  if (known == NULL || known->value < WBRT_FIRST_STATIC || known->value >= WBRT_MAX_OBJECTS)
    return false;
  return wb_program_kernel_of(kernel)->objects[known->value - WBRT_FIRST_STATIC].size ==
         LLVMABISizeOfType(kernel->work->layout, array);
}

static bool in_range(const struct subscript *subscript) {
  const uint64_t reach = subscript->shift + subscript->span;
  return LLVMIsAConstantInt(subscript->index) && subscript->count >= reach &&
         LLVMConstIntGetZExtValue(subscript->index) <= subscript->count - reach;
}

/* Operand `operand` of a gep, which subscripts `array`. */
static void note_subscript(struct wb_kernel_work *kernel, LLVMValueRef gep, unsigned operand,
                           LLVMTypeRef array, const struct subscript *subscript,
                           struct subscripts *found) {
  const uint64_t count = subscript->count;
  if (count == 0 || count > UINT32_MAX || in_range(subscript) ||
      covers_object(kernel, LLVMGetOperand(gep, 0), array) || found->n == MOST_SUBSCRIPTS)
    return;
  found->items[found->n] = *subscript;
  found->items[found->n++].member = wb_member_path(kernel, gep, operand);
}

/* What the access takes of the elements of the innermost array. */
static void set_span(struct wb_kernel_work *kernel, LLVMTypeRef array, struct subscripts *found,
                     struct subscript *subscript) {
  const uint64_t element = LLVMABISizeOfType(kernel->work->layout, LLVMGetElementType(array));
  if (found->bytes == 0 || element == 0) return;
  subscript->shift = found->before / element;
  subscript->span = (found->before + found->bytes - 1) / element - subscript->shift + 1;
}

/* A lane of a vector is no array's element: the vector's array comes next. */
static bool is_lane(LLVMValueRef gep) {
  return LLVMGetTypeKind(LLVMGetGEPSourceElementType(gep)) == LLVMVectorTypeKind &&
         LLVMGetNumOperands(gep) == 3 && LLVMIsAConstantInt(LLVMGetOperand(gep, 2));
}

static void pass_lane(struct wb_kernel_work *kernel, LLVMValueRef gep, struct subscripts *found) {
  LLVMTypeRef lane = LLVMGetElementType(LLVMGetGEPSourceElementType(gep));
  found->before = LLVMConstIntGetZExtValue(LLVMGetOperand(gep, 2)) *
                  LLVMStoreSizeOfType(kernel->work->layout, lane);
}

static void collect_indices(struct wb_kernel_work *kernel, LLVMValueRef gep,
                            struct subscripts *found) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  LLVMValueRef base = LLVMGetOperand(gep, 0);
  const unsigned n = (unsigned)LLVMGetNumOperands(gep);
  enum wbrt_row kind = WBRT_ROW_OF_ARRAY;
  /* The struct may be one step further down. */
  if (LLVMIsAGetElementPtrInst(base) &&
      LLVMGetTypeKind(LLVMGetGEPSourceElementType(base)) == LLVMStructTypeKind &&
      LLVMGetNumOperands(base) > 2)
    kind = WBRT_ROW_OF_STRUCT;
  for (unsigned i = 2; i < n; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    LLVMTypeKind is = LLVMGetTypeKind(type);
    if (is == LLVMStructTypeKind) {
      type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
      kind = WBRT_ROW_OF_STRUCT;
      continue;
    }
    if (is != LLVMArrayTypeKind) break;
    struct subscript subscript = {index, LLVMGetArrayLength2(type), 0, 1, kind, NULL};
    if (i == n - 1) set_span(kernel, type, found, &subscript);
    note_subscript(kernel, gep, i, type, &subscript, found);
    type = LLVMGetElementType(type);
    kind = WBRT_ROW_OF_ARRAY;
  }
}

/* From the access towards the object, as long as each step only goes into what
 * the one before it found: pointer arithmetic is where another pointer begins,
 * which may have been anywhere. */
static void collect_subscripts(struct wb_kernel_work *kernel, LLVMValueRef pointer,
                               struct subscripts *found) {
  bool inside = true;
  if (LLVMIsAAddrSpaceCastInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
  while (inside && LLVMIsAGetElementPtrInst(pointer)) {
    LLVMValueRef first = LLVMGetOperand(pointer, 1);
    if (found->bytes > 0 && is_lane(pointer)) {
      pass_lane(kernel, pointer, found);
    } else {
      collect_indices(kernel, pointer, found);
      found->bytes = 0;
    }
    inside = LLVMIsAConstantInt(first) && LLVMIsNull(first);
    pointer = LLVMGetOperand(pointer, 0);
    if (LLVMIsAAddrSpaceCastInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
  }
}

/* Bytes of an access that must end in its row. */
static uint64_t marked_bytes(struct wb_instrumentation *work, LLVMValueRef access) {
  if (!wb_row_bounds_has(work, access, WB_ROW_BOUNDS_SPAN)) return 0;
  LLVMValueRef value = LLVMIsALoadInst(access) ? access : LLVMGetOperand(access, 0);
  return LLVMStoreSizeOfType(work->layout, LLVMTypeOf(value));
}

/* Whether the elements from the index on are not all there. */
static LLVMValueRef leaves_array(struct wb_instrumentation *work, const struct subscript *subscript,
                                 LLVMValueRef index) {
  LLVMBuilderRef b = work->builder;
  const uint64_t reach = subscript->shift + subscript->span, count = subscript->count;
  if (reach > count) return LLVMConstAllOnes(work->types.i1);
  return LLVMBuildICmp(b, LLVMIntUGT, index, wb_build_int64(work, count - reach), "");
}

static LLVMValueRef refuse_if(struct wb_instrumentation *work, LLVMValueRef bad,
                              LLVMValueRef address) {
  return LLVMBuildSelect(work->builder, bad, wb_build_int64(work, WBRT_REFUSED_ADDRESS), address,
                         "");
}

/* One like `site`, of the access, which names the member that is subscripted. */
static uint32_t member_site(struct wb_kernel_work *kernel, LLVMValueRef access, uint32_t site,
                            const char *member) {
  if (member == NULL) return site;
  const uint32_t number = wb_own_site(kernel, access);
  struct wbrt_site *sites = wb_program_kernel_of(kernel)->sites;
  sites[number] = sites[site];
  sites[number].member = member;
  return number;
}

static void call_bad_row(struct wb_kernel_work *kernel, const struct subscript *subscript,
                         LLVMValueRef index, LLVMValueRef bad, uint32_t flags, uint32_t site) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef start = index;
  if (subscript->shift > 0)
    start = LLVMBuildAdd(work->builder, index, wb_build_int64(work, subscript->shift), "");
  LLVMValueRef arguments[] = {
      wb_build_int32(work, site), wb_build_int32(work, flags), start,
      wb_build_int32(work, subscript->count),
      wb_build_int32(work, (uint64_t)subscript->kind | subscript->span << WBRT_ROW_SPAN_SHIFT)};
  wb_call_runtime_if(kernel, bad, "wbrt_bad_row", arguments, 5);
}

/* An index that is `unwritten` (NULL: none is) has been reported as that. */
static LLVMValueRef check_rows(struct wb_kernel_work *kernel, LLVMValueRef access,
                               LLVMValueRef pointer, LLVMValueRef address, LLVMValueRef unwritten,
                               uint32_t flags, uint32_t site) {
  struct wb_instrumentation *work = kernel->work;
  struct subscripts found = {.n = 0, .bytes = marked_bytes(work, access)};
  collect_subscripts(kernel, pointer, &found);
  for (unsigned i = 0; i < found.n; i++) {
    LLVMValueRef index =
        LLVMBuildIntCast2(work->builder, found.items[i].index, work->types.i64, 1, "");
    LLVMValueRef bad = leaves_array(work, &found.items[i], index);
    if (unwritten != NULL)
      bad = LLVMBuildAnd(work->builder, bad, LLVMBuildNot(work->builder, unwritten, ""), "");
    call_bad_row(kernel, &found.items[i], index, bad, flags,
                 member_site(kernel, access, site, found.items[i].member));
    address = refuse_if(work, bad, address);
  }
  return address;
}

LLVMValueRef wb_check_dimensions(struct wb_kernel_work *kernel, LLVMValueRef pointer,
                                 LLVMValueRef address, uint32_t flags, uint32_t site) {
  struct wb_instrumentation *work = kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef astray = wb_astray_of(kernel, pointer);
  if (astray == NULL) return address;
  LLVMValueRef unwritten = wb_shadow_any(kernel, wb_shadow_of(kernel, pointer));
  LLVMValueRef bad = LLVMBuildICmp(b, LLVMIntNE, astray, wb_build_int32(work, 0), "");
  if (unwritten != NULL) bad = LLVMBuildAnd(b, bad, LLVMBuildNot(b, unwritten, ""), "");
  LLVMValueRef arguments[] = {wb_build_int32(work, site), wb_build_int32(work, flags), astray};
  wb_call_runtime_if(kernel, bad, "wbrt_index_used", arguments, 3);
  return refuse_if(work, bad, address);
}

LLVMValueRef wb_check_pointer(struct wb_kernel_work *kernel, LLVMValueRef instruction,
                              LLVMValueRef pointer, uint32_t flags, uint32_t site) {
  struct wb_instrumentation *work = kernel->work;
  wb_shadow_use(kernel, pointer, instruction, WBRT_USE_ADDRESS);
  wb_build_before(work, instruction);
  LLVMValueRef unwritten = wb_shadow_any(kernel, wb_shadow_of(kernel, pointer));
  LLVMValueRef address = LLVMBuildPtrToInt(work->builder, pointer, work->types.i64, "");
  if (unwritten != NULL) address = refuse_if(work, unwritten, address);
  address = wb_check_dimensions(kernel, pointer, address, flags, site);
  return check_rows(kernel, instruction, pointer, address, unwritten, flags, site);
}

LLVMValueRef wb_check_vector(struct wb_kernel_work *kernel, LLVMValueRef instruction,
                             LLVMValueRef vector, LLVMValueRef address, uint32_t align,
                             uint32_t flags, uint32_t site) {
  struct wb_instrumentation *work = kernel->work;
  if (wb_known_align(kernel, vector) >= align) return address;
  wb_build_before(work, instruction);
  LLVMValueRef start = LLVMBuildPtrToInt(work->builder, vector, work->types.i64, "");
  LLVMValueRef beyond = LLVMBuildAnd(work->builder, start, wb_build_int64(work, align - 1), "");
  LLVMValueRef bad = LLVMBuildICmp(work->builder, LLVMIntNE, beyond, wb_build_int64(work, 0), "");
  if (address != NULL) {
    LLVMValueRef fine = LLVMBuildICmp(work->builder, LLVMIntNE, address,
                                      wb_build_int64(work, WBRT_REFUSED_ADDRESS), "");
    bad = LLVMBuildAnd(work->builder, bad, fine, "");
  }
  LLVMValueRef arguments[] = {wb_build_int32(work, site), wb_build_int32(work, flags), start,
                              wb_build_int32(work, align)};
  wb_call_runtime_if(kernel, bad, "wbrt_bad_align", arguments, 4);
  return address != NULL ? refuse_if(work, bad, address) : NULL;
}
