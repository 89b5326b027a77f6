/* A judge that waits for its job: used where it fits and lives, else missed by
 * nobody. First with shell scripts in its place, then the real one. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/process.h"
#include "judge_client/client.h"
#include "judge_run.h"
#include "result/judge_protocol.h"
#include "result/result_json.h"
#include "tap.h"

static char folder[] = "/tmp/wb-spare-XXXXXX";

/* `waiting` is done on "wait", `running` on "run"; each run is noted in "log". */
static void be_judged_by(const char *waiting, const char *running) {
  struct wb_error err = {0};
  char *path = wb_path_join(folder, "workbench-judge");
  char *log = wb_path_join(folder, "log");
  char *text = wb_format("#!/bin/sh\necho $1 >> %s\nif [ $1 = wait ]; then\n%s\nelse\n%s\nfi\n",
                         log, waiting, running);
  unlink(path);
  unlink(log);
  CHECK_INT(wb_file_create(path, text, strlen(text), &err), WB_OK);
  chmod(path, 0755);
  free(text);
  free(log);
  free(path);
}

/* What was started, "wait run" …, and forgets it. */
static void expect_started(const char *expected) {
  char *path = wb_path_join(folder, "log");
  struct wb_str log;
  wb_str_init(&log);
  wb_file_read(path, 4096, &log, NULL);
  for (size_t i = 0; i < log.length; i++)
    if (log.data[i] == '\n') log.data[i] = i + 1 < log.length ? ' ' : '\0';
  CHECK_STRING(log.data, expected);
  wb_str_release(&log);
  free(path);
}

static void until_started(void) {
  char *path = wb_path_join(folder, "log");
  for (int i = 0; i < TAP_HANG_MS / 10 && !wb_file_exists(path); i++) usleep(10000);
  free(path);
}

static int open_descriptors(void) {
  DIR *open = opendir("/proc/self/fd");
  int count = 0;
  while (open != NULL && readdir(open) != NULL) count++;
  if (open != NULL) closedir(open);
  return count;
}

/* Nor a zombie: what did not end at once is buried when it does. */
static bool no_children(void) {
  uint64_t start = wb_clock_ns();
  siginfo_t info;
  while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         wb_elapsed_ms(start) < TAP_HANG_MS)
    usleep(1000);
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD;
}

static void expect_case(struct wb_judge **spare, const char *device, const char *name) {
  struct wb_judge *judge = NULL;
  struct wb_error err = {0};
  struct wb_event event = {0};
  struct wb_run_options options = {
      .course = "/c", .puzzle = "p", .file = "k", .device = device, .spare = spare};
  uint64_t start = wb_clock_ns();
  CHECK_INT(wb_judge_start(&options, &judge, &err), WB_OK);
  CHECK(*spare == NULL);
  int fd = judge != NULL ? wb_judge_fd(judge) : -1;
  while (judge != NULL && event.kind == WB_EVENT_NONE && wb_elapsed_ms(start) < TAP_HANG_MS) {
    uint64_t call = wb_clock_ns();
    CHECK_INT(wb_judge_next(judge, &event, &err), WB_OK);
    CHECK(wb_elapsed_ms(call) < TAP_HANG_MS); /* what it listens to says nothing for longer */
    usleep(1000);
  }
  CHECK_INT(event.kind, WB_EVENT_CASE);
  CHECK_STRING(event.name, name);
  CHECK_INT(judge != NULL ? wb_judge_fd(judge) : -1, fd);
  wb_event_release(&event);
  wb_judge_free(judge);
}

#define SAY(name) \
  "echo '{\"event\":\"case\",\"index\":1,\"total\":1,\"name\":\"" name "\"}' >&3; sleep 600"
#define TAKE "head -c 1 <&4 >/dev/null; "

static void expect_with(const char *waiting, const char *name, const char *started) {
  struct wb_judge *spare = NULL;
  be_judged_by(waiting, SAY("fresh"));
  wb_judge_spare_keep(&spare, "/c", NULL);
  CHECK(spare != NULL);
  until_started();
  usleep(50000);
  expect_case(&spare, "emulator", name);
  expect_started(started);
}

static void a_spare_gets_the_job(void) { expect_with(TAKE SAY("spare"), "spare", "wait"); }

