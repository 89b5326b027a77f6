#include "launch/spec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "device/param.h"
#include "launch/number.h"

enum { WORD_MAX = 64, LARGEST_LISTED = 1 << 28 };

/* Where in the text the parser is, and what it makes. */
struct parser {
  const char *at;
  struct wb_arg_spec *spec;
  struct wb_error *err;
};

static enum wb_status __attribute__((format(printf, 2, 3)))
fail_spec(const struct parser *p, const char *format, ...) {
  struct wb_str text;
  va_list args;
  wb_str_init(&text);
  va_start(args, format);
  wb_str_vaddf(&text, format, args);
  va_end(args);
  wb_fail(p->err, WB_ERR_USAGE, "%s", text.data);
  wb_str_release(&text);
  return WB_ERR_USAGE;
}

/* ---- words ------------------------------------------------------------------- */

static void skip_blanks(struct parser *p) {
  while (isspace((unsigned char)*p->at)) p->at++;
}

/* Takes `sign` where it stands next. */
static bool take_sign(struct parser *p, const char *sign) {
  skip_blanks(p);
  if (!wb_starts_with(p->at, sign)) return false;
  p->at += strlen(sign);
  return true;
}

static bool at_end(struct parser *p) {
  skip_blanks(p);
  return *p->at == '\0';
}

static bool take_ellipsis(struct parser *p) { return take_sign(p, "...") || take_sign(p, "…"); }

static bool is_word_char(char c, bool first) {
  return isalpha((unsigned char)c) || c == '_' || (!first && isdigit((unsigned char)c));
}

/* The next name, cut where it is very long; "" where there is none. */
static void take_name(struct parser *p, char word[WORD_MAX]) {
  size_t length = 0;
  skip_blanks(p);
  for (bool first = true; is_word_char(*p->at, first); first = false, p->at++)
    if (length + 1 < WORD_MAX) word[length++] = *p->at;
  word[length] = '\0';
}

/* The text from here to its end, as a message quotes it. */
static const char *rest_of_text(struct parser *p) {
  skip_blanks(p);
  return *p->at != '\0' ? p->at : "the end";
}

/* ---- types ------------------------------------------------------------------- */

static const char *const scalar_names[] = {"char",   "uchar", "short", "ushort", "int",    "uint",
                                           "long",   "ulong", "half",  "float",  "double", "bytes",
                                           "size_t", "null",  "local", "const"};

static enum wb_status unknown_type(const struct parser *p, const char *name) {
  const char *nearest =
      wb_nearest(name, scalar_names, sizeof scalar_names / sizeof scalar_names[0]);
  if (strncmp(name, "bool", 4) == 0)
    return fail_spec(p,
                     "OpenCL C has no parameters of type bool; kernels take uchar or int instead");
  if (wb_starts_with(name, "image") || wb_starts_with(name, "sampler"))
    return fail_spec(p,
                     "an image is given as its pixels, as float4[8,4]=range, a sampler as its "
                     "bits, as uint=18");
  if (name[0] == '\0')
    return fail_spec(
        p, "a type is missing at \"%s\"; a spec begins with one, as int=5 or float[64]", p->at);
  return fail_spec(p, "\"%s\" is not a type%s%s%s", name,
                   nearest != NULL ? "; did you mean \"" : "", nearest != NULL ? nearest : "",
                   nearest != NULL ? "\"?" : "; a struct is written bytes[SIZE]");
}

/* Words before the type that say where it lies. */
static bool is_qualifier(const char *word, struct wb_arg_spec *spec) {
  static const char *const others[] = {"global", "__global", "restrict", "volatile"};
  if (strcmp(word, "const") == 0 || strcmp(word, "constant") == 0 ||
      strcmp(word, "__constant") == 0) {
    spec->read_only = true;
    return true;
  }
  if (strcmp(word, "local") == 0 || strcmp(word, "__local") == 0) {
    spec->kind = WB_SPEC_LOCAL;
    return true;
  }
  if (strcmp(word, "unorm") == 0 || strcmp(word, "snorm") == 0) {
    spec->normalized = word[0] == 'u' ? 1 : -1;
    return true;
  }
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    if (strcmp(word, others[i]) == 0) return true;
  return false;
}

static enum wb_status parse_type(struct parser *p) {
  char word[WORD_MAX], name[4 * WORD_MAX] = "";
  size_t used = 0;
  do take_name(p, word);
  while (word[0] != '\0' && is_qualifier(word, p->spec));
  /* "unsigned int": a type may have several words. */
  while (word[0] != '\0' && used + WORD_MAX + 1 < sizeof name) {
    if (used > 0) name[used++] = ' ';
    memcpy(name + used, word, strlen(word) + 1);
    used += strlen(word);
    take_name(p, word);
  }
  p->spec->bytes = strcmp(name, "bytes") == 0;
  if (p->spec->bytes) {
    p->spec->type = (struct wb_dtype){WB_UCHAR, 1};
  } else if (!wb_type_parse(name, &p->spec->type) || p->spec->type.scalar == WB_BOOL) {
    return unknown_type(p, name);
  }
  if (take_sign(p, "*"))
    return fail_spec(p, "a pointer is given as an array, %s[64], or as null", name);
  return WB_OK;
}

