/* The records between the processes, damaged: no decoder reads past a record's end or takes what
 * it would not have written itself, no worker crashes of what it is sent, and no client of what it
 * is answered.
 *
 *   FUZZ_SECONDS=300 FUZZ_SEED=1 build-asan/tests/unit/device/wire_fuzz.t
 *
 * gives each of the tests so long; without it, a second. */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "device/registry.h"
#include "fuzz/damage.h"
#include "fuzz/lab.h"
#include "fuzz/rounds.h"
#include "tap.h"
#include "unit/device/fake_worker.h"

enum { ANSWER_MS = 180000, SANITIZER_EXIT = 99, STAGING_BYTES = 1 << 20 };

/* A sanitizer's report ends a process by a code that nothing else ends it by. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "exitcode=99"; }
__attribute__((visibility("default"))) const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) { return "exitcode=99"; }

/* ---- decoders --------------------------------------------------------------------- */

static void random_name(struct chance *chance, char *name, size_t size) {
  const size_t length = chance_below(chance, (unsigned)size);
  for (size_t i = 0; i < length; i++) name[i] = (char)(1 + chance_below(chance, 255));
  name[length] = '\0';
}

static void put_random_outcome(struct chance *chance, struct wb_str *out) {
  struct wb_outcome outcome;
  wb_outcome_init(&outcome);
  outcome.kind = (enum wb_outcome_kind)chance_below(chance, WB_OUTCOME_CANCELLED + 1);
  outcome.n_findings = chance_below(chance, 4);
  for (size_t i = 0; i < outcome.n_findings; i++) {
    struct wb_finding *finding = &outcome.findings[i];
    memset(finding, 0, sizeof *finding);
    finding->kind = (enum wb_finding_kind)chance_below(chance, WB_FINDING_KIND_COUNT);
    finding->count = 1 + chance_next(chance);
    finding->index = (int64_t)damage_number(chance);
    random_name(chance, finding->array, sizeof finding->array);
    random_name(chance, finding->message, sizeof finding->message);
  }
  outcome.n_lines = chance_below(chance, 3);
  memset(outcome.lines, 0, outcome.n_lines * sizeof *outcome.lines);
  if (chance_one_in(chance, 2)) {
    outcome.text = wb_strdup("printed\n");
    outcome.text_length = strlen(outcome.text);
  }
  outcome.knows_touched = chance_one_in(chance, 2);
  outcome.n_touched = chance_below(chance, 4);
  outcome.touched = wb_alloc(4 * sizeof *outcome.touched);
  for (uint32_t i = 0; i < outcome.n_touched; i++)
    outcome.touched[i] = (struct wb_touched){
        .start = i, .end = i + 1, .arg = i / 2, .reads = true, .writes = chance_one_in(chance, 2)};
  wb_put_outcome(out, &outcome);
  wb_outcome_release(&outcome);
}

static void put_random_launch(struct chance *chance, struct wb_str *out) {
  static struct wb_arg args[4];
  struct wb_launch launch = {.kernel = "add",
                             .program = chance_below(chance, 3),
                             .dimensions = 1 + chance_below(chance, 3),
                             .global = {64, 1, 1},
                             .local = {16, 1, 1},
                             .args = args,
                             .n_args = chance_below(chance, 5)};
  memset(args, 0, sizeof args);
  for (int i = 0; i < 4; i++) {
    args[i].kind = (enum wb_arg_kind)chance_below(chance, WB_ARG_LOCAL + 1);
    args[i].name = "argument";
    args[i].type = (struct wb_dtype){WB_FLOAT, 4};
  }
  wb_put_launch(out, &launch);
}

static void put_random_info(struct chance *chance, struct wb_str *out) {
  static struct wb_device_info info;
  memset(&info, 0, sizeof info);
  random_name(chance, info.name, sizeof info.name);
  random_name(chance, info.selector, sizeof info.selector);
  info.global_memory = damage_number(chance);
  wb_put_info(out, &info);
}

