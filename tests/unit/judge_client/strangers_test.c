/* One judge that takes texts of different people: each is judged as by a judge of its own, and
 * nothing of one is there for the next: no process, no byte in a process, no descriptor, no file,
 * nothing in the cache that it is given. */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "judge_client/client.h"
#include "judge_run.h"
#include "result/result_json.h"
#include "tap.h"

static char *root;   /* the course */
static char *places; /* a folder for the cache and for what is temporary */

/* ---- judging ------------------------------------------------------------------------------- */

static struct wb_run_options options_of(const char *puzzle, const char *text, bool strangers) {
  return (struct wb_run_options){.course = root,
                                 .puzzle = puzzle,
                                 .file = "/nowhere/answer.cl",
                                 .source = text,
                                 .source_length = strlen(text),
                                 .keeps_on = true,
                                 .strangers = strangers};
}

/* All of a result but its times; released. */
static char *text_of(struct wb_result *result) {
  result->elapsed_ms = 0;
  for (size_t i = 0; i < result->n_cases; i++) result->cases[i].time_ns = 0;
  json_t *json = wb_result_to_json(result);
  char *text = json_dumps(json, JSON_INDENT(1) | JSON_SORT_KEYS);
  json_decref(json);
  wb_result_release(result);
  return text;
}

/* *judge is NULL at first. */
static char *judge_by(struct wb_judge **judge, const struct wb_run_options *options) {
  struct wb_result result = {0};
  struct wb_error err = {0};
  enum wb_status status =
      *judge != NULL ? wb_judge_again(*judge, options, &err) : wb_judge_start(options, judge, &err);
  if (status == WB_OK) status = judge_wait(*judge, NULL, &result, &err);
  if (!CHECK_INT(status, WB_OK)) printf("# %s\n", err.message);
  return text_of(&result);
}

static char *judge_alone(const char *puzzle, const char *text) {
  struct wb_run_options options = options_of(puzzle, text, false);
  struct wb_judge *judge = NULL;
  options.keeps_on = false;
  char *result = judge_by(&judge, &options);
  wb_judge_free(judge);
  return result;
}

/* ---- texts ----------------------------------------------------------------------------------- */

static const char MARK[] = "stranger_was_here_4711";

/* Right for 01-map, and with the mark in a name, in a string, in a constant array, and in a
 * comment.
 */
static const char MARKED[] =
    "// stranger_was_here_4711\n"
    "__constant char stranger_was_here_4711[] = \"stranger_was_here_4711\";\n"
    "__kernel void map(__global float *out, __global const float *a) {\n"
    "  const size_t i = get_global_id(0);\n"
    "  if (i == 0) printf(\"%s\\n\", stranger_was_here_4711);\n"
    "  out[i] = a[i] + 10.0f;\n}\n";
static const char RIGHT[] =
    "__kernel void map(__global float *out, __global const float *a) {\n"
    "  const size_t i = get_global_id(0);\n  out[i] = a[i] + 10.0f;\n}\n";
static const char SPIN[] =
    "__kernel void map(__global float *out, __global const float *a) {\n"
    "  volatile int i = 0;\n  while (i >= 0) i = 0;\n  out[get_global_id(0)] = a[0] + i;\n}\n";
static const char BEYOND[] =
    "__kernel void map(__global float *out, __global const float *a) {\n"
    "  const size_t i = get_global_id(0);\n  out[i + 1] = a[i] + 10.0f;\n}\n";
static const char NONSENSE[] = "__kernel void map(";
static const char UNKNOWN_MACRO[] =
    "#ifdef LEFT_BEHIND\n#error somebody left this\n#endif\n"
    "__kernel void map(__global float *out, __global const float *a) {\n"
    "  const size_t i = get_global_id(0);\n  out[i] = a[i] + 10.0f;\n}\n";
static const char LEAVES_MACRO[] =
    "#define LEFT_BEHIND 1\n#pragma OPENCL EXTENSION all : enable\n#pragma clang diagnostic "
    "ignored "
    "\"-Weverything\"\n__kernel void map(__global float *out, __global const float *a) {\n"
    "  const size_t i = get_global_id(0);\n  out[i] = a[i] + 10.0f;\n}\n";