/* ---- sizes ------------------------------------------------------------------- */

static enum wb_status parse_factor(struct parser *p, size_t *factor) {
  char *end = NULL;
  skip_blanks(p);
  if (!isdigit((unsigned char)*p->at))
    return fail_spec(p, "the number of elements is missing at \"%s\"; write float[64]",
                     rest_of_text(p));
  unsigned long long value = strtoull(p->at, &end, 0);
  p->at = end;
  *factor = value > SIZE_MAX / 2 ? SIZE_MAX / 2 : (size_t)value;
  return WB_OK;
}

/* "[64]", "[16 * 16]", "[]", and of images "[8, 4]". */
static enum wb_status parse_count(struct parser *p) {
  struct wb_arg_spec *spec = p->spec;
  size_t factor = 1;
  bool next = true;
  enum wb_status status = WB_OK;
  if (take_sign(p, "]")) return WB_OK;
  spec->count = 1;
  spec->has_count = true;
  do {
    if (next && spec->n_sizes == 3) return fail_spec(p, "an image has at most three sizes");
    if (next) spec->sizes[spec->n_sizes++] = 1;
    status = parse_factor(p, &factor);
    if (status != WB_OK) return status;
    if (__builtin_mul_overflow(spec->count, factor, &spec->count) || spec->count > SIZE_MAX / 256)
      return fail_spec(p, "an array of so many elements is too large");
    spec->sizes[spec->n_sizes - 1] *= factor;
    next = take_sign(p, ",");
  } while (next || take_sign(p, "*"));
  return take_sign(p, "]") ? WB_OK : fail_spec(p, "\"]\" is missing at \"%s\"", rest_of_text(p));
}

/* ---- values ------------------------------------------------------------------ */

static enum wb_status parse_number(struct parser *p, enum wb_scalar type, void *out) {
  char word[WB_NUMBER_MAX];
  size_t length = 0;
  skip_blanks(p);
  const char *start = p->at;
  while (isalnum((unsigned char)*p->at) || (*p->at != '\0' && strchr("+-._", *p->at) != NULL)) {
    if (length + 1 < sizeof word) word[length++] = *p->at;
    p->at++;
  }
  word[length] = '\0';
  if (length == 0) return fail_spec(p, "a number is missing at \"%s\"", rest_of_text(p));
  if ((size_t)(p->at - start) != length) return fail_spec(p, "a number is too long: %s…", word);
  return wb_number_store(word, type, out, p->err);
}

/* "(1, 2, 3)" as the lanes of a vector, or one number for all of them. */
static enum wb_status parse_vector(struct parser *p, unsigned char *element) {
  const struct wb_dtype type = p->spec->type;
  const size_t size = wb_scalar_size(type.scalar);
  enum wb_status status = WB_OK;
  char name[WB_DTYPE_NAME_MAX];
  unsigned lanes = 0;
  if (!take_sign(p, "(")) {
    status = parse_number(p, type.scalar, element);
    for (unsigned i = 1; i < type.lanes && status == WB_OK; i++)
      memcpy(element + i * size, element, size);
    return status;
  }
  do {
    unsigned char spare[8];
    status = parse_number(p, type.scalar, lanes < type.lanes ? element + lanes * size : spare);
    lanes++;
  } while (status == WB_OK && take_sign(p, ","));
  if (status != WB_OK) return status;
  if (!take_sign(p, ")")) return fail_spec(p, "\")\" is missing at \"%s\"", rest_of_text(p));
  if (lanes != type.lanes)
    return fail_spec(p, "a %s has %u lanes, not %u", wb_dtype_name(type, name), type.lanes, lanes);
  return WB_OK;
}

static enum wb_status parse_element(struct parser *p) {
  _Alignas(16) unsigned char element[16 * sizeof(double)] = {0};
  const struct wb_dtype type = p->spec->type;
  enum wb_status status =
      type.lanes > 1 ? parse_vector(p, element) : parse_number(p, type.scalar, element);
  if (status != WB_OK) return status;
  if (p->spec->listed.length > LARGEST_LISTED)
    return fail_spec(p, "the list is too long; use @FILE");
  wb_str_add_bytes(&p->spec->listed, element, wb_dtype_size(type));
  return WB_OK;
}