static void a_useless_spare_is_missed_by_nobody(void) {
  expect_with("exit 1", "fresh", "wait run");
  expect_with("kill -KILL $$", "fresh", "wait run");
  expect_with(TAKE "exit 1", "fresh", "wait run");
  expect_with(TAKE "echo nonsense >&3; sleep 600", "fresh", "wait run");
  expect_with(TAKE "exec 3>&-; exit 0", "fresh", "wait run");
  expect_with("echo '{\"event\":\"compiling\"}' >&3; sleep 600", "fresh", "wait run");
}

static void a_spare_that_hangs_is_given_up(void) {
  expect_with("kill -STOP $$", "fresh", "wait run");
}

/* What it says of its job counts, as any judge's word. */
static void a_spare_that_spoke_is_not_replaced(void) {
  struct wb_judge *spare = NULL;
  struct wb_result result;
  struct wb_error err = {0};
  struct wb_run_options options = {.course = "/c", .puzzle = "p", .file = "k", .spare = &spare};
  be_judged_by(TAKE "echo '{\"event\":\"compiling\"}' >&3; sleep 0.2; exit 7", SAY("fresh"));
  wb_judge_spare_keep(&spare, "/c", NULL);
  CHECK_INT(judge_run(&options, NULL, &result, &err), WB_OK);
  CHECK_INT(result.verdict, WB_VERDICT_JUDGE_ERROR);
  CHECK(result.detail != NULL && strstr(result.detail, "exit code 7") != NULL);
  wb_result_release(&result);
  expect_started("wait");
}

static void another_course_or_device_is_not_its_job(void) {
  struct wb_judge *spare = NULL, *first;
  be_judged_by(TAKE SAY("spare"), SAY("fresh"));
  wb_judge_spare_keep(&spare, "/c", "emulator");
  expect_case(&spare, "opencl:0.0", "fresh");
  wb_judge_spare_keep(&spare, "/other", NULL);
  expect_case(&spare, NULL, "fresh");
  wb_judge_spare_keep(&spare, "/c", NULL);
  first = spare;
  wb_judge_spare_keep(&spare, "/c", NULL);
  CHECK(spare == first);
  wb_judge_spare_keep(&spare, "/c", "opencl:0.0");
  CHECK(spare == NULL);
}

static void nothing_is_left(void) {
  struct wb_judge *spare = NULL;
  int before = open_descriptors();
  be_judged_by(TAKE SAY("spare"), SAY("fresh"));
  wb_judge_spare_keep(&spare, "/c", NULL);
  wb_judge_free(spare);
  spare = NULL;
  wb_judge_spare_keep(&spare, "/c", NULL);
  expect_case(&spare, NULL, "spare");
  expect_with("exit 1", "fresh", "wait run");
  expect_with(TAKE "exit 1", "fresh", "wait run");
  CHECK_INT(open_descriptors(), before);
  CHECK(no_children());
}

/* ---- orders -------------------------------------------------------------------------- */

static void orders_arrive(void) {
  static const char WORDS[][24] = {"run", "", "a name\nof two lines"};
  int ends[2];
  struct wb_judge_order sent, got;
  struct wb_error err = {0};
  CHECK_INT(wb_socket_pair(ends, &err), WB_OK);
  wb_judge_order_init(&sent);
  for (size_t i = 0; i < 3; i++) wb_names_add(&sent.arguments, WORDS[i]);
  for (int text = 0; text < 2; text++) {
    wb_judge_order_init(&got);
    sent.has_source = text == 1;
    if (sent.has_source) wb_str_add_bytes(&sent.source, "a\0b", 3);
    CHECK_INT(wb_judge_order_send(ends[0], &sent, &err), WB_OK);
    CHECK_INT(wb_judge_order_receive(ends[1], 1000, &got, &err), WB_OK);
    if (CHECK_INT(got.arguments.count, 3))
      for (size_t i = 0; i < 3; i++) CHECK_STRING(got.arguments.items[i], WORDS[i]);
    CHECK_INT(got.has_source, sent.has_source);
    CHECK_INT(got.source.length, sent.source.length);
    CHECK(memcmp(got.source.data, sent.source.data, sent.source.length) == 0);
    wb_judge_order_release(&got);
  }
  wb_judge_order_release(&sent);
  close(ends[0]);
  close(ends[1]);
}

