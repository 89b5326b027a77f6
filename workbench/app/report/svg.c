#include "report/svg.h"

#include <string.h>

#include "base/utf8.h"
#include "text/columns.h"

#define SANS "DejaVu Sans,Verdana,Helvetica,Arial,sans-serif"
#define MONO "DejaVu Sans Mono,Menlo,Consolas,monospace"

/* ---- bytes ----------------------------------------------------------------------------- */

/* Also what XML cannot carry at all becomes something that it can. */
static void add_escaped(struct wb_str *out, const char *text) {
  static const struct {
    unsigned character;
    const char *name;
  } names[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  const size_t length = strlen(text);
  for (size_t i = 0; i < length;) {
    unsigned character;
    const char *name = NULL;
    i += wb_utf8_decode(text + i, length - i, &character);
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
      if (names[n].character == character) name = names[n].name;
    if (character < ' ' || character == 0x7F || character == 0xFFFE || character == 0xFFFF)
      character = WB_REPLACEMENT;
    if (name != NULL)
      wb_str_add(out, name);
    else
      wb_utf8_add(out, character);
  }
}

/* Tenths of a pixel, with a point whatever the locale. */
static void add_number(struct wb_str *out, double value) {
  const long long tenths = (long long)(value * 10 + (value < 0 ? -0.5 : 0.5));
  const long long magnitude = tenths < 0 ? -tenths : tenths;
  wb_str_addf(out, "%s%lld", tenths < 0 ? "-" : "", magnitude / 10);
  if (magnitude % 10 != 0) wb_str_addf(out, ".%lld", magnitude % 10);
}

static void add_attribute(struct wb_svg *svg, const char *name, double value) {
  wb_str_addf(&svg->body, " %s=\"", name);
  add_number(&svg->body, value);
  wb_str_add_char(&svg->body, '"');
}

static void add_look(struct wb_svg *svg, const struct wb_svg_look *look) {
  wb_str_addf(&svg->body, " fill=\"%s\"", look->fill != NULL ? look->fill : "none");
  if (look->stroke != NULL) {
    wb_str_addf(&svg->body, " stroke=\"%s\"", look->stroke);
    add_attribute(svg, "stroke-width", look->stroke_width > 0 ? look->stroke_width : 1);
  }
  if (look->opacity > 0) wb_str_addf(&svg->body, " opacity=\"0.%d\"", (int)(look->opacity * 10));
  if (look->radius > 0) add_attribute(svg, "rx", look->radius);
  if (look->dash != NULL) wb_str_addf(&svg->body, " stroke-dasharray=\"%s\"", look->dash);
}

static void extend_to(struct wb_svg *svg, double x, double y) {
  if (x > svg->width) svg->width = x;
  if (y > svg->height) svg->height = y;
}

/* ---- shapes ---------------------------------------------------------------------------- */

void wb_svg_init(struct wb_svg *svg) {
  memset(svg, 0, sizeof *svg);
  wb_str_init(&svg->body);
}

void wb_svg_rectangle(struct wb_svg *svg, double x, double y, double w, double h,
                      const struct wb_svg_look *look) {
  wb_str_add(&svg->body, "<rect");
  add_attribute(svg, "x", x);
  add_attribute(svg, "y", y);
  add_attribute(svg, "width", w);
  add_attribute(svg, "height", h);
  add_look(svg, look);
  wb_str_add(&svg->body, "/>\n");
  extend_to(svg, x + w, y + h);
}

void wb_svg_line(struct wb_svg *svg, double x1, double y1, double x2, double y2,
                 const struct wb_svg_look *look) {
  wb_str_add(&svg->body, "<line");
  add_attribute(svg, "x1", x1);
  add_attribute(svg, "y1", y1);
  add_attribute(svg, "x2", x2);
  add_attribute(svg, "y2", y2);
  add_look(svg, look);
  wb_str_add(&svg->body, "/>\n");
  extend_to(svg, x1 > x2 ? x1 : x2, y1 > y2 ? y1 : y2);
}

static void add_point(struct wb_svg *svg, const char *before, double x, double y) {
  wb_str_add(&svg->body, before);
  add_number(&svg->body, x);
  wb_str_add_char(&svg->body, ' ');
  add_number(&svg->body, y);
}

/* An arrow's head that points up and ends at y. */
static void head_up(struct wb_svg *svg, double x, double y, const char *fill) {
  wb_str_add(&svg->body, "<path d=\"");
  add_point(svg, "M", x, y);
  add_point(svg, " L", x - 3.5, y + 7);
  add_point(svg, " L", x + 3.5, y + 7);
  wb_str_addf(&svg->body, " Z\" fill=\"%s\"/>\n", fill);
}

void wb_svg_route(struct wb_svg *svg, const struct wb_svg_end *from, const struct wb_svg_end *to,
                  const struct wb_svg_look *look, bool both) {
  const double end = to->hooked ? to->x : to->x - 6, middle = (from->x + end) / 2;
  wb_str_add(&svg->body, "<path d=\"");
  if (from->hooked) {
    add_point(svg, "M", from->hook_x, from->hook_y);
    add_point(svg, " L", from->hook_x, from->y);
    add_point(svg, " L", from->x, from->y);
  } else {
    add_point(svg, "M", from->x, from->y);
  }
  add_point(svg, " C", middle, from->y);
  add_point(svg, " ", middle, to->y);
  add_point(svg, " ", end, to->y);
  if (to->hooked) {
    add_point(svg, " L", to->hook_x, to->y);
    add_point(svg, " L", to->hook_x, to->hook_y + 3);
  }
  wb_str_add_char(&svg->body, '"');
  add_look(svg, look);
  wb_str_add(&svg->body, "/>\n");
  extend_to(svg, to->x, from->y > to->y ? from->y : to->y);
  if (to->hooked)
    head_up(svg, to->hook_x, to->hook_y, look->stroke);
  else
    wb_svg_head(svg, to->x, to->y, true, look->stroke);
  if (both && from->hooked)
    head_up(svg, from->hook_x, from->hook_y, look->stroke);
  else if (both)
    wb_svg_head(svg, from->x, from->y, false, look->stroke);
}

void wb_svg_head(struct wb_svg *svg, double x, double y, bool right, const char *fill) {
  const double back = right ? x - 8 : x + 8;
  wb_str_add(&svg->body, "<path d=\"");
  add_point(svg, "M", x, y);
  add_point(svg, " L", back, y - 4);
  add_point(svg, " L", back, y + 4);
  wb_str_addf(&svg->body, " Z\" fill=\"%s\"/>\n", fill);
}

void wb_svg_dot(struct wb_svg *svg, double x, double y, double r, const char *fill) {
  wb_str_add(&svg->body, "<circle");
  add_attribute(svg, "cx", x);
  add_attribute(svg, "cy", y);
  add_attribute(svg, "r", r);
  wb_str_addf(&svg->body, " fill=\"%s\"/>\n", fill);
}

void wb_svg_cross(struct wb_svg *svg, double x, double y, double r, const char *stroke) {
  const struct wb_svg_look look = {.stroke = stroke, .stroke_width = 2};
  wb_svg_line(svg, x - r, y - r, x + r, y + r, &look);
  wb_svg_line(svg, x - r, y + r, x + r, y - r, &look);
}

/* ---- texts ----------------------------------------------------------------------------- */

double wb_svg_text_width(const char *text, double size) {
  return (double)wb_text_width(text) * size * 0.62;
}

/* What is as usual is left out: in a page, thousands of texts have the same font, which its style
 * sheet names once. */
static void add_font(struct wb_svg *svg, const struct wb_svg_font *font) {
  static const char *const anchors[] = {"start", "middle", "end"};
  static const struct wb_svg_font of_document = {.anchor = WB_SVG_START},
                                  of_page = {.size = 13, .anchor = WB_SVG_MIDDLE, .code = true};
  const struct wb_svg_font *usual = svg->in_page ? &of_page : &of_document;
  if (font->size != usual->size) add_attribute(svg, "font-size", font->size);
  wb_str_addf(&svg->body, " fill=\"%s\"", font->fill != NULL ? font->fill : "#1b1f24");
  if (font->anchor != usual->anchor)
    wb_str_addf(&svg->body, " text-anchor=\"%s\"", anchors[font->anchor]);
  if (font->bold) wb_str_add(&svg->body, " font-weight=\"bold\"");
  if (font->code && !usual->code)
    wb_str_add(&svg->body, " font-family=\"" MONO "\" xml:space=\"preserve\"");
  if (!font->code && usual->code) wb_str_add(&svg->body, " class=\"words\"");
}

void wb_svg_text(struct wb_svg *svg, double x, double y, const struct wb_svg_font *font,
                 const char *text) {
  const double width = wb_svg_text_width(text, font->size);
  wb_str_add(&svg->body, "<text");
  add_attribute(svg, "x", x);
  add_attribute(svg, "y", y);
  add_font(svg, font);
  if (font->turned != 0) {
    wb_str_add(&svg->body, " transform=\"rotate(");
    add_number(&svg->body, font->turned);
    add_point(svg, " ", x, y);
    wb_str_add(&svg->body, ")\"");
  }
  wb_str_add_char(&svg->body, '>');
  add_escaped(&svg->body, text);
  wb_str_add(&svg->body, "</text>\n");
  if (font->turned == 0) extend_to(svg, x + (font->anchor == WB_SVG_START ? width : 0), y + 4);
}

void wb_svg_begin(struct wb_svg *svg, const char *title) {
  wb_str_add(&svg->body, "<g><title>");
  add_escaped(&svg->body, title);
  wb_str_add(&svg->body, "</title>");
}

void wb_svg_end(struct wb_svg *svg) { wb_str_add(&svg->body, "</g>\n"); }

/* ---- the document ---------------------------------------------------------------------- */

/* Readers that know only rgb hex and plain patterns must do: Inkscape, browsers,
 * office programs. */
static const char patterns[] =
    "<defs>\n"
    "<pattern id=\"hatch\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" "
    "patternTransform=\"rotate(45)\"><rect width=\"7\" height=\"7\" fill=\"#ffffff\"/>"
    "<rect width=\"2\" height=\"7\" fill=\"#c3c8cf\"/></pattern>\n"
    "<pattern id=\"alarm\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" "
    "patternTransform=\"rotate(45)\"><rect width=\"7\" height=\"7\" fill=\"#fdeaea\"/>"
    "<rect width=\"2.5\" height=\"7\" fill=\"#f2a9a9\"/></pattern>\n"
    "</defs>\n";

void wb_svg_finish(struct wb_svg *svg, const char *title, double margin, struct wb_str *out) {
  const long width = (long)(svg->width + margin + 1), height = (long)(svg->height + margin + 1);
  wb_str_addf(out,
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%ld\" height=\"%ld\" "
              "viewBox=\"0 0 %ld %ld\" font-family=\"" SANS "\">\n<title>",
              width, height, width, height);
  add_escaped(out, title);
  wb_str_add(out, "</title>\n");
  wb_str_add(out, patterns);
  wb_str_addf(out,
              "<rect x=\"0.5\" y=\"0.5\" width=\"%ld\" height=\"%ld\" rx=\"10\" fill=\"#ffffff\" "
              "stroke=\"#d0d5dc\"/>\n",
              width - 1, height - 1);
  wb_str_add_bytes(out, svg->body.data, svg->body.length);
  wb_str_add(out, "</svg>\n");
  wb_str_release(&svg->body);
}

void wb_svg_finish_inline(struct wb_svg *svg, const char *words, struct wb_str *out) {
  const long width = (long)(svg->width + 2), height = (long)(svg->height + 2);
  wb_str_addf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"panel\" width=\"%ld\" "
              "height=\"%ld\" viewBox=\"0 0 %ld %ld\" role=\"img\" aria-label=\"",
              width, height, width, height);
  add_escaped(out, words);
  wb_str_add(out, "\">\n");
  wb_str_add_bytes(out, svg->body.data, svg->body.length);
  wb_str_add(out, "</svg>\n");
  wb_str_release(&svg->body);
}

void wb_svg_add_patterns(struct wb_str *out) {
  wb_str_addf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"patterns\" width=\"0\" "
              "height=\"0\" aria-hidden=\"true\">\n%s</svg>\n",
              patterns);
}