static size_t listed_count(const struct wb_arg_spec *spec) {
  return spec->listed.length / wb_dtype_size(spec->type);
}

/* The list in the parentheses of an array, which are open. */
static enum wb_status parse_list(struct parser *p) {
  struct wb_arg_spec *spec = p->spec;
  enum wb_status status = WB_OK;
  do {
    spec->repeats = listed_count(spec) > 0 && take_ellipsis(p);
    if (!spec->repeats) status = parse_element(p);
  } while (status == WB_OK && !spec->repeats && take_sign(p, ","));
  if (status != WB_OK) return status;
  if (!take_sign(p, ")")) return fail_spec(p, "\")\" is missing at \"%s\"", rest_of_text(p));
  return WB_OK;
}

static enum wb_status check_listed(const struct parser *p) {
  struct wb_arg_spec *spec = p->spec;
  const size_t given = listed_count(spec);
  char name[WB_DTYPE_NAME_MAX];
  if (!spec->has_count && spec->repeats)
    return fail_spec(p, "how many elements is it to repeat to? Write %s[64]=…",
                     wb_dtype_name(spec->type, name));
  if (!spec->has_count) spec->count = given;
  spec->has_count = true;
  if (given == spec->count || (spec->repeats && given < spec->count)) return WB_OK;
  if (given > spec->count && spec->type.lanes > 1 && given == spec->count * spec->type.lanes)
    return fail_spec(p,
                     "%zu values for an array of %zu: put the lanes of each vector in parentheses",
                     given, spec->count);
  if (given > spec->count)
    return fail_spec(p, "%zu values for an array of %zu", given, spec->count);
  return fail_spec(
      p, "%zu value%s for an array of %zu; end the list with \", ...\" to repeat the last", given,
      given == 1 ? "" : "s", spec->count);
}

/* ---- content ------------------------------------------------------------------ */

/* "(1, 2)" after a fill's name: at most two numbers. */
static enum wb_status parse_bounds(struct parser *p, double values[2], unsigned *count) {
  enum wb_status status = WB_OK;
  *count = 0;
  if (!take_sign(p, "(")) return WB_OK;
  do {
    if (*count == 2) return fail_spec(p, "more than two numbers in parentheses");
    status = parse_number(p, WB_DOUBLE, &values[*count]);
    ++*count;
  } while (status == WB_OK && take_sign(p, ","));
  if (status == WB_OK && !take_sign(p, ")"))
    status = fail_spec(p, "\")\" is missing at \"%s\"", rest_of_text(p));
  return status;
}

static enum wb_status parse_fill(struct parser *p, enum wb_fill_kind kind, const char *word) {
  struct wb_fill *fill = &p->spec->fill;
  double values[2] = {0, 0};
  unsigned count = 0;
  enum wb_status status = parse_bounds(p, values, &count);
  *fill = (struct wb_fill){.kind = kind, .first = 0, .step = 1};
  if (kind == WB_FILL_RANDOM) *fill = wb_fill_default_random(p->spec->type.scalar);
  p->spec->content = WB_SPEC_FILLED;
  if (status != WB_OK) return status;
  if (kind == WB_FILL_RANGE && count > 0) {
    fill->first = values[0];
    if (count == 2) fill->step = values[1];
  } else if (kind == WB_FILL_RANDOM && count == 2) {
    if (!(values[0] <= values[1]))
      return fail_spec(p, "random(LOW,HIGH) needs a low bound that is not above the high one");
    fill->first = values[0];
    fill->last = values[1];
  } else if (count > 0) {
    return fail_spec(p,
                     kind == WB_FILL_RANDOM ? "random takes two bounds, as random(0,1)"
                                            : "%s takes nothing in parentheses",
                     word);
  }
  return WB_OK;
}

static enum wb_status unknown_content(const struct parser *p, const char *word) {
  static const char *const words[] = {"undef",       "zeros",      "ones", "range", "random",
                                      "permutation", "asymmetric", "nan",  "inf"};
  const char *nearest = wb_nearest(word, words, sizeof words / sizeof words[0]);
  if (nearest != NULL)
    return fail_spec(p, "\"%s\" is not a fill; did you mean \"%s\"?", word, nearest);
  return fail_spec(
      p, "\"%s\" is not a fill: write undef, zeros, ones, range, random, (1,2,…) or @FILE", word);
}

/* A content that begins with a letter; *taken is false for nan and inf. */
static enum wb_status parse_word(struct parser *p, bool *taken) {
  struct parser ahead = *p;
  char word[WORD_MAX];
  enum wb_fill_kind kind;
  take_name(&ahead, word);
  *taken = word[0] != '\0' && strncmp(word, "nan", 3) != 0 && strncmp(word, "inf", 3) != 0;
  if (!*taken) return WB_OK;
  p->at = ahead.at;
  if (strcmp(word, "undef") == 0) {
    p->spec->content = WB_SPEC_UNDEF;
    return WB_OK;
  }
  if (wb_fill_parse(word, &kind) && kind != WB_FILL_CONSTANT) return parse_fill(p, kind, word);
  return unknown_content(p, word);
}

