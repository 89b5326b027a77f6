#include "authoring/author_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "report/puzzle_data.h"
#include "session/expectation.h"
#include "text/wrap.h"

enum { KERNEL_MAX_BYTES = 4 << 20, MAX_ITEMS = 4096 };

/* ---- kernels ------------------------------------------------------------------------------ */

struct kernel_list {
  const struct wb_course *course;
  struct wb_author_kernel *items;
  size_t count, capacity;
};

static struct wb_author_kernel *add_kernel(struct kernel_list *list, const char *path,
                                           const char *expected) {
  list->items = wb_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
  struct wb_author_kernel *kernel = &list->items[list->count++];
  *kernel = (struct wb_author_kernel){.file = wb_strdup(wb_course_relative(list->course, path)),
                                      .broken = !wb_file_exists(path)};
  kernel->expected = wb_strdup(kernel->broken ? "is not there" : expected);
  return kernel;
}

static void add_wrong(struct kernel_list *list, const char *path) {
  struct wb_author_kernel *kernel = add_kernel(list, path, "");
  struct wb_expectation expected;
  struct wb_error err = {0};
  char *text = wb_file_read_text(path, KERNEL_MAX_BYTES, &err);
  kernel->broken =
      text == NULL || wb_expectation_read(kernel->file, text, &expected, &err) != WB_OK;
  free(kernel->expected);
  kernel->expected = wb_strdup(kernel->broken ? err.message : expected.text);
  if (text != NULL) kernel->why = wb_expectation_why(text);
  free(text);
}

static struct wb_author_kernel *kernels_of(const struct wb_course *course,
                                           const struct wb_puzzle_summary *about, size_t *count) {
  const char *slug = about->slug;
  struct kernel_list list = {.course = course};
  struct wb_names right = {0}, wrong = {0};
  char *starter = wb_course_starter(course, slug), *solution = wb_course_solution(course, slug);
  wb_names_init(&right);
  wb_names_init(&wrong);
  wb_course_right(course, slug, &right, NULL);
  wb_course_wrong(course, slug, &wrong, NULL);
  add_kernel(&list, starter,
             wb_summary_is_of_program(about) ? "runs, and is not accepted"
                                             : "compiles, and is not accepted");
  add_kernel(&list, solution, "accepted");
  for (size_t i = 0; i < right.count; i++) add_kernel(&list, right.items[i], "accepted");
  for (size_t i = 0; i < wrong.count; i++) add_wrong(&list, wrong.items[i]);
  wb_names_release(&right);
  wb_names_release(&wrong);
  free(starter);
  free(solution);
  *count = list.count;
  return list.items;
}

