/* The kernels that come with a puzzle, each judged: its starter, what is right and what is wrong.
 * Right ones are judged again and again, with all that may make a difference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "authoring/check_measures.h"
#include "authoring/check_points.h"
#include "authoring/check_run.h"
#include "base/str.h"
#include "report/summary.h"
#include "report/write.h"
#include "result/steps.h"
#include "session/expectation.h"

enum { KERNEL_MAX_BYTES = 4 << 20, SEEDS = 10, SHUFFLES = 3, WIDEST = 64 };

enum kernel_role { STARTER, RIGHT, WRONG };

/* What is varied when a kernel is judged: of a wrong one, inputs of hidden cases alone. */
enum aspect { AS_IT_IS, ORDERS, SEEDS_OF_INPUTS, HIDDEN_INPUTS, WIDTHS, DEVICES, ASPECTS };

static const struct {
  const char *check, *remedy;
} aspects[ASPECTS] = {
    [AS_IT_IS] = {"right-accepted", "Correct the kernel, or what the spec's reference computes."},
    [ORDERS] = {"right-orders",
                "What it does must not depend on the order of work-items; or let the spec allow "
                "another order of the output."},
    [SEEDS_OF_INPUTS] = {"right-seeds",
                         "Correct the kernel, or narrow the spec's fills or widen its tolerance."},
    [HIDDEN_INPUTS] =
        {"right-hidden",
         "Correct the kernel, or narrow what hidden cases are filled with, or `vary`."},
    [WIDTHS] = {"right-widths",
                "Ask for the width of a sub-group; it differs from device to device."},
    [DEVICES] = {"right-devices",
                 "Correct the kernel, or let the spec say in `requires` what a device must have."},
};

struct kernel;

/* One judgement of a kernel. */
struct attempt {
  struct kernel *kernel;
  enum aspect aspect;
  char *name; /* what was varied: "seed 3"; "" */
  struct wb_judgement *judgement;
  bool judged, good;
  bool proven;        /* the result of the first says it already */
  bool lacks_feature; /* the device, so that nothing was judged */
  char *message;      /* what came of it where it is not good, in one line */
  char *detail;       /* further lines; NULL: none */
  unsigned line;
  struct attempt *next;
};

struct kernel {
  struct kernels *all;
  enum kernel_role role;
  char *part, *path;
  struct wb_str text;
  bool ready; /* it can be judged: its file is there, and its expectation can be read */
  struct wb_expectation expected;
  enum wb_verdict verdict; /* as it is */
  bool bad_argument;
  struct wb_expected_score expected_score;
  char *other_score; /* that it has, in words, where it is not the expected one; else NULL */
  struct attempt *first, *last; /* the first is as it is */
};

struct kernels {
  struct wb_check_puzzle *puzzle;
  struct kernel **items;
  size_t count, capacity;
  struct wb_check_points points;
};

static struct wb_check_place place_of(const struct kernel *kernel, unsigned line) {
  const struct wb_check_puzzle *puzzle = kernel->all->puzzle;
  return (struct wb_check_place){.puzzle = puzzle->slug,
                                 .part = kernel->part,
                                 .file = wb_check_relative(puzzle, kernel->path),
                                 .line = line};
}

/* ---- what comes of a judgement --------------------------------------------------------- */

static bool has_finding(const struct wb_result *result, enum wb_finding_kind kind) {
  for (size_t i = 0; i < result->n_cases; i++)
    for (size_t k = 0; k < result->cases[i].n_findings; k++)
      if (result->cases[i].findings[k].kind == kind) return true;
  return false;
}

/* The line that explains a result best; 0: none does. */
static unsigned line_of(const struct wb_result *result) {
  const size_t place = wb_smallest_failure(result);
  const struct wb_case_result *one = place < result->n_cases ? &result->cases[place] : NULL;
  for (size_t i = 0; i < result->n_diagnostics; i++)
    if (result->diagnostics[i].severity == WB_SEVERITY_ERROR) return result->diagnostics[i].line;
  return one != NULL && one->n_findings > 0 ? one->findings[0].line : 0;
}

