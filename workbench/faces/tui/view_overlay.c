/* Help and the choice of a device, shown over the panes. */
#include <stdlib.h>
#include <string.h>

#include "tui/bindings.h"
#include "tui/views.h"

enum { KEYS_COLUMN = 22, NARROW_INDENT = 6 };

static void help_line(struct wb_rows *rows, int width, const char *keys, const char *help) {
  wb_rows_start(rows);
  wb_rows_putf(rows, WB_STYLE_STRONG, "  %s", keys);
  const bool narrow = width < 2 * KEYS_COLUMN;
  if (wb_rows_width(rows) >= KEYS_COLUMN || narrow)
    wb_rows_put(rows, WB_STYLE_PLAIN, "  ");
  else
    wb_rows_pad(rows, KEYS_COLUMN);
  wb_rows_wrap(rows, WB_STYLE_PLAIN, (size_t)width, narrow ? NARROW_INDENT : KEYS_COLUMN, help);
}

static void help_marks(const struct wb_model *model, int width, struct wb_rows *rows) {
  const struct wb_glyphs *glyphs = model->glyphs;
  const struct {
    const char *sign, *help;
  } signs[] = {
      {glyphs->solved, "solved"},
      {glyphs->tried, "tried, not solved yet"},
      {glyphs->untried, "not tried yet"},
      {glyphs->error, "a line of the kernel with a mistake"},
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
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
    help_line(rows, width, signs[i].sign, signs[i].help);
  }
}

static void heading(struct wb_rows *rows, const char *text) {
  if (rows->count > 0) wb_rows_start(rows);
  wb_rows_start(rows);
  wb_rows_put(rows, WB_STYLE_HEADING, text);
}

static void help_usage(const char *name, const char *argument, const char *text, int width,
                       struct wb_rows *rows) {
  char *usage = wb_format(":%s %s", name, argument != NULL ? argument : "");
  help_line(rows, width, usage, text);
  free(usage);
}

static void help_shell(int width, struct wb_rows *rows) {
  heading(rows, "Commands of the command line, after \":\" (their output is shown)");
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_of_shell); command != NULL;
       command = wb_next_command(command, wb_is_of_shell))
    if (command->shell.not_in_screen == NULL)
      help_usage(command->name, command->shell.operand, command->shell.summary, width, rows);
}

/* Which keys are listed together: what is used most is found first. */
enum key_group { KEYS_OF_TRACE, KEYS_MOST_USED, KEYS_OTHER };

static enum key_group group_of(const struct wb_command *command) {
  if (command->key.only == WB_IN_TRACE) return KEYS_OF_TRACE;
  return command->key.brief != NULL ? KEYS_MOST_USED : KEYS_OTHER;
}

static void help_key(const struct wb_command *command, int width, struct wb_rows *rows) {
  struct wb_str keys;
  wb_str_init(&keys);
  wb_list_keys(command, &keys);
  help_line(rows, width, keys.data, command->key.help);
  wb_str_release(&keys);
}

static void help_keys(struct wb_rows *rows, int width, const char *title, enum key_group group) {
  heading(rows, title);
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_key); command != NULL;
       command = wb_next_command(command, wb_is_key))
    if (group_of(command) == group) help_key(command, width, rows);
}

/* In the order of the line of key hints. */
static void help_keys_used_most(struct wb_rows *rows, int width) {
  const struct wb_command *command = wb_command_at_place(1);
  heading(rows, "The keys used most");
  for (unsigned place = 1; command != NULL; command = wb_command_at_place(++place))
    if (group_of(command) == KEYS_MOST_USED) help_key(command, width, rows);
}

void wb_view_help(const struct wb_model *model, int width, struct wb_rows *rows) {
  const bool in_trace = model->focus == WB_PANE_TRACE;
  if (in_trace) help_keys(rows, width, "Keys in the trace", KEYS_OF_TRACE);
  help_keys_used_most(rows, width);
  help_keys(rows, width, "Other keys", KEYS_OTHER);
  heading(rows, "Commands, after \":\" (the keys' names too, as :run)");
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_line); command != NULL;
       command = wb_next_command(command, wb_is_line))
    help_usage(command->name, command->line.argument, command->line.help, width, rows);
  help_shell(width, rows);
  if (!in_trace) help_keys(rows, width, "Keys in the trace", KEYS_OF_TRACE);
  heading(rows, "Signs");
  help_marks(model, width, rows);
}

static void device_row(const struct wb_model *model, size_t index, int width,
                       struct wb_rows *rows) {
  const struct wb_device_info *device = &model->devices.items[index];
  bool chosen = strcmp(device->selector, model->device) == 0;
  wb_rows_start(rows)->item = (int)index;
  wb_rows_put(rows, WB_STYLE_PLAIN, (int)index == model->overlay.cursor ? "> " : "  ");
  wb_rows_putf(rows, WB_STYLE_STRONG, "%s", device->selector);
  wb_rows_pad(rows, 16);
  char *text = wb_format("%s%s%s", device->name,
                         device->checks ? "; finds mistakes" : "; compares outputs only",
                         chosen ? " (in use)" : "");
  wb_rows_wrap(rows, WB_STYLE_PLAIN, (size_t)width, 16, text);
  free(text);
}

void wb_view_devices(const struct wb_model *model, int width, struct wb_rows *rows) {
  if (!model->devices_known) {
    wb_rows_start(rows);
    wb_rows_wrap(rows, WB_STYLE_PLAIN, (size_t)width, 0, "Looking for devices…");
    return;
  }
  for (size_t i = 0; i < model->devices.count; i++) device_row(model, i, width, rows);
  if (model->devices.count == 0) {
    wb_rows_start(rows);
    wb_rows_wrap(rows, WB_LOOK_WARN, (size_t)width, 0,
                 "No device was found; \"workbench doctor\" says what to install.");
  }
  if (model->device_problems != NULL && model->device_problems[0] != '\0') {
    wb_rows_start(rows);
    wb_rows_start(rows);
    wb_rows_wrap(rows, WB_LOOK_WARN, (size_t)width, 0, model->device_problems);
  }
}
