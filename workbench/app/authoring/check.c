#include "authoring/check.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static char *copy_of_text(const char *text) { return wb_strdup(text != NULL ? text : ""); }

/* With all the texts that an item has, so that nobody who shows one asks for NULL. Takes the
 * message. */
static struct wb_check_item *add_check_item(struct wb_check_report *report,
                                            enum wb_check_outcome outcome, const char *check,
                                            const struct wb_check_place *place, const char *remedy,
                                            char *message) {
  report->items =
      wb_grow(report->items, &report->capacity, report->count + 1, sizeof report->items[0]);
  struct wb_check_item *item = &report->items[report->count++];
  *item = (struct wb_check_item){.outcome = outcome,
                                 .puzzle = copy_of_text(place->puzzle),
                                 .check = copy_of_text(check),
                                 .part = copy_of_text(place->part),
                                 .file = copy_of_text(place->file),
                                 .line = place->line,
                                 .message = message,
                                 .remedy = copy_of_text(remedy),
                                 .detail = copy_of_text(NULL)};
  return item;
}

static char *formatted_text(const char *format, va_list values) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_vaddf(&text, format, values);
  return wb_str_detach(&text);
}

void wb_check_passed(struct wb_check_report *report, const char *check,
                     const struct wb_check_place *place) {
  add_check_item(report, WB_CHECK_PASSED, check, place, NULL, copy_of_text(NULL));
}

void wb_check_skipped(struct wb_check_report *report, const char *check,
                      const struct wb_check_place *place, const char *why) {
  add_check_item(report, WB_CHECK_SKIPPED, check, place, NULL, copy_of_text(why));
}

struct wb_check_item *wb_check_told(struct wb_check_report *report, const char *check,
                                    const struct wb_check_place *place, const char *message, ...) {
  va_list values;
  va_start(values, message);
  char *text = formatted_text(message, values);
  va_end(values);
  return add_check_item(report, WB_CHECK_PASSED, check, place, NULL, text);
}

struct wb_check_item *wb_check_suggestion(struct wb_check_report *report, const char *check,
                                          const struct wb_check_place *place, const char *remedy,
                                          const char *message, ...) {
  va_list values;
  va_start(values, message);
  char *text = formatted_text(message, values);
  va_end(values);
  return add_check_item(report, WB_CHECK_SUGGESTION, check, place, remedy, text);
}

struct wb_check_item *wb_check_fault(struct wb_check_report *report, const char *check,
                                     const struct wb_check_place *place, const char *remedy,
                                     const char *message, ...) {
  va_list values;
  va_start(values, message);
  char *text = formatted_text(message, values);
  va_end(values);
  return add_check_item(report, WB_CHECK_FAULT, check, place, remedy, text);
}

size_t wb_check_count(const struct wb_check_report *report, enum wb_check_outcome outcome) {
  size_t count = 0;
  for (size_t i = 0; i < report->count; i++) count += report->items[i].outcome == outcome;
  return count;
}

void wb_check_item_title(const struct wb_check_item *item, struct wb_str *out) {
  wb_str_add(out, item->check);
  if (item->part[0] != '\0') wb_str_addf(out, " %s", item->part);
}

void wb_check_report_append(struct wb_check_report *report, struct wb_check_report *from) {
  const size_t count = report->count + from->count;
  report->items = wb_grow(report->items, &report->capacity, count, sizeof report->items[0]);
  for (size_t i = 0; i < from->count; i++) report->items[report->count++] = from->items[i];
  free(from->items);
  memset(from, 0, sizeof *from);
}

void wb_check_report_release(struct wb_check_report *report) {
  for (size_t i = 0; i < report->count; i++) {
    struct wb_check_item *item = &report->items[i];
    free(item->puzzle);
    free(item->check);
    free(item->part);
    free(item->file);
    free(item->message);
    free(item->remedy);
    free(item->detail);
  }
  free(report->items);
  memset(report, 0, sizeof *report);
}

/* ---- names ---- */

static const struct wb_check_kind kinds[] = {
#define WB_CHECK(name, part, summary) {name, part, summary},
#include "authoring/checks.inc"
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

const struct wb_check_kind *wb_check_kinds(size_t *count) {
  *count = KINDS;
  return kinds;
}

const struct wb_check_kind *wb_check_kind_find(const char *name) {
  for (size_t i = 0; i < KINDS; i++)
    if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
  return NULL;
}

/* ---- tallies ------------------------------------------------------------------------------ */

void wb_check_tally_add(struct wb_check_tally *sum, const struct wb_check_tally *from) {
  sum->cases += from->cases;
  sum->hidden += from->hidden;
  sum->right += from->right;
  sum->wrong += from->wrong;
  sum->comparable += from->comparable;
  sum->right_output += from->right_output;
  sum->let_through += from->let_through;
  sum->mutants_killed += from->mutants_killed;
  sum->mutants_explained += from->mutants_explained;
  sum->mutants_survived += from->mutants_survived;
}
