#include "finding/finding.h"
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
  for (int i = WB_MEMORY_NONE; i <= WB_MEMORY_PRIVATE; i++) {
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
  tap_run("unknown words change nothing", unknown_words_change_nothing);
  tap_run("the graver verdict takes precedence", verdicts_take_precedence);
  return tap_finish();
}
