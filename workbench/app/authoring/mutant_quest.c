#include "authoring/mutant_quest.h"

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
  bool *tried;          /* likewise, with the survivor that is searched for now */
  size_t at;            /* the case that is tried now */
  struct wb_mutant_trial *trials[WB_MUTANT_QUESTS];
  size_t n_trials, next;
};

struct wb_mutant_quest *wb_mutant_quest_new(struct wb_check_puzzle *puzzle,
                                            struct wb_mutant_candidates *candidates,
                                            const struct wb_run_options *kernel) {
  struct wb_mutant_quest *quest = wb_alloc(sizeof *quest);
  const size_t count = candidates->cases.count;
  *quest = (struct wb_mutant_quest){.puzzle = puzzle, .candidates = candidates, .kernel = *kernel};
  quest->meant = wb_alloc(count + 1);
  quest->tried = wb_alloc((count + 1) * sizeof quest->tried[0]);
  return quest;
}

void wb_mutant_quest_free(struct wb_mutant_quest *quest) {
  if (quest == NULL) return;
  free(quest->meant);
  free(quest->tried);
  free(quest);
}

void wb_mutant_quest_add(struct wb_mutant_quest *quest, struct wb_mutant_trial *trial) {
  if (quest->n_trials < WB_MUTANT_QUESTS) quest->trials[quest->n_trials++] = trial;
}

/* The case to be tried next, of those that tell most so far the first; false: all were. */
static bool choose_case(struct wb_mutant_quest *quest) {
  const struct wb_mutant_candidates *candidates = quest->candidates;
  bool any = false;
  for (size_t i = 0; i < candidates->cases.count; i++) {
    if (quest->tried[i] || quest->meant[i] == NOT_MEANT) continue;
    if (!any || candidates->told[i] > candidates->told[quest->at]) quest->at = i;
    any = true;
  }
  return any;
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

static void next_survivor(struct wb_mutant_quest *quest) {
  quest->next++;
  memset(quest->tried, 0, quest->candidates->cases.count * sizeof quest->tried[0]);
}

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
  const enum wb_verdict verdict = judgement->result.verdict;
  quest->tried[quest->at] = true;
  if (judgement->status == WB_OK && verdict != WB_VERDICT_ACCEPTED &&
      verdict != WB_VERDICT_JUDGE_ERROR) {
    quest->trials[quest->next]->told_by = wb_strdup(quest->candidates->cases.items[quest->at]);
    quest->candidates->told[quest->at]++;
    next_survivor(quest);
  }
  try_mutant(quest);
}

/* Plans one judgement, the kernel's where it is not known yet whether the case is meant. */
static void try_mutant(struct wb_mutant_quest *quest) {
  while (quest->next < quest->n_trials && !choose_case(quest)) next_survivor(quest);
  if (quest->next == quest->n_trials) return;
  if (quest->meant[quest->at] == MEANT)
    plan_try(quest, quest->trials[quest->next], take_mutant);
  else
    plan_try(quest, NULL, take_kernel);
}

void wb_mutant_quest_begin(struct wb_mutant_quest *quest) { try_mutant(quest); }
