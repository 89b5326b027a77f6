#include "authoring/check_cache.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "device/registry.h"
#include "result/event_json.h"

enum { FORMAT = 1, FILE_MAX_BYTES = 16 << 20, DEPTH_MAX = 8 };

/* What the files of a puzzle were before any of it was judged. */
struct wb_check_cache_puzzle {
  char *course, *slug;
  bool readable;            /* all could be read: else nothing is kept */
  struct wb_sha256 content; /* with the machine's before it */
  unsigned char state[WB_SHA256_BYTES];
  struct wb_check_cache_puzzle *next;
};

/* ---- the machine ------------------------------------------------------------------------- */

/* Those that say where something is, or how it looks, change no verdict; what is found by them is
 * part of the key itself. */
static bool is_place(const char *variable) {
  static const char *const places[] = {
      "WORKBENCH_CACHE=",        "WORKBENCH_KERNEL_CACHE=", "WORKBENCH_CACHE_MIB=",
      "WORKBENCH_DRIVER_CACHE=", "WORKBENCH_WORK=",         "WORKBENCH_COURSE=",
      "WORKBENCH_BACKGROUND=",   "WORKBENCH_LIBEXEC=",      "WORKBENCH_JOBS="};
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
    if (wb_starts_with(variable, places[i])) return true;
  return false;
}

static void add_environment(struct wb_sha256 *sha) {
  static const char *const ours[] = {"WORKBENCH_", "POCL_", "OCL_", "CL_"};
  struct wb_names set;
  wb_names_init(&set);
  for (char **variable = environ; *variable != NULL; variable++)
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
      if (wb_starts_with(*variable, ours[i]) && !is_place(*variable)) wb_names_add(&set, *variable);
  wb_names_sort(&set);
  wb_sha256_add_number(sha, set.count);
  for (size_t i = 0; i < set.count; i++) wb_sha256_add_text(sha, set.items[i]);
  wb_names_release(&set);
}

/* Programs, and what the compiler reads. */
static void add_programs(struct wb_sha256 *sha) {
  static const char *const programs[] = {"workbench-judge", "workbench-emulator",
                                         "workbench-compiler", "workbench-opencl"};
  for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
    char *path = wb_helper_path(programs[i]);
    wb_sha256_add_number(sha, path != NULL && wb_cache_add_file(sha, path));
    free(path);
  }
#ifdef WB_LLVM_LIBRARIES
  static const char *const files[] = {WB_LLVM_LIBRARIES "/libLLVM.so.19.1",
                                      WB_LLVM_LIBRARIES "/libclang-cpp.so.19.1"};
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
    wb_sha256_add_number(sha, wb_cache_add_file(sha, files[i]));
#endif
}

static void add_devices(struct wb_sha256 *sha, const struct wb_device_list *devices) {
  wb_sha256_add_number(sha, devices->count);
  for (size_t i = 0; i < devices->count; i++) {
    const struct wb_device_info *device = &devices->items[i];
    wb_sha256_add_text(sha, device->selector);
    wb_sha256_add_text(sha, device->name);
    wb_sha256_add_text(sha, device->vendor);
    wb_sha256_add_number(sha, device->checks | device->fp64 << 1 | device->fp16 << 2 |
                                  device->subgroups << 3 | device->shuffles << 4);
    wb_sha256_add_number(sha, device->local_memory);
    wb_sha256_add_number(sha, device->max_group_size);
  }
}

void wb_check_cache_open(struct wb_check_cache *cache, const struct wb_device_list *devices) {
  *cache = (struct wb_check_cache){.folder = wb_cache_folder_of(WB_CACHE_OF_CHECKS)};
  wb_sha256_init(&cache->machine);
  wb_sha256_add_text(&cache->machine, "check " WB_VERSION);
  wb_sha256_add_number(&cache->machine, FORMAT);
  add_programs(&cache->machine);
  add_devices(&cache->machine, devices);
  add_environment(&cache->machine);
}

/* ---- files of the course ------------------------------------------------------------------- */

