#include <stdio.h>

#include "base/str.h"
#include "cli/print.h"
#include "device/info_json.h"
#include "device/registry.h"

static void put_device(const struct wb_device_info *info, struct wb_document *text) {
  wb_put_line(text, WB_STYLE_STRONG, "%-11s", info->selector);
  wb_put(text, WB_STYLE_PLAIN, "  %s", info->name);
  wb_put_line(text, WB_STYLE_DIM, "%-11s  %s", "", info->vendor);
  wb_put_line(
      text, WB_STYLE_PLAIN, "%-11s  %s", "",
      info->checks ? "checks bounds, races, barriers and unset values" : "compares outputs, ");
  if (info->checks) wb_put_line(text, WB_STYLE_PLAIN, "%-11s  ", "");
  if (info->global_memory > 0)
    wb_put(text, WB_STYLE_PLAIN, "%.1f GiB memory, ",
           (double)info->global_memory / (1024.0 * 1024.0 * 1024.0));
  wb_put(text, WB_STYLE_PLAIN, "%llu KiB local, groups up to %llu%s%s",
         (unsigned long long)info->local_memory / 1024, (unsigned long long)info->max_group_size,
         info->fp64 ? ", fp64" : "", info->fp16 ? ", fp16" : "");
}

static void print_devices(const struct wb_invocation *invocation,
                          const struct wb_device_list *list) {
  struct wb_document text = {0};
  struct wb_str json;
  if (wb_cli_wants_json(invocation)) {
    wb_str_init(&json);
    wb_device_infos_print(list->items, list->count, &json);
    puts(json.data);
    wb_str_release(&json);
    return;
  }
  for (size_t i = 0; i < list->count; i++) put_device(&list->items[i], &text);
  wb_cli_print(invocation, &text);
}

int wb_shell_devices(const struct wb_invocation *invocation) {
  struct wb_device_list list = {0};
  struct wb_str problems;
  struct wb_error err;
  int code = WB_EXIT_OK;
  wb_str_init(&problems);
  if (wb_device_list(&list, &problems, &err) == WB_OK) {
    print_devices(invocation, &list);
    fputs(problems.data, stderr);
    if (list.count == 0) {
      fputs("workbench devices: there is none; `workbench doctor` says what to install\n", stderr);
      code = WB_EXIT_MISSING;
    }
  } else {
    code = wb_cli_fail(invocation, &err);
  }
  wb_str_release(&problems);
  wb_device_list_release(&list);
  return code;
}
