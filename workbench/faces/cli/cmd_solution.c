#include <unistd.h>

#include "base/slug.h"
#include "cli/print.h"
#include "cli/reply.h"
#include "cli/session.h"
#include "verbs/origin.h"
#include "verbs/versions.h"

/* Where else it can be read. */
static void print_languages(const struct wb_invocation *invocation,
                            const struct wb_session *session, const char *slug) {
  const enum wb_language first =
      wb_versions_next_language(&session->course, slug, WB_LANGUAGE_OPENCL);
  struct wb_document text = {0};
  for (enum wb_language at = first; at != WB_LANGUAGE_OPENCL;
       at = wb_versions_next_language(&session->course, slug, at)) {
    if (at == first) wb_document_add_line(&text);
    wb_put_line(&text, WB_STYLE_DIM, "In %s: workbench solution %s --language %s",
                wb_language_name(at), wb_slug_name(slug), wb_origin_word(at));
  }
  wb_cli_print(invocation, &text);
}

static void print_solution(const struct wb_invocation *invocation, const struct wb_session *session,
                           const char *slug, const struct wb_version_text *kernel) {
  struct wb_document text = {0};
  wb_source_render(wb_source_kind_of_file(kernel->path), kernel->text, kernel->length, &text);
  wb_cli_print(invocation, &text);
  /* A file or a program gets the kernel alone. */
  if (!isatty(STDOUT_FILENO)) return;
  wb_cli_print_explanation(invocation, session, slug, true);
  print_languages(invocation, session, slug);
}

int wb_shell_solution(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_version_text kernel = {0};
  struct wb_reply reply = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  int code = WB_EXIT_OK;
  enum wb_status status = wb_cli_session_start(&session, invocation, &puzzle, &err);
  if (status == WB_OK) {
    const struct wb_request request =
        wb_session_request(&session, WB_FACE_SHELL, puzzle, wb_cli_flag(invocation, "spoil"));
    const enum wb_language language = wb_origin_of(wb_cli_value(invocation, "language"));
    status = wb_versions_read_solution(&request, language, &kernel, &reply, &err);
  }
  if (status != WB_OK)
    code = wb_cli_fail(invocation, &err);
  else if (reply.kind == WB_REPLY_QUESTION)
    code = wb_cli_refuse_solution("solution", puzzle);
  else
    print_solution(invocation, &session, puzzle->slug, &kernel);
  wb_version_text_release(&kernel);
  wb_reply_release(&reply);
  wb_session_close(&session);
  return code;
}
