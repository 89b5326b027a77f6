/* A small writer of SVG: shapes in pixels, texts escaped. Nothing here knows
 * what is drawn. */
#ifndef WB_REPORT_SVG_H
#define WB_REPORT_SVG_H

#include <stdbool.h>

#include "base/str.h"

/* What is drawn last lies on top. The page grows with what is on it. */
struct wb_svg {
  struct wb_str body;
  double width, height;
  bool in_page; /* to be finished inline: set before anything is drawn */
};

struct wb_svg_look {
  const char *fill, *stroke;            /* NULL: none */
  double stroke_width, opacity, radius; /* opacity 0 means 1 */
  const char *dash;                     /* "4 3"; NULL: none */
};

enum wb_svg_anchor { WB_SVG_START, WB_SVG_MIDDLE, WB_SVG_END };
struct wb_svg_font {
  double size;
  const char *fill;
  enum wb_svg_anchor anchor;
  bool bold, code; /* `code`: every character is as wide */
  double turned;   /* degrees, around its place */
};
/* How wide a text becomes, about. */
double wb_svg_text_width(const char *text, double size);

void wb_svg_init(struct wb_svg *svg);
void wb_svg_rectangle(struct wb_svg *svg, double x, double y, double w, double h,
                      const struct wb_svg_look *look);
void wb_svg_line(struct wb_svg *svg, double x1, double y1, double x2, double y2,
                 const struct wb_svg_look *look);
/* One end of a line: at the edge of something, or hooked: below it, whence a
 * level lane leads to (x, y). */
struct wb_svg_end {
  double x, y;
  bool hooked;
  double hook_x, hook_y; /* where it touches */
};
/* From one to the other, with an arrow's head there, and one at the start as
 * well where it goes `both` ways. */
void wb_svg_route(struct wb_svg *svg, const struct wb_svg_end *from, const struct wb_svg_end *to,
                  const struct wb_svg_look *look, bool both);
/* An arrow's head that points right (or left) and ends at x. */
void wb_svg_head(struct wb_svg *svg, double x, double y, bool right, const char *fill);
void wb_svg_dot(struct wb_svg *svg, double x, double y, double r, const char *fill);
void wb_svg_cross(struct wb_svg *svg, double x, double y, double r, const char *stroke);
/* `y` is where the letters stand. */
void wb_svg_text(struct wb_svg *svg, double x, double y, const struct wb_svg_font *font,
                 const char *text);
/* What lies between is one thing, which says `title` when it is pointed at. */
void wb_svg_begin(struct wb_svg *svg, const char *title);
void wb_svg_end(struct wb_svg *svg);

/* The document, with its background, appended to `out`; releases the rest. The
 * fills "url(#hatch)" and "url(#alarm)" are stripes. */
void wb_svg_finish(struct wb_svg *svg, const char *title, double margin, struct wb_str *out);

/* The same as a part of a web page: without a background, told by `words` to who does not see it.
 * The page's style sheet must set the font of `.panel` (add_font in svg.c) and of `.panel .words`,
 * and the page must hold the stripes once, which these are. */
void wb_svg_finish_inline(struct wb_svg *svg, const char *words, struct wb_str *out);
void wb_svg_add_patterns(struct wb_str *out);

#endif
