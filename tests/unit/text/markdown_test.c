#include <stdlib.h>

#include "show.h"
#include "tap.h"
#include "text/markdown_parts.h"

static void check(const char *markdown, unsigned width, bool styles, const char *expected) {
  struct wb_document document = {0};
  wb_markdown_render(markdown, strlen(markdown), width, &document);
  char *shown = show(&document, styles);
  CHECK_STRING(shown, expected);
  free(shown);
  wb_document_release(&document);
}

static void check_told(const char *markdown, const char *expected) {
  struct wb_document document = {0};
  wb_markdown_tell(markdown, strlen(markdown), 60, &document);
  char *shown = show(&document, false);
  CHECK_STRING(shown, expected);
  free(shown);
  wb_document_release(&document);
}

static void inline_styles(void) {
  check("# A *b* `c`\n\nd **e f** [g](h) <http://i>", 40, true,
        "{head:A} {em:b} {code:c}\n\nd {strong:e f} {link:g} ({link:h}) {link:http://i}\n");
}

static void paragraphs_wrap_by_columns(void) {
  check("one two three four five", 10, false, "one two\nthree four\nfive\n");
  check("日本語 日本語 日本語", 14, false, "日本語 日本語\n日本語\n");
  check("a**b**c**d** x", 10, false, "abcd x\n");
}

static void long_words_break(void) {
  check("abcdefghijklmno pq", 10, false, "abcdefghij\nklmno pq\n");
  check("日本語日本語", 10, false, "日本語日本\n語\n");
}

static void lists_nest(void) {
  check("- one\n- two words that wrap\n  - three\n- four", 14, false,
        "• one\n• two words\n  that wrap\n  • three\n• four\n");
  check("9. a\n10. b\n\n    c", 20, false, "9. a\n\n10. b\n\n    c\n");
  check("3) a\n4) b", 20, false, "3) a\n4) b\n");
  check("-\n- b", 20, false, "• \n• b\n");
}

static void code_is_verbatim(void) {
  check("```\na  b  c  d  e  f  g\n\n\th\n```", 10, true,
        "{code:a  b  c  d  e  f  g}\n\n{code:    h}\n");
  check("```c\nint a; /* x\ny */\n```", 40, true,
        "    {type:int} a; {comment:/* x}\n    {comment:y */}\n");
  check("    indented\n", 40, true, "    {code:indented}\n");
}

static void quotes_have_a_bar(void) {
  check("> a b c d e f\n>\n> - g", 10, false, "│ a b c d\n│ e f\n│\n│ • g\n");
}

static const char names[] =
    "| Word | CUDA | What it is |\n"
    "| --- | :-: | ---: |\n"
    "| work-item | thread | one run of the **kernel** |\n"
    "| `local` memory | shared memory | what the work-items of a group share, and no others |\n"
    "| event | | 1 |\n";

static void tables_have_aligned_columns(void) {
  check(names, 80, false,
        "Word              CUDA                                                What it is\n"
        "────────────  ─────────────  ───────────────────────────────────────────────────\n"
        "work-item        thread                                    one run of the kernel\n"
        "local memory  shared memory  what the work-items of a group share, and no others\n"
        "event                                                                          1\n");
  check(names, 60, false,
        "Word              CUDA                            What it is\n"
        "────────────  ─────────────  ───────────────────────────────\n"
        "work-item        thread                one run of the kernel\n"
        "local memory  shared memory   what the work-items of a group\n"
        "                                        share, and no others\n"
        "event                                                      1\n");
}

static void narrow_tables_wrap_their_cells(void) {
  check(names, 40, false,
        "Word              CUDA        What it is\n"
        "────────────  ────────────  ────────────\n"
        "work-item        thread       one run of\n"
        "                              the kernel\n"
        "local memory     shared         what the\n"
        "                 memory       work-items\n"
        "                              of a group\n"
        "                              share, and\n"
        "                               no others\n"
        "event                                  1\n");
}

