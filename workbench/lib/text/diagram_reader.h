/* What the files of this room that read a block of a drawing (diagram_read*.c) share. Nobody
 * outside the room includes this. */
#ifndef WB_TEXT_DIAGRAM_READER_H
#define WB_TEXT_DIAGRAM_READER_H

#include "text/diagram.h"

/* What has more is nothing that somebody can look at. */
enum {
  WB_DIAGRAM_LINES = 64,
  WB_DIAGRAM_CELLS = 256,
  WB_DIAGRAM_IN_ROW = 64,
  WB_DIAGRAM_MOST_ARROWS = 64,
  WB_DIAGRAM_MOST_SPANS = 32,
  WB_DIAGRAM_STEPS = 200
};

struct wb_diagram_reader {
  struct wb_diagram *diagram;
  struct wb_diagram_mistakes *mistakes; /* in the order of their lines */
  unsigned line;
  bool failed;
};

/* Adds what is wrong in the line that is read. */
void wb_diagram_mistake(struct wb_diagram_reader *r, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A word up to the next blank, or one between quotation marks, which may hold blanks and is never
 * a sign. */
struct wb_diagram_word {
  char *text;
  bool quoted;
};

/* Takes the next word from `*at`; false at the end. Where its second quotation mark is missing,
 * which is a mistake, it ends with the line. The caller frees the text. */
bool wb_diagram_next_word(struct wb_diagram_reader *r, const char **at,
                          struct wb_diagram_word *word);

/* A text without the blanks at its ends; the caller frees it. */
char *wb_diagram_trimmed(const char *text, size_t length);

/* A text in quotation marks without them; it takes and gives what is to be freed. */
char *wb_diagram_unquoted(char *text);

/* Puts another text in place of one; both are to be freed, and `to` becomes the part's. */
void wb_diagram_set_text(char **text, char *to);

/* A text that is wider than `most`, or too wide for a cell or a label, is a mistake. */
void wb_diagram_check_columns(struct wb_diagram_reader *r, const char *text, size_t most);
void wb_diagram_check_length(struct wb_diagram_reader *r, const char *text);

/* A new part at the end, without anything in it. */
struct wb_diagram_part *wb_diagram_add_part(struct wb_diagram_reader *r, enum wb_diagram_kind kind);

/* ---- what refers to cells (diagram_read_links.c) ---- */

/* Cells below are not read yet: until wb_diagram_end_arrows() the part keeps what is written. */
void wb_diagram_begin_arrows(struct wb_diagram_reader *r, const char *name, const char *content);
void wb_diagram_end_arrows(struct wb_diagram_reader *r, size_t index);
void wb_diagram_read_spans(struct wb_diagram_reader *r, const char *name, const char *content);

#endif
