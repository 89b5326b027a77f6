#include "session/mistake.h"

#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/cache.h"
#include "base/str.h"
#include "device/registry.h"
#include "session/expectation.h"
#include "text/styled.h"

enum { SOURCE_MAX_BYTES = 1 << 20, LOOK_MS = 100 };

/* ---- how a kernel fails ------------------------------------------------------------------ */

/* Names of a kernel's own variables are the learner's; those of its parameters the puzzle's. */
static bool has_puzzle_name(const struct wb_finding *finding) {
  return finding->memory == WB_MEMORY_GLOBAL || finding->memory == WB_MEMORY_CONSTANT;
}

/* How often a race happens, where first, and to whom follows from the launch, and which of the two
 * accesses comes second from the order of work-items: none is the mistake. Which of them is further
 * up in the text may be. */
static void add_race(const struct wb_finding *finding, struct wb_str *line) {
  const struct wb_other_access *other = &finding->other;
  const bool swap = finding->access > other->access;
  const enum wb_access first = swap ? other->access : finding->access;
  const enum wb_access second = swap ? finding->access : other->access;
  const uint32_t first_line = swap ? other->line : finding->line;
  const uint32_t second_line = swap ? finding->line : other->line;
  const bool above = first == second ? first_line != second_line : first_line < second_line;
  wb_str_addf(line, "%d %d %s %d %d %d %d %d", (int)finding->kind, (int)finding->memory,
              has_puzzle_name(finding) ? finding->array : "", (int)first, (int)second,
              (int)finding->cause, first_line == second_line, above);
}

static char *line_of_finding(const struct wb_finding *finding) {
  struct wb_str line;
  wb_str_init(&line);
  if (finding->kind == WB_DATA_RACE) {
    add_race(finding, &line);
    return wb_str_detach(&line);
  }
  wb_str_addf(&line, "%d %d %d %s", (int)finding->kind, (int)finding->access, (int)finding->memory,
              has_puzzle_name(finding) ? finding->array : "");
  if (finding->has_index) wb_str_addf(&line, " [%" PRId64 "]", finding->index);
  wb_str_addf(&line, " %" PRIu64 " %" PRIu64 " %s", finding->count, finding->items, finding->order);
  for (uint32_t i = 0; finding->has_item && i < finding->n_first; i++)
    for (int k = 0; k < 3; k++)
      wb_str_addf(&line, " %" PRIu64 "/%" PRIu64, (uint64_t)finding->first[i].item[k],
                  (uint64_t)finding->first[i].group[k]);
  return wb_str_detach(&line);
}

static bool has_race(const struct wb_case_result *one) {
  bool found = false;
  for (size_t i = 0; i < one->n_findings; i++)
    found |=
        one->findings[i].kind == WB_DATA_RACE && one->findings[i].severity == WB_SEVERITY_ERROR;
  return found;
}

/* Sorted, since their order follows the text, and each once: of two arrays of the learner's own
 * both may race. Warnings reject nothing. False: there are none. */
static bool add_findings(const struct wb_case_result *one, struct wb_sha256 *sha) {
  struct wb_names lines;
  wb_names_init(&lines);
  for (size_t i = 0; i < one->n_findings; i++) {
    if (one->findings[i].severity != WB_SEVERITY_ERROR) continue;
    char *line = line_of_finding(&one->findings[i]);
    wb_names_add(&lines, line);
    free(line);
  }
  wb_names_sort(&lines);
  for (size_t i = 0; i < lines.count; i++)
    if (i == 0 || strcmp(lines.items[i - 1], lines.items[i]) != 0)
      wb_sha256_add_text(sha, lines.items[i]);
  const bool any = lines.count > 0;
  wb_names_release(&lines);
  return any;
}

static void add_mismatches(const struct wb_case_result *one, struct wb_sha256 *sha) {
  const struct wb_mismatch *first = &one->first_mismatch;
  wb_sha256_add_number(sha, one->mismatches);
  wb_sha256_add_text(sha, first->present ? first->array : "");
  wb_sha256_add_number(sha, first->present ? first->index : 0);
  wb_sha256_add_text(sha, first->present ? first->got : "");
  for (size_t i = 0; i < one->n_previews; i++)
    for (size_t k = 0; k < one->previews[i].n; k++)
      if (one->previews[i].differs[k]) {
        wb_sha256_add_number(sha, one->previews[i].first + k);
        wb_sha256_add_text(sha, one->previews[i].got[k]);
      }
}

