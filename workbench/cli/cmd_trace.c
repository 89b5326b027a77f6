#include <stdio.h>

#include "base/file.h"
#include "cli/print.h"
#include "finding/trace.h"

enum { TRACE_FILE_MAX = 64 << 20 };

static enum wb_status read_file(const char *path, struct wb_str *bytes, struct wb_error *err) {
  if (!wb_file_exists(path)) return wb_fail(err, WB_ERR_USAGE, "there is no file %s", path);
  if (!wb_is_regular_file(path))
    return wb_fail(err, WB_ERR_USAGE, "%s is no file that can be read", path);
  return wb_file_read(path, TRACE_FILE_MAX, bytes, err);
}

/* A file that is no trace was named by mistake. */
static enum wb_status print_text(const char *path, const struct wb_str *bytes, uint64_t most,
                                 struct wb_error *err) {
  struct wb_str text;
  struct wb_error why;
  wb_str_init(&text);
  enum wb_status status = wb_trace_text(bytes->data, bytes->length, most, &text, &why);
  fwrite(text.data, 1, text.length, stdout);
  if (status != WB_OK) status = wb_fail_at(err, WB_ERR_USAGE, path, "%s", why.message);
  wb_str_release(&text);
  return status;
}

static int run_trace(const struct wb_invocation *invocation) {
  const char *path = wb_cli_operand(invocation);
  struct wb_str bytes;
  struct wb_error err;
  wb_str_init(&bytes);
  enum wb_status status = read_file(path, &bytes, &err);
  if (status == WB_OK) status = print_text(path, &bytes, wb_cli_number(invocation, "max", 0), &err);
  wb_str_release(&bytes);
  return status == WB_OK ? WB_EXIT_OK : wb_cli_fail(invocation, &err);
}

const struct wb_command wb_cmd_trace = {
    .name = "trace",
    .summary = "show what a recorded launch did, step by step",
    .operand = "FILE",
    .max_operands = 1,
    .needs_operand = true,
    .details =
        "FILE is what `workbench emulate --trace FILE` has written. A line for each\n"
        "access, branch and barrier, in the order in which the emulator ran the\n"
        "work-items: one after another, each up to its next barrier.\n",
    .options = {{.name = "max",
                 .letter = 'n',
                 .argument = "N",
                 .kind = WB_OPTION_COUNT,
                 .help = "only the first N lines"}},
    .examples = {{"workbench trace sum.trace", "all of it"},
                 {"workbench trace sum.trace -n 50", "its first 50 steps"}},
    .run = run_trace,
};
