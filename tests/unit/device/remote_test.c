/* A device in a worker: the same answers as in this process, and no fault of
 * the worker's that hangs, leaks, or goes unnoticed. */
#include "device/remote.h"

#include <sys/eventfd.h>

#include "tap.h"
#include "unit/device/fake_worker.h"

enum { N = 4, MANY = 3 << 20 };

/* One launch from opening to the output. *right says whether it is. */
static enum wb_status one_launch(struct wb_device *device, struct wb_outcome *outcome, bool *right,
                                 struct wb_error *err) {
  static const float a[N] = {1, 2, 3, 4};
  float out[N] = {0};
  struct wb_dtype type = {WB_FLOAT, 1};
  struct wb_buffer_desc out_desc = {"out", type, sizeof out, WB_BUFFER_WRITE_ONLY};
  struct wb_buffer_desc a_desc = {"a", type, sizeof a, WB_BUFFER_READ_ONLY};
  struct wb_build_request request = {
      .source = "kernel", .length = 6, .file_name = "k.cl", .options = "", .time_limit_ms = 100};
  struct wb_build_result built;
  struct wb_device_info info;
  struct wb_kernel_info kernel;
  struct wb_buffer_state state;
  wb_handle out_buffer = 0, a_buffer = 0;
  struct wb_arg args[3] = {{.kind = WB_ARG_BUFFER, .name = "out", .type = type},
                           {.kind = WB_ARG_BUFFER, .name = "a", .type = type},
                           {.kind = WB_ARG_SCALAR, .name = "n", .type = {WB_UINT, 1}}};
  struct wb_launch launch = {.kernel = "right",
                             .dimensions = 1,
                             .global = {N, 1, 1},
                             .local = {N, 1, 1},
                             .args = args,
                             .n_args = 3,
                             .limits = {.time_ms = 50}};
  wb_build_result_init(&built);
  enum wb_status status = wb_device_info(device, &info, err);
  if (status == WB_OK) status = wb_device_build(device, &request, &built, err);
  if (status == WB_OK) status = wb_kernel_info(device, built.program, "sized", &kernel, err);
  if (status == WB_OK) {
    CHECK(built.kernels != NULL && wb_starts_with(built.kernels, "right;wrong;"));
    CHECK_INT(kernel.params[2].bytes, 4);
    CHECK_INT(kernel.required_group_size[2], 3);
  }
  if (status == WB_OK) status = wb_buffer_create(device, &out_desc, &out_buffer, err);
  if (status == WB_OK) status = wb_buffer_create(device, &a_desc, &a_buffer, err);
  if (status == WB_OK) status = wb_buffer_write(device, a_buffer, 0, a, sizeof a, err);
  args[0].value.buffer = out_buffer;
  args[1].value.buffer = a_buffer;
  memcpy(args[2].value.scalar, &(uint32_t){N}, sizeof(uint32_t));
  launch.program = built.program;
  if (status == WB_OK) status = wb_device_launch(device, &launch, outcome, err);
  if (status == WB_OK) status = wb_device_finish(device, err);
  if (status == WB_OK) status = wb_buffer_state(device, out_buffer, &state, err);
  if (status == WB_OK) status = wb_buffer_read(device, out_buffer, 0, out, sizeof out, err);
  if (status == WB_OK) status = wb_buffer_release(device, out_buffer, err);
  if (status == WB_OK) status = wb_buffer_release(device, a_buffer, err);
  if (status == WB_OK) status = wb_program_release(device, built.program, err);
  *right = status == WB_OK && out[0] == 11 && out[3] == 14 && state.guards_intact &&
           outcome->kind == WB_OUTCOME_DONE && outcome->n_findings == 0;
  wb_build_result_release(&built);
  return status;
}

static const struct wb_remote_options usual = {0}, posting = {.posts = true};

