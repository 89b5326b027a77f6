/* What a worker says before it is asked, and what it is asked before the answer is waited for: the
 * answers stay the same. */
#include "device/remote.h"

#include <time.h>

#include "tap.h"
#include "unit/device/fake_worker.h"

enum { N = 4, MANY = 3 << 20 };

static const struct wb_remote_options posting = {.posts = true};
static const struct wb_remote_options starting = {.deferred = true};

/* What the device fails at is asked of it; what the worker said before is not. */
static void a_question_is_answered_once(void) {
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  struct wb_build_request request = {.source = "k", .length = 1, .file_name = "k", .options = ""};
  struct wb_build_result built;
  struct wb_device_info info;
  struct wb_kernel_info kernel;
  wb_build_result_init(&built);
  CHECK_INT(open_fake_worker("checks:io:3", -1, &device, &err), WB_OK);
  CHECK_INT(wb_device_info(device, &info, &err), WB_OK);
  CHECK_INT(wb_device_build(device, &request, &built, &err), WB_OK);
  CHECK_INT(wb_kernel_info(device, built.program, "stray", &kernel, &err), WB_OK);
  CHECK_STRING(kernel.params[1].type_name, "float*");
  CHECK(kernel.params[1].is_const);
  CHECK_INT(wb_device_info(device, &info, &err), WB_ERR_IO);
  CHECK_INT(wb_kernel_info(device, built.program, "stra", &kernel, &err), WB_ERR_NOT_FOUND);
  CHECK_INT(wb_kernel_info(device, built.program, "sized", &kernel, &err), WB_OK);
  CHECK_INT(kernel.required_group_size[1], 2);
  CHECK_INT(wb_program_release(device, built.program, &err), WB_OK);
  CHECK_INT(wb_kernel_info(device, built.program, "stray", &kernel, &err), WB_ERR_USAGE);
  wb_build_result_release(&built);
  wb_device_close(device);
}

/* Buffers that a finish sends along, small and large ones, as many bytes as there are and more. */
static void what_is_expected_comes_with_the_finish(void) {
  static const size_t lengths[] = {0,
                                   1,
                                   WB_INLINE_MAX,
                                   WB_INLINE_MAX + 1,
                                   WB_STAGING_MAX / 2,
                                   WB_STAGING_MAX,
                                   WB_STAGING_MAX + 1};
  enum { COUNT = sizeof lengths / sizeof lengths[0] };
  unsigned char *sent = malloc(MANY), *got = malloc(MANY);
  for (size_t i = 0; i < MANY; i++) sent[i] = (unsigned char)(i * 11 + i / 253);
  for (size_t first = 0; first < COUNT; first++) {
    struct wb_device *device = NULL;
    struct wb_error err = {0};
    struct wb_buffer_state state;
    wb_handle buffers[3] = {0};
    CHECK_INT(open_as(posting, "ok", -1, &device, &err), WB_OK);
    for (size_t i = 0; i < 3; i++) {
      const size_t bytes = lengths[(first + i) % COUNT];
      struct wb_buffer_desc desc = {"a", {WB_UCHAR, 1}, bytes, WB_BUFFER_READ_WRITE};
      CHECK_INT(wb_buffer_create(device, &desc, &buffers[i], &err), WB_OK);
      CHECK_INT(wb_buffer_write(device, buffers[i], 0, sent + i, bytes, &err), WB_OK);
      wb_buffer_expect(device, buffers[i]);
    }
    CHECK_INT(wb_device_finish(device, &err), WB_OK);
    for (size_t i = 0; i < 3; i++) {
      const size_t bytes = lengths[(first + i) % COUNT];
      CHECK_INT(wb_buffer_state(device, buffers[i], &state, &err), WB_OK);
      CHECK(state.guards_intact);
      CHECK_INT(wb_buffer_read(device, buffers[i], 0, got, bytes, &err), WB_OK);
      CHECK(memcmp(sent + i, got, bytes) == 0);
      CHECK_INT(wb_buffer_read(device, buffers[i], bytes / 2, got, bytes - bytes / 2, &err), WB_OK);
      CHECK(memcmp(sent + i + bytes / 2, got, bytes - bytes / 2) == 0);
    }
    wb_device_close(device);
  }
  free(sent);
  free(got);
}