static void expect_refused(int ends[2], const char *bytes, size_t length) {
  struct wb_judge_order got;
  struct wb_error err = {0};
  wb_judge_order_init(&got);
  CHECK_INT((int)send(ends[0], bytes, length, 0), (int)length);
  CHECK_INT(wb_judge_order_receive(ends[1], 1000, &got, &err), WB_ERR_PROTOCOL);
  wb_judge_order_release(&got);
}

static void what_is_no_order_is_refused(void) {
  int ends[2];
  struct wb_judge_order got;
  struct wb_error err = {0};
  CHECK_INT(wb_socket_pair(ends, &err), WB_OK);
  wb_judge_order_init(&got);
  CHECK_INT(wb_judge_order_receive(ends[1], 20, &got, &err), WB_ERR_LIMIT);
  expect_refused(ends, "\xff\xff\xff\xff", 4);
  expect_refused(ends, "\x08\0\0\0\x01\0\0\0\xff\0\0\0", 12);
  expect_refused(ends, "\x04\0\0\0\0\0\0\0", 8); /* neither text nor none */
  expect_refused(ends, "\x0c\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0", 16);
  close(ends[0]);
  CHECK_INT(wb_judge_order_receive(ends[1], 1000, &got, &err), WB_ERR_CRASH);
  close(ends[1]);
  wb_judge_order_release(&got);
}

/* Whatever comes is taken or refused, and nothing is read beyond it. */
static void random_orders_do_no_harm(void) {
  uint64_t state = 7;
  for (int round = 0; round < 500; round++) {
    unsigned char bytes[64];
    struct wb_judge_order got;
    struct wb_error err = {0};
    int ends[2];
    const unsigned length = 4 + (unsigned)round % (sizeof bytes - 4);
    for (unsigned i = 0; i < sizeof bytes; i++) {
      state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
      /* Mostly small numbers, which are counts and lengths that fit. */
      bytes[i] = (state >> 60) < 4 ? (unsigned char)(state >> 40) & 7 : 0;
    }
    bytes[0] = (unsigned char)(length - 4);
    bytes[1] = bytes[2] = bytes[3] = 0;
    CHECK_INT(wb_socket_pair(ends, &err), WB_OK);
    wb_judge_order_init(&got);
    CHECK_INT((int)send(ends[0], bytes, length, 0), (int)length);
    const enum wb_status status = wb_judge_order_receive(ends[1], 1000, &got, &err);
    CHECK(status == WB_OK || status == WB_ERR_PROTOCOL);
    wb_judge_order_release(&got);
    close(ends[0]);
    close(ends[1]);
  }
}

static void a_long_order_needs_a_reader(void) {
  int ends[2];
  struct wb_judge_order order;
  struct wb_error err = {0};
  CHECK_INT(wb_socket_pair(ends, &err), WB_OK);
  wb_judge_order_init(&order);
  order.has_source = true;
  char *text = wb_alloc(2 << 20);
  wb_str_add_bytes(&order.source, text, 2 << 20);
  CHECK_INT(wb_judge_order_send(ends[0], &order, &err), WB_ERR_LIMIT);
  for (int i = 0; i < 2; i++) wb_str_add_bytes(&order.source, text, 2 << 20);
  CHECK_INT(wb_judge_order_send(ends[0], &order, &err), WB_ERR_USAGE);
  free(text);
  wb_judge_order_release(&order);
  close(ends[0]);
  close(ends[1]);
}

/* ---- the real judge ------------------------------------------------------------------ */

/* All of a result but its times. */
static char *judged(const char *course, const char *puzzle, const char *file, bool waits) {
  struct wb_judge *spare = NULL;
  struct wb_result result;
  struct wb_error err = {0};
  struct wb_run_options options = {.course = course, .puzzle = puzzle, .file = file};
  struct wb_str text;
  options.spare = waits ? &spare : NULL;
  if (waits) wb_judge_spare_keep(&spare, course, NULL);
  wb_str_init(&text);
  CHECK_INT(judge_run(&options, NULL, &result, &err), WB_OK);
  result.elapsed_ms = 0;
  for (size_t i = 0; i < result.n_cases; i++) result.cases[i].time_ns = 0;
  json_t *json = wb_result_to_json(&result);
  char *got = json_dumps(json, JSON_INDENT(1) | JSON_SORT_KEYS);
  json_decref(json);
  wb_result_release(&result);
  wb_judge_free(spare);
  return got;
}