static enum wb_status parse_file(struct parser *p) {
  if (*p->at == '\0') return fail_spec(p, "the file's name is missing after \"@\"");
  p->spec->content = WB_SPEC_FILE;
  p->spec->path = wb_strdup(p->at);
  p->at += strlen(p->at);
  return WB_OK;
}

static enum wb_status parse_content(struct parser *p) {
  struct wb_arg_spec *spec = p->spec;
  const bool array = spec->kind == WB_SPEC_BUFFER;
  bool word = false;
  enum wb_status status = WB_OK;
  if (take_sign(p, "@")) return parse_file(p);
  if (at_end(p)) return fail_spec(p, "there is nothing after \"=\"");
  status = parse_word(p, &word);
  if (status != WB_OK || word) return status;
  spec->content = WB_SPEC_LISTED;
  if (array && take_sign(p, "(")) {
    status = parse_list(p);
  } else {
    status = parse_element(p);
    spec->repeats = array;
  }
  return status == WB_OK ? check_listed(p) : status;
}

/* ---- the whole ------------------------------------------------------------------ */

static enum wb_status check_whole(const struct parser *p, bool has_content) {
  const struct wb_arg_spec *spec = p->spec;
  char name[WB_DTYPE_NAME_MAX];
  const char *type = spec->bytes ? "bytes" : wb_dtype_name(spec->type, name);
  if (spec->kind == WB_SPEC_VALUE && !has_content)
    return fail_spec(p, "a value needs one, as %s=1; a buffer is written %s[64]", type, type);
  if (spec->kind == WB_SPEC_VALUE && spec->read_only)
    return fail_spec(p, "const belongs to buffers: const %s[64]=range", type);
  if (spec->kind == WB_SPEC_VALUE && spec->content == WB_SPEC_UNDEF)
    return fail_spec(p, "a value cannot be undef; it is always set");
  if (spec->kind == WB_SPEC_LOCAL && has_content)
    return fail_spec(p, "local memory has no content before a kernel writes it: local %s[%zu]",
                     type, spec->count);
  if (spec->kind == WB_SPEC_BUFFER && spec->read_only && spec->content == WB_SPEC_UNDEF)
    return fail_spec(p, "nobody could ever write a const array that is undef; give it content");
  if (spec->kind != WB_SPEC_VALUE && !spec->has_count && spec->content != WB_SPEC_FILE)
    return fail_spec(p, "the number of elements is missing: %s[64]", type);
  return WB_OK;
}

static enum wb_status parse_spec(struct parser *p) {
  struct wb_arg_spec *spec = p->spec;
  enum wb_status status = WB_OK;
  bool has_content = false;
  const char *start = p->at;
  if ((take_sign(p, "null") || take_sign(p, "NULL")) && at_end(p)) {
    spec->kind = WB_SPEC_NULL;
    return WB_OK;
  }
  p->at = start;
  status = parse_type(p);
  if (status != WB_OK) return status;
  bool local = spec->kind == WB_SPEC_LOCAL;
  spec->count = 1;
  if (take_sign(p, "[")) {
    if (!local) spec->kind = WB_SPEC_BUFFER;
    spec->count = 0;
    status = parse_count(p);
  } else if (local || spec->bytes) {
    return fail_spec(p, "the number of elements is missing: %s[64]",
                     local ? "local float" : "bytes");
  } else {
    spec->has_count = true;
  }
  has_content = status == WB_OK && take_sign(p, "=");
  if (has_content) status = parse_content(p);
  if (status == WB_OK && !at_end(p)) status = fail_spec(p, "\"%s\" is too much", p->at);
  return status == WB_OK ? check_whole(p, has_content) : status;
}

enum wb_status wb_arg_spec_parse(struct wb_arg_spec *spec, const char *text, struct wb_error *err) {
  struct parser p = {.at = text, .spec = spec, .err = err};
  memset(spec, 0, sizeof *spec);
  wb_str_init(&spec->listed);
  spec->text = wb_strdup(text);
  return parse_spec(&p);
}

void wb_arg_spec_release(struct wb_arg_spec *spec) {
  free(spec->text);
  free(spec->path);
  wb_str_release(&spec->listed);
  spec->text = spec->path = NULL;
}

bool wb_arg_spec_bytes(const struct wb_arg_spec *spec, size_t *bytes) {
  return spec->has_count && !__builtin_mul_overflow(spec->count, wb_dtype_size(spec->type), bytes);
}
