/* A host as a whole: its beginning and end, places of the program, findings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/clock.h"
#include "runtime/private.h"
#include "result/timeline.h"

static const struct wb_limits DEFAULT_LIMITS = {
    .time_ms = 10000, .memory_bytes = (uint64_t)1 << 30, .output_bytes = 1 << 20};

enum { DEFAULT_PENDING = 50000 }; /* some 100 MB */

/* ---- places ------------------------------------------------------------------------------ */

const char *wb_host_intern(struct wb_host *host, const char *file) {
  for (size_t i = host->n_files; i > 0; i--)
    if (strcmp(host->files[i - 1], file) == 0) return host->files[i - 1];
  host->files = wb_grow(host->files, &host->files_capacity, host->n_files + 1, sizeof(char *));
  host->files[host->n_files] = wb_strdup(file);
  return host->files[host->n_files++];
}

struct wb_host_place wb_host_here(struct wb_host *host) {
  struct wb_host_site site;
  site.file[0] = '\0';
  site.line = 0;
  if (host->options.locate != NULL) host->options.locate(host->options.data, &site);
  return (struct wb_host_place){wb_host_intern(host, site.file), site.line};
}

/* SplitMix64 (Steele, Lea, Flood 2014). */
uint64_t wb_host_random(struct wb_host *host, uint64_t below) {
  uint64_t z = (host->random += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return (z ^ (z >> 31)) % below;
}

/* ---- findings ---------------------------------------------------------------------------- */

const char *wb_host_block_name(const struct wb_host_block *block) {
  struct wb_host_block *named = (struct wb_host_block *)block;
  struct wb_host *host = block->host;
  char name[WB_FINDING_NAME_MAX] = "";
  if (block->whole != NULL && host->options.name != NULL &&
      host->options.name(host->options.data, block->whole, name, sizeof name) && name[0] != '\0')
    memcpy(named->name, name, sizeof name);
  if (block->name[0] == '\0')
    snprintf(named->name, sizeof named->name, "the %s buffer of line %u",
             block->side == WB_HOST_SIDE ? "host" : "device", block->made.line);
  return block->name;
}

const char *wb_host_element_words(const struct wb_host_block *block, uint64_t index,
                                  char words[WB_ELEMENT_WORDS_MAX]) {
  const char *name = wb_host_block_name(block);
  /* A name in a program has no spaces; words that stand for one cannot be indexed. */
  if (strchr(name, ' ') == NULL)
    snprintf(words, WB_ELEMENT_WORDS_MAX, "%s[%llu]", name, (unsigned long long)index);
  else
    snprintf(words, WB_ELEMENT_WORDS_MAX, "element %llu of %s", (unsigned long long)index, name);
  return words;
}

/* ---- room ------------------------------------------------------------------------------------ */

uint64_t wb_host_room_left(const struct wb_host *host) {
  const uint64_t most = host->options.memory_bytes;
  return host->room_taken < most ? most - host->room_taken : 0;
}

enum wb_status wb_host_take_room(struct wb_host *host, uint64_t bytes, struct wb_error *err) {
  if (bytes > wb_host_room_left(host))
    return wb_fail(err, WB_ERR_LIMIT,
                   "the events, kernels and views of buffers that the program holds take more than "
                   "%llu bytes: let go of those that it needs no more",
                   (unsigned long long)host->options.memory_bytes);
  host->room_taken += bytes;
  return WB_OK;
}

void wb_host_give_room(struct wb_host *host, uint64_t bytes) { host->room_taken -= bytes; }

/* ---- findings -------------------------------------------------------------------------------- */

static bool is_same_finding(const struct wb_finding *a, const struct wb_finding *b) {
  return a->kind == b->kind && a->severity == b->severity && a->line == b->line &&
         a->column == b->column && a->host_line == b->host_line && a->other.line == b->other.line &&
         strcmp(a->file, b->file) == 0 && strcmp(a->array, b->array) == 0 &&
         strcmp(a->kernel, b->kernel) == 0;
}

static void keep_finding(struct wb_host *host, const struct wb_finding *finding) {
  for (size_t i = 0; i < host->n_findings; i++) {
    if (!is_same_finding(&host->findings[i], finding)) continue;
    host->findings[i].count += finding->count;
    host->findings[i].in_launches += finding->launch > host->findings[i].last_launch;
    host->findings[i].last_launch = finding->last_launch;
    return;
  }
  if (finding->severity == WB_SEVERITY_ERROR)
    host->counts.errors++;
  else
    host->counts.warnings++;
  if (host->n_findings == WB_HOST_MAX_FINDINGS) {
    const size_t place = wb_finding_give_way(host->findings, host->n_findings, finding);
    if (place < host->n_findings) host->findings[place] = *finding;
    return;
  }
  host->findings = wb_grow(host->findings, &host->findings_capacity, host->n_findings + 1,
                           sizeof *host->findings);
  host->findings[host->n_findings++] = *finding;
}

static void fill_finding(struct wb_host *host, struct wb_finding *finding,
                         const struct wb_host_fault *fault, const char *format, va_list args) {
  const struct wb_host_place place = fault->place.file != NULL ? fault->place : wb_host_here(host);
  *finding = (struct wb_finding){.kind = fault->kind,
                                 .severity = fault->severity,
                                 .access = fault->access,
                                 .reason = fault->reason,
                                 .line = place.line,
                                 .has_index = fault->has_index,
                                 .index = fault->index,
                                 .count = 1};
  snprintf(finding->file, sizeof finding->file, "%s", place.file);
  if (fault->block != NULL) {
    finding->memory = fault->block->side == WB_HOST_SIDE ? WB_MEMORY_HOST : WB_MEMORY_GLOBAL;
    snprintf(finding->array, sizeof finding->array, "%s", wb_host_block_name(fault->block));
  }
  if (fault->other.line > 0) {
    finding->other.present = true;
    finding->other.line = fault->other.line;
    if (fault->other.file != place.file && fault->other.file != NULL)
      snprintf(finding->other.file, sizeof finding->other.file, "%s", fault->other.file);
  }
  vsnprintf(finding->message, sizeof finding->message, format, args);
}

void wb_host_report(struct wb_host *host, const struct wb_host_fault *fault, const char *format,
                    ...) {
  struct wb_finding finding;
  va_list args;
  if (host->options.unchecked || (fault->kind == WB_REDUNDANT_WORK && !host->options.warns_of_all))
    return;
  va_start(args, format);
  fill_finding(host, &finding, fault, format, args);
  va_end(args);
  keep_finding(host, &finding);
}

enum wb_status wb_host_refuse(struct wb_host *host, const struct wb_host_fault *fault,
                              struct wb_error *err, const char *format, ...) {
  struct wb_finding finding;
  va_list args;
  va_start(args, format);
  fill_finding(host, &finding, fault, format, args);
  va_end(args);
  keep_finding(host, &finding);
  return wb_fail(err, WB_ERR_USAGE, "%s: %s", wb_finding_kind_name(fault->kind), finding.message);
}

void wb_host_add_finding(struct wb_host *host, const struct wb_finding *finding,
                         struct wb_host_place place) {
  struct wb_finding placed = *finding;
  placed.host_line = place.line;
  placed.in_launches = 1;
  if (place.file != NULL) snprintf(placed.host_file, sizeof placed.host_file, "%s", place.file);
  keep_finding(host, &placed);
}

static uint32_t program_line(const struct wb_finding *finding) {
  return finding->host_line > 0 ? finding->host_line : finding->line;
}

static int compare_findings(const void *a, const void *b) {
  const struct wb_finding *x = a, *y = b;
  if (x->severity != y->severity) return x->severity < y->severity ? -1 : 1;
  if (program_line(x) != program_line(y)) return program_line(x) < program_line(y) ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return x->kind < y->kind ? -1 : x->kind > y->kind;
}

const struct wb_finding *wb_host_findings(const struct wb_host *host, size_t *count) {
  if (host->n_findings > 0)
    qsort(host->findings, host->n_findings, sizeof *host->findings, compare_findings);
  for (size_t i = 0; i < host->n_findings; i++)
    if (host->findings[i].launch > 0) host->findings[i].launches = (uint32_t)host->counts.launches;
  *count = host->n_findings;
  return host->findings;
}

void wb_host_counts(const struct wb_host *host, struct wb_host_counts *counts) {
  *counts = host->counts;
}

const struct wb_array_count *wb_host_arrays(const struct wb_host *host, size_t *count) {
  *count = host->n_arrays;
  return host->arrays;
}

struct wb_host_traced wb_host_traced(const struct wb_host *host) {
  const struct wb_host_program *program = host->traced;
  return (struct wb_host_traced){.bytes = host->trace,
                                 .length = host->trace_length,
                                 .file = program != NULL ? program->file : "",
                                 .source = program != NULL ? program->source : ""};
}

enum wb_outcome_kind wb_host_ended_by(const struct wb_host *host) { return host->ended_by; }

uint64_t wb_host_spent_ns(const struct wb_host *host) { return host->spent_ns; }

const struct wb_timeline *wb_host_timeline(struct wb_host *host) { return host->timeline; }

void wb_host_clear_timeline(struct wb_host *host) {
  if (host->timeline == NULL) return;
  wb_timeline_release(host->timeline);
  wb_timeline_init(host->timeline);
}

/* ---- beginning and end -------------------------------------------------------------------- */

enum wb_status wb_host_new(const struct wb_host_options *options, struct wb_host **out,
                           struct wb_error *err) {
  struct wb_host *host = wb_alloc(sizeof *host);
  host->options = *options;
  host->device_option = wb_strdup(options->device);
  host->options.device = host->device_option;
  host->random = options->seed;
  host->start_ns = wb_clock_ns();
  struct wb_limits *launch = &host->options.launch;
  if (launch->time_ms == 0) launch->time_ms = DEFAULT_LIMITS.time_ms;
  if (launch->memory_bytes == 0) launch->memory_bytes = DEFAULT_LIMITS.memory_bytes;
  if (launch->output_bytes == 0) launch->output_bytes = DEFAULT_LIMITS.output_bytes;
  if (options->whole_ms > 0 && host->options.launch.time_ms > options->whole_ms)
    host->options.launch.time_ms = options->whole_ms;
  if (host->options.max_pending == 0) host->options.max_pending = DEFAULT_PENDING;
  if (host->options.memory_bytes == 0) host->options.memory_bytes = (uint64_t)4 << 30;
  wb_str_init(&host->printed);
  if (options->timeline) {
    host->timeline = wb_alloc(sizeof *host->timeline);
    wb_timeline_init(host->timeline);
  }
  host->memory_fd = memfd_create("workbench-host", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (host->memory_fd < 0 || fcntl(host->memory_fd, F_ADD_SEALS, F_SEAL_SHRINK) != 0) {
    wb_host_free(host);
    return wb_fail_errno(err, "cannot make memory to share with devices");
  }
  *out = host;
  return WB_OK;
}

/* What nobody waited for is carried out all the same, so that what is wrong with it is told. */
static enum wb_status finish_queues(struct wb_host *host, bool died, bool reports,
                                    struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (unsigned i = 0; i < host->n_queues && status == WB_OK; i++) {
    struct wb_host_queue *queue = host->queues[i];
    if (queue->last == NULL) continue;
    struct wb_host_command *last = wb_command_hold(queue->last);
    if (!died && reports && wb_vector_clock_of(&host->clock, i) < last->number)
      wb_host_report(
          host,
          &(struct wb_host_fault){
              .kind = WB_NOT_AWAITED, .severity = WB_SEVERITY_ERROR, .place = last->place},
          "the program ends without waiting for what it enqueued; synchronize, so that "
          "it is done and its errors are seen");
    if (!died) status = wb_host_complete(last, err);
    wb_command_drop(last);
  }
  return status;
}

enum wb_status wb_host_end_part(struct wb_host *host, bool reports, struct wb_error *err) {
  enum wb_status status = finish_queues(host, false, reports, err);
  for (unsigned i = 0; i < host->n_queues; i++)
    wb_vector_clock_join(&host->clock, &host->queues[i]->clock);
  wb_uses_prune(host);
  const enum wb_status after = wb_host_after_wait(host, status == WB_OK ? err : NULL);
  return status != WB_OK ? status : after;
}

static void report_leaks(struct wb_host *host) {
  for (struct wb_host_buffer *buffer = host->buffers; buffer != NULL; buffer = buffer->next) {
    struct wb_host_block *block = buffer->block;
    if (buffer->mapping_of != NULL && !buffer->released)
      wb_host_report(host,
                     &(struct wb_host_fault){.kind = WB_MAPPED_ACCESS,
                                             .severity = WB_SEVERITY_ERROR,
                                             .place = buffer->made,
                                             .block = buffer->mapping_of->block},
                     "maps %s and never unmaps it: the device does not get what was written",
                     wb_host_block_name(buffer->mapping_of->block));
    else if (buffer->mapping_of == NULL && !buffer->is_part && !buffer->released &&
             block->bytes > 0 && !block->leaves_quietly)
      wb_host_report(host,
                     &(struct wb_host_fault){.kind = WB_LEAK,
                                             .severity = WB_SEVERITY_WARNING,
                                             .place = buffer->made,
                                             .block = block},
                     "%s still holds %llu bytes when the program ends", wb_host_block_name(block),
                     (unsigned long long)block->bytes);
  }
}

enum wb_status wb_host_finish(struct wb_host *host, bool died, struct wb_error *err) {
  enum wb_status status = finish_queues(host, died, true, err);
  if (!died) report_leaks(host);
  while (host->blocks != NULL) wb_block_leave(host->blocks);
  if (status == WB_OK && !died) status = wb_host_after_wait(host, err);
  return status;
}

static void free_devices(struct wb_host *host) {
  for (size_t i = 0; i < host->n_devices; i++) {
    struct wb_host_device *device = host->devices[i];
    wb_device_close(device->device);
    free(device->sent.items);
    free(device->wanted);
    free(device);
  }
  host->n_devices = 0;
}

/* All that the program has made on devices. */
static void free_handles(struct wb_host *host) {
  wb_host_free_events(host);
  wb_host_free_queues(host);
  wb_host_free_functions(host);
  wb_host_free_memory(host);
  wb_host_free_contexts(host);
  wb_host_free_spares(host);
}

/* What devices and memory need not know of any more. */
static void free_own(struct wb_host *host) {
  for (size_t i = 0; i < host->n_files; i++) free(host->files[i]);
  free(host->files);
  free(host->infos);
  free(host->findings);
  free(host->arrays);
  free(host->trace);
  free(host->holes.items);
  free(host->device_option);
  if (host->timeline != NULL) wb_timeline_release(host->timeline);
  free(host->timeline);
  wb_str_release(&host->printed);
  wb_origins_free(host);
  if (host->memory_fd >= 0) close(host->memory_fd);
  free(host);
}

void wb_host_free(struct wb_host *host) {
  if (host == NULL) return;
  free_handles(host);
  free_devices(host);
  free_own(host);
}

/* Devices have mapped it, and it never shrinks: all of it is free, and reads as zeroes. */
static void take_memory(struct wb_host *host, struct wb_host *before) {
  close(host->memory_fd);
  host->memory_fd = before->memory_fd;
  before->memory_fd = -1;
  if (before->memory_end > 0) wb_host_add_free_memory(host, before->memory_end);
}

static enum wb_status take_devices(struct wb_host *host, struct wb_host *before,
                                   struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < before->n_devices && status == WB_OK; i++) {
    struct wb_host_device *device = before->devices[i];
    status = device->dead ? wb_fail(err, device->death.status, "%s", device->death.message)
                          : wb_device_clear(device->device, err);
    device->sent.head = device->sent.count = 0;
  }
  if (status != WB_OK) return status;
  memcpy(host->devices, before->devices, sizeof host->devices);
  host->n_devices = before->n_devices;
  before->n_devices = 0;
  take_memory(host, before);
  return WB_OK;
}

enum wb_status wb_host_new_after(const struct wb_host_options *options, struct wb_host *before,
                                 struct wb_host **out, struct wb_error *err) {
  struct wb_host *host = NULL;
  enum wb_status status = wb_host_new(options, &host, err);
  free_handles(before);
  if (status == WB_OK) status = take_devices(host, before, err);
  free_devices(before);
  free_own(before);
  if (status == WB_OK)
    *out = host;
  else
    wb_host_free(host);
  return status;
}