/* Of a finding about the parameters alone: what they are, and should be. */
static void add_argument(const struct wb_case_result *one, struct wb_str *words) {
  if (one->n_findings == 0 || one->findings[0].kind != WB_INVALID_ARGUMENT) return;
  wb_str_add(words, ": ");
  wb_finding_describe(&one->findings[0], words);
}

/* "runtime-error: out-of-bounds at …, in case "four elements"" */
static char *words_of(const struct wb_result *result) {
  const size_t place = wb_smallest_failure(result);
  const struct wb_case_result *one = place < result->n_cases ? &result->cases[place] : NULL;
  const bool ran = one != NULL && result->verdict != WB_VERDICT_COMPILE_ERROR &&
                   result->verdict != WB_VERDICT_ACCEPTED;
  struct wb_str reason, words;
  wb_str_init(&reason);
  wb_str_init(&words);
  wb_write_reason(result, NULL, &reason);
  wb_str_add(&words, wb_verdict_name(result->verdict));
  if (result->n_steps > 0 && result->verdict != WB_VERDICT_ACCEPTED) {
    wb_str_add(&words, ", ");
    wb_steps_done_words(wb_result_steps_done(result), result->n_steps, &words);
  }
  if (reason.length > 0) wb_str_addf(&words, ": %s", reason.data);
  if (ran) add_argument(one, &words);
  if (ran && !has_finding(result, WB_INVALID_ARGUMENT))
    wb_str_addf(&words, ", in case %zu, \"%s\"", place + 1, one->name);
  wb_str_release(&reason);
  return wb_str_detach(&words);
}

/* A compiler's words are lines: the first is the message's, the others are shown below it. */
static void take_words(struct attempt *attempt, const struct wb_result *result) {
  attempt->message = words_of(result);
  char *end = strchr(attempt->message, '\n');
  if (end == NULL) return;
  attempt->detail = wb_strdup(end + strspn(end, "\n"));
  *end = '\0';
}

static void set_detail(struct wb_check_item *item, const struct attempt *attempt) {
  if (attempt->detail == NULL) return;
  free(item->detail);
  item->detail = wb_strdup(attempt->detail);
}

/* Whether a judge that only compares outputs would have accepted: what else was found here are
 * writes into guard zones and into inputs. */
static bool gives_right_output(const struct wb_result *result) {
  const bool right =
      result->verdict == WB_VERDICT_ACCEPTED || result->verdict == WB_VERDICT_OVER_BUDGET;
  if (result->verdict != WB_VERDICT_RUNTIME_ERROR) return right;
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[i];
    if (one->mismatches > 0 || one->printed.present ||
        (one->verdict != WB_VERDICT_ACCEPTED && one->n_findings == 0))
      return false;
    for (size_t k = 0; k < one->n_findings; k++)
      if (one->findings[k].kind != WB_OUT_OF_BOUNDS && one->findings[k].kind != WB_READ_ONLY_WRITE)
        return false;
  }
  return true;
}

/* Where outputs alone are compared, a wrong kernel may well be accepted: it is counted. A kernel
 * that is only too slow is right for whoever does not count. */
static bool counts_as_wrong(const struct kernel *kernel, const struct wb_result *result) {
  struct wb_check_tally *tally = &kernel->all->puzzle->tally;
  if (kernel->expected.verdict == WB_VERDICT_OVER_BUDGET) return true;
  tally->comparable++;
  tally->right_output += gives_right_output(result);
  tally->let_through += result->verdict == WB_VERDICT_ACCEPTED;
  return true;
}

/* A budget is meant for the width that its case has: narrower sub-groups share less, and need more
 * instructions, transactions and atomic operations. */
static bool costs_more_elsewhere(const struct attempt *attempt, const struct wb_result *result) {
  return attempt->aspect == WIDTHS && result->verdict == WB_VERDICT_OVER_BUDGET;
}

