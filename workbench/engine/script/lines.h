/* On which line of a Lua file each field of a table stands.
 *
 * Lua keeps no line numbers for the fields of a table constructor, so this
 * reads the text once more: a small tokenizer follows the nesting of
 * constructors and notes the line of each key. It finds what is written out:
 *
 *   puzzle.kernel { params = { { kind = "input" } } }   params[1].kind   (and puzzle.course)
 *   local cases = { … }   puzzle.kernel { cases = cases }
 *
 * For a field that is computed in another way it gives the line of the nearest
 * enclosing field that is written out. The text must have passed Lua's own
 * parser; on other text the answers mean little, but nothing bad happens. */
#ifndef WB_SCRIPT_LINES_H
#define WB_SCRIPT_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct wb_line_finder;

/* One step of a path: a name, or (where `name` is NULL) a place from 1. */
struct wb_spec_path_step {
  const char *name;
  long long index;
};

/* Never NULL. */
struct wb_line_finder *wb_lines_new(const char *text, size_t length);
void wb_lines_free(struct wb_line_finder *lines);

/* The line (from 1) of the field that `steps` lead to from the table given to
 * `kernel` or `course`, or of the nearest enclosing one; 0 where there is no such table. */
int wb_lines_find(const struct wb_line_finder *lines, const struct wb_spec_path_step *steps,
                  size_t count);

/* A key that a constructor has twice, where Lua would silently take the last.
 * False where there is none. */
struct wb_duplicate {
  const char *name; /* not NUL-ended; lives as long as the lines */
  size_t length;
  int first_line, second_line;
};
bool wb_lines_duplicate(const struct wb_line_finder *lines, struct wb_duplicate *duplicate);

#endif