/* Opens a worker and does the above. */
static enum wb_status whole(struct wb_remote_options how, const char *selector, bool *right,
                            struct wb_error *err) {
  struct wb_device *device = NULL;
  struct wb_outcome outcome;
  wb_outcome_init(&outcome);
  *right = false;
  enum wb_status status = open_as(how, selector, -1, &device, err);
  if (status == WB_OK) status = one_launch(device, &outcome, right, err);
  wb_device_close(device);
  wb_outcome_release(&outcome);
  return status;
}

static void worker_answers(void) {
  struct wb_error err = {0};
  bool right;
  int before = open_descriptors();
  CHECK_INT(whole(usual, "ok", &right, &err), WB_OK);
  CHECK_STRING(err.message, "");
  CHECK(right);
  CHECK_INT(whole(posting, "ok", &right, &err), WB_OK);
  CHECK(right);
  CHECK_INT(open_descriptors(), before);
  CHECK(no_children());
}

static void missing_device_says_so(void) {
  struct wb_error err = {0};
  bool right;
  CHECK_INT(whole(usual, "refuse", &right, &err), WB_ERR_MISSING);
  CHECK_STRING(err.message, "there is no such device; install one");
  CHECK(no_children());
}

static void any_device_is_a_gpu_first(void) {
  struct wb_error err = {0};
  bool right;
  CHECK_INT(whole(usual, "fake:any", &right, &err), WB_ERR_MISSING);
  CHECK_STRING(err.message, "there is no such device; install one");
}

static void mute_worker_is_given_up(void) {
  struct wb_error err = {0};
  bool right;
  CHECK_INT(whole(usual, "mute", &right, &err), WB_ERR_LIMIT);
  CHECK(no_children());
}

static void noise_is_capped_and_cleaned(void) {
  struct wb_device *device = NULL;
  struct wb_device_info info;
  struct wb_error err = {0};
  CHECK_INT(open_fake_worker("noise", -1, &device, &err), WB_OK);
  if (device == NULL) return;
  CHECK_INT(wb_device_info(device, &info, &err), WB_OK);
  const char *output = wb_remote_output(device);
  CHECK(wb_starts_with(output, "␛[31mnoise 0"));
  CHECK(strchr(output, '\033') == NULL && strchr(output, '\007') == NULL);
  CHECK(strlen(output) < 80000);
  wb_device_close(device);
  CHECK(no_children());
}

static void large_contents_pass_whole(void) {
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  wb_handle buffer = 0;
  unsigned char *sent = malloc(MANY), *got = malloc(MANY);
  struct wb_buffer_desc desc = {"a", {WB_UCHAR, 1}, MANY, WB_BUFFER_READ_WRITE};
  for (size_t i = 0; i < MANY; i++) sent[i] = (unsigned char)(i * 7 + i / 251);
  CHECK_INT(open_fake_worker("ok", -1, &device, &err), WB_OK);
  CHECK_INT(wb_buffer_create(device, &desc, &buffer, &err), WB_OK);
  CHECK_INT(wb_buffer_write(device, buffer, 0, sent, MANY, &err), WB_OK);
  CHECK_INT(wb_buffer_read(device, buffer, 0, got, MANY, &err), WB_OK);
  CHECK(memcmp(sent, got, MANY) == 0);
  CHECK_INT(wb_buffer_read(device, buffer, 5, got, 100, &err), WB_OK);
  CHECK(memcmp(sent + 5, got, 100) == 0);
  CHECK_INT(wb_buffer_fill(device, buffer, 0, 8, "ab", 2, &err), WB_OK);
  CHECK_INT(wb_buffer_copy(device, buffer, 0, buffer, 100, 8, &err), WB_OK);
  CHECK_INT(wb_buffer_read(device, buffer, 100, got, 8, &err), WB_OK);
  CHECK(memcmp(got, "abababab", 8) == 0);
  wb_device_close(device);
  free(sent);
  free(got);
}

