/* Devices, contexts and queues. */
#include <stdlib.h>
#include <string.h>

#include "device/registry.h"
#include "runtime/private.h"

/* ---- devices ----------------------------------------------------------------------------- */

static const char EMULATOR[] = "emulator", OPENCL[] = "opencl";

/* Those that were started, the emulator's first. */
static void list_started(struct wb_host *host) {
  free(host->infos);
  host->infos = wb_alloc((host->n_devices + 1) * sizeof *host->infos);
  host->n_infos = host->n_emulated = 0;
  for (size_t pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < host->n_devices; i++) {
      const struct wb_device_info *info = &host->devices[i]->info;
      const bool emulator = strcmp(info->selector, EMULATOR) == 0;
      if (emulator != (pass == 0)) continue;
      host->infos[host->n_infos++] = *info;
      host->n_emulated += emulator;
    }
}

static enum wb_status list_devices(struct wb_host *host, struct wb_error *err) {
  struct wb_device_list list = {0};
  if (host->listed) return WB_OK;
  if (host->options.started_devices_alone) {
    list_started(host);
    host->listed = true;
    return WB_OK;
  }
  enum wb_status status = wb_device_list(&list, NULL, err);
  if (status != WB_OK) return status;
  host->infos = wb_alloc((list.count + WB_EMULATED_DEVICES) * sizeof *host->infos);
  for (size_t pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < list.count; i++) {
      const bool emulator = strcmp(list.items[i].selector, EMULATOR) == 0;
      const size_t copies = emulator ? WB_EMULATED_DEVICES : 1;
      if (emulator != (pass == 0)) continue;
      for (size_t k = 0; k < copies; k++) host->infos[host->n_infos++] = list.items[i];
      if (emulator) host->n_emulated = copies;
    }
  wb_device_list_release(&list);
  host->listed = true;
  return WB_OK;
}

enum wb_status wb_host_devices(struct wb_host *host, const char *api,
                               const struct wb_device_info **infos, size_t *count,
                               struct wb_error *err) {
  if (api != NULL && strcmp(api, EMULATOR) != 0 && strcmp(api, OPENCL) != 0)
    return wb_fail(err, WB_ERR_USAGE,
                   "there is no api \"%s\"; there are \"emulator\" and \"opencl\"", api);
  enum wb_status status = list_devices(host, err);
  if (status != WB_OK) return status;
  *infos = host->infos;
  *count = host->n_infos;
  if (api != NULL && strcmp(api, EMULATOR) == 0) *count = host->n_emulated;
  if (api != NULL && strcmp(api, OPENCL) == 0) {
    *infos = host->infos + host->n_emulated;
    *count = host->n_infos - host->n_emulated;
  }
  return WB_OK;
}

static enum wb_status open_device(struct wb_host *host, const char *wanted, int instance,
                                  struct wb_host_device **out, struct wb_error *err) {
  const size_t room = sizeof host->devices / sizeof host->devices[0];
  for (size_t i = 0; i < host->n_devices; i++) {
    struct wb_host_device *device = host->devices[i];
    const bool is_it =
        strcmp(device->wanted, wanted) == 0 || strcmp(device->info.selector, wanted) == 0;
    if (!is_it || device->instance != instance) continue;
    *out = device;
    return WB_OK;
  }
  if (host->n_devices == room)
    return wb_fail(err, WB_ERR_USAGE, "a program can use %zu devices at most", room);
  struct wb_host_device *device = wb_alloc(sizeof *device);
  const struct wb_device_start_options how = {.folders = host->options.folders,
                                              .cancel_fd = host->options.cancel_fd,
                                              .host_memory = host->memory_fd,
                                              .outlives_thread = host->options.outlives_thread,
                                              .keeps_programs = host->options.any_include};
  enum wb_status status = wb_device_start_with(wanted, &how, &device->device, err);
  if (status == WB_OK) status = wb_device_info(device->device, &device->info, err);
  if (status != WB_OK) {
    wb_device_close(device->device);
    free(device);
    return status;
  }
  device->wanted = wb_strdup(wanted);
  device->instance = instance;
  device->holds_back = device->info.checks;
  host->devices[host->n_devices++] = device;
  *out = device;
  return WB_OK;
}

