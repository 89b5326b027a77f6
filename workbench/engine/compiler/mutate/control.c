#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "compiler/instrument/map.h"
#include "compiler/instrument/work.h"
#include "compiler/mutate/operators.h"

static bool token_is(const struct wb_token *token, const char *text) {
  return token != NULL && wb_token_is(token, text);
}

/* ---- branches ------------------------------------------------------------------------------ */

static bool is_called(LLVMBasicBlockRef block, const char *const *names, size_t count) {
  const char *name = LLVMGetBasicBlockName(block);
  for (size_t i = 0; i < count; i++)
    if (wb_starts_with(name, names[i])) return true;
  return false;
}

/* The successor that stands for a condition that holds: clang turns `!` around, and names blocks
 * after what they are. */
static unsigned successor_if_true(LLVMValueRef branch) {
  static const char *const TRUE[] = {"if.then", "cond.true",     "for.body", "while.body",
                                     "do.body", "land.lhs.true", "land.rhs"};
  static const char *const FALSE[] = {"if.end",        "if.else",   "cond.false",
                                      "for.end",       "while.end", "do.end",
                                      "lor.lhs.false", "lor.rhs",   "for.cond.cleanup"};
  const bool turned = is_called(LLVMGetSuccessor(branch, 1), TRUE, sizeof TRUE / sizeof TRUE[0]) ||
                      is_called(LLVMGetSuccessor(branch, 0), FALSE, sizeof FALSE / sizeof FALSE[0]);
  return turned ? 1 : 0;
}

static bool is_conditional(LLVMValueRef value) {
  return LLVMIsAInstruction(value) && LLVMIsABranchInst(value) && LLVMIsConditional(value) &&
         !LLVMIsConstant(LLVMGetCondition(value));
}

struct search {
  struct wb_map seen;
  LLVMBasicBlockRef *open;
  size_t count;
};

static void search_from(struct search *search, LLVMBasicBlockRef block) {
  if (wb_map_has(&search->seen, block)) return;
  wb_map_put(&search->seen, block, 1);
  search->open[search->count++] = block;
}

/* Whether the function's end can still be reached where the branch has but one way to go. What
 * cannot end is no mutant: it would take a time limit to say so. */
static bool can_end(LLVMValueRef branch, unsigned successor) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(branch);
  const size_t blocks = LLVMCountBasicBlocks(LLVMGetBasicBlockParent(block));
  struct search search = {.open = wb_alloc(blocks * sizeof(LLVMBasicBlockRef))};
  bool found = false;
  search_from(&search, LLVMGetSuccessor(branch, successor));
  while (search.count > 0 && !found) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(search.open[--search.count]);
    const unsigned ways = LLVMGetNumSuccessors(end);
    found = ways == 0;
    for (unsigned i = 0; i < ways; i++)
      if (end != branch || i == successor) search_from(&search, LLVMGetSuccessor(end, i));
  }
  wb_map_release(&search.seen);
  free(search.open);
  return found;
}

/* The successors that can be made the only ones, the condition's truth first. */
static unsigned possible_ways(LLVMValueRef branch, bool truth[2]) {
  const unsigned if_true = successor_if_true(branch);
  unsigned count = 0;
  if (can_end(branch, if_true)) truth[count++] = true;
  if (can_end(branch, 1 - if_true)) truth[count++] = false;
  return count;
}

static unsigned branch_ways(const struct wb_mutation *of) {
  bool truth[2];
  return is_conditional(of->value) ? possible_ways(of->value, truth) : 0;
}

static struct wb_token_range condition_at(const struct wb_mutation *of) {
  const struct wb_source_form *form = of->by->form;
  if (of->token == NULL) return (struct wb_token_range){0};
  if (token_is(of->token, "&&") || token_is(of->token, "||"))
    return wb_source_form_operand_before(form, of->token);
  return wb_source_form_condition(form, of->token);
}

static void branch_describe(const struct wb_mutation *of, unsigned way,
                            struct wb_code_mutant *mutant) {
  const struct wb_source_form *form = of->by->form;
  struct wb_token_range range = condition_at(of);
  bool truth[2];
  char text[48];
  possible_ways(of->value, truth);
  const char *word = truth[way] ? "true" : "false";
  if (wb_source_form_has_logic(form, range)) range.end = range.first;
  wb_source_form_copy(form, range, text, sizeof text);
  if (wb_range_is_empty(range)) {
    wb_mutant_say(mutant, "the condition is always %s", word);
  } else if (strlen(text) + 1 == sizeof text || strchr(text, '\n') != NULL) {
    wb_mutant_say(mutant, "this part of the condition is always %s", word);
  } else {
    wb_mutant_say(mutant, "`%s` is always %s", text, word);
  }
  wb_mutant_rewrite(of, range, word, mutant);
}

static void branch_apply(const struct wb_mutation *of, unsigned way) {
  bool truth[2];
  possible_ways(of->value, truth);
  const unsigned successor =
      truth[way] ? successor_if_true(of->value) : 1 - successor_if_true(of->value);
  LLVMSetCondition(of->value,
                   LLVMConstInt(LLVMInt1TypeInContext(of->by->context), successor == 0, 0));
}

const struct wb_mutation_operator wb_mutate_branch = {"branch", branch_ways, branch_describe,
                                                      branch_apply};

/* ---- choices of a value -------------------------------------------------------------------- */

/* OpenCL C's select(a, b, c), by its mangled name. */
static bool calls_select(LLVMValueRef value) {
  return LLVMIsACallInst(value) && wb_starts_with(wb_callee_name(value), "_Z6select") &&
         LLVMGetNumArgOperands(value) == 3;
}

static unsigned choice_ways(const struct wb_mutation *of) {
  if (!LLVMIsAInstruction(of->value)) return 0;
  return LLVMIsASelectInst(of->value) || calls_select(of->value) ? 2 : 0;
}

static void choice_describe(const struct wb_mutation *of, unsigned way,
                            struct wb_code_mutant *mutant) {
  const struct wb_source_form *form = of->by->form;
  wb_mutant_say(mutant, "the choice is always the %s value", way == 0 ? "first" : "second");
  if (!calls_select(of->value) || of->token == NULL) return;
  char text[128];
  wb_source_form_copy(form, wb_source_form_argument(form, of->token, way), text, sizeof text);
  if (text[0] != '\0' && strlen(text) + 1 < sizeof text)
    wb_mutant_rewrite(of, wb_source_form_call(form, of->token), text, mutant);
}

static void choice_apply(const struct wb_mutation *of, unsigned way) {
  const unsigned first = LLVMIsASelectInst(of->value) ? 1 : 0;
  wb_mutate_replace(of, LLVMGetOperand(of->value, first + way));
}

const struct wb_mutation_operator wb_mutate_choice = {"choice", choice_ways, choice_describe,
                                                      choice_apply};
