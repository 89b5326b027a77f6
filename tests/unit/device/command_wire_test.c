/* Launches as commands on the wire: what is said to be the same as the last one is the same. */
#include <stdlib.h>
#include <string.h>

#include "device/protocol.h"
#include "tap.h"

enum { ARGS = 2, ROUNDS = 3000 };

static uint64_t random_state = 1;
static size_t random_below(size_t n) {
  random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (size_t)(random_state >> 33) % n;
}

/* A launch whose texts can change where they are. */
struct made {
  struct wb_launch launch;
  struct wb_arg args[ARGS];
  char kernel[8], names[ARGS][8];
};

static void begin(struct made *made) {
  memset(made, 0, sizeof *made);
  made->launch = (struct wb_launch){.program = 1,
                                    .kernel = made->kernel,
                                    .dimensions = 1,
                                    .global = {8, 1, 1},
                                    .local = {1, 1, 1},
                                    .args = made->args,
                                    .n_args = ARGS};
  strcpy(made->kernel, "k0");
  for (size_t i = 0; i < ARGS; i++) {
    made->args[i].kind = WB_ARG_SCALAR;
    made->args[i].type = (struct wb_dtype){WB_UINT, 1};
    made->args[i].name = made->names[i];
    strcpy(made->names[i], "a0");
  }
}

/* Of another kind or width, and with other bytes behind what counts of it. */
static void change_kind(struct wb_arg *arg) {
  static const enum wb_arg_kind kinds[] = {WB_ARG_SCALAR, WB_ARG_BUFFER, WB_ARG_LOCAL};
  static const unsigned char lanes[] = {1, 2, 16};
  memset(arg->value.scalar, (int)random_below(256), sizeof arg->value.scalar);
  arg->kind = kinds[random_below(3)];
  arg->type = (struct wb_dtype){WB_UINT, lanes[random_below(3)]};
}

/* One thing of it, or none. */
static void change(struct made *made) {
  const size_t what = random_below(10), arg = random_below(ARGS);
  if (what == 0) made->kernel[1] = (char)('0' + random_below(2));
  if (what == 1) made->names[arg][1] = (char)('0' + random_below(2));
  if (what == 2)
    made->args[arg].value.scalar[random_below(2) * (wb_arg_bytes(&made->args[arg]) - 1)] =
        (unsigned char)random_below(2);
  if (what == 3) made->launch.global[0] = 8 << random_below(2);
  if (what == 4) made->launch.n_args = random_below(ARGS + 1);
  if (what == 5) change_kind(&made->args[arg]);
  if (what == 6) memset(made->args[arg].value.scalar + wb_arg_bytes(&made->args[arg]), 7, 16);
}

static bool is_same_value(const struct wb_arg *got, const struct wb_arg *wanted) {
  if (got->kind != wanted->kind || got->type.lanes != wanted->type.lanes) return false;
  if (got->kind == WB_ARG_BUFFER) return got->value.buffer == wanted->value.buffer;
  if (got->kind == WB_ARG_LOCAL) return got->value.local_bytes == wanted->value.local_bytes;
  return memcmp(got->value.scalar, wanted->value.scalar, wb_arg_bytes(wanted)) == 0;
}

static bool is_as_made(const struct wb_launch *got, const struct wb_launch *wanted) {
  bool same = got != NULL && strcmp(got->kernel, wanted->kernel) == 0 &&
              got->global[0] == wanted->global[0] && got->n_args == wanted->n_args;
  for (size_t i = 0; same && i < wanted->n_args; i++)
    same = strcmp(got->args[i].name, wanted->args[i].name) == 0 &&
           is_same_value(&got->args[i], &wanted->args[i]);
  return same;
}

/* Puts and gets one; what is not sent reaches nobody. How long it was, 0 where it is not right. */
static size_t pass(const struct made *made, struct wb_last_launch *putter,
                   struct wb_last_launch *getter, bool sent) {
  const struct wb_device_command command = {
      .id = 1, .kind = WB_COMMAND_LAUNCH, .launch = &made->launch};
  struct wb_device_command got = {0};
  struct wb_str bytes;
  bool good = true;
  wb_str_init(&bytes);
  wb_put_command(&bytes, &command, putter);
  if (sent) {
    struct wb_reader in = wb_reader_of(bytes.data, bytes.length);
    wb_command_sent(putter);
    wb_get_command(&in, &got, getter);
    good = wb_reader_done(&in) && is_as_made(got.launch, &made->launch);
    wb_command_release(&got);
  }
  const size_t length = good ? bytes.length : 0;
  wb_str_release(&bytes);
  return length;
}

static void test_changes(void) {
  static struct made made[2]; /* the same at two places, by turns */
  struct wb_last_launch putter, getter;
  bool good = true;
  wb_last_launch_init(&putter);
  wb_last_launch_init(&getter);
  begin(&made[0]);
  begin(&made[1]);
  for (int round = 0; round < ROUNDS && good; round++) {
    struct made *one = &made[random_below(2)];
    change(one);
    good = pass(one, &putter, &getter, random_below(4) > 0) > 0;
  }
  CHECK(good);
  wb_last_launch_release(&putter);
  wb_last_launch_release(&getter);
}

static void test_length(void) {
  static struct made made, elsewhere;
  struct wb_last_launch putter, getter;
  wb_last_launch_init(&putter);
  wb_last_launch_init(&getter);
  begin(&made);
  begin(&elsewhere);
  const size_t whole = pass(&made, &putter, &getter, true);
  const size_t again = pass(&made, &putter, &getter, true);
  CHECK(again > 0 && again < whole);
  CHECK(pass(&elsewhere, &putter, &getter, true) == again);
  CHECK(pass(&made, &putter, &getter, true) == again);
  made.args[0].value.scalar[wb_arg_bytes(&made.args[0])] = 1; /* behind what counts */
  CHECK(pass(&made, &putter, &getter, true) == again);
  made.args[0].value.scalar[wb_arg_bytes(&made.args[0]) - 1] = 1;
  CHECK(pass(&made, &putter, &getter, true) == whole);
  made.kernel[1] = '1';
  CHECK(pass(&made, &putter, &getter, true) == whole);
  wb_last_launch_release(&putter);
  wb_last_launch_release(&getter);
}

int main(void) {
  tap_run("what arrives is what was put, whatever has changed, in memory or where it points",
          test_changes);
  tap_run("the same again is short, and another name at the same place is not the same",
          test_length);
  return tap_finish();
}