/* Reads memory that nobody in its own launch has written. */
static const char CURIOUS[] =
    "__kernel void map(__global float *out, __global const float *a) {\n"
    "  __private int old[256];\n  int sum = 0;\n"
    "  for (int k = 0; k < 256; k++) sum |= old[k];\n"
    "  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f + (float)(sum & 1);\n}\n";

static void results_are_those_of_separate_judges(void) {
  static const char *const TEXTS[] = {RIGHT,   MARKED, BEYOND,       NONSENSE,      RIGHT,
                                      SPIN,    RIGHT,  LEAVES_MACRO, UNKNOWN_MACRO, MARKED,
                                      CURIOUS, "",     RIGHT,        BEYOND,        MARKED};
  struct wb_judge *judge = NULL;
  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    const struct wb_run_options options = options_of("01-map", TEXTS[i], true);
    char *got = judge_by(&judge, &options), *expected = judge_alone("01-map", TEXTS[i]);
    if (!CHECK_STRING(got, expected)) printf("# text %zu\n", i);
    free(got);
    free(expected);
  }
  wb_judge_free(judge);
}

static void puzzles_may_change(void) {
  static const char *const PUZZLES[] = {"01-map", "03-guards", "05-shared-memory", "01-map"};
  struct wb_judge *judge = NULL;
  for (size_t i = 0; i < sizeof PUZZLES / sizeof PUZZLES[0]; i++) {
    char *path = wb_format("%s/solutions/%s/accepted.cl", root, PUZZLES[i]);
    char *text = wb_file_read_text(path, 1 << 20, NULL);
    const struct wb_run_options options = options_of(PUZZLES[i], text, true);
    char *got = judge_by(&judge, &options), *expected = judge_alone(PUZZLES[i], text);
    CHECK_STRING(got, expected);
    CHECK(strstr(got, "\"verdict\": \"accepted\"") != NULL);
    free(got);
    free(expected);
    free(text);
    free(path);
  }
  wb_judge_free(judge);
}

/* ---- processes ------------------------------------------------------------------------------ */

struct processes {
  pid_t ids[256];
  size_t count;
};

static void add_children(struct processes *list, pid_t parent) {
  char *path = wb_format("/proc/%d/task/%d/children", (int)parent, (int)parent);
  FILE *file = fopen(path, "re");
  int id;
  while (file != NULL && list->count < 256 && fscanf(file, "%d", &id) == 1) {
    list->ids[list->count++] = id;
    add_children(list, id);
  }
  if (file != NULL) fclose(file);
  free(path);
}

/* "workbench-emula". Static storage. */
static const char *name_of(pid_t id) {
  static char name[64];
  char *path = wb_format("/proc/%d/comm", (int)id);
  FILE *file = fopen(path, "re");
  if (file == NULL || fgets(name, sizeof name, file) == NULL) name[0] = '\0';
  name[strcspn(name, "\n")] = '\0';
  if (file != NULL) fclose(file);
  free(path);
  return name;
}

/* Workers, compilers, clang, launches: all that descends from this process but the judge, which
 * runs nothing of a learner's and is the parent of none of these, and reapers, which closed
 * everything and have run nothing since before there was any text. */
static struct processes find_workers(void) {
  struct processes all = {.count = 0}, workers = {.count = 0};
  add_children(&all, getpid());
  for (size_t i = 0; i < all.count; i++)
    if (strcmp(name_of(all.ids[i]), "workbench-judge") != 0 &&
        strcmp(name_of(all.ids[i]), "workbench-reap") != 0)
      workers.ids[workers.count++] = all.ids[i];
  return workers;
}

static bool range_has(int memory, unsigned long begin, unsigned long end, const char *mark) {
  enum { PIECE = 1 << 20, MARK_MAX = 64 };
  const size_t length = strlen(mark);
  char *bytes = wb_alloc(PIECE + MARK_MAX);
  bool found = false;
  for (unsigned long at = begin; at < end && !found; at += PIECE) {
    const size_t wanted = end - at < PIECE + length ? end - at : PIECE + length;
    const ssize_t got = pread(memory, bytes, wanted, (off_t)at);
    if (got <= 0) break; /* a page that was never there */
    found = memmem(bytes, (size_t)got, mark, length) != NULL;
  }
  free(bytes);
  return found;
}

