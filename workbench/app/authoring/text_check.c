#include "authoring/text_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/slug.h"
#include "base/str.h"
#include "session/session.h"
#include "text/columns.h"
#include "text/diagram.h"
#include "text/page_link.h"
#include "text/styled.h"

enum { PAGE_MAX = 4 << 20 };

/* ---- pages ----------------------------------------------------------------------------------- */

void wb_text_page_open(struct wb_text_page *page, struct wb_check_report *report,
                       const struct wb_course *course, const struct wb_puzzle_summary *puzzle,
                       const char *path) {
  struct wb_error err;
  *page = (struct wb_text_page){.course = course, .puzzle = puzzle, .report = report};
  page->file = wb_strdup(wb_course_relative(course, path));
  page->part = wb_path_basename(page->file);
  if (!wb_is_regular_file(path)) return;
  page->text = wb_file_read_text(path, PAGE_MAX, &err);
  if (page->text == NULL) return;
  page->length = strlen(page->text);
  wb_markdown_parts_read(&page->parts, page->text, page->length);
}

void wb_text_page_close(struct wb_text_page *page) {
  wb_markdown_parts_release(&page->parts);
  free(page->file);
  free(page->text);
  *page = (struct wb_text_page){0};
}

/* Where a mistake of the page is. */
static struct wb_check_place place_on_page(const struct wb_text_page *page, unsigned line) {
  return (struct wb_check_place){
      .puzzle = page->puzzle->slug, .part = page->part, .file = page->file, .line = line};
}

/* Adds that the page passed, where the check added no fault since there were `before`. */
static void end_check(const struct wb_text_page *page, const char *check, size_t before) {
  const struct wb_check_place place = place_on_page(page, 0);
  if (wb_check_count(page->report, WB_CHECK_FAULT) == before)
    wb_check_passed(page->report, check, &place);
}

/* A check of each part for itself, which adds a fault where there is one. */
static void check_parts(const struct wb_text_page *page, const char *check,
                        void (*look)(const struct wb_text_page *page,
                                     const struct wb_markdown_part *part)) {
  const size_t before = wb_check_count(page->report, WB_CHECK_FAULT);
  for (size_t i = 0; i < page->parts.count; i++) look(page, &page->parts.items[i]);
  end_check(page, check, before);
}

/* ---- presence --------------------------------------------------------------------------- */

static void check_presence(const struct wb_text_page *page, const char *check, const char *remedy) {
  const struct wb_check_place place = place_on_page(page, 0);
  if (page->text == NULL)
    wb_check_fault(page->report, check, &place, remedy, "%s is missing, or cannot be read",
                   page->file);
  else if (page->parts.count == 0)
    wb_check_fault(page->report, check, &place, remedy, "%s is empty", page->file);
  else
    wb_check_passed(page->report, check, &place);
}

/* An explanation compares the ways that lead there. "right/" need not be written: the names say
 * enough. */
static void check_names_right(const struct wb_text_page *page) {
  const struct wb_check_place place = place_on_page(page, 0);
  const size_t before = wb_check_count(page->report, WB_CHECK_FAULT);
  struct wb_names right;
  wb_names_init(&right);
  if (wb_course_right(page->course, page->puzzle->slug, &right, NULL) == WB_OK)
    for (size_t i = 0; i < right.count; i++) {
      const char *name = wb_path_basename(right.items[i]);
      if (strstr(page->text, name) == NULL)
        wb_check_fault(page->report, "explanation-names", &place, "Say what that way costs.",
                       "the explanation does not name right/%s", name);
    }
  wb_names_release(&right);
  end_check(page, "explanation-names", before);
}

/* ---- drawings ----------------------------------------------------------------------------- */

static bool is_block(const struct wb_markdown_part *part) {
  return part->kind == WB_PART_SOURCE || part->kind == WB_PART_OTHER ||
         part->kind == WB_PART_DRAWING || part->kind == WB_PART_DIAGRAM;
}

static void check_width(const struct wb_text_page *page, const struct wb_markdown_part *part) {
  const struct wb_check_place place = place_on_page(page, part->line);
  if (is_block(part) && part->columns > WB_PAGE_COLUMNS)
    wb_check_fault(
        page->report, "drawing-width", &place,
        "Draw it smaller, or break its lines: it would be cut on a small screen.",
        "the %s is %zu columns wide, more than %d",
        part->kind == WB_PART_DRAWING || part->kind == WB_PART_DIAGRAM ? "drawing" : "code",
        part->columns, WB_PAGE_COLUMNS);
}

