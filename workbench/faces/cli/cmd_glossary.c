#include "base/str.h"
#include "cli/print.h"
#include "cli/session.h"
#include "session/gpu_calls.h"
#include "verbs/origin.h"

/* "shared memory" of several operands. */
static void join_operands(const struct wb_invocation *invocation, struct wb_str *word) {
  for (size_t i = 0; i < invocation->n_operands; i++)
    wb_str_addf(word, "%s%s", i > 0 ? " " : "", invocation->operands[i]);
}

/* What is to be said about progress, a command that keeps none need not say. */
static enum wb_language find_origin(const struct wb_invocation *invocation) {
  const char *wanted = wb_cli_value(invocation, "from");
  struct wb_store *store = NULL;
  if (wanted == NULL) wb_store_open(&store, NULL, NULL, NULL);
  const enum wb_language origin = wb_origin_choose(store, wanted);
  wb_store_close(store);
  return origin;
}

/* A table may be wider than running text, and has the columns of whom `--from` names alone. */
static void print_table(const struct wb_invocation *invocation,
                        const struct wb_glossary *glossary) {
  const unsigned width = wb_cli_value(invocation, "width") != NULL ? wb_cli_page_width(invocation)
                                                                   : wb_cli_style(invocation).width;
  struct wb_document text = {0};
  wb_glossary_write_table(glossary, wb_origin_of(wb_cli_value(invocation, "from")), width, &text);
  wb_cli_print(invocation, &text);
}

static void print_terms(const struct wb_invocation *invocation, const struct wb_glossary *glossary,
                        const struct wb_term *only) {
  const unsigned width = wb_cli_page_width(invocation);
  const enum wb_language origin = find_origin(invocation);
  struct wb_document text = {0};
  if (wb_cli_wants_json(invocation) && only != NULL) {
    wb_cli_print_data(&wb_term_fields, only);
  } else if (wb_cli_wants_json(invocation)) {
    wb_cli_print_data_list(&wb_term_fields, glossary->terms, glossary->count);
  } else if (wb_cli_flag(invocation, "table")) {
    print_table(invocation, glossary);
  } else if (only != NULL) {
    wb_term_write(only, origin, width, &text);
    wb_cli_print(invocation, &text);
  } else {
    wb_glossary_write(glossary, NULL, "", origin, width, &text);
    wb_cli_print(invocation, &text);
  }
}

int wb_shell_glossary(const struct wb_invocation *invocation) {
  struct wb_course course = {0};
  struct wb_glossary glossary = {0};
  struct wb_term call = {0};
  const struct wb_term *term = NULL;
  struct wb_error err;
  struct wb_str word;
  wb_str_init(&word);
  join_operands(invocation, &word);
  enum wb_status status = WB_OK;
  if (word.length > 0 && wb_cli_flag(invocation, "table"))
    status = wb_fail(&err, WB_ERR_USAGE, "--table has all words: leave out \"%s\"", word.data);
  if (status == WB_OK)
    status = wb_session_open_course(&course, wb_cli_value(invocation, "course"), &err);
  if (status == WB_OK) status = wb_glossary_load(&course, &glossary, &err);
  if (status == WB_OK && glossary.count == 0)
    status = wb_fail(&err, WB_ERR_SPEC, "this course has no glossary");
  if (status == WB_OK && word.length > 0)
    status = wb_gpu_or_glossary_find(&course, &glossary, word.data, &call, &term, &err);
  if (status == WB_OK) print_terms(invocation, &glossary, term);
  wb_term_release(&call);
  wb_glossary_release(&glossary);
  wb_course_release(&course);
  wb_str_release(&word);
  return status == WB_OK ? WB_EXIT_OK : wb_cli_fail(invocation, &err);
}
