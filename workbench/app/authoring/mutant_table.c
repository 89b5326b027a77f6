#include "authoring/mutant_table.h"

#include <stdlib.h>
#include <string.h>

static const char *const FATES[] = {
    [WB_MUTANT_WAITING] = "waiting",       [WB_MUTANT_KILLED] = "killed",
    [WB_MUTANT_EQUIVALENT] = "equivalent", [WB_MUTANT_TWIN] = "twin",
    [WB_MUTANT_FITS] = "fits the domain",  [WB_MUTANT_EXPLAINED] = "explained",
    [WB_MUTANT_SURVIVED] = "survived",     [WB_MUTANT_INVALID] = "invalid",
    [WB_MUTANT_UNJUDGED] = "unjudged"};

/* ---- rows ---------------------------------------------------------------------------------- */

static bool are_written_alike(const struct wb_mutant_trial *a, const struct wb_mutant_trial *b) {
  return strcmp(a->part, b->part) == 0 && strcmp(a->operator_name, b->operator_name) == 0 &&
         strcmp(a->difference, b->difference) == 0;
}

bool wb_mutant_table_has(const struct wb_mutant_table *table, const char *part,
                         const char *operator_name, const char *difference) {
  bool found = false;
  if (wb_starts_with(operator_name, "barrier") || strcmp(operator_name, "fence") == 0) return false;
  for (size_t i = 0; i < table->count && !found; i++) {
    const struct wb_mutant_trial *trial = table->trials[i];
    found = strcmp(trial->part, part) != 0 && strcmp(trial->operator_name, operator_name) == 0 &&
            strcmp(trial->difference, difference) == 0;
  }
  return found;
}

struct wb_mutant_trial *wb_mutant_table_add(struct wb_mutant_table *table, const char *part,
                                            const char *operator_name, unsigned line,
                                            unsigned column, char *difference, char *text) {
  struct wb_mutant_trial *trial = wb_alloc(sizeof *trial);
  *trial = (struct wb_mutant_trial){.part = wb_strdup(part),
                                    .operator_name = operator_name,
                                    .line = line,
                                    .column = column,
                                    .difference = difference,
                                    .number = 1,
                                    .text = text};
  for (size_t i = 0; i < table->count; i++)
    trial->number += are_written_alike(table->trials[i], trial);
  table->trials =
      wb_grow(table->trials, &table->capacity, table->count + 1, sizeof table->trials[0]);
  table->trials[table->count++] = trial;
  return trial;
}

void wb_mutant_trial_order(const struct wb_mutant_trial *trial, struct wb_run_options *options) {
  options->launch_change = trial->launch;
  options->mutant = trial->code;
  if (trial->text == NULL) return;
  options->source = trial->text;
  options->source_length = strlen(trial->text);
}

void wb_mutant_table_release(struct wb_mutant_table *table) {
  for (size_t i = 0; i < table->count; i++) {
    struct wb_mutant_trial *trial = table->trials[i];
    free(trial->part);
    free(trial->difference);
    free(trial->words);
    free(trial->text);
    free(trial->fingerprint);
    free(trial->answers);
    free(trial->killed_by);
    free(trial);
  }
  for (size_t i = 0; i < table->n_cases; i++) free(table->cases[i]);
  free(table->cases);
  free(table->visible);
  free(table->spared);
  free(table->trials);
  *table = (struct wb_mutant_table){0};
}

/* ---- results ------------------------------------------------------------------------------- */

void wb_mutant_table_take_cases(struct wb_mutant_table *table, const struct wb_result *result) {
  if (table->cases != NULL) return;
  table->n_cases = result->n_cases;
  table->cases = wb_alloc((result->n_cases + 1) * sizeof table->cases[0]);
  table->visible = wb_alloc((result->n_cases + 1) * sizeof table->visible[0]);
  table->spared = wb_alloc((result->n_cases + 1) * sizeof table->spared[0]);
  for (size_t i = 0; i < result->n_cases; i++) {
    table->cases[i] = wb_strdup(result->cases[i].name);
    table->visible[i] = result->cases[i].visible;
  }
}

/* Left out, for another case had decided; not for want of time or memory, after which all others
 * are left out. */
