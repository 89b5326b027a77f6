#include "compiler/instrument/objects.h"
#include "compiler/instrument/steps.h"

/* Where an element is read, changed and written back, as `x[i] += 1` does: the report of a race
 * must not ask for a barrier there (emulator/run/races.c). */

enum { MOST_VALUES = 32, MOST_STEPS = 8 };

static bool is_step(LLVMValueRef value) {
  return LLVMIsAGetElementPtrInst(value) || LLVMIsACastInst(value) ||
         LLVMIsABinaryOperator(value) || LLVMIsALoadInst(value);
}

static bool is_alike(LLVMValueRef a, LLVMValueRef b) {
  return LLVMIsAInstruction(a) && LLVMIsAInstruction(b) && is_step(a) && is_step(b) &&
         LLVMGetInstructionOpcode(a) == LLVMGetInstructionOpcode(b) &&
         LLVMTypeOf(a) == LLVMTypeOf(b) && LLVMGetNumOperands(a) == LLVMGetNumOperands(b) &&
         (!LLVMIsAGetElementPtrInst(a) ||
          LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b));
}

/* Whether two addresses are computed in the same way: `x[n - 1] = x[n - 1] + 1` has two. */
static bool is_same_value(LLVMValueRef a, LLVMValueRef b, unsigned steps) {
  if (a == b) return true;
  bool same = steps > 0 && is_alike(a, b);
  for (unsigned i = 0; same && i < (unsigned)LLVMGetNumOperands(a); i++)
    same = is_same_value(LLVMGetOperand(a, i), LLVMGetOperand(b, i), steps - 1);
  return same;
}

/* In one block whoever reads it writes it; elsewhere only what clang makes of one operator. */
static bool is_one_change(LLVMValueRef load, LLVMValueRef store) {
  const bool together = LLVMGetInstructionParent(load) == LLVMGetInstructionParent(store) ||
                        LLVMGetDebugLocColumn(load) == LLVMGetDebugLocColumn(store);
  return together && LLVMGetDebugLocLine(load) == LLVMGetDebugLocLine(store) &&
         is_same_value(LLVMGetOperand(load, 0), LLVMGetOperand(store, 1), MOST_STEPS);
}

/* The read that the written value comes from, or NULL. */
static LLVMValueRef find_read(LLVMValueRef store) {
  LLVMValueRef values[MOST_VALUES] = {LLVMGetOperand(store, 0)}, found = NULL;
  for (size_t n = 1, next = 0; next < n && found == NULL; next++) {
    LLVMValueRef value = values[next];
    if (!LLVMIsAInstruction(value)) continue;
    if (LLVMIsALoadInst(value)) {
      if (is_one_change(value, store)) found = value;
      continue;
    }
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value) && n < MOST_VALUES; i++)
      values[n++] = LLVMGetOperand(value, i);
  }
  return found;
}

/* ---- values that only a compare-exchange uses ------------------------------------------------ */

/* The usual way to add floats where atomic_cmpxchg is all there is:
 *
 *   do { old.f = *sum; new.f = old.f + x; } while (atomic_cmpxchg(sum, old.u, new.u) != old.u);
 *
 * The plain read is a race by the letter of OpenCL. It is volatile and of 32 bits, so that devices
 * read it at once and whole; and as its value goes nowhere but into a compare-exchange at the same
 * address, one that is stale makes that fail and nothing else. */
struct guess {
  struct wb_kernel_work *kernel;
  const struct wb_values *instructions; /* of the kernel */
  LLVMValueRef load;
  struct wb_map seen;    /* values that follow from it */
  struct wb_values todo; /* the same: those whose uses are still to be looked at */
  struct wb_map objects; /* variables in memory that hold one, by their number */
  bool compared;         /* a compare-exchange has come */
};

static LLVMValueRef without_casts(LLVMValueRef value) {
  while (LLVMIsABitCastInst(value) || LLVMIsAAddrSpaceCastInst(value))
    value = LLVMGetOperand(value, 0);
  return value;
}

/* One address, whenever it is computed: nothing is read for it. */
static bool is_same_address(LLVMValueRef a, LLVMValueRef b, unsigned steps) {
  a = without_casts(a);
  b = without_casts(b);
  if (a == b) return true;
  bool same = steps > 0 && is_alike(a, b) && !LLVMIsALoadInst(a);
  for (unsigned i = 0; same && i < (unsigned)LLVMGetNumOperands(a); i++)
    same = is_same_address(LLVMGetOperand(a, i), LLVMGetOperand(b, i), steps - 1);
  return same;
}

static bool is_exchange_there(const struct guess *guess, LLVMValueRef value) {
  return LLVMIsAAtomicCmpXchgInst(value) &&
         is_same_address(LLVMGetOperand(value, 0), LLVMGetOperand(guess->load, 0), MOST_STEPS);
}

static void follow_value(struct guess *guess, LLVMValueRef value) {
  if (wb_map_has(&guess->seen, value)) return;
  wb_map_put(&guess->seen, value, 1);
  wb_values_add(&guess->todo, value);
}

static bool is_copy(LLVMValueRef instruction) {
  return wb_is_intrinsic(instruction, "llvm.memcpy.") ||
         wb_is_intrinsic(instruction, "llvm.memmove.");
}

