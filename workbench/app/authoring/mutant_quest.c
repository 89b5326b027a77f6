#include "authoring/mutant_quest.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "authoring/mutant_cases.h"

void wb_mutant_candidates_make(struct wb_mutant_candidates *candidates,
                               const struct wb_puzzle_summary *puzzle) {
  wb_names_init(&candidates->cases);
  wb_mutant_cases_make(&candidates->cases, puzzle->cases, puzzle->n_cases, puzzle->parameters,
                       puzzle->n_parameters);
  candidates->told = wb_alloc((candidates->cases.count + 1) * sizeof candidates->told[0]);
}

void wb_mutant_candidates_release(struct wb_mutant_candidates *candidates) {
  wb_names_release(&candidates->cases);
  free(candidates->told);
  *candidates = (struct wb_mutant_candidates){.told = NULL};
}

/* What is known of a case. */
enum { NOT_TRIED, MEANT, NOT_MEANT };

struct wb_mutant_quest {
  struct wb_check_puzzle *puzzle;
  struct wb_mutant_candidates *candidates;
  struct wb_run_options kernel;
  unsigned char *meant; /* by case */
  size_t at;            /* the case that is tried now */
  struct wb_mutant_trial **trials;
  size_t n_trials, capacity, next;
  size_t n_searched;   /* of them: those that needed a case that had told nobody before */
  bool compares_cases; /* each has its case; now all that were found are tried with all */
};

struct wb_mutant_quest *wb_mutant_quest_new(struct wb_check_puzzle *puzzle,
                                            struct wb_mutant_candidates *candidates,
                                            const struct wb_run_options *kernel) {
  struct wb_mutant_quest *quest = wb_alloc(sizeof *quest);
  const size_t count = candidates->cases.count;
  *quest = (struct wb_mutant_quest){.puzzle = puzzle, .candidates = candidates, .kernel = *kernel};
  quest->meant = wb_alloc(count + 1);
  return quest;
}

void wb_mutant_quest_free(struct wb_mutant_quest *quest) {
  if (quest == NULL) return;
  free(quest->meant);
  free(quest->trials);
  free(quest);
}

void wb_mutant_quest_add(struct wb_mutant_quest *quest, struct wb_mutant_trial *trial) {
  quest->trials = wb_grow(quest->trials, &quest->capacity, quest->n_trials + 1,
                          sizeof(struct wb_mutant_trial *));
  trial->answers = wb_alloc(quest->candidates->cases.count + 1);
  quest->trials[quest->n_trials++] = trial;
}

/* Of those that were not tried with the survivor, the case that told most so far; false: all were.
 */
static bool find_untried(struct wb_mutant_quest *quest, const struct wb_mutant_trial *trial) {
  const struct wb_mutant_candidates *candidates = quest->candidates;
  bool any = false;
  for (size_t i = 0; i < candidates->cases.count; i++) {
    if (trial->answers[i] != WB_MUTANT_NOT_TRIED || quest->meant[i] == NOT_MEANT) continue;
    if (!any || candidates->told[i] > candidates->told[quest->at]) quest->at = i;
    any = true;
  }
  return any;
}

/* The case to be tried next; false: there is none for this survivor. */
static bool choose_case(struct wb_mutant_quest *quest, struct wb_mutant_trial *trial) {
  const bool any = find_untried(quest, trial);
  const bool is_known = any && quest->candidates->told[quest->at] > 0;
  if (quest->compares_cases) return trial->told && is_known;
  if (trial->told || is_known) return !trial->told;
  if (!any) { /* without any case nothing was searched */
    trial->searched = quest->candidates->cases.count > 0;
    return false;
  }
  if (!trial->searched && quest->n_searched == WB_MUTANT_QUESTS) return false;
  quest->n_searched += !trial->searched;
  trial->searched = true;
  return true;
}