/* The fifth step of the device fails, and what was told with the finish is none. */
static void what_was_told_holds_until_something_is_said(void) {
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  struct wb_buffer_state state;
  wb_handle buffer = 0;
  unsigned char byte = 7;
  struct wb_buffer_desc desc = {"a", {WB_UCHAR, 1}, 1, WB_BUFFER_READ_WRITE};
  CHECK_INT(open_fake_worker("fault:io:5", -1, &device, &err), WB_OK);
  CHECK_INT(wb_buffer_create(device, &desc, &buffer, &err), WB_OK); /* the first */
  wb_buffer_expect(device, buffer);
  CHECK_INT(wb_device_finish(device, &err), WB_OK); /* and three more */
  for (int i = 0; i < 2; i++) {
    CHECK_INT(wb_buffer_state(device, buffer, &state, &err), WB_OK);
    CHECK_INT(wb_buffer_read(device, buffer, 0, &byte, 1, &err), WB_OK);
    CHECK_INT(byte, WB_POISON_BYTE);
  }
  CHECK_INT(wb_buffer_fill(device, buffer, 0, 1, "b", 1, &err), WB_ERR_IO);
  CHECK_INT(wb_buffer_fill(device, buffer, 0, 1, "c", 1, &err), WB_OK);
  CHECK_INT(wb_buffer_read(device, buffer, 0, &byte, 1, &err), WB_OK);
  CHECK_INT(byte, 'c');
  CHECK_INT(wb_device_finish(device, &err), WB_OK); /* for which nothing is expected */
  CHECK_INT(wb_buffer_state(device, buffer, &state, &err), WB_OK);
  wb_device_close(device);
}

/* What cannot be had with the finish is asked for, and the reason is told then. */
static void what_fails_with_a_finish_is_asked_for(void) {
  for (unsigned step = 3; step <= 4; step++) {
    struct wb_device *device = NULL;
    struct wb_error err = {0};
    struct wb_buffer_state state;
    wb_handle buffer = 0;
    unsigned char byte = 7;
    char selector[64];
    struct wb_buffer_desc desc = {"a", {WB_UCHAR, 1}, 1, WB_BUFFER_READ_WRITE};
    snprintf(selector, sizeof selector, "fault:io:%u", step);
    CHECK_INT(open_fake_worker(selector, -1, &device, &err), WB_OK);
    CHECK_INT(wb_buffer_create(device, &desc, &buffer, &err), WB_OK);
    wb_buffer_expect(device, buffer);
    CHECK_INT(wb_device_finish(device, &err), WB_OK);
    CHECK_INT(wb_buffer_state(device, buffer, &state, &err), WB_OK);
    CHECK(state.guards_intact);
    CHECK_INT(wb_buffer_read(device, buffer, 0, &byte, 1, &err), WB_OK);
    CHECK_INT(byte, WB_POISON_BYTE);
    wb_device_close(device);
  }
}

/* Launches under way, each of a buffer of its own; none on a device that has failed. */
struct some {
  struct wb_device *device;
  int count;
  struct wb_outcome *outcomes; /* `count` */
  wb_handle buffers[WB_PENDING_MAX];
};

static struct some launch_some(const char *selector, int count) {
  static const float ones[N] = {1, 1, 1, 1};
  struct some some = {.count = count, .outcomes = wb_alloc((size_t)count * sizeof *some.outcomes)};
  struct wb_error err = {0};
  struct wb_build_request request = {.source = "k", .length = 1, .file_name = "k", .options = ""};
  struct wb_build_result built;
  struct wb_dtype type = {WB_FLOAT, 1};
  struct wb_buffer_desc desc = {"out", type, N * sizeof(float), WB_BUFFER_READ_WRITE};
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
  CHECK_INT(open_as(posting, selector, -1, &some.device, &err), WB_OK);
  CHECK_INT(wb_device_build(some.device, &request, &built, &err), WB_OK);
  launch.program = built.program;
  memcpy(args[2].value.scalar, &(uint32_t){N}, sizeof(uint32_t));
  for (int i = 0; i < count; i++) {
    wb_outcome_init(&some.outcomes[i]);
    CHECK_INT(wb_buffer_create(some.device, &desc, &some.buffers[i], &err), WB_OK);
    CHECK_INT(wb_buffer_write(some.device, some.buffers[i], 0, ones, sizeof ones, &err), WB_OK);
    args[0].value.buffer = args[1].value.buffer = some.buffers[i];
    CHECK_INT(wb_device_launch(some.device, &launch, &some.outcomes[i], &err), WB_OK);
  }
  wb_build_result_release(&built);
  return some;
}

static void release_some(struct some *some) {
  for (int i = 0; i < some->count; i++) wb_outcome_release(&some->outcomes[i]);
  free(some->outcomes);
  wb_device_close(some->device);
}