static bool is_good(struct attempt *attempt, const struct wb_result *result) {
  const struct kernel *kernel = attempt->kernel;
  const struct wb_check_run *run = kernel->all->puzzle->run;
  if (kernel->role == RIGHT)
    return result->verdict == WB_VERDICT_ACCEPTED || costs_more_elsewhere(attempt, result);
  if (kernel->role == WRONG)
    return run->compares ? counts_as_wrong(kernel, result)
                         : wb_expectation_met(&kernel->expected, result);
  return result->verdict != WB_VERDICT_ACCEPTED && result->verdict != WB_VERDICT_COMPILE_ERROR &&
         !has_finding(result, WB_INVALID_ARGUMENT);
}

/* What is not right as it is need not be asked for more. */
static void drop_variants(struct kernel *kernel) {
  for (struct attempt *one = kernel->first->next; one != NULL; one = one->next)
    one->judgement->needless = true;
}

/* What a GPU would need for it was modelled, which depends on the width of sub-groups. */
static bool was_modelled(const struct wb_result *result) {
  bool modelled = false;
  for (size_t i = 0; i < result->n_cases; i++) modelled |= result->cases[i].counters.subgroup > 0;
  return modelled;
}

/* What is known to come out the same, in what it counts as well, need not be tried. */
static void prove_variants(struct kernel *kernel, const struct wb_result *result) {
  const bool in_any_width = !was_modelled(result);
  for (struct attempt *one = kernel->first->next; one != NULL; one = one->next) {
    one->proven = one->aspect == ORDERS || (one->aspect == WIDTHS && in_any_width);
    one->judgement->needless |= one->proven;
  }
}

/* What right kernels need is compared with what the spec allows. */
static void measure_kernel(const struct attempt *attempt, const struct wb_judgement *judgement) {
  const struct kernel *kernel = attempt->kernel;
  struct wb_check_measures *measures = kernel->all->puzzle->measures;
  if (attempt->aspect == HIDDEN_INPUTS) return; /* with other sizes there are other budgets */
  if (kernel->role == RIGHT && !costs_more_elsewhere(attempt, &judgement->result))
    wb_check_measures_take_right(measures, kernel->part, judgement, attempt == kernel->first);
  if (kernel->role == WRONG && attempt->judged &&
      kernel->expected.verdict == WB_VERDICT_OVER_BUDGET)
    wb_check_measures_take_wrong(measures, kernel->part, &judgement->result);
}

static void count_cases(struct wb_check_tally *tally, const struct wb_result *result) {
  tally->cases = result->n_cases;
  tally->hidden = 0;
  for (size_t i = 0; i < result->n_cases; i++) tally->hidden += !result->cases[i].visible;
}

/* What it earns. Where outputs alone are compared, that is another thing. */
static void take_score(struct kernel *kernel, const struct wb_result *result) {
  if (kernel->role == STARTER || kernel->all->puzzle->run->compares) return;
  wb_check_points_take(&kernel->all->points, result, kernel->role == RIGHT);
  if (kernel->expected_score.given && !wb_expected_score_met(&kernel->expected_score, result))
    kernel->other_score = wb_check_score_words(result);
}

static void take_judgement(struct wb_judgement *judgement, void *data) {
  struct attempt *attempt = data;
  struct kernel *kernel = attempt->kernel;
  const struct wb_result *result = &judgement->result;
  attempt->judged = wb_check_was_judged(kernel->all->puzzle, judgement);
  attempt->lacks_feature = judgement->status == WB_OK && wb_result_lacks_feature(result);
  attempt->good = attempt->judged && is_good(attempt, result);
  if (attempt->judged && !attempt->good) {
    take_words(attempt, result);
    attempt->line = line_of(result);
  }
  if (attempt->judged && attempt == kernel->first) {
    kernel->verdict = result->verdict;
    kernel->bad_argument = has_finding(result, WB_INVALID_ARGUMENT);
    take_score(kernel, result);
    if (kernel->role == RIGHT) count_cases(&kernel->all->puzzle->tally, result);
  }
  if (attempt == kernel->first && !attempt->good) drop_variants(kernel);
  if (attempt == kernel->first && attempt->good && result->same_in_any_order)
    prove_variants(kernel, result);
  measure_kernel(attempt, judgement);
}

/* ---- what is judged ---------------------------------------------------------------------- */

