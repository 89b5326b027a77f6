/* Launches between two finishes: they run beside each other where they share no buffer, and what
 * comes of them is what comes of one after the other. */
#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#include "emulator/emulator.h"
#include "tap.h"

enum { ITEMS = 64, MANY = 12 };

static const char SOURCE[] =
    "__kernel void add(__global int *out, __global const int *in, int n) {\n"
    "  out[get_global_id(0)] = in[get_global_id(0)] + n;\n"
    "}\n"
    "__kernel void stray(__global int *out, __global const int *in, int n) {\n"
    "  out[get_global_id(0) + (get_global_id(0) == 3)] = n;\n"
    "}\n"
    "__kernel void spin(__global int *out, __global const int *in, int n) {\n"
    "  for (int i = 0; i < n || n < 0; i++) out[get_global_id(0)] = i;\n"
    "}\n"
    "__kernel void talk(__global int *out, __global const int *in, int n) {\n"
    "  for (int i = 0; i < n; i++) printf(\"%d\\n\", i);\n"
    "}\n";

struct place {
  struct wb_device *device;
  wb_handle program;
  struct wb_outcome outcomes[MANY];
};

static wb_handle make_buffer(struct wb_device *device, enum wb_buffer_access access, int first) {
  const struct wb_buffer_desc desc = {"b", {WB_INT, 1}, ITEMS * sizeof(int), access};
  wb_handle buffer = 0;
  int content[ITEMS];
  for (int i = 0; i < ITEMS; i++) content[i] = first + i;
  CHECK_INT(wb_buffer_create(device, &desc, &buffer, NULL), WB_OK);
  if (access != WB_BUFFER_WRITE_ONLY)
    CHECK_INT(wb_buffer_write(device, buffer, 0, content, sizeof content, NULL), WB_OK);
  return buffer;
}

static void begin(struct place *place) {
  const struct wb_build_request request = {.source = SOURCE,
                                           .length = sizeof SOURCE - 1,
                                           .file_name = "k.cl",
                                           .options = "-cl-std=CL3.0",
                                           .time_limit_ms = 10000};
  struct wb_build_result built;
  struct wb_error err = {0};
  wb_build_result_init(&built);
  CHECK_INT(wb_emulator_open("emulator", &place->device, &err), WB_OK);
  if (!CHECK_INT(wb_device_build(place->device, &request, &built, &err), WB_OK))
    printf("# %s: %s\n", err.message, built.log);
  place->program = built.program;
  wb_build_result_release(&built);
  for (size_t i = 0; i < MANY; i++) wb_outcome_init(&place->outcomes[i]);
}

static void end(struct place *place) {
  for (size_t i = 0; i < MANY; i++) wb_outcome_release(&place->outcomes[i]);
  wb_device_close(place->device);
}

static void launch(struct place *place, const char *kernel, size_t number, wb_handle out,
                   wb_handle in, int n) {
  struct wb_arg args[] = {{.kind = WB_ARG_BUFFER, .name = "out", .type = {WB_INT, 1}},
                          {.kind = WB_ARG_BUFFER, .name = "in", .type = {WB_INT, 1}},
                          {.kind = WB_ARG_SCALAR, .name = "n", .type = {WB_INT, 1}}};
  args[0].value.buffer = out;
  args[1].value.buffer = in;
  memcpy(args[2].value.scalar, &n, sizeof n);
  const struct wb_launch how = {.program = place->program,
                                .kernel = kernel,
                                .dimensions = 1,
                                .global = {ITEMS, 1, 1},
                                .local = {16, 1, 1},
                                .args = args,
                                .n_args = 3,
                                .limits = {100, 256 << 20, 4096, 0}};
  CHECK_INT(wb_device_launch(place->device, &how, &place->outcomes[number], NULL), WB_OK);
}

static int value_of(struct place *place, wb_handle buffer, size_t at) {
  int value = -1;
  CHECK_INT(wb_buffer_read(place->device, buffer, at * sizeof value, &value, sizeof value, NULL),
            WB_OK);
  return value;
}

