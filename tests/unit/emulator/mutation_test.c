/* Planted defects: every clean kernel of the corpus, and generated ones, with
 * one defect each. A mutant must be found out: by a finding of a kind that the
 * defect leads to, or, where the defect is one of logic, by another output.
 *
 * Mutants that nothing can tell from the original stand in
 * tests/fuzz/equivalents.txt with the reason. A mutant that is on neither side
 * fails the test: the checks have a gap, or the list wants a line.
 *
 * MUTANTS=all takes all of them (minutes), MUTANTS=n about n (the default is
 * 60, and 20 in a sample, other ones with each commit), spread evenly;
 * MUTANT_FILE=part-of-a-path only those files'. */
#include "fuzz/kernel_generator.h"
#include "fuzz/lab.h"
#include "fuzz/mutate.h"
#include "kernels/corpus_run.h"
#include "sample.h"

enum { DEFAULT_MUTANTS = 60, SAMPLE_MUTANTS = 20, MAX_BYTES = 1 << 20, MUTANT_TIME_MS = 3000 };

#define KIND(kind) (1U << (kind))

/* What a defect may show as; `logic`: another output alone will do. */
static const struct defect {
  const char *name;
  mutator *plant;
  uint32_t kinds;
  bool logic;
  bool on_its_line; /* some finding names the changed line */
} DEFECTS[] = {
    {"barrier-removed", remove_barrier,
     KIND(WB_DATA_RACE) | KIND(WB_UNINITIALIZED_READ) | KIND(WB_BARRIER_DIVERGENCE) |
         KIND(WB_ASYNC_COPY_MISUSE) | KIND(WB_DEADLOCK),
     false, false},
    {"guard-removed", remove_guard, UINT32_MAX, true, false},
    {"initialisation-removed", remove_initialisation, UINT32_MAX, true, false},
    {"index-shifted-up", shift_up, UINT32_MAX, true, false},
    {"index-shifted-down", shift_down, UINT32_MAX, true, false},
    {"one-too-far", one_too_far, UINT32_MAX, true, false},
    {"other-id", other_id, UINT32_MAX, true, false},
    {"other-fence", other_fence, KIND(WB_DATA_RACE) | KIND(WB_UNINITIALIZED_READ), false, false},
    {"plain-for-atomic", plain_for_atomic, KIND(WB_DATA_RACE), false, true},
    {"saturation-removed", remove_saturation, KIND(WB_CONVERSION_OUT_OF_RANGE), true, true},
};
enum { N_DEFECTS = sizeof DEFECTS / sizeof DEFECTS[0] };

enum fate { STILLBORN, FOUND, OTHER_OUTPUT, MISPLACED, SURVIVED, N_FATES };

struct tally {
  unsigned fates[N_DEFECTS][N_FATES], equivalent[N_DEFECTS], seen[N_DEFECTS];
};

struct session {
  struct wb_device *device;
  struct wb_str equivalents; /* the file's text */
  struct tally tally;
  bool counting;             /* the first walk: what there is to try */
  unsigned every[N_DEFECTS]; /* of this many mutants, one is tried */
  struct corpus kernel;
  const char *path;
  enum { NOT_RUN, CLEAN, NOT_CLEAN } original;
  unsigned char before[MAX_BYTES]; /* the original's outputs */
  size_t n_before;
};

/* ---- one run ------------------------------------------------------------------------ */

/* How much of a buffer nobody wrote is part of what a run gives. */
static void add_state(struct wb_device *device, wb_handle buffer, unsigned char *bytes,
                      size_t *length) {
  struct wb_buffer_state state = {0};
  uint64_t unwritten;
  if (*length + sizeof unwritten > MAX_BYTES ||
      wb_buffer_state(device, buffer, &state, NULL) != WB_OK)
    return;
  unwritten = state.unwritten_bytes;
  memcpy(bytes + *length, &unwritten, sizeof unwritten);
  *length += sizeof unwritten;
}

/* Launches the kernel's program and gathers all buffers' bytes, and what was printed. */
static bool run_program(struct wb_device *device, const struct corpus *c, wb_handle program,
                        struct wb_outcome *outcome, unsigned char *bytes, size_t *length) {
  struct wb_arguments arguments = {.device = device};
  struct wb_error err = {0};
  struct wb_launch launch = {.program = program,
                             .kernel = c->kernel,
                             .dimensions = c->dimensions,
                             .args = arguments.items,
                             .n_args = c->n_args,
                             .limits = {MUTANT_TIME_MS, 256U << 20, 65536, c->steps}};
  memcpy(launch.global, c->global, sizeof launch.global);
  memcpy(launch.local, c->local, sizeof launch.local);
  *length = 0;
  enum wb_status status = make_args(&arguments, c, program, &err);
  if (status == WB_OK) status = wb_device_launch(device, &launch, outcome, &err);
  if (status == WB_OK) status = wb_device_finish(device, &err);
  for (size_t i = 0; i < arguments.count && status == WB_OK; i++) {
    const wb_handle buffer = wb_arguments_buffer(&arguments, i);
    const size_t size = arguments.bytes[i];
    if (buffer == 0) continue;
    if (*length + size <= MAX_BYTES &&
        wb_buffer_read(device, buffer, 0, bytes + *length, size, NULL) == WB_OK)
      *length += size;
    add_state(device, buffer, bytes, length);
  }
  wb_arguments_release(&arguments, NULL);
  if (status == WB_OK && outcome->text != NULL && *length + outcome->text_length <= MAX_BYTES) {
    memcpy(bytes + *length, outcome->text, outcome->text_length);
    *length += outcome->text_length;
  }
  if (status != WB_OK) printf("# %s\n", err.message);
  return status == WB_OK;
}

