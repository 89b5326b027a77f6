#include "compiler/instrument/collectives.h"

#include <llvm-c/DebugInfo.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/objects.h"
#include "compiler/instrument/steps.h"
#include "compiler/instrument/unwritten.h"

/* ---- names --------------------------------------------------------------------- */

/* `stem` is the name without sub_group_ or work_group_; a name that ends in '_'
 * is followed by an operation. */
static const struct collective {
  const char *stem;
  uint32_t function;
  bool of_group, any_set; /* there is one of work-groups; non-uniform ones */
} COLLECTIVES[] = {
    {"barrier", WBRT_COLLECTIVE_BARRIER, false, false},
    {"all", WBRT_COLLECTIVE_ALL, true, false},
    {"any", WBRT_COLLECTIVE_ANY, true, false},
    {"broadcast", WBRT_COLLECTIVE_BROADCAST, true, false},
    {"reduce_", WBRT_COLLECTIVE_REDUCE, true, false},
    {"scan_inclusive_", WBRT_COLLECTIVE_SCAN_INCLUSIVE, true, false},
    {"scan_exclusive_", WBRT_COLLECTIVE_SCAN_EXCLUSIVE, true, false},
    {"elect", WBRT_COLLECTIVE_ELECT, false, true},
    {"ballot", WBRT_COLLECTIVE_BALLOT, false, true},
    {"broadcast_first", WBRT_COLLECTIVE_BROADCAST_FIRST, false, true},
    {"non_uniform_all", WBRT_COLLECTIVE_ALL, false, true},
    {"non_uniform_any", WBRT_COLLECTIVE_ANY, false, true},
    {"non_uniform_all_equal", WBRT_COLLECTIVE_ALL_EQUAL, false, true},
    {"non_uniform_broadcast", WBRT_COLLECTIVE_BROADCAST, false, true},
    {"non_uniform_reduce_", WBRT_COLLECTIVE_REDUCE, false, true},
    {"non_uniform_scan_inclusive_", WBRT_COLLECTIVE_SCAN_INCLUSIVE, false, true},
    {"non_uniform_scan_exclusive_", WBRT_COLLECTIVE_SCAN_EXCLUSIVE, false, true},
    {"shuffle", WBRT_COLLECTIVE_SHUFFLE, false, true},
    {"shuffle_xor", WBRT_COLLECTIVE_SHUFFLE_XOR, false, true},
    {"shuffle_up", WBRT_COLLECTIVE_SHUFFLE_UP, false, true},
    {"shuffle_down", WBRT_COLLECTIVE_SHUFFLE_DOWN, false, true},
    {"rotate", WBRT_COLLECTIVE_ROTATE, false, true},
    {"clustered_rotate", WBRT_COLLECTIVE_CLUSTERED_ROTATE, false, true},
    {"clustered_reduce_", WBRT_COLLECTIVE_CLUSTERED_REDUCE, false, true},
};

static const char *const OPERATIONS[] = {
    [WBRT_COLLECTIVE_ADD] = "add",
    [WBRT_COLLECTIVE_MUL] = "mul",
    [WBRT_COLLECTIVE_MIN] = "min",
    [WBRT_COLLECTIVE_MAX] = "max",
    [WBRT_COLLECTIVE_AND] = "and",
    [WBRT_COLLECTIVE_OR] = "or",
    [WBRT_COLLECTIVE_XOR] = "xor",
    [WBRT_COLLECTIVE_LOGICAL_AND] = "logical_and",
    [WBRT_COLLECTIVE_LOGICAL_OR] = "logical_or",
    [WBRT_COLLECTIVE_LOGICAL_XOR] = "logical_xor",
};