static void add_printed(const struct wb_case_result *one, struct wb_sha256 *sha) {
  const struct wb_printed_mismatch *printed = &one->printed;
  const struct wb_printed_lines *lines[] = {&printed->missing, &printed->extra, &printed->torn};
  if (!printed->present) return;
  wb_sha256_add_number(sha, printed->got);
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    wb_sha256_add_number(sha, lines[i]->count);
    wb_sha256_add_number(sha, lines[i]->times);
    wb_sha256_add_text(sha, lines[i]->line != NULL ? lines[i]->line : "");
  }
  wb_sha256_add_text(sha, printed->swapped ? printed->got_there : "");
}

static void add_excess(const struct wb_case_result *one, struct wb_sha256 *sha) {
  struct wb_counters counters = one->counters, budgets = one->budgets;
  for (unsigned i = 0; i < WB_COUNTER_COUNT; i++) {
    const uint64_t count = *wb_counter_at(&counters, i);
    if ((one->budgeted >> i & 1) == 0 || !wb_counter_exceeds(i, count, *wb_counter_at(&budgets, i)))
      continue;
    wb_sha256_add_number(sha, i);
    wb_sha256_add_number(sha, count);
  }
  for (size_t i = 0; i < one->n_arrays; i++) {
    const struct wb_array_count *array = &one->arrays[i];
    if (!wb_array_count_exceeds(array)) continue;
    wb_sha256_add_number(sha, array->argument);
    wb_sha256_add_number(sha, (uint64_t)array->access);
    wb_sha256_add_number(sha, array->has_most_limit ? array->most : array->total);
  }
}

/* False: it says too little. That a hidden case has other outputs can have any reason. */
static bool add_case(const struct wb_case_result *one, struct wb_sha256 *sha) {
  wb_sha256_add_number(sha, (uint64_t)one->verdict);
  const bool found = add_findings(one, sha);
  /* What is computed from values that race follows from the order of work-items. */
  if (!has_race(one)) add_mismatches(one, sha);
  add_printed(one, sha);
  add_excess(one, sha);
  return found || (one->visible && one->verdict != WB_VERDICT_ACCEPTED);
}

static bool add_diagnostics(const struct wb_result *result, struct wb_sha256 *sha) {
  bool any = false;
  for (size_t i = 0; i < result->n_diagnostics; i++) {
    if (result->diagnostics[i].severity != WB_SEVERITY_ERROR) continue;
    wb_sha256_add_text(sha, result->diagnostics[i].message);
    any = true;
  }
  return any;
}

const char *wb_mistake_lead(bool of_program) {
  return of_program ? "Your program fails exactly like a known mistake"
                    : "Your kernel fails exactly like a known mistake";
}

enum wb_mistake_evidence wb_mistake_signature(const struct wb_result *result,
                                              unsigned char signature[WB_SHA256_BYTES]) {
  const bool is_telling =
      result->verdict == WB_VERDICT_OVER_BUDGET || result->verdict == WB_VERDICT_WRONG_ANSWER ||
      result->verdict == WB_VERDICT_RUNTIME_ERROR || result->verdict == WB_VERDICT_COMPILE_ERROR;
  bool evidence = false;
  struct wb_sha256 sha;
  wb_sha256_init(&sha);
  wb_sha256_add_number(&sha, (uint64_t)result->verdict);
  for (size_t i = 0; i < result->n_cases; i++) evidence |= add_case(&result->cases[i], &sha);
  evidence |= add_diagnostics(result, &sha);
  wb_sha256_finish(&sha, signature);
  if (!is_telling || !(result->checks || result->n_cases == 0)) return WB_EVIDENCE_NONE;
  return evidence ? WB_EVIDENCE_WHOLE : WB_EVIDENCE_CASES;
}