static void ask_for_all(const struct some *some) {
  for (int i = 0; i < some->count; i++) {
    wb_buffer_expect(some->device, some->buffers[i]);
    wb_device_ask(some->device, &some->outcomes[i]);
  }
}

static bool is_done(const struct some *some, int i) {
  struct wb_buffer_state state;
  struct wb_error err = {0};
  float out[N] = {0};
  return some->outcomes[i].kind == WB_OUTCOME_DONE && some->outcomes[i].counters.items == N &&
         wb_buffer_state(some->device, some->buffers[i], &state, &err) == WB_OK &&
         state.guards_intact &&
         wb_buffer_read(some->device, some->buffers[i], 0, out, sizeof out, &err) == WB_OK &&
         out[0] == 11 && out[N - 1] == 11;
}

/* What is asked for ahead is answered as if it were asked when it is waited for, whatever is asked
 * in between and whether all are waited for at once. */
static void what_is_asked_ahead_is_answered_the_same(void) {
  for (unsigned how = 0; how < 8; how++) {
    const bool other = (how & 1) != 0, again = (how & 2) != 0, all = (how & 4) != 0;
    struct some two = launch_some("ok", 2);
    struct wb_error err = {0};
    float out[N] = {0};
    ask_for_all(&two);
    if (again) ask_for_all(&two);
    if (other) {
      CHECK_INT(wb_buffer_read(two.device, two.buffers[1], 0, out, sizeof out, &err), WB_OK);
      CHECK(out[0] == 11);
    }
    if (all) CHECK_INT(wb_device_finish(two.device, &err), WB_OK);
    for (int i = 0; i < 2; i++) {
      CHECK_INT(wb_device_finish_launch(two.device, &two.outcomes[i], &err), WB_OK);
      CHECK(is_done(&two, i));
      CHECK_INT(wb_buffer_release(two.device, two.buffers[i], &err), WB_OK);
    }
    CHECK_INT(wb_device_finish(two.device, &err), WB_OK);
    release_some(&two);
  }
  CHECK(no_children());
}

/* Steps of the device: the build, three for each launch, and the finish that fails. */
static void what_is_asked_ahead_fails_when_it_is_waited_for(void) {
  for (unsigned how = 0; how < 6; how++) {
    const bool other = how % 2 != 0;
    const char *const selectors[] = {"fault:io:8", "fault:crash:8", "mangle:short:3"};
    struct some two = launch_some(selectors[how / 2], 2);
    struct wb_error err = {0};
    struct wb_device_info info;
    ask_for_all(&two);
    if (other) wb_device_info(two.device, &info, &err);
    CHECK(wb_device_finish_launch(two.device, &two.outcomes[0], &err) != WB_OK);
    CHECK(err.message[0] != '\0');
    CHECK(!is_done(&two, 0));
    if (how >= 2) CHECK(wb_device_finish_launch(two.device, &two.outcomes[1], &err) != WB_OK);
    release_some(&two);
  }
  CHECK(no_children());
}

/* Each outcome is that of its own launch, whether they were sent before they are asked for or not,
 * and each buffer comes with the answer that it was asked for in. */
static void as_many_as_may_wait_are_asked_for(void) {
  for (int how = 0; how < 3; how++) {
    struct some some = launch_some("ok", WB_PENDING_MAX);
    struct wb_buffer_state state;
    struct wb_error err = {0};
    if (how == 1) CHECK_INT(wb_device_flush(some.device, &err), WB_OK);
    for (int round = 0; round < 2; round++) ask_for_all(&some);
    if (how == 2) CHECK_INT(wb_buffer_state(some.device, some.buffers[5], &state, &err), WB_OK);
    for (int i = 0; i < some.count; i++) {
      const float marked = (float)i;
      CHECK_INT(wb_device_finish_launch(some.device, &some.outcomes[i], &err), WB_OK);
      CHECK(is_done(&some, i));
      if (i > 0) continue;
      CHECK_INT(wb_buffer_write(some.device, some.buffers[0], 0, &marked, sizeof marked, &err),
                WB_OK);
      for (int k = 1; k < some.count; k++) CHECK(some.outcomes[k].kind == WB_OUTCOME_DONE);
    }
    CHECK_INT(wb_device_finish(some.device, &err), WB_OK);
    release_some(&some);
  }
  CHECK(no_children());
}

