#include "tui/editing.h"

#include <string.h>

#include "base/clock.h"
#include "session/editor.h"

/* ---- keys ---- */

static const struct {
  int key;
  unsigned press;
} presses[] = {
    {WB_KEY_UP, WB_TERMINAL_UP},           {WB_KEY_DOWN, WB_TERMINAL_DOWN},
    {WB_KEY_LEFT, WB_TERMINAL_LEFT},       {WB_KEY_RIGHT, WB_TERMINAL_RIGHT},
    {WB_KEY_HOME, WB_TERMINAL_HOME},       {WB_KEY_END, WB_TERMINAL_END},
    {WB_KEY_PAGE_UP, WB_TERMINAL_PAGE_UP}, {WB_KEY_PAGE_DOWN, WB_TERMINAL_PAGE_DOWN},
    {WB_KEY_ENTER, WB_TERMINAL_ENTER},     {WB_KEY_ESCAPE, WB_TERMINAL_ESCAPE},
    {WB_KEY_TAB, WB_TERMINAL_TAB},         {WB_KEY_BACKSPACE, WB_TERMINAL_BACKSPACE},
    {WB_KEY_DELETE, WB_TERMINAL_DELETE},   {WB_KEY_INSERT, WB_TERMINAL_INSERT},
};

static unsigned held_with(int key) {
  unsigned held = 0;
  if ((key & WB_KEY_WITH_SHIFT) != 0) held |= WB_TERMINAL_SHIFT;
  if ((key & WB_KEY_WITH_ALT) != 0) held |= WB_TERMINAL_ALT;
  if ((key & WB_KEY_WITH_CTRL) != 0) held |= WB_TERMINAL_CTRL;
  return held;
}

static void press_key(struct wb_terminal *terminal, int key) {
  const unsigned held = held_with(key);
  const int plain = key & ~WB_KEY_HELD;
  for (size_t i = 0; i < sizeof presses / sizeof presses[0]; i++)
    if (presses[i].key == plain) wb_terminal_press(terminal, presses[i].press, held);
  if (plain >= WB_KEY_F1 && plain <= WB_KEY_F12)
    wb_terminal_press(terminal, WB_TERMINAL_FUNCTION + 1 + (unsigned)(plain - WB_KEY_F1), held);
  if (plain == WB_KEY_BACK_TAB) wb_terminal_press(terminal, WB_TERMINAL_TAB, WB_TERMINAL_SHIFT);
  if (plain == WB_KEY_CTRL_SPACE) wb_terminal_type(terminal, ' ', WB_TERMINAL_CTRL);
  if (plain == WB_KEY_PASTE_BEGIN || plain == WB_KEY_PASTE_END)
    wb_terminal_paste(terminal, plain == WB_KEY_PASTE_BEGIN);
}

enum { SUSPENSION_MS = 200 }; /* by then it has given its terminal up, if it stops on Ctrl-Z */

void wb_editing_key(struct wb_app *app, int key) {
  if (app->editor == NULL) return;
  if (key == WB_CTRL('Z')) app->suspension_ms = app->model.now_ms + SUSPENSION_MS;
  app->editor_was_typed_in = true;
  if (key >= WB_KEY_UP)
    press_key(app->editor, key);
  else
    wb_terminal_type(app->editor, (uint32_t)key, 0); /* control characters too, as they are */
}

void wb_editing_point(struct wb_app *app, const struct wb_mouse *mouse) {
  static const enum wb_terminal_action actions[] = {
      [WB_MOUSE_CLICK] = WB_TERMINAL_PRESSES,    [WB_MOUSE_PRESS] = WB_TERMINAL_PRESSES,
      [WB_MOUSE_WHEEL_UP] = WB_TERMINAL_PRESSES, [WB_MOUSE_WHEEL_DOWN] = WB_TERMINAL_PRESSES,
      [WB_MOUSE_DRAG] = WB_TERMINAL_DRAGS,       [WB_MOUSE_RELEASE] = WB_TERMINAL_RELEASES};
  enum wb_terminal_button button = WB_TERMINAL_LEFT_BUTTON;
  if (app->editor == NULL) return;
  if (mouse->button > 0) button = (enum wb_terminal_button)mouse->button;
  if (mouse->action == WB_MOUSE_WHEEL_UP) button = WB_TERMINAL_WHEEL_UP;
  if (mouse->action == WB_MOUSE_WHEEL_DOWN) button = WB_TERMINAL_WHEEL_DOWN;
  app->editor_was_typed_in = true;
  wb_terminal_point(app->editor, button, actions[mouse->action], held_with(mouse->held), mouse->y,
                    mouse->x);
}

