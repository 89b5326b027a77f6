#include "finding/verdict.h"

static const struct wb_word verdicts[WB_VERDICT_COUNT] = {
    [WB_VERDICT_JUDGE_ERROR] = {"judge-error",
                                "the workbench, the puzzle or the device failed; not your kernel"},
    [WB_VERDICT_SECURITY_VIOLATION] = {"security-violation",
                                       "the kernel tried what the sandbox refuses"},
    [WB_VERDICT_COMPILE_ERROR] = {"compile-error", "the kernel does not compile"},
    [WB_VERDICT_TIME_LIMIT] = {"time-limit", "the kernel ran for too long"},
    [WB_VERDICT_MEMORY_LIMIT] = {"memory-limit", "the kernel used too much memory"},
    [WB_VERDICT_OUTPUT_LIMIT] = {"output-limit", "the kernel printed too much"},
    [WB_VERDICT_RUNTIME_ERROR] = {"runtime-error",
                                  "the kernel did something that OpenCL does not allow"},
    [WB_VERDICT_WRONG_ANSWER] = {"wrong-answer", "an output differs from the reference"},
    [WB_VERDICT_OVER_BUDGET] = {"over-budget",
                                "right and clean, but it does more work than allowed"},
    [WB_VERDICT_ACCEPTED] = {"accepted", "right on every case and clean under every check"},
};

const struct wb_words wb_verdicts = WB_WORDS(verdicts);

const char *wb_verdict_name(enum wb_verdict verdict) { return wb_word_name(&wb_verdicts, verdict); }

const char *wb_verdict_help(enum wb_verdict verdict) { return wb_word_help(&wb_verdicts, verdict); }

bool wb_verdict_parse(const char *word, enum wb_verdict *out) {
  return wb_word_parse(&wb_verdicts, word, (unsigned *)out);
}

enum wb_verdict wb_verdict_worst(enum wb_verdict a, enum wb_verdict b) { return a < b ? a : b; }
