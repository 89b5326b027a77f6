/* Help: keys, commands and signs, those of the chosen pane first, or what was searched for. */
#include <stdlib.h>
#include <string.h>

#include "tui/bindings.h"
#include "tui/views.h"

enum { KEYS_COLUMN = 22, NARROW_INDENT = 6 };

/* A heading comes with its first line: a search may leave none. */
struct help_page {
  const struct wb_model *model;
  int width;
  const char *heading; /* NULL: it is there */
  struct wb_pane_text *rows;
};

static bool is_wanted(const struct help_page *page, const char *keys, const char *help) {
  const char *wanted = page->model->help.wanted.data;
  return wanted[0] == '\0' || strcasestr(keys, wanted) != NULL || strcasestr(help, wanted) != NULL;
}

static void put_heading(struct help_page *page) {
  if (page->heading == NULL) return;
  if (page->rows->count > 0) wb_pane_text_start(page->rows);
  wb_pane_text_start(page->rows);
  wb_pane_text_put(page->rows, WB_STYLE_HEADING, page->heading);
  page->heading = NULL;
}

static void put_help_line(struct help_page *page, const char *keys, const char *help) {
  struct wb_pane_text *rows = page->rows;
  if (!is_wanted(page, keys, help)) return;
  put_heading(page);
  wb_pane_text_start(rows);
  wb_pane_text_putf(rows, WB_STYLE_STRONG, "  %s", keys);
  const bool narrow = page->width < 2 * KEYS_COLUMN;
  if (wb_pane_text_width(rows) >= KEYS_COLUMN || narrow)
    wb_pane_text_put(rows, WB_STYLE_PLAIN, "  ");
  else
    wb_pane_text_pad(rows, KEYS_COLUMN);
  wb_pane_text_wrap(rows, WB_STYLE_PLAIN, (size_t)page->width, narrow ? NARROW_INDENT : KEYS_COLUMN,
                    help);
}

static void put_signs(struct help_page *page) {
  const struct wb_glyphs *glyphs = page->model->glyphs;
  const struct {
    const char *sign, *help;
  } signs[] = {
      {glyphs->solved, "solved"},
      {glyphs->tried, "tried, not solved yet"},
      {glyphs->untried, "not tried yet"},
      {glyphs->error, "a line with a mistake"},
      {glyphs->warning, "a line with a warning"},
      {glyphs->other, "the other access of a race"},
      {"[3]", "in the trace: what the step touches, and its work-item"},
      {">3<", "what is pointed at"},
      {"r3 w3 a3", "last read, written, atomically updated by work-item 3"},
      {glyphs->collision, "work-items collide there; in the list: a spec with a mistake"},
      {glyphs->refused, "an access that is refused, as one out of bounds"},
      {glyphs->unwritten, "read or left though nobody wrote it"},
      {glyphs->unknown, "a value that nobody has read or written yet"},
      {glyphs->waits, "a work-item that waits at its barrier"},
  };
  page->heading = "Signs";
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
    put_help_line(page, signs[i].sign, signs[i].help);
}

static void put_usage(struct help_page *page, const char *name, const char *argument,
                      const char *text) {
  char *usage = wb_format(":%s %s", name, argument != NULL ? argument : "");
  put_help_line(page, usage, text);
  free(usage);
}

static void put_lines(struct help_page *page) {
  page->heading = "Commands, after \":\" (the keys' names too, as :run)";
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_line); command != NULL;
       command = wb_next_command(command, wb_is_line))
    put_usage(page, command->name, command->line.argument, command->line.help);
}

static void put_shell_commands(struct help_page *page) {
  page->heading = "Commands of the command line, after \":\" (their output is shown)";
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_of_shell); command != NULL;
       command = wb_next_command(command, wb_is_of_shell))
    if (command->shell.not_in_screen == NULL)
      put_usage(page, command->name, command->shell.operand, command->shell.summary);
}

/* Which keys are listed together: those of the chosen pane, then what is used most. */
enum key_group { KEYS_OF_PANE, KEYS_MOST_USED, KEYS_OTHER, KEYS_OF_TRACE };

static enum key_group group_of(const struct wb_model *model, const struct wb_command *command) {
  const struct wb_key_part *key = &command->key;
  if (((key->panes | key->only) & WB_IN(model->focus)) != 0) return KEYS_OF_PANE;
  if (key->only == WB_IN_TRACE) return KEYS_OF_TRACE;
  return key->brief != NULL ? KEYS_MOST_USED : KEYS_OTHER;
}

static void put_key(struct help_page *page, const struct wb_command *command) {
  struct wb_str keys;
  wb_str_init(&keys);
  wb_list_keys(command, &keys);
  put_help_line(page, keys.data, command->key.help);
  wb_str_release(&keys);
}

/* First in the order of the line of key hints, then those that are not in it. */
static void put_keys(struct help_page *page, const char *title, enum key_group group) {
  const struct wb_command *command = wb_command_at_place(1);
  page->heading = title;
  for (unsigned place = 1; command != NULL; command = wb_command_at_place(++place))
    if (group_of(page->model, command) == group) put_key(page, command);
  for (command = wb_next_command(NULL, wb_is_key); command != NULL;
       command = wb_next_command(command, wb_is_key))
    if (command->key.place == 0 && group_of(page->model, command) == group) put_key(page, command);
}

void wb_view_help(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  struct help_page page = {.model = model, .width = width, .rows = rows};
  char *here = wb_format("Keys of this pane, %s", wb_pane_name(model->focus));
  put_keys(&page, here, KEYS_OF_PANE);
  put_keys(&page, "The keys used most", KEYS_MOST_USED);
  put_keys(&page, "Other keys", KEYS_OTHER);
  put_lines(&page);
  put_shell_commands(&page);
  put_keys(&page, "Keys in the trace", KEYS_OF_TRACE);
  put_signs(&page);
  free(here);
  if (rows->count > 0) return;
  wb_pane_text_start(rows);
  wb_pane_text_putf(rows, WB_LOOK_WARN, "Nothing here has \"%s\".", model->help.wanted.data);
}