/* Pieces of all sizes, and ranges that begin anywhere. */
static void contents_of_any_length_pass_whole(void) {
  static const size_t lengths[] = {1,
                                   WB_INLINE_MAX,
                                   WB_INLINE_MAX + 1,
                                   WB_PIECE_MAX - 1,
                                   WB_PIECE_MAX,
                                   WB_PIECE_MAX + 1,
                                   2 * WB_PIECE_MAX,
                                   3 * WB_PIECE_MAX + 5};
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  wb_handle buffer = 0;
  unsigned char *sent = malloc(MANY), *got = malloc(MANY);
  struct wb_buffer_desc desc = {"a", {WB_UCHAR, 1}, MANY, WB_BUFFER_READ_WRITE};
  CHECK_INT(open_fake_worker("ok", -1, &device, &err), WB_OK);
  CHECK_INT(wb_buffer_create(device, &desc, &buffer, &err), WB_OK);
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
    const size_t length = lengths[i], at = i * 1001;
    for (size_t k = 0; k < length; k++) sent[k] = (unsigned char)(k * 13 + k / 257 + i);
    memset(got, 0, length + 1);
    CHECK_INT(wb_buffer_write(device, buffer, at, sent, length, &err), WB_OK);
    CHECK_INT(wb_buffer_read(device, buffer, at, got, length, &err), WB_OK);
    CHECK(memcmp(sent, got, length) == 0 && got[length] == 0);
  }
  wb_device_close(device);
  free(sent);
  free(got);
}

/* A piece that fails, while the next is on its way, is an error; what comes later is answered. */
static void a_piece_that_fails_is_told(void) {
  enum { PIECES = MANY / WB_PIECE_MAX };
  unsigned char *sent = calloc(MANY, 1), byte = 1;
  for (unsigned step = 1; step <= PIECES + 1; step++) {
    struct wb_device *device = NULL;
    struct wb_error err = {0};
    wb_handle buffer = 0;
    char selector[64];
    struct wb_buffer_desc desc = {"a", {WB_UCHAR, 1}, MANY, WB_BUFFER_READ_WRITE};
    snprintf(selector, sizeof selector, "fault:io:%u", step + 1);
    CHECK_INT(open_fake_worker(selector, -1, &device, &err), WB_OK);
    CHECK_INT(wb_buffer_create(device, &desc, &buffer, &err), WB_OK);
    CHECK_INT(wb_buffer_write(device, buffer, 0, sent, MANY, &err),
              step <= PIECES ? WB_ERR_IO : WB_OK);
    if (step <= PIECES) CHECK_INT(wb_buffer_read(device, buffer, 9, &byte, 1, &err), WB_OK);
    wb_device_close(device);
  }
  CHECK(no_children());
  free(sent);
}

/* The fault is at a create, a write, a fill or a release, in this order. */
static void a_post_that_fails_is_told_by_all_that_follows(void) {
  for (unsigned step = 1; step <= 5; step++) {
    struct wb_device *device = NULL;
    struct wb_error err = {0};
    wb_handle buffer = 0, other = 0;
    unsigned char bytes[4] = {1, 2, 3, 4};
    char selector[64];
    struct wb_buffer_desc desc = {"a", {WB_UCHAR, 1}, sizeof bytes, WB_BUFFER_READ_WRITE};
    snprintf(selector, sizeof selector, "fault:io:%u", step);
    CHECK_INT(open_as(posting, selector, -1, &device, &err), WB_OK);
    CHECK_INT(wb_buffer_create(device, &desc, &buffer, &err), WB_OK);
    CHECK_INT(wb_buffer_write(device, buffer, 0, bytes, sizeof bytes, &err), WB_OK);
    CHECK_INT(wb_buffer_fill(device, buffer, 0, 2, "b", 1, &err), WB_OK);
    CHECK_INT(wb_buffer_release(device, buffer, &err), WB_OK);
    CHECK_INT(wb_buffer_create(device, &desc, &other, &err), WB_OK);
    for (int i = 0; i < 2; i++) {
      CHECK_INT(wb_buffer_read(device, other, 0, bytes, 1, &err), WB_ERR_IO);
      CHECK(err.message[0] != '\0');
    }
    CHECK_INT(wb_device_clear(device, &err), WB_ERR_IO);
    wb_device_close(device);
  }
  CHECK(no_children());
}

