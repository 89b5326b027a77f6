/* Lessons, source and drawings as parts of web pages. */
#include "base/str.h"
#include "tap.h"
#include "text/html.h"

/* puzzles/02-zip/lesson.md is in the site. */
static bool find_address(const struct wb_page_link *link, struct wb_str *out, void *data) {
  (void)data;
  if (strcmp(link->path, "puzzles/02-zip/lesson.md") != 0) return false;
  wb_str_add(out, "02-zip.html");
  if (link->anchor != NULL) wb_str_addf(out, "#%s", link->anchor);
  return true;
}

static const struct wb_html_page lesson = {
    .from = "puzzles/01-map/lesson.md", .prefix = "l-", .level = 2, .address = find_address};

static void expect_html(const char *markdown, const char *expected) {
  struct wb_str html;
  wb_str_init(&html);
  wb_html_markdown(&html, markdown, strlen(markdown), &lesson);
  CHECK_STRING(html.data, expected);
  wb_str_release(&html);
}

static void blocks_and_inlines_are_elements(void) {
  expect_html("One *two* **three** `four`\nfive\\\nsix\n",
              "<p>One <em>two</em> <strong>three</strong> <code>four</code>\nfive<br/>\nsix</p>\n");
  expect_html("- a\n- b\n", "<ul>\n<li>a\n</li>\n<li>b\n</li>\n</ul>\n");
  expect_html("3. a\n\n4. b\n",
              "<ol start=\"3\">\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ol>\n");
  expect_html("> a\n\n---\n", "<blockquote>\n<p>a</p>\n</blockquote>\n<hr/>\n");
  expect_html("| a | `b` |\n|---|--:|\n| <c> | |\n",
              "<div class=\"table\"><table>\n<thead><tr><th scope=\"col\">a</th>"
              "<th scope=\"col\" class=\"right\"><code>b</code></th></tr>\n</thead>\n"
              "<tbody>\n<tr><td>&lt;c&gt;</td><td class=\"right\"></td></tr>\n</tbody>\n"
              "</table></div>\n");
  expect_html("| a | b |\n| c | d |\n", "<p class=\"rows\">| a | b |<br/>\n| c | d |</p>\n");
  expect_html("```sh\na < b\n```\n", "<pre><code>a &lt; b\n</code></pre>\n");
}

static void headings_have_ids_of_their_own(void) {
  expect_html("# Your task\n\n## Your *task*\n\n###### deep\n",
              "<h2 id=\"l-your-task\">Your task</h2>\n"
              "<h3 id=\"l-your-task-2\">Your <em>task</em></h3>\n<h6 id=\"l-deep\">deep</h6>\n");
}

static void title_is_left_out_where_the_page_has_one(void) {
  struct wb_html_page untitled = lesson;
  struct wb_str html;
  untitled.without_title = true;
  wb_str_init(&html);
  wb_html_markdown(&html, "# A\n\n# B\n", 9, &untitled);
  CHECK_STRING(html.data, "<span id=\"l-a\"></span>\n<h3 id=\"l-b\">B</h3>\n");
  wb_str_clear(&html);
  wb_html_markdown(&html, "a\n\n# B\n", 7, &untitled);
  CHECK_STRING(html.data, "<p>a</p>\n<h3 id=\"l-b\">B</h3>\n");
  wb_str_release(&html);
}

static void links_lead_into_the_site_or_outside(void) {
  expect_html("[zip](../02-zip/lesson.md#a)",
              "<p><a href=\"02-zip.html#a\" rel=\"noreferrer\">zip</a></p>\n");
  expect_html("<https://example.org/?a&b>",
              "<p><a href=\"https://example.org/?a&amp;b\" rel=\"noreferrer\">"
              "https://example.org/?a&amp;b</a></p>\n");
  expect_html("[no](../03-none/lesson.md)", "<p>no (<code>../03-none/lesson.md</code>)</p>\n");
  expect_html("![words](https://example.org/a.png)",
              "<p><a href=\"https://example.org/a.png\" rel=\"noreferrer\">words</a></p>\n");
}

/* What a hostile lesson may try: none of it is markup, or a link. */
static void hostile_text_is_text(void) {
  static const char *const tries[] = {
      "<script>alert(1)</script>\n",
      "a <img src=x onerror=alert(1)> b\n",
      "[a](javascript:alert(1))\n",
      "[a](&#10;javascript:alert(1))\n",
      "[a](JaVaScRiPt:alert(1))\n",
      "[a](data:text/html,x)\n",
      "[a](//example.org)\n",
      "[a](vbscript:x)\n",
      "![a](javascript:alert(1))\n",
      "[a](<../02-zip/lesson.md#\"onclick=\"alert(1)>)\n",
      "[a](<https://example.org/\"onclick=\"alert(1)>)\n",
      "# \"><script>\n",
      "`<script>`\n",
      "```\n<script>\n│\n```\n",
      "```c\n\"<script>\" // <script>\n```\n",
      "<!-- drawing: \"><script>alert(1)</script> -->\n```\n│\n```\n",
  };
  for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
    struct wb_str html;
    wb_str_init(&html);
    wb_html_markdown(&html, tries[i], strlen(tries[i]), &lesson);
    if (strstr(html.data, "<script") != NULL || strstr(html.data, "<img") != NULL ||
        strstr(html.data, "\"onclick") != NULL || strstr(html.data, "href=\"java") != NULL ||
        strstr(html.data, "href=\"data") != NULL || strstr(html.data, "href=\"//") != NULL ||
        strstr(html.data, "href=\"vb") != NULL || strstr(html.data, "href=\"&#10;") != NULL)
      CHECK_STRING(html.data, tries[i]);
    wb_str_release(&html);
  }
}