static const struct query {
  const char *name;
  uint32_t what;
} QUERIES[] = {
    {"get_sub_group_size", WBRT_SUBGROUP_SIZE},
    {"get_max_sub_group_size", WBRT_SUBGROUP_MAX_SIZE},
    {"get_num_sub_groups", WBRT_SUBGROUP_COUNT},
    {"get_enqueued_num_sub_groups", WBRT_SUBGROUP_COUNT},
    {"get_sub_group_id", WBRT_SUBGROUP_ID},
    {"get_sub_group_local_id", WBRT_SUBGROUP_LOCAL_ID},
    {"get_sub_group_eq_mask", WBRT_SUBGROUP_EQ_MASK},
    {"get_sub_group_ge_mask", WBRT_SUBGROUP_GE_MASK},
    {"get_sub_group_gt_mask", WBRT_SUBGROUP_GT_MASK},
    {"get_sub_group_le_mask", WBRT_SUBGROUP_LE_MASK},
    {"get_sub_group_lt_mask", WBRT_SUBGROUP_LT_MASK},
    {"sub_group_inverse_ballot", WBRT_SUBGROUP_INVERSE_BALLOT},
    {"sub_group_ballot_bit_extract", WBRT_SUBGROUP_BIT_EXTRACT},
    {"sub_group_ballot_bit_count", WBRT_SUBGROUP_BIT_COUNT},
    {"sub_group_ballot_inclusive_scan", WBRT_SUBGROUP_COUNT_INCLUSIVE},
    {"sub_group_ballot_exclusive_scan", WBRT_SUBGROUP_COUNT_EXCLUSIVE},
    {"sub_group_ballot_find_lsb", WBRT_SUBGROUP_FIND_LSB},
    {"sub_group_ballot_find_msb", WBRT_SUBGROUP_FIND_MSB},
};

static const struct query *find_query(const char *mangled) {
  char name[64];
  if (!wb_starts_with(mangled, "_Z")) return NULL;
  wb_mangled_name(mangled, name, sizeof name);
  for (size_t i = 0; i < sizeof QUERIES / sizeof QUERIES[0]; i++)
    if (strcmp(QUERIES[i].name, name) == 0) return &QUERIES[i];
  return NULL;
}

/* What a name says. */
struct named {
  const struct collective *collective;
  uint32_t operation;
  bool of_group;
};

static bool find_operation(const char *text, uint32_t *operation) {
  const size_t count = sizeof OPERATIONS / sizeof OPERATIONS[0];
  *operation = 0;
  while (*operation < count && strcmp(OPERATIONS[*operation], text) != 0) (*operation)++;
  return *operation < count;
}

static struct named find_collective(const char *mangled) {
  char plain[64];
  struct named named = {0};
  if (!wb_starts_with(mangled, "_Z")) return named;
  wb_mangled_name(mangled, plain, sizeof plain);
  named.of_group = wb_starts_with(plain, "work_group_");
  if (!named.of_group && !wb_starts_with(plain, "sub_group_")) return named;
  const char *stem = plain + strlen(named.of_group ? "work_group_" : "sub_group_");
  for (size_t i = 0; i < sizeof COLLECTIVES / sizeof COLLECTIVES[0] && named.collective == NULL;
       i++) {
    const struct collective *collective = &COLLECTIVES[i];
    const bool open = wb_ends_with(collective->stem, "_");
    bool good = open ? wb_starts_with(stem, collective->stem) &&
                           find_operation(stem + strlen(collective->stem), &named.operation)
                     : strcmp(stem, collective->stem) == 0;
    if (good && (collective->of_group || !named.of_group)) named.collective = collective;
  }
  return named;
}

bool wb_is_collective_builtin(const char *name) { return find_collective(name).collective != NULL; }

bool wb_is_subgroup_query(const char *name) { return find_query(name) != NULL; }

bool wb_is_collective(LLVMValueRef instruction) {
  return LLVMIsACallInst(instruction) && wb_is_collective_builtin(wb_callee_name(instruction));
}

/* ---- queries ---------------------------------------------------------------------- */

static LLVMTypeRef ballot_halves(struct wb_instrumentation *work) {
  return LLVMVectorType(work->types.i64, 2);
}

/* A ballot's uint4: only its first 64 bits are ever set. */
static LLVMValueRef as_number(struct wb_instrumentation *work, LLVMValueRef value) {
  LLVMBuilderRef b = work->builder;
  if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVectorTypeKind)
    return LLVMBuildIntCast2(b, value, work->types.i64, 0, "");
  value = LLVMBuildBitCast(b, value, ballot_halves(work), "");
  return LLVMBuildExtractElement(b, value, wb_build_int32(work, 0), "");
}

static LLVMValueRef as_result(struct wb_instrumentation *work, LLVMValueRef number,
                              LLVMTypeRef type) {
  LLVMBuilderRef b = work->builder;
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return LLVMBuildIntCast2(b, number, type, 0, "");
  LLVMValueRef halves = LLVMConstNull(ballot_halves(work));
  halves = LLVMBuildInsertElement(b, halves, number, wb_build_int32(work, 0), "");
  return LLVMBuildBitCast(b, halves, type, "");
}

