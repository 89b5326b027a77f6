#include "authoring/book/book.h"

#include <stdlib.h>

#include "authoring/book/pages.h"
#include "base/file.h"
#include "report/svg.h"

enum { ASSET_MAX = 1 << 20 };

const struct wb_site_kind wb_book_site = {
    .noun = "book", .command = "`workbench book`", .list = "book-files.txt"};

enum wb_status wb_book_check(const struct wb_catalog *catalog, struct wb_error *err) {
  for (size_t i = 0; i < catalog->count; i++)
    if (catalog->items[i].error != NULL)
      return wb_fail(err, WB_ERR_SPEC, "%s", catalog->items[i].error);
  if (catalog->count == 0) return wb_fail(err, WB_ERR_SPEC, "this course has no puzzles");
  return WB_OK;
}

/* ---- pages ------------------------------------------------------------------------------- */

static void add_part(const struct wb_book_part *part) {
  if (part->page->puzzle != SIZE_MAX)
    wb_book_add_puzzle(part);
  else if (part->page->chapter.end > 0)
    wb_book_add_chapter(part);
  else if (part->page == part->pages->items)
    wb_book_add_contents(part);
  else
    wb_book_add_glossary(part);
}

static void make_page(const struct wb_book_pages *pages, size_t index, struct wb_site *site) {
  struct wb_str out;
  wb_str_init(&out);
  const struct wb_book_part part = wb_book_part_of(pages, index, false, &out);
  wb_book_begin_page(pages, index, &out);
  add_part(&part);
  if (part.page->puzzle != SIZE_MAX) {
    wb_svg_add_patterns(&out);
    wb_book_add_hints(&part);
    wb_book_add_solution(&part);
  }
  wb_book_end_page(pages, index, &out);
  wb_site_add(site, part.page->file, &out);
}

/* ---- the page to print ------------------------------------------------------------------- */

typedef void (*add_of_puzzle)(const struct wb_book_part *part);

/* An appendix: the same of every puzzle. It has no heading where no puzzle has any. */
static void add_appendix(const struct wb_book_pages *pages, const char *title, add_of_puzzle add,
                         struct wb_str *out) {
  struct wb_str all;
  wb_str_init(&all);
  for (size_t i = 0; i < pages->count; i++) {
    if (pages->items[i].puzzle == SIZE_MAX) continue;
    const struct wb_book_part part = wb_book_part_of(pages, i, true, &all);
    add(&part);
  }
  if (all.length > 0)
    wb_str_addf(out, "<section class=\"appendix\">\n<h2>%s</h2>\n%s</section>\n", title, all.data);
  wb_str_release(&all);
}

static void make_print_page(const struct wb_book_pages *pages, struct wb_site *site) {
  struct wb_str out;
  wb_str_init(&out);
  wb_book_begin_page(pages, SIZE_MAX, &out);
  wb_svg_add_patterns(&out);
  wb_str_add(&out, "<h1>");
  wb_html_text(&out, wb_book_title(pages->book->catalog));
  wb_str_add(&out, "</h1>\n");
  for (size_t i = 0; i < pages->count; i++) {
    const struct wb_book_part part = wb_book_part_of(pages, i, true, &out);
    const bool is_glossary = part.page->puzzle == SIZE_MAX && part.page->chapter.end == 0 && i > 0;
    if (is_glossary) add_appendix(pages, "Hints", wb_book_add_hints, &out);
    if (is_glossary) add_appendix(pages, "Solutions", wb_book_add_solution, &out);
    wb_str_add(&out, "<section>\n");
    add_part(&part);
    wb_str_add(&out, "</section>\n");
  }
  if (pages->glossary.count == 0) add_appendix(pages, "Hints", wb_book_add_hints, &out);
  if (pages->glossary.count == 0) add_appendix(pages, "Solutions", wb_book_add_solution, &out);
  wb_book_end_page(pages, SIZE_MAX, &out);
  wb_site_add(site, "print.html", &out);
}

/* ---- the style and the script ------------------------------------------------------------ */

static enum wb_status add_asset(struct wb_site *site, const char *folder, const char *name,
                                struct wb_error *err) {
  char *path = wb_path_join(folder, name);
  struct wb_str bytes;
  wb_str_init(&bytes);
  enum wb_status status = wb_file_read(path, ASSET_MAX, &bytes, err);
  if (status == WB_OK) wb_site_add(site, name, &bytes);
  wb_str_release(&bytes);
  free(path);
  return status;
}

enum wb_status wb_book_add_look(struct wb_site *site, const char *more, struct wb_error *err) {
  char *folder = wb_course_program_folder("book");
  enum wb_status status = WB_OK;
  if (folder == NULL)
    status = wb_fail(err, WB_ERR_MISSING,
                     "the book's style sheet is not there: install the workbench anew");
  if (status == WB_OK) status = add_asset(site, folder, "book.css", err);
  if (status == WB_OK) status = add_asset(site, folder, "book.js", err);
  if (status == WB_OK && more != NULL) status = add_asset(site, folder, more, err);
  free(folder);
  return status;
}

enum wb_status wb_book_make(const struct wb_book *book, struct wb_site *site,
                            struct wb_error *err) {
  struct wb_book_pages pages = {0};
  enum wb_status status = wb_book_check(book->catalog, err);
  if (status == WB_OK) status = wb_book_pages_list(&pages, book, err);
  if (status == WB_OK) status = wb_book_add_look(site, NULL, err);
  for (size_t i = 0; status == WB_OK && i < pages.count; i++) make_page(&pages, i, site);
  if (status == WB_OK) make_print_page(&pages, site);
  wb_book_pages_release(&pages);
  return status;
}
