#include "device/kernel_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* Longer than every word that matters; what is cut is none of them. */
enum { WORD_MAX = 64, NAME_MAX_BYTES = 512 };

/* ---- characters, as a compiler's first phases see them ------------------------------- */

/* How compilers differ. */
struct reading {
  bool cr_ends_line, blank_in_splice, trigraphs;
};

struct reader {
  const char *at, *end;
  uint32_t line;
  struct reading how;
};

static size_t bytes_left(const struct reader *r) { return (size_t)(r->end - r->at); }

/* The end of a line at `at`; 0: there is none. */
static size_t line_end(const struct reader *r, const char *at) {
  if (at >= r->end) return 0;
  const bool pair = at + 1 < r->end && at[1] != at[0] && (at[1] == '\n' || at[1] == '\r');
  if (*at == '\r') return pair ? 2 : r->how.cr_ends_line ? 1 : 0;
  if (*at == '\n') return pair && r->how.blank_in_splice ? 2 : 1;
  return 0;
}

static size_t splice_width(const struct reader *r) {
  const char *at = r->at;
  if (*at == '\\')
    at++;
  else if (r->how.trigraphs && bytes_left(r) >= 4 && memcmp(at, "?\?/", 3) == 0)
    at += 3;
  else
    return 0;
  while (r->how.blank_in_splice && at < r->end && strchr(" \t\f\v", *at) != NULL && *at != '\0')
    at++;
  const size_t ends = line_end(r, at);
  return ends > 0 ? (size_t)(at - r->at) + ends : 0;
}

static char trigraph_char(const struct reader *r) {
  static const char FROM[] = "=()!<>-/'", TO[] = "#[]|{}~\\^";
  if (!r->how.trigraphs || bytes_left(r) < 3 || r->at[0] != '?' || r->at[1] != '?') return '\0';
  const char *found = r->at[2] != '\0' ? strchr(FROM, r->at[2]) : NULL;
  return found != NULL ? TO[found - FROM] : '\0';
}

/* The next character, which takes `width` bytes; -1 at the end. Any end of a line
 * is '\n'. */
static int look_char(struct reader *r, size_t *width) {
  *width = 0;
  for (size_t skip; bytes_left(r) > 0 && (skip = splice_width(r)) > 0; r->line++) r->at += skip;
  if (bytes_left(r) == 0) return -1;
  const char other = trigraph_char(r);
  *width = other != '\0' ? 3 : 1;
  if (other != '\0') return other;
  if (*r->at == '\r' && r->how.cr_ends_line) {
    if (bytes_left(r) > 1 && r->at[1] == '\n') *width = 2;
    return '\n';
  }
  return (unsigned char)*r->at;
}

static int peek_char(struct reader *r) {
  size_t width;
  return look_char(r, &width);
}

static int next_char(struct reader *r) {
  size_t width;
  const int c = look_char(r, &width);
  r->at += width;
  if (c == '\n') r->line++;
  return c;
}

/* ---- words -------------------------------------------------------------------------- */

static bool skip_comment(struct reader *r) {
  const struct reader saved = *r;
  next_char(r);
  const int kind = peek_char(r);
  if (kind == '/') {
    while (peek_char(r) != '\n' && peek_char(r) >= 0) next_char(r);
  } else if (kind == '*') {
    next_char(r);
    for (int last = 0, c = next_char(r); c >= 0 && !(last == '*' && c == '/');
         last = c, c = next_char(r)) {
    }
  } else {
    *r = saved;
    return false;
  }
  return true;
}

/* None of OpenCL C's characters: some compiler takes it for a blank. */
static bool is_odd(int c) { return c >= 0x80 || (c >= 0 && c < 0x20 && c != '\n') || c == 0x7f; }

static void skip_blanks(struct reader *r) {
  for (int c = peek_char(r); c == ' ' || is_odd(c) || (c == '/' && skip_comment(r));
       c = peek_char(r))
    if (c != '/') next_char(r);
}

static void skip_space(struct reader *r) {
  for (skip_blanks(r); peek_char(r) == '\n'; skip_blanks(r)) next_char(r);
}

