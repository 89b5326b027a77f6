/* What stands on the pages of a book. */
#include <stdlib.h>
#include <string.h>

#include "authoring/book/pages.h"
#include "authoring/book/steps.h"
#include "base/file.h"
#include "base/slug.h"
#include "session/session.h"
#include "verbs/versions.h"

enum { TEXT_MAX = 4 << 20 };

/* ---- small things ---------------------------------------------------------------------- */

static const struct wb_puzzle_summary *puzzle_of(const struct wb_book_part *part) {
  return &part->pages->book->catalog->items[part->page->puzzle];
}

static const struct wb_course *course_of(const struct wb_book_part *part) {
  return part->pages->book->course;
}

static const struct wb_course_summary *rules_of(const struct wb_book_part *part) {
  return &part->pages->book->catalog->course;
}

static void begin_heading(const struct wb_book_part *part, unsigned level, const char *id) {
  wb_str_addf(part->out, "<h%u id=\"%s%s\">", level, part->prefix, id);
}

static void add_heading(const struct wb_book_part *part, unsigned level, const char *id,
                        const char *text) {
  begin_heading(part, level, id);
  wb_html_text(part->out, text);
  wb_str_addf(part->out, "</h%u>\n", level);
}

static void add_paragraph(const struct wb_book_part *part, const char *class, const char *text) {
  wb_str_addf(part->out, class != NULL ? "<p class=\"%s\">" : "<p>", class);
  wb_html_text(part->out, text);
  wb_str_add(part->out, "</p>\n");
}

static void add_link(const struct wb_book_part *part, const struct wb_book_page *page) {
  wb_str_add(part->out, "<a href=\"");
  wb_book_add_address(part, page);
  wb_str_add(part->out, "\">");
  wb_html_text(part->out, page->title);
  wb_str_add(part->out, "</a>");
}

/* What is folded on the screen is a section in print. */
static void begin_fold(const struct wb_book_part *part, const char *id, const char *summary) {
  if (part->print)
    add_heading(part, part->level + 2, id, summary);
  else
    wb_str_addf(part->out, "<details id=\"%s%s\"><summary>%s</summary>\n", part->prefix, id,
                summary);
}

static void end_fold(const struct wb_book_part *part) {
  if (!part->print) wb_str_add(part->out, "</details>\n");
}

static void add_source_text(const struct wb_book_part *part, const char *file, const char *source) {
  wb_str_add(part->out, "<div class=\"numbered\">\n");
  wb_html_source(part->out, wb_source_kind_of_file(file), source, strlen(source));
  wb_str_add(part->out, "</div>\n");
}

/* The file's text; false: there is none. `path` is freed. */
static bool add_source(const struct wb_book_part *part, char *path) {
  char *source = wb_file_read_text(path, TEXT_MAX, NULL);
  if (source != NULL) add_source_text(part, path, source);
  const bool there = source != NULL;
  free(source);
  free(path);
  return there;
}

/* ---- contents and chapters --------------------------------------------------------------- */

static void add_entry(const struct wb_book_part *part, const struct wb_book_page *page) {
  wb_str_add(part->out, "<li>");
  add_link(part, page);
  if (page->puzzle != SIZE_MAX) {
    wb_str_add(part->out, " <span class=\"concept\">");
    wb_html_text(part->out, part->pages->book->catalog->items[page->puzzle].concept);
    wb_str_add(part->out, "</span>");
  }
  wb_str_add(part->out, "</li>\n");
}

/* The puzzles after a page, as far as its chapter goes; the index after them. */
static size_t add_entries(const struct wb_book_part *part, size_t first) {
  const struct wb_book_pages *pages = part->pages;
  size_t i = first;
  wb_str_add(part->out, "<ul class=\"contents\">\n");
  for (; i < pages->count && pages->items[i].puzzle != SIZE_MAX; i++)
    add_entry(part, &pages->items[i]);
  wb_str_add(part->out, "</ul>\n");
  return i;
}

static void add_imprint_line(const struct wb_book_part *part, const char *lead, const char *text) {
  if (text == NULL) return;
  wb_str_addf(part->out, "%s", lead);
  wb_html_text(part->out, text);
  wb_str_add(part->out, ". ");
}

