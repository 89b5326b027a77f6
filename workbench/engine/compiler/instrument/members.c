#include "compiler/instrument/members.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

/* DWARF's numbers (version 5, 7.5.3). */
enum {
  TAG_ARRAY = 0x01,
  TAG_MEMBER = 0x0d,
  TAG_POINTER = 0x0f,
  TAG_STRUCT = 0x13,
  TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17
};

/* Operands of LLVM's nodes: DIType has a file, a scope and a name; then DIDerivedType and
 * DICompositeType have the type that they are made of, and the latter its elements;
 * DISubroutineType has types, of what is returned and of the parameters. */
enum { VARIABLE_TYPE = 3, GLOBAL_OF_EXPRESSION = 0, TYPE_BASE = 3, TYPE_ELEMENTS = 4 };
enum { SUBPROGRAM_TYPE = 4, SUBROUTINE_TYPES = 3 };
enum { MOST_DEPTH = 16, MOST_TYPES = 4096 };

/* A struct or a union. */
struct aggregate {
  LLVMMetadataRef node;
  const char *name; /* its tag, or that of its typedef; "": it has none */
  size_t length;
};

struct wb_members {
  LLVMMetadataRef *noted; /* types of variables */
  size_t n_noted, noted_capacity;
  bool known; /* `all` was made of them */
  struct aggregate *all;
  size_t count, capacity;
};

/* ---- metadata ------------------------------------------------------------------------ */

static LLVMMetadataRef operand_of(const struct wb_instrumentation *work, LLVMMetadataRef node,
                                  unsigned i) {
  LLVMValueRef value = LLVMMetadataAsValue(work->context, node);
  const unsigned count = LLVMGetMDNodeNumOperands(value);
  LLVMMetadataRef found = NULL;
  if (i < count) {
    LLVMValueRef *operands = wb_alloc(count * sizeof *operands);
    LLVMGetMDNodeOperands(value, operands);
    if (operands[i] != NULL) found = LLVMValueAsMetadata(operands[i]);
    free(operands);
  }
  return found;
}

static unsigned count_operands(const struct wb_instrumentation *work, LLVMMetadataRef node) {
  return LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(work->context, node));
}

static bool is_composite(LLVMMetadataRef node) {
  return node != NULL && LLVMGetMetadataKind(node) == LLVMDICompositeTypeMetadataKind;
}

static bool is_derived(LLVMMetadataRef node) {
  return node != NULL && LLVMGetMetadataKind(node) == LLVMDIDerivedTypeMetadataKind;
}

static bool is_aggregate(LLVMMetadataRef node) {
  return is_composite(node) &&
         (LLVMGetDINodeTag(node) == TAG_STRUCT || LLVMGetDINodeTag(node) == TAG_UNION);
}

/* Without typedefs and qualifiers … */
static LLVMMetadataRef plain_type(const struct wb_instrumentation *work, LLVMMetadataRef node) {
  for (int i = 0; i < MOST_DEPTH && is_derived(node); i++) node = operand_of(work, node, TYPE_BASE);
  return node;
}

/* … and what an array has, however many dimensions. */
static LLVMMetadataRef element_of(const struct wb_instrumentation *work, LLVMMetadataRef node) {
  for (int i = 0; i < MOST_DEPTH && is_composite(node) && LLVMGetDINodeTag(node) == TAG_ARRAY; i++)
    node = plain_type(work, operand_of(work, node, TYPE_BASE));
  return node;
}

/* ---- all structs and unions ------------------------------------------------------------ */

static struct wb_members *members_of(struct wb_instrumentation *work) {
  if (work->members == NULL) work->members = wb_alloc(sizeof *work->members);
  return work->members;
}

static void note_type(struct wb_instrumentation *work, LLVMMetadataRef type) {
  struct wb_members *m = members_of(work);
  if (type == NULL) return;
  m->noted = wb_grow(m->noted, &m->noted_capacity, m->n_noted + 1, sizeof *m->noted);
  m->noted[m->n_noted++] = type;
}

void wb_members_note(struct wb_instrumentation *work, LLVMValueRef variable) {
  note_type(work, operand_of(work, LLVMValueAsMetadata(variable), VARIABLE_TYPE));
}

void wb_members_note_globals(struct wb_instrumentation *work) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(work->module); g != NULL; g = LLVMGetNextGlobal(g)) {
    size_t count = 0;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(g, &count);
    for (unsigned i = 0; i < count; i++) {
      LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
      if (LLVMGetMetadataKind(node) == LLVMDIGlobalVariableExpressionMetadataKind)
        node = operand_of(work, node, GLOBAL_OF_EXPRESSION);
      if (node != NULL && LLVMGetMetadataKind(node) == LLVMDIGlobalVariableMetadataKind)
        note_type(work, operand_of(work, node, VARIABLE_TYPE));
    }
    LLVMDisposeValueMetadataEntries(entries);
  }
}

