#include "finding/finding.h"

#include <string.h>

/* A table row: the machine word and, for kinds, what it means. */
struct word {
  const char *name;
  const char *help;
};

static const struct word kinds[WB_FINDING_KIND_COUNT] = {
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
    [WB_INVALID_LAUNCH] = {"invalid-launch",
                           "a launch that OpenCL does not allow, such as a local "
                           "size that does not divide the global size"},
    [WB_INVALID_ARGUMENT] = {"invalid-argument",
                             "a kernel's parameters differ from those of the puzzle"},
    [WB_DEADLOCK] = {"deadlock", "work-items wait for each other for ever"},
    [WB_SHIFT_TOO_WIDE] = {"shift-too-wide", "a shift by as many bits as the number has, or more"},
    [WB_ORDER_DEPENDENCE] = {"order-dependence",
                             "right in one order of work-items that OpenCL allows, wrong in "
                             "another"},
};

static const struct word severities[] = {
    [WB_SEVERITY_ERROR] = {"error", ""},
    [WB_SEVERITY_WARNING] = {"warning", ""},
};

static const struct word accesses[] = {
    [WB_ACCESS_NONE] = {"none", ""},
    [WB_ACCESS_READ] = {"read", ""},
    [WB_ACCESS_WRITE] = {"write", ""},
    [WB_ACCESS_ATOMIC] = {"atomic", ""},
};

static const struct word memories[] = {
    [WB_MEMORY_NONE] = {"none", ""},       [WB_MEMORY_GLOBAL] = {"global", ""},
    [WB_MEMORY_LOCAL] = {"local", ""},     [WB_MEMORY_CONSTANT] = {"constant", ""},
    [WB_MEMORY_PRIVATE] = {"private", ""},
};

#define COUNT_OF(table) (sizeof(table) / sizeof(table)[0])

static const char *name_of(const struct word *table, size_t count, unsigned i) {
  return i < count ? table[i].name : "unknown";
}

/* The row called `word`, or `count`. */
static size_t find(const struct word *table, size_t count, const char *word) {
  size_t i = 0;
  while (i < count && strcmp(table[i].name, word) != 0) i++;
  return i;
}

const char *wb_finding_kind_name(enum wb_finding_kind kind) {
  return name_of(kinds, COUNT_OF(kinds), kind);
}

const char *wb_finding_kind_help(enum wb_finding_kind kind) {
  return (unsigned)kind < COUNT_OF(kinds) ? kinds[kind].help : "";
}

const char *wb_severity_name(enum wb_severity severity) {
  return name_of(severities, COUNT_OF(severities), severity);
}

const char *wb_access_name(enum wb_access access) {
  return name_of(accesses, COUNT_OF(accesses), access);
}

const char *wb_memory_name(enum wb_memory memory) {
  return name_of(memories, COUNT_OF(memories), memory);
}

bool wb_finding_kind_parse(const char *word, enum wb_finding_kind *out) {
  size_t i = find(kinds, COUNT_OF(kinds), word);
  if (i < COUNT_OF(kinds)) *out = (enum wb_finding_kind)i;
  return i < COUNT_OF(kinds);
}

bool wb_severity_parse(const char *word, enum wb_severity *out) {
  size_t i = find(severities, COUNT_OF(severities), word);
  if (i < COUNT_OF(severities)) *out = (enum wb_severity)i;
  return i < COUNT_OF(severities);
}

bool wb_access_parse(const char *word, enum wb_access *out) {
  size_t i = find(accesses, COUNT_OF(accesses), word);
  if (i < COUNT_OF(accesses)) *out = (enum wb_access)i;
  return i < COUNT_OF(accesses);
}

bool wb_memory_parse(const char *word, enum wb_memory *out) {
  size_t i = find(memories, COUNT_OF(memories), word);
  if (i < COUNT_OF(memories)) *out = (enum wb_memory)i;
  return i < COUNT_OF(memories);
}