static void launches_of_their_own_buffers_are_as_alone(void) {
  struct place place;
  wb_handle outs[MANY];
  begin(&place);
  for (int i = 0; i < MANY; i++) {
    const wb_handle in = make_buffer(place.device, WB_BUFFER_READ_ONLY, 100 * i);
    outs[i] = make_buffer(place.device, WB_BUFFER_WRITE_ONLY, 0);
    launch(&place, i % 4 == 2 ? "stray" : "add", (size_t)i, outs[i], in, i);
  }
  CHECK_INT(wb_device_finish(place.device, NULL), WB_OK);
  for (int i = 0; i < MANY; i++) {
    const bool strays = i % 4 == 2;
    CHECK_INT(place.outcomes[i].kind, WB_OUTCOME_DONE);
    CHECK_INT(place.outcomes[i].n_findings, strays);
    if (strays) CHECK_INT(place.outcomes[i].findings[0].kind, WB_DATA_RACE);
    CHECK_INT(place.outcomes[i].counters.items, ITEMS);
    if (!strays) CHECK_INT(value_of(&place, outs[i], 5), 100 * i + 5 + i);
  }
  end(&place);
}

/* Each reads what the one before it has written; and the host reads without a finish. */
static void launches_that_share_a_buffer_are_in_order(void) {
  struct place place;
  wb_handle at = 0;
  begin(&place);
  at = make_buffer(place.device, WB_BUFFER_READ_WRITE, 0);
  for (int i = 0; i < MANY; i++) {
    const wb_handle next = make_buffer(place.device, WB_BUFFER_READ_WRITE, 0);
    launch(&place, "add", (size_t)i, next, at, 1);
    if (i == 5) CHECK_INT(value_of(&place, next, 7), 7 + 6);
    if (i == 7) CHECK_INT(wb_buffer_release(place.device, at, NULL), WB_OK);
    at = next;
  }
  CHECK_INT(value_of(&place, at, 7), 7 + MANY);
  CHECK_INT(wb_device_finish(place.device, NULL), WB_OK);
  for (int i = 0; i < MANY; i++) CHECK_INT(place.outcomes[i].kind, WB_OUTCOME_DONE);
  end(&place);
}

/* Those before it have their outcomes, those after it none; and then all is as before. */
static void a_limit_ends_those_that_follow(void) {
  static const struct {
    const char *kernel;
    int n;
    enum wb_outcome_kind kind;
  } ends[] = {{"spin", -1, WB_OUTCOME_TIME_LIMIT}, {"talk", 10000, WB_OUTCOME_OUTPUT_LIMIT}};
  enum { LIMITED = 2 };
  struct place place;
  begin(&place);
  const wb_handle in = make_buffer(place.device, WB_BUFFER_READ_ONLY, 0);
  for (size_t k = 0; k < 2; k++) {
    wb_handle outs[MANY];
    for (size_t i = 0; i < MANY; i++) outs[i] = make_buffer(place.device, WB_BUFFER_READ_WRITE, 0);
    for (size_t i = 0; i < MANY; i++) {
      const wb_handle own = make_buffer(place.device, WB_BUFFER_READ_ONLY, 0);
      launch(&place, i == LIMITED ? ends[k].kernel : "add", i, outs[i], own,
             i == LIMITED ? ends[k].n : 1);
    }
    CHECK_INT(wb_device_finish(place.device, NULL), WB_OK);
    for (size_t i = 0; i < MANY; i++)
      CHECK_INT(place.outcomes[i].kind, i < LIMITED    ? WB_OUTCOME_DONE
                                        : i == LIMITED ? ends[k].kind
                                                       : WB_OUTCOME_CANCELLED);
    wb_outcome_release(&place.outcomes[0]);
    wb_outcome_init(&place.outcomes[0]);
    launch(&place, "add", 0, outs[MANY - 1], in, 3);
    CHECK_INT(wb_device_finish(place.device, NULL), WB_OK);
    CHECK_INT(place.outcomes[0].kind, WB_OUTCOME_DONE);
    CHECK_INT(value_of(&place, outs[MANY - 1], 9), 12);
  }
  end(&place);
}

