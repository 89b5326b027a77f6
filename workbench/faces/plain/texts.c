/* Reading: the puzzle, its lesson, the kernel. */
#include <stdlib.h>
#include <string.h>

#include "plain/commands.h"
#include "plain/dialogue.h"
#include "report/printed.h"
#include "report/write.h"
#include "session/glossary.h"
#include "session/gpu_calls.h"

/* ---- the puzzle ---- */

static void say_numbered(struct wb_dialogue *dialogue, const char *what, char *const *items,
                         size_t count) {
  for (size_t i = 0; i < count; i++)
    wb_say(&dialogue->output, "%s %zu of %zu: %s.", what, i + 1, count, items[i]);
}

/* Those of the puzzle, which a program may read; how to read those that are text. */
static void say_files(struct wb_dialogue *dialogue) {
  const struct wb_puzzle_summary *puzzle = wb_dialogue_puzzle(dialogue);
  for (size_t i = 0; i < puzzle->n_files; i++) {
    const char *name = puzzle->files[i];
    char *text = wb_session_file(&dialogue->session.course, puzzle, name);
    wb_say(&dialogue->output, "File %zu of %zu: %s.", i + 1, puzzle->n_files, name);
    if (text != NULL) wb_say(&dialogue->output, "kernel %s reads it.", name);
    free(text);
  }
}

void wb_speak_from(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_error err = {0};
  if (argument[0] != '\0' && wb_origin_check(argument, &err) != WB_OK) {
    wb_dialogue_refuse_error(dialogue, &err);
    return;
  }
  dialogue->origin = wb_origin_keep(dialogue->session.store, argument[0] != '\0' ? argument : NULL);
  wb_say(&dialogue->output, "%s", wb_origin_notice(dialogue->origin));
}

void wb_speak_show(struct wb_dialogue *dialogue, const char *argument) {
  if (!wb_dialogue_go_to(dialogue, argument)) return;
  const struct wb_puzzle_summary *puzzle = wb_dialogue_puzzle(dialogue);
  struct wb_plain_output *output = &dialogue->output;
  struct wb_progress progress = wb_session_progress(&dialogue->session, puzzle->slug);
  struct wb_str text;
  wb_str_init(&text);
  wb_dialogue_name_puzzle(puzzle, &text);
  wb_str_addf(&text, ", puzzle %zu of %zu: ", dialogue->open + 1, dialogue->session.catalog.count);
  wb_dialogue_name_progress(dialogue, puzzle, &text);
  wb_say(output, "%s. %s", text.data, puzzle->concept != NULL ? puzzle->concept : "");
  char *file = wb_course_work_file(&dialogue->session.course, puzzle->slug);
  const char *shown = wb_short_path(file);
  wb_say(output, "Your file: %s%s.", shown, wb_file_exists(file) ? "" : ", made when you edit");
  if (puzzle->error == NULL) {
    wb_say(output, "Hints: %u of %zu shown. Device: %s.", progress.hints_shown, puzzle->n_hints,
           dialogue->device);
    if (wb_summary_is_of_program(puzzle))
      wb_say(output, "The answer is a host program.");
    else
      wb_say(output, "Kernel: %s.", puzzle->entry);
    if (puzzle->domain != NULL) wb_say(output, "It must work for %s.", puzzle->domain);
    if (puzzle->printed != NULL) wb_say(output, "%s", wb_printed_rule(puzzle->printed));
    say_numbered(dialogue, "Parameter", puzzle->parameters, puzzle->n_parameters);
    say_numbered(dialogue, "Budget", puzzle->budgets, puzzle->n_budgets);
    say_files(dialogue);
    say_numbered(dialogue, "Step", puzzle->steps, puzzle->n_steps);
    say_numbered(dialogue, "Points of group", puzzle->groups, puzzle->n_groups);
    say_numbered(dialogue, "Case", puzzle->cases, puzzle->n_cases);
  } else {
    wb_dialogue_refuse(dialogue, "Its spec has a mistake: %s", puzzle->error);
  }
  free(file);
  wb_str_release(&text);
}

/* ---- the lesson ---- */

