/* Random keys, sizes and events at the model and the drawing: millions of
 * them, by seed.
 *
 *   FUZZ_SECONDS=300 FUZZ_SEED=1 build-asan/tests/unit/tui/fuzz.t
 *
 * goes on for so long; without it a fixed number of episodes is played. Each
 * episode has a seed of its own, which a failure prints; FUZZ_EPISODES=1 FUZZ_SEED=that
 * plays it again. */
#include "fuzz/hostile.h"
#include "fuzz/ui_events.h"
#include "tap.h"

#include "base/clock.h"
#include "text/columns.h"
#include "tui/bindings.h"
#include "tui/counters_model.h"
#include "tui/draw.h"
#include "tui/history.h"
#include "tui/views.h"

enum { EPISODES = 30, STEPS = 300, MOST_PUZZLES = 40 };

struct play {
  struct chance chance;
  struct wb_model model;
  struct wb_cells cells;
  bool running, quit;
  unsigned step;
  int last_key;
};

/* ---- beginning and ending ---- */

static void begin(struct play *play) {
  struct wb_names slugs;
  const bool unicode = !chance_one_in(&play->chance, 4);
  wb_names_init(&slugs);
  for (unsigned i = chance_below(&play->chance, MOST_PUZZLES); i > 0; i--) {
    char *slug = wb_format("%02u-%s", i, chance_one_in(&play->chance, 3) ? "\033[2Jx" : "puzzle");
    wb_names_add(&slugs, slug);
    free(slug);
  }
  wb_names_sort(&slugs);
  wb_model_init(&play->model, &slugs, NULL, unicode);
  wb_names_release(&slugs);
  wb_cells_init(&play->cells, !unicode);
  play->model.now_ms = 1000;
  wb_model_prepare(&play->model);
}

static void end(struct play *play) {
  wb_model_release(&play->model);
  wb_cells_release(&play->cells);
}

/* ---- effects: as if the loop had carried them out ---- */

static void start_run(struct play *play) {
  wb_model_run_started(&play->model, chance_one_in(&play->chance, 2),
                       chance_one_in(&play->chance, 2));
  play->running = true;
  if (!chance_one_in(&play->chance, 10)) return;
  char *why = hostile_text(&play->chance, 4);
  wb_model_run_failed(&play->model, why);
  free(why);
  play->running = false;
}

static void cancel(struct play *play) {
  if (play->running) wb_model_run_cancelled(&play->model);
  play->running = false;
}

static void edit_here(struct play *play) {
  if (play->model.editor.open || play->model.n_items == 0) return;
  random_load(&play->chance, &play->model);
  if (chance_one_in(&play->chance, 6)) return;
  wb_model_prepare(&play->model);
  wb_model_editor(&play->model, true);
  random_editor_screen(&play->chance, &play->model);
}

/* What a verb replies: a question, unless it was agreed to, or what `carry_out` does. */
static bool asks_first(struct play *play, const struct wb_effect *effect) {
  if (effect->number != 0 || chance_one_in(&play->chance, 3)) return false;
  char *question = hostile_text(&play->chance, 4);
  const struct wb_reply reply = {.kind = WB_REPLY_QUESTION, .question = question};
  wb_model_reply(&play->model, &reply, effect->kind);
  free(question);
  return true;
}

static struct wb_version_text random_kernel(struct play *play) {
  struct wb_version_text kernel = {.name = hostile_text(&play->chance, 2),
                                   .text = hostile_text(&play->chance, 60)};
  kernel.length = strlen(kernel.text);
  return kernel;
}

static void random_comparison(struct play *play) {
  struct wb_version_pair versions = {.old = random_kernel(play), .new = random_kernel(play)};
  wb_compare_open(&play->model, &versions, play->model.restoring);
}

