#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "compiler/instrument/work.h"
#include "compiler/mutate/operators.h"

enum { SPACE_PRIVATE = 0, SPACE_GLOBAL = 1, SPACE_LOCAL = 3 };

/* ---- stores that are skipped ---------------------------------------------------------------- */

/* Into memory, not into a variable: what is left of that is an operand that nobody uses. */
static bool is_store(LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || !LLVMIsAStoreInst(value)) return false;
  return !LLVMIsAAllocaInst(LLVMGetOperand(value, 1)) &&
         !LLVMIsAAllocaInst(LLVMGetOperand(value, 0));
}

static unsigned store_ways(const struct wb_mutation *of) { return is_store(of->value); }

/* The statement that the store is all of: an assignment to what is in memory. */
static struct wb_token_range statement_at(const struct wb_mutation *of) {
  static const char *const SIGNS[] = {
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
  if (of->token == NULL || !WB_TOKEN_IS_ONE_OF(of->token, SIGNS)) return (struct wb_token_range){0};
  return wb_source_form_statement(of->by->form, of->token);
}

static void store_describe(const struct wb_mutation *of, unsigned way,
                           struct wb_code_mutant *mutant) {
  (void)way;
  wb_mutant_say(mutant, "the store is skipped");
  wb_mutant_rewrite(of, statement_at(of), "", mutant);
}

static void store_apply(const struct wb_mutation *of, unsigned way) {
  (void)way;
  LLVMInstructionEraseFromParent(of->value);
}

const struct wb_mutation_operator wb_mutate_store = {"store", store_ways, store_describe,
                                                     store_apply};

/* ---- in the last group --------------------------------------------------------------------- */

static const char GROUP_ID[] = "_Z12get_group_idj", NUM_GROUPS[] = "_Z14get_num_groupsj";

/* How many dimensions a function asks for. */
static unsigned dimensions_of(LLVMValueRef function) {
  struct wb_values list = wb_instructions_of(function);
  unsigned count = 1;
  for (size_t i = 0; i < list.count; i++) {
    LLVMValueRef call = list.items[i];
    char name[32];
    if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) != 1) continue;
    LLVMValueRef dimension = LLVMGetOperand(call, 0);
    wb_mangled_name(wb_callee_name(call), name, sizeof name);
    if (!wb_starts_with(name, "get_") || !LLVMIsAConstantInt(dimension)) continue;
    const uint64_t asked = LLVMConstIntGetZExtValue(dimension);
    if (asked < 3 && asked >= count) count = (unsigned)asked + 1;
  }
  wb_values_release(&list);
  return count;
}

static unsigned last_group_ways(const struct wb_mutation *of) {
  return is_store(of->value) &&
         LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(of->value, 1))) != SPACE_PRIVATE;
}

static unsigned dimensions_at(const struct wb_mutation *of) {
  return dimensions_of(LLVMGetBasicBlockParent(LLVMGetInstructionParent(of->value)));
}

static void last_group_describe(const struct wb_mutation *of, unsigned way,
                                struct wb_code_mutant *mutant) {
  const struct wb_source_form *form = of->by->form;
  struct wb_token_range statement = statement_at(of);
  struct wb_str text;
  (void)way;
  wb_mutant_say(mutant, "the store is skipped in the last group");
  if (wb_range_is_empty(statement)) return;
  const struct wb_token *tokens = form->tokens.items, *first = &tokens[statement.first];
  const struct wb_token *end = &tokens[statement.end]; /* its ';' */
  const bool before_else = statement.end + 1 < form->tokens.count && wb_token_is(end + 1, "else");
  wb_str_init(&text);
  if (before_else) wb_str_add(&text, "{ ");
  for (unsigned d = 0; d < dimensions_at(of); d++)
    wb_str_addf(&text, "%sget_group_id(%u) + 1 < get_num_groups(%u)", d > 0 ? " || " : "if (", d,
                d);
  wb_str_addf(&text, ") %.*s;", (int)(end->text - first->text), first->text);
  statement.end++;
  if (before_else) wb_str_add(&text, " }");
  wb_mutant_rewrite(of, statement, text.data, mutant);
  wb_str_release(&text);
}

static LLVMValueRef call_with_number(const struct wb_mutation *of, const char *name, unsigned d) {
  LLVMContextRef c = of->by->context;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(c);
  LLVMTypeRef type = LLVMFunctionType(LLVMInt64TypeInContext(c), &i32, 1, 0);
  LLVMValueRef function = LLVMGetNamedFunction(of->by->module, name);
  LLVMValueRef dimension = LLVMConstInt(i32, d, 0);
  if (function == NULL) function = LLVMAddFunction(of->by->module, name, type);
  return LLVMBuildCall2(of->by->builder, type, function, &dimension, 1, "");
}