static void add_aggregate(struct wb_members *m, LLVMMetadataRef node) {
  struct aggregate found = {.node = node};
  found.name = LLVMDITypeGetName(node, &found.length);
  m->all = wb_grow(m->all, &m->capacity, m->count + 1, sizeof *m->all);
  m->all[m->count++] = found;
}

/* One that has no name but that of its typedef is called so by clang. */
static void add_alias(struct wb_members *m, LLVMMetadataRef alias, LLVMMetadataRef node) {
  for (size_t i = 0; i < m->count; i++)
    if (m->all[i].node == node && m->all[i].length == 0)
      m->all[i].name = LLVMDITypeGetName(alias, &m->all[i].length);
}

/* All that the noted types are made of; the list grows while it is gone through. */
static void collect_all(struct wb_instrumentation *work) {
  struct wb_members *m = members_of(work);
  struct wb_map seen = {0};
  if (m->known) return;
  m->known = true;
  for (size_t i = 0; i < m->n_noted && i < MOST_TYPES; i++) {
    LLVMMetadataRef node = m->noted[i];
    if (wb_map_has(&seen, node)) continue;
    wb_map_put(&seen, node, 1);
    if (is_aggregate(node)) add_aggregate(m, node);
    if (is_derived(node) || is_composite(node)) note_type(work, operand_of(work, node, TYPE_BASE));
    LLVMMetadataRef elements = is_aggregate(node) ? operand_of(work, node, TYPE_ELEMENTS) : NULL;
    for (unsigned k = 0; elements != NULL && k < count_operands(work, elements); k++)
      note_type(work, operand_of(work, elements, k));
  }
  for (size_t i = 0; i < m->n_noted; i++)
    if (is_derived(m->noted[i]) && LLVMGetDINodeTag(m->noted[i]) == TAG_TYPEDEF)
      add_alias(m, m->noted[i], operand_of(work, m->noted[i], TYPE_BASE));
  wb_map_release(&seen);
}

void wb_members_release(struct wb_instrumentation *work) {
  if (work->members == NULL) return;
  free(work->members->noted);
  free(work->members->all);
  free(work->members);
  work->members = NULL;
}

/* ---- one of them ------------------------------------------------------------------------ */

/* "struct.pair", "struct.pair.3": LLVM numbers names that are taken; "struct.anon". */
static bool has_name(const struct aggregate *aggregate, const char *name) {
  const char *dot = strchr(name, '.');
  if (dot == NULL) return false;
  const char *wanted = dot + 1;
  if (aggregate->length == 0) return wb_starts_with(wanted, "anon");
  const char *rest = wanted + aggregate->length;
  return strncmp(wanted, aggregate->name, aggregate->length) == 0 &&
         (rest[0] == '\0' ||
          (rest[0] == '.' && strspn(rest + 1, "0123456789") == strlen(rest + 1)));
}

/* The member at an offset, of so many bits at least; NULL where there is none, or more
 * than one. */
static LLVMMetadataRef member_at(const struct wb_instrumentation *work, LLVMMetadataRef aggregate,
                                 uint64_t offset, uint64_t bits) {
  LLVMMetadataRef elements = operand_of(work, aggregate, TYPE_ELEMENTS), found = NULL;
  unsigned count = 0;
  for (unsigned i = 0; elements != NULL && i < count_operands(work, elements); i++) {
    LLVMMetadataRef member = operand_of(work, elements, i);
    if (!is_derived(member) || LLVMGetDINodeTag(member) != TAG_MEMBER ||
        LLVMDITypeGetOffsetInBits(member) != offset || LLVMDITypeGetSizeInBits(member) != bits)
      continue;
    found = member;
    count++;
  }
  return count == 1 ? found : NULL;
}

static const char *name_of(LLVMMetadataRef member) {
  size_t length = 0;
  const char *name = LLVMDITypeGetName(member, &length);
  return length > 0 ? name : "";
}

/* Field `field` of LLVM's struct: of `known` or, where that is no struct, of one with the
 * struct's name. Several may have it, in different scopes: then the member must have one name in
 * all of them. */