static void put_random_kernel_info(struct chance *chance, struct wb_str *out) {
  static struct wb_kernel_info info;
  memset(&info, 0, sizeof info);
  info.n_params = chance_below(chance, 4);
  for (size_t i = 0; i < info.n_params; i++)
    random_name(chance, info.params[i].name, sizeof info.params[i].name);
  wb_put_kernel_info(out, &info);
}

static void put_random_build_result(struct chance *chance, struct wb_str *out) {
  struct wb_build_result result;
  char name[40];
  wb_build_result_init(&result);
  random_name(chance, name, sizeof name);
  result.log = wb_strdup(name);
  result.kernels = chance_one_in(chance, 2) ? wb_strdup("a;b") : NULL;
  result.program = 7;
  wb_put_build_result(out, &result);
  wb_build_result_release(&result);
}

static void put_random_build_request(struct chance *chance, struct wb_str *out) {
  static const char *const folders[] = {"include", "", "/usr/include"};
  char options[40];
  random_name(chance, options, sizeof options);
  const struct wb_build_request request = {
      .source = "kernel\0void",
      .length = chance_below(chance, 12),
      .file_name = "k.cl",
      .include_directory = chance_one_in(chance, 2) ? "kernels/include" : NULL,
      .more_includes = folders,
      .n_more_includes = chance_below(chance, 4),
      .options = options,
      .profile = chance_one_in(chance, 2)};
  wb_put_build_request(out, &request);
}

static void put_buffer(struct chance *chance, struct wb_str *out) {
  const struct wb_buffer_desc desc = {
      .name = "a",
      .type = {WB_FLOAT, 1},
      .bytes = chance_one_in(chance, 8) ? (size_t)damage_number(chance) : 256,
      .access = WB_BUFFER_READ_WRITE};
  wb_put_buffer_desc(out, &desc);
}

/* Each reads a record and writes what it has understood. */
static void again_outcome(struct wb_reader *in, struct wb_str *out) {
  struct wb_outcome outcome;
  wb_outcome_init(&outcome);
  wb_get_outcome(in, &outcome);
  if (!in->bad) wb_put_outcome(out, &outcome);
  wb_outcome_release(&outcome);
}
static void again_launch(struct wb_reader *in, struct wb_str *out) {
  struct wb_launch launch;
  wb_get_launch(in, &launch);
  if (!in->bad) wb_put_launch(out, &launch);
  wb_launch_release(&launch);
}
static void again_info(struct wb_reader *in, struct wb_str *out) {
  static struct wb_device_info info;
  wb_get_info(in, &info);
  if (!in->bad) wb_put_info(out, &info);
}
static void again_kernel_info(struct wb_reader *in, struct wb_str *out) {
  static struct wb_kernel_info info;
  wb_get_kernel_info(in, &info);
  if (!in->bad) wb_put_kernel_info(out, &info);
}
static void again_build_result(struct wb_reader *in, struct wb_str *out) {
  struct wb_build_result result;
  wb_build_result_init(&result);
  wb_get_build_result(in, &result);
  if (!in->bad) wb_put_build_result(out, &result);
  wb_build_result_release(&result);
}
static void again_build_request(struct wb_reader *in, struct wb_str *out) {
  struct wb_build_request request;
  wb_get_build_request(in, &request);
  if (!in->bad) wb_put_build_request(out, &request);
  wb_build_request_release(&request);
}
static void again_buffer_desc(struct wb_reader *in, struct wb_str *out) {
  struct wb_buffer_desc desc;
  wb_get_buffer_desc(in, &desc);
  if (!in->bad) wb_put_buffer_desc(out, &desc);
  wb_buffer_desc_release(&desc);
}

static const struct {
  const char *name;
  void (*put)(struct chance *chance, struct wb_str *out);
  void (*again)(struct wb_reader *in, struct wb_str *out);
} records[] = {
    {"outcome", put_random_outcome, again_outcome},
    {"launch", put_random_launch, again_launch},
    {"device info", put_random_info, again_info},
    {"kernel info", put_random_kernel_info, again_kernel_info},
    {"build request", put_random_build_request, again_build_request},
    {"build result", put_random_build_result, again_build_result},
    {"buffer", put_buffer, again_buffer_desc},
};
enum { N_RECORDS = sizeof records / sizeof records[0] };