/* Nobody has waited for it: it has not ended well. */
static void what_was_held_back_counts_for_nothing(void) {
  for (unsigned how = 0; how < 2; how++) {
    struct some two = launch_some(how == 0 ? "ok" : "fault:crash:8", 2);
    struct wb_error err = {0};
    CHECK(two.outcomes[0].kind != WB_OUTCOME_DONE);
    CHECK_INT(wb_device_flush(two.device, &err), WB_OK);
    CHECK(two.outcomes[1].kind != WB_OUTCOME_DONE);
    if (how == 1) CHECK(wb_device_finish(two.device, &err) != WB_OK);
    if (how == 1) CHECK(two.outcomes[1].kind != WB_OUTCOME_DONE);
    release_some(&two);
  }
  CHECK(no_children());
}

static void nothing_of_a_bad_finish_is_believed(void) {
  static const char *const kinds[] = {"trail", "short", "empty", "status", "sequence"};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    struct wb_device *device = NULL;
    struct wb_error err = {0};
    struct wb_buffer_state state;
    wb_handle buffer = 0;
    unsigned char byte;
    char selector[64];
    struct wb_buffer_desc desc = {"a", {WB_UCHAR, 1}, 1, WB_BUFFER_READ_WRITE};
    snprintf(selector, sizeof selector, "mangle:%s:3", kinds[i]);
    CHECK_INT(open_fake_worker(selector, -1, &device, &err), WB_OK);
    CHECK_INT(wb_buffer_create(device, &desc, &buffer, &err), WB_OK);
    wb_buffer_expect(device, buffer);
    CHECK(wb_device_finish(device, &err) != WB_OK);
    CHECK_INT(wb_buffer_state(device, buffer, &state, &err), WB_ERR_CRASH);
    CHECK_INT(wb_buffer_read(device, buffer, 0, &byte, 1, &err), WB_ERR_CRASH);
    wb_device_close(device);
  }
  CHECK(no_children());
}

/* A build that was begun ends as one that was not; it is begun only where the worker has just said
 * what it is. */
static void a_build_can_be_begun(void) {
  static const struct {
    const char *selector;
    enum wb_status status;
  } ends[] = {{"ok", WB_OK},
              {"fault:io:2", WB_ERR_IO},
              {"fault:crash:2", WB_ERR_CRASH},
              {"mangle:short:3", WB_ERR_CRASH},
              {"mangle:exit:3", WB_ERR_CRASH}};
  struct wb_build_request request = {
      .source = "k", .length = 1, .file_name = "k", .options = "", .time_limit_ms = 100};
  for (size_t i = 0; i < 2 * sizeof ends / sizeof ends[0]; i++) {
    const enum wb_status end = ends[i / 2].status;
    const bool knows = i % 2 == 1; /* what it is, and so that it has started; else that is asked */
    struct wb_device *device = NULL;
    struct wb_error err = {0};
    struct wb_device_info info;
    struct wb_build_result built;
    wb_build_result_init(&built);
    CHECK_INT(open_as(starting, ends[i / 2].selector, -1, &device, &err), WB_OK);
    if (knows) CHECK_INT(wb_device_info(device, &info, &err), WB_OK);
    CHECK(wb_device_begin_build(device, &request));
    for (int times = 0; times < 2; times++) {
      memset(&info, 0, sizeof info);
      CHECK_INT(wb_device_info(device, &info, &err), WB_OK);
      CHECK_STRING(info.name, "fake device");
    }
    CHECK_INT(wb_device_build(device, &request, &built, &err), end);
    CHECK((built.kernels != NULL) == (end == WB_OK));
    if (end == WB_OK) CHECK_INT(wb_program_release(device, built.program, &err), WB_OK);
    wb_build_result_release(&built);
    wb_device_close(device);
  }
  CHECK(no_children());
}

/* Begun before or after it has said so and ended. */
static void what_cannot_serve_says_why_though_a_build_was_begun(void) {
  static const struct timespec while_it_ends = {.tv_nsec = 20000000};
  struct wb_build_request request = {.source = "k", .length = 1, .file_name = "k", .options = ""};
  for (int later = 0; later < 2; later++) {
    struct wb_device *device = NULL, *other = NULL;
    struct wb_error err = {0}, words = {0};
    struct wb_device_info info;
    CHECK_INT(open_as(starting, "refuse", -1, &other, &err), WB_OK);
    CHECK_INT(wb_device_info(other, &info, &words), WB_ERR_MISSING);
    CHECK_INT(open_as(starting, "refuse", -1, &device, &err), WB_OK);
    while (later != 0 && wb_remote_is_starting(device)) continue;
    if (later != 0) nanosleep(&while_it_ends, NULL);
    CHECK(wb_device_begin_build(device, &request));
    CHECK_INT(wb_device_info(device, &info, &err), WB_ERR_MISSING);
    CHECK_STRING(err.message, words.message);
    wb_device_close(device);
    wb_device_close(other);
  }
  CHECK(no_children());
}