static void add_imprint(const struct wb_book_part *part) {
  const struct wb_course_summary *course = rules_of(part);
  if (course->n_authors == 0 && course->version == NULL && course->license == NULL) return;
  wb_str_add(part->out, "<p class=\"imprint\">");
  for (size_t i = 0; i < course->n_authors; i++)
    add_imprint_line(part, i == 0 ? "By " : "And ", course->authors[i]);
  add_imprint_line(part, "Version ", course->version);
  add_imprint_line(part, "License: ", course->license);
  wb_str_add(part->out, "</p>\n");
}

/* What the book is, and how to begin. A course without puzzles has no book. */
static void add_introduction(const struct wb_book_part *part) {
  const struct wb_book_page *first = part->page + 1;
  while (first->puzzle == SIZE_MAX) first++;
  wb_str_add(part->out,
             "<p>Each puzzle is a lesson and a program for you to complete. Take them in order: a "
             "lesson builds on those before it.</p>\n"
             "<p>You solve them in a terminal. Start <code>workbench</code> in the folder of the "
             "course (<code>make run</code> in the workbench's own source, which builds it first), "
             "and begin with ");
  add_link(part, first);
  wb_str_add(part->out,
             ". Complete the program in your editor and save it: the workbench says whether it is "
             "right, and if not, why. That needs no GPU.</p>\n");
  if (wb_book_shows_solutions(part->pages->book->catalog))
    add_paragraph(part, NULL,
                  part->print ? "Hints and solutions follow after the puzzles."
                              : "Solutions are folded: try a puzzle before you open its solution.");
}

void wb_book_add_contents(const struct wb_book_part *part) {
  const struct wb_book_pages *pages = part->pages;
  if (!part->print) add_heading(part, 1, "page", wb_book_title(pages->book->catalog));
  add_introduction(part);
  for (size_t i = 1; i < pages->count;) {
    const struct wb_book_page *page = &pages->items[i];
    if (page->chapter.end > 0) {
      wb_str_add(part->out, part->print ? "<p class=\"chapter\">" : "<h2 class=\"chapter\">");
      add_link(part, page);
      wb_str_add(part->out, part->print ? "</p>\n" : "</h2>\n");
      i++;
    }
    if (i < pages->count && pages->items[i].puzzle != SIZE_MAX) {
      i = add_entries(part, i);
    } else if (pages->items[i].chapter.end == 0) {
      wb_str_add(part->out, "<p>");
      add_link(part, &pages->items[i++]);
      wb_str_add(part->out, "</p>\n");
    }
  }
  add_imprint(part);
}

void wb_book_add_chapter(const struct wb_book_part *part) {
  char *path = wb_course_chapter(course_of(part), wb_chapter_title(&part->page->chapter));
  add_heading(part, part->level, "page", part->page->title);
  wb_book_add_markdown(part, path, "chapter", part->level);
  if (!part->print) {
    add_heading(part, part->level + 1, "puzzles", "The puzzles");
    add_entries(part, (size_t)(part->page - part->pages->items) + 1);
  }
  free(path);
}

/* ---- a puzzle -------------------------------------------------------------------------- */

/* A hidden case has a number for a name, and nothing else. */
static bool is_hidden(const struct wb_puzzle_summary *puzzle, size_t index) {
  char *name = wb_format("hidden %zu", index + 1);
  const bool hidden = strcmp(puzzle->cases[index], name) == 0;
  free(name);
  return hidden;
}

static void add_cases(const struct wb_book_part *part) {
  const struct wb_puzzle_summary *puzzle = puzzle_of(part);
  size_t hidden = 0;
  if (puzzle->n_cases == 0) return;
  add_heading(part, part->level + 1, "cases", "The cases");
  wb_str_add(part->out, "<ul>\n");
  for (size_t i = 0; i < puzzle->n_cases; i++) {
    hidden += is_hidden(puzzle, i);
    if (is_hidden(puzzle, i)) continue;
    wb_str_add(part->out, "<li>");
    wb_html_text(part->out, puzzle->cases[i]);
    wb_str_add(part->out, "</li>\n");
  }
  if (hidden > 0) wb_str_addf(part->out, "<li>%zu that the judge does not show</li>\n", hidden);
  wb_str_add(part->out, "</ul>\n");
}

