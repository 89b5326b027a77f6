/* What is said of a host program, on a terminal. Whole reports are compared with
 * tests/unit/report/golden/host-*; GENERATE=1 writes those files anew. */
#include "report/host_run.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "report/summary.h"
#include "tap.h"

static const char script[] =
    "local gpu = require \"gpu\"\n"
    "local ctx = gpu.DeviceContext()\n"
    "local host = ctx:enqueue_create_host_buffer(\"float\", 20)\n"
    "local dev = ctx:enqueue_create_buffer(\"float\", 20)\n"
    "ctx:enqueue_copy { src = host, dst = dev }\n"
    "ctx:enqueue_function(add, dev, { grid_dim = 1, block_dim = 32 })\n"
    "ctx:enqueue_copy { src = dev, dst = host }\n"
    "print(host[0])\n";
static const char kernel[] =
    "__kernel void add(__global float *x) {\n"
    "  x[get_global_id(0)] += 1.0f;\n"
    "}\n";
static const char helper[] = "return function(buffer) buffer:release() end\n";

static const char *find_source(void *data, const char *file) {
  (void)data;
  if (strcmp(file, "") == 0 || strcmp(file, "add.lua") == 0) return script;
  if (strcmp(file, "add.cl") == 0) return kernel;
  return strcmp(file, "helper.lua") == 0 ? helper : NULL;
}

/* A race of the host, what a kernel did that a line launched, and a release in another file. */
static struct wb_finding findings[] = {
    {.kind = WB_HOST_RACE,
     .access = WB_ACCESS_READ,
     .memory = WB_MEMORY_HOST,
     .line = 8,
     .count = 1,
     .file = "add.lua",
     .message = "reads host[0] while a copy that was not waited for may write it",
     .other = {.present = true, .line = 7, .access = WB_ACCESS_WRITE}},
    {.kind = WB_OUT_OF_BOUNDS,
     .access = WB_ACCESS_WRITE,
     .memory = WB_MEMORY_GLOBAL,
     .has_item = true,
     .has_index = true,
     .line = 2,
     .column = 3,
     .index = 20,
     .count = 12,
     .items = 12,
     .n_first = 1,
     .first = {{{20, 0, 0}, {0, 0, 0}}},
     .file = "add.cl",
     .host_file = "add.lua",
     .host_line = 6,
     .kernel = "add",
     .array = "x",
     .message = "writes x[20], past the end of the global array of 20 elements"},
    {.kind = WB_RELEASED_IN_USE,
     .severity = WB_SEVERITY_WARNING,
     .memory = WB_MEMORY_HOST,
     .line = 1,
     .count = 1,
     .file = "helper.lua",
     .array = "dev",
     .other = {.present = true, .line = 6, .file = "add.lua"}},
};

static struct wb_host_result make_result(size_t count) {
  static char name[] = "add.lua", nothing[] = "";
  struct wb_host_result result = {.script = name,
                                  .detail = nothing,
                                  .file = nothing,
                                  .findings = findings,
                                  .n_findings = count,
                                  .sums = {.launches = 1, .copies = 2, .whole_ns = 5000000},
                                  .peak_bytes = 160};
  result.verdict = wb_host_result_judge(&result);
  return result;
}

static char *render(const struct wb_host_result *result, size_t most, bool stats) {
  const struct wb_report_style style = {.unicode = true, .width = 80};
  const struct wb_host_view view = {
      .most_findings = most, .stats = stats, .sources = {find_source, NULL}};
  struct wb_document document = {0};
  struct wb_str out;
  wb_str_init(&out);
  wb_report_host_run(result, &view, &style, &document);
  wb_styled_to_ansi(&document, &style, &out);
  wb_document_release(&document);
  return wb_str_detach(&out);
}

static void check_golden(const char *name, char *got) {
  struct wb_str expected;
  char *folder = wb_path_dirname(__FILE__);
  char *path = wb_format("%s/golden/host-%s.txt", folder, name);
  wb_str_init(&expected);
  if (getenv("GENERATE") != NULL)
    CHECK_INT(wb_file_write_atomic(path, got, strlen(got), NULL), WB_OK);
  CHECK_INT(wb_file_read(path, 1 << 20, &expected, NULL), WB_OK);
  CHECK_STRING(got, expected.data);
  wb_str_release(&expected);
  free(path);
  free(folder);
  free(got);
}

static void what_was_found_has_its_lines(void) {
  const struct wb_host_result result = make_result(3);
  CHECK_INT(result.verdict, WB_HOST_FINDINGS);
  check_golden("findings", render(&result, 10, false));
}

static void an_error_has_its_line(void) {
  static char file[] = "add.lua", detail[] = "attempt to index a nil value (local 'dev')";
  struct wb_host_result result = make_result(0);
  result.cause = WB_ERR_SPEC;
  result.file = file;
  result.line = 5;
  result.detail = detail;
  result.verdict = wb_host_result_judge(&result);
  CHECK_INT(result.verdict, WB_HOST_SCRIPT_ERROR);
  check_golden("error", render(&result, 10, false));
}

