/* Help: first the page of keys, then commands, keys in full and signs; or what was searched for. */
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

static void put_key(struct help_page *page, const struct wb_command *command) {
  struct wb_str keys;
  wb_str_init(&keys);
  wb_list_keys(command, &keys);
  put_help_line(page, keys.data, command->key.help);
  wb_str_release(&keys);
}

static void put_keys(struct help_page *page, const char *title, bool of_trace) {
  page->heading = title;
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_key); command != NULL;
       command = wb_next_command(command, wb_is_key))
    if ((command->key.only == WB_IN_TRACE) == of_trace) put_key(page, command);
}

/* ---- the page of keys: all that mean something now, in few words, on one screen ---- */

enum { CARD_KEYS_COLUMN = 13, CARD_COLUMN = 40, CARD_WIDTH = 2 * CARD_COLUMN - 4, MAX_CARD = 64 };

static bool is_on_card(const struct wb_model *model, const struct wb_command *command, bool here) {
  const struct wb_key_part *key = &command->key;
  const unsigned pane = WB_IN(model->focus);
  char name[WB_KEY_WORD_MAX];
  return key->card != NULL && (((key->panes | key->only) & pane) != 0) == here &&
         wb_command_of_key(wb_first_key(command, name), pane) == command;
}

static void put_card_cell(struct wb_pane_text *rows, size_t column,
                          const struct wb_command *command) {
  char name[WB_KEY_WORD_MAX];
  const char *keys = command->key.card_keys;
  wb_pane_text_pad(rows, column);
  wb_pane_text_putf(rows, WB_STYLE_STRONG, "  %s",
                    keys != NULL ? keys : wb_first_key(command, name));
  wb_pane_text_pad(rows, column + CARD_KEYS_COLUMN);
  wb_pane_text_put(rows, WB_STYLE_PLAIN, command->key.card);
}

/* In two columns where they fit, each read downwards. */
static void put_card(struct help_page *page, const char *title, bool here) {
  const struct wb_command *entries[MAX_CARD];
  size_t count = 0;
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_key);
       command != NULL && count < MAX_CARD; command = wb_next_command(command, wb_is_key))
    if (is_on_card(page->model, command, here)) entries[count++] = command;
  const size_t lines = page->width >= CARD_WIDTH ? (count + 1) / 2 : count;
  page->heading = title;
  for (size_t i = 0; i < lines; i++) {
    put_heading(page);
    wb_pane_text_start(page->rows);
    put_card_cell(page->rows, 0, entries[i]);
    if (lines + i < count) put_card_cell(page->rows, CARD_COLUMN, entries[lines + i]);
  }
}

static void put_cards(struct help_page *page) {
  char *here = wb_format("Keys of this pane, %s", wb_pane_name(page->model->focus));
  put_card(page, here, true);
  put_card(page, "Keys everywhere; commands and details are below", false);
  free(here);
}

void wb_view_help(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  struct help_page page = {.model = model, .width = width, .rows = rows};
  if (model->help.wanted.length == 0) put_cards(&page);
  put_lines(&page);
  put_shell_commands(&page);
  put_keys(&page, "Keys", false);
  put_keys(&page, "Keys in the trace", true);
  put_signs(&page);
  if (rows->count > 0) return;
  wb_pane_text_start(rows);
  wb_pane_text_putf(rows, WB_LOOK_WARN, "Nothing here has \"%s\".", model->help.wanted.data);
}
