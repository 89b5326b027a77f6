/* Reports of checks as JUnit's XML, as GitLab, Jenkins and GitHub's actions read it: a test suite
 * a puzzle, a test case an item, of which no two have the same name (the second would be dropped).
 * Attributes are those that all of them know; the place is in the text. */
#include <stdlib.h>
#include <string.h>

#include "authoring/check_formats.h"
#include "base/clean.h"
#include "base/str.h"
#include "base/utf8.h"

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
      wb_utf8_add(out, character);
  }
}

static void add_attribute(struct wb_str *out, const char *name, const char *text) {
  wb_str_addf(out, " %s=\"", name);
  add_xml(out, text);
  wb_str_add_char(out, '"');
}

static bool same_title(const struct wb_check_item *a, const struct wb_check_item *b) {
  return strcmp(a->check, b->check) == 0 && strcmp(a->part, b->part) == 0;
}

static void add_name(struct wb_str *out, const struct wb_check_report *report, size_t index) {
  struct wb_str title;
  size_t before = 0;
  wb_str_init(&title);
  wb_check_item_title(&report->items[index], &title);
  for (size_t i = 0; i < index; i++) before += same_title(&report->items[i], &report->items[index]);
  if (before > 0) wb_str_addf(&title, " (%zu)", before + 1);
  add_attribute(out, "name", title.data);
  wb_str_release(&title);
}

/* What GitLab and others show beneath a case that failed. */
static void add_story(struct wb_str *out, const struct wb_check_item *item) {
  struct wb_str story;
  wb_str_init(&story);
  if (item->file[0] != '\0') wb_str_add(&story, item->file);
  if (item->file[0] != '\0' && item->line > 0) wb_str_addf(&story, ":%u", item->line);
  wb_str_addf(&story, "%s%s\n", story.length > 0 ? ": " : "", item->message);
  if (item->remedy[0] != '\0') wb_str_addf(&story, "%s\n", item->remedy);
  wb_str_add(&story, item->detail);
  add_xml(out, story.data);
  wb_str_release(&story);
}

static void add_outcome(struct wb_str *out, const struct wb_check_item *item) {
  if (item->outcome == WB_CHECK_FAULT) {
    wb_str_add(out, "<failure");
    add_attribute(out, "message", item->message);
    add_attribute(out, "type", item->check);
    wb_str_add_char(out, '>');
    add_story(out, item);
    wb_str_add(out, "</failure>");
  } else if (item->outcome == WB_CHECK_SKIPPED) {
    wb_str_add(out, "<skipped");
    add_attribute(out, "message", item->message);
    wb_str_add(out, "/>");
  } else {
    wb_str_add(out, "<system-out>");
    add_story(out, item);
    wb_str_add(out, "</system-out>");
  }
}

static void add_case(struct wb_str *out, const struct wb_checked *checked, size_t index) {
  const struct wb_check_item *item = &checked->report->items[index];
  wb_str_add(out, "    <testcase");
  add_name(out, checked->report, index);
  add_attribute(out, "classname", checked->slug);
  wb_str_add(out, " time=\"0\"");
  if (item->outcome == WB_CHECK_PASSED) {
    wb_str_add(out, "/>\n");
    return;
  }
  wb_str_add_char(out, '>');
  add_outcome(out, item);
  wb_str_add(out, "</testcase>\n");
}

static void junit_begin(struct wb_check_output *output) {
  wb_str_add(output->out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"checks\">\n");
}

static void junit_puzzle(struct wb_check_output *output, const struct wb_checked *checked) {
  const struct wb_check_report *report = checked->report;
  wb_str_add(output->out, "  <testsuite");
  add_attribute(output->out, "name", checked->slug);
  wb_str_addf(output->out,
              " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\" time=\"%.3f\">\n",
              report->count, wb_check_count(report, WB_CHECK_FAULT),
              wb_check_count(report, WB_CHECK_SKIPPED), checked->seconds);
  for (size_t i = 0; i < report->count; i++) add_case(output->out, checked, i);
  wb_str_add(output->out, "  </testsuite>\n");
}

/* What is nobody's fault is an error, so that a server does not take the rest for all. */
static void add_trouble(struct wb_str *out, const char *trouble) {
  wb_str_add(
      out,
      "  <testsuite name=\"check\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\" "
      "time=\"0\">\n    <testcase name=\"all is checked\" classname=\"check\" time=\"0\"><error");
  add_attribute(out, "message", trouble);
  wb_str_add(out, " type=\"trouble\"/></testcase>\n  </testsuite>\n");
}

static void junit_end(struct wb_check_output *output) {
  if (output->trouble != NULL) add_trouble(output->out, output->trouble);
  wb_str_add(output->out, "</testsuites>\n");
}

const struct wb_check_format wb_check_junit = {.name = "junit",
                                               .for_programs = true,
                                               .begin = junit_begin,
                                               .puzzle = junit_puzzle,
                                               .end = junit_end};