static void a_compilers_words_stand_below(void) {
  static char file[] = "add.lua",
              detail[] = "add.cl does not compile\nadd.cl:2:3: error: use of undeclared 'y'";
  struct wb_host_result result = make_result(0);
  result.cause = WB_ERR_COMPILE;
  result.file = file;
  result.line = 6;
  result.detail = detail;
  result.verdict = wb_host_result_judge(&result);
  CHECK_INT(result.verdict, WB_HOST_COMPILE_ERROR);
  check_golden("compile", render(&result, 10, false));
}

static void a_clean_program_is_not_talked_about(void) {
  const struct wb_host_result result = make_result(0);
  CHECK_INT(result.verdict, WB_HOST_CLEAN);
  char *text = render(&result, 10, false);
  CHECK_STRING(text, "");
  free(text);
  check_golden("stats", render(&result, 10, true));
}

static void findings_that_are_not_shown_are_counted(void) {
  const struct wb_host_result result = make_result(3);
  char *text = render(&result, 1, false);
  CHECK(strstr(text, "add.lua: runtime-error: 2 errors, 1 warning (2 not shown)\n") != NULL);
  CHECK(strstr(text, "add.cl:2:3") == NULL);
  free(text);
}

/* As the report of a run has them: of a puzzle's kernel, and of its host program. */
static void a_run_reports_them_too(void) {
  const struct wb_report_style style = {.unicode = true, .width = 80};
  struct wb_document document = {0};
  struct wb_str out;
  struct wb_finding own[2] = {findings[0], findings[1]};
  wb_str_init(&out);
  own[0].file[0] = own[1].file[0] = '\0'; /* the judged file */
  wb_report_finding(&(struct wb_unique_finding){.finding = &own[0]}, "add.lua", script, style.width,
                    &document);
  wb_report_finding(&(struct wb_unique_finding){.finding = &own[1]}, "add.cl", kernel, style.width,
                    &document);
  wb_styled_to_ansi(&document, &style, &out);
  wb_document_release(&document);
  check_golden("in-run", wb_str_detach(&out));
}

static void warnings_alone_are_no_errors(void) {
  struct wb_host_result result = make_result(0);
  result.findings = &findings[2];
  result.n_findings = 1;
  CHECK_INT(wb_host_result_judge(&result), WB_HOST_NO_ERRORS);
  result.exit_code = 3;
  CHECK_INT(wb_host_result_judge(&result), WB_HOST_ENDED_ITSELF);
  result.cause = WB_ERR_LIMIT;
  CHECK_INT(wb_host_result_judge(&result), WB_HOST_LIMIT);
  result.cause = WB_ERR_CANCELLED;
  CHECK_INT(wb_host_result_judge(&result), WB_HOST_JUDGE_ERROR);
  result.cause = WB_ERR_CRASH;
  CHECK_INT(wb_host_result_judge(&result), WB_HOST_JUDGE_ERROR);
  result.line = 7; /* a call of the program's failed: a kernel brought its driver down */
  CHECK_INT(wb_host_result_judge(&result), WB_HOST_SCRIPT_ERROR);
}

static void json_comes_back_as_it_was(void) {
  struct wb_host_result result = make_result(3), back;
  struct wb_str first, second;
  struct wb_error err;
  wb_str_init(&first);
  wb_str_init(&second);
  result.has_timeline = true;
  wb_timeline_init(&result.timeline);
  wb_host_result_print(&result, &first);
  if (CHECK_INT(wb_host_result_read(first.data, first.length, &back, &err), WB_OK)) {
    wb_host_result_print(&back, &second);
    CHECK_STRING(second.data, first.data);
    CHECK_INT(back.n_findings, 3);
    CHECK_INT(back.findings[1].host_line, 6);
    wb_host_result_release(&back);
  }
  CHECK_INT(wb_host_result_read(first.data, first.length / 2, &back, &err), WB_ERR_PROTOCOL);
  CHECK_INT(wb_host_result_read("[]", 2, &back, &err), WB_ERR_PROTOCOL);
  wb_timeline_release(&result.timeline);
  wb_str_release(&first);
  wb_str_release(&second);
}

int main(void) {
  tap_run("what was found has its lines, of the host and of kernels", what_was_found_has_its_lines);
  tap_run("an error in Lua has its line", an_error_has_its_line);
  tap_run("a compiler's words stand below the line", a_compilers_words_stand_below);
  tap_run("of a clean program nothing is said but numbers", a_clean_program_is_not_talked_about);
  tap_run("findings that are not shown are counted", findings_that_are_not_shown_are_counted);
  tap_run("the report of a run has the host's lines, too", a_run_reports_them_too);
  tap_run("warnings alone are no errors", warnings_alone_are_no_errors);
  tap_run("a result comes back from JSON as it was", json_comes_back_as_it_was);
  return tap_finish();
}
