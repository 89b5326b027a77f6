#include "authoring/text_page.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { PAGE_MAX = 4 << 20 };

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

struct wb_check_place wb_text_page_place(const struct wb_text_page *page, unsigned line) {
  return (struct wb_check_place){
      .puzzle = page->puzzle->slug, .part = page->part, .file = page->file, .line = line};
}
