/* Broken source: the emulator's worker says what is wrong with it, or runs it;
 * it neither crashes nor hangs, and its log can be shown on a terminal.
 *
 * Texts by hand and large ones, of which a sample (tests/sample.h) has one in ten; then kernels
 * of the corpus with tokens deleted, doubled, moved and replaced. FUZZ_SECONDS and FUZZ_SEED
 * widen and move that search (tests/fuzz/rounds.h); a text that fails is written to
 * FUZZ_KEEP/broken-N.cl where that folder is named. */
#include "base/clock.h"
#include "base/file.h"
#include "fuzz/broken.h"
#include "fuzz/rounds.h"

enum {
  ROUNDS = 100,    /* by default */
  FEW_ROUNDS = 12, /* in a sample */
  PERIOD = 10,
  BUILD_LIMIT_MS = 10000,
  LARGE_LIMIT_MS = 2000
};

struct session {
  struct wb_device *device;
  uint32_t limit_ms; /* of a compilation */
  unsigned tried, refused, limited, ran, found, kept;
};

static void keep(struct session *s, const char *text, size_t length, const char *why) {
  const char *folder = getenv("FUZZ_KEEP");
  char path[512];
  tap_state.current_failed = true;
  printf("# %s: %.200s\n", why, text);
  if (folder == NULL) return;
  snprintf(path, sizeof path, "%s/broken-%u.cl", folder, s->kept++);
  FILE *file = fopen(path, "wb");
  if (file == NULL) return;
  fwrite(text, 1, length, file);
  fclose(file);
}

static bool is_showable(const char *log) {
  for (; log != NULL && *log != '\0'; log++)
    if (((unsigned char)*log < 0x20 && *log != '\n' && *log != '\t') || *log == 0x7f) return false;
  return true;
}

/* ---- one text ------------------------------------------------------------------------- */

/* Two buffers of 64 floats, eight work-items. Only a kernel that `wants_to`
 * may crash: by the compiler's __builtin_trap(). */
static const char *launch_once(struct session *s, wb_handle program, bool wants_to) {
  static float out[64], in[64];
  struct lab_launch lab = {.kernel = "test",
                           .global = {8},
                           .local = {4},
                           .arrays = {{"out", {WB_FLOAT, 1}, WB_BUFFER_WRITE_ONLY, out, sizeof out},
                                      {"a", {WB_FLOAT, 1}, WB_BUFFER_READ_ONLY, in, sizeof in}},
                           .n_arrays = 2,
                           .time_ms = 2000,
                           .steps = 100000};
  struct wb_outcome outcome;
  struct wb_error err = {0};
  const char *problem = NULL;
  wb_outcome_init(&outcome);
  enum wb_status status = lab_run(s->device, program, &lab, &outcome, &err);
  if (status != WB_OK && status != WB_ERR_NOT_FOUND && status != WB_ERR_USAGE)
    problem = "the worker failed to launch";
  else if (status == WB_OK && outcome.kind == WB_OUTCOME_CRASHED && !wants_to)
    problem = "the kernel crashed";
  if (problem != NULL) printf("# %s %s\n", err.message, outcome.detail);
  s->ran += status == WB_OK;
  s->found += outcome.n_findings > 0;
  wb_outcome_release(&outcome);
  return problem;
}

static const char *judge_build(struct session *s, enum wb_status status,
                               const struct wb_build_result *built, uint64_t ms) {
  if (ms > TAP_HANG_MS) return "the compilation outlasts its limit";
  if (!is_showable(built->log)) return "the log holds control characters";
  if (built->log != NULL && strlen(built->log) > (128 << 10)) return "the log is endless";
  if (status == WB_ERR_COMPILE && (built->log == NULL || built->log[0] == '\0'))
    return "refused without a word";
  s->refused += status == WB_ERR_COMPILE;
  s->limited += status == WB_ERR_LIMIT;
  if (status == WB_OK || status == WB_ERR_COMPILE || status == WB_ERR_LIMIT) return NULL;
  return "the worker failed to compile";
}

static void try_text(struct session *s, const char *text, size_t length) {
  struct wb_build_result built;
  struct wb_error err = {0};
  const struct wb_build_request request = {.source = text,
                                           .length = length,
                                           .file_name = "broken.cl",
                                           .options = "",
                                           .time_limit_ms = s->limit_ms};
  s->tried++;
  if (s->device == NULL) s->device = lab_open("emulator");
  if (s->device == NULL) return;
  wb_build_result_init(&built);
  uint64_t start = wb_clock_ns();
  enum wb_status status = wb_device_build(s->device, &request, &built, &err);
  const char *problem = judge_build(s, status, &built, (wb_clock_ns() - start) / 1000000);
  if (problem != NULL) printf("# %s\n", err.message);
  if (status == WB_OK && problem == NULL)
    problem = launch_once(s, built.program, strstr(text, "trap()") != NULL);
  if (problem != NULL) keep(s, text, length, problem);
  if (built.program != 0) wb_program_release(s->device, built.program, NULL);
  wb_build_result_release(&built);
  if (problem != NULL || status == WB_ERR_LIMIT) { /* the worker may be dead */
    wb_device_close(s->device);
    s->device = NULL;
  }
}