static void plan_attempt(struct kernel *kernel, enum aspect aspect, char *name,
                         const struct wb_run_options *variant) {
  struct attempt *attempt = wb_alloc(sizeof *attempt);
  struct wb_run_options options = *variant;
  attempt->kernel = kernel;
  attempt->aspect = aspect;
  attempt->name = name;
  if (kernel->last != NULL)
    kernel->last->next = attempt;
  else
    kernel->first = attempt;
  kernel->last = attempt;
  options.file = wb_check_relative(kernel->all->puzzle, kernel->path); /* as messages name it */
  options.source = kernel->text.data;
  options.source_length = kernel->text.length;
  options.author = kernel->role != WRONG; /* what is expected of them is what learners are told */
  attempt->judgement =
      wb_check_judge(kernel->all->puzzle, &options, kernel->part, take_judgement, attempt);
}

static void plan_orders(struct kernel *kernel) {
  const struct wb_run_options reverse = {.schedule = {.kind = WB_SCHEDULE_REVERSE}};
  const struct wb_run_options stale = {.schedule = {.kind = WB_SCHEDULE_STALE}};
  plan_attempt(kernel, ORDERS, wb_strdup("in reverse order"), &reverse);
  plan_attempt(kernel, ORDERS, wb_strdup("with stale atomic reads"), &stale);
  for (unsigned i = 1; i <= SHUFFLES; i++) {
    const struct wb_run_options shuffled = {.schedule = {.kind = WB_SCHEDULE_SHUFFLE, .seed = i}};
    const struct wb_run_options interleaved = {
        .schedule = {.kind = WB_SCHEDULE_INTERLEAVE, .seed = i}};
    plan_attempt(kernel, ORDERS, wb_format("in the order shuffle:%u", i), &shuffled);
    plan_attempt(kernel, ORDERS, wb_format("in the order interleave:%u", i), &interleaved);
  }
}

static void plan_seeds(struct kernel *kernel) {
  for (unsigned i = 1; i <= SEEDS; i++) {
    const struct wb_run_options seeded = {.has_seed = true, .seed = i};
    plan_attempt(kernel, SEEDS_OF_INPUTS, wb_format("with seed %u", i), &seeded);
  }
}

static void plan_hidden(struct kernel *kernel) {
  const unsigned count = wb_check_hidden_seeds(kernel->all->puzzle);
  for (unsigned i = 1; i <= count; i++) {
    const struct wb_run_options seeded = {.has_seed = true, .seed = i, .hidden_seed = true};
    plan_attempt(kernel, HIDDEN_INPUTS, wb_format("with seed %u for hidden cases", i), &seeded);
  }
}

static void plan_widths(struct kernel *kernel) {
  for (uint32_t width = 1; width <= WIDEST; width *= 2) {
    const struct wb_run_options wide = {.subgroup = width};
    plan_attempt(kernel, WIDTHS, wb_format("with sub-groups of %u", (unsigned)width), &wide);
  }
}

static void plan_devices(struct kernel *kernel) {
  const struct wb_device_list *devices = &kernel->all->puzzle->run->devices;
  for (size_t i = 0; i < devices->count; i++) {
    const struct wb_run_options elsewhere = {.device = devices->items[i].selector};
    if (devices->items[i].checks) continue;
    plan_attempt(kernel, DEVICES, wb_format("on %s", devices->items[i].name), &elsewhere);
  }
}

/* Where other devices only compare, or time is short, each kernel is judged once. */
static bool has_variants(const struct wb_check_puzzle *puzzle) {
  return !puzzle->run->compares && !puzzle->run->order->quick;
}

static void plan_variants(struct kernel *kernel) {
  if (!kernel->ready || kernel->role == STARTER) return;
  plan_hidden(kernel);
  if (kernel->role != RIGHT || !has_variants(kernel->all->puzzle)) return;
  plan_orders(kernel);
  plan_seeds(kernel);
  plan_widths(kernel);
  plan_devices(kernel);
}