/* Whether the process has the mark anywhere in its memory. `looked` says whether it could be read.
 */
static bool process_has(pid_t id, const char *mark, bool *looked) {
  char *memory_path = wb_format("/proc/%d/mem", (int)id);
  char *maps_path = wb_format("/proc/%d/maps", (int)id);
  const int memory = open(memory_path, O_RDONLY | O_CLOEXEC);
  FILE *maps = fopen(maps_path, "re");
  char *line = NULL;
  size_t capacity = 0;
  bool found = false;
  *looked = memory >= 0 && maps != NULL;
  while (*looked && !found && getline(&line, &capacity, maps) > 0) {
    unsigned long begin, end;
    char rights[5];
    if (sscanf(line, "%lx-%lx %4s", &begin, &end, rights) == 3 && rights[0] == 'r' &&
        strstr(line, "[v") == NULL)
      found = range_has(memory, begin, end, mark);
  }
  free(line);
  if (maps != NULL) fclose(maps);
  if (memory >= 0) close(memory);
  free(memory_path);
  free(maps_path);
  return found;
}

/* How many workers have the mark; those that were looked at are counted by their programs. */
struct look {
  size_t emulators, compilers, with_mark;
};

static struct look look_for(const char *mark) {
  struct look look = {0};
  const struct processes workers = find_workers();
  for (size_t i = 0; i < workers.count; i++) {
    bool looked;
    look.with_mark += process_has(workers.ids[i], mark, &looked);
    look.emulators += looked && wb_starts_with(name_of(workers.ids[i]), "workbench-emul");
    look.compilers += looked && wb_starts_with(name_of(workers.ids[i]), "workbench-comp");
  }
  return look;
}

/* Once what ends by itself has ended: what waits for the next text is the emulator's worker, its
 * fork, and the compiler. */
static struct look look_when_quiet(const char *mark) {
  struct look look = look_for(mark);
  for (int i = 0; i < TAP_HANG_MS / 20; i++) {
    const bool quiet = look.emulators == 2 && look.compilers == 1 && find_workers().count == 3;
    if (quiet && look.with_mark == 0) break;
    usleep(20000);
    look = look_for(mark);
  }
  return look;
}

/* That the mark would be found: where all texts are one person's, it is. */
static void one_persons_texts_may_stay(void) {
  const struct wb_run_options marked = options_of("01-map", MARKED, false);
  struct wb_judge *judge = NULL;
  free(judge_by(&judge, &marked));
  CHECK(look_for(MARK).with_mark > 0);
  wb_judge_free(judge);
}

static void no_process_has_a_byte_of_the_text(void) {
  const struct wb_run_options marked = options_of("01-map", MARKED, true),
                              right = options_of("01-map", RIGHT, true);
  struct wb_judge *judge = NULL;
  for (int turn = 0; turn < 3; turn++) {
    char *result = judge_by(&judge, &marked);
    CHECK(strstr(result, MARK) != NULL); /* it printed it */
    free(result);
    const struct look look = look_when_quiet(MARK);
    CHECK_INT(look.with_mark, 0);
    CHECK_INT(look.emulators, 2);
    CHECK_INT(look.compilers, 1);
    free(judge_by(&judge, &right));
  }
  wb_judge_free(judge);
}

/* ---- descriptors ----------------------------------------------------------------------------- */

/* What a process has open, a line each, without what the kernel numbers anew. */
static void list_descriptors(pid_t id, struct wb_names *list) {
  char *folder = wb_format("/proc/%d/fd", (int)id);
  DIR *open = opendir(folder);
  for (const struct dirent *entry = open != NULL ? readdir(open) : NULL; entry != NULL;
       entry = readdir(open)) {
    char *path = wb_path_join(folder, entry->d_name), target[256];
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length > 0 && entry->d_name[0] != '.') {
      target[length] = '\0';
      wb_names_add(list, target);
    }
    free(path);
  }
  if (open != NULL) closedir(open);
  free(folder);
}

static bool is_emulator(pid_t id) { return wb_starts_with(name_of(id), "workbench-emul"); }

/* The fork that waits for a text: the emulator that an emulator has started, `*server`. Numbers
 * come again, so that it need not have the larger one. */