/* True where the record was refused, or read to its end and written again as it was. */
static bool faithful(size_t which, const struct wb_str *record) {
  struct wb_str again;
  wb_str_init(&again);
  /* A copy of its own, so that a sanitizer sees a byte too many. */
  char *copy = memcpy(malloc(record->length + 1), record->data, record->length);
  char *exact = memcpy(malloc(record->length > 0 ? record->length : 1), copy, record->length);
  struct wb_reader in = wb_reader_of(exact, record->length);
  records[which].again(&in, &again);
  bool refused = in.bad || !wb_reader_done(&in);
  bool same = again.length == record->length && memcmp(again.data, copy, record->length) == 0;
  free(copy);
  free(exact);
  wb_str_release(&again);
  return refused || same;
}

static void decoders_take_only_what_encoders_write(void) {
  struct fuzz_rounds fuzz = fuzz_begin(50000);
  while (fuzz_next(&fuzz)) {
    struct chance chance;
    struct wb_str record;
    chance_begin(&chance, fuzz.seed);
    wb_str_init(&record);
    const size_t which = chance_below(&chance, N_RECORDS);
    records[which].put(&chance, &record);
    bool right = faithful(which, &record);
    damage(&chance, &record);
    right &= faithful(which, &record);
    wb_str_release(&record);
    if (CHECK(right)) continue;
    printf("# %s, seed %llu\n", records[which].name, (unsigned long long)fuzz.seed);
    break;
  }
  printf("# %llu records\n", (unsigned long long)fuzz.done);
}

/* ---- a real worker that is sent garbage ----------------------------------------------- */

struct talk {
  struct wb_process process;
  int socket;
  uint32_t sequence;
};

static int staging(void) {
  int fd = memfd_create("staging", MFD_CLOEXEC);
  return fd >= 0 && ftruncate(fd, STAGING_BYTES) == 0 ? fd : -1;
}

static bool talk_begin(struct talk *talk, const char *program, const char *const argv[]) {
  int ends[2] = {-1, -1}, staging_fd = staging();
  char *path = wb_helper_path(program);
  const char *const words[] = {path, argv[0], argv[1], NULL};
  bool begun = path != NULL && wb_socket_pair(ends, NULL) == WB_OK;
  /* What it says is of interest to a person who plays a seed again. */
  const struct wb_fd_map fds[] = {
      {ends[1], WB_WORKER_FD}, {staging_fd, WB_STAGING_FD}, {STDERR_FILENO, STDERR_FILENO}};
  const struct wb_spawn spawn = {.argv = words,
                                 .fds = fds,
                                 .n_fds = getenv("FUZZ_SEED") != NULL ? 3 : 2,
                                 .new_group = true,
                                 .die_with_parent = true};
  memset(talk, 0, sizeof *talk);
  begun = begun && wb_process_spawn(&talk->process, &spawn, NULL) == WB_OK;
  talk->socket = ends[0];
  if (ends[1] >= 0) close(ends[1]);
  if (staging_fd >= 0) close(staging_fd);
  free(path);
  return begun;
}

/* False where it ended as no process of ours should. */
static bool talk_end(struct talk *talk) {
  struct wb_exit end = {0};
  close(talk->socket);
  bool ended = wb_process_wait(&talk->process, ANSWER_MS, &end, NULL) == WB_OK;
  if (!ended) wb_process_kill(&talk->process);
  bool well = ended && end.exited && (end.code == 0 || end.code == 1);
  if (!well)
    printf("# %s, code %d, signal %d\n", ended ? "it ended" : "it does not end", end.code,
           end.signal);
  return well;
}

/* What an answer says, in `in` over `content`; false where the worker is gone or silent. */
static bool answer(struct talk *talk, struct wb_str *content, struct wb_reader *in) {
  struct wb_record_header header;
  bool got = wb_read_exact(talk->socket, &header, sizeof header, ANSWER_MS, NULL) == WB_OK &&
             header.length <= WB_RECORD_MAX;
  wb_str_clear(content);
  while (got && content->length < header.length) {
    char piece[4096];
    size_t left = header.length - content->length;
    size_t part = left < sizeof piece ? left : sizeof piece;
    got = wb_read_exact(talk->socket, piece, part, ANSWER_MS, NULL) == WB_OK;
    if (got) wb_str_add_bytes(content, piece, part);
  }
  *in = wb_reader_of(content->data, content->length);
  return got;
}