static void too_narrow_a_table_is_told_row_by_row(void) {
  check(names, 24, false,
        "• Word: work-item; CUDA:\n"
        "  thread; What it is:\n"
        "  one run of the kernel.\n"
        "• Word: local memory;\n"
        "  CUDA: shared memory;\n"
        "  What it is: what the\n"
        "  work-items of a group\n"
        "  share, and no others.\n"
        "• Word: event; What it\n"
        "  is: 1.\n");
}

static void a_table_is_told_in_sentences(void) {
  check_told(names,
             "Table of 3 rows:\n"
             "Word: work-item; CUDA: thread; What it is: one run of the\n"
             "kernel.\n"
             "Word: local memory; CUDA: shared memory; What it is: what\n"
             "the work-items of a group share, and no others.\n"
             "Word: event; What it is: 1.\n");
  check_told("| a |\n|---|\n| Is it? |\n", "Table of 1 row:\na: Is it?\n");
}

static void characters_of_two_columns_are_counted_so(void) {
  check("| 词 | b |\n|--|--|\n| 工作组 | 1 |\n| é\u0301 | 2 |\n", 80, false,
        "词      b\n──────  ─\n工作组  1\né\u0301       2\n");
  check("| 词 | b |\n|--|--|\n| 一 二 三 四 五 六 七 八 九 十 | 1 |\n", 20, false,
        "词                 b\n"
        "─────────────────  ─\n"
        "一 二 三 四 五 六  1\n"
        "七 八 九 十\n");
}

static void strokes_in_cells_are_escaped_or_code(void) {
  check("| a | b |\n|---|---|\n| x \\| y | `p | q` |\n| `` a`|b `` | \\\\ |\n", 80, false,
        "a      b\n─────  ─────\nx | y  p | q\na`|b   \\\n");
}

/* What looks like a list, a heading or code at the start of a line does not in a cell. */
static void cells_are_running_text(void) {
  check("| # | - |\n|---|---|\n| 1. | > x |\n| [a](https://b.c) | *e* |\n", 80, false,
        "#                -\n───────────────  ───\n1.               > x\na (https://b.c)  "
        "e\n");
}

static void rows_may_have_other_lengths(void) {
  check("| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |\n", 80, false, "a  b\n─  ─\n1\n1  2\n");
}

static void tables_stand_in_lists_and_quotations(void) {
  check("- | a | b |\n  |---|---|\n  | 1 | 2 |\n", 80, false, "• a  b\n  ─  ─\n  1  2\n");
  check("> | a | b |\n> |---|---|\n> | 1 | 2 |\n", 80, false, "│ a  b\n│ ─  ─\n│ 1  2\n");
}

static void rows_without_dashes_keep_their_lines(void) {
  check("| a | b |\n| 1 | 2 |\n", 40, false, "| a | b |\n| 1 | 2 |\n");
  check("| a | b |\n|---|\n| 1 | 2 |\n", 40, false, "| a | b |\n|---|\n| 1 | 2 |\n");
  check("| a | b |\n", 40, false, "| a | b |\n");
}

static void drawings_are_told_in_their_words(void) {
  const char *drawing = "a\n\n<!-- drawing: Two cells,\nside by side. -->\n```\n[ | ]\n```\nb\n";
  check_told(drawing, "a\n\nDrawing: Two cells, side by side.\n\nb\n");
  check(drawing, 60, false, "a\n\n    [ | ]\n\nb\n");
  check_told("<!-- drawing: -->\n```\n[ | ]\n```\n", "    [ | ]\n");
  check_told("<!-- not it -->\n```\n[ | ]\n```\n", "    [ | ]\n");
  check_told("<!-- drawing: of code -->\n```c\nint a;\n```\n", "    int a;\n");
}

/* The line of the first drawing without words; 0: all have some. */
static unsigned silent(const char *markdown) {
  struct wb_markdown_parts parts = {0};
  unsigned line = 0;
  wb_markdown_parts_read(&parts, markdown, strlen(markdown));
  for (size_t i = 0; i < parts.count && line == 0; i++)
    if (parts.items[i].kind == WB_PART_DRAWING && parts.items[i].info == NULL)
      line = parts.items[i].line;
  wb_markdown_parts_release(&parts);
  return line;
}

