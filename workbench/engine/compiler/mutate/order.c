#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "compiler/instrument/atomics.h"
#include "compiler/instrument/work.h"
#include "compiler/mutate/operators.h"

/* ---- calls of builtins --------------------------------------------------------------------- */

/* What a barrier or a fence takes: its flags, and where an order and a scope are; 0: nowhere. */
struct fence {
  const char *name;
  unsigned order, scope;
};

static const struct fence *fence_of(LLVMValueRef value) {
  static const struct fence FENCES[] = {{"barrier", 0, 0},
                                        {"work_group_barrier", 0, 1},
                                        {"sub_group_barrier", 0, 1},
                                        {"mem_fence", 0, 0},
                                        {"read_mem_fence", 0, 0},
                                        {"write_mem_fence", 0, 0},
                                        {"atomic_work_item_fence", 1, 2}};
  char name[64];
  if (!LLVMIsACallInst(value) || !wb_starts_with(wb_callee_name(value), "_Z")) return NULL;
  wb_mangled_name(wb_callee_name(value), name, sizeof name);
  for (size_t i = 0; i < sizeof FENCES / sizeof FENCES[0]; i++)
    if (strcmp(FENCES[i].name, name) == 0) return &FENCES[i];
  return NULL;
}

/* A constant argument; -1 where there is none such. */
static int constant_argument(LLVMValueRef call, unsigned index) {
  if (index >= LLVMGetNumArgOperands(call)) return -1;
  LLVMValueRef value = LLVMGetOperand(call, index);
  return LLVMIsAConstantInt(value) ? (int)LLVMConstIntGetZExtValue(value) : -1;
}

static void rewrite_argument(const struct wb_mutation *of, unsigned index, const char *text,
                             struct wb_code_mutant *mutant) {
  const struct wb_source_form *form = of->by->form;
  if (!wb_mutation_is_named(of)) return;
  wb_mutant_rewrite(of, wb_source_form_argument(form, of->token, index), text, mutant);
}

static void set_argument(const struct wb_mutation *of, unsigned index, unsigned value) {
  LLVMValueRef old = LLVMGetOperand(of->value, index);
  LLVMSetOperand(of->value, index, LLVMConstInt(LLVMTypeOf(old), value, 0));
}

/* ---- flags of barriers and fences ---------------------------------------------------------- */

static const struct {
  int from;
  unsigned count, to[2];
} FLAG_WAYS[] = {{1, 1, {2}}, {2, 1, {1}}, {3, 2, {1, 2}}};

static const char *name_of_flags(int flags) {
  static const char *const NAMES[] = {"0", "CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE",
                                      "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"};
  return NAMES[flags & 3];
}

static size_t flag_row(LLVMValueRef value) {
  const int flags = fence_of(value) != NULL ? constant_argument(value, 0) : -1;
  size_t row = 0;
  while (row < sizeof FLAG_WAYS / sizeof FLAG_WAYS[0] && FLAG_WAYS[row].from != flags) row++;
  return row;
}

static unsigned flags_ways(const struct wb_mutation *of) {
  const size_t row = flag_row(of->value);
  return row < sizeof FLAG_WAYS / sizeof FLAG_WAYS[0] ? FLAG_WAYS[row].count : 0;
}

static void flags_describe(const struct wb_mutation *of, unsigned way,
                           struct wb_code_mutant *mutant) {
  const size_t row = flag_row(of->value);
  const char *to = name_of_flags((int)FLAG_WAYS[row].to[way]);
  wb_mutant_say(mutant, "`%s` becomes `%s`", name_of_flags(FLAG_WAYS[row].from), to);
  rewrite_argument(of, 0, to, mutant);
}

static void flags_apply(const struct wb_mutation *of, unsigned way) {
  set_argument(of, 0, FLAG_WAYS[flag_row(of->value)].to[way]);
}

const struct wb_mutation_operator wb_mutate_flags = {"fence-flags", flags_ways, flags_describe,
                                                     flags_apply};

/* ---- orders -------------------------------------------------------------------------------- */

enum { RELAXED = 0, ACQUIRE = 2, RELEASE = 3, ACQ_REL = 4, SEQ_CST = 5 };

static const char *name_of_order(unsigned order) {
  static const char *const NAMES[] = {[RELAXED] = "memory_order_relaxed",
                                      [ACQUIRE] = "memory_order_acquire",
                                      [RELEASE] = "memory_order_release",
                                      [ACQ_REL] = "memory_order_acq_rel",
                                      [SEQ_CST] = "memory_order_seq_cst"};
  return NAMES[order];
}