/* The value is put into a variable in memory, a union or such: all that is read from there follows,
 * and what is copied from there to another one. False where it is no variable of the kernel's own,
 * or a read may be of any memory. */
static bool follow_variable(struct guess *guess, LLVMValueRef pointer) {
  struct wb_kernel_work *kernel = guess->kernel;
  const uint32_t object = wb_object_of(kernel, pointer);
  bool good =
      object < WBRT_MAX_OBJECTS && wb_memory_of(kernel, pointer, object) == WB_MEMORY_PRIVATE;
  if (!good || wb_map_has(&guess->objects, &kernel->infos[object])) return good;
  wb_map_put(&guess->objects, &kernel->infos[object], 1);
  for (size_t i = 0; i < guess->instructions->count && good; i++) {
    LLVMValueRef instruction = guess->instructions->items[i];
    const bool copies = is_copy(instruction);
    if (!copies && !LLVMIsALoadInst(instruction)) continue;
    LLVMValueRef from = LLVMGetOperand(instruction, copies ? 1 : 0);
    const uint32_t read = wb_object_of(kernel, from);
    if (read == object && copies)
      good = follow_variable(guess, LLVMGetOperand(instruction, 0));
    else if (read == object)
      follow_value(guess, instruction);
    else
      good = read < WBRT_MAX_OBJECTS || read == WB_FOREIGN;
  }
  return good;
}

/* What the exchange found, or a value that was read before: whether it is the same as the one. */
static bool is_found(const struct guess *guess, LLVMValueRef value) {
  value = without_casts(value);
  if (wb_map_has(&guess->seen, value)) return true;
  return LLVMIsAExtractValueInst(value) && is_exchange_there(guess, LLVMGetOperand(value, 0));
}

static bool is_comparison_with_found(const struct guess *guess, LLVMValueRef comparison) {
  return LLVMIsAICmpInst(comparison) && is_found(guess, LLVMGetOperand(comparison, 0)) &&
         is_found(guess, LLVMGetOperand(comparison, 1));
}

static bool computes(LLVMValueRef user) {
  return LLVMIsABinaryOperator(user) || LLVMIsAUnaryOperator(user) || LLVMIsACastInst(user) ||
         LLVMIsAPHINode(user) || wb_is_intrinsic(user, "llvm.fmuladd.") ||
         wb_is_intrinsic(user, "llvm.fma.") || wb_is_intrinsic(user, "llvm.maxnum.") ||
         wb_is_intrinsic(user, "llvm.minnum.");
}

/* Whether a use of a value that follows from the read is none, or the exchange's. */
static bool may_use(struct guess *guess, LLVMValueRef value, LLVMValueRef user) {
  bool may = true;
  if (LLVMIsAAtomicCmpXchgInst(user)) {
    may = is_exchange_there(guess, user) && LLVMGetOperand(user, 0) != value;
    guess->compared |= may;
  } else if (LLVMIsAStoreInst(user)) {
    may = LLVMGetOperand(user, 0) == value && follow_variable(guess, LLVMGetOperand(user, 1));
  } else if (computes(user)) {
    follow_value(guess, user);
  } else {
    may = is_comparison_with_found(guess, user);
  }
  return may;
}

/* Comparisons last: both of their sides are known by then. */
static bool uses_are_good(struct guess *guess) {
  bool good = true;
  for (int comparisons = 0; comparisons < 2 && good; comparisons++)
    for (size_t next = 0; next < guess->todo.count && next < MOST_VALUES && good; next++) {
      LLVMValueRef value = guess->todo.items[next];
      for (LLVMUseRef use = LLVMGetFirstUse(value); use != NULL && good; use = LLVMGetNextUse(use))
        if ((LLVMIsAICmpInst(LLVMGetUser(use)) != NULL) == (comparisons == 1))
          good = may_use(guess, value, LLVMGetUser(use));
    }
  return good && guess->todo.count <= MOST_VALUES;
}

static bool is_guess(struct wb_kernel_work *kernel, const struct wb_values *instructions,
                     LLVMValueRef load) {
  enum { BYTES = 4 };
  struct guess guess = {.kernel = kernel, .instructions = instructions, .load = load};
  if (!LLVMIsALoadInst(load) || !LLVMGetVolatile(load) ||
      LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic ||
      LLVMStoreSizeOfType(kernel->work->layout, LLVMTypeOf(load)) != BYTES)
    return false;
  follow_value(&guess, load);
  const bool good = uses_are_good(&guess) && guess.compared;
  wb_map_release(&guess.seen);
  wb_map_release(&guess.objects);
  wb_values_release(&guess.todo);
  return good;
}

void wb_guesses_find(struct wb_kernel_work *kernel) {
  struct wb_values list = wb_instructions_of(kernel->entry);
  for (size_t i = 0; i < list.count; i++)
    if (is_guess(kernel, &list, list.items[i])) wb_map_put(&kernel->guesses, list.items[i], 1);
  wb_values_release(&list);
}

void wb_updates_find(struct wb_kernel_work *kernel, const struct wb_values *instructions) {
  for (size_t i = 0; i < instructions->count; i++) {
    LLVMValueRef store = instructions->items[i];
    LLVMValueRef load = LLVMIsAStoreInst(store) ? find_read(store) : NULL;
    if (load == NULL) continue;
    wb_map_put(&kernel->updates, load, 1);
    wb_map_put(&kernel->updates, store, 1);
  }
}