static wb_handle build_quietly(struct wb_device *device, const char *source) {
  struct wb_build_result built;
  struct wb_error err = {0};
  const struct wb_build_request request = {.source = source,
                                           .length = strlen(source),
                                           .file_name = "mutant.cl",
                                           .options = "",
                                           .time_limit_ms = 20000};
  wb_build_result_init(&built);
  enum wb_status status = wb_device_build(device, &request, &built, &err);
  if (!CHECK(status == WB_OK || status == WB_ERR_COMPILE || status == WB_ERR_LIMIT))
    printf("# %s\n", err.message);
  wb_handle program = status == WB_OK ? built.program : 0;
  wb_build_result_release(&built);
  return program;
}

/* ---- judging a mutant ------------------------------------------------------------------ */

static bool names_line(const struct wb_outcome *outcome, uint32_t line) {
  for (size_t i = 0; i < outcome->n_findings; i++)
    if (outcome->findings[i].line == line ||
        (outcome->findings[i].other.present && outcome->findings[i].other.line == line))
      return true;
  return false;
}

static enum fate judge_outcome(const struct session *s, const struct defect *defect,
                               const struct wb_outcome *outcome, const unsigned char *after,
                               size_t n_after, uint32_t line) {
  bool same = n_after == s->n_before && memcmp(after, s->before, n_after) == 0;
  uint32_t kinds = 0;
  for (size_t i = 0; i < outcome->n_findings; i++) kinds |= KIND(outcome->findings[i].kind);
  if (outcome->kind != WB_OUTCOME_DONE && outcome->n_findings == 0)
    return outcome->kind == WB_OUTCOME_CRASHED ? MISPLACED : OTHER_OUTPUT;
  if ((kinds & defect->kinds) != 0)
    return defect->on_its_line && !names_line(outcome, line) ? MISPLACED : FOUND;
  if (kinds != 0) return MISPLACED;
  if (same) return SURVIVED;
  return defect->logic ? OTHER_OUTPUT : SURVIVED;
}

static enum fate try_mutant(struct session *s, const struct defect *defect, const char *source,
                            uint32_t line) {
  static unsigned char after[MAX_BYTES];
  struct wb_outcome outcome;
  size_t n_after = 0;
  enum fate fate = STILLBORN;
  wb_handle program = build_quietly(s->device, source);
  if (program == 0) return fate;
  wb_outcome_init(&outcome);
  if (CHECK(run_program(s->device, &s->kernel, program, &outcome, after, &n_after)))
    fate = judge_outcome(s, defect, &outcome, after, n_after, line);
  wb_outcome_release(&outcome);
  wb_program_release(s->device, program, NULL);
  return fate;
}

/* ---- known equivalents --------------------------------------------------------------------- */

/* A line "path:line:column defect reason" of the list. */
static bool is_equivalent(const struct session *s, const char *key) {
  const char *at = strstr(s->equivalents.data, key);
  return at != NULL && (at == s->equivalents.data || at[-1] == '\n') && at[strlen(key)] == ' ';
}

/* ---- all mutants of a kernel --------------------------------------------------------------- */

static char *apply(const char *text, const struct edit *edit) {
  struct wb_str out;
  wb_str_init(&out);
  wb_str_add_bytes(&out, text, edit->start);
  wb_str_add(&out, edit->with.data);
  wb_str_add(&out, text + edit->start + edit->length);
  return wb_str_detach(&out);
}

/* The original is run when the first of its mutants is, and must be clean. */
static bool original_is_clean(struct session *s) {
  struct wb_outcome outcome;
  if (s->original != NOT_RUN) return s->original == CLEAN;
  s->original = NOT_CLEAN;
  wb_handle program = build_quietly(s->device, s->kernel.source);
  wb_outcome_init(&outcome);
  if (program != 0 &&
      run_program(s->device, &s->kernel, program, &outcome, s->before, &s->n_before) &&
      outcome.n_findings == 0)
    s->original = CLEAN;
  wb_outcome_release(&outcome);
  if (program != 0) wb_program_release(s->device, program, NULL);
  return s->original == CLEAN;
}

/* Whether a defect can change anything at all in this launch: ids of a
 * dimension that has one group are the same. */
static bool applies(const struct session *s, const struct defect *defect, const char *at) {
  const struct corpus *c = &s->kernel;
  const char *dimension = at + strcspn(at, "(");
  if (defect->plant != other_id || *dimension == '\0') return true;
  if (dimension[1] >= '0' && dimension[1] <= '2')
    return c->global[dimension[1] - '0'] != c->local[dimension[1] - '0'];
  return memcmp(c->global, c->local, sizeof c->global) != 0;
}