/* A call that has an order, or has none and means the strongest. */
struct ordered {
  unsigned argument; /* 0: none */
  int order;
  unsigned weaker[3], count;
};

static void add_weaker(struct ordered *ordered, unsigned order) {
  ordered->weaker[ordered->count++] = order;
}

static bool is_ordered(LLVMValueRef value, struct ordered *ordered) {
  struct wb_atomic_call atomic = {.effect = WB_ATOMIC_OTHER};
  const struct fence *fence = fence_of(value);
  *ordered = (struct ordered){.order = SEQ_CST};
  if (fence != NULL) {
    ordered->argument = fence->order;
    if (fence->order == 0) return false;
  } else if (wb_atomic_describe(value, &atomic) && atomic.ordered) {
    ordered->argument = atomic.order;
    if (atomic.order == 0 && atomic.effect == WB_ATOMIC_OTHER) return false;
  } else {
    return false;
  }
  if (ordered->argument != 0) ordered->order = constant_argument(value, ordered->argument);
  if (ordered->order < ACQUIRE || ordered->order > SEQ_CST) return false;
  const bool both = ordered->order >= ACQ_REL;
  if (both && atomic.effect != WB_ATOMIC_STORE) add_weaker(ordered, ACQUIRE);
  if (both && atomic.effect != WB_ATOMIC_LOAD) add_weaker(ordered, RELEASE);
  add_weaker(ordered, RELAXED);
  return true;
}

static unsigned order_ways(const struct wb_mutation *of) {
  struct ordered ordered;
  return is_ordered(of->value, &ordered) ? ordered.count : 0;
}

static void order_describe(const struct wb_mutation *of, unsigned way,
                           struct wb_code_mutant *mutant) {
  struct ordered ordered;
  if (!is_ordered(of->value, &ordered)) return;
  const char *to = name_of_order(ordered.weaker[way]);
  wb_mutant_say(mutant, "`%s` becomes `%s`", name_of_order((unsigned)ordered.order), to);
  if (ordered.argument != 0) {
    rewrite_argument(of, ordered.argument, to, mutant);
  } else if (wb_mutation_is_named(of)) {
    const struct wb_source_form *form = of->by->form;
    const struct wb_token_range call = wb_source_form_call(form, of->token);
    char text[256], rest[512];
    wb_source_form_copy(form, (struct wb_token_range){call.first + 1, call.end - 1}, text,
                        sizeof text);
    snprintf(rest, sizeof rest, "%.*s_explicit%s, %s)", (int)of->token->length, of->token->text,
             text, to);
    if (strlen(text) + 1 < sizeof text) wb_mutant_rewrite(of, call, rest, mutant);
  }
}

/* "_Z16atomic_fetch_addPU3…" as "_Z25atomic_fetch_add_explicitPU3…12memory_order". */
static char *explicit_name(const char *mangled) {
  static const char ADDED[] = "_explicit";
  char *end = NULL;
  const unsigned long length = strtoul(mangled + 2, &end, 10);
  return wb_format("_Z%lu%.*s%s%s12memory_order", length + strlen(ADDED), (int)length, end, ADDED,
                   end + length);
}

/* The function that takes an order, too, in the call's place. */
static void call_explicitly(const struct wb_mutation *of, unsigned order) {
  enum { MOST = 8 };
  LLVMValueRef callee = LLVMGetCalledValue(of->value), arguments[MOST];
  LLVMTypeRef types[MOST], i32 = LLVMInt32TypeInContext(of->by->context);
  const unsigned count = LLVMGetNumArgOperands(of->value);
  if (count + 1 > MOST) return;
  for (unsigned i = 0; i < count; i++) {
    arguments[i] = LLVMGetOperand(of->value, i);
    types[i] = LLVMTypeOf(arguments[i]);
  }
  arguments[count] = LLVMConstInt(i32, order, 0);
  types[count] = i32;
  LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(of->value), types, count + 1, 0);
  char *name = explicit_name(wb_callee_name(of->value));
  LLVMValueRef function = LLVMGetNamedFunction(of->by->module, name);
  if (function == NULL) function = LLVMAddFunction(of->by->module, name, type);
  LLVMSetFunctionCallConv(function, LLVMGetFunctionCallConv(callee));
  LLVMBuilderRef builder = wb_mutate_build_at(of);
  LLVMValueRef made = LLVMBuildCall2(builder, type, function, arguments, count + 1, "");
  LLVMSetInstructionCallConv(made, LLVMGetInstructionCallConv(of->value));
  free(name);
  wb_mutate_replace(of, made);
}