/* Endless ones at once take about as long as one: the first that is at its limit ends all. */
/* Those after it go on, and have no outcome yet; unless it ends badly. */
static void one_is_waited_for_alone(void) {
  struct place place;
  wb_handle outs[4];
  begin(&place);
  for (int i = 0; i < 4; i++) outs[i] = make_buffer(place.device, WB_BUFFER_READ_WRITE, i);
  launch(&place, "add", 0, outs[0], make_buffer(place.device, WB_BUFFER_READ_ONLY, 5), 1);
  launch(&place, "spin", 1, outs[1], make_buffer(place.device, WB_BUFFER_READ_ONLY, 0), -1);
  CHECK_INT(wb_device_finish_launch(place.device, &place.outcomes[0], NULL), WB_OK);
  CHECK_INT(place.outcomes[0].counters.items, ITEMS);
  CHECK_INT(value_of(&place, outs[0], 7), 5 + 7 + 1);
  CHECK_INT(place.outcomes[1].kind, WB_OUTCOME_DONE); /* as it began */
  CHECK_INT(place.outcomes[1].counters.items, 0);
  launch(&place, "add", 2, outs[2], make_buffer(place.device, WB_BUFFER_READ_ONLY, 0), 1);
  CHECK_INT(wb_device_finish_launch(place.device, &place.outcomes[1], NULL), WB_OK);
  CHECK_INT(place.outcomes[1].kind, WB_OUTCOME_TIME_LIMIT);
  CHECK_INT(place.outcomes[2].kind, WB_OUTCOME_CANCELLED);
  launch(&place, "add", 3, outs[3], make_buffer(place.device, WB_BUFFER_READ_ONLY, 0), 1);
  CHECK_INT(wb_device_finish_launch(place.device, &place.outcomes[3], NULL), WB_OK);
  CHECK_INT(place.outcomes[3].kind, WB_OUTCOME_DONE);
  CHECK_INT(value_of(&place, outs[3], 7), 7 + 1);
  CHECK_INT(wb_device_finish(place.device, NULL), WB_OK);
  end(&place);
}

static void endless_launches_end_together(void) {
  struct place place;
  begin(&place);
  for (size_t i = 0; i < MANY; i++)
    launch(&place, "spin", i, make_buffer(place.device, WB_BUFFER_READ_WRITE, 0),
           make_buffer(place.device, WB_BUFFER_READ_ONLY, 0), -1);
  CHECK_INT(wb_device_finish(place.device, NULL), WB_OK);
  CHECK_INT(place.outcomes[0].kind, WB_OUTCOME_TIME_LIMIT);
  for (size_t i = 1; i < MANY; i++) CHECK_INT(place.outcomes[i].kind, WB_OUTCOME_CANCELLED);
  end(&place);
}

static void closing_ends_launches(void) {
  struct place place;
  begin(&place);
  for (size_t i = 0; i < 2; i++)
    launch(&place, "spin", i, make_buffer(place.device, WB_BUFFER_READ_WRITE, 0),
           make_buffer(place.device, WB_BUFFER_READ_ONLY, 0), -1);
  end(&place);
  CHECK(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}

int main(void) {
  tap_run("launches with buffers of their own are as alone",
          launches_of_their_own_buffers_are_as_alone);
  tap_run("launches that share a buffer come one after the other",
          launches_that_share_a_buffer_are_in_order);
  tap_run("one that comes to a limit ends those that follow", a_limit_ends_those_that_follow);
  tap_run("one can be waited for alone", one_is_waited_for_alone);
  tap_run("endless launches end together", endless_launches_end_together);
  tap_run("closing the device ends launches", closing_ends_launches);
  return tap_finish();
}