static pid_t find_fork(pid_t *server) {
  const struct processes workers = find_workers();
  pid_t fork = 0;
  for (size_t i = 0; i < workers.count; i++) {
    struct processes children = {.count = 0};
    if (is_emulator(workers.ids[i])) add_children(&children, workers.ids[i]);
    for (size_t j = 0; j < children.count; j++) {
      if (!is_emulator(children.ids[j])) continue;
      fork = children.ids[j];
      *server = workers.ids[i];
    }
  }
  return fork;
}

/* Those that are also in `others`, where that is given. */
static size_t count_sockets(const struct wb_names *list, const struct wb_names *others) {
  size_t count = 0;
  for (size_t i = 0; i < list->count; i++)
    count += wb_starts_with(list->items[i], "socket:") &&
             (others == NULL || wb_names_have(others, list->items[i]));
  return count;
}

/* It has closed what is the server's, and has asked for a compiler of its own. */
static bool has_begun(const struct wb_names *list, pid_t server) {
  struct wb_names others;
  wb_names_init(&others);
  list_descriptors(server, &others);
  const bool begun = count_sockets(list, NULL) == 2 && count_sockets(list, &others) < 2;
  wb_names_release(&others);
  return begun;
}

/* What the fork that waits has open, once it has begun. */
static pid_t list_fork(struct wb_names *list) {
  pid_t server = 0, fork = find_fork(&server);
  list_descriptors(fork, list);
  for (int i = 0; i < TAP_HANG_MS / 20 && !has_begun(list, server); i++) {
    usleep(20000);
    wb_names_release(list);
    wb_names_init(list);
    fork = find_fork(&server);
    list_descriptors(fork, list);
  }
  return fork;
}

/* Of a socket or a piece of memory. */
static bool is_own(const char *target) {
  return wb_starts_with(target, "socket:") || strstr(target, "memfd:") != NULL;
}

static void no_descriptor_stays(void) {
  const struct wb_run_options marked = options_of("01-map", MARKED, true);
  struct wb_judge *judge = NULL;
  struct wb_names before, after;
  wb_names_init(&before);
  wb_names_init(&after);
  free(judge_by(&judge, &marked));
  look_when_quiet(MARK);
  const pid_t first = list_fork(&before);
  free(judge_by(&judge, &marked));
  look_when_quiet(MARK);
  const pid_t second = list_fork(&after);
  CHECK(first != second);
  CHECK(before.count > 0);
  CHECK_INT(after.count, before.count);
  for (size_t i = 0; i < after.count; i++)
    if (wb_starts_with(after.items[i], "socket:") && wb_names_have(&before, after.items[i]))
      CHECK(!"a socket of the one before is there");
  CHECK_INT(count_sockets(&after, NULL), 2); /* to the judge, and to a compiler of its own */
  for (size_t i = 0; i < after.count; i++)
    CHECK(is_own(after.items[i]) || strcmp(after.items[i], "/dev/null") == 0);
  wb_names_release(&before);
  wb_names_release(&after);
  wb_judge_free(judge);
}

/* ---- files ------------------------------------------------------------------------------------
 */

static void list_files(const char *folder, struct wb_names *list) {
  DIR *open = opendir(folder);
  for (const struct dirent *entry = open != NULL ? readdir(open) : NULL; entry != NULL;
       entry = readdir(open)) {
    if (entry->d_name[0] == '.') continue;
    char *path = wb_path_join(folder, entry->d_name);
    if (wb_is_directory(path))
      list_files(path, list);
    else
      wb_names_add(list, path);
    free(path);
  }
  if (open != NULL) closedir(open);
}

static struct wb_names files_of_places(void) {
  struct wb_names list;
  wb_names_init(&list);
  list_files(places, &list);
  return list;
}

static bool write_nonsense(const char *path) {
  FILE *file = fopen(path, "we");
  const bool written = file != NULL && fputs("nonsense", file) >= 0;
  return file != NULL && fclose(file) == 0 && written;
}

/* "17-0123…": what has not got its name in the cache yet. */
static bool is_being_written(const struct wb_names *files) {
  for (size_t i = 0; i < files->count; i++)
    if (strchr(wb_path_basename(files->items[i]), '-') != NULL) return true;
  return false;
}