static void what_follows_a_comment_is_part_of_it(void) {
  expect_html("<!-- --><script>alert(1)</script>\n\na\n", "<p>a</p>\n");
}

static void expect_text(const char *text, const char *expected) {
  struct wb_str html;
  wb_str_init(&html);
  wb_html_text(&html, text);
  CHECK_STRING(html.data, expected);
  wb_str_release(&html);
}

static void every_character_can_be_in_a_page(void) {
  expect_text("<a b=\"c\" d='e'>&\n", "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\n");
  expect_text("\033[31m\x01", "␛[31m␁");
  const char odd[] = {'\xFF', '\xEF', '\xBF', '\xBF', '\xE2', '\x80', '\xAE', '\0'};
  expect_text(odd, "���");
}

static void source_has_its_colours(void) {
  struct wb_str html;
  wb_str_init(&html);
  const char *source = "__kernel void f() { // <a>\n  x(1);\n}\n";
  wb_html_source(&html, WB_SOURCE_OPENCL_C, source, strlen(source));
  CHECK_STRING(html.data,
               "<pre class=\"source\" tabindex=\"0\"><code><span class=\"line\"><span class=\"k\">__kernel</span> "
               "<span class=\"t\">void</span> f() { <span class=\"c\">// &lt;a&gt;</span></span>\n"
               "<span class=\"line\">  x(<span class=\"n\">1</span>);</span>\n"
               "<span class=\"line\">}</span>\n</code></pre>\n");
  wb_str_release(&html);
}

static bool note_line_two(size_t line, struct wb_str *out, void *data) {
  if (line == 2) wb_html_text(out, data);
  return line == 2;
}

static void source_has_notes_below_its_lines(void) {
  char words[] = "error: a < b";
  const struct wb_html_notes notes = {note_line_two, words};
  struct wb_str html;
  wb_str_init(&html);
  wb_html_noted_source(&html, WB_SOURCE_OPENCL_C, "a;\nb;\nc;\n", 9, &notes);
  CHECK_STRING(html.data,
               "<pre class=\"source\" tabindex=\"0\"><code><span class=\"line\">a;</span>\n"
               "<span class=\"line marked\">b;</span>\n"
               "<span class=\"note\">error: a &lt; b</span>\n"
               "<span class=\"line\">c;</span>\n</code></pre>\n");
  wb_str_release(&html);
}

static void expect_drawing(const char *drawing, const char *words, const char *part) {
  struct wb_str html;
  wb_str_init(&html);
  wb_html_drawing(&html, drawing, words);
  if (!CHECK(strstr(html.data, part) != NULL)) printf("# %s in %s\n", part, html.data);
  wb_str_release(&html);
}

static void drawings_are_lines_heads_and_words(void) {
  expect_drawing("a  bc\n", "An\n\"a\".",
                 "<figure class=\"drawing\" role=\"img\" aria-label=\"An &quot;a&quot;.\">");
  expect_drawing("a\n", NULL, "<figure class=\"drawing\"><svg ");
  expect_drawing("a  bc\n", NULL, "<text x=\"25.2\" y=\"14.5\" textLength=\"16.8\">bc</text>");
  /* From the middle of the corner to the edge of the last cell, in one piece. */
  expect_drawing("┌──\n│\n", NULL, "d=\"M4.2 10H25.2M4.2 10V40\"");
  expect_drawing("│\n▼\n", NULL, "d=\"M4.2 0V30\"");
  expect_drawing("│\n▼\n", NULL, "<path d=\"M4.2 38L0 29.6L8.4 29.6Z\"/>");
  expect_drawing("┆\n", NULL, "stroke-dasharray=\"3 3\" d=\"M4.2 0V20\"");
  expect_drawing("╲\n ╱\n", NULL, "d=\"M0 0L8.4 20M8.4 40L16.8 20\"");
  expect_drawing("\ta\n", NULL, "<text x=\"33.6\"");
}

static void drawing_beyond_measure_stays_text(void) {
  struct wb_str drawing;
  wb_str_init(&drawing);
  for (int i = 0; i < 1000; i++) wb_str_add(&drawing, "x\n");
  for (int i = 0; i < 1000; i++) wb_str_add_char(&drawing, '<');
  expect_drawing(drawing.data, NULL, "<pre>x\nx\n");
  wb_str_release(&drawing);
  expect_drawing("", NULL, "");
}

int main(void) {
  tap_run("blocks and inlines are elements", blocks_and_inlines_are_elements);
  tap_run("headings have ids of their own", headings_have_ids_of_their_own);
  tap_run("the title is left out where the page has one", title_is_left_out_where_the_page_has_one);
  tap_run("links lead into the site, or outside", links_lead_into_the_site_or_outside);
  tap_run("hostile text is text", hostile_text_is_text);
  tap_run("what follows a comment is part of it", what_follows_a_comment_is_part_of_it);
  tap_run("every character can be in a page", every_character_can_be_in_a_page);
  tap_run("source has its colours", source_has_its_colours);
  tap_run("notes stand below the lines of a source", source_has_notes_below_its_lines);
  tap_run("drawings are lines, heads and words", drawings_are_lines_heads_and_words);
  tap_run("a drawing beyond measure stays text", drawing_beyond_measure_stays_text);
  return tap_finish();
}
