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

static int run_cache(const struct wb_invocation *invocation) {
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

const struct wb_command wb_cmd_cache = {
    .name = "cache",
    .summary = "show or empty the cache of compiled kernels",
    .details =
        "The emulator keeps what it compiled, so that a kernel that did not change runs at\n"
        "once. It is safe to empty at any time. $WORKBENCH_CACHE names another folder, or\n"
        "\"off\". check-all neither takes from it nor keeps anything, unless $WORKBENCH_CACHE\n"
        "names a folder.\n",
    .options = {{.name = "clear", .kind = WB_OPTION_FLAG, .help = "remove all that is kept"}},
    .examples = {{"workbench cache", "where it is and how large"},
                 {"workbench cache --clear", "compile everything anew"},
                 {"WORKBENCH_CACHE=off workbench run map", "neither take from it nor keep"}},
    .run = run_cache,
};