/* Once there are so many, all of them whole. */
static struct wb_names files_when_kept(size_t count) {
  struct wb_names files = files_of_places();
  for (int i = 0; (files.count < count || is_being_written(&files)) && i < TAP_HANG_MS / 20; i++) {
    usleep(20000);
    wb_names_release(&files);
    files = files_of_places();
  }
  return files;
}

/* What the second text's compilation left is as if there had been no first: a text finds nothing in
 * the cache but what was made of that very text. */
static void the_cache_gives_a_text_its_own_alone(void) {
  const struct wb_run_options marked = options_of("01-map", MARKED, true);
  char other[sizeof RIGHT + 32];
  struct wb_judge *judge = NULL;
  snprintf(other, sizeof other, "%s// another text\n", RIGHT);
  const struct wb_run_options right = options_of("01-map", other, true);
  free(judge_by(&judge, &marked));
  look_when_quiet(MARK);
  struct wb_names before = files_when_kept(1);
  /* Whoever took an entry of another text would now get nonsense. */
  for (size_t i = 0; i < before.count; i++) CHECK(write_nonsense(before.items[i]));
  CHECK(before.count > 0);
  char *got = judge_by(&judge, &right);
  look_when_quiet(MARK);
  CHECK(strstr(got, "\"verdict\": \"accepted\"") != NULL);
  struct wb_names after = files_when_kept(before.count + 1);
  CHECK_INT(after.count, before.count + 1);
  for (size_t i = 0; i < before.count; i++) {
    char *bytes = wb_file_read_text(before.items[i], 1 << 20, NULL);
    CHECK_STRING(bytes != NULL ? bytes : "", "nonsense");
    free(bytes);
  }
  for (size_t i = 0; i < after.count; i++) CHECK(strstr(after.items[i], "/cache/") != NULL);
  free(got);
  wb_names_release(&before);
  wb_names_release(&after);
  wb_judge_free(judge);
}

/* ---- what goes wrong --------------------------------------------------------------------------
 */

/* Whoever kills one of them disturbs no later text. Where the compiler is gone, the next fork of
 * the worker says so and ends, and another judge takes over. */
static void a_lost_worker_is_replaced(void) {
  const struct wb_run_options right = options_of("01-map", RIGHT, true);
  struct wb_judge *judge = NULL;
  char *expected = judge_by(&judge, &right);
  for (int turn = 0; turn < 4; turn++) {
    struct processes workers = find_workers();
    for (int i = 0; workers.count < 2 && i < TAP_HANG_MS / 20; i++) {
      usleep(20000);
      workers = find_workers();
    }
    if (turn < 3 && CHECK(workers.count >= 2))
      kill(workers.ids[(size_t)turn % workers.count], SIGKILL);
    usleep(50000);
    char *got = judge_by(&judge, &right);
    CHECK_STRING(got, expected);
    free(got);
  }
  free(expected);
  wb_judge_free(judge);
}

/* Kills compilers that are at work, as a text would that makes them crash: each fork of the one
 * that waits, and each that is started in a fork's place. */
struct crashes {
  pid_t before; /* waits, and is left alone */
  int wanted, done;
  volatile bool over;
};

static void *crash_compilers(void *data) {
  struct crashes *crashes = data;
  pid_t last = 0;
  while (!crashes->over && crashes->done < crashes->wanted) {
    const struct processes workers = find_workers();
    for (size_t i = 0; i < workers.count; i++) {
      const pid_t id = workers.ids[i];
      if (id == crashes->before || id == last || !wb_starts_with(name_of(id), "workbench-comp"))
        continue;
      usleep(50000);
      last = id;
      crashes->done += kill(id, SIGSEGV) == 0;
    }
    usleep(5000);
  }
  return NULL;
}

static pid_t find_compiler(void) {
  const struct processes workers = find_workers();
  pid_t found = 0;
  for (size_t i = 0; i < workers.count; i++)
    if (wb_starts_with(name_of(workers.ids[i]), "workbench-comp")) found = workers.ids[i];
  return found;
}