static bool was_spared(const struct wb_case_result *result) {
  return !wb_case_was_run(result) && result->verdict != WB_VERDICT_ACCEPTED &&
         result->verdict != WB_VERDICT_TIME_LIMIT && result->verdict != WB_VERDICT_MEMORY_LIMIT &&
         result->verdict != WB_VERDICT_SECURITY_VIOLATION;
}

static void note_killers(struct wb_mutant_table *table, struct wb_mutant_trial *trial,
                         const struct wb_result *result) {
  if (result->n_cases != table->n_cases) return;
  trial->killed_by = wb_alloc((table->n_cases + 1) * sizeof trial->killed_by[0]);
  for (size_t i = 0; i < result->n_cases; i++) {
    trial->killed_by[i] =
        wb_case_was_run(&result->cases[i]) && result->cases[i].verdict != WB_VERDICT_ACCEPTED;
    table->spared[i] |= was_spared(&result->cases[i]);
  }
}

static bool is_same_program(const char *a, const char *b) {
  return a != NULL && b != NULL && a[0] != '\0' && strcmp(a, b) == 0;
}

void wb_mutant_table_take_result(struct wb_mutant_table *table, struct wb_mutant_trial *trial,
                                 const char *fingerprint, const struct wb_result *result) {
  trial->fingerprint = wb_strdup(result->fingerprint);
  if (result->verdict == WB_VERDICT_JUDGE_ERROR) {
    trial->fate = WB_MUTANT_UNJUDGED;
  } else if (result->verdict == WB_VERDICT_COMPILE_ERROR) {
    trial->fate = WB_MUTANT_INVALID;
  } else if (result->verdict == WB_VERDICT_ACCEPTED) {
    trial->fate = is_same_program(fingerprint, result->fingerprint) ? WB_MUTANT_EQUIVALENT
                                                                    : WB_MUTANT_SURVIVED;
  } else {
    trial->fate = WB_MUTANT_KILLED;
    note_killers(table, trial, result);
  }
}

bool wb_mutant_table_killed_hidden(const struct wb_mutant_table *table,
                                   const struct wb_mutant_trial *trial) {
  bool visible = false;
  if (trial->fate != WB_MUTANT_KILLED || trial->killed_by == NULL) return false;
  for (size_t i = 0; i < table->n_cases; i++) visible |= trial->killed_by[i] && table->visible[i];
  return !visible;
}

bool wb_mutant_table_has_program(const struct wb_mutant_table *table, const char *part,
                                 const char *fingerprint) {
  bool found = false;
  for (size_t i = 0; i < table->count && !found; i++)
    found = strcmp(table->trials[i]->part, part) == 0 &&
            is_same_program(table->trials[i]->fingerprint, fingerprint);
  return found;
}

/* What the compiler's mutants look like where a person writes them is enough: a person's is there
 * already. */
static bool is_written_before(const struct wb_mutant_trial *own,
                              const struct wb_mutant_trial *other) {
  return own->code > 0 && other->code == 0 && strcmp(own->difference, other->difference) == 0;
}

static bool has_twin_before(const struct wb_mutant_table *table, size_t at) {
  const struct wb_mutant_trial *own = table->trials[at];
  bool found = false;
  for (size_t i = 0; i < at && !found; i++) {
    const struct wb_mutant_trial *other = table->trials[i];
    found =
        (other->fate == WB_MUTANT_SURVIVED || other->fate == WB_MUTANT_EXPLAINED) &&
        strcmp(other->part, own->part) == 0 &&
        (is_same_program(other->fingerprint, own->fingerprint) || is_written_before(own, other));
  }
  return found;
}

void wb_mutant_table_settle(struct wb_mutant_table *table,
                            const struct wb_mutant_exemptions *exemptions) {
  for (size_t i = 0; i < table->count; i++) {
    struct wb_mutant_trial *trial = table->trials[i];
    trial->exemption = wb_mutant_exemption_of(exemptions, trial->part, trial->operator_name,
                                              trial->difference, trial->number);
    if (trial->fate != WB_MUTANT_SURVIVED) continue;
    if (trial->exemption != NULL)
      trial->fate = WB_MUTANT_EXPLAINED;
    else if (has_twin_before(table, i))
      trial->fate = WB_MUTANT_TWIN;
  }
}

/* ---- numbers ------------------------------------------------------------------------------- */