static struct kernel *add_kernel(struct kernels *all, enum kernel_role role, char *part,
                                 const char *path) {
  struct kernel *kernel = wb_alloc(sizeof *kernel);
  *kernel = (struct kernel){.all = all, .role = role, .part = part, .path = wb_strdup(path)};
  wb_str_init(&kernel->text);
  kernel->ready = wb_file_read(path, KERNEL_MAX_BYTES, &kernel->text, NULL) == WB_OK;
  all->items = wb_grow(all->items, &all->capacity, all->count + 1, sizeof *all->items);
  all->items[all->count++] = kernel;
  return kernel;
}

static void add_needed(struct kernels *all, enum kernel_role role, const char *part,
                       const char *check, char *path) {
  struct kernel *kernel = add_kernel(all, role, wb_strdup(part), path);
  const struct wb_check_place place = place_of(kernel, 0);
  if (kernel->ready)
    wb_check_passed(&all->puzzle->report, check, &place);
  else
    wb_check_fault(&all->puzzle->report, check, &place, NULL, "there is no such file");
  free(path);
}

static void read_expectation(struct kernel *kernel) {
  struct wb_check_report *report = &kernel->all->puzzle->report;
  const struct wb_check_place place = place_of(kernel, 1);
  struct wb_error err;
  kernel->ready =
      wb_expectation_read(kernel->path, kernel->text.data, &kernel->expected, &err) == WB_OK;
  if (kernel->ready)
    wb_check_passed(report, "wrong-expectation", &place);
  else
    wb_check_fault(report, "wrong-expectation", &place, NULL, "%s", err.message);
}

static void read_expected_score(struct kernel *kernel) {
  const struct wb_check_place place = place_of(kernel, 0);
  struct wb_error err;
  if (kernel->role != STARTER &&
      wb_expected_score_read(kernel->text.data, &kernel->expected_score, &err) != WB_OK)
    wb_check_fault(&kernel->all->puzzle->report, "expected-score", &place, NULL, "%s", err.message);
}

static void say_unreadable(const struct kernel *kernel) {
  const struct wb_check_place place = place_of(kernel, 0);
  wb_check_fault(&kernel->all->puzzle->report,
                 kernel->role == WRONG ? "wrong-verdict" : "right-accepted", &place, NULL,
                 "the file cannot be read, or is larger than %d MiB", KERNEL_MAX_BYTES >> 20);
}

/* The files of a folder of the solution; what cannot be listed is none. */
static void add_folder(struct kernels *all, enum kernel_role role, const char *folder) {
  const struct wb_course *course = all->puzzle->run->order->course;
  struct wb_names names;
  wb_names_init(&names);
  if (role == RIGHT)
    wb_course_right(course, all->puzzle->slug, &names, NULL);
  else
    wb_course_wrong(course, all->puzzle->slug, &names, NULL);
  for (size_t i = 0; i < names.count; i++) {
    char *part = wb_format("%s/%s", folder, wb_path_basename(names.items[i]));
    struct kernel *kernel = add_kernel(all, role, part, names.items[i]);
    if (!kernel->ready)
      say_unreadable(kernel);
    else if (role == WRONG)
      read_expectation(kernel);
  }
  if (role == WRONG && names.count == 0) {
    const struct wb_check_place place = {.puzzle = all->puzzle->slug, .part = folder};
    wb_check_suggestion(&all->puzzle->report, "wrong-present", &place,
                        "Write down the mistakes that learners make, each with its "
                        "'// expect:' and '// why:'.",
                        "there is no wrong kernel, so nothing shows that the cases tell one");
  }
  wb_names_release(&names);
}

static void *begin_kernels(struct wb_check_puzzle *puzzle) {
  const struct wb_course *course = puzzle->run->order->course;
  const struct wb_run_options as_it_is = {.only_case = 0};
  struct kernels *all = wb_alloc(sizeof *all);
  all->puzzle = puzzle;
  add_needed(all, STARTER, "starter", "starter-present", wb_course_starter(course, puzzle->slug));
  char *solution = wb_course_solution(course, puzzle->slug);
  add_needed(all, RIGHT, wb_path_basename(solution), "solution-present", wb_strdup(solution));
  free(solution);
  add_folder(all, RIGHT, "right");
  add_folder(all, WRONG, "wrong");
  for (size_t i = 0; i < all->count; i++)
    if (all->items[i]->ready) read_expected_score(all->items[i]);
  for (size_t i = 0; i < all->count; i++)
    if (all->items[i]->ready) plan_attempt(all->items[i], AS_IT_IS, wb_strdup(""), &as_it_is);
  for (size_t i = 0; i < all->count; i++) plan_variants(all->items[i]);
  for (size_t i = 0; i < all->count; i++) {
    puzzle->tally.right += all->items[i]->role == RIGHT;
    puzzle->tally.wrong += all->items[i]->role == WRONG;
  }
  return all;
}

