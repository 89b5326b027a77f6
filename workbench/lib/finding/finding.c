#include "finding/finding.h"

static const struct wb_word kinds[WB_FINDING_KIND_COUNT] = {
    [WB_OUT_OF_BOUNDS] = {"out-of-bounds",
                          "an access before the start or past the end of an array"},
    [WB_NULL_POINTER] = {"null-pointer", "an access through a null pointer"},
    [WB_READ_ONLY_WRITE] = {"read-only-write", "a write to an input or to constant memory"},
    [WB_MISALIGNED] = {"misaligned", "an address that is not a multiple of its type's size"},
    [WB_DATA_RACE] = {"data-race",
                      "two work-items touch one element, at least one writes, "
                      "and nothing orders them"},
    [WB_BARRIER_DIVERGENCE] = {"barrier-divergence",
                               "not every work-item of a group reached the same barrier"},
    [WB_UNINITIALIZED_READ] = {"uninitialized-read", "a value that nobody wrote was used"},
    [WB_ASYNC_COPY_MISUSE] = {"async-copy-misuse",
                              "an asynchronous copy was used before it was waited for"},
    [WB_DIVIDE_BY_ZERO] = {"divide-by-zero",
                           "an integer division by zero, or whose quotient does not fit"},
    [WB_STACK_OVERFLOW] = {"stack-overflow", "a work-item used more private memory than there is"},
    [WB_INVALID_LAUNCH] =
        {"invalid-launch",
         "a launch that OpenCL does not allow, such as one with groups of another "
         "size than the kernel requires"},
    [WB_INVALID_ARGUMENT] = {"invalid-argument",
                             "a kernel's parameters differ from those of the puzzle"},
    [WB_DEADLOCK] = {"deadlock", "work-items wait for each other for ever"},
    [WB_SHIFT_TOO_WIDE] = {"shift-too-wide", "a shift by as many bits as the number has, or more"},
    [WB_ORDER_DEPENDENCE] = {"order-dependence",
                             "right in one order of work-items that OpenCL allows, wrong in "
                             "another"},
    [WB_PRINTF_MISMATCH] = {"printf-mismatch",
                            "a conversion of printf without an argument that it is for"},
    [WB_CONVERSION_OUT_OF_RANGE] = {"conversion-out-of-range",
                                    "a float became an integer of a type that cannot hold it"},
};

const struct wb_words wb_finding_kinds = WB_WORDS(kinds);

static const struct wb_word severities[] = {
    [WB_SEVERITY_ERROR] = {.name = "error"},
    [WB_SEVERITY_WARNING] = {.name = "warning"},
};
const struct wb_words wb_severities = WB_WORDS(severities);

static const struct wb_word accesses[] = {
    [WB_ACCESS_NONE] = {.name = "none"},
    [WB_ACCESS_READ] = {.name = "read"},
    [WB_ACCESS_WRITE] = {.name = "write"},
    [WB_ACCESS_ATOMIC] = {.name = "atomic"},
};
const struct wb_words wb_accesses = WB_WORDS(accesses);

static const struct wb_word memories[] = {
    [WB_MEMORY_NONE] = {.name = "none"},       [WB_MEMORY_GLOBAL] = {.name = "global"},
    [WB_MEMORY_LOCAL] = {.name = "local"},     [WB_MEMORY_CONSTANT] = {.name = "constant"},
    [WB_MEMORY_PRIVATE] = {.name = "private"},
};
const struct wb_words wb_memories = WB_WORDS(memories);

const char *wb_finding_kind_name(enum wb_finding_kind kind) {
  return wb_word_name(&wb_finding_kinds, kind);
}

const char *wb_finding_kind_help(enum wb_finding_kind kind) {
  return wb_word_help(&wb_finding_kinds, kind);
}

const char *wb_severity_name(enum wb_severity severity) {
  return wb_word_name(&wb_severities, severity);
}

const char *wb_access_name(enum wb_access access) { return wb_word_name(&wb_accesses, access); }

const char *wb_memory_name(enum wb_memory memory) { return wb_word_name(&wb_memories, memory); }

bool wb_finding_kind_parse(const char *word, enum wb_finding_kind *out) {
  return wb_word_parse(&wb_finding_kinds, word, (unsigned *)out);
}

bool wb_severity_parse(const char *word, enum wb_severity *out) {
  return wb_word_parse(&wb_severities, word, (unsigned *)out);
}

bool wb_finding_is_of_launch(const struct wb_finding *finding, uint32_t launch) {
  return finding->launch == launch || (finding->in_launches > 1 && launch > finding->launch);
}