size_t wb_mutant_table_count(const struct wb_mutant_table *table, const char *part,
                             enum wb_mutant_fate fate) {
  size_t count = 0;
  for (size_t i = 0; i < table->count; i++)
    count += table->trials[i]->fate == fate &&
             (part == NULL || strcmp(table->trials[i]->part, part) == 0);
  return count;
}

static size_t count_killers(const struct wb_mutant_table *table,
                            const struct wb_mutant_trial *trial) {
  size_t count = 0;
  for (size_t i = 0; trial->killed_by != NULL && i < table->n_cases; i++)
    count += trial->killed_by[i];
  return count;
}

size_t wb_mutant_table_kills(const struct wb_mutant_table *table, size_t at_case, bool alone) {
  size_t count = 0;
  for (size_t i = 0; i < table->count; i++) {
    const struct wb_mutant_trial *trial = table->trials[i];
    count += trial->killed_by != NULL && trial->killed_by[at_case] &&
             (!alone || count_killers(table, trial) == 1);
  }
  return count;
}

unsigned wb_mutant_table_score(const struct wb_mutant_table *table, bool strict) {
  const size_t killed = wb_mutant_table_count(table, NULL, WB_MUTANT_KILLED);
  size_t all = killed + wb_mutant_table_count(table, NULL, WB_MUTANT_SURVIVED);
  if (strict) all += wb_mutant_table_count(table, NULL, WB_MUTANT_EXPLAINED);
  return all > 0 ? (unsigned)(100 * killed / all) : 100;
}

/* ---- words --------------------------------------------------------------------------------- */

void wb_mutant_table_sum_up(const struct wb_mutant_table *table, struct wb_str *out) {
  static const enum wb_mutant_fate TOLD[] = {
      WB_MUTANT_SURVIVED, WB_MUTANT_EXPLAINED, WB_MUTANT_EQUIVALENT, WB_MUTANT_TWIN,
      WB_MUTANT_FITS,     WB_MUTANT_INVALID,   WB_MUTANT_UNJUDGED};
  static const char *const WORDS[] = {
      "survive",        "explained",  "equivalent", "the same as another",
      "fit the domain", "impossible", "not judged"};
  wb_str_addf(out, "%zu of %zu mutants killed",
              wb_mutant_table_count(table, NULL, WB_MUTANT_KILLED), table->count);
  for (size_t i = 0; i < sizeof TOLD / sizeof TOLD[0]; i++) {
    const size_t count = wb_mutant_table_count(table, NULL, TOLD[i]);
    if (count > 0) wb_str_addf(out, ", %zu %s", count, WORDS[i]);
  }
  const unsigned score = wb_mutant_table_score(table, false);
  const unsigned strict = wb_mutant_table_score(table, true);
  wb_str_addf(out, ": %u %%", score);
  if (strict != score) wb_str_addf(out, ", or %u %% with those that are explained", strict);
}

void wb_mutant_table_list_cases(const struct wb_mutant_table *table, struct wb_str *out) {
  for (size_t i = 0; i < table->n_cases; i++) {
    const size_t kills = wb_mutant_table_kills(table, i, false);
    wb_str_addf(out, "case %zu kills %zu", i + 1, kills);
    if (table->spared[i])
      wb_str_add(out, " that no smaller case does");
    else
      wb_str_addf(out, ", %zu of them alone", wb_mutant_table_kills(table, i, true));
    wb_str_addf(out, ": %s%s\n", table->cases[i], table->visible[i] ? "" : " (hidden)");
  }
}

void wb_mutant_table_list_mutants(const struct wb_mutant_table *table, const char *part,
                                  struct wb_str *out) {
  for (size_t i = 0; i < table->count; i++) {
    const struct wb_mutant_trial *trial = table->trials[i];
    if (strcmp(trial->part, part) != 0) continue;
    wb_str_addf(out, "%u:%u %s: %s", trial->line, trial->column, trial->operator_name,
                FATES[trial->fate]);
    const char *before = " by case ";
    for (size_t k = 0; trial->killed_by != NULL && k < table->n_cases; k++) {
      if (!trial->killed_by[k]) continue;
      wb_str_addf(out, "%s%zu", before, k + 1);
      before = ", ";
    }
    wb_str_add_char(out, '\n');
  }
}
