/* Which buffers the kernel never writes; whether groups may run side by side
 * (emulator/run/parallel.h): whatever the kernel's code does that another group can tell must be an
 * access to global memory that race histories see, and no atomic one, whose result depends on the
 * order without being a race; and whether what it computes may depend on the order of work-items.
 * What is not known to be harmless is not.
 *
 * That a launch without races computes the same in every order is proven so. All that one work-item
 * can learn of another comes through memory or through calls of the runtime. A plain access that
 * finds what another work-item wrote is ordered after that write by barriers, or it is a race; so
 * it finds the same in every order. What remains is atomics and the calls. Atomics tell nothing
 * where nobody uses what they return, and leave the same behind in every order where all of the
 * kernel are one operation, of one width, that commutes exactly: a plain access that finds what
 * they left is ordered after them all. The calls are in a list. */
#include <string.h>

#include "compiler/instrument/steps.h"

enum { OBJECT = 2, CHECK_FLAGS = 5, LOOP_WEIGHT = 7, BARRIER_WEIGHT = 4 };

static bool is_harmless(const char *name) {
  static const char *const NAMES[] = {
      "wbrt_unwritten_lanes", "wbrt_mark_lanes",      "wbrt_unwritten",      "wbrt_mark",
      "wbrt_used_unwritten",  "wbrt_divided_by_zero", "wbrt_bad_lane",       "wbrt_bad_row",
      "wbrt_bad_align",       "wbrt_begin_object",    "wbrt_copy",           "wbrt_set",
      "wbrt_barrier",         "wbrt_first_steps",     "wbrt_step",           "wbrt_end_item",
      "wbrt_divide_overflow", "wbrt_bad_shift",       "wbrt_converted",      "wbrt_returns",
      "wbrt_exits",           "wbrt_async_copy",      "wbrt_async_wait",     "wbrt_turn",
      "wbrt_index_outside",   "wbrt_index_used",      "wbrt_left_undefined", "wbrt_stale_read",
      "wbrt_changes"};
  if (!wb_starts_with(name, "wbrt_")) return true;
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
    if (strcmp(NAMES[i], name) == 0) return true;
  return false;
}

/* What no work-item can tell another's order from. What is printed is sorted
 * afterwards, and what a model counts no kernel can read. */
static bool tells_no_order(const char *name) {
  static const char *const NAMES[] = {
      "wbrt_check",     "wbrt_printf",    "wbrt_profile_access", "wbrt_profile_branch",
      "wbrt_memory_at", "wbrt_bad_pixel", "wbrt_carry_unwritten"};
  if (is_harmless(name)) return true;
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
    if (strcmp(NAMES[i], name) == 0) return true;
  return false;
}

/* An atomic update that commutes with others of its kind, as a number that is the
 * same for those; 0: it does not, or somebody uses what it returns. */
static unsigned commuting_kind(LLVMValueRef update) {
  static const LLVMAtomicRMWBinOp OPS[] = {
      LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpAnd, LLVMAtomicRMWBinOpOr,   LLVMAtomicRMWBinOpXor,
      LLVMAtomicRMWBinOpMax, LLVMAtomicRMWBinOpMin, LLVMAtomicRMWBinOpUMax, LLVMAtomicRMWBinOpUMin};
  LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(update);
  LLVMTypeRef type = LLVMTypeOf(update);
  unsigned kind = 0;
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetFirstUse(update) != NULL) return 0;
  if (op == LLVMAtomicRMWBinOpSub) op = LLVMAtomicRMWBinOpAdd;
  for (unsigned i = 0; i < sizeof OPS / sizeof OPS[0]; i++)
    if (OPS[i] == op) kind = LLVMGetIntTypeWidth(type) << 8 | (i + 1);
  return kind;
}

/* Whether the instruction may let a work-item know, or leave in memory, in which
 * order work-items came to it. *kind: of the commuting updates so far; 0: none. */
static bool may_tell_order(LLVMValueRef instruction, const char *name, unsigned *kind) {
  bool tells = false;
  if (LLVMIsAAtomicRMWInst(instruction)) {
    const unsigned own = commuting_kind(instruction);
    tells = own == 0 || (*kind != 0 && *kind != own);
    *kind = own;
  } else if (LLVMIsAAtomicCmpXchgInst(instruction)) {
    tells = true;
  } else if (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction)) {
    tells = LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic;
  } else {
    tells = !tells_no_order(name);
  }
  return tells;
}

static bool is_atomic_for_all(LLVMValueRef check) {
  uint64_t flags = LLVMConstIntGetZExtValue(LLVMGetOperand(check, CHECK_FLAGS));
  return (flags & WBRT_ATOMIC) != 0 &&
         (flags >> WBRT_MEMORY_SHIFT & WBRT_MEMORY_MASK) != WB_MEMORY_LOCAL;
}

/* The bits of the parameters whose buffers a call may write, bit i for parameter
 * i, as image.never_written has them. */
static uint64_t written_by(LLVMValueRef call, const char *name) {
  static const char *const WRITERS[] = {"wbrt_copy", "wbrt_set", "wbrt_async_copy"};
  bool writes = strcmp(name, "wbrt_check") == 0 &&
                (LLVMConstIntGetZExtValue(LLVMGetOperand(call, CHECK_FLAGS)) & WBRT_WRITE) != 0;
  for (size_t i = 0; i < sizeof WRITERS / sizeof WRITERS[0]; i++)
    writes |= strcmp(WRITERS[i], name) == 0;
  if (!writes) return strcmp(name, "wbrt_check") == 0 || is_harmless(name) ? 0 : UINT64_MAX;
  const uint64_t object = LLVMConstIntGetZExtValue(LLVMGetOperand(call, OBJECT));
  if (object == WBRT_NO_OBJECT || object >= WBRT_MAX_OBJECTS) return UINT64_MAX;
  return object < WBRT_FIRST_STATIC ? 1ULL << (object - WBRT_FIRST_ARGUMENT) : 0;
}

void wb_group_independence_find(struct wb_kernel_work *kernel) {
  struct wb_kernel_image *image = &wb_program_kernel_of(kernel)->image;
  struct wb_values list = wb_instructions_of(kernel->entry);
  image->parallel = !kernel->work->profile; /* its model takes one group after another */
  image->weight = 1 + (image->has_barrier ? BARRIER_WEIGHT : 0);
  image->never_written = UINT64_MAX;
  unsigned commuting = 0;
  bool loops = false, tells = false;
  for (size_t i = 0; i < list.count; i++) {
    const char *name = wb_callee_name(list.items[i]);
    if (strcmp(name, "wbrt_check") == 0)
      image->parallel &= !is_atomic_for_all(list.items[i]);
    else
      image->parallel &= is_harmless(name);
    image->never_written &= ~written_by(list.items[i], name);
    tells |= may_tell_order(list.items[i], name, &commuting);
    loops |= strcmp(name, "wbrt_step") == 0;
  }
  image->n_orders = !tells ? 1 : image->reads_stale ? WB_SCHEDULE_ORDERS : WB_SCHEDULE_USUAL_ORDERS;
  if (loops) image->weight += LOOP_WEIGHT;
  /* A process that runs a slice has variables of the program of its own. */
  for (uint32_t o = 0; o < image->n_objects; o++)
    image->parallel &= wb_program_kernel_of(kernel)->objects[o].memory != WB_MEMORY_GLOBAL;
  wb_values_release(&list);
}
