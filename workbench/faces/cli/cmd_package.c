#include <stdio.h>

#include "base/str.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "verbs/operations.h"

struct packaging {
  const struct wb_invocation *invocation;
  const char *path, *output; /* output: NULL: it is only checked */
  bool lists;
  struct wb_operations operations;
};

static enum wb_status take_words(struct packaging *packaging, struct wb_error *err) {
  const struct wb_invocation *invocation = packaging->invocation;
  packaging->path = wb_cli_operand(invocation);
  packaging->output = wb_cli_value(invocation, "output");
  packaging->lists = wb_cli_flag(invocation, "list");
  if (packaging->output == NULL) return WB_OK;
  if (packaging->lists) return wb_fail(err, WB_ERR_USAGE, "--list writes nothing: leave out -o");
  if (!wb_operations_is_package(packaging->output))
    return wb_fail(err, WB_ERR_USAGE, "-o %s: the name of a package ends in .ops",
                   packaging->output);
  return WB_OK;
}

/* What a package tells of itself is shown as it is; anything else is found out. */
static enum wb_status find_out(struct packaging *packaging, struct wb_error *err) {
  struct wb_interrupt interrupt;
  enum wb_status status = wb_operations_read(packaging->path, &packaging->operations, err);
  if (status != WB_OK || (packaging->lists && packaging->operations.operations != NULL))
    return status;
  wb_interrupt_open(&interrupt);
  const struct wb_operations_check check = {
      .compile = !packaging->lists,
      .device = wb_cli_value(packaging->invocation, "device"),
      .time_ms = (uint32_t)(wb_cli_seconds(packaging->invocation, "time-limit", 120) * 1000 + 0.5),
      .cancel_fd = interrupt.fd};
  status = wb_operations_check(&packaging->operations, &check, err);
  wb_interrupt_close(&interrupt);
  return status;
}

static void print_all(const struct packaging *packaging, bool written) {
  struct wb_document text = {0};
  if (wb_cli_wants_json(packaging->invocation)) {
    struct wb_str out;
    wb_str_init(&out);
    wb_operations_json(&packaging->operations, &out);
    wb_cli_print_text(&out);
    return;
  }
  wb_operations_describe(&packaging->operations, &text);
  const size_t faults = wb_operations_faults(&packaging->operations);
  if (written)
    wb_put_line(&text, WB_STYLE_GOOD, "%s is written.", packaging->output);
  else if (faults > 0)
    wb_put_line(&text, WB_STYLE_BAD, "%zu %s: nothing is packed.", faults,
                faults == 1 ? "fault" : "faults");
  wb_cli_print(packaging->invocation, &text);
}

int wb_shell_package(const struct wb_invocation *invocation) {
  struct packaging packaging = {.invocation = invocation};
  struct wb_error err;
  int code = WB_EXIT_OK;
  enum wb_status status = take_words(&packaging, &err);
  if (status == WB_OK) status = find_out(&packaging, &err);
  const size_t faults = wb_operations_faults(&packaging.operations);
  const bool writes = status == WB_OK && faults == 0 && packaging.output != NULL;
  if (writes) status = wb_operations_write(&packaging.operations, packaging.output, &err);
  if (status == WB_OK)
    print_all(&packaging, writes);
  else
    code = wb_cli_fail(invocation, &err);
  if (status == WB_OK && faults > 0) code = WB_EXIT_NOT_ACCEPTED;
  wb_operations_release(&packaging.operations);
  return code;
}