/* Those that a host program may read. */
static void add_files(const struct wb_book_part *part) {
  const struct wb_puzzle_summary *puzzle = puzzle_of(part);
  if (puzzle->n_files == 0) return;
  add_heading(part, part->level + 1, "files", "Files of the puzzle");
  for (size_t i = 0; i < puzzle->n_files; i++) {
    char *id = wb_format("file-%zu", i + 1);
    char *text = wb_session_file(course_of(part), puzzle, puzzle->files[i]);
    add_heading(part, part->level + 2, id, puzzle->files[i]);
    if (text != NULL) add_source_text(part, puzzle->files[i], text);
    free(text);
    free(id);
  }
}

static void add_starter(const struct wb_book_part *part) {
  const char *slug = puzzle_of(part)->slug;
  add_heading(part, part->level + 1, "starter", "Where you start");
  if (!add_source(part, wb_course_starter(course_of(part), slug)))
    add_paragraph(part, NULL, "This puzzle has no starter yet.");
  char *words = wb_format("In the workbench: `workbench edit %s`, and `workbench run %s`.",
                          wb_slug_name(slug), wb_slug_name(slug));
  wb_book_add_text(part, words, "starter", part->level + 2);
  free(words);
}

static bool has_words_here(const struct wb_book_part *part, const struct wb_term *term) {
  return term->introduced != NULL &&
         strcmp(term->introduced, wb_slug_name(puzzle_of(part)->slug)) == 0;
}

static const struct wb_book_page *glossary_page(const struct wb_book_pages *pages) {
  return pages->glossary.count > 0 ? &pages->items[pages->count - 1] : NULL;
}

/* "New words: kernel, work-item", each with its place in the glossary. */
static void add_words(const struct wb_book_part *part) {
  const struct wb_glossary *glossary = &part->pages->glossary;
  size_t count = 0;
  for (size_t i = 0; i < glossary->count; i++) {
    if (!has_words_here(part, &glossary->terms[i])) continue;
    char *slug = wb_slug_of(glossary->terms[i].word);
    wb_str_add(part->out, count++ == 0 ? "<p class=\"words\">New words: " : ", ");
    wb_str_add(part->out, "<a href=\"");
    wb_book_add_place(part, glossary_page(part->pages), "word", slug);
    wb_str_add(part->out, "\">");
    wb_html_text(part->out, glossary->terms[i].word);
    wb_str_add(part->out, "</a>");
    free(slug);
  }
  if (count > 0) wb_str_add(part->out, "</p>\n");
}

void wb_book_add_puzzle(const struct wb_book_part *part) {
  const struct wb_puzzle_summary *puzzle = puzzle_of(part);
  char *lesson = wb_course_lesson(course_of(part), puzzle->slug);
  add_heading(part, part->level, "page", part->page->title);
  add_paragraph(part, "concept", puzzle->concept);
  if (!wb_book_add_markdown(part, lesson, "lesson", part->level))
    add_paragraph(part, NULL, "This puzzle has no lesson yet.");
  add_words(part);
  add_cases(part);
  add_files(part);
  add_starter(part);
  free(lesson);
}

/* ---- hints and solutions --------------------------------------------------------------- */

static char *words_of_wait(const struct wb_course_summary *rules,
                           const struct wb_puzzle_summary *puzzle) {
  return wb_format("The workbench gives the first hint after %u judged run%s of your %s.",
                   rules->hints_after, rules->hints_after == 1 ? "" : "s",
                   wb_summary_answer(puzzle));
}

static void add_hint(const struct wb_book_part *part, size_t index) {
  const struct wb_puzzle_summary *puzzle = puzzle_of(part);
  char *id = wb_format("hint-%zu", index + 1);
  char *summary = wb_format("Hint %zu of %zu", index + 1, puzzle->n_hints);
  begin_fold(part, id, summary);
  wb_book_add_text(part, puzzle->hints[index], id, part->level + 3);
  free(summary);
  free(id);
}

