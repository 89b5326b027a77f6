#include "finding/finding.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "finding/verdict.h"
#include "tap.h"

static void words_of_kinds_read_back(void) {
  for (int i = 0; i < WB_FINDING_KIND_COUNT; i++) {
    enum wb_finding_kind kind = WB_FINDING_KIND_COUNT;
    CHECK(wb_finding_kind_parse(wb_finding_kind_name((enum wb_finding_kind)i), &kind));
    CHECK_INT(kind, i);
    CHECK(wb_finding_kind_help(kind)[0] != '\0');
  }
}

static void words_of_accesses_read_back(void) {
  for (int i = WB_ACCESS_NONE; i <= WB_ACCESS_ATOMIC; i++) {
    unsigned access = wb_accesses.count;
    CHECK(wb_word_parse(&wb_accesses, wb_access_name((enum wb_access)i), &access));
    CHECK_INT(access, i);
  }
  for (int i = WB_MEMORY_NONE; i <= WB_MEMORY_HOST; i++) {
    unsigned memory = wb_memories.count;
    CHECK(wb_word_parse(&wb_memories, wb_memory_name((enum wb_memory)i), &memory));
    CHECK_INT(memory, i);
  }
  for (int i = WB_SEVERITY_ERROR; i <= WB_SEVERITY_WARNING; i++) {
    enum wb_severity severity = WB_SEVERITY_ERROR;
    CHECK(wb_severity_parse(wb_severity_name((enum wb_severity)i), &severity));
    CHECK_INT(severity, i);
  }
}

static void words_of_verdicts_read_back(void) {
  for (int i = 0; i < WB_VERDICT_COUNT; i++) {
    enum wb_verdict verdict = WB_VERDICT_COUNT;
    CHECK(wb_verdict_parse(wb_verdict_name((enum wb_verdict)i), &verdict));
    CHECK_INT(verdict, i);
    CHECK(wb_verdict_help(verdict)[0] != '\0');
  }
}

static void check_description(const struct wb_finding *finding, const char *expected) {
  struct wb_str text;
  wb_str_init(&text);
  wb_finding_describe(finding, &text);
  CHECK_STRING(text.data, expected);
  wb_str_release(&text);
}

static void a_kernels_finding_names_the_line_that_launched_it(void) {
  struct wb_finding finding = {.kind = WB_OUT_OF_BOUNDS,
                               .access = WB_ACCESS_WRITE,
                               .memory = WB_MEMORY_GLOBAL,
                               .has_item = true,
                               .has_index = true,
                               .index = 8,
                               .count = 1,
                               .n_first = 1,
                               .array = "out",
                               .host_file = "add.lua",
                               .host_line = 12};
  check_description(&finding,
                    "writes out[8], outside the array: work-item (0,0,0) of group (0,0,0); "
                    "launched at add.lua:12");
  strcpy(finding.message, "work-item (8,0,0) writes out[8].");
  check_description(&finding, "work-item (8,0,0) writes out[8]; launched at add.lua:12");
  finding.host_line = 0;
  check_description(&finding, "work-item (8,0,0) writes out[8]");
}

static void places_have_as_many_numbers_as_the_launch_has_dimensions(void) {
  struct wb_finding finding = {.kind = WB_OUT_OF_BOUNDS,
                               .access = WB_ACCESS_READ,
                               .memory = WB_MEMORY_GLOBAL,
                               .array = "a",
                               .has_index = true,
                               .index = 9,
                               .has_item = true,
                               .count = 1,
                               .n_first = 1,
                               .first = {{.item = {4, 1, 0}, .group = {2, 0, 0}}}};
  static const char *const places[] = {"work-item (4,1,0) of group (2,0,0)", "work-item 4 of group 2",
                                       "work-item (4,1) of group (2,0)",
                                       "work-item (4,1,0) of group (2,0,0)"};
  for (uint64_t d = 0; d < 4; d++) {
    char *whole = wb_format("reads a[9], outside the array: %s", places[d]);
    finding.first[0].dimensions = d;
    check_description(&finding, whole);
    free(whole);
  }
  strcpy(finding.message, "waits for flag[0]; work-item 3 of group 1 waits meanwhile");
  check_description(&finding, finding.message);
  strcpy(finding.message, "another work-item waits");
  check_description(&finding, "another work-item waits: work-item (4,1,0) of group (2,0,0)");
}

static void a_hosts_finding_names_the_other_line(void) {
  struct wb_finding finding = {.kind = WB_HOST_RACE,
                               .access = WB_ACCESS_READ,
                               .memory = WB_MEMORY_HOST,
                               .has_index = true,
                               .index = 3,
                               .count = 1,
                               .array = "host",
                               .file = "add.lua",
                               .line = 9,
                               .host_file = "add.lua",
                               .host_line = 9,
                               .other = {.present = true, .line = 7}};
  check_description(&finding,
                    "reads host[3] while a command may use it that was not waited for; see also "
                    "line 7");
}

static void unknown_words_change_nothing(void) {
  enum wb_finding_kind kind = WB_DEADLOCK;
  enum wb_verdict verdict = WB_VERDICT_ACCEPTED;
  CHECK(!wb_finding_kind_parse("dead", &kind) && kind == WB_DEADLOCK);
  CHECK(!wb_verdict_parse("Accepted", &verdict) && verdict == WB_VERDICT_ACCEPTED);
  CHECK(!wb_verdict_parse(NULL, &verdict) && verdict == WB_VERDICT_ACCEPTED);
  CHECK_STRING(wb_finding_kind_name((enum wb_finding_kind)99), "unknown");
  CHECK_STRING(wb_verdict_name((enum wb_verdict)99), "unknown");
}

static void verdicts_take_precedence(void) {
  CHECK_INT(wb_verdict_worst(WB_VERDICT_ACCEPTED, WB_VERDICT_WRONG_ANSWER),
            WB_VERDICT_WRONG_ANSWER);
  CHECK_INT(wb_verdict_worst(WB_VERDICT_RUNTIME_ERROR, WB_VERDICT_WRONG_ANSWER),
            WB_VERDICT_RUNTIME_ERROR);
  CHECK_INT(wb_verdict_worst(WB_VERDICT_JUDGE_ERROR, WB_VERDICT_COMPILE_ERROR),
            WB_VERDICT_JUDGE_ERROR);
  CHECK_INT(wb_verdict_worst(WB_VERDICT_OVER_BUDGET, WB_VERDICT_ACCEPTED), WB_VERDICT_OVER_BUDGET);
}

int main(void) {
  tap_run("words of finding kinds read back", words_of_kinds_read_back);
  tap_run("words of accesses, memories and severities read back", words_of_accesses_read_back);
  tap_run("words of verdicts read back", words_of_verdicts_read_back);
  tap_run("a kernel's finding names the line that launched it",
          a_kernels_finding_names_the_line_that_launched_it);
  tap_run("places have as many numbers as the launch has dimensions",
          places_have_as_many_numbers_as_the_launch_has_dimensions);
  tap_run("a host program's finding names the other line", a_hosts_finding_names_the_other_line);
  tap_run("unknown words change nothing", unknown_words_change_nothing);
  tap_run("the graver verdict takes precedence", verdicts_take_precedence);
  return tap_finish();
}
