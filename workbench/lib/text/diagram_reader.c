#include "text/diagram_reader.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "text/columns.h"

enum { MOST_COLUMNS = 40 };

static const char blanks[] = " \t";

void wb_diagram_mistake(struct wb_diagram_reader *r, const char *remedy, const char *format, ...) {
  struct wb_diagram_mistakes *all = r->mistakes;
  struct wb_str message;
  va_list args;
  r->failed = true;
  if (all == NULL) return;
  wb_str_init(&message);
  va_start(args, format);
  wb_str_vaddf(&message, format, args);
  va_end(args);
  all->items = wb_grow(all->items, &all->capacity, all->count + 1, sizeof all->items[0]);
  size_t place = all->count++;
  for (; place > 0 && all->items[place - 1].line > r->line; place--)
    all->items[place] = all->items[place - 1];
  all->items[place] = (struct wb_diagram_mistake){
      .line = r->line, .message = wb_str_detach(&message), .remedy = wb_strdup(remedy)};
}

/* ---- words ------------------------------------------------------------------------------- */

bool wb_diagram_next_word(struct wb_diagram_reader *r, const char **at,
                          struct wb_diagram_word *word) {
  *at += strspn(*at, blanks);
  if (**at == '\0') return false;
  word->quoted = **at == '"';
  if (word->quoted) ++*at;
  const size_t length = word->quoted ? strcspn(*at, "\"") : strcspn(*at, blanks);
  word->text = wb_strndup(*at, length);
  *at += length;
  if (word->quoted && **at == '"')
    ++*at;
  else if (word->quoted)
    wb_diagram_mistake(r, "Put one after its last word.",
                       "the quotation mark before %s has no second one", word->text);
  return true;
}

char *wb_diagram_trimmed(const char *text, size_t length) {
  while (length > 0 && strchr(blanks, text[0]) != NULL) text++, length--;
  while (length > 0 && strchr(blanks, text[length - 1]) != NULL) length--;
  return wb_strndup(text, length);
}

char *wb_diagram_unquoted(char *text) {
  const size_t length = strlen(text);
  if (length < 2 || text[0] != '"' || text[length - 1] != '"') return text;
  char *inner = wb_strndup(text + 1, length - 2);
  free(text);
  return inner;
}

/* ---- parts ------------------------------------------------------------------------------- */

struct wb_diagram_part *wb_diagram_add_part(struct wb_diagram_reader *r,
                                            enum wb_diagram_kind kind) {
  struct wb_diagram *d = r->diagram;
  d->parts = wb_grow(d->parts, &d->capacity, d->n_parts + 1, sizeof d->parts[0]);
  struct wb_diagram_part *part = &d->parts[d->n_parts++];
  *part = (struct wb_diagram_part){.kind = kind, .line = r->line};
  wb_names_init(&part->row_labels);
  wb_names_init(&part->column_labels);
  part->name = wb_strdup("");
  part->text = wb_strdup("");
  return part;
}

void wb_diagram_set_text(char **text, char *to) {
  free(*text);
  *text = to;
}

void wb_diagram_check_columns(struct wb_diagram_reader *r, const char *text, size_t most) {
  if (wb_text_width(text) > most)
    wb_diagram_mistake(r, "Say it shorter, or in a note.", "\"%s\" is wider than %zu columns", text,
                       most);
}

void wb_diagram_check_length(struct wb_diagram_reader *r, const char *text) {
  wb_diagram_check_columns(r, text, MOST_COLUMNS);
}