static void random_history(struct play *play) {
  struct wb_attempts attempts = random_attempts(&play->chance);
  char *trouble = chance_one_in(&play->chance, 8) ? hostile_text(&play->chance, 5) : NULL;
  const bool late = chance_one_in(&play->chance, 8);
  wb_history_loaded(&play->model, play->model.selected + late, &attempts, trouble);
  wb_attempts_release(&attempts);
  free(trouble);
}

static void random_recording(struct play *play) {
  struct wb_result *result = random_result(&play->chance);
  wb_model_trace_started(&play->model);
  if (chance_one_in(&play->chance, 5))
    wb_model_trace_failed(&play->model, "no device");
  else
    wb_model_trace_recorded(&play->model, result);
  wb_result_release(result);
  free(result);
}

static void carry_out(struct play *play, const struct wb_effect *effect) {
  struct wb_model *model = &play->model;
  switch (effect->kind) {
    case WB_EFFECT_LOAD:
    case WB_EFFECT_OPEN:
    case WB_EFFECT_EDIT_BARE:
      random_load(&play->chance, model);
      break;
    case WB_EFFECT_RESET:
      if (!asks_first(play, effect)) random_load(&play->chance, model);
      break;
    case WB_EFFECT_RUN:
      cancel(play);
      random_load(&play->chance, model);
      if (model->n_items > 0) start_run(play);
      break;
    case WB_EFFECT_CANCEL:
      cancel(play);
      break;
    case WB_EFFECT_EDIT:
      edit_here(play);
      break;
    case WB_EFFECT_TYPE:
    case WB_EFFECT_POINT:
      random_editor_screen(&play->chance, model);
      break;
    case WB_EFFECT_SOLUTION:
      if (!asks_first(play, effect)) random_comparison(play);
      break;
    case WB_EFFECT_STARTER:
    case WB_EFFECT_COMPARE_VERSION:
    case WB_EFFECT_COMPARE_BEFORE:
      random_comparison(play);
      break;
    case WB_EFFECT_HISTORY:
      if (!chance_one_in(&play->chance, 4)) random_history(play);
      break;
    case WB_EFFECT_RESTORE:
      if (asks_first(play, effect)) break;
      random_load(&play->chance, model);
      model->mode = WB_MODE_NORMAL;
      break;
    case WB_EFFECT_DEVICES:
      if (chance_one_in(&play->chance, 2)) random_devices(&play->chance, model);
      break;
    case WB_EFFECT_TRACE:
      random_recording(play);
      break;
    case WB_EFFECT_QUIT:
      play->quit = true;
      break;
    default:
      break;
  }
}

static void carry_out_all(struct play *play) {
  for (;;) {
    struct wb_effect effect = wb_model_next_effect(&play->model);
    if (effect.kind == WB_EFFECT_NONE) return;
    carry_out(play, &effect);
    free(effect.text);
  }
}

/* ---- what happens ---- */

/* A key of the table of commands. */
static int key_of_table(struct chance *chance) {
  const struct wb_command *command = NULL;
  struct wb_names keys;
  int key = 0;
  while (command == NULL || !wb_is_key(command))
    command = &wb_commands[chance_below(chance, (unsigned)wb_n_commands)];
  wb_names_init(&keys);
  wb_split_words(command->key.keys, &keys);
  wb_key_parse(keys.items[chance_below(chance, (unsigned)keys.count)], &key);
  wb_names_release(&keys);
  return key;
}

static int random_key(struct play *play) {
  struct chance *chance = &play->chance;
  const unsigned kind = chance_below(chance, 20);
  int key = 0;
  if (kind < 12) {
    key = key_of_table(chance);
    /* Not in each episode's first steps. */
    if (key == 'q' && !chance_one_in(chance, 20)) key = 'j';
  }
  if (kind == 12) key = (int)chance_below(chance, 0x80);
  if (kind == 13) key = (int)chance_below(chance, 0x11FFFF);
  if (kind == 14 || kind == 15)
    key = WB_KEY_UP + (int)chance_below(chance, WB_KEY_MOUSE - WB_KEY_UP);
  if (kind == 16) key = WB_KEY_UP | (int)(chance_below(chance, 8) * WB_KEY_WITH_SHIFT);
  if (kind == 17) key = chance_one_in(chance, 2) ? 'y' : 'n';
  if (kind == 18) key = WB_KEY_ESCAPE;
  if (kind == 19) key = chance_one_in(chance, 2) ? WB_KEY_ENTER : WB_KEY_LEAVE_EDITOR;
  return key;
}

