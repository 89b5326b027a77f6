#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/atomics.h"
#include "compiler/instrument/steps.h"

/* Atomic builtins become atomic instructions of LLVM, and where they order
 * memory, a call of WB_SYNC_MARKER after each, which sync.c lowers once the
 * kernel is one function. This is done to the source's own functions, before
 * anything is inlined, so that compare_exchange can have branches.
 *
 * All are relaxed for LLVM: work-items take turns on one thread, and what a
 * real device would see is for race histories to say. A scope that is less
 * than the device is LLVM's "singlethread", which the checks read. */

/* Orders and scopes as clang numbers them. */
enum { RELAXED = 0, SEQ_CST = 5, SCOPE_WORK_GROUP = 1, SCOPE_DEVICE = 2 };
enum { SCOPE_ALL_DEVICES = 3 };

enum form {
  INIT,
  STORE,
  LOAD,
  UPDATE,      /* returns the old value */
  STEP,        /* the same, by one */
  COMPARE,     /* C11: writes what it finds to *expected */
  OLD_COMPARE, /* returns what it finds */
  TEST_AND_SET,
  CLEAR
};

static const struct atomic {
  const char *name; /* "_explicit" may follow where `ordered` */
  enum form form;
  LLVMAtomicRMWBinOp op; /* for unsigned integers */
  bool ordered;          /* C11's: sequentially consistent unless it says else */
} ATOMICS[] = {
    {"atomic_init", INIT, LLVMAtomicRMWBinOpXchg, false},
    {"atomic_store", STORE, LLVMAtomicRMWBinOpXchg, true},
    {"atomic_load", LOAD, LLVMAtomicRMWBinOpXchg, true},
    {"atomic_exchange", UPDATE, LLVMAtomicRMWBinOpXchg, true},
    {"atomic_fetch_add", UPDATE, LLVMAtomicRMWBinOpAdd, true},
    {"atomic_fetch_sub", UPDATE, LLVMAtomicRMWBinOpSub, true},
    {"atomic_fetch_or", UPDATE, LLVMAtomicRMWBinOpOr, true},
    {"atomic_fetch_xor", UPDATE, LLVMAtomicRMWBinOpXor, true},
    {"atomic_fetch_and", UPDATE, LLVMAtomicRMWBinOpAnd, true},
    {"atomic_fetch_min", UPDATE, LLVMAtomicRMWBinOpUMin, true},
    {"atomic_fetch_max", UPDATE, LLVMAtomicRMWBinOpUMax, true},
    {"atomic_compare_exchange_strong", COMPARE, LLVMAtomicRMWBinOpXchg, true},
    {"atomic_compare_exchange_weak", COMPARE, LLVMAtomicRMWBinOpXchg, true},
    {"atomic_flag_test_and_set", TEST_AND_SET, LLVMAtomicRMWBinOpXchg, true},
    {"atomic_flag_clear", CLEAR, LLVMAtomicRMWBinOpXchg, true},
    {"atomic_add", UPDATE, LLVMAtomicRMWBinOpAdd, false},
    {"atomic_sub", UPDATE, LLVMAtomicRMWBinOpSub, false},
    {"atomic_xchg", UPDATE, LLVMAtomicRMWBinOpXchg, false},
    {"atomic_inc", STEP, LLVMAtomicRMWBinOpAdd, false},
    {"atomic_dec", STEP, LLVMAtomicRMWBinOpSub, false},
    {"atomic_min", UPDATE, LLVMAtomicRMWBinOpUMin, false},
    {"atomic_max", UPDATE, LLVMAtomicRMWBinOpUMax, false},
    {"atomic_and", UPDATE, LLVMAtomicRMWBinOpAnd, false},
    {"atomic_or", UPDATE, LLVMAtomicRMWBinOpOr, false},
    {"atomic_xor", UPDATE, LLVMAtomicRMWBinOpXor, false},
    {"atomic_cmpxchg", OLD_COMPARE, LLVMAtomicRMWBinOpXchg, false},
};

