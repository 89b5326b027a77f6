#include <string.h>

#include "base/str.h"
#include "cli/print.h"
#include "cli/session.h"
#include "verbs/progress.h"

static void print_text(const struct wb_invocation *invocation,
                       const struct wb_progress_summary *summary) {
  struct wb_document text = {0};
  wb_progress_summary_write(summary, &text);
  wb_cli_print(invocation, &text);
}

static void print_html(const struct wb_progress_summary *summary) {
  struct wb_str page;
  wb_str_init(&page);
  wb_progress_summary_html(summary, &page);
  wb_cli_print_text(&page);
}

int wb_shell_progress(const struct wb_invocation *invocation) {
  const char *format = wb_cli_value(invocation, "format");
  struct wb_session session = {0};
  struct wb_error err;
  int code = WB_EXIT_OK;
  if (wb_cli_session_open(&session, invocation, &err) != WB_OK) {
    code = wb_cli_fail(invocation, &err);
  } else {
    struct wb_progress_summary summary =
        wb_progress_summary_of(&session, wb_cli_value(invocation, "name"));
    if (wb_cli_wants_json(invocation))
      wb_cli_print_data(&wb_progress_summary_fields, &summary);
    else if (format != NULL && strcmp(format, "html") == 0)
      print_html(&summary);
    else
      print_text(invocation, &summary);
    wb_progress_summary_release(&summary);
  }
  wb_session_close(&session);
  return code;
}
