#include "authoring/check_cache.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "device/registry.h"
#include "result/event_json.h"

enum { FORMAT = 2 };

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

/* Programs, and what the compiler reads beside the course. */
static void add_programs(struct wb_sha256 *sha) {
  static const char *const programs[] = {"workbench-judge", "workbench-host", "workbench-emulator",
                                         "workbench-compiler", "workbench-opencl"};
  struct wb_file_states headers = {.count = 0};
  char *own_include = wb_own_include_folder();
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
  if (own_include != NULL) wb_file_states_add_all(&headers, own_include);
  for (size_t i = 0; i < headers.count; i++) {
    wb_sha256_add_text(sha, headers.items[i].path);
    wb_sha256_add_text(sha, headers.items[i].state);
  }
  wb_file_states_release(&headers);
  free(own_include);
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

static void find_machine(struct wb_sha256 *sha, const struct wb_device_list *devices) {
  wb_sha256_init(sha);
  wb_sha256_add_text(sha, "check " WB_VERSION);
  wb_sha256_add_number(sha, FORMAT);
  add_programs(sha);
  add_devices(sha, devices);
  add_environment(sha);
}

void wb_check_cache_open(struct wb_check_cache *cache, const struct wb_device_list *devices) {
  *cache =
      (struct wb_check_cache){.folder = wb_cache_folder_of(WB_CACHE_OF_CHECKS), .devices = devices};
  find_machine(&cache->machine, devices);
}

void wb_check_cache_release(struct wb_check_cache *cache) {
  wb_file_memory_release(&cache->memory);
  free(cache->folder);
  *cache = (struct wb_check_cache){.folder = NULL};
}

/* ---- results ------------------------------------------------------------------------------- */

static void key_of(const struct wb_sha256 *machine, const struct wb_run_options *options,
                   unsigned char key[WB_SHA256_BYTES]) {
  struct wb_sha256 sha = *machine;
  struct wb_judge_order order;
  wb_judge_order_init(&order);
  wb_run_options_order(options, &order);
  for (size_t i = 0; i < order.arguments.count; i++)
    wb_sha256_add_text(&sha, order.arguments.items[i]);
  if (order.has_key) wb_sha256_add(&sha, &order.key, sizeof order.key);
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
  key_of(&cache->machine, &judgement->options, key);
  wb_str_init(&text);
  bool found = wb_cache_get(cache->folder, key, &text) && parse_result(&text, judgement);
  if (found && !wb_file_states_hold(&judgement->result.files, &cache->memory)) {
    wb_result_release(&judgement->result);
    found = false;
  }
  wb_str_release(&text);
  return found;
}

/* Programs that were built anew meanwhile may have judged. */
static bool is_same_machine(const struct wb_check_cache *cache) {
  struct wb_sha256 now, then = cache->machine;
  unsigned char found[WB_SHA256_BYTES], known[WB_SHA256_BYTES];
  find_machine(&now, cache->devices);
  wb_sha256_finish(&now, found);
  wb_sha256_finish(&then, known);
  return memcmp(found, known, sizeof known) == 0;
}

static bool is_certain(const struct wb_result *result) {
  return result->verdict != WB_VERDICT_JUDGE_ERROR &&
         (result->verdict != WB_VERDICT_TIME_LIMIT || result->checks);
}

void wb_check_cache_keep(const struct wb_judgement *judgement, void *data) {
  struct wb_check_cache *cache = data;
  unsigned char key[WB_SHA256_BYTES];
  struct wb_str text;
  struct wb_result result = judgement->result;
  if (!can_be_kept(cache, &judgement->options) || !is_certain(&result) || result.files.count == 0 ||
      !wb_file_states_hold(&result.files, &cache->memory) || !is_same_machine(cache))
    return;
  const struct wb_event event = {.kind = WB_EVENT_RESULT, .result = &result};
  result.source = NULL; /* whoever asks has it */
  result.source_length = 0;
  key_of(&cache->machine, &judgement->options, key);
  wb_str_init(&text);
  wb_event_print(&event, 0, &text);
  wb_cache_put(cache->folder, key, text.data, text.length);
  wb_str_release(&text);
}
