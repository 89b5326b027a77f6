/* What keys do in what lies over the panes, beside moving and Esc; and opening versions. */
#include "tui/actions.h"
#include "tui/history.h"
#include "tui/overlays.h"
#include "tui/prompt.h"
#include "verbs/origin.h"

/* ---- help ---- */

static void search_help(struct wb_model *model, const char *wanted) {
  wb_str_clear(&model->help.wanted);
  wb_str_add(&model->help.wanted, wanted);
  model->overlay.top = 0;
  model->overlay.stale = true;
}

/* False: it scrolls. */
static bool help_search_key(struct wb_model *model, int key) {
  const bool nothing_left = model->input.length == 0 && key == WB_KEY_BACKSPACE;
  if (key == WB_KEY_ENTER || nothing_left) {
    model->help.typing = false;
  } else if (key == WB_KEY_ESCAPE || key == WB_CTRL('C')) {
    model->help.typing = false;
    search_help(model, "");
  } else if (wb_prompt_edit(model, key)) {
    search_help(model, model->input.data);
  } else {
    return false;
  }
  return true;
}

static bool help_key(struct wb_model *model, int key) {
  if (model->help.typing) return help_search_key(model, key);
  if (key == '/') {
    model->help.typing = true;
    wb_str_clear(&model->input);
    search_help(model, "");
  } else if (key == WB_KEY_ESCAPE && model->help.wanted.length > 0) {
    search_help(model, "");
  } else if (key == WB_KEY_ENTER || key == '?') {
    model->mode = WB_MODE_NORMAL;
  } else {
    return false;
  }
  return true;
}

/* ---- the glossary, which is searched alike, and the chapter's page ---- */

static bool glossary_key(struct wb_model *model, int key) {
  const bool closes = !model->help.typing && key == 'K';
  if (closes) model->mode = WB_MODE_NORMAL;
  return closes || help_key(model, key);
}

static bool chapter_key(struct wb_model *model, int key) {
  const bool closes = key == WB_KEY_ENTER || key == 'C' || key == '?';
  if (closes) model->mode = WB_MODE_NORMAL;
  return closes;
}

/* ---- devices and commands ---- */

static bool devices_key(struct wb_model *model, int key) {
  const int at = model->overlay.cursor;
  if (key != WB_KEY_ENTER && key != '?') return false;
  model->mode = WB_MODE_NORMAL;
  if (key == WB_KEY_ENTER && at >= 0 && (size_t)at < model->devices.count)
    wb_model_choose_device(model, model->devices.items[at].selector);
  return true;
}

static bool courses_key(struct wb_model *model, int key) {
  const int at = model->overlay.cursor;
  const bool closes = key == WB_KEY_ENTER || key == 'O' || key == '?';
  if (!closes) return false;
  model->mode = WB_MODE_NORMAL;
  if (key == WB_KEY_ENTER && at >= 0 && (size_t)at < model->courses.count)
    wb_model_open_course(model, model->courses.items[at]);
  return true;
}

static bool origins_key(struct wb_model *model, int key) {
  const enum wb_language chosen = (enum wb_language)model->overlay.cursor;
  if (key != WB_KEY_ENTER && key != '?') return false;
  model->mode = WB_MODE_NORMAL;
  if (key == WB_KEY_ENTER && chosen != model->origin)
    wb_model_effect_with(model, WB_EFFECT_ORIGIN, 0, wb_origin_word(chosen));
  return true;
}

static bool menu_key(struct wb_model *model, int key) {
  const int at = model->overlay.cursor;
  const struct wb_command *command = at >= 0 ? wb_command_in_menu((size_t)at) : NULL;
  if (key != WB_KEY_ENTER && key != 'm' && key != '?') return false;
  model->mode = WB_MODE_NORMAL;
  if (key != WB_KEY_ENTER || command == NULL) return true;
  if (wb_argument_in_menu(command) == NULL) {
    wb_model_command(model, command->name);
  } else {
    wb_do_command_line(model);
    wb_str_addf(&model->input, "%s ", command->name);
  }
  return true;
}

