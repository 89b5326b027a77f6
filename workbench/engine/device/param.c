#include "device/param.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* C's longer names for what OpenCL C has one word for, without blanks. */
static const char *const synonyms[][2] = {
    {"unsignedchar", "uchar"}, {"signedchar", "char"},       {"unsignedshort", "ushort"},
    {"unsignedint", "uint"},   {"unsigned", "uint"},         {"signedint", "int"},
    {"signed", "int"},         {"unsignedlong", "ulong"},    {"longint", "long"},
    {"shortint", "short"},     {"signedlong", "long"},       {"signedshort", "short"},
    {"size_t", "ulong"},       {"ptrdiff_t", "long"},        {"intptr_t", "long"},
    {"uintptr_t", "ulong"},    {"unsignedlongint", "ulong"}, {"unsignedshortint", "ushort"},
};

static const char *const ignored[] = {"const",      "volatile", "restrict",  "__restrict",
                                      "__global",   "global",   "__local",   "local",
                                      "__constant", "constant", "__private", "private"};

static bool is_ignored(const char *word) {
  for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
    if (strcmp(word, ignored[i]) == 0) return true;
  return false;
}

/* Joins the words of `text` that belong to the type's name. */
static void join_words(const char *text, char *name, size_t size) {
  char word[64];
  size_t used = 0;
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

bool wb_type_parse(const char *name, struct wb_dtype *out) {
  char joined[64];
  join_words(name, joined, sizeof joined);
  for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++)
    if (strcmp(joined, synonyms[i][0]) == 0) return wb_dtype_parse(synonyms[i][1], out);
  return wb_dtype_parse(joined, out);
}

struct wb_param_type wb_param_type_of(const char *type_name) {
  struct wb_param_type found = {.pointer = strchr(type_name, '*') != NULL};
  const char *star = strchr(type_name, '*');
  bool twice = star != NULL && strchr(star + 1, '*') != NULL;
  found.known = !twice && wb_type_parse(type_name, &found.type);
  return found;
}

struct wb_param_type wb_param_type(const struct wb_param_info *param) {
  const struct wb_param_type found = wb_param_type_of(param->type_name);
  return found.known || param->base_name[0] == '\0' ? found : wb_param_type_of(param->base_name);
}

void wb_param_spell(const struct wb_param_info *param, struct wb_str *out) {
  static const char *const spaces[] = {[WB_MEMORY_GLOBAL] = "__global ",
                                       [WB_MEMORY_LOCAL] = "__local ",
                                       [WB_MEMORY_CONSTANT] = "__constant ",
                                       [WB_MEMORY_PRIVATE] = "",
                                       [WB_MEMORY_NONE] = ""};
  const char *type = param->type_name;
  if (wb_starts_with(type, "const ")) type += strlen("const ");
  size_t stars = strlen(type), length = stars;
  while (length > 0 && (type[length - 1] == '*' || type[length - 1] == ' ')) length--;
  bool pointer = length < stars;
  bool is_const = pointer && param->is_const && param->memory != WB_MEMORY_CONSTANT;
  wb_str_add(out, pointer ? spaces[param->memory] : "");
  if (is_const) wb_str_add(out, "const ");
  wb_str_add_bytes(out, type, length);
  wb_str_add_char(out, ' ');
  for (; length < stars; length++)
    if (type[length] == '*') wb_str_add_char(out, '*');
  wb_str_add(out, param->name);
}

void wb_kernel_spell(const char *kernel, const struct wb_kernel_info *info, struct wb_str *out) {
  wb_str_addf(out, "%s(", kernel);
  for (size_t i = 0; i < info->n_params; i++) {
    if (i > 0) wb_str_add(out, ", ");
    wb_param_spell(&info->params[i], out);
  }
  wb_str_add(out, info->n_params == 0 ? "void)" : ")");
}
