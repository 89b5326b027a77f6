#include "judge/arguments.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

struct option {
  const char *name;
  size_t offset; /* of the text in struct wb_judge_arguments */
};

#define OPTION(name, member) \
  { name, offsetof(struct wb_judge_arguments, member) }
static const struct option options[] = {
    OPTION("--course", course),
    OPTION("--puzzle", puzzle),
    OPTION("--file", file),
    OPTION("--device", device),
    OPTION("--case", only_case),
    OPTION("--until-step", until_step),
    OPTION("--seed", seed),
    OPTION("--hidden-seed", hidden_seed),
    OPTION("--first", first),
    OPTION("--schedule", schedule),
    OPTION("--profile", profile),
    OPTION("--trace", trace),
    OPTION("--compiler", compiler),
    OPTION("--subgroup", subgroup),
    OPTION("--launch", launch),
    OPTION("--extra-case", extra_case),
    OPTION("--author", author),
    OPTION("--every-case", every_case),
    OPTION("--verdicts-only", verdicts_only),
    OPTION("--timed", timed),
    OPTION("--time-limit", time_limit),
    OPTION("--mutant", mutant),
    OPTION("--mutants", mutants),
    OPTION("--fingerprint", fingerprint),
    OPTION("--hidden-counters", hidden_counters),
    OPTION("--step-limit", step_limit),
    OPTION("--trace-launch", trace_launch),
    OPTION("--strangers", strangers),
};

int wb_judge_complain(const char *what, const char *value) {
  fprintf(
      stderr,
      "workbench-judge: %s%s%s\n"
      "usage: workbench-judge run --course DIR --puzzle SLUG --file F [--device D]\n"
      "                           [--case N] [--until-step N] [--seed S | --hidden-seed S]\n"
      "                           [--schedule ORDER]\n"
      "                           [--profile yes] [--trace yes] [--trace-launch K] [--subgroup N]\n"
      "                           [--launch CHANGE]\n"
      "                           [--extra-case LUA] [--author yes] [--every-case yes]\n"
      "                           [--timed yes] [--time-limit MS] [--mutant N] [--mutants yes]\n"
      "                           [--fingerprint yes] [--hidden-counters yes]\n"
      "       workbench-judge describe --course DIR [--puzzle SLUG]\n"
      "       workbench-judge data --course DIR --puzzle SLUG [--case N] [--seed S]\n"
      "                            [--first INDEX] [--author yes]\n"
      "       workbench-judge audit --course DIR --puzzle SLUG\n"
      "       workbench-judge student-spec --course DIR --puzzle SLUG\n"
      "       workbench-judge wait --course DIR [--device D] [--compiler no]\n"
      "                            [--strangers yes]\n"
      "This is a part of the workbench, which starts it itself; use `workbench run`.\n",
      what, value != NULL ? ": " : "", value != NULL ? value : "");
  return WB_JUDGE_USAGE;
}

static const struct option *find_option(const char *name) {
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
    if (strcmp(options[i].name, name) == 0) return &options[i];
  return NULL;
}

int wb_judge_arguments_parse(int count, char *const *items, struct wb_judge_arguments *arguments) {
  for (int i = 0; i < count; i += 2) {
    const struct option *option = find_option(items[i]);
    if (option == NULL) return wb_judge_complain("no such option", items[i]);
    if (i + 1 == count) return wb_judge_complain("a value is missing after", items[i]);
    *(const char **)(void *)((char *)arguments + option->offset) = items[i + 1];
  }
  return arguments->course != NULL ? 0 : wb_judge_complain("--course is missing", NULL);
}

bool wb_judge_parse_number(const char *text, uint64_t *number) {
  char *end;
  if (text == NULL || *text < '0' || *text > '9') return false;
  errno = 0;
  *number = strtoull(text, &end, 10);
  return errno == 0 && *end == '\0';
}

bool wb_judge_says_yes(const char *value) { return value != NULL && strcmp(value, "yes") == 0; }

const char *wb_judge_device_of(const struct wb_judge_arguments *arguments) {
  return arguments->device != NULL ? arguments->device : "emulator";
}

char *wb_judge_includes_of(const struct wb_judge_arguments *arguments) {
  char *includes = wb_format("%s/kernels/include", arguments->course);
  if (wb_is_directory(includes)) return includes;
  free(includes);
  return NULL;
}