static void order_apply(const struct wb_mutation *of, unsigned way) {
  struct ordered ordered;
  if (!is_ordered(of->value, &ordered)) return;
  if (ordered.argument != 0)
    set_argument(of, ordered.argument, ordered.weaker[way]);
  else
    call_explicitly(of, ordered.weaker[way]);
}

const struct wb_mutation_operator wb_mutate_order = {"memory-order", order_ways, order_describe,
                                                     order_apply};

/* ---- scopes
 * -------------------------------------------------------------------------------------- */

enum { SCOPE_WORK_GROUP = 1, SCOPE_DEVICE = 2, SCOPE_ALL_DEVICES = 3 };

/* The argument that is a scope of more than a group; 0: none. */
static unsigned wide_scope(LLVMValueRef value) {
  struct wb_atomic_call atomic = {.scope = 0};
  const struct fence *fence = fence_of(value);
  unsigned argument = fence != NULL ? fence->scope : 0;
  if (fence == NULL && wb_atomic_describe(value, &atomic)) argument = atomic.scope;
  const int scope = argument != 0 ? constant_argument(value, argument) : -1;
  return scope == SCOPE_DEVICE || scope == SCOPE_ALL_DEVICES ? argument : 0;
}

static unsigned scope_ways(const struct wb_mutation *of) { return wide_scope(of->value) != 0; }

static void scope_describe(const struct wb_mutation *of, unsigned way,
                           struct wb_code_mutant *mutant) {
  (void)way;
  wb_mutant_say(mutant, "the scope becomes `memory_scope_work_group`");
  rewrite_argument(of, wide_scope(of->value), "memory_scope_work_group", mutant);
}

static void scope_apply(const struct wb_mutation *of, unsigned way) {
  (void)way;
  set_argument(of, wide_scope(of->value), SCOPE_WORK_GROUP);
}

const struct wb_mutation_operator wb_mutate_scope = {"memory-scope", scope_ways, scope_describe,
                                                     scope_apply};

/* ---- atomics made plain
 * ---------------------------------------------------------------------------- */

static unsigned atomic_ways(const struct wb_mutation *of) {
  struct wb_atomic_call atomic;
  return wb_atomic_describe(of->value, &atomic) && atomic.effect != WB_ATOMIC_OTHER;
}

/* `&counts[b]` as `counts[b]`, `p` as `*p`. */
static void deref(const struct wb_mutation *of, char *out, size_t size) {
  const struct wb_source_form *form = of->by->form;
  struct wb_token_range range = wb_source_form_argument(form, of->token, 0);
  char text[128] = "";
  const bool address =
      !wb_range_is_empty(range) && wb_token_is(&form->tokens.items[range.first], "&");
  if (address) range.first++;
  wb_source_form_copy(form, range, text, sizeof text);
  const bool whole = text[0] != '\0' && strlen(text) + 1 < sizeof text;
  const bool simple = address || range.end == range.first + 1;
  snprintf(out, size, whole ? (address ? "%s" : simple ? "*%s" : "*(%s)") : "", text);
}

static const char *sign_of_update(const struct wb_atomic_call *atomic) {
  static const struct {
    LLVMAtomicRMWBinOp op;
    const char *sign;
  } SIGNS[] = {{LLVMAtomicRMWBinOpAdd, "+="},  {LLVMAtomicRMWBinOpSub, "-="},
               {LLVMAtomicRMWBinOpAnd, "&="},  {LLVMAtomicRMWBinOpOr, "|="},
               {LLVMAtomicRMWBinOpXor, "^="},  {LLVMAtomicRMWBinOpXchg, "="},
               {LLVMAtomicRMWBinOpFAdd, "+="}, {LLVMAtomicRMWBinOpFSub, "-="}};
  for (size_t i = 0; i < sizeof SIGNS / sizeof SIGNS[0]; i++)
    if (SIGNS[i].op == atomic->op) return SIGNS[i].sign;
  return NULL;
}

static void write_plainly(const struct wb_mutation *of, const struct wb_atomic_call *atomic,
                          struct wb_str *text) {
  const struct wb_source_form *form = of->by->form;
  const bool used = LLVMGetFirstUse(of->value) != NULL;
  char place[160], value[128] = "";
  deref(of, place, sizeof place);
  if (!atomic->by_one)
    wb_source_form_copy(form, wb_source_form_argument(form, of->token, 1), value, sizeof value);
  const char *sign = atomic->effect == WB_ATOMIC_STORE ? "=" : sign_of_update(atomic);
  if (place[0] == '\0' || strlen(value) + 1 == sizeof value) return;
  if (atomic->effect == WB_ATOMIC_LOAD)
    wb_str_add(text, place);
  else if (atomic->by_one)
    wb_str_addf(text, place[0] == '*' ? "(%s)%s" : "%s%s", place,
                atomic->op == LLVMAtomicRMWBinOpAdd ? "++" : "--");
  else if (!used && sign != NULL)
    wb_str_addf(text, "%s %s %s", place, sign, value);
}