static void press(struct play *play, int key) {
  play->last_key = key;
  if (key == WB_KEY_NONE || key == WB_KEY_MOUSE) return;
  wb_model_key(&play->model, key);
  wb_model_prepare(&play->model);
  carry_out_all(play);
}

static void step_key(struct play *play) { press(play, random_key(play)); }

static void step_mouse(struct play *play) {
  const struct wb_layout *layout = &play->model.layout;
  struct wb_mouse mouse = {
      .action = (enum wb_mouse_action)chance_below(&play->chance, WB_MOUSE_RELEASE + 1),
      .y = (int)chance_below(&play->chance, (unsigned)layout->lines + 3) - 1,
      .x = (int)chance_below(&play->chance, (unsigned)layout->columns + 3) - 1};
  wb_model_mouse(&play->model, &mouse);
}

static void step_resize(struct play *play) {
  static const int sizes[][2] = {{24, 80}, {43, 132}, {16, 60},   {12, 40}, {1, 1},
                                 {2, 2},   {5, 20},   {200, 500}, {1, 300}, {90, 3}};
  const unsigned known = sizeof sizes / sizeof sizes[0];
  if (chance_one_in(&play->chance, 2)) {
    const int *size = sizes[chance_below(&play->chance, known)];
    wb_model_resize(&play->model, size[0], size[1]);
  } else {
    wb_model_resize(&play->model, 1 + (int)chance_below(&play->chance, 60),
                    1 + (int)chance_below(&play->chance, 180));
  }
}

static void step_command(struct play *play) {
  static const char *const commands[] = {"puzzle 3", "line 7",   "device opencl", "device",
                                         "line",     "run",      "help",          "zoom",
                                         "trace",    "counters", "history",       "filter solved"};
  const unsigned count = sizeof commands / sizeof commands[0];
  if (chance_one_in(&play->chance, 3)) {
    char *line = hostile_text(&play->chance, 3);
    wb_model_command(&play->model, line);
    free(line);
  } else {
    wb_model_command(&play->model, commands[chance_below(&play->chance, count)]);
  }
  wb_model_prepare(&play->model);
  carry_out_all(play);
}

/* A prompt that is typed into. */
static void step_typing(struct play *play) {
  press(play, chance_one_in(&play->chance, 2) ? ':' : '/');
  for (unsigned i = chance_below(&play->chance, 9); i > 0; i--) {
    static const int typed[] = {'a', 'u', 'n', ' ', 0x5B57, 0x301, 0x202E, WB_KEY_TAB, WB_KEY_UP};
    press(play, typed[chance_below(&play->chance, sizeof typed / sizeof typed[0])]);
  }
  if (chance_one_in(&play->chance, 3)) press(play, WB_KEY_ENTER);
}

static void step_run(struct play *play) {
  struct wb_event event = {.kind = WB_EVENT_COMPILING};
  if (!play->running) return;
  if (chance_one_in(&play->chance, 3)) {
    wb_model_run_finished(&play->model, random_result(&play->chance));
    play->running = false;
    return;
  }
  if (chance_one_in(&play->chance, 2)) {
    event = (struct wb_event){.kind = WB_EVENT_CASE,
                              .index = chance_below(&play->chance, 20),
                              .total = chance_below(&play->chance, 20),
                              .name = hostile_text(&play->chance, 3)};
  }
  wb_model_run_event(&play->model, &event);
  wb_event_release(&event);
}