/* A text that the socket has no room for is read by a worker that has greeted; one that never does
 * is waited for as long as for any start. */
static void a_long_text_waits_for_the_greeting(void) {
  static const struct {
    const char *selector;
    enum wb_status status;
  } workers[] = {{"right", WB_OK}, {"mute", WB_ERR_LIMIT}, {"refuse", WB_ERR_MISSING}};
  static char text[1 << 20];
  memset(text, ' ', sizeof text);
  struct wb_build_request request = {.source = text,
                                     .length = sizeof text,
                                     .file_name = "k",
                                     .options = "",
                                     .time_limit_ms = TAP_HANG_MS};
  for (size_t i = 0; i < sizeof workers / sizeof workers[0]; i++) {
    struct wb_device *device = NULL;
    struct wb_error err = {0};
    struct wb_device_info info;
    CHECK_INT(open_as(starting, workers[i].selector, -1, &device, &err), WB_OK);
    CHECK(wb_device_begin_build(device, &request));
    CHECK_INT(wb_device_info(device, &info, &err), workers[i].status);
    wb_device_close(device);
  }
  CHECK(no_children());
}

/* Contents that are posted lie beside each other until the worker has them, as far as they fit. */
static void posted_contents_of_any_length_arrive(void) {
  static const size_t lengths[] = {WB_INLINE_MAX + 1,  WB_STAGING_MAX - WB_INLINE_MAX - 1,
                                   WB_INLINE_MAX,      WB_PIECE_MAX + 7,
                                   WB_STAGING_MAX,     1,
                                   WB_STAGING_MAX + 1, WB_PIECE_MAX};
  enum { COUNT = sizeof lengths / sizeof lengths[0] };
  unsigned char *sent = malloc(MANY), *got = malloc(MANY);
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  wb_handle buffers[COUNT];
  CHECK_INT(open_as(posting, "ok", -1, &device, &err), WB_OK);
  for (size_t i = 0; i < COUNT; i++) {
    struct wb_buffer_desc desc = {"a", {WB_UCHAR, 1}, lengths[i], WB_BUFFER_READ_WRITE};
    CHECK_INT(wb_buffer_create(device, &desc, &buffers[i], &err), WB_OK);
  }
  for (size_t first = 0; first < COUNT; first++) {
    for (size_t i = first; i < first + COUNT; i++) {
      const size_t length = lengths[i % COUNT];
      for (size_t k = 0; k < length; k++) sent[k] = (unsigned char)(k * 17 + k / 241 + i);
      CHECK_INT(wb_buffer_write(device, buffers[i % COUNT], 0, sent, length, &err), WB_OK);
    }
    for (size_t i = first; i < first + COUNT; i++) {
      const size_t length = lengths[i % COUNT];
      size_t wrong = 0;
      CHECK_INT(wb_buffer_read(device, buffers[i % COUNT], 0, got, length, &err), WB_OK);
      for (size_t k = 0; k < length; k++) wrong += got[k] != (unsigned char)(k * 17 + k / 241 + i);
      CHECK_INT(wrong, 0);
    }
  }
  wb_device_close(device);
  free(sent);
  free(got);
}

int main(int argc, char **argv) {
  fake_worker_main(argc, argv);
  tap_run("what a worker has said already is not asked again", a_question_is_answered_once);
  tap_run("what is expected comes with the finish, of any size",
          what_is_expected_comes_with_the_finish);
  tap_run("what was told holds until something else is said",
          what_was_told_holds_until_something_is_said);
  tap_run("what fails with a finish is asked for again", what_fails_with_a_finish_is_asked_for);
  tap_run("what is asked ahead is answered the same", what_is_asked_ahead_is_answered_the_same);
  tap_run("what is asked ahead fails when it is waited for",
          what_is_asked_ahead_fails_when_it_is_waited_for);
  tap_run("as many as may wait are asked for at once", as_many_as_may_wait_are_asked_for);
  tap_run("what was held back counts for nothing until it is waited for",
          what_was_held_back_counts_for_nothing);
  tap_run("nothing of a bad finish is believed", nothing_of_a_bad_finish_is_believed);
  tap_run("what cannot serve says why, though a build was begun",
          what_cannot_serve_says_why_though_a_build_was_begun);
  tap_run("a long text waits for the greeting", a_long_text_waits_for_the_greeting);
  tap_run("a build can be begun, and ends as any other", a_build_can_be_begun);
  tap_run("posted contents of any length arrive", posted_contents_of_any_length_arrive);
  return tap_finish();
}