/* Handles are used again as the worker does it, and a large content has replies among posts. */
static void posts_are_done_in_order(void) {
  enum { BUFFERS = 5, ROUNDS = 40, LARGE = 100000 };
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  wb_handle handles[BUFFERS] = {0};
  unsigned char *sent = malloc(LARGE), *got = malloc(LARGE);
  CHECK_INT(open_as(posting, "ok", -1, &device, &err), WB_OK);
  for (unsigned round = 0; round < ROUNDS; round++) {
    const size_t at = round * 7 % BUFFERS, bytes = round % 3 == 0 ? LARGE : 20000;
    struct wb_buffer_desc desc = {"a", {WB_UCHAR, 1}, bytes, WB_BUFFER_READ_WRITE};
    if (handles[at] != 0) CHECK_INT(wb_buffer_release(device, handles[at], &err), WB_OK);
    CHECK_INT(wb_buffer_create(device, &desc, &handles[at], &err), WB_OK);
    memset(sent, (int)round, bytes);
    CHECK_INT(wb_buffer_write(device, handles[at], 0, sent, bytes, &err), WB_OK);
    if (round % 8 != 7) continue;
    CHECK_INT(wb_buffer_read(device, handles[at], 0, got, bytes, &err), WB_OK);
    CHECK(memcmp(sent, got, bytes) == 0);
  }
  CHECK_INT(wb_device_clear(device, &err), WB_OK);
  CHECK_INT(wb_device_finish(device, &err), WB_OK);
  wb_device_close(device);
  free(sent);
  free(got);
}

static void ranges_are_checked(void) {
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  char byte = 0;
  wb_handle buffer = 0;
  struct wb_buffer_desc desc = {"a", {WB_UCHAR, 1}, 16, WB_BUFFER_READ_WRITE};
  CHECK_INT(open_fake_worker("ok", -1, &device, &err), WB_OK);
  CHECK_INT(wb_buffer_create(device, &desc, &buffer, &err), WB_OK);
  CHECK_INT(wb_buffer_read(device, buffer, 16, &byte, 1, &err), WB_ERR_USAGE);
  CHECK_INT(wb_buffer_read(device, buffer, SIZE_MAX, &byte, 2, &err), WB_ERR_USAGE);
  CHECK_INT(wb_buffer_write(device, buffer, 1, &byte, SIZE_MAX, &err), WB_ERR_USAGE);
  CHECK_INT(wb_buffer_write(device, buffer + 1, 0, &byte, 1, &err), WB_ERR_USAGE);
  CHECK_INT(wb_buffer_fill(device, buffer, 0, 16, "abc", 3, &err), WB_ERR_USAGE);
  CHECK_INT(wb_buffer_copy(device, buffer, 0, buffer, 4, 8, &err), WB_ERR_USAGE);
  CHECK_INT(wb_buffer_read(device, buffer, 16, &byte, 0, &err), WB_OK);
  CHECK_INT(wb_buffer_release(device, buffer, &err), WB_OK);
  CHECK_INT(wb_buffer_release(device, buffer, &err), WB_ERR_USAGE);
  wb_device_close(device);
}

