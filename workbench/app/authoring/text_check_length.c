/* How long a puzzle's texts are: what a learner reads at a stretch. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "authoring/text_check.h"
#include "base/str.h"
#include "text/styled.h"

/* A screen of 80x24 has this many rows for a page, whose title stands above it. */
enum { SCREEN_COLUMNS = 80, SCREEN_ROWS = 20, LESSON_SCREENS = 2, EXPLANATION_WORDS = 250 };

static void suggest(const struct wb_text_page *page, const char *check, const char *remedy,
                    char *message) {
  const struct wb_check_place place = {
      .puzzle = page->puzzle->slug, .part = page->part, .file = page->file};
  wb_check_suggestion(page->report, check, &place, remedy, "%s", message);
  free(message);
}

void wb_check_lesson_length(const struct wb_text_page *page) {
  struct wb_document document = {0};
  const char *text = wb_markdown_after_title(page->text);
  wb_markdown_render(text, strlen(text), SCREEN_COLUMNS, &document);
  const size_t rows = document.n_lines;
  wb_document_release(&document);
  if (rows > (size_t)SCREEN_ROWS * LESSON_SCREENS)
    suggest(page, "lesson-long",
            "Leave out what an earlier lesson, the drawing or the task says, or a hint can.",
            wb_format("it takes %zu rows of %d columns: more than two screens of 80x24", rows,
                      SCREEN_COLUMNS));
}

/* Words of a paragraph, or of a heading. */
static size_t count_words(const char *text) {
  size_t words = 0;
  bool inside = false;
  for (; *text != '\0'; text++) {
    const bool space = isspace((unsigned char)*text) != 0;
    words += !space && !inside;
    inside = !space;
  }
  return words;
}

void wb_check_explanation_length(const struct wb_text_page *page) {
  size_t words = 0;
  for (size_t i = 0; i < page->parts.count; i++) {
    const struct wb_markdown_part *part = &page->parts.items[i];
    if (part->kind == WB_PART_PROSE || part->kind == WB_PART_HEADING)
      words += count_words(part->text);
  }
  if (words > EXPLANATION_WORDS)
    suggest(page, "explanation-long", "Say it shorter, or show it: a trace has no words.",
            wb_format("it has %zu words outside of code and drawings: more than %d", words,
                      EXPLANATION_WORDS));
}
