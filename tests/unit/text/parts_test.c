/* Parts of a page, and where its links lead. */
#include "base/slug.h"
#include "base/str.h"
#include "tap.h"
#include "text/page_link.h"
#include "text/markdown_parts.h"

static struct wb_markdown_parts read_parts(const char *markdown) {
  struct wb_markdown_parts parts = {0};
  wb_markdown_parts_read(&parts, markdown, strlen(markdown));
  return parts;
}

static void check_part(const struct wb_markdown_parts *parts, size_t index, enum wb_part_kind kind,
                       unsigned line, const char *text, const char *info) {
  if (!CHECK(index < parts->count)) return;
  CHECK_INT(parts->items[index].kind, kind);
  CHECK_INT(parts->items[index].line, line);
  CHECK_STRING(parts->items[index].text, text);
  CHECK_STRING(parts->items[index].info, info);
}

static void parts_have_their_lines(void) {
  struct wb_markdown_parts parts = read_parts(
      "# A *b*\n\nc **d** `e f`\ng [h](i.md).\n\n- j\n\n  ```c\n  k\n  ```\n\n"
      "<!-- drawing: l -->\n```\n▶m\n```\n\n    n\n\n```lua\no\n```\n");
  check_part(&parts, 0, WB_PART_HEADING, 1, "A b", "a-b");
  check_part(&parts, 1, WB_PART_PROSE, 3, "c d `e f`\ng h.", NULL);
  check_part(&parts, 2, WB_PART_LINK, 4, "h", "i.md");
  check_part(&parts, 3, WB_PART_PROSE, 6, "j", NULL);
  check_part(&parts, 4, WB_PART_SOURCE, 8, "k\n", NULL);
  check_part(&parts, 5, WB_PART_DRAWING, 13, "▶m\n", "l");
  check_part(&parts, 6, WB_PART_DRAWING, 17, "n\n", NULL);
  check_part(&parts, 7, WB_PART_OTHER, 19, "o\n", "lua");
  CHECK_INT(parts.count, 8);
  CHECK_INT(parts.items[4].text_line, 9);
  CHECK_INT(parts.items[6].text_line, 17);
  CHECK_INT(parts.items[5].columns, 2);
  CHECK(wb_markdown_has_anchor(&parts, "a-b"));
  CHECK(!wb_markdown_has_anchor(&parts, "a"));
  wb_markdown_parts_release(&parts);
}

static void a_note_belongs_to_the_code_after_it(void) {
  struct wb_markdown_parts parts = read_parts(
      "<!-- code: int a; -->\n```c\na\n```\n\n```c\nb\n```\n\n<!-- drawing: d -->\n"
      "```c\ne\n```\n");
  check_part(&parts, 0, WB_PART_SOURCE, 2, "a\n", "int a;");
  check_part(&parts, 1, WB_PART_SOURCE, 6, "b\n", NULL);
  check_part(&parts, 2, WB_PART_SOURCE, 11, "e\n", NULL);
  wb_markdown_parts_release(&parts);
}

static void odd_bytes_are_harmless(void) {
  const char base[] = "# a `b`\n\n<!-- code: c -->\n```c\nd\n```\n[e](f) ![g](h)\n> - i\n\n    j\n";
  uint32_t seed = 1;
  for (int round = 0; round < 3000; round++) {
    char text[sizeof base];
    memcpy(text, base, sizeof base);
    for (int i = 0; i < 6; i++) {
      seed = seed * 1664525 + 1013904223;
      text[(seed >> 8) % (sizeof base - 1)] = (char)(seed >> 24);
    }
    struct wb_markdown_parts parts = {0};
    wb_markdown_parts_read(&parts, text, strlen(text));
    for (size_t i = 0; i < parts.count; i++) {
      CHECK(parts.items[i].text != NULL);
      CHECK(parts.items[i].line >= 1 && parts.items[i].line <= 12);
    }
    wb_markdown_parts_release(&parts);
  }
}

static void check_slug(const char *text, const char *expected) {
  char *slug = wb_slug_of(text);
  CHECK_STRING(slug, expected);
  free(slug);
}

static void slugs_are_letters_and_digits(void) {
  check_slug("Why the barrier?", "why-the-barrier");
  check_slug("  `get_global_id(0)`: 2D ", "get-global-id-0-2d");
  check_slug("Größe", "größe");
  check_slug("...", "");
}

static void check_link(const char *address, enum wb_page_link_kind kind, const char *path,
                       const char *anchor) {
  struct wb_page_link link = wb_page_link_read("puzzles/01-map/lesson.md", address);
  CHECK_INT(link.kind, kind);
  CHECK_STRING(link.path, path);
  CHECK_STRING(link.anchor, anchor);
  wb_page_link_release(&link);
}

static void links_are_told_by_their_address(void) {
  check_link("https://example.org/a#b", WB_LINK_OUTSIDE, NULL, NULL);
  check_link("MAILTO:me@example.org", WB_LINK_OUTSIDE, NULL, NULL);
  check_link("#a", WB_LINK_PAGE, "puzzles/01-map/lesson.md", "a");
  check_link("explained.md", WB_LINK_PAGE, "puzzles/01-map/explained.md", NULL);
  check_link("../02-zip/lesson.md#b-c", WB_LINK_PAGE, "puzzles/02-zip/lesson.md", "b-c");
  check_link("./.././glossary.md", WB_LINK_PAGE, "puzzles/glossary.md", NULL);
  check_link("../../../etc/passwd", WB_LINK_REFUSED, NULL, NULL);
  check_link("../../..", WB_LINK_REFUSED, NULL, NULL);
  check_link("/etc/passwd", WB_LINK_REFUSED, NULL, NULL);
  check_link("//example.org/", WB_LINK_REFUSED, NULL, NULL);
  check_link("javascript:alert(1)", WB_LINK_REFUSED, NULL, NULL);
  check_link("data:text/html,x", WB_LINK_REFUSED, NULL, NULL);
  check_link("", WB_LINK_REFUSED, NULL, NULL);
}

int main(void) {
  tap_run("parts have their lines", parts_have_their_lines);
  tap_run("a note belongs to the code after it", a_note_belongs_to_the_code_after_it);
  tap_run("odd bytes are harmless", odd_bytes_are_harmless);
  tap_run("slugs are letters and digits", slugs_are_letters_and_digits);
  tap_run("links are told by their address", links_are_told_by_their_address);
  return tap_finish();
}