static void impossible_sizes_are_findings(void) {
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  struct wb_build_request request = {.source = "k", .length = 1, .file_name = "k", .options = ""};
  struct wb_build_result built;
  struct wb_outcome outcome;
  struct wb_launch launch = {
      .kernel = "right", .dimensions = 1, .global = {6, 1, 1}, .local = {4, 1, 1}};
  wb_outcome_init(&outcome);
  wb_build_result_init(&built);
  CHECK_INT(open_fake_worker("ok", -1, &device, &err), WB_OK);
  /* The fake has nothing to prepare, and goes on as before. */
  CHECK_INT(wb_device_prepare(device, &request, &err), WB_OK);
  CHECK_INT(wb_device_build(device, &request, &built, &err), WB_OK);
  launch.program = built.program;
  CHECK_INT(wb_device_launch(device, &launch, &outcome, &err), WB_OK);
  CHECK_INT(wb_device_finish(device, &err), WB_OK);
  CHECK_INT(outcome.n_findings, 1);
  CHECK_INT(outcome.findings[0].kind, WB_INVALID_LAUNCH);
  CHECK_STRING(outcome.findings[0].message,
               "the local size 4 does not divide the global size 6 in x");
  wb_outcome_release(&outcome);
  wb_build_result_release(&built);
  wb_device_close(device);
}

static void compile_errors_come_with_their_log(void) {
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  const char *source = "int x;\n#error no\n";
  struct wb_build_request request = {
      .source = source, .length = strlen(source), .file_name = "k", .options = ""};
  struct wb_build_result built;
  wb_build_result_init(&built);
  CHECK_INT(open_fake_worker("ok", -1, &device, &err), WB_OK);
  CHECK_INT(wb_device_build(device, &request, &built, &err), WB_ERR_COMPILE);
  CHECK_STRING(built.log, "2:1: error: #error\n");
  CHECK_INT(built.n_diagnostics, 1);
  CHECK_INT(built.diagnostics[0].line, 2);
  wb_build_result_release(&built);
  wb_device_close(device);
}

static void cancellation_ends_a_hang(void) {
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  struct wb_device_info info;
  int cancel = eventfd(1, 0);
  struct wb_outcome outcome;
  wb_outcome_init(&outcome);
  enum wb_status status = open_fake_worker("mute", cancel, &device, &err);
  CHECK_INT(status, WB_ERR_CANCELLED);
  CHECK(device == NULL);
  (void)info;
  close(cancel);
  CHECK(no_children());
}

/* Steps a fault through every call until the launch succeeds without it. */
static void step_through(struct wb_remote_options how, const char *form, const char *kind,
                         bool must_fail) {
  bool right = false;
  int before = open_descriptors();
  unsigned step = 1;
  for (; step < 100 && !right; step++) {
    struct wb_error err = {0};
    char selector[64];
    snprintf(selector, sizeof selector, form, kind, step);
    enum wb_status status = whole(how, selector, &right, &err);
    if (status != WB_OK && !CHECK(err.message[0] != '\0')) printf("# %s\n", selector);
    if (must_fail && step < 10 && !how.posts && !CHECK(!right)) printf("# %s\n", selector);
    if (!CHECK(no_children())) printf("# %s\n", selector);
    if (!must_fail && step > 20) break;
  }
  CHECK(step < 100);
  CHECK_INT(open_descriptors(), before);
}

static void no_fault_hangs_or_leaks(void) {
  static const char *const kinds[] = {"nomem", "io", "crash", "hang"};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    step_through(usual, "fault:%s:%u", kinds[i], true);
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    step_through(posting, "fault:%s:%u", kinds[i], true);
}

static void no_bad_reply_is_believed(void) {
  static const char *const kinds[] = {"short", "huge",  "sequence", "operation",
                                      "trail", "empty", "status"};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    step_through(usual, "mangle:%s:%u", kinds[i], true);
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    step_through(posting, "mangle:%s:%u", kinds[i], true);
  step_through(usual, "mangle:%s:%u", "flip", false);
}

/* The order of faulting calls: info, build, kernel_info, two creates, a write,
 * then the launch is the seventh. */