static void check_drawing_words(const struct wb_text_page *page,
                                const struct wb_markdown_part *part) {
  const struct wb_check_place place = place_on_page(page, part->line);
  if (part->kind == WB_PART_DRAWING && part->info == NULL)
    wb_check_fault(page->report, "drawing-words", &place,
                   "Put what it shows right before it, as <!-- drawing: ... -->.",
                   "the drawing has no words for who cannot see it");
}

/* All that is wrong in a drawing that is data, each with its line of the page. */
static void check_diagram(const struct wb_text_page *page, const struct wb_markdown_part *part) {
  struct wb_diagram diagram = {0};
  struct wb_diagram_mistakes mistakes = {0};
  if (part->kind != WB_PART_DIAGRAM) return;
  wb_diagram_read(&diagram, part->text, &mistakes);
  for (size_t i = 0; i < mistakes.count; i++) {
    const struct wb_diagram_mistake *mistake = &mistakes.items[i];
    const struct wb_check_place place = place_on_page(page, part->text_line + mistake->line - 1);
    wb_check_fault(page->report, "drawing-valid", &place, mistake->remedy, "%s", mistake->message);
  }
  wb_diagram_mistakes_release(&mistakes);
  wb_diagram_release(&diagram);
}

/* ---- files ---------------------------------------------------------------------------------- */

static void add_wide_lines(struct wb_check_report *report, const struct wb_check_place *file,
                           const char *text) {
  struct wb_check_place place = *file;
  for (const char *line = text; *line != '\0'; line += line[0] == '\n') {
    const size_t length = strcspn(line, "\n");
    const size_t columns = wb_text_width_n(line, length);
    place.line++;
    if (columns > WB_PAGE_COLUMNS)
      wb_check_fault(report, "file-width", &place,
                     "Break the line: learners read it beside the result, and in the book.",
                     "the line is %zu columns wide, more than %d", columns, WB_PAGE_COLUMNS);
    line += length;
  }
}

/* `path` is absolute; it and `text` are freed. Other checks report a file that is missing. */
static void check_file_width(struct wb_check_report *report, const struct wb_course *course,
                             const struct wb_puzzle_summary *puzzle, char *path, char *text) {
  const struct wb_check_place place = {.puzzle = puzzle->slug,
                                       .part = wb_path_basename(path),
                                       .file = wb_course_relative(course, path)};
  const size_t before = wb_check_count(report, WB_CHECK_FAULT);
  if (text != NULL) {
    add_wide_lines(report, &place, text);
    if (wb_check_count(report, WB_CHECK_FAULT) == before)
      wb_check_passed(report, "file-width", &place);
  }
  free(text);
  free(path);
}

/* The lines of a text after one another, without the marks that begin comments: a sentence of a
 * comment is in one piece, however its lines are broken. */
static char *join_lines(const char *text) {
  struct wb_str joined;
  wb_str_init(&joined);
  for (const char *line = text; *line != '\0'; line += line[0] == '\n') {
    const size_t length = strcspn(line, "\n");
    const char *end = line + length;
    line += strspn(line, " \t");
    if (wb_starts_with(line, "//") || wb_starts_with(line, "--")) line += 2;
    line += strspn(line, " \t");
    if (line < end) wb_str_add_bytes(&joined, line, (size_t)(end - line));
    while (joined.length > 0 && strchr(" \t\r", joined.data[joined.length - 1]) != NULL)
      joined.data[--joined.length] = '\0';
    wb_str_add_char(&joined, ' ');
    line = end;
  }
  return wb_str_detach(&joined);
}

/* A starter stays beside the code that learners write, when the lesson is out of sight. */
static void check_starter_domain(struct wb_check_report *report, const struct wb_course *course,
                                 const struct wb_puzzle_summary *puzzle) {
  char *path = wb_course_starter(course, puzzle->slug);
  char *text = wb_file_read_text(path, PAGE_MAX, NULL);
  char *said = join_lines(text != NULL ? text : "");
  const struct wb_check_place place = {.puzzle = puzzle->slug,
                                       .part = wb_path_basename(path),
                                       .file = wb_course_relative(course, path)};
  if (puzzle->domain != NULL && text != NULL) {
    char *remedy = wb_format("End it with a comment: \"It must work for %s.\"", puzzle->domain);
    if (strstr(said, puzzle->domain) != NULL)
      wb_check_passed(report, "starter-domain", &place);
    else
      wb_check_suggestion(report, "starter-domain", &place, remedy,
                          "the starter does not say what the domain is");
    free(remedy);
  }
  free(said);
  free(text);
  free(path);
}