/* One below another; inside one another where the course gives them one at a time. */
void wb_book_add_hints(const struct wb_book_part *part) {
  const struct wb_puzzle_summary *puzzle = puzzle_of(part);
  const struct wb_course_summary *rules = rules_of(part);
  if (puzzle->n_hints == 0 || (part->print && rules->hints_after > 0)) return;
  add_heading(part, part->level + 1, "hints", part->print ? puzzle->title : "Hints");
  if (rules->hints_after > 0) {
    char *words = words_of_wait(rules, puzzle);
    add_paragraph(part, NULL, words);
    free(words);
    return;
  }
  for (size_t i = 0; i < puzzle->n_hints; i++) {
    add_hint(part, i);
    if (!rules->hints_singly) end_fold(part);
  }
  for (size_t i = 0; rules->hints_singly && i < puzzle->n_hints; i++) end_fold(part);
}

static void add_steps(const struct wb_book_part *part) {
  const struct wb_book *book = part->pages->book;
  if (book->solutions == NULL) return;
  wb_book_program(part->out, &book->solutions[part->page->puzzle]);
  wb_book_steps(part->out, puzzle_of(part), &book->solutions[part->page->puzzle], part->prefix);
}

static void add_explanation(const struct wb_book_part *part) {
  char *path = wb_course_explained(course_of(part), puzzle_of(part)->slug);
  if (wb_is_regular_file(path)) {
    begin_fold(part, "explained", "Why it works");
    wb_book_add_markdown(part, path, "explained", part->level + 1);
    end_fold(part);
  }
  free(path);
}

/* Not on paper, where they would be fifty pages more. */
static void add_other_languages(const struct wb_book_part *part) {
  const char *slug = puzzle_of(part)->slug;
  enum wb_language at = wb_versions_next_language(course_of(part), slug, WB_LANGUAGE_OPENCL);
  for (; at != WB_LANGUAGE_OPENCL && !part->print;
       at = wb_versions_next_language(course_of(part), slug, at)) {
    char *summary = wb_format("The same in %s", wb_language_name(at));
    char *id = wb_format("solution%s", wb_language_ending(at));
    begin_fold(part, id, summary);
    add_source(part, wb_course_solution_that_ends(course_of(part), slug, wb_language_ending(at)));
    end_fold(part);
    free(id);
    free(summary);
  }
}

static void add_policy(const struct wb_book_part *part) {
  add_paragraph(part, NULL,
                rules_of(part)->solutions == WB_SOLUTIONS_NEVER
                    ? "This course does not show its solutions."
                    : "The workbench shows the solution once you have solved the puzzle.");
}

void wb_book_add_solution(const struct wb_book_part *part) {
  const char *slug = puzzle_of(part)->slug;
  const bool shown = wb_book_shows_solutions(part->pages->book->catalog);
  char *path = wb_course_solution(course_of(part), slug);
  if ((part->print || wb_is_regular_file(path)) && (shown || !part->print)) {
    add_heading(part, part->level + 1, "solutions",
                part->print ? puzzle_of(part)->title : "Solution");
    if (!shown) {
      add_policy(part);
    } else {
      begin_fold(part, "solution", part->print ? "Solution" : "Show our solution");
      add_source(part, wb_strdup(path));
      add_steps(part);
      add_other_languages(part);
      end_fold(part);
      add_explanation(part);
    }
  }
  free(path);
}

/* ---- the glossary ---------------------------------------------------------------------- */

static const struct wb_book_page *page_of_puzzle(const struct wb_book_pages *pages,
                                                 const char *name) {
  for (size_t i = 0; i < pages->count && name != NULL; i++)
    if (pages->items[i].puzzle != SIZE_MAX &&
        strcmp(wb_slug_name(pages->book->catalog->items[pages->items[i].puzzle].slug), name) == 0)
      return &pages->items[i];
  return NULL;
}