/* Whether this is not the last group, in some dimension. */
static LLVMValueRef build_is_not_last(const struct wb_mutation *of) {
  LLVMBuilderRef b = wb_mutate_build_at(of);
  LLVMValueRef one = LLVMConstInt(LLVMInt64TypeInContext(of->by->context), 1, 0), found = NULL;
  for (unsigned d = 0, dimensions = dimensions_at(of); d < dimensions; d++) {
    LLVMValueRef next = LLVMBuildAdd(b, call_with_number(of, GROUP_ID, d), one, "");
    LLVMValueRef differs =
        LLVMBuildICmp(b, LLVMIntULT, next, call_with_number(of, NUM_GROUPS, d), "");
    found = found == NULL ? differs : LLVMBuildOr(b, found, differs, "");
  }
  return found;
}

/* What is before the instruction goes into a block of its own. The old one keeps what follows, so
 * that blocks after it still know where they come from. */
static LLVMBasicBlockRef split_before(const struct wb_mutation *of) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(of->value);
  LLVMBasicBlockRef before = LLVMInsertBasicBlockInContext(of->by->context, block, "");
  LLVMValueRef as_value = LLVMBasicBlockAsValue(block), next = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(as_value); use != NULL;) {
    LLVMValueRef user = LLVMGetUser(use);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(user); i++)
      if (LLVMGetSuccessor(user, i) == block) LLVMSetSuccessor(user, i, before);
    use = LLVMGetFirstUse(as_value);
  }
  LLVMPositionBuilderAtEnd(of->by->builder, before);
  LLVMSetCurrentDebugLocation2(of->by->builder, NULL);
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != of->value; i = next) {
    next = LLVMGetNextInstruction(i);
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(of->by->builder, i);
  }
  return before;
}

static void last_group_apply(const struct wb_mutation *of, unsigned way) {
  LLVMBuilderRef b = of->by->builder;
  LLVMValueRef stays = build_is_not_last(of);
  LLVMMetadataRef place = LLVMInstructionGetDebugLoc(of->value);
  (void)way;
  LLVMBasicBlockRef before = split_before(of), after = LLVMGetInstructionParent(of->value);
  LLVMBasicBlockRef stored = LLVMInsertBasicBlockInContext(of->by->context, after, "");
  LLVMPositionBuilderAtEnd(b, before);
  LLVMSetCurrentDebugLocation2(b, place);
  LLVMBuildCondBr(b, stays, stored, after);
  LLVMPositionBuilderAtEnd(b, stored);
  LLVMInstructionRemoveFromParent(of->value);
  LLVMInsertIntoBuilder(b, of->value);
  LLVMBuildBr(b, after);
}

const struct wb_mutation_operator wb_mutate_last_group = {"store-in-last-group", last_group_ways,
                                                          last_group_describe, last_group_apply};

/* ---- local memory that is private ---------------------------------------------------------- */

static bool is_constant_step(LLVMValueRef value) {
  return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr;
}

/* The function that alone uses a variable, and only in ways that go with another address, too:
 * steps into it, loads and stores. NULL where there is none. */
static LLVMValueRef only_function(LLVMValueRef address, LLVMValueRef so_far) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use != NULL; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    const bool steps = is_constant_step(user) || LLVMIsAGetElementPtrInst(user);
    const bool accesses =
        LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address);
    if (!steps && !accesses) return NULL;
    if (LLVMIsAInstruction(user)) {
      LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
      if (so_far != NULL && function != so_far) return NULL;
      so_far = function;
    }
    if (steps && LLVMGetFirstUse(user) != NULL) {
      so_far = only_function(user, so_far);
      if (so_far == NULL) return NULL;
    }
  }
  return so_far;
}

static struct wb_values users_of(LLVMValueRef value) {
  struct wb_values users = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(value); use != NULL; use = LLVMGetNextUse(use))
    wb_values_add(&users, LLVMGetUser(use));
  return users;
}

/* The same step from another address. */
static LLVMValueRef build_step(LLVMBuilderRef b, LLVMValueRef step, LLVMValueRef from) {
  enum { MOST = 16 };
  LLVMValueRef indices[MOST];
  const unsigned count = LLVMGetNumIndices(step) < MOST ? LLVMGetNumIndices(step) : MOST;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(step);
  for (unsigned i = 0; i < count; i++) indices[i] = LLVMGetOperand(step, i + 1);
  return LLVMIsInBounds(step) ? LLVMBuildInBoundsGEP2(b, type, from, indices, count, "")
                              : LLVMBuildGEP2(b, type, from, indices, count, "");
}

