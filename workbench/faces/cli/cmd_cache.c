#include "cli/print.h"
#include "verbs/kernel_cache.h"

int wb_shell_cache(const struct wb_invocation *invocation) {
  struct wb_kernel_cache cache;
  struct wb_document text = {0};
  struct wb_error err;
  int code = WB_EXIT_OK;
  if (wb_kernel_cache_visit(wb_cli_flag(invocation, "clear"), &cache, &err) != WB_OK) {
    code = wb_cli_fail(invocation, &err);
  } else if (wb_cli_wants_json(invocation)) {
    wb_cli_print_data(&wb_kernel_cache_fields, &cache);
  } else {
    wb_kernel_cache_write(&cache, &text);
    wb_cli_print(invocation, &text);
  }
  wb_kernel_cache_release(&cache);
  return code;
}