enum wb_status wb_host_start_device(struct wb_host *host, const char *wanted,
                                    struct wb_error *err) {
  struct wb_host_device *device;
  if (wanted == NULL) wanted = host->options.device != NULL ? host->options.device : EMULATOR;
  return open_device(host, wanted, 0, &device, err);
}

bool wb_host_checks(const struct wb_host *host) {
  bool checks = host->n_devices > 0;
  for (size_t i = 0; i < host->n_devices; i++) checks = checks && host->devices[i]->info.checks;
  return checks;
}

/* ---- which device a context is on -------------------------------------------------------- */

/* Which api the device of a context without one has. */
static const char *default_api(const struct wb_host *host) {
  const char *wanted = host->options.device;
  return wanted == NULL || strcmp(wanted, EMULATOR) == 0 ? EMULATOR : OPENCL;
}

static enum wb_status fail_id(const struct wb_host *host,
                              const struct wb_host_context_options *options, const char *api,
                              size_t count, struct wb_error *err) {
  if (host->options.started_devices_alone && count == 0)
    return wb_fail(err, WB_ERR_USAGE,
                   "there is no device of api \"%s\" here: this program has the device that it is "
                   "judged on, and no other; leave the choice out",
                   api);
  if (count == 0)
    return wb_fail(err, WB_ERR_MISSING,
                   "there is no device of api \"%s\" on this machine; `workbench doctor` says what "
                   "to install",
                   api);
  return wb_fail(err, WB_ERR_USAGE,
                 "there is no device %d of api \"%s\": it has %zu, from 0 to %zu", options->id, api,
                 count, count - 1);
}

static enum wb_status device_of(struct wb_host *host, const struct wb_host_context_options *options,
                                const char *api, struct wb_host_device **device,
                                struct wb_error *err) {
  const struct wb_device_info *infos = NULL;
  size_t count = WB_EMULATED_DEVICES;
  const int id = options->id < 0 ? 0 : options->id;
  enum wb_status status = WB_OK;
  if (options->api == NULL && options->id < 0 && host->options.device != NULL)
    return open_device(host, host->options.device, 0, device, err);
  const bool emulator = strcmp(api, EMULATOR) == 0;
  if (!emulator || host->options.started_devices_alone)
    status = wb_host_devices(host, api, &infos, &count, err);
  if (status != WB_OK) return status;
  if ((size_t)id >= count) return fail_id(host, options, api, count, err);
  return open_device(host, emulator ? EMULATOR : infos[id].selector, emulator ? id : 0, device,
                     err);
}

/* ---- queues, and the numbers that they have ------------------------------------------------- */

static void empty_queue(struct wb_host_queue *queue) {
  while (queue->first != NULL) {
    struct wb_host_command *command = queue->first;
    queue->first = command->next;
    wb_command_drop(command);
  }
  for (size_t k = 0; k < queue->n_waits; k++) wb_command_drop(queue->waits[k]);
  queue->n_waits = 0;
}

static void free_queue(struct wb_host_queue *queue) {
  empty_queue(queue);
  free(queue->waits);
  free(queue);
}

static void free_context(struct wb_host_context *context) {
  struct wb_host_context **link = &context->host->contexts;
  while (*link != context) link = &(*link)->next;
  *link = context->next;
  free(context);
}

/* A queue that nobody names any more, and whose commands everything to come is ordered after: who
 * has its number next goes on counting where it ended, and no check can tell the two apart. */
static bool can_go(const struct wb_host_queue *queue, const struct wb_vector_clock *ordered) {
  const bool is_own = queue->context->queue == queue;
  return queue->uses == 0 && queue->first == NULL && (!is_own || queue->context->uses == 0) &&
         wb_vector_clock_of(ordered, queue->number) >= queue->n_commands;
}

/* A number for one more: a new one, or that of a queue that is gone. False: there is none. */
static bool take_number(struct wb_host *host, unsigned *number, uint64_t *n_commands) {
  *n_commands = 0;
  *number = host->n_queues;
  if (host->n_queues < WB_HOST_MAX_QUEUES) {
    host->n_queues++;
    return true;
  }
  const struct wb_vector_clock ordered = wb_host_ordered_after(host);
  for (unsigned i = 0; i < host->n_queues; i++) {
    struct wb_host_queue *queue = host->queues[i];
    struct wb_host_context *context = queue->context;
    if (!can_go(queue, &ordered)) continue;
    const bool is_own = context->queue == queue;
    *number = i;
    *n_commands = queue->n_commands;
    free_queue(queue);
    if (is_own)
      free_context(context);
    else
      wb_context_let_go(context);
    return true;
  }
  return false;
}