/* Contents go into `content`, where that is given; which file it is goes into `state`. */
struct file_walk {
  struct wb_sha256 *content, *state;
  bool readable;
};

static void add_content(struct file_walk *walk, const char *path) {
  struct wb_str text;
  const bool exists = wb_file_exists(path);
  wb_sha256_add_text(walk->content, path);
  wb_sha256_add_number(walk->content, exists);
  if (!exists) return;
  wb_str_init(&text);
  walk->readable &= wb_file_read(path, FILE_MAX_BYTES, &text, NULL) == WB_OK;
  wb_sha256_add_number(walk->content, text.length);
  wb_sha256_add(walk->content, text.data, text.length);
  wb_str_release(&text);
}

/* A file, or all of a folder; what is not there is part of the key as well. */
static void add_path(struct file_walk *walk, const char *path, int depth) {
  struct wb_names names;
  const bool is_folder = wb_is_directory(path);
  wb_sha256_add_number(walk->state, wb_cache_add_file(walk->state, path));
  if (!is_folder && walk->content != NULL) add_content(walk, path);
  if (!is_folder) return;
  wb_names_init(&names);
  walk->readable &= depth < DEPTH_MAX && wb_directory_list(path, &names, NULL) == WB_OK;
  if (walk->content != NULL) wb_sha256_add_text(walk->content, path);
  if (walk->content != NULL) wb_sha256_add_number(walk->content, names.count);
  for (size_t i = 0; i < names.count; i++) {
    char *inside = wb_path_join(path, names.items[i]);
    add_path(walk, inside, depth + 1);
    free(inside);
  }
  wb_names_release(&names);
}

/* Of a folder of the puzzle only specs: lessons are for readers. */
static void add_specs(struct file_walk *walk, const char *folder) {
  struct wb_names names;
  wb_names_init(&names);
  walk->readable &= wb_directory_list(folder, &names, NULL) == WB_OK;
  for (size_t i = 0; i < names.count; i++) {
    char *path = wb_path_join(folder, names.items[i]);
    if (wb_ends_with(path, ".lua")) add_path(walk, path, 0);
    free(path);
  }
  wb_names_release(&names);
}

/* Fills `content`, unless that is NULL, and gives the files' state. */
static bool read_puzzle(const char *course, const char *slug, struct wb_sha256 *content,
                        unsigned char digest[WB_SHA256_BYTES]) {
  static const char *const shared[] = {"course.lua", "lua", "kernels/include"};
  struct wb_sha256 state;
  struct file_walk walk = {.content = content, .state = &state, .readable = true};
  char *puzzles = wb_path_join(course, "puzzles"), *folder = wb_path_join(puzzles, slug);
  wb_sha256_init(&state);
  add_programs(&state);
  for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
    char *path = wb_path_join(course, shared[i]);
    add_path(&walk, path, 0);
    free(path);
  }
  char *own_include = wb_own_include_folder();
  if (own_include != NULL) add_path(&walk, own_include, 0);
  add_specs(&walk, folder);
  wb_sha256_finish(&state, digest);
  free(own_include);
  free(folder);
  free(puzzles);
  return walk.readable;
}

static struct wb_check_cache_puzzle *find_puzzle(const struct wb_check_cache *cache,
                                                 const struct wb_run_options *options) {
  struct wb_check_cache_puzzle *one = cache->puzzles;
  while (one != NULL &&
         (strcmp(one->slug, options->puzzle) != 0 || strcmp(one->course, options->course) != 0))
    one = one->next;
  return one;
}

static struct wb_check_cache_puzzle *puzzle_of(struct wb_check_cache *cache,
                                               const struct wb_run_options *options) {
  struct wb_check_cache_puzzle *one = find_puzzle(cache, options);
  if (one != NULL) return one;
  one = wb_alloc(sizeof *one);
  *one = (struct wb_check_cache_puzzle){.course = wb_strdup(options->course),
                                        .slug = wb_strdup(options->puzzle),
                                        .content = cache->machine,
                                        .next = cache->puzzles};
  one->readable = read_puzzle(one->course, one->slug, &one->content, one->state);
  cache->puzzles = one;
  return one;
}