/* One call that is being replaced. */
struct call {
  struct wb_instrumentation *work;
  const struct atomic *atomic;
  LLVMValueRef instruction, pointer;
  LLVMTypeRef type;                   /* of the value in memory */
  LLVMValueRef order, failure, scope; /* failure: of compare_exchange */
  bool is_signed;
};

/* "atomic_fetch_add_explicit" and "atom_add" are in the table by shorter and
 * longer names. */
static const struct atomic *find_atomic(const char *mangled) {
  static const char EXPLICIT[] = "_explicit";
  char plain[64], name[72];
  const struct atomic *found = NULL;
  if (!wb_starts_with(mangled, "_Z")) return NULL;
  wb_mangled_name(mangled, plain, sizeof plain);
  bool old = wb_starts_with(plain, "atom_"), is_explicit = wb_ends_with(plain, EXPLICIT);
  snprintf(name, sizeof name, "%s%s", old ? "atomic_" : "", old ? plain + 5 : plain);
  if (is_explicit) name[strlen(name) - strlen(EXPLICIT)] = '\0';
  for (size_t i = 0; i < sizeof ATOMICS / sizeof ATOMICS[0] && found == NULL; i++)
    if (strcmp(ATOMICS[i].name, name) == 0 && (ATOMICS[i].ordered || !is_explicit))
      found = &ATOMICS[i];
  return found;
}

bool wb_is_atomic_builtin(const char *name) { return find_atomic(name) != NULL; }

/* What an atomic type stands on: "PU3AS1VU7_Atomici", "PU3AS1Vjj". */
static bool points_at_signed(const char *mangled) {
  const char *at = strstr(mangled, "U7_Atomic");
  if (at != NULL)
    at += strlen("U7_Atomic");
  else if ((at = strstr(mangled, "PU3AS")) != NULL)
    at += strlen("PU3ASx") + (at[strlen("PU3ASx")] == 'V' ? 1 : 0);
  return at != NULL && (*at == 'i' || *at == 'l');
}

static LLVMTypeRef type_of(const struct call *call) {
  LLVMTypeRef result = LLVMTypeOf(call->instruction);
  switch (call->atomic->form) {
    case INIT:
    case STORE:
      return LLVMTypeOf(LLVMGetOperand(call->instruction, 1));
    case COMPARE:
      return LLVMTypeOf(LLVMGetOperand(call->instruction, 2));
    case TEST_AND_SET:
    case CLEAR:
      return LLVMInt32TypeInContext(LLVMGetTypeContext(result));
    default:
      return result;
  }
}

/* How many arguments come before order and scope. */
static unsigned own_arguments(enum form form) {
  static const unsigned COUNT[] = {
      [INIT] = 2,    [STORE] = 2,       [LOAD] = 1,         [UPDATE] = 2, [STEP] = 1,
      [COMPARE] = 3, [OLD_COMPARE] = 3, [TEST_AND_SET] = 1, [CLEAR] = 1};
  return COUNT[form];
}

/* What the arguments say of order and scope, and what holds where they say
 * nothing (OpenCL C 6.15.12.7); the old functions are relaxed. */
static void describe_order(struct call *call) {
  const struct atomic *atomic = call->atomic;
  struct wb_instrumentation *work = call->work;
  unsigned at = own_arguments(atomic->form), count = LLVMGetNumArgOperands(call->instruction);
  call->order = wb_build_int32(work, atomic->ordered ? SEQ_CST : RELAXED);
  call->scope = wb_build_int32(work, SCOPE_DEVICE);
  if (at < count) call->order = LLVMGetOperand(call->instruction, at++);
  call->failure = call->order;
  if (atomic->form == COMPARE && at < count)
    call->failure = LLVMGetOperand(call->instruction, at++);
  if (at < count) call->scope = LLVMGetOperand(call->instruction, at);
}

/* ---- building --------------------------------------------------------------- */