/* ---- texts that are alike ---------------------------------------------------------------- */

/* What stands in a kernel besides comments, piece by piece, sorted. */
static void read_pieces(const char *source, struct wb_names *pieces) {
  struct wb_document document = {0};
  wb_names_init(pieces);
  wb_source_render(WB_SOURCE_OPENCL_C, source, strlen(source), &document);
  for (size_t i = 0; i < document.n_lines; i++)
    for (size_t k = 0; k < document.lines[i].n_spans; k++) {
      const struct wb_span *span = &document.lines[i].spans[k];
      const char *from = span->text + strspn(span->text, " ");
      size_t length = strlen(from);
      while (length > 0 && from[length - 1] == ' ') length--;
      if (length == 0 || span->style == WB_STYLE_COMMENT) continue;
      char *piece = wb_strndup(from, length);
      wb_names_add(pieces, piece);
      free(piece);
    }
  wb_names_sort(pieces);
  wb_document_release(&document);
}

/* The share of the pieces of both texts that both have: 0 to 1. */
static double likeness_of(const struct wb_names *a, const struct wb_names *b) {
  size_t i = 0, k = 0, common = 0;
  while (i < a->count && k < b->count) {
    const int order = strcmp(a->items[i], b->items[k]);
    common += order == 0;
    i += order <= 0;
    k += order >= 0;
  }
  return a->count + b->count > 0 ? 2.0 * (double)common / (double)(a->count + b->count) : 0;
}

/* ---- candidates -------------------------------------------------------------------------- */

struct wb_mistake_candidate {
  char *path, *why;
  double likeness;
  unsigned char key[WB_SHA256_BYTES]; /* in the cache: of all that the signature depends on */
};

static void add_file(struct wb_sha256 *sha, const char *path) {
  struct wb_str text;
  wb_str_init(&text);
  wb_file_read(path, SOURCE_MAX_BYTES, &text, NULL);
  wb_sha256_add_text(sha, text.data);
  wb_str_release(&text);
}

/* The files of a folder with that ending. */
static void add_folder(struct wb_sha256 *sha, const char *folder, const char *ending) {
  struct wb_names names;
  wb_names_init(&names);
  if (wb_is_directory(folder)) wb_directory_list(folder, &names, NULL);
  for (size_t i = 0; i < names.count; i++) {
    char *path = wb_path_join(folder, names.items[i]);
    if (wb_ends_with(path, ending)) add_file(sha, path);
    free(path);
  }
  wb_names_release(&names);
}

static void add_course_folder(struct wb_sha256 *sha, const struct wb_course *course,
                              const char *name, const char *ending) {
  char *folder = wb_path_join(course->root, name);
  add_folder(sha, folder, ending);
  free(folder);
}

/* All that a judgement of a wrong kernel follows from, but for its own text. */
static void hash_puzzle(const struct wb_course *course, const char *slug, struct wb_sha256 *sha) {
  char *folder = wb_format("puzzles/%s", slug);
  wb_sha256_init(sha);
  wb_sha256_add_text(sha, "mistake 4 " WB_VERSION);
  char *own_include = wb_own_include_folder();
  add_course_folder(sha, course, folder, ".lua");
  add_course_folder(sha, course, "lua", ".lua");
  add_course_folder(sha, course, "kernels/include", "");
  if (own_include != NULL) add_folder(sha, own_include, "");
  free(own_include);
  free(folder);
}

static bool has_finding(const struct wb_result *result, enum wb_finding_kind kind) {
  bool found = false;
  for (size_t i = 0; i < result->n_cases; i++)
    for (size_t k = 0; k < result->cases[i].n_findings; k++)
      found |= result->cases[i].findings[k].kind == kind;
  return found;
}

/* Whether a wrong kernel may fail as the result does. */
static bool may_fail_so(const char *path, const char *source, const struct wb_result *result) {
  struct wb_expectation expected;
  if (wb_expectation_read(path, source, &expected, NULL) != WB_OK) return false;
  return expected.verdict == result->verdict &&
         (!expected.has_kind || has_finding(result, expected.kind));
}

