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

static void print_json(const char *folder, bool cleared, const struct wb_cache_size *size) {
  json_t *object = json_object();
  json_object_set_new(object, "folder", wb_json_text_or_null(folder));
  json_object_set_new(object, "cleared", json_boolean(cleared));
  json_object_set_new(object, "kernels", json_integer((json_int_t)size->files));
  json_object_set_new(object, "bytes", json_integer((json_int_t)size->bytes));
  wb_print_json(object);
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
  if (code == WB_EXIT_OK && wb_cli_wants_json(invocation)) {
    wb_document_release(&text);
    print_json(folder, clear && folder != NULL, &size);
  } else {
    wb_print(invocation, &text);
  }
  free(folder);
  return code;
}