static void build_before(LLVMBuilderRef b, LLVMValueRef user) {
  LLVMPositionBuilderBefore(b, user);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(user));
}

static void move_users(LLVMBuilderRef b, LLVMValueRef from, LLVMValueRef to);

/* A load or a store gets the address; a step is made anew, of pointers of another kind. */
static void move_user(LLVMBuilderRef b, LLVMValueRef user, LLVMValueRef from, LLVMValueRef to) {
  build_before(b, user);
  if (LLVMIsAGetElementPtrInst(user)) {
    move_users(b, user, build_step(b, user, to));
    LLVMInstructionEraseFromParent(user);
  } else {
    const unsigned operand = LLVMIsAStoreInst(user) ? 1 : 0;
    if (LLVMGetOperand(user, operand) == from) LLVMSetOperand(user, operand, to);
  }
}

/* clang folds steps by constants into constants: what uses the last of a chain of them gets the
 * same steps from the new address, just before it. */
static void move_users_of_constants(LLVMBuilderRef b, const struct wb_values *chain,
                                    LLVMValueRef to) {
  LLVMValueRef last = chain->items[chain->count - 1];
  struct wb_values users = users_of(last), longer = {0};
  for (size_t i = 0; i < users.count; i++) {
    LLVMValueRef made = to;
    if (LLVMIsAInstruction(users.items[i])) {
      build_before(b, users.items[i]);
      for (size_t k = 0; k < chain->count; k++) made = build_step(b, chain->items[k], made);
      move_user(b, users.items[i], last, made);
    } else {
      for (size_t k = 0; k < chain->count; k++) wb_values_add(&longer, chain->items[k]);
      wb_values_add(&longer, users.items[i]);
      move_users_of_constants(b, &longer, to);
      wb_values_release(&longer);
    }
  }
  wb_values_release(&users);
}

static void move_users(LLVMBuilderRef b, LLVMValueRef from, LLVMValueRef to) {
  struct wb_values users = users_of(from);
  for (size_t i = 0; i < users.count; i++) {
    if (LLVMIsAInstruction(users.items[i])) {
      move_user(b, users.items[i], from, to);
    } else {
      struct wb_values chain = {0};
      wb_values_add(&chain, users.items[i]);
      move_users_of_constants(b, &chain, to);
      wb_values_release(&chain);
    }
  }
  wb_values_release(&users);
}

static const char *name_of(LLVMValueRef variable) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(variable, &length), *dot = strrchr(name, '.');
  return dot != NULL ? dot + 1 : name;
}

static unsigned local_ways(const struct wb_mutation *of) {
  return LLVMIsAGlobalVariable(of->value) &&
         LLVMGetPointerAddressSpace(LLVMTypeOf(of->value)) == SPACE_LOCAL &&
         only_function(of->value, NULL) != NULL;
}

static void local_describe(const struct wb_mutation *of, unsigned way,
                           struct wb_code_mutant *mutant) {
  const struct wb_source_form *form = of->by->form;
  const struct wb_token *name = wb_source_form_on_line(form, of->line, name_of(of->value));
  const struct wb_token *word = wb_source_form_on_line(form, of->line, "__local");
  (void)way;
  if (word == NULL) word = wb_source_form_on_line(form, of->line, "local");
  mutant->column = name != NULL ? name->column : 1;
  wb_mutant_say(mutant, "`%s` is private to each work-item", name_of(of->value));
  wb_mutant_rewrite_token(of, word, "__private", mutant);
}

static void local_apply(const struct wb_mutation *of, unsigned way) {
  LLVMBuilderRef b = of->by->builder;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(only_function(of->value, NULL));
  (void)way;
  LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(entry));
  LLVMSetCurrentDebugLocation2(b, NULL);
  LLVMValueRef made = LLVMBuildAlloca(b, LLVMGlobalGetValueType(of->value), "");
  LLVMSetAlignment(made, LLVMGetAlignment(of->value));
  char *name = wb_format("%s|%u:1|", name_of(of->value), of->line); /* as names.c has it */
  LLVMSetValueName2(made, name, strlen(name));
  free(name);
  move_users(b, of->value, made);
  LLVMDeleteGlobal(of->value);
}

const struct wb_mutation_operator wb_mutate_local = {"local-memory", local_ways, local_describe,
                                                     local_apply};