static void dead_worker_leaves_its_launch_unaccepted(void) {
  static const struct {
    const char *selector;
    enum wb_outcome_kind kind;
  } deaths[] = {{"fault:crash:7", WB_OUTCOME_CRASHED}, {"fault:hang:7", WB_OUTCOME_TIME_LIMIT}};
  for (size_t i = 0; i < 2; i++) {
    struct wb_device *device = NULL;
    struct wb_outcome outcome;
    struct wb_error err = {0};
    struct wb_device_info info;
    bool right = true;
    wb_outcome_init(&outcome);
    CHECK_INT(open_fake_worker(deaths[i].selector, -1, &device, &err), WB_OK);
    CHECK(one_launch(device, &outcome, &right, &err) != WB_OK);
    CHECK(!right);
    CHECK_INT(outcome.kind, deaths[i].kind);
    CHECK(outcome.detail[0] != '\0');
    CHECK_INT(wb_device_info(device, &info, &err), WB_ERR_CRASH);
    wb_device_close(device);
    wb_outcome_release(&outcome);
  }
}

/* The emulator may make better code within a launch, or share its machine with others: what it
 * answers late is no less right. Of other workers such a launch never ends, unless others keep them
 * from the processors. */
static void a_late_launch_may_count(void) {
  /* What finishes the launch is late: its number is as above, after the greeting. */
  static const struct {
    const char *selector;
    bool keeps_limits, counts;
  } launches[] = {{"mangle:late:8", true, true},
                  {"mangle:late:8", false, false},
                  {"mangle:starved:8", false, true}};
  for (size_t i = 0; i < sizeof launches / sizeof launches[0]; i++) {
    const bool counts = launches[i].counts;
    struct wb_device *device = NULL;
    struct wb_outcome outcome;
    struct wb_error err = {0};
    bool right = false;
    wb_outcome_init(&outcome);
    const struct wb_remote_options how = {.keeps_limits = launches[i].keeps_limits};
    CHECK_INT(open_as(how, launches[i].selector, -1, &device, &err), WB_OK);
    CHECK_INT(one_launch(device, &outcome, &right, &err) == WB_OK, counts);
    CHECK_INT(right, counts);
    CHECK_INT(outcome.kind, counts ? WB_OUTCOME_DONE : WB_OUTCOME_TIME_LIMIT);
    wb_device_close(device);
    wb_outcome_release(&outcome);
  }
}

int main(int argc, char **argv) {
  fake_worker_main(argc, argv);
  tap_run("a worker's device gives the answers of one in this process", worker_answers);
  tap_run("a device that is missing says so in its own words", missing_device_says_so);
  tap_run("of any device a GPU is chosen first", any_device_is_a_gpu_first);
  tap_run("a worker that never greets is given up", mute_worker_is_given_up);
  tap_run("a worker's output is capped and without escapes", noise_is_capped_and_cleaned);
  tap_run("contents of megabytes pass whole", large_contents_pass_whole);
  tap_run("contents of any length pass whole", contents_of_any_length_pass_whole);
  tap_run("a piece that fails is told, and nothing else is lost", a_piece_that_fails_is_told);
  tap_run("a post that fails is told by all that follows",
          a_post_that_fails_is_told_by_all_that_follows);
  tap_run("posts are done in order, with all their bytes", posts_are_done_in_order);
  tap_run("handles and ranges are checked without overflow", ranges_are_checked);
  tap_run("impossible launch sizes are findings, not errors", impossible_sizes_are_findings);
  tap_run("compile errors come with their log and place", compile_errors_come_with_their_log);
  tap_run("a cancellation ends a hang at once", cancellation_ends_a_hang);
  tap_run("a launch whose worker died is not done", dead_worker_leaves_its_launch_unaccepted);
  tap_run("a launch may be late where its worker keeps the limits, or is kept from the processors",
          a_late_launch_may_count);
  tap_run("no fault at any step hangs, leaks or looks right", no_fault_hangs_or_leaks);
  tap_run("no bad reply at any place is believed", no_bad_reply_is_believed);
  return tap_finish();
}