static void results_are_the_same(void) {
  static const char *const FILES[][2] = {{"01-map", "accepted.cl"},
                                         {"01-map", "wrong/zeros.cl"},
                                         {"03-guards", "accepted.cl"},
                                         {"01-map", "no-such-file.cl"}};
  char *root = wb_path_join(WB_TEST_BUILD, "tests/course");
  char *emulator = wb_path_join(WB_TEST_BUILD, "workbench-emulator");
  bool built = wb_file_exists(emulator);
  if (!built) tap_skip("workbench-emulator is not built");
  for (size_t i = 0; built && i < sizeof FILES / sizeof FILES[0]; i++) {
    char *file = wb_format("%s/solutions/%s/%s", root, FILES[i][0], FILES[i][1]);
    char *with = judged(root, FILES[i][0], file, true);
    char *without = judged(root, FILES[i][0], file, false);
    CHECK_STRING(with, without);
    free(with);
    free(without);
    free(file);
  }
  free(emulator);
  free(root);
}

/* ---- a judge for all saves ----------------------------------------------------------- */

/* A course of one puzzle, `out = WANTED`, where WANTED comes from a module. */
struct small_course {
  char *root, *spec, *module, *about, *header, *kernel;
};

static const char SPEC[] =
    "%s\nlocal wanted = require 'wanted'\n"
    "return require('puzzle').kernel {\n"
    "  title = 'T', concept = 'C', entry = 'map',\n"
    "  params = { { name = 'out', kind = 'output', type = 'int', shape = { 4 } } },\n"
    "  cases = { { name = 'one', global = { 4 }, ['local'] = { 4 } } },\n"
    "  reference = function(case)\n"
    "    return { out = { wanted, wanted, wanted, wanted } }\n  end,\n}\n";

static void put(const char *path, const char *text) {
  struct wb_error err = {0};
  if (!CHECK_INT(wb_file_write_atomic(path, text, strlen(text), &err), WB_OK))
    printf("# %s\n", err.message);
}

static void put_spec(const struct small_course *course, const char *first) {
  char *text = wb_format(SPEC, first);
  put(course->spec, text);
  free(text);
}

static void put_number(const char *path, const char *format, int number) {
  char *text = wb_format(format, number);
  put(path, text);
  free(text);
}

static void make_small_course(struct small_course *course) {
  struct wb_error err = {0};
  course->root = wb_path_join(folder, "course");
  course->spec = wb_path_join(course->root, "puzzles/01-small/puzzle.lua");
  course->module = wb_path_join(course->root, "lua/wanted.lua");
  course->about = wb_path_join(course->root, "course.lua");
  course->header = wb_path_join(course->root, "kernels/include/answer.h");
  course->kernel = wb_path_join(course->root, "k.cl");
  for (size_t i = 0; i < 3; i++) {
    const char *files[] = {course->spec, course->module, course->header};
    char *parent = wb_path_dirname(files[i]);
    CHECK_INT(wb_make_directories(parent, &err), WB_OK);
    free(parent);
  }
  put_spec(course, "-- as it was");
  put_number(course->module, "return %d\n", 7);
  put_number(course->header, "#define ANSWER %d\n", 7);
  put(course->kernel,
      "#include \"answer.h\"\n"
      "__kernel void map(__global int *out) { out[get_global_id(0)] = ANSWER; }\n");
}

static void release_small_course(struct small_course *course) {
  free(course->root);
  free(course->spec);
  free(course->module);
  free(course->about);
  free(course->header);
  free(course->kernel);
}

/* Saves the kernel once more, with a judge that waits for it. */
static void expect_save(const struct small_course *course, struct wb_judge **spare,
                        enum wb_verdict verdict) {
  struct wb_result result;
  struct wb_error err = {0};
  const struct wb_run_options options = {.course = course->root,
                                         .puzzle = "01-small",
                                         .file = course->kernel,
                                         .spare = spare,
                                         .keeps_on = true};
  wb_judge_spare_keep(spare, course->root, NULL);
  CHECK_INT(judge_run(&options, NULL, &result, &err), WB_OK);
  if (!CHECK_INT(result.verdict, verdict)) printf("# %s\n", result.detail);
  wb_result_release(&result);
}

