#include "session/gpu_calls.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"

enum { FILE_MAX = 1 << 20 };

/* What the annotations before a function, or those of a class, have said so far. */
struct notes {
  struct wb_str words;  /* in sentences */
  struct wb_str tables; /* of parameters that are tables, and of fields */
  struct wb_str result;
  struct wb_str class; /* whose fields follow */
};

static void clear(struct notes *notes) {
  wb_str_clear(&notes->words);
  wb_str_clear(&notes->tables);
  wb_str_clear(&notes->result);
  wb_str_clear(&notes->class);
}

/* "`gpu.LaunchSizes` has `grid_dim` (work-groups), …", once all its fields are there. */
static void end_class(struct notes *notes, struct wb_str *out) {
  if (notes->class.length > 0 && notes->tables.length > 0) {
    wb_str_addf(out, "- `%s` has %s\n", notes->class.data, notes->tables.data);
  }
  clear(notes);
}

/* "NAME? TYPE # MEANING" */
static void add_field(struct notes *notes, const char *text) {
  const size_t name = strcspn(text, " ?");
  const char *meaning = strstr(text, " # ");
  if (text[0] == '[') return;
  wb_str_addf(&notes->tables, "%s`%.*s`", notes->tables.length > 0 ? ", " : "", (int)name, text);
  if (meaning != NULL) wb_str_addf(&notes->tables, " (%s)", meaning + 3);
}

/* "NAME { src: … }": what is in a table is not seen in the function's parentheses. */
static void add_parameter(struct notes *notes, const char *text) {
  const char *table = strchr(text, '{');
  if (table == NULL || table > text + strcspn(text, " ") + 1) return;
  wb_str_addf(&notes->tables, " `%.*s`: `%s`.", (int)strcspn(text, " ?"), text, table);
}

static void take_note(struct notes *notes, const char *line, struct wb_str *out) {
  if (wb_starts_with(line, "---@class ")) {
    end_class(notes, out);
    wb_str_add_bytes(&notes->class, line + 10, strcspn(line + 10, ":"));
  } else if (wb_starts_with(line, "---@field ")) {
    add_field(notes, line + 10);
  } else if (wb_starts_with(line, "---@param ")) {
    add_parameter(notes, line + 10);
  } else if (wb_starts_with(line, "---@return ")) {
    wb_str_add(&notes->result, line + 11);
  } else if (line[3] != '@') {
    wb_str_addf(&notes->words, " %s", line + 3);
  }
}

/* "ctx:enqueue_copy(ends)": programs call a context so, which has all that a queue has. */
static void add_function(struct notes *notes, const char *line, struct wb_str *out) {
  static const char *const contexts[] = {"Queue:", "DeviceContext:"};
  const char *call = line + strlen("function ");
  wb_str_add(out, "- `");
  for (size_t i = 0; i < 2; i++)
    if (wb_starts_with(call, contexts[i])) {
      wb_str_add(out, "ctx:");
      call += strlen(contexts[i]);
    }
  wb_str_add_bytes(out, call, strcspn(call, ")"));
  wb_str_add(out, ")`:");
  if (notes->result.length > 0) wb_str_addf(out, " gives `%s`.", notes->result.data);
  wb_str_addf(out, "%s%s\n", notes->words.data, notes->tables.data);
  clear(notes);
}

char *wb_gpu_calls(const struct wb_course *course) {
  char *path = wb_path_join(course->root, "lua/gpu.lua");
  struct notes notes;
  struct wb_str text, out;
  wb_str_init(&text);
  wb_str_init(&out);
  wb_str_init(&notes.words);
  wb_str_init(&notes.tables);
  wb_str_init(&notes.result);
  wb_str_init(&notes.class);
  const bool read = wb_file_read(path, FILE_MAX, &text, NULL) == WB_OK;
  for (const char *at = text.data; *at != '\0';) {
    const size_t length = strcspn(at, "\n");
    char *line = wb_strndup(at, length);
    if (wb_starts_with(line, "---"))
      take_note(&notes, line, &out);
    else if (wb_starts_with(line, "function "))
      add_function(&notes, line, &out);
    else
      end_class(&notes, &out);
    free(line);
    at += length + (at[length] == '\n');
  }
  end_class(&notes, &out);
  wb_str_release(&notes.words);
  wb_str_release(&notes.tables);
  wb_str_release(&notes.result);
  wb_str_release(&notes.class);
  wb_str_release(&text);
  free(path);
  if (read) return wb_str_detach(&out);
  wb_str_release(&out);
  return NULL;
}

/* ---- looking up ---- */

/* Of "- `ctx:enqueue_copy(ends)`: …" the name, or what comes before or after its last mark. */
struct call_name {
  const char *text;
  size_t length, mark; /* where the last '.' or ':' is; `length`: there is none */
};