static void step_described(struct play *play) {
  struct wb_model *model = &play->model;
  const unsigned count = (unsigned)model->n_items;
  const char *slug = count > 0 && !chance_one_in(&play->chance, 9)
                         ? model->items[chance_below(&play->chance, count)].slug
                         : "99-none";
  struct wb_puzzle_summary about = random_summary(&play->chance, slug);
  wb_model_described(model, &about);
  if (chance_one_in(&play->chance, 9)) wb_model_description_ended(model);
}

/* What the loop does for counters that are shown. */
static void step_figures(struct play *play) {
  struct wb_model *model = &play->model;
  const size_t count = random_count(&play->chance, 12);
  const enum wb_measure wanted = wb_counters_model_wants(model);
  if (wanted == WB_MEASURE_OWN) wb_counters_model_measuring(model, true);
  if (wanted == WB_MEASURE_ASK) wb_counters_model_asked(model);
  if (wanted == WB_MEASURE_OURS) wb_counters_model_measuring(model, false);
  if (chance_one_in(&play->chance, 6)) wb_counters_model_stopped(model);
  if (chance_one_in(&play->chance, 6)) wb_counters_model_own_failed(model);
  if (!wb_counters_model_is_pending(model)) return;
  if (chance_one_in(&play->chance, 4)) {
    char *why = hostile_text(&play->chance, 4);
    wb_counters_model_ours_failed(model, why);
    free(why);
  } else {
    struct wb_counters *cases =
        chance_one_in(&play->chance, 3) ? NULL : random_counters(&play->chance, count);
    wb_counters_model_ours_are(model, model->selected, cases, cases != NULL ? count : 0);
  }
}

static void step_kept(struct play *play) { wb_history_changed(&play->model, play->model.selected); }

static void step_progress(struct play *play) {
  struct wb_model *model = &play->model;
  if (model->n_items == 0) return;
  struct wb_item *item = &model->items[chance_below(&play->chance, (unsigned)model->n_items)];
  item->progress =
      (struct wb_progress){.tried = true,
                           .last = (enum wb_verdict)chance_below(&play->chance, WB_VERDICT_COUNT),
                           .attempts = random_number(&play->chance),
                           .hints_shown = random_count(&play->chance, 9),
                           .solved = chance_one_in(&play->chance, 2)};
  wb_model_stale(model);
}

static void step_editor(struct play *play) {
  if (!play->model.editor.open) return;
  if (chance_one_in(&play->chance, 8)) {
    wb_model_editor(&play->model, false);
  } else {
    random_editor_screen(&play->chance, &play->model);
  }
}

static void step_file(struct play *play) {
  random_load(&play->chance, &play->model);
  if (chance_one_in(&play->chance, 2) && play->model.n_items > 0) {
    cancel(play);
    start_run(play);
  }
}

static void step_time(struct play *play) {
  play->model.now_ms += chance_below(&play->chance, 5000);
}

static void step(struct play *play) {
  static const struct {
    unsigned weight;
    void (*run)(struct play *);
  } steps[] = {{60, step_key},   {4, step_mouse}, {5, step_resize},    {3, step_command},
               {3, step_typing}, {8, step_run},   {3, step_described}, {1, step_progress},
               {4, step_editor}, {2, step_file},  {4, step_time},      {4, step_figures},
               {2, step_kept}};
  unsigned total = 0, at = 0;
  for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) total += steps[i].weight;
  unsigned chosen = chance_below(&play->chance, total);
  while (chosen >= steps[at].weight) chosen -= steps[at++].weight;
  steps[at].run(play);
  wb_model_prepare(&play->model);
  carry_out_all(play);
}

/* ---- what always holds ---- */

static bool is_shown(uint32_t character) {
  return character >= ' ' && !(character >= 0x7F && character < 0xA0) && character <= 0x10FFFF &&
         !(character >= 0xD800 && character <= 0xDFFF);
}