/* What learners read besides pages: what they begin with, and what their programs may read. */
static void check_file_widths(struct wb_check_report *report, const struct wb_course *course,
                              const struct wb_puzzle_summary *puzzle) {
  char *starter = wb_course_starter(course, puzzle->slug);
  check_file_width(report, course, puzzle, starter, wb_file_read_text(starter, PAGE_MAX, NULL));
  for (size_t i = 0; i < puzzle->n_files; i++)
    check_file_width(report, course, puzzle, wb_course_file(course, puzzle->slug, puzzle->files[i]),
                     wb_session_file(course, puzzle, puzzle->files[i]));
}

/* ---- links -------------------------------------------------------------------------------- */

/* Whether a path of the course is a page that its readers have: the glossary, a chapter's, a
 * puzzle's lesson or explanation. */
static bool is_page(const char *path) {
  return strcmp(path, "puzzles/glossary.md") == 0 ||
         (wb_starts_with(path, "puzzles/chapters/") && wb_ends_with(path, ".md")) ||
         (wb_starts_with(path, "puzzles/") &&
          (wb_ends_with(path, "/lesson.md") || wb_ends_with(path, "/explained.md")));
}

static bool has_anchor(const char *file, const char *anchor) {
  struct wb_markdown_parts parts = {0};
  char *text = wb_file_read_text(file, PAGE_MAX, NULL);
  if (text != NULL) wb_markdown_parts_read(&parts, text, strlen(text));
  const bool found = wb_markdown_has_anchor(&parts, anchor);
  wb_markdown_parts_release(&parts);
  free(text);
  return found;
}

/* What is wrong with a link to a page; NULL: nothing. */
static const char *page_link_fault(const struct wb_text_page *page,
                                   const struct wb_page_link *link) {
  char *file = wb_path_join(page->course->root, link->path);
  const char *fault = NULL;
  if (!wb_is_regular_file(file))
    fault = "leads to nothing: there is no such file";
  else if (!is_page(link->path))
    fault = "leads to a file that is no page of the course, which readers need not have";
  else if (link->anchor != NULL && !has_anchor(file, link->anchor))
    fault = "leads to a heading that is not there";
  free(file);
  return fault;
}

static void check_link(const struct wb_text_page *page, const struct wb_markdown_part *part) {
  const struct wb_check_place place = place_on_page(page, part->line);
  if (part->kind != WB_PART_LINK && part->kind != WB_PART_IMAGE) return;
  struct wb_page_link link = wb_page_link_read(page->file, part->info);
  const char *fault = NULL;
  if (part->kind == WB_PART_IMAGE)
    fault = "is a picture, which a terminal does not show: draw it in characters";
  else if (link.kind == WB_LINK_REFUSED)
    fault = "is neither a page of the course nor https, http or mailto";
  else if (link.kind == WB_LINK_PAGE)
    fault = page_link_fault(page, &link);
  if (fault != NULL)
    wb_check_fault(page->report, "page-links", &place, "Correct the address, or take the link out.",
                   "\"%s\" %s", part->info, fault);
  wb_page_link_release(&link);
}

/* ---- words -------------------------------------------------------------------------------- */

/* The index of the puzzle that introduces the term; the catalog's count where none does. */
static size_t introduced_by(const struct wb_catalog *catalog, const struct wb_term *term) {
  size_t index = 0;
  while (index < catalog->count &&
         strcmp(wb_slug_name(catalog->items[index].slug), term->introduced) != 0)
    index++;
  return index;
}

/* What is known to whoever reads a text: of the catalog, the puzzles before `end`. */
struct known_words {
  const struct wb_catalog *catalog;
  const struct wb_glossary *glossary;
  size_t end;
};

/* The puzzle that introduces a term later than that; NULL: none does. */
static const char *introduced_later(const struct known_words *known, const struct wb_term *term) {
  const size_t index = term->introduced != NULL ? introduced_by(known->catalog, term) : 0;
  const bool later = index >= known->end && index < known->catalog->count;
  return later ? known->catalog->items[index].slug : NULL;
}