static bool send_record(struct talk *talk, enum wb_operation operation, enum wb_record_role role,
                        const struct wb_str *content) {
  struct wb_record_header header = {.length = (uint32_t)content->length,
                                    .operation = operation,
                                    .sequence = role == WB_RECORD_POST ? 0 : ++talk->sequence,
                                    .role = role};
  return wb_write_exact(talk->socket, &header, sizeof header, ANSWER_MS, NULL) == WB_OK &&
         wb_write_exact(talk->socket, content->data, content->length, ANSWER_MS, NULL) == WB_OK;
}

static bool ask(struct talk *talk, enum wb_operation operation, const struct wb_str *content,
                struct wb_str *reply, struct wb_reader *in) {
  const bool sent = send_record(talk, operation, WB_RECORD_REQUEST, content);
  const bool silent =
      operation == WB_OP_LAUNCH || operation == WB_OP_ENQUEUE || operation == WB_OP_WAKE;
  return sent && (silent || answer(talk, reply, in));
}

static const char SOURCE[] =
    "kernel void add(global float *out, global const float *a, uint n, local float *t) {\n"
    "  size_t i = get_global_id(0);\n"
    "  t[get_local_id(0)] = a[i];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  if (i < n) out[i] = t[get_local_id(0)] + 1;\n"
    "}\n";

static void put_build(struct wb_str *out) {
  const struct wb_build_request request = {.source = SOURCE,
                                           .length = sizeof SOURCE - 1,
                                           .file_name = "k.cl",
                                           .options = "-DN=1",
                                           .time_limit_ms = 30000};
  wb_put_build_request(out, &request);
}

static void put_part(struct chance *chance, struct wb_str *out, bool write) {
  const bool wild = chance_one_in(chance, 3);
  const uint64_t length = wild ? damage_number(chance) : 64;
  const bool staged = chance_one_in(chance, 2);
  wb_put_u32(out, 1 + chance_below(chance, 4));
  wb_put_u64(out, wild ? damage_number(chance) : 0);
  wb_put_u64(out, length);
  wb_put_u32(out, staged);
  wb_put_u64(out, chance_one_in(chance, 3) ? damage_number(chance) : 0);
  if (write && !staged) wb_put_bytes(out, SOURCE, 64);
}

static void put_fill(struct chance *chance, struct wb_str *out) {
  wb_put_u32(out, 1 + chance_below(chance, 4));
  wb_put_u64(out, chance_one_in(chance, 3) ? damage_number(chance) : 0);
  wb_put_u64(out, chance_one_in(chance, 3) ? damage_number(chance) : 64);
  wb_put_bytes(out, "abcd", chance_below(chance, 5));
}

static void put_copy(struct chance *chance, struct wb_str *out) {
  for (int side = 0; side < 2; side++) {
    wb_put_u32(out, 1 + chance_below(chance, 4));
    wb_put_u64(out, chance_one_in(chance, 3) ? damage_number(chance) : 64U * (unsigned)side);
  }
  wb_put_u64(out, chance_one_in(chance, 3) ? damage_number(chance) : 64);
}

/* A launch that mostly can be, with numbers here and there that cannot; its time limit stays
 * short whatever else is damaged. */