static bool is_unchanged(const struct wb_check_cache_puzzle *puzzle) {
  unsigned char state[WB_SHA256_BYTES];
  return read_puzzle(puzzle->course, puzzle->slug, NULL, state) &&
         memcmp(state, puzzle->state, sizeof state) == 0;
}

void wb_check_cache_release(struct wb_check_cache *cache) {
  while (cache->puzzles != NULL) {
    struct wb_check_cache_puzzle *first = cache->puzzles;
    cache->puzzles = first->next;
    free(first->course);
    free(first->slug);
    free(first);
  }
  free(cache->folder);
  *cache = (struct wb_check_cache){.folder = NULL};
}

/* ---- results ------------------------------------------------------------------------------- */

static void key_of(const struct wb_check_cache_puzzle *puzzle, const struct wb_run_options *options,
                   unsigned char key[WB_SHA256_BYTES]) {
  struct wb_sha256 sha = puzzle->content;
  struct wb_judge_order order;
  wb_judge_order_init(&order);
  wb_run_options_order(options, &order);
  for (size_t i = 0; i < order.arguments.count; i++)
    wb_sha256_add_text(&sha, order.arguments.items[i]);
  wb_sha256_add_number(&sha, order.source.length);
  wb_sha256_add(&sha, order.source.data, order.source.length);
  wb_judge_order_release(&order);
  wb_sha256_finish(&sha, key);
}

/* A file's text may have changed since somebody looked; a text that was given is what it is. */
static bool can_be_kept(const struct wb_check_cache *cache, const struct wb_run_options *options) {
  return cache->folder != NULL && options->source != NULL && !options->trace;
}

static bool parse_result(const struct wb_str *text, struct wb_judgement *judgement) {
  struct wb_event event = {.kind = WB_EVENT_NONE};
  uint32_t patience_ms;
  const bool parsed = wb_event_parse(text->data, text->length, &event, &patience_ms, NULL) == WB_OK;
  const bool found = parsed && event.kind == WB_EVENT_RESULT && event.result != NULL;
  if (found) {
    judgement->result = *event.result;
    free(event.result);
    event.result = NULL;
  }
  if (parsed) wb_event_release(&event);
  return found;
}

bool wb_check_cache_recall(struct wb_judgement *judgement, void *data) {
  struct wb_check_cache *cache = data;
  unsigned char key[WB_SHA256_BYTES];
  struct wb_str text;
  if (!can_be_kept(cache, &judgement->options)) return false;
  const struct wb_check_cache_puzzle *puzzle = puzzle_of(cache, &judgement->options);
  if (!puzzle->readable) return false;
  key_of(puzzle, &judgement->options, key);
  wb_str_init(&text);
  const bool found = wb_cache_get(cache->folder, key, &text) && parse_result(&text, judgement);
  wb_str_release(&text);
  return found;
}

void wb_check_cache_keep(const struct wb_judgement *judgement, void *data) {
  struct wb_check_cache *cache = data;
  unsigned char key[WB_SHA256_BYTES];
  struct wb_str text;
  if (!can_be_kept(cache, &judgement->options) ||
      judgement->result.verdict == WB_VERDICT_JUDGE_ERROR)
    return;
  struct wb_check_cache_puzzle *puzzle = find_puzzle(cache, &judgement->options);
  if (puzzle == NULL || !puzzle->readable) return;
  puzzle->readable = is_unchanged(puzzle);
  if (!puzzle->readable) return;
  struct wb_result result = judgement->result;
  const struct wb_event event = {.kind = WB_EVENT_RESULT, .result = &result};
  result.source = NULL; /* whoever asks has it */
  result.source_length = 0;
  key_of(puzzle, &judgement->options, key);
  wb_str_init(&text);
  wb_event_print(&event, 0, &text);
  wb_cache_put(cache->folder, key, text.data, text.length);
  wb_str_release(&text);
}
