#include "tui/overlays.h"

#include "commands/command.h"
#include "tui/history.h"
#include "tui/views.h"

static void help_title(const struct wb_model *model, struct wb_str *out) {
  const struct wb_help_search *help = &model->help;
  if (help->wanted.length > 0)
    wb_str_addf(out, "Help: what has \"%s\", Esc shows all", help->wanted.data);
  else
    wb_str_add(out, "Help: / searches, j, k scroll, Esc closes");
}

static void glossary_title(const struct wb_model *model, struct wb_str *out) {
  const struct wb_help_search *help = &model->help;
  if (help->wanted.length > 0)
    wb_str_addf(out, "Glossary: what has \"%s\", Esc shows all", help->wanted.data);
  else
    wb_str_add(out, "Glossary: / searches, j, k scroll, Esc closes");
}

static void chapter_title(const struct wb_model *model, struct wb_str *out) {
  (void)model;
  wb_str_add(out, "Chapter: j, k scroll, Esc closes");
}

static void devices_title(const struct wb_model *model, struct wb_str *out) {
  (void)model;
  wb_str_add(out, "Devices: Enter chooses, Esc closes");
}

static void courses_title(const struct wb_model *model, struct wb_str *out) {
  (void)model;
  wb_str_add(out, "Courses: Enter opens one, Esc closes");
}

static void origins_title(const struct wb_model *model, struct wb_str *out) {
  (void)model;
  wb_str_add(out, "What do you know already? Enter chooses, Esc closes");
}

static void menu_title(const struct wb_model *model, struct wb_str *out) {
  (void)model;
  wb_str_add(out, "Menu: Enter does it, or lets you type what it needs; Esc closes");
}

static size_t count_courses(const struct wb_model *model) { return model->courses.count; }
static size_t count_devices(const struct wb_model *model) { return model->devices.count; }

static size_t count_origins(const struct wb_model *model) {
  (void)model;
  return WB_LANGUAGE_COUNT;
}

static size_t count_menu(const struct wb_model *model) {
  size_t count = 0;
  (void)model;
  while (wb_command_in_menu(count) != NULL) count++;
  return count;
}

static const struct wb_overlay overlays[] = {
    [WB_MODE_HELP] = {wb_view_help, help_title, NULL},
    [WB_MODE_GLOSSARY] = {wb_view_glossary, glossary_title, NULL},
    [WB_MODE_CHAPTER] = {wb_view_chapter, chapter_title, NULL},
    [WB_MODE_DEVICES] = {wb_view_devices, devices_title, count_devices},
    [WB_MODE_COURSES] = {wb_view_courses, courses_title, count_courses},
    [WB_MODE_ORIGINS] = {wb_view_origins, origins_title, count_origins},
    [WB_MODE_MENU] = {wb_view_menu, menu_title, count_menu},
    [WB_MODE_OUTPUT] = {wb_view_output, wb_output_title, NULL},
    [WB_MODE_HISTORY] = {wb_view_history, wb_history_title, wb_history_count},
    [WB_MODE_COMPARE] = {wb_view_compare, wb_compare_title, NULL},
};

const struct wb_overlay *wb_overlay_shown(const struct wb_model *model) {
  const enum wb_mode mode = wb_model_mode_shown(model);
  const bool known = (size_t)mode < sizeof overlays / sizeof overlays[0];
  return known && overlays[mode].view != NULL ? &overlays[mode] : NULL;
}

enum { LIST_COLUMNS = 60, LIST_LINES = 6 }; /* less room than this: the whole screen */

struct wb_rect wb_overlay_place(const struct wb_model *model) {
  const struct wb_layout *layout = &model->layout;
  const struct wb_rect *lower = &layout->pane[model->lower];
  const bool is_list = wb_overlay_shown(model)->choices != NULL;
  struct wb_rect place = {.lines = layout->status_y, .columns = layout->columns, .shown = true};
  if (is_list && layout->wide && lower->shown && lower->columns >= LIST_COLUMNS &&
      lower->lines >= LIST_LINES)
    place = *lower;
  return place;
}
