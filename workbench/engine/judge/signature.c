#include "judge/signature.h"

#include <stdio.h>
#include <string.h>

#include "device/param.h"
#include "script/bounds.h"

/* Which memories a kind of parameter may point at; PRIVATE is a value. */
static bool memory_fits(enum wb_param_kind kind, enum wb_memory memory) {
  static const struct {
    enum wb_memory first, second;
  } fits[] = {
      [WB_PARAM_INPUT] = {WB_MEMORY_GLOBAL, WB_MEMORY_CONSTANT},
      [WB_PARAM_OUTPUT] = {WB_MEMORY_GLOBAL, WB_MEMORY_GLOBAL},
      [WB_PARAM_INOUT] = {WB_MEMORY_GLOBAL, WB_MEMORY_GLOBAL},
      [WB_PARAM_SCALAR] = {WB_MEMORY_PRIVATE, WB_MEMORY_PRIVATE},
      [WB_PARAM_LOCAL] = {WB_MEMORY_LOCAL, WB_MEMORY_LOCAL},
  };
  return memory == WB_MEMORY_NONE || memory == fits[kind].first || memory == fits[kind].second;
}

/* Reads of constant memory are not counted: what the puzzle limits is read from global memory. */
static bool escapes_budget(const struct wb_puzzle *puzzle, size_t param, enum wb_memory memory) {
  return memory == WB_MEMORY_CONSTANT && wb_puzzle_limits_reads(puzzle, param);
}

static bool type_fits(const struct wb_param *param, const char *type_name) {
  struct wb_param_type spelt = wb_param_type_of(type_name);
  bool pointer = param->kind != WB_PARAM_SCALAR;
  if (type_name[0] == '\0') return true;
  if (spelt.pointer != pointer) return false;
  return !spelt.known || wb_dtype_equal(spelt.type, param->type);
}

static void spell_expected(const struct wb_param *param, char *text, size_t size) {
  static const char *const spaces[] = {[WB_PARAM_INPUT] = "__global const ",
                                       [WB_PARAM_OUTPUT] = "__global ",
                                       [WB_PARAM_INOUT] = "__global ",
                                       [WB_PARAM_SCALAR] = "",
                                       [WB_PARAM_LOCAL] = "__local "};
  char type[16];
  snprintf(text, size, "%s%s %s%s", spaces[param->kind], wb_dtype_name(param->type, type),
           param->kind == WB_PARAM_SCALAR ? "" : "*", param->name);
}

static void begin_finding(struct wb_finding *finding, const struct wb_case_stage *stage,
                          uint32_t line) {
  memset(finding, 0, sizeof *finding);
  finding->kind = WB_INVALID_ARGUMENT;
  finding->count = 1;
  finding->line = line;
  snprintf(finding->kernel, sizeof finding->kernel, "%s", stage->entry);
}

static void count_differs(const struct wb_puzzle *puzzle, const struct wb_case_stage *stage,
                          const struct wb_kernel_info *info, struct wb_finding *finding) {
  char first[112] = "";
  bool fewer = info->n_params < stage->n_args;
  if (fewer)
    spell_expected(&puzzle->params[stage->args[info->n_params].param], first, sizeof first);
  snprintf(finding->message, sizeof finding->message,
           "the kernel %.63s has %zu parameter%s, but the puzzle passes %zu%s%s%s", stage->entry,
           info->n_params, info->n_params == 1 ? "" : "s", stage->n_args,
           fewer ? "; the first missing one is \"" : "", first, fewer ? "\"" : "");
}

size_t wb_signature_check(const struct wb_puzzle *puzzle, const struct wb_case_stage *stage,
                          const struct wb_kernel_info *info, uint32_t line,
                          struct wb_finding *findings, size_t max) {
  size_t count = 0;
  if (max == 0) return 0;
  if (info->n_params != stage->n_args) {
    begin_finding(&findings[0], stage, line);
    count_differs(puzzle, stage, info, &findings[0]);
    return 1;
  }
  for (size_t i = 0; i < info->n_params && count < max; i++) {
    const struct wb_param *param = &puzzle->params[stage->args[i].param];
    const struct wb_param_info *got = &info->params[i];
    char expected_text[112];
    struct wb_str got_text;
    const bool escapes = escapes_budget(puzzle, stage->args[i].param, got->memory);
    if (!escapes && memory_fits(param->kind, got->memory) && type_fits(param, got->type_name))
      continue;
    begin_finding(&findings[count], stage, line);
    spell_expected(param, expected_text, sizeof expected_text);
    wb_str_init(&got_text);
    wb_param_spell(got, &got_text);
    snprintf(findings[count].array, sizeof findings[count].array, "%s", param->name);
    snprintf(findings[count].message, sizeof findings[count].message,
             "parameter %zu must be \"%s\"%s, but the kernel has \"%s\"", i + 1, expected_text,
             escapes ? ", since the puzzle limits how often it is read" : "", got_text.data);
    wb_str_release(&got_text);
    count++;
  }
  return count;
}
