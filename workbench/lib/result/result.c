#include "result/result.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "result/missing_walls.h"
#include "sandbox/sandbox.h"

const char *wb_unset_words(const char *got) {
  if (got == NULL) return NULL;
  if (strcmp(got, WB_NEVER_WRITTEN) == 0) return "was never written";
  return strcmp(got, WB_NOT_SET) == 0 ? "is not set" : NULL;
}

static const char *text_or(const char *text, const char *other) {
  return text != NULL ? text : other;
}

void wb_mismatch_words(const struct wb_mismatch *mismatch, struct wb_str *out) {
  const char *unset = wb_unset_words(mismatch->got);
  wb_str_addf(out, "%s%s %s%s, expected %s", text_or(mismatch->array, ""),
              text_or(mismatch->position, ""), unset != NULL ? "" : "is ",
              unset != NULL ? unset : text_or(mismatch->got, "?"),
              text_or(mismatch->expected, "?"));
}

bool wb_case_was_run(const struct wb_case_result *result) {
  return result->detail == NULL || !wb_starts_with(result->detail, WB_NOT_RUN);
}

bool wb_result_lacks_feature(const struct wb_result *result) {
  return result->verdict == WB_VERDICT_JUDGE_ERROR && result->cause == WB_ERR_MISSING &&
         strstr(result->detail, WB_LACKS_FEATURE) != NULL;
}

size_t wb_result_accepted_cases(const struct wb_result *result) {
  size_t accepted = 0;
  for (size_t i = 0; i < result->n_cases; i++)
    accepted += result->cases[i].verdict == WB_VERDICT_ACCEPTED;
  return accepted;
}

bool wb_result_has_warnings(const struct wb_result *result) {
  bool found = false;
  for (size_t i = 0; i < result->n_cases; i++)
    found |= result->cases[i].n_findings > 0 || result->cases[i].findings_dropped > 0;
  for (size_t i = 0; i < result->n_diagnostics; i++)
    found |= result->diagnostics[i].severity == WB_SEVERITY_WARNING;
  return found;
}

bool wb_case_does_too_little(const struct wb_case_result *c) {
  struct wb_counters counters = c->counters, budgets = c->budgets;
  bool little = false, much = false;
  for (unsigned i = 0; i < WB_COUNTER_COUNT; i++) {
    const bool exceeds =
        (c->budgeted >> i & 1) != 0 &&
        wb_counter_exceeds(i, *wb_counter_at(&counters, i), *wb_counter_at(&budgets, i));
    little |= exceeds && wb_counter_is_wanted(i);
    much |= exceeds && !wb_counter_is_wanted(i);
  }
  return little && !much;
}

static bool does_too_little(const struct wb_result *result) {
  bool little = false, much = false;
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[i];
    if (one->verdict != WB_VERDICT_OVER_BUDGET || one->budgeted == 0) continue;
    little |= wb_case_does_too_little(one);
    much |= !wb_case_does_too_little(one);
  }
  return little && !much;
}

static bool differs_in_print_alone(const struct wb_result *result) {
  bool prints = false, others = false;
  for (size_t i = 0; i < result->n_cases; i++) {
    prints |= result->cases[i].printed.present;
    others |= result->cases[i].first_mismatch.present;
  }
  return prints && !others;
}

bool wb_case_differs_in_deeds(const struct wb_case_result *one) {
  return one->verdict == WB_VERDICT_WRONG_ANSWER && one->visible && !one->first_mismatch.present &&
         !one->printed.present;
}

static bool differs_in_deeds_alone(const struct wb_result *result) {
  bool deeds = false, others = false;
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[i];
    deeds |= wb_case_differs_in_deeds(one);
    others |= one->first_mismatch.present || one->printed.present;
  }
  return wb_result_is_of_program(result) && deeds && !others;
}

static bool ends_before_last_step(const struct wb_result *result) {
  return result->n_steps > 0 && result->steps[result->n_steps - 1].cases == 0;
}

bool wb_result_is_of_program(const struct wb_result *result) {
  return result->file != NULL && wb_ends_with(result->file, ".lua");
}