static enum wb_status add_queue(struct wb_host_context *context, struct wb_host_queue **out,
                                struct wb_error *err) {
  struct wb_host *host = context->host;
  unsigned number;
  uint64_t n_commands;
  if (!take_number(host, &number, &n_commands))
    return wb_fail(err, WB_ERR_LIMIT,
                   "a program can have %d queues at one time, one for each context among them: "
                   "synchronize those that it needs no more, and let go of them",
                   WB_HOST_MAX_QUEUES);
  struct wb_host_queue *queue = wb_alloc(sizeof *queue);
  queue->context = context;
  queue->number = number;
  queue->n_commands = n_commands;
  wb_vector_clock_set(&queue->clock, number, n_commands);
  queue->lane = context->n_lanes++;
  queue->news = true;
  host->queues[number] = queue;
  *out = queue;
  return WB_OK;
}

enum wb_status wb_host_queue_new(struct wb_host_context *context, struct wb_host_queue **out,
                                 struct wb_error *err) {
  enum wb_status status = add_queue(context, out, err);
  if (status != WB_OK) return status;
  (*out)->uses = 1;
  (*out)->made = wb_host_here(context->host);
  wb_context_hold(context);
  return WB_OK;
}

void wb_host_queue_drop(struct wb_host_queue *queue) { queue->uses--; }

/* ---- contexts ------------------------------------------------------------------------------ */

struct wb_host_context *wb_context_hold(struct wb_host_context *context) {
  context->uses++;
  return context;
}

void wb_context_let_go(struct wb_host_context *context) { context->uses--; }

enum wb_status wb_host_context_new(struct wb_host *host,
                                   const struct wb_host_context_options *options,
                                   struct wb_host_context **out, struct wb_error *err) {
  const char *api = options->api != NULL ? options->api : default_api(host);
  struct wb_host_device *device = NULL;
  if (strcmp(api, EMULATOR) != 0 && strcmp(api, OPENCL) != 0)
    return wb_fail(err, WB_ERR_USAGE,
                   "there is no api \"%s\"; there are \"emulator\" and \"opencl\"", api);
  enum wb_status status = device_of(host, options, api, &device, err);
  if (status != WB_OK) return status;
  struct wb_host_context *context = wb_alloc(sizeof *context);
  context->host = host;
  context->device = device;
  context->api = device->holds_back ? EMULATOR : OPENCL;
  context->id = options->id < 0 ? 0 : options->id;
  context->number = (int)host->n_contexts + 1;
  context->explicit_flush = options->explicit_flush;
  context->uses = 1;
  status = add_queue(context, &context->queue, err);
  if (status != WB_OK) {
    free(context);
    return status;
  }
  host->n_contexts++;
  context->next = host->contexts;
  host->contexts = context;
  *out = context;
  return WB_OK;
}

void wb_host_context_drop(struct wb_host_context *context) { wb_context_let_go(context); }

const struct wb_device_info *wb_host_context_info(const struct wb_host_context *context) {
  return &context->device->info;
}
const char *wb_host_context_api(const struct wb_host_context *context) { return context->api; }
int wb_host_context_id(const struct wb_host_context *context) { return context->id; }
struct wb_host_queue *wb_host_context_queue(struct wb_host_context *context) {
  return context->queue;
}
struct wb_host_context *wb_host_queue_context(struct wb_host_queue *queue) {
  return queue->context;
}

/* Commands name each other and their queues. */
void wb_host_free_queues(struct wb_host *host) {
  for (unsigned i = 0; i < host->n_queues; i++) empty_queue(host->queues[i]);
  for (unsigned i = 0; i < host->n_queues; i++) free_queue(host->queues[i]);
  host->n_queues = 0;
}

void wb_host_free_contexts(struct wb_host *host) {
  while (host->contexts != NULL) free_context(host->contexts);
}
