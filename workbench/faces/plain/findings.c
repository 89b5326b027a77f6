/* Findings, one by one: what the compiler and the checks say of the kernel. */
#include <stdlib.h>
#include <string.h>

#include "plain/commands.h"
#include "plain/dialogue.h"
#include "report/summary.h"

static const char *const kind_words[] = {
    [WB_MARK_OTHER] = "note", [WB_MARK_WARNING] = "warning", [WB_MARK_ERROR] = "error"};

/* ---- collecting ---- */

static void add_finding(struct wb_marks *marks, enum wb_severity severity, char *text) {
  const struct wb_mark mark = {
      .kind = severity == WB_SEVERITY_ERROR ? WB_MARK_ERROR : WB_MARK_WARNING, .text = text};
  marks->items = wb_grow(marks->items, &marks->capacity, marks->count + 1, sizeof *marks->items);
  marks->items[marks->count++] = mark;
}

/* "in helpers.h, line 7: ", where it lies in another file. */
static void name_place(const char *file, uint32_t line, struct wb_str *out) {
  if (file[0] != '\0' && line > 0)
    wb_str_addf(out, "in %s, line %u: ", file, line);
  else if (file[0] != '\0')
    wb_str_addf(out, "in %s: ", file);
}

static void add_diagnostics(const struct wb_result *result, struct wb_marks *marks) {
  for (size_t i = 0; i < result->n_diagnostics; i++) {
    const struct wb_diagnostic *diagnostic = &result->diagnostics[i];
    struct wb_str text;
    if (diagnostic->line > 0 && diagnostic->file[0] == '\0') continue;
    wb_str_init(&text);
    name_place(diagnostic->file, diagnostic->line, &text);
    wb_str_add(&text, diagnostic->message);
    add_finding(marks, diagnostic->severity, wb_str_detach(&text));
  }
}

void wb_dialogue_collect_findings(const struct wb_result *result, struct wb_marks *marks) {
  struct wb_unique_findings findings;
  wb_marks_collect(result, marks);
  add_diagnostics(result, marks);
  wb_findings_collect(result, &findings);
  for (size_t i = 0; i < findings.count; i++) {
    const struct wb_finding *finding = findings.items[i].finding;
    struct wb_str text;
    if (finding->line > 0 && finding->file[0] == '\0') continue;
    wb_str_init(&text);
    name_place(finding->file, finding->line, &text);
    wb_str_addf(&text, "%s: ", wb_finding_kind_name(finding->kind));
    wb_unique_finding_describe(&findings.items[i], &text);
    add_finding(marks, finding->severity, wb_str_detach(&text));
  }
  wb_findings_release(&findings);
}

/* The other access of a race belongs to the finding before it. */
size_t wb_dialogue_count_findings(const struct wb_marks *marks) {
  size_t count = 0;
  for (size_t i = 0; i < marks->count; i++) count += marks->items[i].kind != WB_MARK_OTHER;
  return count;
}

/* ---- telling ---- */

void wb_dialogue_say_mark(struct wb_dialogue *dialogue, const struct wb_mark *mark,
                          const char *lead) {
  bool ends = wb_ends_with(mark->text, ".");
  if (mark->line == 0)
    wb_say(&dialogue->output, "%s%s: %s%s", lead, kind_words[mark->kind], mark->text,
           ends ? "" : ".");
  else if (mark->column > 0)
    wb_say(&dialogue->output, "%sline %u, column %u: %s: %s%s", lead, mark->line, mark->column,
           kind_words[mark->kind], mark->text, ends ? "" : ".");
  else
    wb_say(&dialogue->output, "%sline %u: %s: %s%s", lead, mark->line, kind_words[mark->kind],
           mark->text, ends ? "" : ".");
}

/* The mark of finding `number`, from 1. */
static size_t mark_of(const struct wb_marks *marks, size_t number) {
  size_t i = 0;
  for (size_t seen = 0; i < marks->count; i++) {
    seen += marks->items[i].kind != WB_MARK_OTHER;
    if (seen == number && marks->items[i].kind != WB_MARK_OTHER) return i;
  }
  return marks->count;
}

static void say_source(struct wb_dialogue *dialogue, uint32_t number) {
  const char *text = wb_dialogue_open_work(dialogue)->judged, *line;
  size_t length;
  if (wb_dialogue_find_line(text, number, &line, &length))
    wb_dialogue_say_source(dialogue, number, line, length);
}

static void say_finding(struct wb_dialogue *dialogue, const struct wb_marks *marks, size_t number) {
  size_t i = mark_of(marks, number), count = wb_dialogue_count_findings(marks);
  char *lead = wb_format("Finding %zu of %zu, ", number, count);
  wb_dialogue_open_work(dialogue)->told = number;
  wb_dialogue_say_mark(dialogue, &marks->items[i], lead);
  say_source(dialogue, marks->items[i].line);
  for (i++; i < marks->count && marks->items[i].kind == WB_MARK_OTHER; i++) {
    wb_dialogue_say_mark(dialogue, &marks->items[i], "");
    if (marks->items[i].line != marks->items[i - 1].line)
      say_source(dialogue, marks->items[i].line);
  }
  dialogue->go_on = number < count ? "findings" : NULL;
  free(lead);
}

/* The number that is asked for; 0, and it is said why, where there is none. */
static size_t choose_finding(struct wb_dialogue *dialogue, const char *argument, size_t count) {
  size_t told = wb_dialogue_open_work(dialogue)->told, number = strtoul(argument, NULL, 10);
  bool back = argument[0] != '\0' && wb_starts_with("previous", argument);
  bool forward = argument[0] == '\0' || wb_starts_with("next", argument);
  if (back)
    number = told > 1 ? told - 1 : 0;
  else if (forward)
    number = told < count ? told + 1 : 0;
  if (number >= 1 && number <= count) return number;
  if (back)
    wb_dialogue_refuse(dialogue, "There is no finding before this one.");
  else if (forward)
    wb_dialogue_refuse(dialogue, "That was the last finding. findings 1 begins again.");
  else
    wb_dialogue_refuse(dialogue, "findings takes next, previous, all, or a number from 1 to %zu.",
                       count);
  return 0;
}

static void say_findings(struct wb_dialogue *dialogue, const struct wb_marks *marks,
                         const char *argument) {
  size_t count = wb_dialogue_count_findings(marks);
  if (count == 0) {
    wb_say(&dialogue->output, "There are no findings.");
  } else if (strcmp(argument, "all") == 0) {
    for (size_t i = 1; i <= count; i++) say_finding(dialogue, marks, i);
  } else {
    size_t number = choose_finding(dialogue, argument, count);
    if (number > 0) say_finding(dialogue, marks, number);
  }
}

void wb_speak_findings(struct wb_dialogue *dialogue, const char *argument) {
  const struct wb_dialogue_task *work = wb_dialogue_open_work(dialogue);
  struct wb_marks marks = {0};
  if (work->result == NULL) {
    wb_dialogue_refuse(dialogue, "It has not been run yet. run judges your kernel.");
    return;
  }
  wb_dialogue_say_age(dialogue);
  wb_dialogue_collect_findings(work->result, &marks);
  say_findings(dialogue, &marks, argument);
  wb_marks_release(&marks);
}
