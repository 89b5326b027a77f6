#include "authoring/book/pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/slug.h"
#include "report/web_page.h"

enum { TEXT_MAX = 4 << 20 };

const char *wb_book_title(const struct wb_catalog *catalog) {
  return catalog->course.title != NULL ? catalog->course.title : "GPU puzzles";
}

bool wb_book_shows_solutions(const struct wb_catalog *catalog) {
  return catalog->course.solutions == WB_SOLUTIONS_ASKED;
}

/* ---- the list of pages ----------------------------------------------------------------- */

/* The path within the course. */
static char *relative_path(const struct wb_book *book, char *path) {
  char *relative = wb_strdup(wb_course_relative(book->course, path));
  free(path);
  return relative;
}

static struct wb_book_page *add_page(struct wb_book_pages *pages, char *file, char *title,
                                     char *from, const char *kind) {
  pages->items = wb_grow(pages->items, &pages->capacity, pages->count + 1, sizeof pages->items[0]);
  struct wb_book_page *page = &pages->items[pages->count++];
  *page = (struct wb_book_page){
      .file = file, .title = title, .from = from, .kind = wb_strdup(kind), .puzzle = SIZE_MAX};
  return page;
}

static void add_puzzle(struct wb_book_pages *pages, size_t index) {
  const struct wb_book *book = pages->book;
  const struct wb_puzzle_summary *puzzle = &book->catalog->items[index];
  char *title = puzzle->number > 0 ? wb_format("%u. %s", puzzle->number, puzzle->title)
                                   : wb_strdup(puzzle->title);
  char *from = relative_path(book, wb_course_lesson(book->course, puzzle->slug));
  add_page(pages, wb_format("puzzle-%s.html", puzzle->slug), title, from, "lesson")->puzzle = index;
}

static void add_chapters(struct wb_book_pages *pages) {
  const struct wb_book *book = pages->book;
  const struct wb_puzzle_list list = wb_catalog_list(book->catalog);
  const bool used = wb_chapters_are_used(&list);
  struct wb_chapter chapter = {0};
  for (unsigned number = 1; wb_chapter_next(&list, &chapter); number++) {
    const char *title = wb_chapter_title(&chapter);
    char *from = relative_path(book, wb_course_chapter(book->course, title));
    if (used)
      add_page(pages, wb_format("chapter-%u.html", number), wb_strdup(title), from, "chapter")
          ->chapter = chapter;
    else
      free(from);
    for (size_t i = chapter.first; i < chapter.end; i++) add_puzzle(pages, i);
  }
}

enum wb_status wb_book_pages_list(struct wb_book_pages *pages, const struct wb_book *book,
                                  struct wb_error *err) {
  *pages = (struct wb_book_pages){.book = book};
  enum wb_status status = wb_glossary_load(book->course, &pages->glossary, err);
  add_page(pages, wb_strdup("index.html"), wb_strdup("Contents"), NULL, "contents");
  add_chapters(pages);
  if (pages->glossary.count > 0)
    add_page(pages, wb_strdup("glossary.html"), wb_strdup("Glossary"),
             relative_path(book, wb_course_glossary(book->course)), "word");
  return status;
}

void wb_book_pages_release(struct wb_book_pages *pages) {
  for (size_t i = 0; i < pages->count; i++) {
    free(pages->items[i].file);
    free(pages->items[i].title);
    free(pages->items[i].from);
    free(pages->items[i].kind);
  }
  free(pages->items);
  wb_glossary_release(&pages->glossary);
  *pages = (struct wb_book_pages){0};
}

/* ---- addresses ------------------------------------------------------------------------- */

static void set_prefix(char *prefix, size_t size, size_t page, bool print) {
  if (print)
    snprintf(prefix, size, "p%zu-", page);
  else
    prefix[0] = '\0';
}

struct wb_book_part wb_book_part_of(const struct wb_book_pages *pages, size_t page, bool print,
                                    struct wb_str *out) {
  struct wb_book_part part = {.pages = pages,
                              .page = &pages->items[page],
                              .out = out,
                              .print = print,
                              .level = print ? 2 : 1};
  set_prefix(part.prefix, sizeof part.prefix, page, print);
  return part;
}

/* A file's name as a part of an address: what has a meaning there is told by its bytes. */
static void add_file_name(struct wb_str *out, const char *file) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._";
  for (const char *at = file; *at != '\0'; at++) {
    if (strchr(plain, *at) != NULL)
      wb_str_add_char(out, *at);
    else
      wb_str_addf(out, "%%%02X", (unsigned)(unsigned char)*at);
  }
}

/* `id` is a place on the page, without the page's prefix; NULL: the page. */
static void add_address(const struct wb_book_part *part, const struct wb_book_page *page,
                        const char *id, struct wb_str *out) {
  char prefix[32];
  set_prefix(prefix, sizeof prefix, (size_t)(page - part->pages->items), part->print);
  if (!part->print) add_file_name(out, page->file);
  if (part->print || id != NULL) wb_str_addf(out, "#%s%s", prefix, id != NULL ? id : "page");
}

void wb_book_add_address(const struct wb_book_part *part, const struct wb_book_page *page) {
  add_address(part, page, NULL, part->out);
}