static void add_candidate(struct wb_mistake_search *search, const char *path,
                          const struct wb_result *result, const struct wb_names *own,
                          struct wb_sha256 sha) {
  struct wb_str source;
  struct wb_names pieces;
  wb_str_init(&source);
  const bool read = wb_file_read(path, SOURCE_MAX_BYTES, &source, NULL) == WB_OK;
  char *why =
      read && may_fail_so(path, source.data, result) ? wb_expectation_why(source.data) : NULL;
  if (why != NULL) {
    struct wb_mistake_candidate *candidate = &search->candidates[search->count++];
    read_pieces(source.data, &pieces);
    candidate->path = wb_strdup(path);
    candidate->why = why;
    candidate->likeness = likeness_of(own, &pieces);
    wb_sha256_add_text(&sha, source.data);
    wb_sha256_finish(&sha, candidate->key);
    wb_names_release(&pieces);
  }
  wb_str_release(&source);
}

static int compare_candidates(const void *a, const void *b) {
  const struct wb_mistake_candidate *first = a, *second = b;
  if (first->likeness != second->likeness) return first->likeness < second->likeness ? 1 : -1;
  return strcmp(first->path, second->path);
}

enum { ALIKE_PERCENT = 80 };

/* Of texts that only happen to fail in the same cases nothing is to be said. */
static void keep_alike(struct wb_mistake_search *search) {
  size_t kept = 0;
  for (size_t i = 0; i < search->count; i++) {
    struct wb_mistake_candidate *candidate = &search->candidates[i];
    if (candidate->likeness * 100 >= ALIKE_PERCENT) {
      search->candidates[kept++] = *candidate;
    } else {
      free(candidate->path);
      free(candidate->why);
    }
  }
  search->count = kept;
}

static void list_candidates(struct wb_mistake_search *search, const struct wb_result *result) {
  struct wb_names paths, own;
  struct wb_sha256 sha;
  wb_names_init(&paths);
  wb_course_wrong(search->course, search->slug, &paths, NULL);
  search->candidates = wb_alloc((paths.count + 1) * sizeof *search->candidates);
  hash_puzzle(search->course, search->slug, &sha);
  read_pieces(result->source, &own);
  for (size_t i = 0; i < paths.count; i++) add_candidate(search, paths.items[i], result, &own, sha);
  if (search->evidence == WB_EVIDENCE_CASES) keep_alike(search);
  qsort(search->candidates, search->count, sizeof *search->candidates, compare_candidates);
  wb_names_release(&own);
  wb_names_release(&paths);
}

/* ---- the search -------------------------------------------------------------------------- */

/* What the cache has of a candidate: its signature, or nothing where it has none. */
static bool is_kept(const struct wb_mistake_candidate *candidate, struct wb_str *signature) {
  char *folder = wb_cache_folder();
  wb_str_clear(signature);
  const bool kept = wb_cache_get(folder, candidate->key, signature);
  free(folder);
  return kept;
}

static void keep_signature(const struct wb_mistake_candidate *candidate, const void *signature,
                           size_t length) {
  char *folder = wb_cache_folder();
  wb_cache_put(folder, candidate->key, signature, length);
  free(folder);
}

static bool take_if_same(struct wb_mistake_search *search, const char *signature, size_t length) {
  const bool same =
      length == sizeof search->wanted && memcmp(signature, search->wanted, length) == 0;
  if (same) search->why = wb_strdup(search->candidates[search->next].why);
  return same;
}

static void judge_candidate(struct wb_mistake_search *search) {
  struct wb_error err;
  const struct wb_run_options options = {.course = search->course->root,
                                         .puzzle = search->slug,
                                         .file = search->candidates[search->next].path,
                                         .stands_back = true};
  wb_run_task_start(&search->task, &options, &err);
}

/* From candidate `next` on, until one must be judged or the right one is found. What cannot be
 * judged is passed over: a hint is not worth a complaint. */
