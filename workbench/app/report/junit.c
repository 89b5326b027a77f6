/* Lists as JUnit's XML, as GitLab, Jenkins and GitHub's actions read it: a test case an item, of
 * which no two have the same name (the second would be dropped). Attributes are those that all of
 * them know; the place is in the text. The counts stand before the cases: a suite is kept until
 * its end. */
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/str.h"
#include "base/utf8.h"
#include "report/list.h"
#include "report/write.h"

/* What XML 1.0 has no way to write, not even escaped. */
static bool is_xml(unsigned character) {
  return character >= 0x20 ? character < 0xFFFE || character > 0xFFFF
                           : character == '\n' || character == '\t';
}

static const char *xml_entity(unsigned character) {
  switch (character) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\n':
      return "&#10;";
    case '\t':
      return "&#9;";
    default:
      return NULL;
  }
}

static void add_xml(struct wb_str *out, const char *text) {
  const size_t length = strlen(text);
  for (size_t i = 0, used; i < length; i += used) {
    unsigned character;
    used = wb_utf8_decode(text + i, length - i, &character);
    const char *entity = xml_entity(character);
    if (entity != NULL)
      wb_str_add(out, entity);
    else if (is_xml(character))
      wb_utf8_add(out, wb_character_shown(character));
  }
}

static void add_attribute(struct wb_str *out, const char *name, const char *text) {
  wb_str_addf(out, " %s=\"", name);
  add_xml(out, text);
  wb_str_add_char(out, '"');
}

/* "NAME", and "NAME (2)" where the suite has one of that class already. The caller frees it. */
static char *unique_name(struct wb_list *list, const char *class_name, const char *name) {
  char *text = wb_strdup(name), *key = wb_format("%s\n%s", class_name, name);
  for (size_t n = 2; wb_names_have(&list->titles, key); n++) {
    free(text);
    free(key);
    text = wb_format("%s (%zu)", name, n);
    key = wb_format("%s\n%s", class_name, text);
  }
  wb_names_add(&list->titles, key);
  free(key);
  return text;
}

/* What GitLab and others show beneath a case that failed. Some messages name the file already. */
static void add_story(struct wb_str *out, const struct wb_list_item *item) {
  const char *file = wb_short_path(item->file);
  struct wb_str story;
  wb_str_init(&story);
  if (strstr(item->message, file) == NULL) {
    wb_str_add(&story, file);
    if (item->line > 0) wb_str_addf(&story, ":%u", item->line);
    wb_str_add(&story, ": ");
  }
  wb_str_addf(&story, "%s\n%s%s", item->message, item->remedy, item->remedy[0] != '\0' ? "\n" : "");
  wb_str_add(&story, item->detail);
  add_xml(out, story.data);
  wb_str_release(&story);
}

static void add_outcome(struct wb_str *out, const struct wb_list_item *item) {
  static const char *const elements[WB_LIST_OUTCOMES] = {"system-out", "skipped", "system-out",
                                                         "failure", "error"};
  const bool failed = item->outcome == WB_LIST_FAILED || item->outcome == WB_LIST_ERROR;
  const bool skipped = item->outcome == WB_LIST_SKIPPED;
  wb_str_addf(out, "<%s", elements[item->outcome]);
  if (failed || skipped) add_attribute(out, "message", item->message);
  if (failed && item->rule != NULL) add_attribute(out, "type", item->rule);
  wb_str_add_char(out, '>');
  if (!skipped) add_story(out, item);
  wb_str_addf(out, "</%s>", elements[item->outcome]);
}

static void junit_item(struct wb_list *list, const struct wb_list_item *item) {
  struct wb_str *out = &list->cases;
  char *name = unique_name(list, item->class_name, item->name);
  wb_str_add(out, "    <testcase");
  add_attribute(out, "name", name);
  add_attribute(out, "classname", item->class_name);
  wb_str_add(out, " time=\"0\">");
  if (item->outcome != WB_LIST_PASSED) add_outcome(out, item);
  wb_str_add(out, "</testcase>\n");
  free(name);
}

static void junit_begin(struct wb_list *list) {
  wb_str_add(list->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
  add_attribute(list->out, "name", list->kind->name);
  wb_str_add(list->out, ">\n");
}

/* What the suite's runs said of themselves, and none before them did. */
static void add_remarks(struct wb_list *list) {
  if (list->written == list->remarks.count) return;
  wb_str_add(list->out, "    <system-out>");
  for (; list->written < list->remarks.count; list->written++) {
    add_xml(list->out, list->remarks.items[list->written]);
    wb_str_add_char(list->out, '\n');
  }
  wb_str_add(list->out, "</system-out>\n");
}

static void junit_suite_end(struct wb_list *list) {
  const size_t *counts = list->in_suite;
  wb_str_add(list->out, "  <testsuite");
  add_attribute(list->out, "name", list->suite->name);
  wb_str_addf(list->out,
              " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.3f\">\n",
              wb_list_count(counts), counts[WB_LIST_FAILED], counts[WB_LIST_ERROR],
              counts[WB_LIST_SKIPPED], list->suite->seconds);
  wb_str_add_bytes(list->out, list->cases.data, list->cases.length);
  add_remarks(list);
  wb_str_add(list->out, "  </testsuite>\n");
  wb_str_clear(&list->cases);
  wb_names_release(&list->titles);
  wb_names_init(&list->titles);
}

/* What is nobody's fault is an error, so that a server does not take the rest for all. */
static void add_trouble(struct wb_list *list) {
  const struct wb_list_suite suite = {.name = list->kind->name};
  wb_list_suite_begin(list, &suite);
  wb_list_add(list, &(struct wb_list_item){.outcome = WB_LIST_ERROR,
                                           .name = "all is done",
                                           .rule = "trouble",
                                           .message = list->trouble});
  wb_list_suite_end(list);
}

static void junit_end(struct wb_list *list) {
  if (list->trouble != NULL) add_trouble(list);
  wb_str_add(list->out, "</testsuites>\n");
}

const struct wb_list_format wb_list_junit = {.name = "junit",
                                             .for_programs = true,
                                             .begin = junit_begin,
                                             .item = junit_item,
                                             .suite_end = junit_suite_end,
                                             .end = junit_end};