static bool is_letter(int c) {
  return c == '_' || c == '$' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(int c) { return c >= '0' && c <= '9'; }

static void read_word(struct reader *r, char out[WORD_MAX]) {
  size_t n = 0;
  for (int c = peek_char(r); is_letter(c) || is_digit(c); c = peek_char(r)) {
    next_char(r);
    if (n + 1 < WORD_MAX) out[n++] = (char)c;
  }
  out[n] = '\0';
}

/* A string or a character, which ends with its line at the latest. `out` may be NULL. */
static void read_literal(struct reader *r, struct wb_str *out) {
  const int quote = next_char(r);
  for (int c = peek_char(r); c >= 0 && c != '\n'; c = peek_char(r)) {
    next_char(r);
    if (c == quote) return;
    if (c == '\\' && peek_char(r) >= 0 && peek_char(r) != '\n') c = next_char(r);
    if (out != NULL) wb_str_add_char(out, (char)c);
  }
}

static bool is_one_of(const char *name, const char *const *list, size_t count) {
  size_t i = 0;
  while (i < count && strcmp(list[i], name) != 0) i++;
  return i < count;
}
#define ONE_OF(name, list) is_one_of(name, list, sizeof(list) / sizeof(list)[0])

/* ---- what is refused ----------------------------------------------------------------- */

struct look {
  struct reader r;
  const struct wb_build_request *request;
  const struct wb_kernel_text_rules *rules;
  uint32_t line;
  struct wb_str why; /* empty: nothing is wrong so far */
};

static void refuse_name(struct look *l, const char *why, const char *name) {
  if (l->why.length == 0) wb_str_addf(&l->why, why, name);
}

static bool is_in_folder(const char *folder, const char *name) {
  char *path = wb_path_join(folder, name);
  const bool found = wb_file_exists(path) && !wb_is_directory(path);
  free(path);
  return found;
}

static bool is_found(const struct wb_build_request *request, const char *name) {
  const char *folders[WB_MAX_INCLUDE_FOLDERS];
  const size_t count = wb_include_folders(request, folders);
  bool found = false;
  for (size_t i = 0; i < count && !found; i++) found = is_in_folder(folders[i], name);
  return found;
}

/* The operand is "plain/name" or <plain/name>, going nowhere else. */
static void look_at_include(struct look *l) {
  char name[NAME_MAX_BYTES];
  size_t n = 0;
  skip_blanks(&l->r);
  const int open = next_char(&l->r), close = open == '<' ? '>' : '"';
  bool plain = open == '<' || open == '"';
  for (int c = peek_char(&l->r); plain && c >= 0 && c != '\n' && c != close; c = peek_char(&l->r)) {
    next_char(&l->r);
    if (n + 1 == sizeof name) plain = false;
    if (plain) name[n++] = (char)c;
  }
  name[n] = '\0';
  plain &=
      peek_char(&l->r) == close && name[0] != '/' && name[0] != '\\' && strstr(name, "..") == NULL;
  if (!plain)
    refuse_name(l, "only plain file names from the course's include folder can be included", NULL);
  else if (l->rules->is_open && !is_found(l->request, name))
    refuse_name(l, "'%s' is not in the course's include folder", name);
}

static void look_at_line(struct look *l) {
  enum { MOST = 0x7fffffff };
  uint64_t number = 0;
  skip_blanks(&l->r);
  for (int c = peek_char(&l->r); is_digit(c) && number <= MOST; c = peek_char(&l->r))
    number = number * 10 + (uint64_t)(next_char(&l->r) - '0');
  skip_blanks(&l->r);
  if (peek_char(&l->r) != '\n' && peek_char(&l->r) >= 0)
    refuse_name(l, "#line may give a number, but no file", NULL);
  else if (number > MOST)
    refuse_name(l, "#line gives a number that no line has", NULL);
}

/* Clang's own of this name take what OpenCL C forbids: calls of any address. */
static void look_at_extension(struct look *l, struct reader *r) {
  static const char *const REFUSED[] = {"__cl_clang_function_pointers",
                                        "__cl_clang_variadic_functions"};
  char name[WORD_MAX];
  skip_blanks(r);
  read_word(r, name);
  if (ONE_OF(name, REFUSED)) refuse_name(l, "the extension %s is not OpenCL C", name);
}

static void look_at_pragma(struct look *l, struct reader *r) {
  static const char *const ALONE[] = {"weak",      "redefine_extname", "comment",   "include_alias",
                                      "init_seg",  "section",          "code_seg",  "data_seg",
                                      "const_seg", "bss_seg",          "alloc_text"};
  static const char *const OF_CLANG[] = {"module",  "__debug", "attribute",
                                         "section", "poison",  "system_header"};
  static const char *const OF_GCC[] = {"dependency", "poison", "visibility", "system_header"};
  char first[WORD_MAX], second[WORD_MAX];
  skip_blanks(r);
  read_word(r, first);
  skip_blanks(r);
  read_word(r, second);
  if (ONE_OF(first, ALONE)) refuse_name(l, "#pragma %s is not OpenCL C", first);
  if (strcmp(first, "clang") == 0 && ONE_OF(second, OF_CLANG))
    refuse_name(l, "#pragma clang %s is not OpenCL C", second);
  if (strcmp(first, "GCC") == 0 && ONE_OF(second, OF_GCC))
    refuse_name(l, "#pragma GCC %s is not OpenCL C", second);
  if (strcmp(first, "OPENCL") == 0 && strcmp(second, "EXTENSION") == 0) look_at_extension(l, r);
}

static void look_at_directive(struct look *l) {
  static const char *const INCLUDES[] = {"include", "include_next", "__include_macros"};
  char name[WORD_MAX] = "";
  skip_blanks(&l->r);
  const bool number = is_digit(peek_char(&l->r));
  if (!number) read_word(&l->r, name);
  if (number || strcmp(name, "line") == 0) {
    if (!l->rules->any_include) look_at_line(l);
  } else if (strcmp(name, "pragma") == 0) {
    look_at_pragma(l, &l->r);
  } else if (ONE_OF(name, INCLUDES)) {
    if (!l->rules->any_include) look_at_include(l);
  } else if (strcmp(name, "embed") == 0 || strcmp(name, "import") == 0) {
    refuse_name(l, "#%s is not OpenCL C", name);
  }
}

/* _Pragma("…"): the text of a #pragma in a string. */
static void look_at_pragma_operator(struct look *l) {
  struct wb_str text;
  wb_str_init(&text);
  skip_space(&l->r);
  if (peek_char(&l->r) == '(') next_char(&l->r);
  skip_space(&l->r);
  if (peek_char(&l->r) == 'L') next_char(&l->r);
  if (peek_char(&l->r) == '"') {
    read_literal(&l->r, &text);
    struct reader inside = {
        .at = text.data, .end = text.data + text.length, .line = l->line, .how = l->r.how};
    look_at_pragma(l, &inside);
  }
  wb_str_release(&text);
}

/* Without the underscores that an attribute may stand between. */
static void strip_underscores(char name[WORD_MAX]) {
  size_t length = strlen(name);
  if (length <= 4 || strncmp(name, "__", 2) != 0 || strcmp(name + length - 2, "__") != 0) return;
  memmove(name, name + 2, length - 4);
  name[length - 4] = '\0';
}

/* What speaks to the linker, the loader, the code generator or the debugger. */
static bool is_refused_attribute(const char *name) {
  static const char *const REFUSED[] = {"alias",
                                        "ifunc",
                                        "weak",
                                        "weakref",
                                        "weak_import",
                                        "section",
                                        "constructor",
                                        "destructor",
                                        "init_priority",
                                        "naked",
                                        "target",
                                        "target_clones",
                                        "target_version",
                                        "cpu_dispatch",
                                        "cpu_specific",
                                        "cleanup",
                                        "visibility",
                                        "type_visibility",
                                        "tls_model",
                                        "model",
                                        "thread",
                                        "selectany",
                                        "dllimport",
                                        "dllexport",
                                        "code_seg",
                                        "interrupt",
                                        "signal",
                                        "regparm",
                                        "fastcall",
                                        "stdcall",
                                        "cdecl",
                                        "thiscall",
                                        "vectorcall",
                                        "regcall",
                                        "ms_abi",
                                        "sysv_abi",
                                        "pcs",
                                        "pascal",
                                        "preserve_all",
                                        "preserve_most",
                                        "preserve_none",
                                        "swiftcall",
                                        "swiftasynccall",
                                        "annotate",
                                        "annotate_type",
                                        "nodebug",
                                        "artificial",
                                        "callback",
                                        "asm",
                                        "retain",
                                        "common",
                                        "internal_linkage",
                                        "returns_twice",
                                        "patchable_function_entry",
                                        "ms_hook_prologue",
                                        "enforce_tcb",
                                        "import_module",
                                        "import_name",
                                        "export_name"};
  return ONE_OF(name, REFUSED);
}

/* __attribute__((name, name(…), …)) */
static void look_at_attributes(struct look *l) {
  int depth = 0;
  for (skip_space(&l->r); peek_char(&l->r) == '('; skip_space(&l->r), depth++) next_char(&l->r);
  while (depth > 0 && peek_char(&l->r) >= 0) {
    const int c = peek_char(&l->r);
    char name[WORD_MAX];
    if (is_letter(c)) {
      read_word(&l->r, name);
      strip_underscores(name);
      if (depth <= 2 && is_refused_attribute(name))
        refuse_name(l, "the attribute '%s' is not OpenCL C", name);
    } else if (c == '"' || c == '\'') {
      read_literal(&l->r, NULL);
    } else if (c != '\n') {
      depth += (c == '(') - (c == ')');
      next_char(&l->r);
    }
    skip_space(&l->r);
  }
}

static void look_at_word(struct look *l) {
  static const char *const TELLS[] = {"__has_include", "__has_include_next", "__has_embed"};
  static const char *const ASSEMBLY[] = {"__asm", "__asm__"};
  char name[WORD_MAX] = "";
  read_word(&l->r, name);
  if (strcmp(name, "__attribute__") == 0 || strcmp(name, "__attribute") == 0)
    look_at_attributes(l);
  else if (strcmp(name, "_Pragma") == 0)
    look_at_pragma_operator(l);
  else if (wb_starts_with(name, "__wb") || wb_starts_with(name, "wbrt_"))
    refuse_name(l, "the name '%s' is the workbench's own", name);
  else if (wb_starts_with(name, "_Z") && is_digit(name[2]))
    refuse_name(l, "names that begin with _Z are the compiler's own: '%s'", name);
  else if (l->rules->is_open && ONE_OF(name, TELLS))
    refuse_name(l, "%s is not OpenCL C", name);
  else if (l->rules->is_open && ONE_OF(name, ASSEMBLY))
    refuse_name(l, "assembly and names for the assembler are not OpenCL C: '%s'", name);
}

static void skip_number(struct reader *r) {
  for (int c = peek_char(r); is_letter(c) || is_digit(c) || c == '.'; c = peek_char(r))
    next_char(r);
}

static bool char_follows(struct reader *r, int c) {
  const bool is = peek_char(r) == c;
  if (is) next_char(r);
  return is;
}

/* Any other character. True for a '#', however it is spelt. */
static bool look_at_sign(struct look *l) {
  const int c = next_char(&l->r);
  const bool bracket = c == '[' || (c == '<' && char_follows(&l->r, ':'));
  if (bracket) {
    struct reader ahead = l->r;
    skip_space(&ahead);
    const int second = next_char(&ahead);
    if (second == '[' || (second == '<' && peek_char(&ahead) == ':'))
      refuse_name(l, "attributes in double brackets are not OpenCL C", NULL);
  }
  return c == '#' || (c == '%' && char_follows(&l->r, ':'));
}

static void look_at_text(struct look *l) {
  for (bool start = true; (skip_blanks(&l->r), peek_char(&l->r)) >= 0 && l->why.length == 0;) {
    const int c = peek_char(&l->r);
    bool hash = false;
    l->line = l->r.line;
    if (c == '"' || c == '\'')
      read_literal(&l->r, NULL);
    else if (is_letter(c))
      look_at_word(l);
    else if (is_digit(c))
      skip_number(&l->r);
    else
      hash = look_at_sign(l);
    if (hash && start) look_at_directive(l);
    start = c == '\n';
  }
}

/* Whether anything stands in a text that compilers read differently. */
static bool is_ambiguous(const char *text, size_t length) {
  bool found = false;
  for (size_t i = 0; i + 1 < length && !found; i++)
    found = (text[i] == '\r' && text[i + 1] != '\n') || (text[i] == '?' && text[i + 1] == '?') ||
            (text[i] == '\\' && strchr(" \t\f\v", text[i + 1]) != NULL) ||
            (text[i] == '\n' && text[i + 1] == '\r');
  return found || (length > 0 && text[length - 1] == '\r');
}

enum wb_status wb_kernel_text_check(const struct wb_build_request *request,
                                    const struct wb_kernel_text_rules *rules, struct wb_str *log,
                                    struct wb_error *err) {
  enum { READINGS = 8, CLANG = 7 };
  const bool ambiguous = is_ambiguous(request->source, request->length);
  struct look l = {.request = request, .rules = rules};
  enum wb_status status = WB_OK;
  wb_str_init(&l.why);
  /* Clang's own way comes first: its lines are the ones to name. */
  for (int i = READINGS - 1; i >= (ambiguous ? 0 : CLANG) && l.why.length == 0; i--) {
    l.r = (struct reader){.at = request->source,
                          .end = request->source + request->length,
                          .line = 1,
                          .how = {(i & 1) != 0, (i & 2) != 0, (i & 4) != 0}};
    look_at_text(&l);
  }
  if (l.why.length > 0) {
    wb_str_addf(log, "%s:%u:1: error: %s\n", request->file_name, l.line, l.why.data);
    status = wb_fail(err, WB_ERR_COMPILE, "%s:%u: %s", request->file_name, l.line, l.why.data);
  }
  wb_str_release(&l.why);
  return status;
}
