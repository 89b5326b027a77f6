/* The programs of tests/host, each run with all of Lua on the emulator. Comments in them say what
 * is expected:
 *
 *   -- prints: TEXT          a line of what the program prints; where there is one, these are all
 *   -- … expect: KIND [warning]   at the end of a line: a finding with that line
 *   -- … expect-one: KIND    likewise, where at least one of the lines that say so has it
 *   -- other                 the other line of a finding
 *   -- fails: WORDS          the program ends with an error of this line, whose message has these
 *
 *   -- findings: any         whatever is found is right
 *
 * The word redundant-work anywhere is as --warn-all. *
 * Else a finding, or an error, that no comment expects is a failure. */
#include "gpu/run.h"

#include "base/file.h"
#include "base/str.h"
#include "device/registry.h"
#include "tap.h"

enum { MOST_LINES = 400 };

/* What a program's comments say, by line from 1. */
struct program {
  struct wb_str text;
  size_t n_lines;
  struct expected {
    char kind[64]; /* "" none */
    bool warning, other, met, one_of;
    char fails[128];
  } lines[MOST_LINES + 1];
  struct wb_str prints;
  bool has_prints;
};

/* What follows `mark` on the line, up to its end; NULL where it is not there. */
static const char *after_mark(const char *line, const char *mark) {
  const char *at = strstr(line, mark);
  return at != NULL ? at + strlen(mark) : NULL;
}

static void read_line(struct program *program, const char *line, struct expected *expected) {
  const char *one = after_mark(line, "expect-one: ");
  const char *at = one != NULL ? one : after_mark(line, "expect: ");
  char severity[16] = "";
  expected->one_of = one != NULL;
  if (at != NULL) sscanf(at, "%63s %15s", expected->kind, severity);
  expected->warning = strcmp(severity, "warning") == 0;
  expected->other = after_mark(line, "-- other") != NULL;
  at = after_mark(line, "-- fails: ");
  if (at != NULL) snprintf(expected->fails, sizeof expected->fails, "%s", at);
  at = after_mark(line, "-- prints: ");
  if (at == NULL) return;
  program->has_prints = true;
  wb_str_addf(&program->prints, "%s\n", at);
}

static bool read_program(struct program *program, const char *path) {
  memset(program, 0, sizeof *program);
  wb_str_init(&program->text);
  wb_str_init(&program->prints);
  if (!CHECK(wb_file_read(path, 1 << 20, &program->text, NULL) == WB_OK)) return false;
  for (const char *at = program->text.data; *at != '\0' && program->n_lines < MOST_LINES;) {
    const size_t length = strcspn(at, "\n");
    char *line = wb_strndup(at, length);
    read_line(program, line, &program->lines[++program->n_lines]);
    free(line);
    at += length + (at[length] == '\n' ? 1 : 0);
  }
  return true;
}

static struct expected *expected_at(struct program *program, uint32_t line) {
  return &program->lines[line <= program->n_lines ? line : 0];
}

/* The line of a host's finding is its own; a kernel's has that of its launch. */
static void check_finding(struct program *program, const struct wb_finding *finding) {
  const bool of_host = wb_finding_is_of_host(finding) || finding->host_line == 0;
  const uint32_t line = of_host ? finding->line : finding->host_line;
  struct expected *expected = expected_at(program, line);
  const char *kind = wb_finding_kind_name(finding->kind);
  const bool warning = finding->severity == WB_SEVERITY_WARNING;
  if (!CHECK(strcmp(expected->kind, kind) == 0 && expected->warning == warning))
    printf("# line %u: %s%s: %s\n", line, kind, warning ? " (warning)" : "", finding->message);
  expected->met = true;
  if (finding->other.present) expected_at(program, finding->other.line)->other = false;
}

static void check_error(struct program *program, const struct wb_gpu_result *result) {
  const char *colon = strrchr(result->error.where, ':');
  if (result->status == WB_OK) return;
  struct expected *expected =
      expected_at(program, colon != NULL ? (uint32_t)strtoul(colon + 1, NULL, 10) : 0);
  const bool meant = expected->kind[0] != '\0' || expected->fails[0] != '\0';
  if (!CHECK(meant && strstr(result->error.message, expected->fails) != NULL))
    printf("# %s: %s\n", result->error.where, result->error.message);
  expected->fails[0] = '\0';
}

