#include "compiler/frontend_series_text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SERIES_TEXT = 60000 /* fits into a pipe: nobody waits for its reader */ };

/* ---- which texts ------------------------------------------------------------------------- */

/* With any of these in it a text may read another file, change what clang warns of, have a type
 * with a name, say something of its file, or make such a word of two. */
static const char *const NOT_IN_SERIES[] = {"include", "import",        "embed",         "struct",
                                            "union",   "__BASE_FILE__", "__TIMESTAMP__", "??",
                                            "##",      "%:%:"};

static const char PRAGMA[] = "ragma";
/* Of a pragma it is known whether it ends with its text: these are states of the parser, or about
 * the loop that follows. */
static const char *const PRAGMAS[] = {
    "#pragma OPENCL FP_CONTRACT OFF\n", "#pragma OPENCL FP_CONTRACT ON\n",
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n", "#pragma unroll\n", "_Pragma(\"unroll\")"};

/* Whether the word at `found`, in the text that begins at `text`, is that of a pragma above. */
static bool is_known_pragma(const char *text, const char *found) {
  bool known = false;
  for (size_t i = 0; i < sizeof PRAGMAS / sizeof PRAGMAS[0] && !known; i++) {
    const size_t before = (size_t)(strstr(PRAGMAS[i], PRAGMA) - PRAGMAS[i]);
    known = (size_t)(found - text) >= before && wb_starts_with(found - before, PRAGMAS[i]);
  }
  return known;
}

/* Without what makes two lines one: a backslash, perhaps blanks, and a line's end. A return is one
 * wherever it stands. */
static void join_lines(struct wb_str *out, const struct wb_str *text) {
  for (size_t i = 0; i < text->length; i++) {
    size_t end = i + 1;
    while (text->data[i] == '\\' && end < text->length && strchr(" \t\v\f", text->data[end])) end++;
    if (text->data[i] == '\\' && end < text->length && strchr("\r\n", text->data[end]))
      i = end + (text->data[end] == '\r' && text->data[end + 1] == '\n');
    else
      wb_str_add_char(out, text->data[i]);
  }
}

static bool may_share(const struct wb_str *text) {
  struct wb_str joined;
  bool may = text->length <= MAX_SERIES_TEXT && memchr(text->data, '\0', text->length) == NULL;
  wb_str_init(&joined);
  if (may) join_lines(&joined, text);
  for (size_t i = 0; i < sizeof NOT_IN_SERIES / sizeof NOT_IN_SERIES[0] && may; i++)
    may = strstr(joined.data, NOT_IN_SERIES[i]) == NULL;
  for (const char *at = joined.data; may && (at = strstr(at, PRAGMA)) != NULL; at++)
    may = is_known_pragma(joined.data, at);
  wb_str_release(&joined);
  return may;
}

/* ---- macros of the options ----------------------------------------------------------------- */

static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

static bool has_word(const char *text, const char *word, size_t length) {
  bool found = false;
  char *wanted = wb_strndup(word, length);
  for (const char *at = text; !found && (at = strstr(at, wanted)) != NULL; at++)
    found = (at == text || strchr(LETTERS, at[-1]) == NULL) &&
            (at[length] == '\0' || strchr(LETTERS, at[length]) == NULL);
  free(wanted);
  return found;
}

/* "-DNAME" or "-DNAME=VALUE", of a name that is the text's alone: names that begin with _ are the
 * compiler's. A value is part of one line, whatever stands around it. */
static bool is_of_text(const char *option, const char *header) {
  const char *name = option + 2;
  if (!wb_starts_with(option, "-D")) return false;
  const size_t length = strspn(name, LETTERS);
  return length > 0 && (name[length] == '=' || name[length] == '\0') && name[0] != '_' &&
         strchr("0123456789", name[0]) == NULL && strpbrk(option, "\r\n\\\"'") == NULL &&
         strstr(option, "/*") == NULL && !has_word(header, name, length);
}

/* As clang makes lines of its options. */
static void add_macro(struct wb_str *text, const char *option) {
  const char *name = option + 2, *value = strchr(name, '=');
  if (value == NULL)
    wb_str_addf(text, "#define %s 1\n", name);
  else
    wb_str_addf(text, "#define %.*s %s\n", (int)(value - name), name, value + 1);
}

static bool is_option(const struct wb_clang_command *command, const char *argument) {
  bool is = false;
  for (size_t i = 0; i < command->options.count; i++) is |= command->options.items[i] == argument;
  return is;
}

/* Where a macro is undefined the order of all of them counts. */
static bool undefines(const struct wb_options *options) {
  bool any = false;
  for (size_t i = 0; i < options->count; i++) any |= wb_starts_with(options->items[i], "-U");
  return any;
}

static void move_macros(struct wb_clang_command *command, const char *header, struct wb_str *text) {
  size_t kept = 0;
  for (size_t i = 0; i < command->n; i++) {
    const char *argument = command->argv[i];
    if (is_option(command, argument) && is_of_text(argument, header))
      add_macro(text, argument);
    else
      command->argv[kept++] = argument;
  }
  command->n = kept;
  command->argv[kept] = NULL;
}

/* ---- both ------------------------------------------------------------------------------------ */

bool wb_frontend_series_text(const struct wb_build_request *request, const char *header,
                             struct wb_clang_command *command, struct wb_str *text) {
  struct wb_str own;
  wb_str_init(&own);
  if (header[0] != '\0' && !undefines(&command->options)) move_macros(command, header, text);
  wb_str_add_bytes(&own, text->data, text->length);
  wb_str_add_bytes(&own, request->source, request->length);
  const bool may = may_share(&own);
  wb_frontend_source_prefix(text, request->file_name);
  wb_str_add_bytes(text, request->source, request->length);
  wb_str_release(&own);
  return may;
}