static void free_kernels(struct wb_author_kernel *kernels, size_t count) {
  for (size_t i = 0; i < count; i++) {
    free(kernels[i].file);
    free(kernels[i].expected);
    free(kernels[i].why);
  }
  free(kernels);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static void add_text(char ***items, size_t *count, char *text) {
  size_t capacity = *count;
  *items = wb_grow(*items, &capacity, *count + 1, sizeof **items);
  (*items)[(*count)++] = text;
}

/* Takes the path over. */
static void add_file(struct wb_author_view *view, const struct wb_course *course, char *path) {
  if (path == NULL) return;
  char *file = wb_strdup(wb_course_relative(course, path));
  if (wb_file_exists(path))
    add_text(&view->files, &view->n_files, file);
  else
    add_text(&view->missing, &view->n_missing, file);
  free(path);
}

struct wb_author_view wb_author_view_of(const struct wb_course *course,
                                        const struct wb_puzzle_summary *about,
                                        const struct wb_puzzle_data *data) {
  struct wb_author_view view = {.about = *about, .data = *data};
  add_file(&view, course, wb_format("%s/puzzles/%s/puzzle.lua", course->root, about->slug));
  add_file(&view, course, wb_course_lesson(course, about->slug));
  add_file(&view, course, wb_course_explained(course, about->slug));
  if (about->chapter != NULL) add_file(&view, course, wb_course_chapter(course, about->chapter));
  view.kernels = kernels_of(course, about, &view.n_kernels);
  return view;
}

static void free_texts(char **items, size_t count) {
  for (size_t i = 0; i < count; i++) free(items[i]);
  free(items);
}

void wb_author_view_release(struct wb_author_view *view) {
  free_texts(view->files, view->n_files);
  free_texts(view->missing, view->n_missing);
  free_kernels(view->kernels, view->n_kernels);
  memset(view, 0, sizeof *view);
}

#define WB_OF struct wb_author_kernel
static const struct wb_field kernel_rows[] = {
    {"file", WB_VALUE(file)},
    {"expected", WB_VALUE(expected)},
    {"why", WB_VALUE(why), .or_null = true},
    {"broken", WB_VALUE(broken)},
};
static const struct wb_fields kernel_fields = {WB_ROWS(kernel_rows)};
#undef WB_OF

#define WB_OF struct wb_author_view
static const struct wb_field view_rows[] = {
    {"schema", WB_CONSTANT(1)},
    {"puzzle", WB_VALUE(about.slug)},
    {"number", WB_VALUE(about.number)},
    {"title", WB_VALUE(about.title)},
    {"concept", WB_VALUE(about.concept)},
    {"chapter", WB_VALUE(about.chapter), .or_null = true},
    {"kernel", WB_VALUE(about.entry)},
    {"printed", WB_VALUE(about.printed), .or_null = true},
    {"parameters", WB_LIST(about.parameters, about.n_parameters, MAX_ITEMS)},
    {"hints", WB_LIST(about.hints, about.n_hints, MAX_ITEMS)},
    {"tags", WB_LIST(about.tags, about.n_tags, MAX_ITEMS)},
    {"aliases", WB_LIST(about.aliases, about.n_aliases, MAX_ITEMS)},
    {"may_read", WB_LIST(about.files, about.n_files, MAX_ITEMS)},
    {"files", WB_LIST(files, n_files, MAX_ITEMS)},
    {"missing", WB_LIST(missing, n_missing, MAX_ITEMS)},
    {"kernels", WB_LIST(kernels, n_kernels, MAX_ITEMS), .fields = &kernel_fields},
    {"data", WB_VALUE(data), .fields = &wb_puzzle_data_fields},
};
const struct wb_fields wb_author_view_fields = {WB_ROWS(view_rows)};
#undef WB_OF

/* ---- as text --------------------------------------------------------------------------------- */

static void put_heading(struct wb_document *text, const char *words) {
  wb_document_add_line(text);
  wb_put_line(text, WB_STYLE_HEADING, "%s", words);
}

/* "tags     a, b, c" */
static void put_names(struct wb_document *text, unsigned width, const char *words,
                      char *const *items, size_t count) {
  char *sign = wb_format("%-9s", words);
  struct wb_str list;
  wb_str_init(&list);
  for (size_t i = 0; i < count; i++) wb_str_addf(&list, "%s%s", i > 0 ? ", " : "", items[i]);
  if (count > 0) wb_wrap_item(text, width, sign, WB_STYLE_PLAIN, list.data);
  wb_str_release(&list);
  free(sign);
}

/* Paths stay whole, a line each: they are copied. */
static void put_files(struct wb_document *text, const char *words, enum wb_style style,
                      char *const *items, size_t count) {
  for (size_t i = 0; i < count; i++) {
    wb_put_line(text, WB_STYLE_DIM, "%-9s", i == 0 ? words : "");
    wb_put(text, style, "%s", items[i]);
  }
}

static void put_head(const struct wb_author_view *view, unsigned width, struct wb_document *text) {
  const struct wb_puzzle_summary *about = &view->about;
  wb_put_line(text, WB_STYLE_HEADING, "%u  %s", about->number, about->title);
  wb_wrap_item(text, width, "", WB_STYLE_EMPHASIS, about->concept);
  wb_document_add_line(text);
  if (about->chapter != NULL) put_names(text, width, "chapter", &about->chapter, 1);
  put_names(text, width, "tags", about->tags, about->n_tags);
  put_names(text, width, "aliases", about->aliases, about->n_aliases);
  put_names(text, width, "may read", view->about.files, view->about.n_files);
  put_files(text, "files", WB_STYLE_PLAIN, view->files, view->n_files);
  put_files(text, "missing", WB_STYLE_WARNING, view->missing, view->n_missing);
}

static void put_case(const struct wb_case_data *one, unsigned width, struct wb_document *text) {
  char *sign = wb_format("  %llu  ", (unsigned long long)one->number);
  struct wb_wrap wrap;
  wb_wrap_begin_item(&wrap, text, width, sign);
  wb_wrap_text(&wrap, WB_STYLE_PLAIN, one->outline, strlen(one->outline));
  if (!one->visible) wb_wrap_text(&wrap, WB_STYLE_PLAIN, ", ", 2);
  if (!one->visible) wb_wrap_text(&wrap, WB_STYLE_WARNING, "hidden", strlen("hidden"));
  wb_wrap_end_line(&wrap);
  wb_wrap_release(&wrap);
  for (size_t k = 0; k < one->n_budgets; k++)
    wb_wrap_item(text, width, "     ", WB_STYLE_DIM, one->budgets[k]);
  free(sign);
}

static void put_cases(const struct wb_puzzle_data *data, unsigned width, struct wb_document *text) {
  put_heading(text, "Cases");
  for (size_t i = 0; i < data->n_cases; i++) put_case(&data->cases[i], width, text);
}

static void put_kernels(const struct wb_author_view *view, unsigned width,
                        struct wb_document *text) {
  put_heading(text, wb_summary_is_of_program(&view->about) ? "Programs, and what they must get"
                                                           : "Kernels, and what they must get");
  for (size_t i = 0; i < view->n_kernels; i++) {
    const struct wb_author_kernel *kernel = &view->kernels[i];
    const bool tells = kernel->why != NULL;
    char *words =
        wb_format("%s%s%s", kernel->expected, tells ? ": " : "", tells ? kernel->why : "");
    wb_put_line(text, WB_STYLE_PLAIN, "  %s", kernel->file);
    wb_wrap_item(text, width, "     ", kernel->broken ? WB_STYLE_BAD : WB_STYLE_DIM, words);
    free(words);
  }
}

void wb_author_view_write(const struct wb_author_view *view, unsigned width,
                          struct wb_document *text) {
  char number[32];
  put_head(view, width, text);
  wb_document_add_line(text);
  wb_answer_write(&view->about, width, text);
  put_cases(&view->data, width, text);
  put_heading(text, "Rules");
  for (size_t i = 0; i < view->data.n_rules; i++)
    wb_wrap_item(text, width, "  - ", WB_STYLE_PLAIN, view->data.rules[i]);
  put_heading(text, "Hints");
  for (size_t i = 0; i < view->about.n_hints; i++) {
    snprintf(number, sizeof number, "  %zu  ", i + 1);
    wb_wrap_item(text, width, number, WB_STYLE_PLAIN, view->about.hints[i]);
  }
  put_kernels(view, width, text);
}
