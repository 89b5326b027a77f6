#include "judge/signature.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A parameter's type as its compiler spells it, taken apart. */
struct spelt {
  bool known; /* an OpenCL C type that a puzzle can have */
  struct wb_dtype type;
  bool pointer;
};

/* C's longer names for what OpenCL C has one word for. */
static const char *const synonyms[][2] = {
    {"unsignedchar", "uchar"}, {"unsignedshort", "ushort"}, {"unsignedint", "uint"},
    {"unsigned", "uint"},      {"unsignedlong", "ulong"},   {"signedchar", "char"},
    {"signedint", "int"},      {"longint", "long"},         {"unsignedlongint", "ulong"},
};

static const char *const ignored[] = {"const",   "volatile", "restrict",   "__global", "global",
                                      "__local", "local",    "__constant", "constant", "__private"};

static bool is_ignored(const char *word) {
  for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
    if (strcmp(word, ignored[i]) == 0) return true;
  return false;
}

/* Appends the words of `text` that belong to the type's name. */
static void squeeze(const char *text, char *name, size_t size, bool *pointer) {
  char word[64];
  size_t used = 0;
  *pointer = strchr(text, '*') != NULL;
  while (*text != '\0') {
    size_t length = 0;
    while (isalnum((unsigned char)*text) || *text == '_') {
      if (length + 1 < sizeof word) word[length++] = *text;
      text++;
    }
    word[length] = '\0';
    if (length == 0) text++;
    if (!is_ignored(word) && used + length < size) {
      memcpy(name + used, word, length);
      used += length;
    }
  }
  name[used] = '\0';
}

static struct spelt take_apart(const char *type_name) {
  struct spelt spelt = {0};
  char name[64];
  squeeze(type_name, name, sizeof name, &spelt.pointer);
  for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++)
    if (strcmp(name, synonyms[i][0]) == 0) snprintf(name, sizeof name, "%s", synonyms[i][1]);
  spelt.known = wb_dtype_parse(name, &spelt.type);
  return spelt;
}

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

static bool type_fits(const struct wb_param *param, const char *type_name) {
  struct spelt spelt = take_apart(type_name);
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

static void spell_got(const struct wb_param_info *param, char *text, size_t size) {
  static const char *const spaces[] = {[WB_MEMORY_GLOBAL] = "__global ",
                                       [WB_MEMORY_LOCAL] = "__local ",
                                       [WB_MEMORY_CONSTANT] = "__constant ",
                                       [WB_MEMORY_PRIVATE] = "",
                                       [WB_MEMORY_NONE] = ""};
  size_t length = strlen(param->type_name);
  bool pointer = length > 0 && param->type_name[length - 1] == '*';
  snprintf(text, size, "%s%s%.*s %s%s", spaces[param->memory], param->is_const ? "const " : "",
           (int)(pointer ? length - 1 : length), param->type_name, pointer ? "*" : "", param->name);
}

static void begin(struct wb_finding *finding, const struct wb_puzzle *puzzle, uint32_t line) {
  memset(finding, 0, sizeof *finding);
  finding->kind = WB_INVALID_ARGUMENT;
  finding->count = 1;
  finding->line = line;
  snprintf(finding->kernel, sizeof finding->kernel, "%s", puzzle->entry);
}

static void count_differs(const struct wb_puzzle *puzzle, const struct wb_kernel_info *info,
                          struct wb_finding *finding) {
  char first[112] = "";
  bool fewer = info->n_params < puzzle->n_params;
  if (fewer) spell_expected(&puzzle->params[info->n_params], first, sizeof first);
  snprintf(finding->message, sizeof finding->message,
           "the kernel %.63s has %zu parameter%s, but the puzzle passes %zu%s%s%s", puzzle->entry,
           info->n_params, info->n_params == 1 ? "" : "s", puzzle->n_params,
           fewer ? "; the first missing one is \"" : "", first, fewer ? "\"" : "");
}

size_t wb_signature_check(const struct wb_puzzle *puzzle, const struct wb_kernel_info *info,
                          uint32_t line, struct wb_finding *findings, size_t max) {
  size_t count = 0;
  if (max == 0) return 0;
  if (info->n_params != puzzle->n_params) {
    begin(&findings[0], puzzle, line);
    count_differs(puzzle, info, &findings[0]);
    return 1;
  }
  for (size_t i = 0; i < info->n_params && count < max; i++) {
    const struct wb_param *param = &puzzle->params[i];
    const struct wb_param_info *got = &info->params[i];
    char expected_text[112], got_text[144];
    if (memory_fits(param->kind, got->memory) && type_fits(param, got->type_name)) continue;
    begin(&findings[count], puzzle, line);
    spell_expected(param, expected_text, sizeof expected_text);
    spell_got(got, got_text, sizeof got_text);
    snprintf(findings[count].array, sizeof findings[count].array, "%s", param->name);
    snprintf(findings[count].message, sizeof findings[count].message,
             "parameter %zu must be \"%s\", but the kernel has \"%s\"", i + 1, expected_text,
             got_text);
    count++;
  }
  return count;
}