static void go_on(struct wb_mistake_search *search) {
  struct wb_str signature;
  wb_str_init(&signature);
  for (; search->next < search->count && search->why == NULL; search->next++) {
    if (is_kept(&search->candidates[search->next], &signature)) {
      if (take_if_same(search, signature.data, signature.length)) break;
      continue;
    }
    judge_candidate(search);
    if (wb_mistake_is_running(search)) break;
  }
  wb_str_release(&signature);
}

/* What failed for other reasons than its own is judged anew the next time. */
static void take_result(struct wb_mistake_search *search, const struct wb_result *result) {
  unsigned char signature[WB_SHA256_BYTES];
  if (result == NULL || result->verdict == WB_VERDICT_JUDGE_ERROR) return;
  const enum wb_mistake_evidence evidence = wb_mistake_signature(result, signature);
  const size_t length = evidence != WB_EVIDENCE_NONE ? sizeof signature : 0;
  keep_signature(&search->candidates[search->next], signature, length);
  take_if_same(search, (const char *)signature, length);
}

void wb_mistake_begin(struct wb_mistake_search *search, const struct wb_course *course,
                      const char *slug, const struct wb_result *result) {
  wb_mistake_release(search);
  search->course = course;
  search->slug = wb_strdup(slug);
  search->evidence = wb_mistake_signature(result, search->wanted);
  if (result->source == NULL || search->evidence == WB_EVIDENCE_NONE) return;
  list_candidates(search, result);
  go_on(search);
}

bool wb_mistake_is_running(const struct wb_mistake_search *search) {
  return wb_run_task_is_running(&search->task);
}

int wb_mistake_fd(const struct wb_mistake_search *search) { return wb_run_task_fd(&search->task); }

void wb_mistake_step(struct wb_mistake_search *search) {
  enum wb_run_step step = WB_RUN_STEP_EVENT;
  if (!wb_mistake_is_running(search)) return;
  while (step == WB_RUN_STEP_EVENT) step = wb_run_task_step(&search->task);
  if (step != WB_RUN_STEP_ENDED) return;
  take_result(search, search->task.result);
  wb_run_task_cancel(&search->task);
  search->next++;
  go_on(search);
}

/* Waits for what there is to read. */
static void wait_for(const struct wb_run_task *task) {
  struct pollfd ready = {.fd = wb_run_task_fd(task), .events = POLLIN};
  poll(&ready, 1, LOOK_MS);
}

void wb_mistake_wait(struct wb_mistake_search *search, bool (*stopped)(void *data), void *data) {
  while (wb_mistake_is_running(search) && (stopped == NULL || !stopped(data))) {
    wait_for(&search->task);
    wb_mistake_step(search);
  }
  wb_run_task_cancel(&search->task);
}

/* NULL where it cannot be judged. */
static struct wb_result *judge_own(const struct wb_course *course, const char *slug,
                                   const char *own) {
  struct wb_run_task task = {.judge = NULL};
  struct wb_error err;
  const struct wb_run_options options = {.course = course->root, .puzzle = slug, .file = own};
  wb_run_task_start(&task, &options, &err);
  while (wb_run_task_is_running(&task)) {
    wait_for(&task);
    wb_run_task_step(&task);
  }
  struct wb_result *result = wb_run_task_take(&task);
  wb_run_task_cancel(&task);
  return result;
}

char *wb_mistake_of_own(const struct wb_course *course, const char *slug) {
  struct wb_mistake_search search = {.course = NULL};
  char *own = wb_course_work_file(course, slug), *why = NULL;
  struct wb_result *result = wb_course_is_begun(course, slug) ? judge_own(course, slug, own) : NULL;
  if (result != NULL) {
    wb_mistake_begin(&search, course, slug, result);
    wb_mistake_wait(&search, NULL, NULL);
    why = search.why;
    search.why = NULL;
  }
  wb_mistake_release(&search);
  wb_result_delete(result);
  free(own);
  return why;
}

void wb_mistake_release(struct wb_mistake_search *search) {
  wb_run_task_cancel(&search->task);
  for (size_t i = 0; i < search->count; i++) {
    free(search->candidates[i].path);
    free(search->candidates[i].why);
  }
  free(search->candidates);
  free(search->slug);
  free(search->why);
  *search = (struct wb_mistake_search){.course = NULL};
}