/* ---- what is said of it ------------------------------------------------------------------ */

static const char NOT_JUDGED[] = "it could not be judged";

static const char *why_not_judged(const struct kernel *kernel, enum aspect aspect) {
  bool lacks = false;
  for (const struct attempt *one = kernel->first; one != NULL; one = one->next)
    lacks |= one->aspect == aspect && one->lacks_feature;
  return lacks ? "a device lacks what the puzzle requires" : NOT_JUDGED;
}

static void conclude_starter(const struct kernel *kernel) {
  struct wb_check_report *report = &kernel->all->puzzle->report;
  const struct attempt *attempt = kernel->first;
  const struct wb_check_place place = place_of(kernel, attempt->line);
  const bool accepted = kernel->verdict == WB_VERDICT_ACCEPTED;
  const bool compares = kernel->all->puzzle->run->compares; /* it may be over a budget */
  const char *unknown = attempt->judged ? NULL : why_not_judged(kernel, attempt->aspect);
  const struct {
    const char *check;
    bool failed;
    const char *what, *remedy, *unknown;
  } checks[] = {
      {"starter-compiles", kernel->verdict == WB_VERDICT_COMPILE_ERROR, "the starter: ",
       "Learners begin with it: it must compile, and have the kernel that `entry` names.", unknown},
      {"starter-parameters", kernel->bad_argument,
       "the starter: ", "Give its kernel the parameters of the spec, in their order.", unknown},
      {"starter-unsolved", accepted, "the starter is ", "Leave something to do.",
       accepted && compares ? "outputs alone are compared" : unknown},
  };
  for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
    if (checks[i].unknown != NULL)
      wb_check_skipped(report, checks[i].check, &place, checks[i].unknown);
    else if (checks[i].failed)
      set_detail(wb_check_fault(report, checks[i].check, &place, checks[i].remedy, "%s%s",
                                checks[i].what, attempt->message),
                 attempt);
    else
      wb_check_passed(report, checks[i].check, &place);
}

static void conclude_wrong(const struct kernel *kernel) {
  struct wb_check_report *report = &kernel->all->puzzle->report;
  const struct attempt *attempt = kernel->first;
  const struct wb_check_place place = place_of(kernel, attempt->line > 0 ? attempt->line : 1);
  if (!attempt->judged)
    wb_check_skipped(report, "wrong-verdict", &place, why_not_judged(kernel, attempt->aspect));
  else if (attempt->good)
    wb_check_passed(report, "wrong-verdict", &place);
  else
    set_detail(wb_check_fault(report, "wrong-verdict", &place,
                              kernel->verdict == WB_VERDICT_ACCEPTED
                                  ? "Add a case in which this mistake shows."
                                  : "Change it, or what its 'expect:' says.",
                              "%s, expected %s", attempt->message, kernel->expected.text),
               attempt);
}

struct tally {
  size_t count, judged, bad;
  const struct attempt *first_bad;
};

static struct tally tally_of(const struct kernel *kernel, enum aspect aspect) {
  struct tally tally = {0};
  for (const struct attempt *one = kernel->first; one != NULL; one = one->next) {
    if (one->aspect != aspect) continue;
    tally.count++;
    tally.judged += one->judged || one->proven;
    tally.bad += one->judged && !one->good;
    if (tally.first_bad == NULL && one->judged && !one->good) tally.first_bad = one;
  }
  return tally;
}