static void put_launch(struct chance *chance, struct wb_str *out) {
  struct wb_arg args[4] = {
      {.kind = WB_ARG_BUFFER, .name = "out", .type = {WB_FLOAT, 1}, .value.buffer = 1},
      {.kind = WB_ARG_BUFFER, .name = "a", .type = {WB_FLOAT, 1}, .value.buffer = 2},
      {.kind = WB_ARG_SCALAR, .name = "n", .type = {WB_UINT, 1}, .value.scalar = {64}},
      {.kind = WB_ARG_LOCAL, .name = "t", .type = {WB_FLOAT, 1}, .value.local_bytes = 64}};
  struct wb_launch launch = {.kernel = "add",
                             .program = 1,
                             .dimensions = 1,
                             .global = {64, 1, 1},
                             .local = {16, 1, 1},
                             .args = args,
                             .n_args = 4,
                             .limits = {50, 64 << 20, 1 << 16, 1000}};
  size_t *const sizes[] = {&launch.global[0], &launch.local[0], &launch.offset[0],
                           &launch.global[1], &launch.local[1], &args[3].value.local_bytes,
                           &args[2].bytes};
  if (chance_one_in(chance, 2)) *sizes[chance_below(chance, 7)] = (size_t)damage_number(chance);
  if (chance_one_in(chance, 8))
    args[chance_below(chance, 4)].type.lanes = (unsigned)damage_number(chance);
  if (chance_one_in(chance, 8))
    args[chance_below(chance, 2)].value.buffer = chance_below(chance, 6);
  if (chance_one_in(chance, 8)) launch.n_args = chance_below(chance, 5);
  if (chance_one_in(chance, 8)) launch.subgroup = (uint32_t)damage_number(chance);
  if (chance_one_in(chance, 8)) launch.limits.memory_bytes = damage_number(chance);
  if (chance_one_in(chance, 8)) launch.trace_bytes = damage_number(chance);
  if (chance_one_in(chance, 8)) launch.dimensions = (unsigned)damage_number(chance);
  if (chance_one_in(chance, 8))
    args[chance_below(chance, 4)].image.kind =
        (enum wb_image_kind)chance_below(chance, WB_IMAGE_KIND_COUNT);
  wb_put_launch(out, &launch);
}

/* Of none of the launches mostly: of more than there are, none can be. */
static void put_finish(struct chance *chance, struct wb_str *out) {
  const unsigned expected = chance_below(chance, 4);
  wb_put_u32(out, chance_one_in(chance, 8) ? chance_below(chance, 3) : 0);
  wb_put_u32(out, expected);
  for (unsigned i = 0; i < expected; i++) put_part(chance, out, false);
}

static enum wb_operation put_any(struct chance *chance, struct wb_str *out) {
  const enum wb_operation operation =
      (enum wb_operation)(WB_OP_INFO + chance_below(chance, WB_OP_COUNT - 1));
  switch (operation) {
    case WB_OP_BUFFER_CREATE:
      wb_put_u32(out, chance_below(chance, 8));
      put_buffer(chance, out);
      break;
    case WB_OP_BUFFER_WRITE:
      put_part(chance, out, true);
      break;
    case WB_OP_BUFFER_READ:
      put_part(chance, out, false);
      break;
    case WB_OP_BUFFER_FILL:
      put_fill(chance, out);
      break;
    case WB_OP_BUFFER_COPY:
      put_copy(chance, out);
      break;
    case WB_OP_BUFFER_RELEASE:
    case WB_OP_BUFFER_STATE:
      wb_put_u32(out, chance_below(chance, 6));
      break;
    case WB_OP_PROGRAM_RELEASE:
      wb_put_u32(out, 2 + chance_below(chance, 6));
      break;
    case WB_OP_LAUNCH:
      put_launch(chance, out);
      break;
    case WB_OP_FINISH:
      put_finish(chance, out);
      break;
    case WB_OP_KERNEL_INFO:
      wb_put_u32(out, chance_below(chance, 3));
      wb_put_text(out, chance_one_in(chance, 2) ? "add" : "sub");
      break;
    case WB_OP_BUILD:
    case WB_OP_PREPARE:
      put_build(out);
      break;
    default:
      break;
  }
  return operation;
}

/* The buffers and the program that the requests name. */
static bool furnish(struct talk *talk, struct chance *chance) {
  struct wb_str request, reply;
  struct wb_reader in;
  wb_str_init(&request);
  wb_str_init(&reply);
  bool going = answer(talk, &reply, &in);
  put_build(&request);
  going = going && ask(talk, WB_OP_BUILD, &request, &reply, &in) && wb_get_u32(&in) == WB_OK &&
          wb_get_bool(&in);
  for (int i = 0; i < 3 && going; i++) {
    wb_str_clear(&request);
    wb_put_u32(&request, (wb_handle)i + 1);
    put_buffer(chance, &request);
    going = ask(talk, WB_OP_BUFFER_CREATE, &request, &reply, &in);
  }
  wb_str_release(&request);
  wb_str_release(&reply);
  return going;
}