static bool cell_is_sound(const struct wb_cells *cells, int y, int x) {
  const struct wb_cell *cell = wb_cells_at(cells, y, x);
  const struct wb_cell *left = wb_cells_at(cells, y, x - 1);
  const struct wb_cell *right = wb_cells_at(cells, y, x + 1);
  bool sound = (cell->look & WB_LOOK_MASK) < WB_LOOK_COUNT && cell->width <= 2;
  if (cell->width == 0) return sound && left != NULL && left->width == 2;
  sound = sound && is_shown(cell->text[0]);
  for (size_t i = 1; i < WB_CELL_CHARACTERS && cell->text[i] != 0; i++)
    sound = sound && is_shown(cell->text[i]) && wb_character_width(cell->text[i]) == 0;
  if (cell->width == 2) sound = sound && right != NULL && right->width == 0;
  if (cells->ascii) sound = sound && cell->text[0] <= '~' && cell->text[1] == 0;
  return sound && wb_character_width(cell->text[0]) == cell->width;
}

static bool check_cells(const struct play *play) {
  const struct wb_cells *cells = &play->cells;
  const struct wb_layout *layout = &play->model.layout;
  bool sound = CHECK_INT(cells->lines, layout->lines) && CHECK_INT(cells->columns, layout->columns);
  for (int i = 0; sound && i < cells->lines * cells->columns; i++) {
    const int y = i / cells->columns, x = i % cells->columns;
    sound = CHECK(cell_is_sound(cells, y, x));
    if (!sound) {
      const struct wb_cell *cell = wb_cells_at(cells, y, x);
      printf("# cell %d,%d: U+%04X U+%04X width %d look %x\n", y, x, cell->text[0], cell->text[1],
             cell->width, cell->look);
    }
  }
  return sound && CHECK(cells->cursor_y >= -1 && cells->cursor_y < cells->lines) &&
         CHECK(cells->cursor_x >= -1 && cells->cursor_x < cells->columns) &&
         CHECK((cells->cursor_y < 0) == (cells->cursor_x < 0));
}

static bool row_is_blank(const struct wb_cells *cells, int y) {
  bool blank = true;
  for (int x = 0; x < cells->columns; x++) {
    const struct wb_cell *cell = wb_cells_at(cells, y, x);
    if (cell->width > 0 && cell->text[0] != ' ') blank = false;
  }
  return blank;
}

/* What the keys do is said wherever there is room for it. */
static bool check_way_out(const struct play *play) {
  const struct wb_layout *layout = &play->model.layout;
  if (layout->keys_y < 0 || layout->columns < 24) return true;
  return CHECK(!row_is_blank(&play->cells, layout->keys_y));
}

typedef void (*view)(const struct wb_model *model, int width, struct wb_pane_text *rows);
static const view views[WB_PANE_COUNT] = {wb_view_list,     wb_view_lesson, wb_view_kernel,
                                          wb_view_result,   wb_view_trace,  wb_view_data,
                                          wb_view_timeline, wb_view_graph};

static void tell_row(const char *what, const struct wb_pane_row *row) {
  printf("# %s:", what);
  for (size_t i = 0; i < row->n_pieces; i++)
    printf(" <%u>%s", row->pieces[i].look, row->pieces[i].text);
  printf("\n");
}

static bool same_row(const struct wb_pane_row *a, const struct wb_pane_row *b) {
  bool same = a->n_pieces == b->n_pieces && a->item == b->item && a->source_line == b->source_line;
  for (size_t i = 0; same && i < a->n_pieces; i++) {
    same =
        a->pieces[i].look == b->pieces[i].look && strcmp(a->pieces[i].text, b->pieces[i].text) == 0;
  }
  return same;
}

/* Rows that were kept are those that would be built now: nothing changed
 * without the pane being marked as out of date. */