/* `aspect` of a wrong kernel is HIDDEN_INPUTS. */
static void conclude_aspect(const struct kernel *kernel, enum aspect aspect) {
  const bool is_wrong = kernel->role == WRONG;
  struct wb_check_report *report = &kernel->all->puzzle->report;
  const struct tally tally = tally_of(kernel, aspect);
  const struct attempt *bad = tally.first_bad;
  const struct wb_check_place place = place_of(kernel, bad != NULL ? bad->line : 0);
  const char *check = is_wrong ? "wrong-hidden" : aspects[aspect].check;
  const char *remedy = is_wrong
                           ? "Add a case in which this mistake shows whatever hidden cases hold."
                           : aspects[aspect].remedy;
  char others[64] = "";
  if (tally.count == 0) return;
  if (aspect != AS_IT_IS && kernel->first->judged && !kernel->first->good) {
    wb_check_skipped(report, check, &place,
                     is_wrong ? "it has another verdict as it is" : "it is not accepted as it is");
    return;
  }
  if (tally.bad > 1) snprintf(others, sizeof others, ", and %zu more", tally.bad - 1);
  if (bad != NULL)
    set_detail(wb_check_fault(report, check, &place, remedy, "%s%s%s%s%s%s", bad->name,
                              bad->name[0] != '\0' ? ": " : "", bad->message,
                              is_wrong ? ", expected " : "", is_wrong ? kernel->expected.text : "",
                              others),
               bad);
  else if (tally.judged == tally.count)
    wb_check_passed(report, check, &place);
  else
    wb_check_skipped(report, check, &place, why_not_judged(kernel, aspect));
}

static void conclude_score(const struct kernel *kernel) {
  struct wb_check_report *report = &kernel->all->puzzle->report;
  const struct wb_check_place place = place_of(kernel, 0);
  if (!kernel->expected_score.given) return;
  if (!kernel->first->judged || kernel->all->puzzle->run->compares)
    wb_check_skipped(report, "expected-score", &place, NOT_JUDGED);
  else if (kernel->other_score == NULL)
    wb_check_passed(report, "expected-score", &place);
  else
    wb_check_fault(report, "expected-score", &place,
                   "Change what its 'expect-score:' says, or the puzzle's groups.",
                   "it has %s, expected %s", kernel->other_score, kernel->expected_score.text);
}

static void skip_devices(struct wb_check_puzzle *puzzle) {
  const struct wb_check_place place = {.puzzle = puzzle->slug, .part = "right"};
  size_t others = 0;
  for (size_t i = 0; i < puzzle->run->devices.count; i++)
    others += !puzzle->run->devices.items[i].checks;
  if (others == 0)
    wb_check_skipped(&puzzle->report, "right-devices", &place,
                     "there is no OpenCL device on this machine");
}

static void conclude_kernels(struct wb_check_puzzle *puzzle, void *begun) {
  const struct kernels *all = begun;
  for (size_t i = 0; i < all->count; i++) {
    const struct kernel *kernel = all->items[i];
    if (kernel->first == NULL) continue;
    if (kernel->role == STARTER) conclude_starter(kernel);
    if (kernel->role == WRONG) conclude_wrong(kernel);
    if (kernel->role == WRONG) conclude_aspect(kernel, HIDDEN_INPUTS);
    conclude_score(kernel);
    for (enum aspect k = 0; kernel->role == RIGHT && k < ASPECTS; k++) conclude_aspect(kernel, k);
  }
  wb_check_points_conclude(&all->points, puzzle);
  if (has_variants(puzzle)) skip_devices(puzzle);
}

static void release_kernel(struct kernel *kernel) {
  while (kernel->first != NULL) {
    struct attempt *first = kernel->first;
    kernel->first = first->next;
    free(first->name);
    free(first->message);
    free(first->detail);
    free(first);
  }
  wb_str_release(&kernel->text);
  free(kernel->other_score);
  free(kernel->part);
  free(kernel->path);
  free(kernel);
}

static void release_kernels(void *begun) {
  struct kernels *all = begun;
  for (size_t i = 0; i < all->count; i++) release_kernel(all->items[i]);
  wb_check_points_release(&all->points);
  free(all->items);
  free(all);
}

const struct wb_check_step wb_check_kernels_step = {.needs_spec = true,
                                                    .on_devices = true,
                                                    .begin = begin_kernels,
                                                    .conclude = conclude_kernels,
                                                    .release = release_kernels};