static bool take_lesson(struct wb_dialogue *dialogue) {
  char *path = wb_course_lesson(&dialogue->session.course, wb_dialogue_puzzle(dialogue)->slug);
  struct wb_error err = {0};
  struct wb_document document = {0};
  char *markdown = wb_origin_lesson(dialogue->origin, &dialogue->session.course,
                                    wb_dialogue_read_text(path, &err));
  if (markdown != NULL) {
    wb_markdown_tell(markdown, strlen(markdown), wb_plain_output_width(&dialogue->output),
                     &document);
    wb_pages_take(&dialogue->pages, &dialogue->output, &document);
  } else {
    wb_dialogue_refuse_error(dialogue, &err);
  }
  wb_document_release(&document);
  free(markdown);
  free(path);
  return dialogue->pages.parts.count > 0;
}

void wb_speak_more(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_pages *pages = &dialogue->pages;
  (void)argument;
  if (pages->next >= pages->parts.count) {
    wb_dialogue_refuse(dialogue, "There is no more. lesson begins the lesson.");
    return;
  }
  wb_say_spelled(&dialogue->output, pages->parts.items[pages->next++]);
  if (pages->next < pages->parts.count) {
    dialogue->go_on = "more";
    wb_say(&dialogue->output, "Paragraph %zu of %zu.%s", pages->next, pages->parts.count,
           dialogue->goes_on ? "" : " more, or Enter alone, goes on.");
  } else {
    wb_say(&dialogue->output, "End of the lesson.");
  }
}

static void say_all(struct wb_dialogue *dialogue) {
  for (size_t i = 0; i < dialogue->pages.parts.count; i++) {
    if (i > 0) wb_say_line_end(&dialogue->output);
    wb_say_spelled(&dialogue->output, dialogue->pages.parts.items[i]);
  }
  dialogue->pages.next = dialogue->pages.parts.count;
}

/* ---- why the solution works ---- */

static bool take_explanation(struct wb_dialogue *dialogue, bool given_up) {
  const char *slug = wb_dialogue_puzzle(dialogue)->slug;
  const bool solved = wb_session_progress(&dialogue->session, slug).solved;
  struct wb_document document = {0};
  char *markdown = wb_session_explanation(&dialogue->session.course, slug,
                                          solved || dialogue->options->author, given_up);
  wb_pages_release(&dialogue->pages);
  if (markdown == NULL) return false;
  wb_markdown_tell(markdown, strlen(markdown), wb_plain_output_width(&dialogue->output), &document);
  wb_pages_take(&dialogue->pages, &dialogue->output, &document);
  wb_document_release(&document);
  free(markdown);
  return dialogue->pages.parts.count > 0;
}

void wb_dialogue_tell_explanation(struct wb_dialogue *dialogue, bool given_up) {
  if (!take_explanation(dialogue, given_up)) return;
  wb_say_line_end(&dialogue->output);
  say_all(dialogue);
}

static void read_explanation(struct wb_dialogue *dialogue) {
  if (take_explanation(dialogue, false))
    wb_speak_more(dialogue, "");
  else
    wb_dialogue_refuse(
        dialogue, wb_session_progress(&dialogue->session, wb_dialogue_puzzle(dialogue)->slug).solved
                      ? "This puzzle has no explanation."
                      : "Why the solution works is explained once the puzzle is solved.");
}

static void read_lesson(struct wb_dialogue *dialogue, const char *argument) {
  wb_pages_release(&dialogue->pages);
  if (!take_lesson(dialogue)) return;
  size_t number = strtoul(argument, NULL, 10), count = dialogue->pages.parts.count;
  if (strcmp(argument, "all") == 0) {
    say_all(dialogue);
  } else if (argument[0] != '\0' && (number == 0 || number > count)) {
    wb_dialogue_refuse(dialogue, "lesson takes nothing, all, why, or a paragraph from 1 to %zu.",
                       count);
  } else {
    dialogue->pages.next = number > 0 ? number - 1 : 0;
    wb_speak_more(dialogue, "");
  }
}

void wb_speak_lesson(struct wb_dialogue *dialogue, const char *argument) {
  if (strcmp(argument, "why") == 0)
    read_explanation(dialogue);
  else
    read_lesson(dialogue, argument);
}

/* ---- the chapter, and the words ---- */

void wb_speak_chapter(struct wb_dialogue *dialogue, const char *argument) {
  const struct wb_puzzle_summary *puzzle = wb_dialogue_puzzle(dialogue);
  struct wb_document document = {0};
  char *page = wb_session_chapter(&dialogue->session.course, puzzle);
  (void)argument;
  if (page == NULL) {
    wb_dialogue_refuse(dialogue, "This puzzle's chapter has no page.");
    return;
  }
  wb_pages_release(&dialogue->pages);
  wb_markdown_tell(page, strlen(page), wb_plain_output_width(&dialogue->output), &document);
  wb_pages_take(&dialogue->pages, &dialogue->output, &document);
  wb_document_release(&document);
  free(page);
  say_all(dialogue);
}

