#include "finding/finding.h"

#include <string.h>

#include "finding/diagnostic.h"

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
    [WB_HOST_RACE] = {"host-race",
                      "the host reads or writes memory while a command that it has not waited for "
                      "may write or read it"},
    [WB_QUEUE_RACE] = {"queue-race",
                       "commands of two queues touch the same bytes, at least one writes, and no "
                       "event orders them"},
    [WB_RELEASED_IN_USE] = {"released-in-use",
                            "a buffer was released before a command that uses it was done"},
    [WB_USE_AFTER_RELEASE] = {"use-after-release",
                              "a buffer, or a part of one, was used after its release"},
    [WB_EVENT_MISUSE] = {"event-misuse",
                         "a wait for an event that nothing was recorded in, or that cannot come"},
    [WB_OVERLAPPING_COPY] = {"overlapping-copy", "a copy whose source and target overlap"},
    [WB_COPY_OUT_OF_RANGE] = {"copy-out-of-range",
                              "a copy or a fill of more than its source or target has"},
    [WB_SHORT_LAUNCH] = {"short-launch", "a grid of fewer work-items than the data needs"},
    [WB_IDLE_LAUNCH] = {"idle-launch", "a launch most of whose work-items do nothing"},
    [WB_STALE_ARGUMENT] = {"stale-argument",
                           "a kernel was launched with an argument that was set for an earlier "
                           "launch"},
    [WB_OVERWRITTEN_UNREAD] = {"overwritten-unread",
                               "what a command wrote was overwritten before anything read it"},
    [WB_MAPPED_ACCESS] = {"mapped-access",
                          "a command used a buffer that was mapped, or a mapping never ended"},
    [WB_WRONG_CONTEXT] = {"wrong-context", "an object of one context was used with another"},
    [WB_LAYOUT_MISMATCH] = {"layout-mismatch",
                            "host and kernel do not agree about the layout of a type"},
    [WB_NOT_AWAITED] = {"not-awaited", "commands that the program never waited for"},
    [WB_ALIASED_ARGUMENT] = {"aliased-argument", "an output of a launch is one of its inputs, too"},
    [WB_REDUNDANT_WORK] = {"redundant-work", "a wait or a copy that changes nothing"},
    [WB_FOREIGN_DATA] =
        {"foreign-data",
         "an output that must come from kernels, or what they are given, is of the program's own "
         "making"},
    [WB_SCRIPT_ERROR] = {"script-error", "an error in the program's Lua that nothing caught"},
    [WB_LEAK] = {"leak", "what was made and is still held when the program ends"},
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
    [WB_MEMORY_PRIVATE] = {.name = "private"}, [WB_MEMORY_HOST] = {.name = "host"},
};
const struct wb_words wb_memories = WB_WORDS(memories);

static const struct wb_word reasons[] = {
    [WB_LAUNCH_NO_REASON] = {.name = "none"},
    [WB_LAUNCH_EMPTY] = {"empty", "the grid or the group of a launch is 0: no work-item would run"},
    [WB_LAUNCH_UNEVEN] = {"uneven-groups", "the groups of a launch do not divide its work-items"},
    [WB_LAUNCH_OTHER_GROUP] = {"other-group",
                               "a kernel is launched with groups of another size than it is made "
                               "for"},
    [WB_LAUNCH_LARGE_GROUP] = {"large-group",
                               "the groups of a launch are larger than the device takes"},
};
const struct wb_words wb_launch_reasons = WB_WORDS(reasons);

static const struct wb_word causes[] = {
    [WB_RACE_NO_CAUSE] = {.name = "none"},         [WB_RACE_NO_BARRIER] = {.name = "no-barrier"},
    [WB_RACE_NEIGHBOUR] = {.name = "neighbour"},   [WB_RACE_SAME_INDEX] = {.name = "same-index"},
    [WB_RACE_UPDATE] = {.name = "update"},         [WB_RACE_GUESS] = {.name = "guess"},
    [WB_RACE_NEXT_ROUND] = {.name = "next-round"}, [WB_RACE_FENCE] = {.name = "fence"},
    [WB_RACE_SCOPE] = {.name = "scope"},           [WB_RACE_OTHER_GROUP] = {.name = "other-group"},
};
const struct wb_words wb_race_causes = WB_WORDS(causes);