static void lower_query(struct wb_kernel_work *kernel, LLVMValueRef call, uint32_t what) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef arguments[] = {wb_build_int32(work, what), wb_build_int64(work, 0),
                              wb_build_int64(work, 0)};
  wb_build_before(work, call);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && i < 2; i++)
    arguments[1 + i] = as_number(work, LLVMGetOperand(call, i));
  LLVMValueRef number = wb_call_runtime(kernel, "wbrt_subgroup", arguments, 3);
  LLVMReplaceAllUsesWith(call, as_result(work, number, LLVMTypeOf(call)));
  LLVMInstructionEraseFromParent(call);
}

void wb_collectives_lower(struct wb_kernel_work *kernel) {
  struct wb_values list = wb_instructions_of(kernel->entry);
  struct wb_kernel_image *image = &wb_program_kernel_of(kernel)->image;
  for (size_t i = 0; i < list.count; i++) {
    const char *name = LLVMIsACallInst(list.items[i]) ? wb_callee_name(list.items[i]) : "";
    const struct query *query = find_query(name);
    if (query != NULL)
      lower_query(kernel, list.items[i], query->what);
    else if (wb_is_collective_builtin(name))
      image->has_barrier = image->has_collectives = image->orders = true;
  }
  wb_values_release(&list);
}

/* ---- what the runtime reads ---------------------------------------------------------- */

/* The kernel's struct wbrt_collective_data. */
static LLVMValueRef storage_of(struct wb_kernel_work *kernel) {
  struct wb_instrumentation *work = kernel->work;
  if (kernel->collective != NULL) return kernel->collective;
  LLVMTypeRef type = LLVMArrayType2(work->types.i8, sizeof(struct wbrt_collective_data));
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel->entry);
  wb_build_before(work, LLVMGetFirstInstruction(entry));
  kernel->collective = LLVMBuildAlloca(work->builder, type, "");
  LLVMSetAlignment(kernel->collective, _Alignof(struct wbrt_collective_data) > 16
                                           ? _Alignof(struct wbrt_collective_data)
                                           : 16);
  wb_map_put(&kernel->objects, kernel->collective, WB_FOREIGN); /* no access of the source's */
  return kernel->collective;
}

/* A pointer into the storage, at a byte; builds where the builder is. */
static LLVMValueRef field_pointer(struct wb_kernel_work *kernel, size_t offset) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef index = wb_build_int64(work, offset);
  return LLVMBuildGEP2(work->builder, work->types.i8, kernel->collective, &index, 1, "");
}

static void put_field(struct wb_kernel_work *kernel, size_t offset, LLVMValueRef value) {
  LLVMSetAlignment(LLVMBuildStore(kernel->work->builder, value, field_pointer(kernel, offset)), 1);
}

static LLVMValueRef get_field(struct wb_kernel_work *kernel, size_t offset, LLVMTypeRef type) {
  LLVMValueRef value =
      LLVMBuildLoad2(kernel->work->builder, type, field_pointer(kernel, offset), "");
  LLVMSetAlignment(value, 1);
  return value;
}

static void write_key_part(struct wb_kernel_work *kernel, LLVMValueRef call, unsigned index,
                           LLVMValueRef part) {
  storage_of(kernel);
  wb_build_before(kernel->work, call);
  if (index < WBRT_COLLECTIVE_KEYS)
    put_field(kernel, offsetof(struct wbrt_collective_data, key) + index * sizeof(uint64_t), part);
}

static void write_key_count(struct wb_kernel_work *kernel, LLVMValueRef call, unsigned count) {
  storage_of(kernel);
  wb_build_before(kernel->work, call);
  if (count > WBRT_COLLECTIVE_KEYS) count = WBRT_COLLECTIVE_KEYS;
  put_field(kernel, offsetof(struct wbrt_collective_data, keys),
            wb_build_int64(kernel->work, count));
}

/* ---- the call ------------------------------------------------------------------------- */

/* How lanes count, from the last letter of the first parameter's mangled type. */
static uint32_t kind_of(const char *mangled, const char *plain) {
  const char *types = strstr(mangled, plain) + strlen(plain);
  if (wb_starts_with(types, "Dv") && strchr(types, '_') != NULL) types = strchr(types, '_') + 1;
  if (*types == 'f' || *types == 'd' || *types == 'D') return WBRT_COLLECTIVE_REAL;
  return strchr("csil", *types) != NULL && *types != '\0' ? WBRT_COLLECTIVE_SIGNED
                                                          : WBRT_COLLECTIVE_UNSIGNED;
}