static bool is_narrow(const struct call *call) {
  if (!LLVMIsAConstantInt(call->scope)) return false;
  uint64_t scope = LLVMConstIntGetZExtValue(call->scope);
  return scope != SCOPE_DEVICE && scope != SCOPE_ALL_DEVICES;
}

static void finish_call(const struct call *call, LLVMValueRef made) {
  LLVMSetAlignment(made, (unsigned)LLVMStoreSizeOfType(call->work->layout, call->type));
}

/* Loads and stores get their scope by being made from what has one. */
static LLVMValueRef ordered_access(const struct call *call, LLVMValueRef made) {
  LLVMSetOrdering(made, LLVMAtomicOrderingMonotonic);
  LLVMSetAtomicSingleThread(made, is_narrow(call));
  finish_call(call, made);
  return made;
}

static void build_sync(const struct call *call, LLVMValueRef kind, LLVMValueRef order) {
  struct wb_instrumentation *work = call->work;
  LLVMBuilderRef b = work->builder;
  LLVMTypeRef types[] = {work->types.i64, work->types.i32, work->types.i32, work->types.i32};
  LLVMTypeRef type = LLVMFunctionType(work->types.none, types, 4, 0);
  LLVMValueRef function = LLVMGetNamedFunction(work->module, WB_SYNC_MARKER);
  if (!call->atomic->ordered) return;
  if (function == NULL) function = LLVMAddFunction(work->module, WB_SYNC_MARKER, type);
  LLVMValueRef address = LLVMBuildPtrToInt(b, call->pointer, work->types.i64, "");
  LLVMValueRef arguments[] = {address, kind, order, call->scope};
  LLVMBuildCall2(b, type, function, arguments, 4, "");
}

static LLVMValueRef sync_kind(const struct call *call, uint32_t kind) {
  return wb_build_int32(call->work, kind);
}

static LLVMAtomicRMWBinOp rmw_operation(const struct call *call) {
  LLVMAtomicRMWBinOp op = call->atomic->op;
  bool is_float = LLVMGetTypeKind(call->type) != LLVMIntegerTypeKind;
  static const struct {
    LLVMAtomicRMWBinOp plain, with_sign, real;
  } FORMS[] = {
      {LLVMAtomicRMWBinOpUMin, LLVMAtomicRMWBinOpMin, LLVMAtomicRMWBinOpFMin},
      {LLVMAtomicRMWBinOpUMax, LLVMAtomicRMWBinOpMax, LLVMAtomicRMWBinOpFMax},
      {LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpFAdd},
      {LLVMAtomicRMWBinOpSub, LLVMAtomicRMWBinOpSub, LLVMAtomicRMWBinOpFSub},
  };
  for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++)
    if (FORMS[i].plain == op)
      return is_float ? FORMS[i].real : call->is_signed ? FORMS[i].with_sign : op;
  return op;
}

static LLVMValueRef build_update(const struct call *call, LLVMValueRef value) {
  LLVMValueRef old = LLVMBuildAtomicRMW(call->work->builder, rmw_operation(call), call->pointer,
                                        value, LLVMAtomicOrderingMonotonic, is_narrow(call));
  finish_call(call, old);
  build_sync(call, sync_kind(call, WB_SYNC_UPDATE), call->order);
  return old;
}

/* Only whole numbers can be compared: floats by their bits. */
static LLVMTypeRef bits_of(const struct call *call) {
  if (LLVMGetTypeKind(call->type) == LLVMIntegerTypeKind) return call->type;
  uint64_t bits = 8 * LLVMStoreSizeOfType(call->work->layout, call->type);
  return LLVMIntTypeInContext(call->work->context, (unsigned)bits);
}

static LLVMValueRef as_bits(const struct call *call, LLVMValueRef value) {
  return LLVMBuildBitCast(call->work->builder, value, bits_of(call), "");
}

static LLVMValueRef build_compare(const struct call *call, LLVMValueRef expected,
                                  LLVMValueRef desired) {
  LLVMValueRef made = LLVMBuildAtomicCmpXchg(
      call->work->builder, call->pointer, as_bits(call, expected), as_bits(call, desired),
      LLVMAtomicOrderingMonotonic, LLVMAtomicOrderingMonotonic, is_narrow(call));
  finish_call(call, made);
  return made;
}