/* `mutant` is NULL for the kernel itself. */
static void plan_try(struct wb_mutant_quest *quest, const struct wb_mutant_trial *mutant,
                     void (*ended)(struct wb_judgement *judgement, void *data)) {
  struct wb_run_options options = quest->kernel;
  options.extra_case = quest->candidates->cases.items[quest->at];
  if (mutant != NULL) wb_mutant_trial_order(mutant, &options);
  wb_check_judge(quest->puzzle, &options, "mutants", ended, quest);
}

static void try_mutant(struct wb_mutant_quest *quest);

/* Nothing that a case is rejected for is anybody's fault here. */
static void take_kernel(struct wb_judgement *judgement, void *data) {
  struct wb_mutant_quest *quest = data;
  const bool accepted =
      judgement->status == WB_OK && judgement->result.verdict == WB_VERDICT_ACCEPTED;
  quest->meant[quest->at] = accepted ? MEANT : NOT_MEANT;
  try_mutant(quest);
}

static void take_mutant(struct wb_judgement *judgement, void *data) {
  struct wb_mutant_quest *quest = data;
  struct wb_mutant_trial *trial = quest->trials[quest->next];
  const enum wb_verdict verdict = judgement->result.verdict;
  const bool told = judgement->status == WB_OK && verdict != WB_VERDICT_ACCEPTED &&
                    verdict != WB_VERDICT_JUDGE_ERROR;
  trial->answers[quest->at] = told ? WB_MUTANT_TOLD : WB_MUTANT_NOT_TOLD;
  trial->told = trial->told || told;
  quest->candidates->told[quest->at] += told;
  try_mutant(quest);
}

/* Plans one judgement, the kernel's where it is not known yet whether the case is meant. */
static void try_mutant(struct wb_mutant_quest *quest) {
  while (quest->next < quest->n_trials && !choose_case(quest, quest->trials[quest->next])) {
    quest->next++;
    if (quest->next < quest->n_trials || quest->compares_cases) continue;
    quest->next = 0;
    quest->compares_cases = true;
  }
  if (quest->next == quest->n_trials) return;
  if (quest->meant[quest->at] == MEANT)
    plan_try(quest, quest->trials[quest->next], take_mutant);
  else
    plan_try(quest, NULL, take_kernel);
}

void wb_mutant_quest_begin(struct wb_mutant_quest *quest) { try_mutant(quest); }

/* ---- few that tell all ---------------------------------------------------------------------- */

enum { FEW_CASES = 16 }; /* all sets of so many are looked at; of more, all are chosen */

static bool tells_all(const size_t *cases, size_t n_cases, unsigned set,
                      const struct wb_mutant_table *table) {
  bool all = true;
  for (size_t t = 0; t < table->count && all; t++) {
    const struct wb_mutant_trial *trial = table->trials[t];
    bool told = !trial->told;
    for (size_t i = 0; i < n_cases && !told; i++)
      told = (set >> i & 1) != 0 && trial->answers[cases[i]] == WB_MUTANT_TOLD;
    all = told;
  }
  return all;
}

static unsigned smallest_set(const size_t *cases, size_t n_cases,
                             const struct wb_mutant_table *table) {
  unsigned best = (1U << n_cases) - 1;
  for (unsigned set = 0; set < 1U << n_cases; set++)
    if (__builtin_popcount(set) < __builtin_popcount(best) && tells_all(cases, n_cases, set, table))
      best = set;
  return best;
}

bool *wb_mutant_candidates_choose(const struct wb_mutant_candidates *candidates,
                                  const struct wb_mutant_table *table) {
  bool *chosen = wb_alloc((candidates->cases.count + 1) * sizeof *chosen);
  size_t cases[FEW_CASES], n_cases = 0, n_told = 0;
  for (size_t i = 0; i < candidates->cases.count; i++) {
    chosen[i] = candidates->told[i] > 0;
    n_told += chosen[i];
    if (chosen[i] && n_cases < FEW_CASES) cases[n_cases++] = i;
  }
  const unsigned set = n_told <= FEW_CASES ? smallest_set(cases, n_cases, table) : UINT_MAX;
  for (size_t i = 0; i < n_cases; i++) chosen[cases[i]] = (set >> i & 1) != 0;
  return chosen;
}