static void check_words(const struct wb_text_page *page, const struct known_words *known) {
  const size_t before = wb_check_count(page->report, WB_CHECK_FAULT);
  struct wb_term_uses uses = {0};
  wb_glossary_uses(known->glossary, page->text, page->length, &uses);
  for (size_t i = 0; i < uses.count; i++) {
    const char *later = introduced_later(known, uses.items[i].term);
    const struct wb_check_place place = place_on_page(page, uses.items[i].line);
    if (later != NULL)
      wb_check_fault(page->report, "page-words", &place,
                     "Say it without the word, or introduce it here: puzzles/glossary.md.",
                     "\"%s\" is used here, and introduced later, in %s", uses.items[i].term->word,
                     later);
  }
  wb_term_uses_release(&uses);
  end_check(page, "page-words", before);
}

/* A hint is read with the lesson. */
static void check_hint_words(struct wb_check_report *report, const struct known_words *known,
                             const struct wb_puzzle_summary *puzzle) {
  char *spec = wb_format("puzzles/%s/puzzle.lua", puzzle->slug);
  const struct wb_check_place place = {.puzzle = puzzle->slug, .part = "hints", .file = spec};
  const size_t before = wb_check_count(report, WB_CHECK_FAULT);
  for (size_t h = 0; h < puzzle->n_hints; h++) {
    struct wb_term_uses uses = {0};
    wb_glossary_uses(known->glossary, puzzle->hints[h], strlen(puzzle->hints[h]), &uses);
    for (size_t i = 0; i < uses.count; i++) {
      const char *later = introduced_later(known, uses.items[i].term);
      if (later != NULL)
        wb_check_fault(report, "hints-words", &place, "Say it without the word.",
                       "hint %zu uses \"%s\", which is introduced later, in %s", h + 1,
                       uses.items[i].term->word, later);
    }
    wb_term_uses_release(&uses);
  }
  if (wb_check_count(report, WB_CHECK_FAULT) == before)
    wb_check_passed(report, "hints-words", &place);
  free(spec);
}

/* ---- the glossary --------------------------------------------------------------------------- */

/* Whether the lesson or the explanation of a puzzle uses the term. */
static bool is_used_by(const struct wb_course *course, const char *slug,
                       const struct wb_glossary *glossary, const struct wb_term *term) {
  char *paths[] = {wb_course_lesson(course, slug), wb_course_explained(course, slug)};
  bool used = false;
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
    char *text = wb_file_read_text(paths[i], PAGE_MAX, NULL);
    struct wb_term_uses uses = {0};
    if (text != NULL) wb_glossary_uses(glossary, text, strlen(text), &uses);
    for (size_t k = 0; k < uses.count; k++) used = used || uses.items[k].term == term;
    wb_term_uses_release(&uses);
    free(text);
    free(paths[i]);
  }
  return used;
}

static void check_term(struct wb_check_report *report, const struct wb_course *course,
                       const struct wb_catalog *catalog, const struct wb_glossary *glossary,
                       const struct wb_term *term) {
  const struct wb_check_place place = {
      .part = "glossary.md", .file = "puzzles/glossary.md", .line = term->line};
  if (term->introduced == NULL) return;
  const size_t index = introduced_by(catalog, term);
  if (index == catalog->count)
    wb_check_fault(report, "glossary-valid", &place,
                   "Name a puzzle's folder without its number, or leave \"introduced\" out.",
                   "\"%s\" is introduced by the puzzle \"%s\", which is not there", term->word,
                   term->introduced);
  else if (!is_used_by(course, catalog->items[index].slug, glossary, term))
    wb_check_fault(report, "glossary-valid", &place, "Name the puzzle that is the first to use it.",
                   "\"%s\" is introduced by %s, whose lesson and explanation do not use it",
                   term->word, catalog->items[index].slug);
}

void wb_check_glossary(struct wb_check_report *report, const struct wb_course *course,
                       const struct wb_catalog *catalog, struct wb_glossary *glossary) {
  struct wb_check_place place = {.part = "glossary.md", .file = "puzzles/glossary.md"};
  const size_t before = wb_check_count(report, WB_CHECK_FAULT);
  struct wb_error err;
  if (wb_glossary_load(course, glossary, &err) != WB_OK) {
    const char *line = strrchr(err.where, ':');
    place.line = line != NULL ? (unsigned)strtoul(line + 1, NULL, 10) : 0;
    wb_check_fault(report, "glossary-valid", &place, "", "%s", err.message);
  } else if (glossary->count > 0) {
    for (size_t i = 0; i < glossary->count; i++)
      check_term(report, course, catalog, glossary, &glossary->terms[i]);
    if (wb_check_count(report, WB_CHECK_FAULT) == before)
      wb_check_passed(report, "glossary-valid", &place);
  }
}

