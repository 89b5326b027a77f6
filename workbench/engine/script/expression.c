#include "script/expression.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"

enum { MAX_DEPTH = 64, MAX_NAME = 64 };

struct reader {
  const char *text, *at;
  const struct wb_scope *scope;
  int depth;
  bool failed;
  char *message;
};

/* The first error wins; every later step does nothing. */
static int64_t fail_at(struct reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static int64_t fail_at(struct reader *reader, const char *format, ...) {
  va_list args;
  if (reader->failed) return 0;
  reader->failed = true;
  va_start(args, format);
  vsnprintf(reader->message, WB_EXPRESSION_MESSAGE_MAX, format, args);
  va_end(args);
  return 0;
}

static char peek_char(struct reader *reader) {
  while (*reader->at == ' ' || *reader->at == '\t') reader->at++;
  return *reader->at;
}

static bool take_char(struct reader *reader, char c) {
  bool there = peek_char(reader) == c;
  if (there) reader->at++;
  return there;
}

static int64_t fail_unexpected(struct reader *reader) {
  if (peek_char(reader) == '\0') return fail_at(reader, "'%s' ends too early", reader->text);
  return fail_at(reader, "unexpected '%.8s' at character %td of '%s'", reader->at,
                 reader->at - reader->text + 1, reader->text);
}

static int64_t fail_overflow(struct reader *reader) {
  return fail_at(reader, "'%s' is too large a number", reader->text);
}

typedef int64_t operation(struct reader *reader, int64_t a, int64_t b);

static int64_t add_checked(struct reader *reader, int64_t a, int64_t b) {
  int64_t result;
  return __builtin_add_overflow(a, b, &result) ? fail_overflow(reader) : result;
}

static int64_t subtract_checked(struct reader *reader, int64_t a, int64_t b) {
  int64_t result;
  return __builtin_sub_overflow(a, b, &result) ? fail_overflow(reader) : result;
}

static int64_t multiply_checked(struct reader *reader, int64_t a, int64_t b) {
  int64_t result;
  return __builtin_mul_overflow(a, b, &result) ? fail_overflow(reader) : result;
}

static bool can_divide(struct reader *reader, int64_t a, int64_t b) {
  if (b == 0) fail_at(reader, "'%s' divides by zero", reader->text);
  if (b == -1 && a == INT64_MIN) fail_overflow(reader);
  return !reader->failed;
}

static int64_t divide_checked(struct reader *reader, int64_t a, int64_t b) {
  return can_divide(reader, a, b) ? a / b : 0;
}

static int64_t modulo_checked(struct reader *reader, int64_t a, int64_t b) {
  return can_divide(reader, a, b) ? a % b : 0;
}

static int64_t ceil_div(struct reader *reader, int64_t a, int64_t b) {
  if (!can_divide(reader, a, b)) return 0;
  return a / b + (a % b != 0 && (a % b > 0) == (b > 0));
}

static int64_t least_of(struct reader *reader, int64_t a, int64_t b) {
  (void)reader;
  return a < b ? a : b;
}

static int64_t greatest_of(struct reader *reader, int64_t a, int64_t b) {
  (void)reader;
  return a > b ? a : b;
}

/* How often 1 must be doubled to reach `a`, and what it is then. */
static int64_t ceil_log2(struct reader *reader, int64_t a, int64_t unused) {
  int64_t count = 0;
  (void)unused;
  if (a > INT64_C(1) << 62) return fail_at(reader, "a number in '%s' is too large", reader->text);
  while (INT64_C(1) << count < a) count++;
  return count;
}

static int64_t ceil_pow2(struct reader *reader, int64_t a, int64_t unused) {
  return INT64_C(1) << ceil_log2(reader, a, unused);
}

static const struct function {
  const char *name;
  operation *apply;
  unsigned least, most; /* arguments; most 0: any number */
  const char *takes;
} functions[] = {
    {"ceil_div", ceil_div, 2, 2, "two numbers"},
    {"min", least_of, 2, 0, "two or more numbers"},
    {"max", greatest_of, 2, 0, "two or more numbers"},
    {"ceil_log2", ceil_log2, 1, 1, "one number"},
    {"ceil_pow2", ceil_pow2, 1, 1, "one number"},
};
enum { N_FUNCTIONS = sizeof functions / sizeof functions[0] };

static const struct function *find_function(const char *name) {
  for (size_t i = 0; i < N_FUNCTIONS; i++)
    if (strcmp(functions[i].name, name) == 0) return &functions[i];
  return NULL;
}

bool wb_expression_reserves(const char *name) {
  static const char *const ids[] = {"local_x",  "local_y",  "local_z", "global_x",
                                    "global_y", "global_z", "subgroup"};
  for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
    if (strcmp(ids[i], name) == 0) return true;
  return find_function(name) != NULL;
}

static int64_t read_sum(struct reader *reader);

static int64_t read_number(struct reader *reader) {
  int64_t value = 0;
  while (*reader->at >= '0' && *reader->at <= '9')
    value = add_checked(reader, multiply_checked(reader, value, 10), *reader->at++ - '0');
  return value;
}

static bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static int64_t read_call(struct reader *reader, const struct function *function) {
  if (!take_char(reader, '(')) return fail_unexpected(reader);
  int64_t result = read_sum(reader);
  size_t count = 1;
  if (!reader->failed && function->most == 1) result = function->apply(reader, result, 0);
  while (!reader->failed && take_char(reader, ',')) {
    int64_t argument = read_sum(reader);
    if (!reader->failed) result = function->apply(reader, result, argument);
    count++;
  }
  if (!reader->failed && !take_char(reader, ')')) return fail_unexpected(reader);
  if (!reader->failed &&
      (count < function->least || (function->most > 0 && count > function->most)))
    return fail_at(reader, "'%s' takes %s in '%s'", function->name, function->takes, reader->text);
  return result;
}

/* "there is no size 'm'; did you mean 'n'?" or a list of those there are. */
static int64_t unknown_name(struct reader *reader, const char *name) {
  const char *names[128];
  size_t count = 0;
  struct wb_str list;
  /* For a letter or two, "did you mean min?" would only confuse. */
  for (size_t i = 0; i < N_FUNCTIONS && strlen(name) > 2; i++) names[count++] = functions[i].name;
  wb_str_init(&list);
  for (size_t i = 0; i < reader->scope->count && count < 128; i++) {
    names[count++] = reader->scope->bindings[i].name;
    if (i < 12) wb_str_addf(&list, "%s%s", i > 0 ? ", " : "", reader->scope->bindings[i].name);
  }
  const char *near = wb_nearest(name, names, count);
  if (near != NULL)
    fail_at(reader, "there is no size '%s'; did you mean '%s'?", name, near);
  else if (list.length > 0)
    fail_at(reader, "there is no size '%s' (there are: %s)", name, list.data);
  else
    fail_at(reader, "there is no size '%s'", name);
  wb_str_release(&list);
  return 0;
}

static int64_t read_name(struct reader *reader) {
  char name[MAX_NAME];
  size_t length = 0;
  while (in_word(reader->at[length])) length++;
  if (length >= sizeof name) return fail_at(reader, "a name in '%.40s…' is too long", reader->text);
  memcpy(name, reader->at, length);
  name[length] = '\0';
  reader->at += length;
  const struct function *function = find_function(name);
  if (function != NULL) return read_call(reader, function);
  for (size_t i = 0; i < reader->scope->count; i++)
    if (strcmp(reader->scope->bindings[i].name, name) == 0) return reader->scope->bindings[i].value;
  return unknown_name(reader, name);
}

static int64_t read_primary(struct reader *reader) {
  char c = peek_char(reader);
  int64_t value = 0;
  if (c >= '0' && c <= '9')
    value = read_number(reader);
  else if (in_word(c))
    value = read_name(reader);
  else if (take_char(reader, '(')) {
    value = read_sum(reader);
    if (!reader->failed && !take_char(reader, ')')) fail_unexpected(reader);
  } else
    fail_unexpected(reader);
  return value;
}

static int64_t read_unary(struct reader *reader) {
  bool negative = false;
  while (take_char(reader, '-')) negative = !negative;
  int64_t value = read_primary(reader);
  return negative ? subtract_checked(reader, 0, value) : value;
}

/* Operands of `read`, joined by the operators whose signs stand in `signs`. */
static int64_t read_chain(struct reader *reader, const char *signs, operation *const *apply,
                          int64_t (*read)(struct reader *)) {
  int64_t value = read(reader);
  while (!reader->failed) {
    char c = peek_char(reader);
    const char *sign = c != '\0' ? strchr(signs, c) : NULL;
    if (sign == NULL) break;
    reader->at++;
    int64_t right = read(reader);
    if (!reader->failed) value = apply[sign - signs](reader, value, right);
  }
  return value;
}

static int64_t read_product(struct reader *reader) {
  static operation *const apply[] = {multiply_checked, divide_checked, modulo_checked};
  return read_chain(reader, "*/%", apply, read_unary);
}

static int64_t read_sum(struct reader *reader) {
  static operation *const apply[] = {add_checked, subtract_checked};
  if (++reader->depth > MAX_DEPTH) return fail_at(reader, "an expression is nested too deeply");
  int64_t value = read_chain(reader, "+-", apply, read_product);
  reader->depth--;
  return value;
}

bool wb_expression_eval(const char *text, const struct wb_scope *scope, int64_t *value,
                        char message[WB_EXPRESSION_MESSAGE_MAX]) {
  struct reader reader = {.text = text, .at = text, .scope = scope, .message = message};
  int64_t result = read_sum(&reader);
  if (!reader.failed && peek_char(&reader) != '\0') fail_unexpected(&reader);
  if (!reader.failed) *value = result;
  return !reader.failed;
}