/* Bytes, as its terminal would send them. */
static void type_text(struct wb_app *app, const char *text) {
  for (; *text != '\0'; text++) wb_terminal_type(app->editor, (unsigned char)*text, 0);
}

void wb_editing_go_to(struct wb_app *app, int line) {
  struct wb_str keys, why;
  if (app->editor == NULL || line <= 0) return;
  wb_str_init(&keys);
  wb_str_init(&why);
  const bool known = wb_editor_go_to((uint32_t)line, &keys, &why);
  if (known && wb_terminal_takes_keys(app->editor))
    type_text(app, keys.data);
  else if (known)
    wb_model_say(&app->model, WB_TONE_WARN,
                 "Your editor does not read keys here now; the finding is on line %d.", line);
  else
    wb_model_say(&app->model, WB_TONE_WARN, "%s; the finding is on line %d.", why.data, line);
  wb_str_release(&keys);
  wb_str_release(&why);
}

/* ---- starting and ending ---- */

static void pane_size(const struct wb_app *app, int *lines, int *columns) {
  const struct wb_rect *rect = &app->model.layout.pane[WB_PANE_KERNEL];
  *lines = rect->lines - 1 - app->model.editor.findings;
  *columns = rect->columns;
}

/* Where the workbench was started for one editor, that is all that it was for; unless the
 * person has left it for other things meanwhile. */
static void end_with_editor(struct wb_app *app, enum wb_status status, const struct wb_error *err) {
  const struct wb_item *item = wb_model_item(&app->model);
  if (!app->options->edit || item == NULL || app->model.focus != WB_PANE_KERNEL) return;
  if (strcmp(item->slug, app->options->puzzle) != 0) return;
  app->edit.ended = true;
  app->edit.status = status;
  app->edit.err = *err;
}

enum { SILENCE_MS = 1500 }; /* an editor of terminals has drawn something by then */

void wb_editing_start(struct wb_app *app, int line) {
  struct wb_editor_command command;
  struct wb_error err = {0};
  int lines, columns;
  /* The pane may just have come up, and findings take some of it. */
  wb_model_editor(&app->model, true);
  wb_model_prepare(&app->model);
  pane_size(app, &lines, &columns);
  enum wb_status status = wb_editor_command_init(&command, app->watch.path, line, NULL, &err);
  if (status == WB_OK) status = wb_terminal_open(&app->editor, command.argv, lines, columns, &err);
  wb_editor_command_release(&command);
  if (status == WB_OK) {
    app->model.editor.save = wb_editor_save_key();
    app->editor_was_typed_in = app->editor_has_saved = false;
    app->silence.until_ms = app->model.now_ms + SILENCE_MS;
    app->silence.broken = false;
    wb_model_say(&app->model, WB_TONE_PLAIN, "%s", "");
  } else {
    app->editor = NULL;
    wb_model_editor(&app->model, false);
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
    end_with_editor(app, status, &err);
  }
}

enum { LEAVE_MS = 1500 }; /* an editor that has not ended by then has something to ask */

/* How long an editor has to end by itself once its terminal has ended. At the end of the workbench
 * it may have something to keep that was not saved. One that nobody typed in has not, and must not
 * hold up the screen. */
enum { KEEP_MS = 2000, UNTOUCHED_MS = 200 };

static void end_editor(struct wb_app *app, int patience_ms) {
  app->silence.until_ms = app->suspension_ms = 0;
  wb_terminal_close(app->editor, patience_ms);
  app->editor = NULL;
}

void wb_editing_stop(struct wb_app *app) { end_editor(app, KEEP_MS); }

/* Nobody typed in it: nothing can be lost. Who has a window of its own is typed into there. */
static bool is_untouched(const struct wb_app *app) {
  return !app->editor_was_typed_in && app->silence.broken;
}

void wb_editing_start_after(struct wb_app *app, int line) {
  const struct wb_editor_leave keys = wb_editor_leave();
  if (keys.leave != NULL && wb_terminal_takes_keys(app->editor)) {
    type_text(app, keys.leave);
    app->next_edit.until_ms = app->model.now_ms + LEAVE_MS;
    app->next_edit.item = app->model.selected;
    app->next_edit.line = line;
  } else if (is_untouched(app)) {
    end_editor(app, UNTOUCHED_MS);
    wb_model_editor(&app->model, false);
    wb_editing_start(app, line);
  } else {
    wb_model_editor_stays(&app->model);
  }
}