static void say_term(struct wb_dialogue *dialogue, const struct wb_term *term) {
  struct wb_document text = {0};
  struct wb_str spelled;
  wb_str_init(&spelled);
  wb_term_write(term, dialogue->origin, wb_plain_output_width(&dialogue->output), &text);
  wb_say_document(&dialogue->output, &text, &spelled);
  wb_say_spelled(&dialogue->output, spelled.data);
  wb_str_release(&spelled);
  wb_document_release(&text);
}

/* "A program can call: gpu.devices, …", where the puzzle's answer is one. */
static void say_calls(struct wb_dialogue *dialogue) {
  struct wb_names names;
  struct wb_str list;
  const bool of_program = wb_summary_is_of_program(wb_dialogue_puzzle(dialogue));
  char *calls = of_program ? wb_gpu_calls(&dialogue->session.course) : NULL;
  wb_names_init(&names);
  wb_str_init(&list);
  if (calls != NULL) wb_gpu_call_names(calls, &names);
  for (size_t i = 0; i < names.count; i++)
    wb_str_addf(&list, "%s%s", i > 0 ? ", " : "", names.items[i]);
  if (names.count > 0) wb_say(&dialogue->output, "A program can call: %s.", list.data);
  wb_names_release(&names);
  wb_str_release(&list);
  free(calls);
}

/* "Words of this lesson: kernel, work-item." */
static void say_words(struct wb_dialogue *dialogue, const struct wb_glossary *glossary) {
  struct wb_term_uses uses = {0};
  struct wb_str words;
  char *path = wb_course_lesson(&dialogue->session.course, wb_dialogue_puzzle(dialogue)->slug);
  char *lesson = wb_dialogue_read_text(path, NULL);
  wb_str_init(&words);
  if (lesson != NULL) wb_glossary_uses(glossary, lesson, strlen(lesson), &uses);
  for (size_t i = 0; i < uses.count; i++)
    wb_str_addf(&words, "%s%s", i > 0 ? ", " : "", uses.items[i].term->word);
  if (uses.count > 0) wb_say(&dialogue->output, "Words of this lesson: %s.", words.data);
  wb_str_clear(&words);
  for (size_t i = 0; i < glossary->count; i++)
    wb_str_addf(&words, "%s%s", i > 0 ? ", " : "", glossary->terms[i].word);
  wb_say(&dialogue->output, "All words: %s.", words.data);
  say_calls(dialogue);
  wb_say(&dialogue->output, "glossary and a word explains it.");
  wb_term_uses_release(&uses);
  wb_str_release(&words);
  free(lesson);
  free(path);
}

void wb_speak_glossary(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_glossary glossary = {0};
  struct wb_term call = {0};
  const struct wb_term *term = NULL;
  struct wb_error err = {0};
  enum wb_status status = wb_glossary_load(&dialogue->session.course, &glossary, &err);
  if (status == WB_OK && argument[0] != '\0')
    status =
        wb_gpu_or_glossary_find(&dialogue->session.course, &glossary, argument, &call, &term, &err);
  if (status != WB_OK)
    wb_dialogue_refuse_error(dialogue, &err);
  else if (term != NULL)
    say_term(dialogue, term);
  else if (glossary.count > 0)
    say_words(dialogue, &glossary);
  else
    wb_dialogue_refuse(dialogue, "This course has no glossary.");
  wb_term_release(&call);
  wb_glossary_release(&glossary);
}

/* ---- the kernel ---- */

static void say_marks_at(struct wb_dialogue *dialogue, const struct wb_marks *marks,
                         uint32_t line) {
  for (size_t i = 0; i < marks->count; i++)
    if (marks->items[i].line == line) wb_dialogue_say_mark(dialogue, &marks->items[i], "");
}

/* Lines `first` to `last`, each with what was found there. */
static void say_lines(struct wb_dialogue *dialogue, const char *text, uint32_t first,
                      uint32_t last) {
  struct wb_marks marks = {0};
  const char *line;
  size_t length;
  if (wb_dialogue_result_is_fresh(dialogue))
    wb_dialogue_collect_findings(wb_dialogue_open_work(dialogue)->result, &marks);
  for (uint32_t n = first; n <= last && wb_dialogue_find_line(text, n, &line, &length); n++) {
    wb_dialogue_say_source(dialogue, n, line, length);
    say_marks_at(dialogue, &marks, n);
  }
  wb_marks_release(&marks);
}