static LLVMValueRef old_compare(const struct call *call) {
  LLVMBuilderRef b = call->work->builder;
  LLVMValueRef pair = build_compare(call, LLVMGetOperand(call->instruction, 1),
                                    LLVMGetOperand(call->instruction, 2));
  return LLVMBuildBitCast(b, LLVMBuildExtractValue(b, pair, 0, ""), call->type, "");
}

/* ---- compare_exchange: a function with a branch, to be inlined ---------------- */

enum { POINTER, EXPECTED, DESIRED, ORDER, FAILURE, SCOPE, PARAMETERS };

static void build_exchange(const struct call *outer, LLVMValueRef function) {
  struct wb_instrumentation *work = outer->work;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(work->context), kept = work->builder;
  LLVMBasicBlockRef start = LLVMAppendBasicBlockInContext(work->context, function, "");
  LLVMBasicBlockRef failed = LLVMAppendBasicBlockInContext(work->context, function, "failed");
  LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext(work->context, function, "");
  LLVMValueRef p[PARAMETERS];
  struct call call = *outer;
  LLVMGetParams(function, p);
  call.pointer = p[POINTER];
  if (!LLVMIsAConstantInt(call.scope)) call.scope = p[SCOPE];
  work->builder = b;
  LLVMPositionBuilderAtEnd(b, start);
  LLVMValueRef wanted = LLVMBuildLoad2(b, call.type, p[EXPECTED], "");
  LLVMValueRef pair = build_compare(&call, wanted, p[DESIRED]);
  LLVMValueRef good = LLVMBuildExtractValue(b, pair, 1, "");
  build_sync(&call,
             LLVMBuildSelect(b, good, sync_kind(&call, WB_SYNC_UPDATE),
                             sync_kind(&call, WB_SYNC_LOAD), ""),
             LLVMBuildSelect(b, good, p[ORDER], p[FAILURE], ""));
  wb_profile_mark_builtin(work, LLVMBuildCondBr(b, good, done, failed));
  LLVMPositionBuilderAtEnd(b, failed);
  LLVMValueRef found = LLVMBuildExtractValue(b, pair, 0, "");
  LLVMBuildStore(b, LLVMBuildBitCast(b, found, call.type, ""), p[EXPECTED]);
  LLVMBuildBr(b, done);
  LLVMPositionBuilderAtEnd(b, done);
  LLVMBuildRet(b, good);
  LLVMDisposeBuilder(b);
  work->builder = kept;
}

/* A function for each call: scopes are constants in them. */
static LLVMValueRef build_compare_exchange(struct call *call) {
  struct wb_instrumentation *work = call->work;
  LLVMValueRef values[PARAMETERS] = {call->pointer,
                                     LLVMGetOperand(call->instruction, 1),
                                     LLVMGetOperand(call->instruction, 2),
                                     call->order,
                                     call->failure,
                                     call->scope};
  LLVMTypeRef types[PARAMETERS];
  for (unsigned i = 0; i < PARAMETERS; i++) types[i] = LLVMTypeOf(values[i]);
  LLVMTypeRef type = LLVMFunctionType(work->types.i1, types, PARAMETERS, 0);
  LLVMValueRef function = LLVMAddFunction(work->module, "wb.compare_exchange", type);
  LLVMSetLinkage(function, LLVMInternalLinkage);
  build_exchange(call, function);
  return LLVMBuildCall2(work->builder, type, function, values, PARAMETERS, "");
}

/* ---- one call ------------------------------------------------------------------ */