void wb_book_add_place(const struct wb_book_part *part, const struct wb_book_page *page,
                       const char *kind, const char *name) {
  char *id = wb_format("%s-%s", kind, name);
  add_address(part, page, id, part->out);
  free(id);
}

/* Which files of a puzzle are where on its page. */
static const char *id_of_file(const struct wb_book *book, const struct wb_puzzle_summary *puzzle,
                              const char *path) {
  const bool solutions = wb_book_shows_solutions(book->catalog);
  struct {
    char *file;
    const char *id;
  } files[] = {{wb_course_explained(book->course, puzzle->slug), solutions ? "explained" : NULL},
               {wb_course_solution(book->course, puzzle->slug), solutions ? "solution" : NULL},
               {wb_course_starter(book->course, puzzle->slug), "starter"}};
  const char *id = NULL;
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    char *relative = relative_path(book, files[i].file);
    if (id == NULL && strcmp(relative, path) == 0) id = files[i].id;
    free(relative);
  }
  return id;
}

/* Where a link of a lesson leads in the book. */
static bool find_address(const struct wb_page_link *link, struct wb_str *out, void *data) {
  const struct wb_book_part *part = data;
  const struct wb_book_pages *pages = part->pages;
  for (size_t i = 0; i < pages->count; i++) {
    const struct wb_book_page *page = &pages->items[i];
    const bool itself = page->from != NULL && strcmp(page->from, link->path) == 0;
    const char *id = NULL;
    if (!itself && page->puzzle != SIZE_MAX)
      id = id_of_file(pages->book, &pages->book->catalog->items[page->puzzle], link->path);
    if (!itself && id == NULL) continue;
    const char *kind = itself ? page->kind : id;
    char *place = link->anchor != NULL ? wb_format("%s-%s", kind, link->anchor) : wb_strdup(id);
    add_address(part, page, place, out);
    free(place);
    return true;
  }
  return false;
}

/* ---- Markdown -------------------------------------------------------------------------- */

static void add_markdown(const struct wb_book_part *part, const char *markdown, const char *from,
                         const char *kind, unsigned level) {
  char *prefix = wb_format("%s%s-", part->prefix, kind);
  struct wb_book_part data = *part;
  const struct wb_html_page page = {.from = from,
                                    .prefix = prefix,
                                    .level = level,
                                    .without_title = true,
                                    .address = find_address,
                                    .data = &data};
  wb_html_markdown(part->out, markdown, strlen(markdown), &page);
  free(prefix);
}

bool wb_book_add_markdown(const struct wb_book_part *part, const char *path, const char *kind,
                          unsigned level) {
  char *text = wb_file_read_text(path, TEXT_MAX, NULL);
  if (text == NULL) return false;
  char *from = relative_path(part->pages->book, wb_strdup(path));
  add_markdown(part, text, from, kind, level);
  free(from);
  free(text);
  return true;
}

void wb_book_add_text(const struct wb_book_part *part, const char *markdown, const char *kind,
                      unsigned level) {
  add_markdown(part, markdown, part->page->from != NULL ? part->page->from : "", kind, level);
}

/* ---- head and foot --------------------------------------------------------------------- */

static void add_link_to(const struct wb_book_pages *pages, size_t index, const char *before,
                        const char *after, const char *relation, struct wb_str *out) {
  wb_str_addf(out, "<a rel=\"%s\" href=\"", relation);
  add_file_name(out, pages->items[index].file);
  wb_str_addf(out, "\">%s", before);
  wb_html_text(out, pages->items[index].title);
  wb_str_addf(out, "%s</a>\n", after);
}

/* The pages before and after. */
static void add_neighbours(const struct wb_book_pages *pages, size_t index, const char *label,
                           struct wb_str *out) {
  wb_str_addf(out, "<nav class=\"neighbours\" aria-label=\"%s\">\n", label);
  if (index > 0) add_link_to(pages, index - 1, "← ", "", "prev", out);
  if (index + 1 < pages->count) add_link_to(pages, index + 1, "", " →", "next", out);
  wb_str_add(out, "</nav>\n");
}

void wb_book_begin_page(const struct wb_book_pages *pages, size_t index, struct wb_str *out) {
  const struct wb_catalog *catalog = pages->book->catalog;
  const char *title = index < pages->count ? pages->items[index].title : "All on one page";
  struct wb_web_link links[3] = {{"index.html", wb_book_title(catalog)}};
  size_t n_links = 1;
  if (pages->glossary.count > 0)
    links[n_links++] = (struct wb_web_link){"glossary.html", "Glossary"};
  links[n_links++] = (struct wb_web_link){"print.html", "All on one page"};
  const struct wb_web_page page = {.language = catalog->course.language,
                                   .title = index != 0 ? title : NULL,
                                   .site = wb_book_title(catalog),
                                   .label = "Book",
                                   .class = index == SIZE_MAX ? "whole" : NULL,
                                   .links = links,
                                   .n_links = n_links};
  wb_web_page_begin(&page, out);
}

void wb_book_end_page(const struct wb_book_pages *pages, size_t index, struct wb_str *out) {
  struct wb_str foot;
  wb_str_init(&foot);
  if (index < pages->count) add_neighbours(pages, index, "Pages before and after", &foot);
  wb_web_page_end(foot.data, out);
  wb_str_release(&foot);
}
