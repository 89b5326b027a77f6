/* A launch drawn at rest: a picture (playback/picture.h) with what the judge
 * said of it, as SVG for slides or as plain characters. */
#ifndef WB_REPORT_DRAWING_H
#define WB_REPORT_DRAWING_H

#include "report/playback/picture.h"
#include "report/report.h"

struct wb_drawing {
  const struct wb_picture *picture;
  const struct wb_result *result; /* NULL: nobody has judged it */
  const char *source;             /* the kernel's text, or NULL */
};

/* An SVG document of its own: plain elements, its own background, no scripts and
 * nothing from elsewhere. Appends. */
void wb_drawing_svg(const struct wb_drawing *drawing, struct wb_str *out);

/* One of its panels alone, as a part of a web page (wb_svg_finish_inline in report/svg.h): a phase
 * without the title, the source and the legend. `words` tell it to who does not see it. Appends. */
void wb_drawing_panel_svg(const struct wb_drawing *drawing, size_t panel, const char *words,
                          struct wb_str *out);

/* Lines for people, as wide as `width` allows. */
void wb_drawing_text(const struct wb_drawing *drawing, unsigned width,
                     struct wb_document *document);

/* ---- what both say ------------------------------------------------------------------ */

/* "01-map, “4 elements”: wrong-answer"; the kernel's name where nobody judged. */
void wb_drawing_title(const struct wb_drawing *drawing, struct wb_str *out);
/* "group 0 of 2, 4 work-items, after step 5 of 12". */
void wb_drawing_subtitle(const struct wb_drawing *drawing, struct wb_str *out);
/* What the judge found, in sentences, at most so many; returns how many. */
enum { WB_DRAWING_MOST_NOTES = 7 };
size_t wb_drawing_notes(const struct wb_drawing *drawing,
                        struct wb_str notes[WB_DRAWING_MOST_NOTES]);

/* The same of its case alone, for other pictures of it; which must be there. Appends. */
void wb_drawing_case_title(const struct wb_result *result, struct wb_str *out);

const struct wb_case_result *wb_drawing_case(const struct wb_drawing *drawing);
bool wb_drawing_is_accepted(const struct wb_drawing *drawing);

/* What the cell should hold and does not, once all is over; else NULL. */
const char *wb_drawing_expected(const struct wb_drawing *drawing,
                                const struct wb_picture_panel *panel,
                                const struct wb_picture_array *array, size_t cell);

/* "3", "3,1" or "3,1,0": as many ids as the launch has dimensions. */
void wb_drawing_item(const struct wb_drawing *drawing, uint32_t item, struct wb_str *out);
/* Who touches a cell: "0 1 2", "0 1 and 6 more"; "" for nobody. Returns how many. */
size_t wb_drawing_who(const struct wb_drawing *drawing, const struct wb_picture_panel *panel,
                      size_t array, size_t cell, size_t most, struct wb_str *out);
/* "line 5", "lines 5, 7 and 9", "lines 5 to 12". Appends. */
void wb_drawing_lines(const struct wb_picture_lines *lines, struct wb_str *out);
/* "barrier, line 7", and what there is to say of it. Appends. */
void wb_drawing_barrier(const struct wb_picture_panel *panel, struct wb_str *out);
/* The lines of the source that the picture names, sorted. The caller frees `at`. */
void wb_drawing_source_lines(const struct wb_drawing *drawing, struct wb_picture_lines *lines);

#endif