/* ---- tests ------------------------------------------------------------------------------ */

static void finish(struct session *s) {
  printf("# %u texts: %u refused, %u over a limit, %u ran, %u of them with findings\n", s->tried,
         s->refused, s->limited, s->ran, s->found);
  wb_device_close(s->device);
}

static bool opened(struct session *s) {
  *s = (struct session){.device = lab_open("emulator"), .limit_ms = BUILD_LIMIT_MS};
  return s->device != NULL;
}

static void by_hand(void) {
  struct session s;
  bool takes[N_BROKEN_BY_HAND];
  if (!opened(&s)) return;
  sample_choose(BROKEN_BY_HAND, N_BROKEN_BY_HAND, PERIOD, "broken texts", takes);
  for (size_t i = 0; i < N_BROKEN_BY_HAND; i++)
    if (takes[i]) try_text(&s, BROKEN_BY_HAND[i], strlen(BROKEN_BY_HAND[i]));
  finish(&s);
}

static void try_large(struct session *s, unsigned which) {
  struct wb_str text;
  wb_str_init(&text);
  broken_large(which, &text);
  uint64_t start = wb_clock_ns();
  try_text(s, text.data, text.length);
  printf("# large text %u: %llu ms\n", which,
         (unsigned long long)((wb_clock_ns() - start) / 1000000));
  wb_str_release(&text);
}

static void large(void) {
  struct session s;
  char names[N_BROKEN_LARGE][32];
  const char *all[N_BROKEN_LARGE];
  bool takes[N_BROKEN_LARGE];
  if (!opened(&s)) return;
  s.limit_ms = LARGE_LIMIT_MS;
  for (unsigned i = 0; i < N_BROKEN_LARGE; i++) {
    snprintf(names[i], sizeof names[i], "large text %u", i);
    all[i] = names[i];
  }
  sample_choose(all, N_BROKEN_LARGE, PERIOD, "large texts", takes);
  for (unsigned i = 0; i < N_BROKEN_LARGE; i++)
    if (takes[i]) try_large(&s, i);
  finish(&s);
}

static void collect(struct wb_names *paths, const char *path) {
  struct wb_names names;
  wb_names_init(&names);
  if (wb_is_directory(path)) {
    wb_directory_list(path, &names, NULL);
    for (size_t i = 0; i < names.count; i++) {
      char *child = wb_path_join(path, names.items[i]);
      collect(paths, child);
      free(child);
    }
  } else if (wb_ends_with(path, ".cl")) {
    wb_names_add(paths, path);
  }
  wb_names_release(&names);
}

static void change_and_try(struct session *s, const char *path, uint64_t *random) {
  struct wb_str text;
  struct wb_error err;
  wb_str_init(&text);
  if (CHECK(wb_file_read(path, 1 << 20, &text, &err) == WB_OK)) {
    unsigned changes = 1 + (unsigned)(lab_random(random) % 6);
    for (unsigned i = 0; i < changes; i++) broken_change(&text, random);
    try_text(s, text.data, text.length);
  }
  wb_str_release(&text);
}

static void at_random(void) {
  struct session s;
  struct wb_names paths;
  struct fuzz_rounds fuzz = fuzz_begin(sample_is_wanted() ? FEW_ROUNDS : ROUNDS);
  if (!opened(&s)) return;
  wb_names_init(&paths);
  collect(&paths, "tests/kernels");
  collect(&paths, "solutions");
  while (CHECK(paths.count > 0) && fuzz_next(&fuzz)) {
    uint64_t random = fuzz.seed;
    change_and_try(&s, paths.items[lab_random(&random) % paths.count], &random);
  }
  wb_names_release(&paths);
  finish(&s);
}

static void random_bytes(void) {
  struct session s;
  uint64_t random = lab_setting("FUZZ_SEED", 1);
  char bytes[4000];
  if (!opened(&s)) return;
  for (int i = 0; i < 8; i++) {
    for (size_t k = 0; k < sizeof bytes; k++) bytes[k] = (char)(lab_random(&random) >> 8);
    try_text(&s, bytes, sizeof bytes >> i);
  }
  finish(&s);
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  lab_use_build();
  tap_run("odd source is refused or run", by_hand);
  tap_run("large and deep source is refused or run", large);
  tap_run("random bytes are refused", random_bytes);
  tap_run("kernels with changed tokens are refused or run", at_random);
  return tap_finish();
}