static LLVMMetadataRef member_of(struct wb_instrumentation *work, LLVMTypeRef type, unsigned field,
                                 LLVMMetadataRef known) {
  const char *name = LLVMGetStructName(type);
  const uint64_t offset = 8 * LLVMOffsetOfElement(work->layout, type, field);
  const uint64_t bits = 8 * LLVMABISizeOfType(work->layout, LLVMStructGetTypeAtIndex(type, field));
  LLVMMetadataRef found = NULL;
  bool same = true;
  if (is_aggregate(known)) return member_at(work, known, offset, bits);
  collect_all(work);
  for (size_t i = 0; name != NULL && i < work->members->count; i++) {
    const struct aggregate *aggregate = &work->members->all[i];
    if (!has_name(aggregate, name) ||
        LLVMDITypeGetSizeInBits(aggregate->node) != 8 * LLVMABISizeOfType(work->layout, type))
      continue;
    LLVMMetadataRef member = member_at(work, aggregate->node, offset, bits);
    same =
        same && member != NULL && (found == NULL || strcmp(name_of(member), name_of(found)) == 0);
    found = member;
  }
  return same ? found : NULL;
}

/* ---- paths ------------------------------------------------------------------------------ */

struct path {
  struct wb_str text;
  LLVMMetadataRef last; /* the type of the latest member */
  bool unknown;
  bool ends_in_row; /* with an index that is not known before the kernel runs */
};

static void add_member(struct wb_instrumentation *work, LLVMMetadataRef member, struct path *path) {
  path->unknown |= member == NULL;
  if (member == NULL) return;
  /* What is in a struct without a name is spoken of as if it were in the one around it. */
  const char *name = name_of(member);
  if (name[0] != '\0') wb_str_addf(&path->text, "%s%s", path->text.length > 0 ? "." : "", name);
  path->last = plain_type(work, operand_of(work, member, TYPE_BASE));
  path->ends_in_row = false;
}

static void add_index(LLVMValueRef index, struct path *path) {
  const bool constant = LLVMIsAConstantInt(index) != NULL;
  if (path->text.length == 0) return; /* elements of an array of structs */
  if (constant)
    wb_str_addf(&path->text, "[%lld]", LLVMConstIntGetSExtValue(index));
  else
    wb_str_add(&path->text, "[]");
  path->ends_in_row = !constant;
}

/* An array in a union, which LLVM's types do not show, by its size. */
static void enter_union(struct wb_instrumentation *work, LLVMTypeRef type, struct path *path) {
  LLVMMetadataRef last = element_of(work, path->last);
  if (!is_aggregate(last) || LLVMGetDINodeTag(last) != TAG_UNION ||
      LLVMGetTypeKind(type) != LLVMArrayTypeKind)
    return;
  LLVMMetadataRef member = member_at(work, last, 0, 8 * LLVMABISizeOfType(work->layout, type));
  if (member != NULL) add_member(work, member, path);
}

static bool is_gep(LLVMValueRef value) {
  return LLVMIsAGetElementPtrInst(value) ||
         (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr);
}

/* From a variable of the type `from` to its first member of the type `to`, which has the
 * same address, so that constants need no gep to go there. */
static void enter_first(struct wb_instrumentation *work, LLVMTypeRef from, LLVMTypeRef to,
                        struct path *path) {
  for (int i = 0; i < MOST_DEPTH && from != to && LLVMGetTypeKind(from) == LLVMStructTypeKind &&
                  LLVMCountStructElementTypes(from) > 0;
       i++) {
    add_member(work, member_of(work, from, 0, element_of(work, path->last)), path);
    from = LLVMStructGetTypeAtIndex(from, 0);
  }
  path->unknown |= from != to;
}

/* The type of the variable that a pointer is the address of; NULL: it is none's. */
static LLVMTypeRef variable_type(const struct wb_kernel_work *kernel, LLVMValueRef pointer) {
  const struct wb_map_entry *known = wb_map_find(&kernel->objects, pointer);
  return known != NULL && known->value < WBRT_MAX_OBJECTS ? kernel->infos[known->value].type : NULL;
}

/* What lies before operand `end` of a gep, and before the gep. */
static void add_steps(struct wb_kernel_work *kernel, LLVMValueRef gep, unsigned end, int depth,
                      struct path *path) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef base = LLVMGetOperand(gep, 0), first = LLVMGetOperand(gep, 1);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  if (LLVMIsAAddrSpaceCastInst(base)) base = LLVMGetOperand(base, 0);
  const bool inside = LLVMIsAConstantInt(first) && LLVMIsNull(first);
  LLVMTypeRef variable = inside ? variable_type(kernel, base) : NULL;
  if (inside && is_gep(base) && depth < MOST_DEPTH)
    add_steps(kernel, base, (unsigned)LLVMGetNumOperands(base), depth + 1, path);
  else if (variable != NULL && LLVMGetTypeKind(variable) == LLVMStructTypeKind)
    enter_first(work, variable, type, path);
  enter_union(work, type, path);
  for (unsigned i = 2; i < end && !path->unknown; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    const LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMStructTypeKind) {
      const unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      add_member(work, member_of(work, type, field, element_of(work, path->last)), path);
      type = LLVMStructGetTypeAtIndex(type, field);
    } else if (kind == LLVMArrayTypeKind) {
      add_index(index, path);
      type = LLVMGetElementType(type);
    } else {
      path->unknown = true;
    }
  }
}