static uint32_t count_lines(const char *text) {
  uint32_t lines = 0;
  for (const char *at = text; *at != '\0'; at++) lines += *at == '\n' || at[1] == '\0';
  return lines;
}

/* "7", "7 12" and "7-12"; false where it is something else. */
static bool parse_range(const char *argument, uint32_t *first, uint32_t *last) {
  char *end;
  unsigned long from = strtoul(argument, &end, 10), to = from;
  if (end == argument || from == 0) return false;
  end += strspn(end, " -");
  if (*end != '\0') {
    const char *second = end;
    to = strtoul(second, &end, 10);
    if (end == second || *end != '\0') return false;
  }
  *first = from < UINT32_MAX ? (uint32_t)from : UINT32_MAX;
  *last = to < UINT32_MAX ? (uint32_t)to : UINT32_MAX;
  return *last >= *first;
}

static void say_file(struct wb_dialogue *dialogue, const char *path, uint32_t lines,
                     bool is_starter) {
  const char *shown = wb_short_path(path);
  if (is_starter)
    wb_say(&dialogue->output, "The starter, %u line%s; edit makes your own file of it.", lines,
           wb_plural(lines));
  else
    wb_say(&dialogue->output, "%s, %u line%s.", shown, lines, wb_plural(lines));
}

static void say_kernel(struct wb_dialogue *dialogue, uint32_t first, uint32_t last) {
  bool is_starter;
  char *path = NULL;
  char *text = wb_dialogue_read_kernel(dialogue, &path, &is_starter);
  if (text != NULL) {
    uint32_t lines = count_lines(text);
    if (first > lines)
      wb_dialogue_refuse(dialogue, "The kernel has %u line%s.", lines, wb_plural(lines));
    else if (first == 1 && last == UINT32_MAX)
      say_file(dialogue, path, lines, is_starter);
    if (first <= lines) say_lines(dialogue, text, first, last);
  }
  free(text);
  free(path);
}

/* One of the puzzle's files, where the argument begins with its name; what follows it. */
static const char *find_file(const struct wb_puzzle_summary *puzzle, const char *argument,
                             const char **rest) {
  const size_t length = strcspn(argument, " ");
  for (size_t i = 0; i < puzzle->n_files && length > 0; i++) {
    const char *name = puzzle->files[i];
    if (strlen(name) != length || strncmp(name, argument, length) != 0) continue;
    *rest = argument + length + strspn(argument + length, " ");
    return name;
  }
  return NULL;
}

static void say_file_lines(struct wb_dialogue *dialogue, const char *name, uint32_t first,
                           uint32_t last) {
  char *text = wb_session_file(&dialogue->session.course, wb_dialogue_puzzle(dialogue), name);
  const uint32_t lines = text != NULL ? count_lines(text) : 0;
  const char *line;
  size_t length;
  if (text == NULL)
    wb_dialogue_refuse(dialogue, "%s is no text.", name);
  else if (first > lines)
    wb_dialogue_refuse(dialogue, "%s has %u line%s.", name, lines, wb_plural(lines));
  else if (first == 1 && last == UINT32_MAX)
    wb_say(&dialogue->output, "%s, %u line%s.", name, lines, wb_plural(lines));
  for (uint32_t n = first; n <= last && n <= lines; n++)
    if (wb_dialogue_find_line(text, n, &line, &length))
      wb_dialogue_say_source(dialogue, n, line, length);
  free(text);
}

void wb_speak_kernel(struct wb_dialogue *dialogue, const char *argument) {
  uint32_t first = 1, last = UINT32_MAX;
  const char *rest = argument;
  const char *file = find_file(wb_dialogue_puzzle(dialogue), argument, &rest);
  if (rest[0] != '\0' && !parse_range(rest, &first, &last))
    wb_dialogue_refuse(dialogue,
                       "kernel takes nothing, or lines, or a file of the puzzle: kernel 5 10.");
  else if (file != NULL)
    say_file_lines(dialogue, file, first, last);
  else
    say_kernel(dialogue, first, last);
}

void wb_speak_line(struct wb_dialogue *dialogue, const char *argument) {
  uint32_t first, last;
  if (parse_range(argument, &first, &last))
    say_kernel(dialogue, first, last);
  else
    wb_dialogue_refuse(dialogue, "line needs a number: line 7.");
}