static struct call_name name_of(const char *text) {
  struct call_name name = {.text = text, .length = strcspn(text, "(` \n")};
  name.mark = name.length;
  for (size_t i = 0; i < name.length; i++)
    if (text[i] == '.' || text[i] == ':') name.mark = i;
  return name;
}

static bool are_same(const char *a, size_t n, const char *b, size_t m) {
  return n == m && strncasecmp(a, b, n) == 0;
}

static bool is_exactly(const struct call_name *name, const struct call_name *wanted) {
  return are_same(wanted->text, wanted->length, name->text, name->length);
}

/* Whether what a person typed is a part of it. Before a colon stands a variable of theirs. */
static bool is_meant(const struct call_name *name, const struct call_name *wanted) {
  static const char module[] = "gpu";
  const bool qualified = wanted->mark < wanted->length, has_member = name->mark < name->length;
  const bool of_module = are_same(wanted->text, wanted->mark, module, strlen(module));
  const char *typed = qualified ? wanted->text + wanted->mark + 1 : wanted->text;
  const size_t length = wanted->length - (size_t)(typed - wanted->text);
  const bool is_member = has_member && are_same(typed, length, name->text + name->mark + 1,
                                                name->length - name->mark - 1);
  const bool is_owner = are_same(typed, length, name->text, name->mark);
  if (!qualified) return of_module || is_member || is_owner;
  if (wanted->text[wanted->mark] == ':') return is_member && name->text[name->mark] == ':';
  return of_module && is_owner;
}

typedef bool name_test(const struct call_name *name, const struct call_name *wanted);

/* The list's items that are meant; *only is the name where it is one. */
static size_t take_meant(const char *calls, const char *wanted, name_test *test, struct wb_str *out,
                         struct call_name *only) {
  const struct call_name typed = name_of(wanted);
  size_t count = 0;
  for (const char *line = calls; *line != '\0'; line += strcspn(line, "\n") + 1) {
    const struct call_name name = name_of(line + strlen("- `"));
    if (!test(&name, &typed)) continue;
    wb_str_add_bytes(out, line, strcspn(line, "\n") + 1);
    *only = name;
    count++;
  }
  return count;
}

void wb_gpu_call_names(const char *calls, struct wb_names *names) {
  for (const char *line = calls; *line != '\0'; line += strcspn(line, "\n") + 1) {
    const struct call_name name = name_of(line + strlen("- `"));
    char *text = wb_strndup(name.text, name.length);
    if (!wb_names_have(names, text)) wb_names_add(names, text);
    free(text);
  }
}

/* As the glossary has terms, so that each face shows it with what it has for those. */
static void make_term(const char *wanted, const struct wb_str *items, size_t count,
                      const struct call_name *only, struct wb_term *call) {
  *call = (struct wb_term){0};
  call->word = count == 1 ? wb_strndup(only->text, only->length) : wb_strdup(wanted);
  call->meaning = count == 1 ? wb_strndup(items->data + 2, items->length - 3)
                             : wb_format("what a program can call\n\n%s", items->data);
}

/* Where it looks like a call, and the nearest is one: the glossary's words say less. */
static enum wb_status no_call(const char *calls, const char *wanted, struct wb_error *err) {
  struct wb_names names;
  wb_names_init(&names);
  wb_gpu_call_names(calls, &names);
  const char *near = strpbrk(wanted, ".:_") != NULL
                         ? wb_nearest(wanted, (const char *const *)names.items, names.count)
                         : NULL;
  if (near != NULL)
    wb_fail(err, WB_ERR_USAGE, "a program cannot call \"%s\"; did you mean \"%s\"?", wanted, near);
  wb_names_release(&names);
  return WB_ERR_USAGE;
}

enum wb_status wb_gpu_or_glossary_find(const struct wb_course *course,
                                       const struct wb_glossary *glossary, const char *wanted,
                                       struct wb_term *call, const struct wb_term **term,
                                       struct wb_error *err) {
  enum wb_status status = wb_glossary_find(glossary, wanted, term, err);
  char *calls = status != WB_OK ? wb_gpu_calls(course) : NULL;
  struct call_name only = {0};
  struct wb_str items;
  if (calls == NULL) return status;
  wb_str_init(&items);
  size_t count = take_meant(calls, wanted, is_exactly, &items, &only);
  if (count == 0) count = take_meant(calls, wanted, is_meant, &items, &only);
  if (count > 0) {
    make_term(wanted, &items, count, &only, call);
    *term = call;
    status = WB_OK;
  } else {
    status = no_call(calls, wanted, err);
  }
  wb_str_release(&items);
  free(calls);
  return status;
}
