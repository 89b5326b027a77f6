#include "compiler/mutate/mutate.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/fingerprint.h"
#include "compiler/instrument/work.h"
#include "compiler/mutate/operators.h"
#include "finding/finding_fields.h"

/* Their order is that of the numbers of an instruction's mutants. */
static const struct wb_mutation_operator *const OPERATORS[] = {
    &wb_mutate_comparison, &wb_mutate_operator, &wb_mutate_sign,   &wb_mutate_cast,
    &wb_mutate_index,      &wb_mutate_branch,   &wb_mutate_choice, &wb_mutate_store,
    &wb_mutate_last_group, &wb_mutate_local,    &wb_mutate_flags,  &wb_mutate_order,
    &wb_mutate_scope,      &wb_mutate_atomic};

/* ---- going through a module ------------------------------------------------------------------ */

/* Is told of each place in turn; false ends it. */
typedef bool visit_place(void *data, const struct wb_mutation *of);

static bool find_place(const struct wb_mutate *of, struct wb_mutator *by, LLVMValueRef value,
                       struct wb_mutation *place) {
  *place = (struct wb_mutation){.by = by, .value = value, .line = LLVMGetDebugLocLine(value)};
  if (place->line == 0 || !wb_place_is_in(value, of->file_name)) return false;
  if (LLVMIsAInstruction(value) == NULL) return true;
  place->column = wb_mutator_column(by, value);
  place->token = wb_mutator_token(by, value);
  return place->column > 0;
}

static bool visit_function(const struct wb_mutate *of, struct wb_mutator *by, LLVMValueRef function,
                           visit_place *visit, void *data) {
  struct wb_values list = wb_instructions_of(function);
  struct wb_mutation place;
  bool goes_on = true;
  for (size_t i = 0; i < list.count && goes_on; i++)
    if (find_place(of, by, list.items[i], &place)) goes_on = visit(data, &place);
  wb_values_release(&list);
  return goes_on;
}

static void visit_module(const struct wb_mutate *of, LLVMModuleRef module,
                         const struct wb_source_form *form, visit_place *visit, void *data) {
  struct wb_mutator by = {.context = of->context,
                          .module = module,
                          .builder = LLVMCreateBuilderInContext(of->context),
                          .form = form,
                          .literals = of->literals};
  struct wb_mutation place;
  bool goes_on = true;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module), next; g != NULL && goes_on; g = next) {
    next = LLVMGetNextGlobal(g); /* the visit may end it */
    if (find_place(of, &by, g, &place)) goes_on = visit(data, &place);
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f && goes_on; f = LLVMGetNextFunction(f))
    goes_on = visit_function(of, &by, f, visit, data);
  LLVMDisposeBuilder(by.builder);
}

/* ---- one mutant ------------------------------------------------------------------------------ */

struct wanted {
  uint32_t left; /* mutants before it */
  bool made;
};

static bool apply_wanted(void *data, const struct wb_mutation *of) {
  struct wanted *wanted = data;
  for (size_t i = 0; i < sizeof OPERATORS / sizeof OPERATORS[0] && !wanted->made; i++) {
    const unsigned ways = OPERATORS[i]->ways(of);
    wanted->made = wanted->left < ways;
    if (wanted->made)
      OPERATORS[i]->apply(of, wanted->left);
    else
      wanted->left -= ways;
  }
  return !wanted->made;
}

static enum wb_status mutate_in_place(const struct wb_mutate *of, LLVMModuleRef module,
                                      const struct wb_source_form *form, uint32_t number,
                                      struct wb_error *err) {
  struct wanted wanted = {.left = number - 1};
  char *message = NULL;
  enum wb_status status = WB_OK;
  LLVMSetIsNewDbgInfoFormat(module, 0); /* so that what names variables moves with the code */
  visit_module(of, module, form, apply_wanted, &wanted);
  if (!wanted.made)
    status = wb_fail(err, WB_ERR_NOT_FOUND, "there is no mutant %u of this text", number);
  else if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message) != 0)
    status = wb_fail(err, WB_ERR_CRASH, "mutant %u is not valid code: %s", number, message);
  LLVMDisposeMessage(message);
  return status;
}