static LLVMValueRef lower_atomic(struct call *call) {
  struct wb_instrumentation *work = call->work;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef result = NULL, one = LLVMConstInt(work->types.i32, 1, 0);
  switch (call->atomic->form) {
    case INIT:
      finish_call(call, LLVMBuildStore(b, LLVMGetOperand(call->instruction, 1), call->pointer));
      break;
    case STORE:
    case CLEAR:
      result = call->atomic->form == CLEAR ? LLVMConstNull(call->type)
                                           : LLVMGetOperand(call->instruction, 1);
      ordered_access(call, LLVMBuildStore(b, result, call->pointer));
      build_sync(call, sync_kind(call, WB_SYNC_STORE), call->order);
      result = NULL;
      break;
    case LOAD:
      result = ordered_access(call, LLVMBuildLoad2(b, call->type, call->pointer, ""));
      build_sync(call, sync_kind(call, WB_SYNC_LOAD), call->order);
      break;
    case UPDATE:
      result = build_update(call, LLVMGetOperand(call->instruction, 1));
      break;
    case STEP:
      result = build_update(call, LLVMConstInt(call->type, 1, 0));
      break;
    case TEST_AND_SET:
      result = LLVMBuildICmp(b, LLVMIntNE, build_update(call, one), LLVMConstNull(call->type), "");
      break;
    case COMPARE:
      result = build_compare_exchange(call);
      break;
    case OLD_COMPARE:
      result = old_compare(call);
      break;
  }
  return result;
}

void wb_atomic_lower(struct wb_instrumentation *work, LLVMValueRef instruction) {
  const struct atomic *atomic = find_atomic(wb_callee_name(instruction));
  struct call call = {.work = work, .atomic = atomic, .instruction = instruction};
  if (atomic == NULL || LLVMGetNumArgOperands(instruction) < own_arguments(atomic->form)) return;
  call.pointer = LLVMGetOperand(instruction, 0);
  if (LLVMGetTypeKind(LLVMTypeOf(call.pointer)) != LLVMPointerTypeKind) return;
  call.type = type_of(&call);
  call.is_signed = points_at_signed(wb_callee_name(instruction));
  describe_order(&call);
  wb_build_before(work, instruction);
  LLVMSetCurrentDebugLocation2(work->builder, LLVMInstructionGetDebugLoc(instruction));
  LLVMValueRef result = lower_atomic(&call);
  if (result != NULL && LLVMTypeOf(result) != LLVMTypeOf(instruction))
    result = LLVMBuildIntCast2(work->builder, result, LLVMTypeOf(instruction), 0, "");
  if (result != NULL) LLVMReplaceAllUsesWith(instruction, result);
  LLVMInstructionEraseFromParent(instruction);
}

bool wb_atomic_describe(LLVMValueRef instruction, struct wb_atomic_call *described) {
  static const enum wb_atomic_effect EFFECTS[] = {[STORE] = WB_ATOMIC_STORE,
                                                  [LOAD] = WB_ATOMIC_LOAD,
                                                  [UPDATE] = WB_ATOMIC_UPDATE,
                                                  [STEP] = WB_ATOMIC_UPDATE,
                                                  [CLEAR] = WB_ATOMIC_OTHER};
  if (!LLVMIsACallInst(instruction)) return false;
  const char *name = wb_callee_name(instruction);
  const struct atomic *atomic = find_atomic(name);
  const unsigned count = atomic != NULL ? LLVMGetNumArgOperands(instruction) : 0;
  if (atomic == NULL || count < own_arguments(atomic->form)) return false;
  struct call call = {.atomic = atomic, .instruction = instruction};
  unsigned at = own_arguments(atomic->form);
  *described = (struct wb_atomic_call){.effect = EFFECTS[atomic->form],
                                       .by_one = atomic->form == STEP,
                                       .ordered = atomic->ordered,
                                       .own = at};
  if (described->effect != WB_ATOMIC_OTHER) described->type = call.type = type_of(&call);
  call.is_signed = points_at_signed(name);
  if (described->effect == WB_ATOMIC_UPDATE) described->op = rmw_operation(&call);
  if (at < count) described->order = at++;
  if (atomic->form == COMPARE && at < count) described->failure = at++;
  if (at < count) described->scope = at;
  return true;
}