/* Requests until the worker hangs up, at most `most`. A damaged launch could ask for more time
 * than there is: it is sent only where it does not. */
static uint64_t pester(struct talk *talk, struct chance *chance, unsigned most) {
  struct wb_str request, reply;
  struct wb_reader in;
  uint64_t sent = 0;
  bool going = true;
  wb_str_init(&request);
  wb_str_init(&reply);
  while (going && sent < most) {
    wb_str_clear(&request);
    const enum wb_operation operation = put_any(chance, &request);
    const bool costly = operation == WB_OP_LAUNCH || operation == WB_OP_BUILD;
    if (!costly && chance_one_in(chance, 60)) damage(chance, &request);
    if (operation == WB_OP_BUILD && !chance_one_in(chance, 20)) continue;
    /* What fails where it is posted ends all but the talking; what may not be is hung up on. */
    if (chance_one_in(chance, 200))
      going = send_record(talk, operation, WB_RECORD_POST, &request);
    else
      going = ask(talk, operation, &request, &reply, &in);
    sent++;
  }
  wb_str_release(&request);
  wb_str_release(&reply);
  return sent;
}

static void no_request_crashes_a_worker(void) {
  static const char *const ARGV[] = {"--serve", "emulator"};
  struct fuzz_rounds fuzz = fuzz_begin(15);
  uint64_t count = 0;
  while (fuzz_next(&fuzz)) {
    struct chance chance;
    struct talk talk;
    chance_begin(&chance, fuzz.seed);
    if (!talk_begin(&talk, "workbench-emulator", ARGV)) {
      tap_skip("there is no emulator");
      return;
    }
    bool ready = CHECK(furnish(&talk, &chance));
    if (ready) count += pester(&talk, &chance, 200);
    bool well = CHECK(talk_end(&talk));
    if (ready && well) continue;
    printf("# seed %llu\n", (unsigned long long)fuzz.seed);
    break;
  }
  printf("# %llu requests\n", (unsigned long long)count);
}

/* ---- a client that is answered garbage -------------------------------------------------- */

static void no_answer_crashes_a_client(void) {
  struct fuzz_rounds fuzz = fuzz_begin(200);
  const int before = open_descriptors();
  while (fuzz_next(&fuzz)) {
    struct wb_device *device = NULL;
    struct wb_device_info info;
    struct wb_kernel_info kernel;
    struct wb_build_result built;
    struct wb_build_request request = {
        .source = "kernel", .length = 6, .file_name = "k.cl", .options = "", .time_limit_ms = 100};
    char selector[64];
    struct wb_error err = {0};
    snprintf(selector, sizeof selector, "garble:%llu", (unsigned long long)fuzz.seed);
    wb_build_result_init(&built);
    if (open_fake_worker(selector, -1, &device, &err) == WB_OK) {
      wb_device_info(device, &info, &err);
      wb_device_build(device, &request, &built, &err);
      wb_kernel_info(device, built.program, "right", &kernel, &err);
      wb_device_finish(device, &err);
    }
    wb_device_close(device);
    wb_build_result_release(&built);
    if (CHECK(no_children()) && CHECK_INT(open_descriptors(), before)) continue;
    printf("# seed %llu\n", (unsigned long long)fuzz.seed);
    break;
  }
  printf("# %llu conversations\n", (unsigned long long)fuzz.done);
}

int main(int argc, char **argv) {
  fake_worker_main(argc, argv);
  lab_use_build();
  tap_run("a decoder takes only what its encoder would have written",
          decoders_take_only_what_encoders_write);
  tap_run("no request crashes a worker", no_request_crashes_a_worker);
  tap_run("no answer crashes a client, or leaves a process or a descriptor behind",
          no_answer_crashes_a_client);
  return tap_finish();
}