static void atomic_describe(const struct wb_mutation *of, unsigned way,
                            struct wb_code_mutant *mutant) {
  struct wb_atomic_call atomic;
  struct wb_str text;
  (void)way;
  wb_atomic_describe(of->value, &atomic);
  wb_mutant_say(mutant, "the atomic is a plain %s",
                atomic.effect == WB_ATOMIC_LOAD    ? "load"
                : atomic.effect == WB_ATOMIC_STORE ? "store"
                                                   : "load and store");
  /* C11's atomic types have no operators in OpenCL C. */
  if (!wb_mutation_is_named(of) || atomic.ordered) return;
  wb_str_init(&text);
  write_plainly(of, &atomic, &text);
  if (text.length > 0)
    wb_mutant_rewrite(of, wb_source_form_call(of->by->form, of->token), text.data, mutant);
  wb_str_release(&text);
}

/* What the atomic would have written over `old`. */
static LLVMValueRef build_result(LLVMBuilderRef b, LLVMAtomicRMWBinOp op, LLVMValueRef old,
                                 LLVMValueRef value) {
  static const struct {
    LLVMAtomicRMWBinOp op;
    LLVMOpcode opcode;
  } PLAIN[] = {{LLVMAtomicRMWBinOpAdd, LLVMAdd},  {LLVMAtomicRMWBinOpSub, LLVMSub},
               {LLVMAtomicRMWBinOpAnd, LLVMAnd},  {LLVMAtomicRMWBinOpOr, LLVMOr},
               {LLVMAtomicRMWBinOpXor, LLVMXor},  {LLVMAtomicRMWBinOpFAdd, LLVMFAdd},
               {LLVMAtomicRMWBinOpFSub, LLVMFSub}};
  static const struct {
    LLVMAtomicRMWBinOp op;
    LLVMIntPredicate keeps;
  } CHOICES[] = {{LLVMAtomicRMWBinOpMax, LLVMIntSGT},
                 {LLVMAtomicRMWBinOpMin, LLVMIntSLT},
                 {LLVMAtomicRMWBinOpUMax, LLVMIntUGT},
                 {LLVMAtomicRMWBinOpUMin, LLVMIntULT}};
  for (size_t i = 0; i < sizeof PLAIN / sizeof PLAIN[0]; i++)
    if (PLAIN[i].op == op) return LLVMBuildBinOp(b, PLAIN[i].opcode, old, value, "");
  for (size_t i = 0; i < sizeof CHOICES / sizeof CHOICES[0]; i++)
    if (CHOICES[i].op == op)
      return LLVMBuildSelect(b, LLVMBuildICmp(b, CHOICES[i].keeps, old, value, ""), old, value, "");
  if (op == LLVMAtomicRMWBinOpFMax || op == LLVMAtomicRMWBinOpFMin) {
    const LLVMRealPredicate keeps = op == LLVMAtomicRMWBinOpFMax ? LLVMRealOGT : LLVMRealOLT;
    return LLVMBuildSelect(b, LLVMBuildFCmp(b, keeps, old, value, ""), old, value, "");
  }
  return value;
}

static void atomic_apply(const struct wb_mutation *of, unsigned way) {
  struct wb_atomic_call atomic;
  LLVMBuilderRef b = wb_mutate_build_at(of);
  LLVMValueRef pointer = LLVMGetOperand(of->value, 0), old = NULL;
  (void)way;
  wb_atomic_describe(of->value, &atomic);
  if (atomic.effect != WB_ATOMIC_STORE) old = LLVMBuildLoad2(b, atomic.type, pointer, "");
  LLVMValueRef value = atomic.effect == WB_ATOMIC_LOAD ? NULL
                       : atomic.by_one                 ? LLVMConstInt(atomic.type, 1, 0)
                                                       : LLVMGetOperand(of->value, 1);
  if (atomic.effect == WB_ATOMIC_UPDATE) value = build_result(b, atomic.op, old, value);
  if (value != NULL) LLVMBuildStore(b, value, pointer);
  if (old != NULL) LLVMReplaceAllUsesWith(of->value, old);
  LLVMInstructionEraseFromParent(of->value);
}

const struct wb_mutation_operator wb_mutate_atomic = {"atomic", atomic_ways, atomic_describe,
                                                      atomic_apply};
