/* A sheet of characters on which lines meet: boxes that share an edge, arrows that leave a box.
 * It is as wide as whoever draws needs, and grows downwards. Nobody outside the room includes
 * this. */
#ifndef WB_TEXT_DIAGRAM_CANVAS_H
#define WB_TEXT_DIAGRAM_CANVAS_H

#include <stdbool.h>
#include <stddef.h>

#include "text/styled.h"

/* Where a line leads from the middle of a character's place. */
enum { WB_ARM_LEFT = 1, WB_ARM_RIGHT = 2, WB_ARM_UP = 4, WB_ARM_DOWN = 8 };

enum wb_canvas_look { WB_LOOK_LIGHT, WB_LOOK_DASHED, WB_LOOK_DOUBLE };

struct wb_canvas_place {
  char text[12]; /* a character with its combining ones; "" where lines are, or nothing */
  unsigned char arms, look, style;
  bool covered; /* by the wide character to its left */
};

/* A zeroed canvas is empty. */
struct wb_canvas {
  struct wb_canvas_place **rows; /* each of `columns` places */
  size_t n_rows, capacity;
  size_t columns; /* set before anything is drawn */
};
void wb_canvas_release(struct wb_canvas *canvas);

/* Lines add to those that are there; what is beyond the columns is not drawn. A text covers what
 * was there. */
void wb_canvas_arms(struct wb_canvas *canvas, size_t row, size_t column, unsigned arms,
                    enum wb_canvas_look look, enum wb_style style);
void wb_canvas_level(struct wb_canvas *canvas, size_t row, size_t from, size_t to,
                     enum wb_canvas_look look, enum wb_style style);
void wb_canvas_box(struct wb_canvas *canvas, size_t top, size_t bottom, size_t left, size_t right,
                   enum wb_style style);
void wb_canvas_text(struct wb_canvas *canvas, size_t row, size_t column, const char *text,
                    enum wb_style style);

/* Whether there is anything at that place. */
bool wb_canvas_has(const struct wb_canvas *canvas, size_t row, size_t column);

/* Its rows as lines of the document, without blanks at their ends. */
void wb_canvas_put(const struct wb_canvas *canvas, struct wb_document *document);

#endif