/* The only child of this process. */
static pid_t only_child(void) {
  char *path = wb_format("/proc/self/task/%d/children", (int)getpid());
  FILE *file = fopen(path, "r");
  int pid = 0, more = 0;
  if (file == NULL || fscanf(file, "%d", &pid) != 1 || fscanf(file, "%d", &more) == 1) pid = 0;
  if (file != NULL) fclose(file);
  free(path);
  return pid;
}

static void one_judge_serves_all_saves(void) {
  struct small_course course;
  struct wb_judge *spare = NULL;
  make_small_course(&course);
  expect_save(&course, &spare, WB_VERDICT_ACCEPTED);
  const pid_t first = only_child();
  CHECK(first > 0);
  put(course.kernel, "__kernel void map(__global int *out) { out[get_global_id(0)] = 8; }\n");
  expect_save(&course, &spare, WB_VERDICT_WRONG_ANSWER);
  put(course.kernel, "__kernel void map(");
  expect_save(&course, &spare, WB_VERDICT_COMPILE_ERROR);
  put(course.kernel, "__kernel void map(__global int *out) { out[get_global_id(0)] = 7; }\n");
  expect_save(&course, &spare, WB_VERDICT_ACCEPTED);
  CHECK_INT(only_child(), first);
  wb_judge_free(spare);
  release_small_course(&course);
}

/* Each within the same second, and of the same length, as what was there before. */
static void a_save_is_judged_by_the_course_as_it_is(void) {
  struct small_course course;
  struct wb_judge *spare = NULL;
  make_small_course(&course);
  expect_save(&course, &spare, WB_VERDICT_ACCEPTED);
  const pid_t first = only_child();
  put_number(course.module, "return %d\n", 8);
  expect_save(&course, &spare, WB_VERDICT_WRONG_ANSWER);
  put_number(course.header, "#define ANSWER %d\n", 8);
  expect_save(&course, &spare, WB_VERDICT_ACCEPTED);
  CHECK_INT(only_child(), first);
  put_spec(&course, "if 1 == 1 then error 'no more' end");
  expect_save(&course, &spare, WB_VERDICT_JUDGE_ERROR);
  put_spec(&course, "-- as it was");
  expect_save(&course, &spare, WB_VERDICT_ACCEPTED);
  put(course.about, "return 1\n");
  expect_save(&course, &spare, WB_VERDICT_JUDGE_ERROR);
  unlink(course.about);
  expect_save(&course, &spare, WB_VERDICT_ACCEPTED);
  unlink(course.module);
  expect_save(&course, &spare, WB_VERDICT_JUDGE_ERROR);
  put_spec(&course, "if pcall(require, 'strict') then error 'strict' end");
  put_number(course.module, "return %d\n", 8);
  expect_save(&course, &spare, WB_VERDICT_ACCEPTED);
  char *strict = wb_path_join(course.root, "lua/strict.lua");
  put(strict, "return true\n");
  expect_save(&course, &spare, WB_VERDICT_JUDGE_ERROR);
  unlink(strict);
  expect_save(&course, &spare, WB_VERDICT_ACCEPTED);
  wb_judge_free(spare);
  free(strict);
  release_small_course(&course);
}

/* Whether a process has not ended: one that is ending has no memory before it closes its files, so
 * that only its state tells. */