/* ---- chapters ------------------------------------------------------------------------------- */

/* The files that chapters of the catalog have, or might have. */
static void list_chapter_files(const struct wb_course *course, const struct wb_catalog *catalog,
                               struct wb_names *files) {
  const struct wb_puzzle_list list = wb_catalog_list(catalog);
  for (struct wb_chapter chapter = {0}; wb_chapter_next(&list, &chapter);) {
    if (chapter.name == NULL) continue;
    char *path = wb_course_chapter(course, chapter.name);
    wb_names_add(files, wb_path_basename(path));
    free(path);
  }
}

static void add_stray_page(struct wb_check_report *report, const struct wb_names *known,
                           const char *name) {
  const char *near = wb_nearest(name, (const char *const *)known->items, known->count);
  char *file = wb_format("puzzles/chapters/%s", name);
  char *remedy = near != NULL ? wb_format("Did you mean %s?", near)
                              : wb_strdup("Name it after a chapter's title, or take it out.");
  const struct wb_check_place place = {.part = name, .file = file};
  wb_check_fault(report, "chapter-known", &place, remedy, "no chapter has this page");
  free(remedy);
  free(file);
}

void wb_check_chapters(struct wb_check_report *report, const struct wb_course *course,
                       const struct wb_catalog *catalog) {
  const size_t before = wb_check_count(report, WB_CHECK_FAULT);
  const struct wb_check_place place = {.part = "chapters", .file = "puzzles/chapters"};
  char *folder = wb_path_join(course->root, place.file);
  struct wb_names known, found;
  wb_names_init(&known);
  wb_names_init(&found);
  list_chapter_files(course, catalog, &known);
  if (wb_is_directory(folder)) wb_directory_list(folder, &found, NULL);
  for (size_t i = 0; i < found.count; i++)
    if (!wb_names_have(&known, found.items[i])) add_stray_page(report, &known, found.items[i]);
  if (found.count > 0 && wb_check_count(report, WB_CHECK_FAULT) == before)
    wb_check_passed(report, "chapter-known", &place);
  wb_names_release(&found);
  wb_names_release(&known);
  free(folder);
}

/* ---- a puzzle ------------------------------------------------------------------------------ */

static void check_page(const struct wb_text_page *page, const struct known_words *known) {
  if (page->text == NULL) return;
  check_parts(page, "drawing-valid", check_diagram);
  check_parts(page, "drawing-width", check_width);
  check_parts(page, "drawing-words", check_drawing_words);
  check_parts(page, "page-links", check_link);
  check_words(page, known);
}

void wb_check_texts(struct wb_check_report *report, const struct wb_course *course,
                    const struct wb_catalog *catalog, size_t index,
                    const struct wb_glossary *glossary) {
  const struct wb_puzzle_summary *puzzle = &catalog->items[index];
  struct wb_text_page page;
  size_t chapter_end = index;
  const struct wb_puzzle_list list = wb_catalog_list(catalog);
  const char *chapter = wb_chapter_begun_by(&list, index, &chapter_end);
  const struct known_words known = {catalog, glossary, index + 1};
  const struct known_words of_chapter = {catalog, glossary, chapter_end};
  char *path = wb_course_lesson(course, puzzle->slug);
  wb_text_page_open(&page, report, course, puzzle, path);
  check_presence(&page, "lesson-present", "Write what the learner reads first.");
  if (page.text != NULL) wb_check_lesson_length(&page);
  check_page(&page, &known);
  wb_text_page_close(&page);
  free(path);
  path = wb_course_explained(course, puzzle->slug);
  wb_text_page_open(&page, report, course, puzzle, path);
  check_presence(&page, "explanation-present", "Write why the solution works.");
  if (page.text != NULL) check_names_right(&page);
  if (page.text != NULL) wb_check_explanation_length(&page);
  check_page(&page, &known);
  wb_text_page_close(&page);
  free(path);
  if (chapter != NULL) {
    path = wb_course_chapter(course, chapter);
    wb_text_page_open(&page, report, course, puzzle, path);
    check_presence(&page, "chapter-present",
                   "Write what the chapter is about, for who has not begun it.");
    check_page(&page, &of_chapter);
    wb_text_page_close(&page);
    free(path);
  }
  check_file_widths(report, course, puzzle);
  check_starter_domain(report, course, puzzle);
  wb_check_hints(report, course, puzzle);
  check_hint_words(report, &known, puzzle);
}