const char *wb_finding_kind_name(enum wb_finding_kind kind) {
  return wb_word_name(&wb_finding_kinds, kind);
}

const char *wb_finding_kind_help(enum wb_finding_kind kind) {
  return wb_word_help(&wb_finding_kinds, kind);
}

const char *wb_severity_name(enum wb_severity severity) {
  return wb_word_name(&wb_severities, severity);
}

const char *wb_diagnostic_word(const struct wb_diagnostic *diagnostic) {
  return diagnostic->is_note ? "note" : wb_severity_name(diagnostic->severity);
}

const char *wb_access_name(enum wb_access access) { return wb_word_name(&wb_accesses, access); }

const char *wb_memory_name(enum wb_memory memory) { return wb_word_name(&wb_memories, memory); }

bool wb_finding_kind_parse(const char *word, enum wb_finding_kind *out) {
  return wb_word_parse(&wb_finding_kinds, word, (unsigned *)out);
}

bool wb_severity_parse(const char *word, enum wb_severity *out) {
  return wb_word_parse(&wb_severities, word, (unsigned *)out);
}

bool wb_finding_is_of_host(const struct wb_finding *finding) {
  return finding->kind >= (enum wb_finding_kind)WB_FIRST_HOST_KIND ||
         finding->memory == WB_MEMORY_HOST;
}

bool wb_finding_is_of_launch(const struct wb_finding *finding, uint32_t launch) {
  return finding->launch == launch || (finding->in_launches > 1 && launch > finding->launch);
}

/* Where the other access is: before the finding's line (-1), in it (0), or after it (1). */
static int side_of_other(const struct wb_finding *finding) {
  return (finding->other.line > finding->line) - (finding->other.line < finding->line);
}

/* Why nothing orders the two, without the array's name before it. */
static bool same_reason(const struct wb_finding *a, const struct wb_finding *b) {
  const char *of_a = strstr(a->message, " races with "), *of_b = strstr(b->message, " races with ");
  return of_a != NULL && of_b != NULL && strcmp(of_a, of_b) == 0;
}

/* One line has an access to each array, and the other accesses are both before it or after it. */
static bool same_place(const struct wb_finding *a, const struct wb_finding *b) {
  return (a->line == b->line || a->other.line == b->other.line) &&
         side_of_other(a) == side_of_other(b) && strcmp(a->file, b->file) == 0 &&
         strcmp(a->kernel, b->kernel) == 0 && a->launch == b->launch &&
         strcmp(a->order, b->order) == 0;
}

bool wb_finding_is_likewise(const struct wb_finding *finding, const struct wb_finding *other) {
  const bool barrier_lacks = finding->cause == WB_RACE_NO_BARRIER ||
                             finding->cause == WB_RACE_NEXT_ROUND ||
                             finding->cause == WB_RACE_FENCE;
  const bool two_arrays = finding->memory == WB_MEMORY_LOCAL && other->memory == WB_MEMORY_LOCAL &&
                          finding->array[0] != '\0' && other->array[0] != '\0' &&
                          strcmp(finding->array, other->array) != 0;
  return barrier_lacks && two_arrays && finding->kind == WB_DATA_RACE &&
         other->kind == WB_DATA_RACE && finding->cause == other->cause &&
         finding->severity == other->severity && finding->access == other->access &&
         finding->other.access == other->other.access && same_place(finding, other) &&
         same_reason(finding, other);
}

static size_t count_kind(const struct wb_finding *findings, size_t count,
                         enum wb_finding_kind kind) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) found += findings[i].kind == kind;
  return found;
}

size_t wb_finding_give_way(const struct wb_finding *findings, size_t count,
                           const struct wb_finding *other) {
  const bool is_error = other->severity == WB_SEVERITY_ERROR;
  size_t warning = count;
  if (!is_error && count_kind(findings, count, other->kind) > 0) return count;
  for (size_t i = count; i-- > 0;) {
    if (findings[i].severity == WB_SEVERITY_ERROR) continue;
    if (count_kind(findings, count, findings[i].kind) > 1) return i;
    if (warning == count) warning = i;
  }
  return is_error ? warning : count;
}