const char *wb_member_path(struct wb_kernel_work *kernel, LLVMValueRef gep, unsigned operand) {
  struct path path = {.last = NULL};
  const char *made = NULL;
  wb_str_init(&path.text);
  add_steps(kernel, gep, operand, 0, &path);
  if (!path.unknown && path.text.length > 0) {
    const size_t cut = path.ends_in_row ? strlen("[]") : 0;
    char *text = wb_format("%s member %.*s", path.ends_in_row ? "a row of the" : "the",
                           (int)(path.text.length - cut), path.text.data);
    made = wb_program_text(kernel->work->program, text);
    free(text);
  }
  wb_str_release(&path.text);
  return made;
}

/* ---- steps that would be lost ------------------------------------------------------------- */

static bool is_zero(LLVMValueRef value) { return LLVMIsAConstantInt(value) && LLVMIsNull(value); }

static bool all_zero(LLVMValueRef gep) {
  bool zero = true;
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++)
    zero = zero && is_zero(LLVMGetOperand(gep, i));
  return zero;
}

/* The type that a gep of constants points at. */
static LLVMTypeRef type_at(LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++)
    type = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, 0)
                                                       : LLVMGetElementType(type);
  return type;
}

/* Makes one gep of two: of a base that only goes to first members, and what goes on. */
static void join_geps(struct wb_instrumentation *work, LLVMValueRef gep) {
  LLVMValueRef base = LLVMGetOperand(gep, 0), path[2 * MOST_DEPTH];
  const unsigned n = (unsigned)LLVMGetNumOperands(gep);
  if (!LLVMIsAGetElementPtrInst(base) || !all_zero(base) || !is_zero(LLVMGetOperand(gep, 1)))
    return;
  const unsigned n_base = (unsigned)LLVMGetNumOperands(base);
  if (n < 3 || n_base < 3 || n_base + n > 2 * MOST_DEPTH ||
      type_at(base) != LLVMGetGEPSourceElementType(gep))
    return;
  unsigned count = 0;
  for (unsigned i = 1; i < n_base; i++) path[count++] = LLVMGetOperand(base, i);
  for (unsigned i = 2; i < n; i++) path[count++] = LLVMGetOperand(gep, i);
  wb_build_before(work, gep);
  LLVMSetCurrentDebugLocation2(work->builder, LLVMInstructionGetDebugLoc(gep));
  LLVMValueRef joined = LLVMBuildGEP2(work->builder, LLVMGetGEPSourceElementType(base),
                                      LLVMGetOperand(base, 0), path, count, "");
  LLVMReplaceAllUsesWith(gep, joined);
  LLVMInstructionEraseFromParent(gep);
}

void wb_members_keep(struct wb_instrumentation *work) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    struct wb_values list = wb_instructions_of(f);
    for (size_t i = 0; i < list.count; i++)
      if (LLVMIsAGetElementPtrInst(list.items[i])) join_geps(work, list.items[i]);
    wb_values_release(&list);
  }
}

/* ---- parameters ----------------------------------------------------------------------------- */

/* The type of a function's parameter, NULL where it is not known. */
static LLVMMetadataRef param_type(struct wb_instrumentation *work, LLVMValueRef function,
                                  unsigned index) {
  LLVMMetadataRef node = LLVMGetSubprogram(function);
  if (node != NULL) node = operand_of(work, node, SUBPROGRAM_TYPE);
  if (node == NULL || LLVMGetMetadataKind(node) != LLVMDISubroutineTypeMetadataKind) return NULL;
  LLVMMetadataRef types = operand_of(work, node, SUBROUTINE_TYPES);
  const bool known = types != NULL && count_operands(work, types) == LLVMCountParams(function) + 1;
  return known ? operand_of(work, types, index + 1) : NULL;
}

uint32_t wb_pointee_bytes(struct wb_instrumentation *work, LLVMValueRef function, unsigned index) {
  LLVMMetadataRef node = param_type(work, function, index);
  for (int i = 0; i < MOST_DEPTH && is_derived(node) && LLVMGetDINodeTag(node) != TAG_POINTER; i++)
    node = operand_of(work, node, TYPE_BASE);
  if (!is_derived(node)) return 0;
  node = operand_of(work, node, TYPE_BASE);
  for (int i = 0; i < MOST_DEPTH && is_derived(node) && LLVMGetDINodeTag(node) != TAG_POINTER; i++)
    node = operand_of(work, node, TYPE_BASE);
  const uint64_t bytes = node != NULL ? LLVMDITypeGetSizeInBits(node) / 8 : 0;
  return bytes <= UINT32_MAX ? (uint32_t)bytes : 0;
}
