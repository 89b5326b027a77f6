#include "cli/host_report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "report/host_run.h"
#include "report/source_texts.h"

enum { SOURCE_MAX = 4 << 20 };

void wb_cli_report_host(const struct wb_invocation *invocation, const struct wb_host_result *result,
                        const struct wb_cli_host_report *how) {
  struct wb_report_style style = wb_report_style_of(STDERR_FILENO);
  struct wb_source_texts sources = {.own = NULL};
  struct wb_document document = {0};
  struct wb_str own, out;
  const struct wb_host_view view = {.most_findings = how->most_findings,
                                    .stats = how->stats,
                                    .sources = {wb_source_texts_find, &sources}};
  const char *color = wb_cli_value(invocation, "color");
  if (color != NULL && strcmp(color, "auto") != 0) style.color = strcmp(color, "always") == 0;
  wb_str_init(&own);
  wb_str_init(&out);
  if (wb_is_regular_file(how->script)) wb_file_read(how->script, SOURCE_MAX, &own, NULL);
  sources.own = own.length > 0 ? own.data : NULL;
  wb_source_texts_add_folder(&sources, ".");
  wb_source_texts_add_folder(&sources, how->folder);
  wb_report_host_run(result, &view, &style, &document);
  wb_styled_to_ansi(&document, &style, &out);
  fflush(stdout);
  fwrite(out.data, 1, out.length, stderr);
  wb_document_release(&document);
  wb_source_texts_release(&sources);
  wb_str_release(&out);
  wb_str_release(&own);
}