static LLVMValueRef number_shadow(struct wb_kernel_work *kernel, LLVMValueRef number,
                                  LLVMTypeRef type) {
  struct wb_instrumentation *work = kernel->work;
  LLVMBuilderRef b = work->builder;
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return LLVMBuildICmp(b, LLVMIntNE, number, wb_build_int64(work, 0), "");
  const uint64_t lanes = (1ULL << LLVMGetVectorSize(type)) - 1;
  number = LLVMBuildTrunc(b, number, work->types.i32, "");
  return LLVMBuildAnd(b, number, wb_build_int32(work, lanes), "");
}

static void put_operands(struct wb_kernel_work *kernel, LLVMValueRef call, bool is_barrier) {
  struct wb_instrumentation *work = kernel->work;
  unsigned count = LLVMGetNumArgOperands(call), first = is_barrier ? 0 : 1;
  LLVMValueRef shadow =
      count > 0 && !is_barrier ? wb_shadow_of(kernel, LLVMGetOperand(call, 0)) : NULL;
  for (unsigned i = first; i < count; i++)
    wb_shadow_use(kernel, LLVMGetOperand(call, i), call, WBRT_USE_ARGUMENT);
  wb_build_before(work, call);
  for (unsigned i = first; i < count && i < first + 3; i++)
    put_field(kernel,
              offsetof(struct wbrt_collective_data, argument) + (i - first) * sizeof(uint64_t),
              LLVMBuildIntCast2(work->builder, LLVMGetOperand(call, i), work->types.i64, 1, ""));
  for (unsigned i = count > first ? count : first; i < first + 3; i++)
    put_field(kernel,
              offsetof(struct wbrt_collective_data, argument) + (i - first) * sizeof(uint64_t),
              wb_build_int64(work, 0));
  if (count > 0 && !is_barrier)
    put_field(kernel, offsetof(struct wbrt_collective_data, value), LLVMGetOperand(call, 0));
  put_field(kernel, offsetof(struct wbrt_collective_data, unwritten),
            shadow != NULL ? LLVMBuildZExt(work->builder, shadow, work->types.i64, "")
                           : wb_build_int64(work, 0));
}

/* The result may be unwritten where an operand was, or nobody gave it. */
static void replace_call(struct wb_kernel_work *kernel, LLVMValueRef call, uint32_t site) {
  LLVMTypeRef type = LLVMTypeOf(call);
  const struct wb_map_entry *maybe = wb_map_find(&kernel->maybe, call);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) return;
  LLVMValueRef result = get_field(kernel, offsetof(struct wbrt_collective_data, value), type);
  if (maybe != NULL) {
    const uintptr_t from = maybe->value;
    LLVMValueRef number = get_field(kernel, offsetof(struct wbrt_collective_data, unwritten),
                                    kernel->work->types.i64);
    wb_shadow_set(kernel, result, number_shadow(kernel, number, type));
    wb_map_put(&kernel->maybe, result, from);
    wb_map_put(&kernel->read_sites, call, site);
  }
  LLVMReplaceAllUsesWith(call, result);
}

bool wb_check_collective(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct wb_instrumentation *work = kernel->work;
  char plain[64];
  const struct named named = find_collective(wb_callee_name(call));
  if (named.collective == NULL) return false;
  const bool is_barrier = named.collective->function == WBRT_COLLECTIVE_BARRIER;
  const char *mangled = wb_callee_name(call);
  wb_mangled_name(mangled, plain, sizeof plain);
  LLVMTypeRef type =
      LLVMGetNumArgOperands(call) > 0 ? LLVMTypeOf(LLVMGetOperand(call, 0)) : work->types.i32;
  uint32_t bytes = (uint32_t)LLVMStoreSizeOfType(work->layout, type);
  uint32_t lane = (uint32_t)LLVMStoreSizeOfType(work->layout, wb_lane_type(type));
  uint32_t kind = kind_of(mangled, plain);
  storage_of(kernel);
  put_operands(kernel, call, is_barrier);
  const uint32_t site = wb_own_site(kernel, call);
  LLVMValueRef arguments[] = {
      wb_build_int32(work, named.collective->function |
                               (named.of_group ? WBRT_COLLECTIVE_GROUP : 0) |
                               (named.collective->any_set ? WBRT_COLLECTIVE_ANY_SET : 0)),
      wb_build_int32(work, named.operation | kind << WBRT_COLLECTIVE_KIND_SHIFT |
                               lane << WBRT_COLLECTIVE_LANE_SHIFT |
                               bytes << WBRT_COLLECTIVE_BYTES_SHIFT),
      wb_build_int32(work, site),
      LLVMBuildPtrToInt(work->builder, kernel->collective, work->types.i64, "")};
  wb_call_runtime(kernel, "wbrt_collective", arguments, 4);
  replace_call(kernel, call, site);
  LLVMInstructionEraseFromParent(call);
  return true;
}