static bool output_key(struct wb_model *model, int key) {
  const bool running = model->output.running;
  const bool closes = key == WB_KEY_ESCAPE || key == 'q' || key == '?' || key == WB_CTRL('C');
  if (closes && running) {
    wb_model_effect(model, WB_EFFECT_CANCEL_COMMAND);
  } else if (key == ':' && !running) {
    wb_do_command_line(model);
  } else if ((closes || key == WB_KEY_ENTER) && !running) {
    model->mode = WB_MODE_NORMAL;
  } else {
    return false;
  }
  return true;
}

/* ---- versions ---- */

void wb_do_history(struct wb_model *model) {
  if (wb_model_item(model) == NULL) {
    wb_model_say(model, WB_TONE_WARN, "This course has no puzzles.");
    return;
  }
  if (model->history.item != model->selected) wb_history_release(&model->history);
  model->history.item = model->selected;
  model->mode = WB_MODE_HISTORY;
  wb_model_say(model, WB_TONE_PLAIN, "%s", "");
  model->overlay.top = model->overlay.cursor = 0;
  model->overlay.stale = true;
  wb_model_effect(model, WB_EFFECT_HISTORY);
}

static bool history_key(struct wb_model *model, int key) {
  const struct wb_attempt *attempt = wb_history_choice(model, model->overlay.cursor);
  const bool known = key == WB_KEY_ENTER || key == 'v' || key == 'b' || key == 'y';
  if (key == 'y') {
    model->mode = WB_MODE_NORMAL;
  } else if (attempt != NULL && key == WB_KEY_ENTER) {
    model->restoring = attempt->number;
    wb_model_effect(model, WB_EFFECT_COMPARE_VERSION);
  } else if (attempt != NULL && key == 'v') {
    model->restoring = attempt->number;
    wb_model_effect(model, WB_EFFECT_COMPARE_BEFORE);
  } else if (attempt != NULL && key == 'b') {
    wb_action_ask_restore(model, attempt->number);
  }
  return known;
}

void wb_line_compare_starter(struct wb_model *model, const char *argument) {
  (void)argument;
  if (wb_model_item(model) != NULL) wb_model_effect(model, WB_EFFECT_STARTER);
}

static void close_compare(struct wb_model *model) {
  model->mode = model->compare.back;
  model->overlay.top = 0;
  model->overlay.cursor = model->compare.back_cursor;
  model->overlay.stale = true;
}

static bool compare_key(struct wb_model *model, int key) {
  const bool goes_on = key == 's' && model->compare.next != WB_LANGUAGE_OPENCL;
  const bool closes =
      key == WB_KEY_ESCAPE || key == 'q' || (key == 's' && !goes_on) || key == WB_KEY_ENTER;
  if (closes) {
    close_compare(model);
  } else if (goes_on) {
    model->solution_language = model->compare.next;
    wb_model_effect_with(model, WB_EFFECT_SOLUTION, true, NULL);
  } else if (key == 'v') {
    model->compare.as_lines = !model->compare.as_lines;
    model->overlay.stale = true;
  } else if (key == 'b' && model->compare.number > 0) {
    wb_action_ask_restore(model, model->compare.number);
  }
  return closes || goes_on || key == 'v' || key == 'b';
}

bool wb_overlay_take_key(struct wb_model *model, int key) {
  static bool (*const takers[])(struct wb_model *, int) = {
      [WB_MODE_HELP] = help_key,         [WB_MODE_DEVICES] = devices_key,
      [WB_MODE_COURSES] = courses_key,   [WB_MODE_OUTPUT] = output_key,
      [WB_MODE_HISTORY] = history_key,   [WB_MODE_COMPARE] = compare_key,
      [WB_MODE_GLOSSARY] = glossary_key, [WB_MODE_CHAPTER] = chapter_key,
      [WB_MODE_MENU] = menu_key,         [WB_MODE_ORIGINS] = origins_key,
  };
  return takers[wb_model_mode_shown(model)](model, key);
}