static void judge_mutant(struct session *s, size_t which, const char *text,
                         const struct edit *edit) {
  const struct defect *defect = &DEFECTS[which];
  uint32_t line = 1, column = 1;
  char key[512];
  for (size_t i = 0; i < edit->start; i++) {
    column = text[i] == '\n' ? 1 : column + 1;
    line += text[i] == '\n';
  }
  snprintf(key, sizeof key, "%s:%u:%u %s", s->path, line, column, defect->name);
  char *source = apply(text, edit);
  enum fate fate = try_mutant(s, defect, source, line);
  bool known = is_equivalent(s, key);
  if (fate >= MISPLACED && known)
    s->tally.equivalent[which]++;
  else
    s->tally.fates[which][fate]++;
  if (fate == SURVIVED && !known) printf("# survived: %s\n", key);
  if (fate == MISPLACED && !known) printf("# found as something else: %s\n", key);
  if (fate >= MISPLACED && !known) tap_state.current_failed = true;
  free(source);
}

static void consider(struct session *s, size_t which, const char *text, const struct edit *edit) {
  if (!applies(s, &DEFECTS[which], text + edit->start)) return;
  unsigned number = s->tally.seen[which]++;
  if (s->counting || (number + sample_commits()) % s->every[which] != 0) return;
  if (original_is_clean(s)) judge_mutant(s, which, text, edit);
}

static void mutate_kernel(struct session *s, const char *text) {
  for (size_t at = mutate_skip(text, 0); text[at] != '\0'; at = mutate_skip(text, at + 1))
    for (size_t d = 0; d < N_DEFECTS; d++) {
      struct edit edit = {0};
      wb_str_init(&edit.with);
      if (DEFECTS[d].plant(text, at, &edit)) consider(s, d, text, &edit);
      wb_str_release(&edit.with);
    }
}

static void mutate_file(struct session *s, const char *path) {
  struct corpus *c = &s->kernel;
  const char *only = getenv("MUTANT_FILE");
  corpus_read(c, path);
  s->path = path;
  s->original = NOT_RUN;
  if (c->problem[0] == '\0' && is_clean(c) && (only == NULL || strstr(path, only) != NULL))
    mutate_kernel(s, c->source);
  corpus_release(c);
}

static void mutate_tree(struct session *s, const char *path) {
  struct wb_names names;
  wb_names_init(&names);
  if (wb_is_directory(path)) {
    wb_directory_list(path, &names, NULL);
    for (size_t i = 0; i < names.count; i++) {
      char *child = wb_path_join(path, names.items[i]);
      mutate_tree(s, child);
      free(child);
    }
  } else if (wb_ends_with(path, ".cl")) {
    mutate_file(s, path);
  }
  wb_names_release(&names);
}

/* ---- the test ------------------------------------------------------------------------------- */

static void print_score(const struct tally *tally) {
  unsigned killed = 0, living = 0;
  for (size_t d = 0; d < N_DEFECTS; d++) {
    const unsigned *fates = tally->fates[d];
    printf(
        "# %-23s found %u, other output %u, found as something else %u, survived %u, "
        "equivalent %u, no kernel %u\n",
        DEFECTS[d].name, fates[FOUND], fates[OTHER_OUTPUT], fates[MISPLACED], fates[SURVIVED],
        tally->equivalent[d], fates[STILLBORN]);
    killed += fates[FOUND] + fates[OTHER_OUTPUT];
    living += fates[MISPLACED] + fates[SURVIVED];
  }
  printf("# mutation score: %u of %u\n", killed, killed + living);
}

/* Spreads the wanted number of mutants evenly over defects, and over the
 * kernels that a defect can be planted in. */
static void choose(struct session *s) {
  const char *wanted = getenv("MUTANTS");
  bool all = wanted != NULL && strcmp(wanted, "all") == 0;
  const uint64_t otherwise = sample_is_wanted() ? SAMPLE_MUTANTS : DEFAULT_MUTANTS;
  uint64_t each = lab_setting("MUTANTS", otherwise) / N_DEFECTS + 1;
  s->counting = true;
  mutate_tree(s, "tests/kernels");
  s->counting = false;
  for (size_t d = 0; d < N_DEFECTS; d++) {
    uint64_t every = all ? 1 : s->tally.seen[d] / each;
    s->every[d] = every > 0 ? (unsigned)every : 1;
    s->tally.seen[d] = 0;
  }
}

static void planted_defects_are_found(void) {
  static struct session s;
  struct wb_error err = {0};
  s.device = lab_open("emulator");
  if (s.device == NULL) return;
  wb_str_init(&s.equivalents);
  CHECK(wb_file_read("tests/fuzz/equivalents.txt", 1 << 20, &s.equivalents, &err) == WB_OK);
  choose(&s);
  mutate_tree(&s, "tests/kernels");
  print_score(&s.tally);
  wb_str_release(&s.equivalents);
  wb_device_close(s.device);
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  lab_use_build();
  tap_run("a defect planted in a clean kernel is found", planted_defects_are_found);
  return tap_finish();
}
