/* Hosts: their beginning and end, and devices. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "library/interrupt.h"
#include "library/object.h"
#include "library/script.h"

const char *workbench_version(void) { return WB_VERSION; }

/* ---- what the runtime asks --------------------------------------------------------------------
 */

static void tell_site(void *data, struct wb_host_site *site) {
  *site = ((const struct workbench_host *)data)->site;
}

static void give_print(void *data, const char *text, size_t length) {
  wb_api_print(data, text, length);
}

/* ---- beginning and end ------------------------------------------------------------------------
 */

static void take_host_options(const workbench_options *from, struct workbench_host *host,
                              struct wb_host_options *options) {
  const char *usual = getenv("WORKBENCH_DEVICE");
  host->print = from->print;
  host->print_data = from->data;
  host->interrupt_fd = from->interruptible != 0 ? wb_api_interrupt_open() : -1;
  *options = (struct wb_host_options){.device = from->device,
                                      .folders = from->include_folders,
                                      .any_include = true,
                                      .cancel_fd = host->interrupt_fd,
                                      .seed = from->seed,
                                      .unchecked = from->unchecked != 0,
                                      .warns_of_all = from->warn_all != 0,
                                      .memory_bytes = from->memory_bytes,
                                      .outlives_thread = true,
                                      .locate = tell_site,
                                      .print = give_print,
                                      .data = host};
  if (options->device == NULL && usual != NULL && usual[0] != '\0') options->device = usual;
  if (from->launch_ms > 0)
    options->launch = (struct wb_limits){
        .time_ms = from->launch_ms, .memory_bytes = (uint64_t)1 << 30, .output_bytes = 1 << 20};
}

workbench_status workbench_open(const workbench_options *options, workbench_host **out) {
  workbench_options given = {.size = sizeof given};
  struct wb_host_options how;
  struct wb_error err = {.status = WB_OK};
  if (out == NULL) return wb_api_refuse(__func__, "there is no place for the host: it is NULL");
  *out = NULL;
  if (options != NULL) {
    workbench_status taken = wb_api_take(__func__, options, &given, sizeof given);
    if (taken != WORKBENCH_OK) return taken;
  }
  struct workbench_host *host = wb_api_object_new(NULL, WB_OBJECT_HOST, sizeof *host);
  wb_str_init(&host->sentence);
  take_host_options(&given, host, &how);
  const enum wb_status status = wb_host_new(&how, &host->handle, &err);
  if (status == WB_OK) {
    *out = host;
    return WORKBENCH_OK;
  }
  if (host->interrupt_fd >= 0) close(host->interrupt_fd);
  free(host);
  return wb_api_end(status, &err);
}

workbench_status workbench_finish(workbench_host *host) {
  struct wb_error err = {.status = WB_OK};
  workbench_status checked = wb_api_object_check(__func__, host, WB_OBJECT_HOST);
  if (checked != WORKBENCH_OK) return checked;
  wb_api_object_enter(host, NULL, 0);
  wb_api_scripts_end(host);
  wb_api_interrupt_begin(host, NULL);
  enum wb_status status = wb_host_finish(host->handle, false, &err);
  status = wb_api_interrupt_end(host, NULL, status, &err);
  host->finished = true;
  fflush(stdout);
  return wb_api_end(status, &err);
}

void workbench_close(workbench_host *host) {
  if (host == NULL || host->object.kind != WB_OBJECT_HOST) return;
  wb_api_scripts_end(host);
  wb_host_free(host->handle);
  wb_api_objects_free(host);
  wb_str_release(&host->sentence);
  if (host->interrupt_fd >= 0) close(host->interrupt_fd);
  host->object.mark = 0;
  free(host);
}

/* ---- devices ----------------------------------------------------------------------------------
 */

static workbench_status give_device(const char *call, const struct wb_device_info *info,
                                    workbench_device_info *out) {
  const workbench_device_info shown = {
      .size = sizeof shown,
      .api = wb_starts_with(info->selector, "opencl") ? "opencl" : "emulator",
      .selector = info->selector,
      .name = info->name,
      .vendor = info->vendor,
      .checks = info->checks,
      .gpu = info->gpu,
      .fp16 = info->fp16,
      .fp64 = info->fp64,
      .subgroups = info->subgroups,
      .global_memory = info->global_memory,
      .local_memory = info->local_memory,
      .max_group_size = info->max_group_size};
  return wb_api_give(call, &shown, sizeof shown, out);
}

workbench_status workbench_device_count(workbench_host *host, const char *api, size_t *count) {
  const struct wb_device_info *infos = NULL;
  struct wb_error err = {.status = WB_OK};
  workbench_status checked = wb_api_object_check(__func__, host, WB_OBJECT_HOST);
  if (checked != WORKBENCH_OK) return checked;
  if (count == NULL) return wb_api_refuse(__func__, "there is no place for the count: it is NULL");
  *count = 0;
  return wb_api_end(wb_host_devices(host->handle, api, &infos, count, &err), &err);
}

workbench_status workbench_device_get(workbench_host *host, const char *api, size_t index,
                                      workbench_device_info *info) {
  const struct wb_device_info *infos = NULL;
  size_t count = 0;
  struct wb_error err = {.status = WB_OK};
  workbench_status checked = wb_api_object_check(__func__, host, WB_OBJECT_HOST);
  if (checked != WORKBENCH_OK) return checked;
  const enum wb_status status = wb_host_devices(host->handle, api, &infos, &count, &err);
  if (status != WB_OK) return wb_api_end(status, &err);
  if (index >= count)
    return wb_api_refuse(__func__, "there is no device %zu: there are %zu, from 0 on", index,
                         count);
  return give_device(__func__, &infos[index], info);
}

workbench_status workbench_context_device(workbench_context *context, workbench_device_info *info) {
  workbench_status checked = wb_api_object_check(__func__, context, WB_OBJECT_CONTEXT);
  if (checked != WORKBENCH_OK) return checked;
  return give_device(__func__, wb_host_context_info(context->handle), info);
}