/* ---- where in the program one is ------------------------------------------------------------- */

/* What stands for a block directly inside `region`: itself, or the loop around
 * it; by the place in `ranks`. */
static size_t node_in(const struct wb_graph *g, size_t block, size_t region) {
  size_t node = block;
  for (size_t loop = g->inmost[block]; loop != region; loop = g->loops[loop].outer)
    node = g->n + loop;
  return node;
}

static bool raise_rank(const struct wb_graph *g, size_t *ranks, size_t from, size_t to) {
  size_t region = g->inmost[from];
  while (region != WB_NO_LOOP && !wb_graph_inside(g, to, region)) region = g->loops[region].outer;
  const size_t a = node_in(g, from, region), b = node_in(g, to, region);
  bool back = region != WB_NO_LOOP && g->loops[region].header == to;
  bool raised = a != b && !back && ranks[b] <= ranks[a];
  if (raised) ranks[b] = ranks[a] + 1;
  return raised;
}

/* A number for each block and loop that is larger than that of all from which
 * it can be reached within the same turn of the loop around both. */
static size_t *rank_blocks(const struct wb_graph *g) {
  size_t *ranks = wb_alloc((g->n + g->n_loops + 1) * sizeof *ranks);
  bool raised = true;
  for (size_t i = 0; i < g->n + g->n_loops; i++) ranks[i] = 0;
  /* As many rounds as the longest way takes; where a jump into a loop makes a circle of blocks
   * without a header, ranks would rise for ever. */
  for (size_t round = 0; raised && round <= g->n; round++) {
    raised = false;
    for (size_t v = 0; v < g->n; v++) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[v]);
      for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        const void *next = LLVMGetSuccessor(end, i);
        raised |= raise_rank(g, ranks, v, (size_t)wb_map_find(&g->numbers, next)->value);
      }
    }
  }
  return ranks;
}

/* The last part is the place within the block. */
static void write_keys(struct wb_kernel_work *kernel, struct wb_graph *g, const size_t *ranks,
                       LLVMValueRef call, uint64_t place) {
  enum { MOST_LOOPS = WBRT_COLLECTIVE_KEYS / 2 - 1 };
  struct wb_instrumentation *work = kernel->work;
  const struct wb_map_entry *block = wb_map_find(&g->numbers, LLVMGetInstructionParent(call));
  size_t loops[MOST_LOOPS], depth = 0;
  unsigned parts = 0;
  if (block == NULL) return; /* never reached */
  size_t loop = g->inmost[block->value];
  for (; loop != WB_NO_LOOP && depth < MOST_LOOPS; loop = g->loops[loop].outer)
    loops[depth++] = loop;
  if (loop != WB_NO_LOOP)
    wb_instrument_complain(work, call,
                           "a function of sub-groups within more than %d loops is not supported",
                           (int)MOST_LOOPS);
  while (depth > 0) {
    loop = loops[--depth];
    write_key_part(kernel, call, parts++, wb_build_int64(work, ranks[g->n + loop]));
    LLVMValueRef counter = wb_graph_counter(kernel, g, loop);
    wb_build_before(work, call);
    LLVMValueRef turn = LLVMBuildLoad2(work->builder, work->types.i64, counter, "");
    write_key_part(kernel, call, parts++, turn);
  }
  write_key_part(kernel, call, parts++, wb_build_int64(work, ranks[block->value]));
  write_key_part(kernel, call, parts++, wb_build_int64(work, place));
  write_key_count(kernel, call, parts);
}

void wb_collective_keys(struct wb_kernel_work *kernel, struct wb_graph *g,
                        const struct wb_values *instructions) {
  size_t *ranks = rank_blocks(g);
  for (size_t i = 0; i < instructions->count; i++)
    if (wb_is_collective(instructions->items[i]))
      write_keys(kernel, g, ranks, instructions->items[i], i);
  free(ranks);
}