static void drawings_without_words_are_found(void) {
  CHECK_INT(silent("a\n\n```c\nint a;\n```\n"), 0);
  CHECK_INT(silent("<!-- drawing: x -->\n```\n|\n```\n"), 0);
  CHECK_INT(silent("a\n\n```\n|\n```\n"), 3);
  CHECK_INT(silent("<!-- drawing: x -->\n```\n|\n```\n\n- a\n\n  ```\n  |\n  ```\n"), 8);
  CHECK_INT(silent("<!-- drawing: x -->\n\ntext\n\n```\n|\n```\n"), 5);
}

static void comments_are_hidden(void) {
  check("a\n\n<!-- not this -->\n\nb <!-- nor this -->", 40, false, "a\n\nb\n");
  check("<b>x</b>\n", 40, false, "<b>x</b>\n");
}

static void breaks_and_rules(void) {
  check("a  \nb\nc\n\n***\n", 10, false, "a\nb c\n\n──────────\n");
}

static void odd_bytes_are_harmless(void) {
  check("a\x1b[2J \xff `\x1b`", 40, false, "a␛[2J \uFFFD ␛\n");
}

/* However narrow, lines keep their width, but for code and deep indents. */
static void all_widths_hold(void) {
  static const char text[] =
      "# A heading that is long\n\nText *with some* words, and a verylongwordthatneedsbreaking.\n\n"
      "- a list\n- of things 日本語の文字\n  1. nested\n  2. twice\n\n> and a quote\n";
  for (unsigned width = 0; width < 90; width++) {
    struct wb_document document = {0};
    size_t limit = width < 10 ? 10 : width;
    wb_markdown_render(text, sizeof text - 1, width, &document);
    if (limit < 14) limit = 14; /* two nested lists indent by five and keep eight */
    for (size_t i = 0; i < document.n_lines; i++)
      if (wb_line_width(&document.lines[i]) > limit)
        CHECK_INT(wb_line_width(&document.lines[i]), limit);
    wb_document_release(&document);
  }
}

int main(void) {
  tap_run("headings, emphasis, code and links have their styles", inline_styles);
  tap_run("paragraphs wrap by columns, not bytes", paragraphs_wrap_by_columns);
  tap_run("words longer than a line break", long_words_break);
  tap_run("lists nest and number", lists_nest);
  tap_run("code stays as it is, and C is coloured", code_is_verbatim);
  tap_run("quotes have a bar on every line", quotes_have_a_bar);
  tap_run("tables have aligned columns", tables_have_aligned_columns);
  tap_run("narrow tables wrap their cells", narrow_tables_wrap_their_cells);
  tap_run("too narrow a table is told row by row", too_narrow_a_table_is_told_row_by_row);
  tap_run("a table is told in sentences", a_table_is_told_in_sentences);
  tap_run("characters of two columns are counted so", characters_of_two_columns_are_counted_so);
  tap_run("strokes in cells are escaped, or code", strokes_in_cells_are_escaped_or_code);
  tap_run("cells are running text", cells_are_running_text);
  tap_run("rows may have other lengths", rows_may_have_other_lengths);
  tap_run("tables stand in lists and quotations", tables_stand_in_lists_and_quotations);
  tap_run("rows without dashes keep their lines", rows_without_dashes_keep_their_lines);
  tap_run("who listens is told what a drawing shows", drawings_are_told_in_their_words);
  tap_run("a drawing without words is found with its line", drawings_without_words_are_found);
  tap_run("comments are hidden, other HTML is text", comments_are_hidden);
  tap_run("hard breaks and rules", breaks_and_rules);
  tap_run("odd bytes are harmless", odd_bytes_are_harmless);
  tap_run("lines hold at every width", all_widths_hold);
  return tap_finish();
}