/* A sum of 2^15 terms, which takes a while to compile. */
static char *long_text(void) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_add(&text, "#define S0 + a[i]\n");
  for (int i = 1; i <= 15; i++) wb_str_addf(&text, "#define S%d S%d S%d\n", i, i - 1, i - 1);
  wb_str_add(
      &text,
      "__kernel void map(__global float *out, __global const float *a) {\n"
      "  const size_t i = get_global_id(0);\n  out[i] = a[i] + 10.0f - 0.0f * (0.0f S15);\n}\n");
  return wb_str_detach(&text);
}

/* As with a compiler that is the worker's own child: the worker learns from the server how its fork
 * ended, and tries once more with another. */
static void a_text_on_which_the_compiler_crashes_is_at_fault(void) {
  char *text = long_text();
  const struct wb_run_options right = options_of("01-map", RIGHT, true),
                              slow = options_of("01-map", text, true);
  struct wb_judge *judge = NULL;
  free(judge_by(&judge, &right));
  look_when_quiet(MARK);
  struct crashes crashes = {.before = find_compiler(), .wanted = 2};
  pthread_t thread;
  CHECK_INT(pthread_create(&thread, NULL, crash_compilers, &crashes), 0);
  char *got = judge_by(&judge, &slow);
  crashes.over = true;
  pthread_join(thread, NULL);
  CHECK_INT(crashes.done, 2);
  CHECK(strstr(got, "\"verdict\": \"compile-error\"") != NULL);
  if (!CHECK(strstr(got, "compiler crashed on") != NULL)) printf("# %.600s\n", got);
  free(got);
  got = judge_by(&judge, &right);
  CHECK(strstr(got, "\"verdict\": \"accepted\"") != NULL);
  free(got);
  free(text);
  wb_judge_free(judge);
}

static void another_order_than_strangers_is_refused(void) {
  const struct wb_run_options right = options_of("01-map", RIGHT, true),
                              own = options_of("01-map", RIGHT, false);
  struct wb_judge *judge = NULL;
  struct wb_error err = {0};
  free(judge_by(&judge, &right));
  CHECK_INT(wb_judge_again(judge, &own, &err), WB_ERR_USAGE);
  wb_judge_free(judge);
}

int main(void) {
  char folder[] = "/tmp/wb-strangers-XXXXXX";
  char *emulator = wb_path_join(WB_TEST_BUILD, "workbench-emulator");
  const bool built = wb_file_exists(emulator);
  free(emulator);
  if (!built) {
    tap_skip("workbench-emulator is not built");
    return tap_finish();
  }
#if defined(__SANITIZE_ADDRESS__)
  tap_skip("the shadow memory of a sanitizer is too large to be looked through");
  return tap_finish();
#endif
  root = realpath(WB_TEST_BUILD "/tests/course", NULL);
  places = mkdtemp(folder);
  if (places == NULL) return 1;
  setenv("WORKBENCH_LIBEXEC", WB_TEST_BUILD, 1);
  char *cache = wb_path_join(places, "cache"), *temporary = wb_path_join(places, "tmp");
  mkdir(cache, 0700);
  mkdir(temporary, 0700);
  setenv("WORKBENCH_CACHE", cache, 1);
  unsetenv("WORKBENCH_KERNEL_CACHE"); /* that all tests share */
  setenv("TMPDIR", temporary, 1);
  tap_run("each text gets the result that a judge of its own gives",
          results_are_those_of_separate_judges);
  tap_run("they may be answers to different puzzles", puzzles_may_change);
  tap_run("of texts of one person something may stay in a worker", one_persons_texts_may_stay);
  tap_run("of a stranger's no process has a byte when the next one comes",
          no_process_has_a_byte_of_the_text);
  tap_run("none of its descriptors is there", no_descriptor_stays);
  tap_run("it leaves no file, and in the cache nothing that another text is given",
          the_cache_gives_a_text_its_own_alone);
  tap_run("a worker, its fork or a compiler that is killed is replaced", a_lost_worker_is_replaced);
  tap_run("a text on which the compiler crashes twice is at fault, and no later one",
          a_text_on_which_the_compiler_crashes_is_at_fault);
  tap_run("a judge for strangers takes no other orders", another_order_than_strangers_is_refused);
  char *command = wb_format("rm -rf %s", places);
  if (system(command) != 0) printf("# %s stays\n", places);
  free(command);
  free(cache);
  free(temporary);
  free(root);
  return tap_finish();
}