static void add_output(void *data, const char *bytes, size_t length) {
  wb_str_add_bytes(data, bytes, length);
}

/* Every comment has come true. */
static void check_all_met(const struct program *program) {
  bool is_one = false, one_met = false;
  for (size_t i = 1; i <= program->n_lines; i++) {
    const struct expected *line = &program->lines[i];
    is_one = is_one || line->one_of;
    one_met = one_met || (line->one_of && line->met);
    if (line->kind[0] != '\0' && !line->one_of && !CHECK(line->met))
      printf("# line %zu: no %s\n", i, line->kind);
    if (!CHECK(!line->other)) printf("# line %zu: is no other line of a finding\n", i);
    if (!CHECK(line->fails[0] == '\0')) printf("# line %zu: no error\n", i);
  }
  CHECK(!is_one || one_met);
}

static void check_program(const char *path, const char *device) {
  static struct program program;
  struct wb_str output;
  struct wb_gpu_result result;
  size_t count = 0;
  if (!read_program(&program, path)) return;
  wb_str_init(&output);
  struct wb_gpu_script script = {.path = path, .write = add_output, .data = &output};
  script.host.cancel_fd = -1;
  script.host.device = device;
  script.host.warns_of_all = strstr(program.text.data, "redundant-work") != NULL;
  wb_gpu_run(&script, &result);
  check_error(&program, &result);
  if (program.has_prints) CHECK_STRING(output.data, program.prints.data);
  const struct wb_finding *findings =
      result.host != NULL ? wb_host_findings(result.host, &count) : NULL;
  if (strstr(program.text.data, "-- findings: any") != NULL) count = 0;
  for (size_t i = 0; i < count; i++) check_finding(&program, &findings[i]);
  check_all_met(&program);
  wb_gpu_result_release(&result);
  wb_str_release(&output);
  wb_str_release(&program.text);
  wb_str_release(&program.prints);
}

static char *program_path;
static const char *program_device; /* NULL: the emulator */

static void run_one(void) { check_program(program_path, program_device); }

static void run_folder(const char *folder, const char *only) {
  struct wb_names names;
  wb_names_init(&names);
  CHECK(wb_directory_list(folder, &names, NULL) == WB_OK && names.count > 0);
  for (size_t i = 0; i < names.count; i++) {
    if (!wb_ends_with(names.items[i], ".lua")) continue;
    if (only != NULL && strstr(names.items[i], only) == NULL) continue;
    program_path = wb_path_join(folder, names.items[i]);
    char *title = wb_format("%s%s%s", names.items[i], program_device != NULL ? " on " : "",
                            program_device != NULL ? program_device : "");
    tap_run(title, run_one);
    free(title);
    free(program_path);
  }
  wb_names_release(&names);
}

static void skip_opencl(void) { tap_skip("there is no OpenCL device here"); }

/* The same programs run unchanged on another device. */
static void run_on_opencl(void) {
  struct wb_device_list list = {0};
  bool found = false;
  if (wb_device_list(&list, NULL, NULL) == WB_OK)
    for (size_t i = 0; i < list.count; i++)
      found = found || wb_starts_with(list.items[i].selector, "opencl");
  wb_device_list_release(&list);
  program_device = "opencl";
  if (found)
    run_folder(WB_TEST_ROOT "/tests/host/api", NULL);
  else
    tap_run("programs run on OpenCL devices, too", skip_opencl);
}

/* programs.t [FOLDER [PART-OF-NAME]] */
int main(int argc, char **argv) {
  if (argc > 1) {
    run_folder(argv[1], argc > 2 ? argv[2] : NULL);
  } else {
    run_folder(WB_TEST_ROOT "/tests/host/api", NULL);
    run_folder(WB_TEST_ROOT "/tests/host/checks", NULL);
    run_on_opencl();
  }
  return tap_finish();
}