enum wb_status wb_mutate_module(const struct wb_mutate *of, uint32_t number, struct wb_error *err) {
  struct wb_source_form form;
  wb_source_form_init(&form, of->source.text, of->source.length);
  enum wb_status status = mutate_in_place(of, of->module, &form, number, err);
  wb_source_form_release(&form);
  return status;
}

/* ---- all mutants --------------------------------------------------------------------------- */

/* Every mutant takes a copy of the module: of a text that is many times as large as any puzzle's
 * only the first are listed. */
enum { MOST_INSTRUCTIONS = 1000000 };

struct listing {
  struct wb_code_mutants *mutants;
  size_t capacity, most;
  uint32_t number; /* of the last one */
};

static size_t most_of(LLVMModuleRef module) {
  size_t instructions = 1;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        instructions++;
  const size_t most = MOST_INSTRUCTIONS / instructions;
  return most < WB_MUTANTS_MAX ? most : WB_MUTANTS_MAX;
}

static struct wb_code_mutant *add_mutant(struct listing *listing) {
  struct wb_code_mutants *mutants = listing->mutants;
  mutants->items =
      wb_grow(mutants->items, &listing->capacity, mutants->count + 1, sizeof *mutants->items);
  struct wb_code_mutant *mutant = &mutants->items[mutants->count++];
  *mutant = (struct wb_code_mutant){.number = ++listing->number};
  return mutant;
}

static bool describe_place(void *data, const struct wb_mutation *of) {
  struct listing *listing = data;
  for (size_t i = 0; i < sizeof OPERATORS / sizeof OPERATORS[0]; i++) {
    const unsigned ways = OPERATORS[i]->ways(of);
    for (unsigned way = 0; way < ways; way++) {
      if (listing->mutants->count == listing->most) {
        listing->mutants->left_out++;
        continue;
      }
      struct wb_code_mutant *mutant = add_mutant(listing);
      mutant->operator= wb_strdup(OPERATORS[i]->name);
      mutant->line = of->line;
      mutant->column = of->column;
      OPERATORS[i]->describe(of, way, mutant);
    }
  }
  return true;
}

/* Whether the mutant at `index` is a program of its own, and one at all. */
static bool is_new(const struct wb_mutate *of, const struct wb_source_form *form,
                   struct wb_code_mutants *mutants, size_t kept, size_t index,
                   const char *original) {
  struct wb_code_mutant *mutant = &mutants->items[index];
  LLVMModuleRef module = LLVMCloneModule(of->module);
  const enum wb_status status = mutate_in_place(of, module, form, mutant->number, NULL);
  mutants->invalid += status != WB_OK;
  if (status == WB_OK) wb_fingerprint_of_spoilt(module, &of->source, mutant->fingerprint);
  bool found = status == WB_OK && strcmp(mutant->fingerprint, original) != 0;
  for (size_t i = 0; i < kept && found; i++)
    found = strcmp(mutants->items[i].fingerprint, mutant->fingerprint) != 0;
  LLVMDisposeModule(module);
  return found;
}

void wb_mutate_list(const struct wb_mutate *of, struct wb_code_mutants *mutants) {
  struct listing listing = {.mutants = mutants, .most = most_of(of->module)};
  struct wb_source_form form;
  char original[WB_FINGERPRINT_MAX];
  size_t kept = 0;
  memset(mutants, 0, sizeof *mutants);
  wb_source_form_init(&form, of->source.text, of->source.length);
  wb_fingerprint_of(of->module, &of->source, original);
  visit_module(of, of->module, &form, describe_place, &listing);
  for (size_t i = 0; i < mutants->count; i++) {
    struct wb_code_mutant mutant = mutants->items[i];
    if (is_new(of, &form, mutants, kept, i, original)) {
      mutant = mutants->items[i];
      mutants->items[kept++] = mutant;
    } else {
      wb_fields_release(&wb_code_mutant_fields, &mutant);
    }
  }
  mutants->count = kept;
  wb_source_form_release(&form);
}