/* Of a host program, where the verdict's own words are of kernels. */
static const char *verdict_words(const struct wb_result *result) {
  static const char *const of_programs[WB_VERDICT_COUNT] = {
      [WB_VERDICT_SECURITY_VIOLATION] = "the program tried what the sandbox refuses",
      [WB_VERDICT_COMPILE_ERROR] = "the program, or a kernel in it, does not compile",
      [WB_VERDICT_TIME_LIMIT] = "the program ran for too long",
      [WB_VERDICT_MEMORY_LIMIT] = "the program used too much memory",
      [WB_VERDICT_OUTPUT_LIMIT] = "the program printed too much",
      [WB_VERDICT_RUNTIME_ERROR] = "the program, or a kernel that it launched, did something wrong",
  };
  const char *own = wb_result_is_of_program(result) ? of_programs[result->verdict] : NULL;
  return own != NULL ? own : wb_verdict_help(result->verdict);
}

bool wb_result_is_right_in_part(const struct wb_result *result) {
  return result->verdict == WB_VERDICT_ACCEPTED && result->left_out > 0;
}

const char *wb_result_meaning(const struct wb_result *result) {
  const char *meaning = verdict_words(result);
  const bool found = wb_result_has_warnings(result);
  if (result->verdict == WB_VERDICT_ACCEPTED && ends_before_last_step(result))
    return "right on every case so far; later steps were not run";
  if (wb_result_is_right_in_part(result))
    return found || !result->checks
               ? "right on every visible case; there are hidden ones, not told here"
               : "right and clean on every visible case; there are hidden ones, not told here";
  if (result->verdict == WB_VERDICT_WRONG_ANSWER && differs_in_print_alone(result))
    meaning = "what is printed differs from the reference";
  else if (result->verdict == WB_VERDICT_WRONG_ANSWER && differs_in_deeds_alone(result))
    meaning = "the program does not do what the puzzle asks for";
  else if (result->verdict == WB_VERDICT_ACCEPTED && !result->checks)
    meaning =
        "right on every case; this device compares outputs and checks nothing else, the "
        "emulator does";
  else if (result->verdict == WB_VERDICT_ACCEPTED && found)
    meaning = "right on every case; there are warnings";
  else if (result->verdict == WB_VERDICT_OVER_BUDGET && does_too_little(result))
    meaning = found ? "right, but it uses less of the device than is asked for; there are warnings"
                    : "right and clean, but it uses less of the device than is asked for";
  else if (result->verdict == WB_VERDICT_OVER_BUDGET && found)
    meaning = "right, but it does more work than allowed; there are warnings";
  return meaning;
}

double wb_score(size_t right, size_t accepted, size_t cases, bool has_budget) {
  if (cases == 0) return 0;
  if (!has_budget) return (double)accepted / (double)cases;
  const size_t within = right == cases ? accepted : 0;
  return (double)(right + within) / (double)(2 * cases);
}

unsigned wb_score_percent(double score) {
  const unsigned percent = (unsigned)(100 * score + 0.5);
  if (score > 0 && percent < 1) return 1;
  return score < 1 && percent > 99 ? 99 : percent;
}

void wb_result_take_walls(struct wb_result *result, const struct wb_walls *walls) {
  result->has_walls = true;
  result->walls.landlock = (walls->which & WB_WALL_LANDLOCK) != 0 ? walls->landlock_abi : 0;
  result->walls.seccomp = (walls->which & WB_WALL_SECCOMP) != 0;
}

const char *wb_result_left_out(const struct wb_result *result) {
  return result->left_out > 0
             ? "This student's pack judges visible cases only; hidden ones may show more."
             : NULL;
}

const char *wb_result_lacks(const struct wb_result *result) {
  const struct wb_walls_stood *walls = &result->walls;
  const struct wb_missing_walls *missing =
      result->has_walls ? wb_missing_walls(walls->landlock > 0, walls->seccomp) : NULL;
  return missing != NULL ? missing->judged : NULL;
}

const char *wb_result_traced_text(const struct wb_result *result) {
  return result->traced_text != NULL || wb_result_is_of_program(result) ? result->traced_text
                                                                        : result->source;
}