static bool runs(pid_t pid) {
  char *path = wb_format("/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "r");
  char state = 'Z';
  if (file == NULL || fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = 'Z';
  if (file != NULL) fclose(file);
  free(path);
  return state != 'Z' && state != 'X';
}

/* The judge's own fork, which starts host programs; 0: there is none. */
static pid_t runner_of(pid_t judge) {
  char *path = wb_format("/proc/%d/task/%d/children", (int)judge, (int)judge);
  FILE *file = fopen(path, "r");
  pid_t found = 0;
  for (int pid = 0; file != NULL && fscanf(file, "%d", &pid) == 1;) {
    char *name_path = wb_format("/proc/%d/cmdline", pid);
    struct wb_str name;
    wb_str_init(&name);
    if (wb_file_read(name_path, 4096, &name, NULL) == WB_OK &&
        strstr(name.data, "workbench-judge") != NULL)
      found = pid;
    wb_str_release(&name);
    free(name_path);
  }
  if (file != NULL) fclose(file);
  free(path);
  return found;
}

static void a_judge_that_has_lost_a_process_is_replaced(void) {
  struct small_course course;
  struct wb_judge *spare = NULL;
  make_small_course(&course);
  expect_save(&course, &spare, WB_VERDICT_ACCEPTED);
  const pid_t first = only_child(), runner = runner_of(first);
  if (CHECK(runner > 0)) kill(runner, SIGKILL);
  const uint64_t start = wb_clock_ns();
  while (runs(runner) && wb_elapsed_ms(start) < TAP_HANG_MS) usleep(1000);
  expect_save(&course, &spare, WB_VERDICT_ACCEPTED);
  CHECK(only_child() != first);
  wb_judge_free(spare);
  release_small_course(&course);
}

/* What a spec prints is printed for each save. */
static void a_judge_whose_spec_prints_does_not_stay(void) {
  struct small_course course;
  struct wb_judge *spare = NULL;
  make_small_course(&course);
  put_spec(&course, "print 'hello'");
  expect_save(&course, &spare, WB_VERDICT_ACCEPTED);
  CHECK(spare == NULL);
  release_small_course(&course);
}

/* The kernel is a link that leads elsewhere: a judge that reads the file itself refuses it. */
static void a_link_is_refused_as_ever(void) {
  struct small_course course;
  struct wb_judge *spare = NULL;
  make_small_course(&course);
  expect_save(&course, &spare, WB_VERDICT_ACCEPTED);
  char *elsewhere = wb_path_join(folder, "elsewhere.cl");
  put(elsewhere, "__kernel void map(__global int *out) { out[get_global_id(0)] = 7; }\n");
  unlink(course.kernel);
  CHECK_INT(symlink(elsewhere, course.kernel), 0);
  expect_save(&course, &spare, WB_VERDICT_SECURITY_VIOLATION);
  wb_judge_free(spare);
  spare = NULL;
  unlink(course.kernel);
  expect_save(&course, &spare, WB_VERDICT_JUDGE_ERROR);
  wb_judge_free(spare);
  free(elsewhere);
  release_small_course(&course);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  setenv("WORKBENCH_LIBEXEC", folder, 1);
  setenv("WORKBENCH_CACHE", "off", 1);
  tap_run("a judge that waits gets the job", a_spare_gets_the_job);
  tap_run("one that died or babbles is replaced in silence", a_useless_spare_is_missed_by_nobody);
  tap_run("one that hangs is given up", a_spare_that_hangs_is_given_up);
  tap_run("one that spoke of its job is believed", a_spare_that_spoke_is_not_replaced);
  tap_run("another course or device is not its job", another_course_or_device_is_not_its_job);
  tap_run("no process and no descriptor is left", nothing_is_left);
  tap_run("orders arrive, with a text or without", orders_arrive);
  tap_run("what is no order is refused", what_is_no_order_is_refused);
  tap_run("random orders do no harm", random_orders_do_no_harm);
  tap_run("an order that is too long, or that nobody reads, fails", a_long_order_needs_a_reader);
  setenv("WORKBENCH_LIBEXEC", WB_TEST_BUILD, 1);
  tap_run("results are the same with and without", results_are_the_same);
  char *emulator = wb_path_join(WB_TEST_BUILD, "workbench-emulator");
  if (wb_file_exists(emulator)) {
    tap_run("one judge serves all saves", one_judge_serves_all_saves);
    tap_run("each by the course's files as they are", a_save_is_judged_by_the_course_as_it_is);
    tap_run("or another one where it has lost a process",
            a_judge_that_has_lost_a_process_is_replaced);
    tap_run("but not where the spec prints", a_judge_whose_spec_prints_does_not_stay);
    tap_run("and a link that leads out is refused", a_link_is_refused_as_ever);
  }
  free(emulator);
  char *command = wb_format("rm -rf %s", folder);
  int cleaned = system(command);
  free(command);
  return cleaned != 0 ? cleaned : tap_finish();
}
