#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cache.h"
#include "base/str.h"
#include "cli/command.h"
#include "cli/print.h"

static void put_size(struct wb_document *text, const char *verb, const struct wb_cache_size *size) {
  wb_put_line(text, WB_STYLE_PLAIN, "%s%" PRIu64 " compiled kernel%s, %.1f MiB", verb, size->files,
              size->files == 1 ? "" : "s", (double)size->bytes / (1 << 20));
}

int wb_shell_cache(const struct wb_invocation *invocation) {
  struct wb_document text = {0};
  struct wb_cache_size size = {0, 0};
  struct wb_error err;
  int code = WB_EXIT_OK;
  bool clear = wb_cli_flag(invocation, "clear");
  char *folder = wb_cache_folder();
  if (folder == NULL) {
    wb_put_line(&text, WB_STYLE_PLAIN, "The cache is off.");
  } else if (wb_cache_trim(folder, clear ? 0 : UINT64_MAX, &size, &err) == WB_OK) {
    wb_put_line(&text, WB_STYLE_PLAIN, "%s", folder);
    put_size(&text, clear ? "removed " : "", &size);
  } else {
    code = wb_cli_fail(invocation, &err);
  }
  wb_print(invocation, &text);
  free(folder);
  return code;
}