static void add_foreign_name(const struct wb_book_part *part, const char *where, const char *name,
                             const char *kind) {
  char *text = name != NULL ? wb_format("%s: %s", where, name) : NULL;
  if (text == NULL) return;
  wb_str_add(part->out, "<li>");
  wb_book_add_text(part, text, kind, part->level + 2);
  wb_str_add(part->out, "</li>\n");
  free(text);
}

/* Its names elsewhere, and where it comes first, in one line. */
static void add_names(const struct wb_book_part *part, const struct wb_term *term, const char *id) {
  const struct wb_book_page *first = page_of_puzzle(part->pages, term->introduced);
  if (!wb_term_is_in_table(term, WB_LANGUAGE_OPENCL) && first == NULL) return;
  wb_str_add(part->out, "<ul class=\"names\">\n");
  for (size_t i = WB_LANGUAGE_OPENCL + 1; i < WB_LANGUAGE_COUNT; i++) {
    const char *names = wb_term_names(term, (enum wb_language)i);
    const bool as_cuda = i == WB_LANGUAGE_HIP && term->names[i] == NULL;
    if (!as_cuda) add_foreign_name(part, wb_language_name((enum wb_language)i), names, id);
  }
  if (first != NULL) {
    wb_str_add(part->out, "<li>First in ");
    add_link(part, first);
    wb_str_add(part->out, "</li>\n");
  }
  wb_str_add(part->out, "</ul>\n");
}

static void add_term(const struct wb_book_part *part, const struct wb_term *term) {
  char *slug = wb_slug_of(term->word), *id = wb_format("word-%s", slug);
  add_heading(part, part->level + 1, id, term->word);
  wb_book_add_text(part, term->meaning, id, part->level + 2);
  add_names(part, term, id);
  free(id);
  free(slug);
}

/* ---- the table of words ---- */

static void add_table_row(const struct wb_book_part *part, const struct wb_term *term) {
  char *slug = wb_slug_of(term->word);
  wb_str_addf(part->out, "<tr><th scope=\"row\"><a href=\"#%sword-%s\">", part->prefix, slug);
  wb_html_text(part->out, term->word);
  wb_str_add(part->out, "</a></th>");
  for (size_t i = WB_LANGUAGE_OPENCL + 1; i < WB_LANGUAGE_COUNT; i++) {
    char *cell = wb_term_cell(term, (enum wb_language)i);
    const char *names = wb_term_names(term, (enum wb_language)i);
    const bool is_code = names != NULL && names[0] == '`';
    wb_str_add(part->out, is_code ? "<td><code>" : "<td>");
    wb_html_text(part->out, cell);
    wb_str_add(part->out, is_code ? "</code></td>" : "</td>");
    free(cell);
  }
  wb_str_add(part->out, "</tr>\n");
  free(slug);
}

static void add_table(const struct wb_book_part *part) {
  const struct wb_glossary *glossary = &part->pages->glossary;
  bool is_there = false;
  for (size_t i = 0; i < glossary->count; i++)
    is_there = is_there || wb_term_is_in_table(&glossary->terms[i], WB_LANGUAGE_OPENCL);
  if (!is_there) return;
  add_heading(part, part->level + 1, "words-elsewhere", "The same words elsewhere");
  wb_str_add(part->out,
             "<div class=\"table\" tabindex=\"0\" role=\"region\" "
             "aria-label=\"The same words elsewhere\">\n<table>\n<thead><tr>");
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++)
    wb_str_addf(part->out, "<th scope=\"col\">%s</th>", wb_language_name((enum wb_language)i));
  wb_str_add(part->out, "</tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < glossary->count; i++)
    if (wb_term_is_in_table(&glossary->terms[i], WB_LANGUAGE_OPENCL))
      add_table_row(part, &glossary->terms[i]);
  wb_str_add(part->out, "</tbody>\n</table>\n</div>\n");
}

void wb_book_add_glossary(const struct wb_book_part *part) {
  add_heading(part, part->level, "page", part->page->title);
  for (size_t i = 0; i < part->pages->glossary.count; i++)
    add_term(part, &part->pages->glossary.terms[i]);
  add_table(part);
}
