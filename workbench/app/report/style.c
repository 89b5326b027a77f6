#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "report/write.h"
#include "text/columns.h"

enum { LEAST_WIDTH = 20, MOST_WIDTH = 120 };

/* SGR parameters; the basic colours, which themes of dark terminals make readable. */
static const char *const on_dark[WB_STYLE_COUNT] = {
    [WB_STYLE_PLAIN] = "",     [WB_STYLE_HEADING] = "1;36", [WB_STYLE_STRONG] = "1",
    [WB_STYLE_EMPHASIS] = "3", [WB_STYLE_CODE] = "33",      [WB_STYLE_QUOTE] = "2",
    [WB_STYLE_LINK] = "4;34",  [WB_STYLE_KEYWORD] = "35",   [WB_STYLE_TYPE] = "36",
    [WB_STYLE_BUILTIN] = "34", [WB_STYLE_NUMBER] = "33",    [WB_STYLE_STRING] = "32",
    [WB_STYLE_COMMENT] = "2",  [WB_STYLE_DIRECTIVE] = "35", [WB_STYLE_GOOD] = "1;32",
    [WB_STYLE_BAD] = "1;31",   [WB_STYLE_WARNING] = "1;33", [WB_STYLE_DIM] = "2",
};

/* What is hardly seen on white is darker there: of the palette of 256. */
static const char *const on_light[WB_STYLE_COUNT] = {
    [WB_STYLE_HEADING] = "1;38;5;24", [WB_STYLE_CODE] = "38;5;94",   [WB_STYLE_TYPE] = "38;5;24",
    [WB_STYLE_NUMBER] = "38;5;94",    [WB_STYLE_STRING] = "38;5;22", [WB_STYLE_GOOD] = "1;38;5;22",
    [WB_STYLE_WARNING] = "1;38;5;94",
};

static const char *sequence_on(enum wb_background background, unsigned style) {
  if (style >= WB_STYLE_COUNT) return "";
  const bool darker = background == WB_BACKGROUND_LIGHT && on_light[style] != NULL;
  return darker ? on_light[style] : on_dark[style];
}

/* NULL where the variable is unset or empty. */
static const char *environment_setting(const char *name) {
  const char *value = getenv(name);
  return value != NULL && value[0] != '\0' ? value : NULL;
}

static bool wants_color(int fd) {
  const char *term = environment_setting("TERM");
  bool dumb = term == NULL || strcmp(term, "dumb") == 0;
  return isatty(fd) && environment_setting("NO_COLOR") == NULL && !dumb;
}

static unsigned columns_of(int fd) {
  struct winsize size;
  unsigned long columns = 0;
  const char *said = environment_setting("COLUMNS");
  if (ioctl(fd, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  if (columns == 0 && said != NULL) columns = strtoul(said, NULL, 10);
  if (columns == 0) columns = WB_REPORT_WIDTH;
  if (columns < LEAST_WIDTH) columns = LEAST_WIDTH;
  return columns > MOST_WIDTH ? MOST_WIDTH : (unsigned)columns;
}

struct wb_report_style wb_report_style_of(int fd) {
  struct wb_report_style style = {
      .color = wants_color(fd),
      .background = wb_background(),
      .unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
      .width = columns_of(fd),
  };
  return style;
}

static bool is_sequence(const char *sequence, const char *parameters, size_t length) {
  return strlen(sequence) == length && memcmp(sequence, parameters, length) == 0;
}

enum wb_style wb_style_of_ansi(const char *parameters, size_t length) {
  enum wb_style style = WB_STYLE_PLAIN;
  for (unsigned i = 1; i < WB_STYLE_COUNT; i++) /* of two alike, the last: dim is no quote */
    if (is_sequence(sequence_on(WB_BACKGROUND_DARK, i), parameters, length) ||
        is_sequence(sequence_on(WB_BACKGROUND_LIGHT, i), parameters, length))
      style = (enum wb_style)i;
  return style;
}

static void add_span(const struct wb_span *span, const struct wb_report_style *style,
                     struct wb_str *out) {
  const char *sequence = sequence_on(style->background, (unsigned)span->style);
  bool colored = style->color && sequence[0] != '\0';
  if (colored) wb_str_addf(out, "\033[%sm", sequence);
  if (style->unicode)
    wb_str_add(out, span->text);
  else
    wb_text_ascii(out, span->text);
  if (colored) wb_str_add(out, "\033[0m");
}

void wb_styled_to_ansi(const struct wb_document *document, const struct wb_report_style *style,
                       struct wb_str *out) {
  for (size_t i = 0; i < document->n_lines; i++) {
    const struct wb_line *line = &document->lines[i];
    for (size_t j = 0; j < line->n_spans; j++) add_span(&line->spans[j], style, out);
    wb_str_add_char(out, '\n');
  }
}