/* It did not end: it asks, or has said that something is not saved. */
static void give_up_leaving(struct wb_app *app) {
  const struct wb_editor_leave keys = wb_editor_leave();
  app->next_edit.until_ms = 0;
  if (keys.stay != NULL) type_text(app, keys.stay);
  wb_model_editor_stays(&app->model);
}

static int time_until(const struct wb_app *app, uint64_t until) {
  if (until == 0) return -1;
  return until > app->model.now_ms ? (int)(until - app->model.now_ms) : 0;
}

int wb_editing_timeout(const struct wb_app *app) {
  const int leaving = time_until(app, app->next_edit.until_ms);
  const int silence = time_until(app, app->silence.until_ms);
  return wb_shorter_timeout(wb_shorter_timeout(leaving, silence),
                            time_until(app, app->suspension_ms));
}

/* In a terminal of its own there is nothing to stop for. */
static void undo_suspension(struct wb_app *app) {
  app->suspension_ms = 0;
  if (!wb_terminal_takes_keys(app->editor)) wb_terminal_continue(app->editor);
}

static void note_silence(struct wb_app *app) {
  app->silence.until_ms = 0;
  app->model.editor.silent = true;
}

/* ---- what it shows ---- */

static struct wb_cell cell_of(const struct wb_terminal_cell *from) {
  struct wb_cell cell = {.look = WB_LOOK_TERMINAL,
                         .width = from->width,
                         .attributes = from->attributes,
                         .foreground = from->foreground,
                         .background = from->background};
  for (size_t i = 0; i < WB_CELL_CHARACTERS; i++) cell.text[i] = from->text[i];
  if (cell.text[0] == 0) cell.text[0] = ' ';
  return cell;
}

static void copy_screen(struct wb_app *app) {
  struct wb_cells *cells = &app->model.editor.cells;
  int lines, columns, y, x;
  wb_terminal_size(app->editor, &lines, &columns);
  bool blank = true;
  wb_cells_clear(cells, lines, columns);
  for (int i = 0; i < lines * columns; i++) {
    struct wb_terminal_cell cell;
    wb_terminal_cell(app->editor, i / columns, i % columns, &cell);
    *wb_cells_at(cells, i / columns, i % columns) = cell_of(&cell);
    blank = blank && (cell.text[0] == 0 || cell.text[0] == ' ');
  }
  if (!blank) app->silence.until_ms = 0;
  app->silence.broken = app->silence.broken || !blank;
  app->model.editor.silent = app->model.editor.silent && blank;
  if (!wb_terminal_cursor(app->editor, &y, &x)) return;
  cells->cursor_y = y;
  cells->cursor_x = x;
  cells->cursor_shape = wb_terminal_cursor_shape(app->editor);
}

void wb_editing_resize(struct wb_app *app) {
  int lines, columns, now_lines, now_columns;
  if (app->editor == NULL || !app->model.layout.pane[WB_PANE_KERNEL].shown) return;
  pane_size(app, &lines, &columns);
  wb_terminal_size(app->editor, &now_lines, &now_columns);
  if (lines < 1 || columns < 1 || (lines == now_lines && columns == now_columns)) return;
  wb_terminal_resize(app->editor, lines, columns);
  copy_screen(app);
}

static void editor_ended(struct wb_app *app, const struct wb_exit *end) {
  struct wb_editor_command command;
  struct wb_error err = {0};
  const bool was_here = wb_model_shows_editor(&app->model);
  wb_editing_stop(app);
  wb_model_editor(&app->model, false);
  enum wb_status status = wb_editor_command_init(&command, "", 0, NULL, &err);
  if (status == WB_OK) status = wb_editor_judge_end(&command, end, &err);
  wb_editor_command_release(&command);
  const bool is_next = app->next_edit.until_ms != 0 && app->next_edit.item == app->model.selected;
  app->next_edit.until_ms = 0;
  if (is_next)
    wb_editing_start(app, app->next_edit.line);
  else if (status != WB_OK)
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
  app->editor_has_ended = was_here && status == WB_OK && !is_next;
  if (was_here && !is_next) end_with_editor(app, status, &err);
}

void wb_editing_update(struct wb_app *app) {
  struct wb_exit end;
  if (app->editor == NULL) return;
  if (wb_terminal_update(app->editor)) copy_screen(app);
  if (wb_terminal_ended(app->editor, &end))
    editor_ended(app, &end);
  else if (time_until(app, app->next_edit.until_ms) == 0)
    give_up_leaving(app);
  else if (time_until(app, app->silence.until_ms) == 0)
    note_silence(app);
  else if (time_until(app, app->suspension_ms) == 0)
    undo_suspension(app);
}