static bool check_rows(const struct play *play) {
  bool same = true;
  for (int i = 0; i < WB_PANE_COUNT && same; i++) {
    const struct wb_pane_state *pane = &play->model.panes[i];
    struct wb_pane_text fresh;
    if (!play->model.layout.pane[i].shown || pane->stale || pane->width <= 0) continue;
    wb_pane_text_init(&fresh);
    views[i](&play->model, pane->width, &fresh);
    same = fresh.count == pane->rows.count;
    for (size_t row = 0; same && row < fresh.count; row++)
      same = same_row(&fresh.items[row], &pane->rows.items[row]);
    for (size_t row = 0; !same && row < fresh.count && row < pane->rows.count; row++) {
      if (same_row(&fresh.items[row], &pane->rows.items[row])) continue;
      tell_row("shown", &pane->rows.items[row]);
      tell_row("built now", &fresh.items[row]);
      break;
    }
    wb_pane_text_release(&fresh);
    if (!CHECK(same)) printf("# pane %s is out of date\n", wb_pane_name((enum wb_pane)i));
  }
  return same;
}

static bool check(struct play *play) {
  wb_model_prepare(&play->model);
  wb_draw(&play->model, &play->cells);
  return check_cells(play) && check_way_out(play) && (play->step % 8 != 0 || check_rows(play));
}

/* From wherever it is: a few keys always end the workbench. */
static bool check_quit(struct play *play) {
  play->quit = false;
  play->model.now_ms += 5000;
  for (int i = 0; i < 4 && !play->quit; i++)
    press(play, wb_model_is_typing(&play->model) ? WB_KEY_LEAVE_EDITOR : WB_KEY_ESCAPE);
  const int quit[] = {':', 'q', WB_KEY_ENTER};
  for (size_t i = 0; i < 3 && !play->quit; i++) press(play, quit[i]);
  if (!play->quit) press(play, 'y');
  return CHECK(play->quit);
}

/* ---- playing ---- */

static unsigned long setting(const char *name, unsigned long otherwise) {
  const char *text = getenv(name);
  return text != NULL && text[0] != '\0' ? strtoul(text, NULL, 10) : otherwise;
}

static void tell(const struct play *play, uint64_t seed) {
  const struct wb_model *model = &play->model;
  printf("# FUZZ_SEED=%llu, step %u, after key %#x, %dx%d, mode %d, pane %d\n",
         (unsigned long long)seed, play->step, (unsigned)play->last_key, model->layout.columns,
         model->layout.lines, (int)model->mode, (int)model->focus);
  if (setting("FUZZ_SHOW", 0) == 0) return;
  struct wb_str text;
  wb_str_init(&text);
  wb_cells_dump(&play->cells, &text);
  printf("%s", text.data);
  wb_str_release(&text);
}

static bool play_episode(uint64_t seed) {
  struct play play = {0};
  bool sound = true;
  chance_begin(&play.chance, seed);
  begin(&play);
  for (play.step = 0; play.step < STEPS && sound; play.step++) {
    step(&play);
    sound = check(&play);
    if (play.quit) break;
  }
  sound = sound && check_quit(&play);
  if (!sound) tell(&play, seed);
  end(&play);
  return sound;
}

static void keys_sizes_and_events(void) {
  const unsigned long seconds = setting("FUZZ_SECONDS", 0), first = setting("FUZZ_SEED", 1);
  const unsigned long count = setting("FUZZ_EPISODES", EPISODES);
  const uint64_t start = wb_clock_ns();
  unsigned long played = 0;
  while (seconds > 0 ? wb_elapsed_ms(start) < (double)seconds * 1000 : played < count) {
    if (!play_episode(first + played)) return;
    played++;
  }
  printf("# %lu episodes of at most %d steps\n", played, STEPS);
}

int main(void) {
  tap_run("random keys, sizes and events leave a whole screen and a way out",
          keys_sizes_and_events);
  return tap_finish();
}
