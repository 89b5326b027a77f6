/* What the workbench knows and shows, free of terminal, files and processes.
 *
 * The event loop tells the model what happened (a key, a result, a loaded
 * file); the model changes and asks for effects (run, edit, quit), which the
 * loop carries out. So everything that a key does can be tested without a
 * screen. The model never reads a clock: the loop sets `now_ms`. */
#ifndef WB_TUI_MODEL_H
#define WB_TUI_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "base/str.h"
#include "device/registry.h"
#include "judge_client/catalog.h"
#include "judge_client/client.h"
#include "report/marks.h"
#include "session/filter.h"
#include "store/attempts.h"
#include "store/store.h"
#include "tui/cells.h"
#include "tui/glyphs.h"
#include "tui/keys.h"
#include "tui/layout.h"
#include "tui/pane_text.h"
#include "tui/trace.h"
#include "tui/tui.h"
#include "session/glossary.h"
#include "verbs/origin.h"
#include "verbs/versions.h"

/* A puzzle of the list. Until the judge has described it, its name comes from
 * its folder's. */
struct wb_item {
  char *slug;
  struct wb_puzzle_summary about; /* slug and number alone until described */
  bool described;
  struct wb_progress progress;
  struct wb_result *result; /* of this session's last run; NULL: none */
  bool result_is_old;       /* the kernel changed since, or the spec */
  bool spec_is_new;         /* it was the spec */
  bool gave_up;             /* its solution was shown here before it was solved */
  char *mistake;            /* what the course knows of that run's kernel (session/mistake.h);
                               NULL: nothing */
  bool told_mistake;        /* it is shown: somebody asked for help */
};

/* One scrollable pane. `rows` are built for `width` and rebuilt when stale. */
struct wb_pane_state {
  struct wb_pane_text rows;
  int width;
  int lines; /* for rows, when it was last prepared */
  bool stale;
  int top;    /* first row shown */
  int cursor; /* row that the keys are on, for list and result */
};

/* The learner's editor, while it runs in the kernel's pane. It has the keys
 * while the pane has the focus (wb_model_is_typing). */
struct wb_editor_view {
  bool open;
  bool whole;            /* its pane fills the screen while it has the keys; the next one's, too */
  size_t item;           /* whose kernel it edits */
  const char *save;      /* the key or command of it that saves; NULL: not known */
  int findings;          /* lines above it that tell what was found */
  bool at_finding;       /* it was told to go where the first of them is */
  bool silent;           /* it has drawn nothing for a while: it may have a window of its own */
  bool dragged;          /* a button was pressed in it, and is held */
  struct wb_cells cells; /* what it shows */
};

enum wb_mode {
  WB_MODE_NORMAL,
  WB_MODE_SEARCH,  /* typing what the list is filtered by */
  WB_MODE_COMMAND, /* typing after ":" */
  WB_MODE_CONFIRM, /* y or n */
  /* Something lies over the panes: */
  WB_MODE_HELP,
  WB_MODE_GLOSSARY, /* searched as help is */
  WB_MODE_CHAPTER,
  WB_MODE_DEVICES,
  WB_MODE_COURSES,
  WB_MODE_ORIGINS, /* what the learner knows already */
  WB_MODE_MENU,    /* of commands without keys */
  WB_MODE_OUTPUT,  /* of a command of the command line */
  WB_MODE_HISTORY,
  WB_MODE_COMPARE /* two versions of a kernel */
};

/* The attempts at the selected puzzle, as far as they were asked for. */
struct wb_history {
  size_t item; /* whose they are */
  bool known;
  struct wb_attempts attempts;
  char *trouble; /* why there are none; NULL: none */
};

/* Two versions of a kernel: WB_MODE_COMPARE shows what differs. */
struct wb_compare {
  struct wb_version_pair versions;
  bool as_lines;         /* one below the other, though two columns would fit */
  uint64_t number;       /* of the version that can be brought back; 0: none */
  enum wb_language next; /* in which `s` shows the same; WB_LANGUAGE_OPENCL: in none */
  enum wb_mode back;     /* where Esc leads, and its cursor */
  int back_cursor;
};

/* Figures that take a run of the judge: asked of the store, found to be missing
 * there, being measured, known. */
enum wb_figures {
  WB_FIGURES_UNKNOWN,
  WB_FIGURES_ASKED,
  WB_FIGURES_WANTED,
  WB_FIGURES_MEASURED,
  WB_FIGURES_KNOWN
};

/* The counters in the result's pane (tui/counters_model.h). */
struct wb_counters_model {
  bool shown;
  bool aside;     /* for a run that failed: what explains that comes first */
  size_t item;    /* the puzzle that the rest is of */
  size_t at_case; /* that was chosen; SIZE_MAX: none */
  size_t choice;  /* of wb_counter_words(); SIZE_MAX: the first */
  enum wb_figures own_state, ours_state;
  struct wb_counters *ours; /* of our solution, by case */
  size_t n_ours;
  char *trouble; /* why ours are not known; NULL: they are, or will be */
};

/* What is searched for in the help, or in the glossary. */
struct wb_help_search {
  struct wb_str wanted; /* empty: nothing */
  bool typing;
};

/* What the selected puzzle's visible cases give and want (tui/data.h). */
struct wb_data_view {
  struct wb_puzzle_data *made; /* NULL: not there yet, or not to be had */
  char *trouble;               /* why, or why `made` is older than the spec; NULL: none */
  bool asked;
};

/* What a command of the command line printed: WB_MODE_OUTPUT shows it. */
enum { WB_OUTPUT_MAX = 256 * 1024 };
struct wb_output {
  char *line; /* as it was typed */
  struct wb_str text;
  bool running;
  bool cut;  /* it printed more than WB_OUTPUT_MAX bytes */
  char *end; /* how it ended, in words */
};

/* Words that Tab offers for the one that begins at `start` of the input. */
struct wb_completion {
  struct wb_names words;
  size_t start;
  size_t at; /* the word that stands there; SIZE_MAX: none yet */
};

/* Text that was searched for in a pane other than the list, and is marked there. */
struct wb_search {
  struct wb_str text; /* empty: none */
  enum wb_pane pane;
  int row;  /* of the match that was gone to */
  int from; /* where the search began */
};

enum wb_stage { WB_STAGE_STARTING, WB_STAGE_COMPILING, WB_STAGE_CASES };

struct wb_run {
  bool active;
  bool saved;  /* started by saving the file */
  bool counts; /* accepted means solved: the learner's own file, and a device that decides */
  size_t item;
  uint64_t started_ms;
  enum wb_stage stage;
  size_t case_index, case_total;
  char *case_name;
};

/* What the loop is to do. */
enum wb_effect_kind {
  WB_EFFECT_NONE,
  WB_EFFECT_LOAD,            /* lesson and kernel of the selected puzzle */
  WB_EFFECT_OPEN,            /* the same, and fill the work folder for it */
  WB_EFFECT_RUN,             /* judge it */
  WB_EFFECT_CANCEL,          /* end the run */
  WB_EFFECT_EDIT,            /* at line `number` (0: none), in the kernel's pane; an editor without
                              * unsaved changes that is open there on another kernel is closed */
  WB_EFFECT_EDIT_BARE,       /* the same in the terminal itself, which the screen gives up */
  WB_EFFECT_EDIT_AT,         /* have the editor that is open there go to line `number` */
  WB_EFFECT_TYPE,            /* key `number` into the editor of the pane */
  WB_EFFECT_POINT,           /* `mouse`, in the editor's cells, into it */
  WB_EFFECT_RESET,           /* put the starter back; `number`: whether that was agreed to */
  WB_EFFECT_SOLUTION,        /* compare with our solution in solution_language; `number` as above */
  WB_EFFECT_STARTER,         /* compare with the starter */
  WB_EFFECT_COMPARE_VERSION, /* version `restoring` of the attempts with the kernel, */
  WB_EFFECT_COMPARE_BEFORE,  /* or with the one before it */
  WB_EFFECT_HISTORY,         /* load the attempts at the selected puzzle */
  WB_EFFECT_RESTORE,         /* put version `restoring` of them into the learner's file; `number` as
                              * above */
  WB_EFFECT_TRACE,           /* judge it once more, to record what it does; `number`: its case */
  WB_EFFECT_LOAD_TRACE,      /* from file `text` */
  WB_EFFECT_DATA,            /* make the visible cases' data of the selected puzzle */
  WB_EFFECT_GLOSSARY,        /* load the course's */
  WB_EFFECT_CHAPTER,         /* load the page of the selected puzzle's chapter */
  WB_EFFECT_SAVE_HINTS,      /* remember how many hints are shown */
  WB_EFFECT_MISTAKE,         /* look whether the course knows what is wrong with the kernel */
  WB_EFFECT_DEVICES,         /* ask which devices there are */
  WB_EFFECT_COMMAND,         /* of the command line: the words of `text` */
  WB_EFFECT_CANCEL_COMMAND,  /* end it */
  WB_EFFECT_MOUSE,           /* `number`: 1 on, 0 off */
  WB_EFFECT_SAVE_DISPLAY,    /* into file `text`; `number`: 1 with colours, as ANSI sequences */
  WB_EFFECT_REDRAW,          /* the whole screen, after something else wrote on it */
  WB_EFFECT_SUSPEND,         /* Ctrl-Z */
  WB_EFFECT_ORIGIN,          /* keep the language `text`, and show its words */
  WB_EFFECT_COURSES,         /* list the courses that there are */
  WB_EFFECT_OPEN_COURSE,     /* choose the one at path `text`, and begin anew with it */
  WB_EFFECT_QUIT
};
struct wb_effect {
  enum wb_effect_kind kind;
  int number;
  char *text; /* owned by whoever takes the effect */
  struct wb_mouse mouse;
};

enum wb_tone { WB_TONE_PLAIN, WB_TONE_GOOD, WB_TONE_BAD, WB_TONE_WARN };

struct wb_model {
  const struct wb_glyphs *glyphs;
  uint64_t now_ms;
  bool stopping; /* a quit was asked for */
  bool author;   /* struct wb_tui_options says what that means */

  struct wb_names courses; /* paths of those to choose from, once they were asked for */
  char *course_named;      /* the path of the one that is open; NULL in tests */
  struct wb_course_summary about_course; /* zeroed until it was described */
  struct wb_item *items;
  size_t n_items;
  size_t selected; /* < n_items unless the course is empty */
  char *wanted;    /* what somebody called a puzzle before all were described; NULL: none */
  bool describing; /* summaries are still coming */
  struct wb_str filter;
  enum wb_show show;
  struct wb_search search;

  /* The selected puzzle's texts. */
  char *lesson, *kernel; /* NULL: could not be read, see load_error */
  char *explanation;     /* shown below the lesson; NULL: the puzzle is not solved, or has none */
  char *files;           /* those of the puzzle with their texts, Markdown; NULL: it has none */
  int code_columns;      /* of the widest drawing of both, which is not to be cut; 0: none */
  char *kernel_path;
  char *load_error;
  bool is_starter;  /* not begun: the starter, read-only */
  uint32_t at_line; /* of the kernel: the place that was jumped to */
  bool shows_why;   /* the explanation is to be scrolled to */
  size_t at_mark;   /* and the one of its marks that is meant, if it is on that line */
  bool shows_line;  /* it is to be scrolled to when the pane's text is there */
  struct wb_marks marks;

  enum wb_pane focus;
  uint32_t timeline_line; /* to be gone to once there is a timeline (timeline.h); 0: none */
  enum wb_pane lower;     /* WB_PANE_RESULT or one after it: which of them shows */
  bool zoomed;
  struct wb_pane_state panes[WB_PANE_COUNT];
  struct wb_layout layout;
  bool showed_findings; /* when the panes were last prepared */

  struct wb_trace_view trace;
  struct wb_data_view data;

  struct wb_editor_view editor;
  bool pasting;               /* keys come from a paste */
  uint64_t pasted_ms;         /* when the last key came, of a paste or not */
  enum wb_pane before_typing; /* the pane that had the focus before the editor's */

  enum wb_mode mode;
  struct wb_str input; /* of a prompt */
  void (*complete)(const struct wb_names *words, const char *begun, const struct wb_names *puzzles,
                   const char *course,
                   struct wb_names *out); /* as in struct wb_tui_options; NULL: no */
  struct wb_completion completion;
  struct wb_names typed; /* earlier commands */
  size_t typed_at;       /* the one that was brought back; their count: none */
  struct wb_output output;
  struct wb_help_search help;
  enum wb_language origin;     /* whose words and numbers are shown, too */
  struct wb_glossary glossary; /* once it was asked for */
  char *calls;                 /* those of gpu, Markdown, of a puzzle whose answer is a program;
                                  NULL: it is not */
  struct wb_names chapters;    /* files of the chapters' pages: "first-steps.md" */
  char *chapter;               /* the page of WB_MODE_CHAPTER, likewise; Markdown */
  struct wb_history history;
  struct wb_compare compare;
  struct wb_counters_model counters;
  enum wb_mode asked_in;              /* what WB_MODE_CONFIRM goes back to */
  uint64_t restoring;                 /* the version that the question is about */
  enum wb_language solution_language; /* that is wanted */
  enum wb_effect_kind agreeing;       /* what is carried out once a reply's question is agreed to */
  char *question;                     /* of WB_MODE_CONFIRM */
  const char *declined;               /* what is said where the answer is no; static storage */
  void (*confirmed)(struct wb_model *); /* what y does */
  struct wb_pane_state overlay;         /* help or devices */
  bool mouse;

  struct wb_run run;
  uint64_t runs_ended; /* finished, cancelled or failed */
  char *device;        /* as given to the judge; never NULL */
  const char *lacks;   /* of the sandbox, for the title: "no Landlock"; NULL: nothing */
  struct wb_device_list devices;
  char *device_problems;
  char *device_wanted; /* chosen by name once the list is there; NULL: none */
  bool devices_known, devices_asked;

  char *message;
  enum wb_tone tone;
  bool message_is_verdict; /* the result says it, and more */
  bool message_is_of_key;  /* it is about one key, and ends with the next */
  uint64_t quit_asked_ms;  /* when Ctrl-C was pressed idly; 0: not */

  struct wb_effect *effects;
  size_t n_effects, effects_capacity;
};

/* The puzzles' slugs, in order. `unicode`: the locale is UTF-8. */
void wb_model_init(struct wb_model *model, const struct wb_names *slugs, const char *device,
                   bool unicode);
void wb_model_release(struct wb_model *model);
void wb_model_release_texts(struct wb_model *model); /* of the puzzle that was selected */

/* The selected puzzle; NULL where the course has none. */
struct wb_item *wb_model_item(const struct wb_model *model);
const char *wb_item_title(const struct wb_item *item);

/* Whether the kernel's pane shows the editor, whether that pane is chosen, and whether keys go
 * to it: nothing lies over the panes, either. */
bool wb_model_shows_editor(const struct wb_model *model);
bool wb_model_chose_editor(const struct wb_model *model);
bool wb_model_is_typing(const struct wb_model *model);

/* Whether its pane has the whole screen. */
bool wb_model_editor_fills(const struct wb_model *model);

/* Before the name of a key that a pane offers: "Ctrl-] " while the editor is chosen, else "". */
const char *wb_model_key_prefix(const struct wb_model *model);

/* How many lines above the editor tell what was found, at most, of a pane with so many. */
int wb_editor_finding_lines(int lines);

/* ---- what happened ---- */
void wb_model_editor(struct wb_model *model, bool open); /* for the selected puzzle */
void wb_model_editor_stays(struct wb_model *model);      /* it has changes that are not saved */
void wb_model_resize(struct wb_model *model, int lines, int columns);
void wb_model_key(struct wb_model *model, int key);
void wb_model_mouse(struct wb_model *model, const struct wb_mouse *mouse);

/* A line typed after ":", or a line of a script. False and a message where
 * there is no such command. */
bool wb_model_command(struct wb_model *model, const char *line);

/* Opens the course at a path, or of a name, in place of this one. */
void wb_model_open_course(struct wb_model *model, const char *path);

/* Take over the summary's content. */
void wb_model_course_described(struct wb_model *model, struct wb_course_summary *about);
void wb_model_described(struct wb_model *model, struct wb_puzzle_summary *about);
void wb_model_description_ended(struct wb_model *model);
void wb_model_spec_changed(struct wb_model *model); /* of the selected puzzle */

/* The course has other puzzles, or others of their names have other numbers. What is known of each
 * stays with it; where the selected one is gone, its neighbour is selected. For when nothing is
 * under way that belongs to a puzzle. */
void wb_model_list_anew(struct wb_model *model, const struct wb_names *slugs);

/* Selects the puzzle that a person called so, by the rule of all faces (wb_puzzle_list_find).
 * Where only its description can tell, that is waited for. */
void wb_model_want(struct wb_model *model, const char *wanted);
struct wb_puzzle_list wb_model_puzzles(const struct wb_model *model);

/* Takes over the texts. A kernel that differs from the one shown makes the
 * result old. */
struct wb_loaded {
  char *lesson, *kernel, *kernel_path, *error;
  char *explanation; /* NULL: it is not to be shown, or there is none */
  bool is_starter;
};
void wb_model_loaded(struct wb_model *model, struct wb_loaded *loaded);
/* Takes over the page with the puzzle's files. */
void wb_model_files_loaded(struct wb_model *model, char *page);

/* Opens the glossary, which it takes over; `trouble` (may be NULL) is why there is none. */
void wb_model_glossary_loaded(struct wb_model *model, struct wb_glossary *glossary,
                              const char *trouble);
/* Opens the page, which it takes over; NULL: there is none. */
void wb_model_chapter_loaded(struct wb_model *model, char *page);

void wb_model_run_started(struct wb_model *model, bool saved, bool counts);
void wb_model_run_event(struct wb_model *model, const struct wb_event *event);
void wb_model_run_finished(struct wb_model *model, struct wb_result *result); /* takes it over */
/* What the course knows of the kernel of puzzle `index` (copied): a hint. */
void wb_model_mistake_found(struct wb_model *model, size_t index, const char *why);
void wb_model_run_cancelled(struct wb_model *model);
void wb_model_run_failed(struct wb_model *model, const char *why); /* it did not start */

void wb_model_choose_device(struct wb_model *model, const char *device);
/* Takes over the list, and chooses the device that waits for it. `problems` may be NULL. */
void wb_model_devices(struct wb_model *model, struct wb_device_list *list, const char *problems);

/* A command of the command line. What it prints is kept up to WB_OUTPUT_MAX. */
void wb_model_output_started(struct wb_model *model, const char *line);
void wb_model_output(struct wb_model *model, const char *bytes, size_t length);
void wb_model_output_ended(struct wb_model *model, const char *how);
void wb_model_output_release(struct wb_output *output);

/* ---- what handlers share ---- */
void wb_model_say(struct wb_model *model, enum wb_tone tone, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void wb_model_ask(struct wb_model *model, const char *question, const char *declined,
                  void (*confirmed)(struct wb_model *model));

/* What a verb replied (verbs/verb.h) to an effect: its notice, or its question, after whose
 * yes the effect comes again, with `number` 1. */
void wb_model_reply(struct wb_model *model, const struct wb_reply *reply,
                    enum wb_effect_kind effect);

/* A request about the selected puzzle. */
struct wb_request wb_model_request(const struct wb_model *model, const struct wb_course *course,
                                   bool sure);
void wb_model_effect(struct wb_model *model, enum wb_effect_kind kind);
void wb_model_effect_with(struct wb_model *model, enum wb_effect_kind kind, int number,
                          const char *text);
void wb_model_focus(struct wb_model *model, enum wb_pane pane);
void wb_model_select(struct wb_model *model, size_t index);
enum wb_mode wb_model_mode_shown(const struct wb_model *model); /* behind a question, too */
/* Whether the answer to the selected puzzle is a host program. */
bool wb_model_is_of_program(const struct wb_model *model);
/* Whether the selected puzzle has such a pane. */
bool wb_model_has_pane(const struct wb_model *model, enum wb_pane pane);
bool wb_model_has_overlay(const struct wb_model *model);   /* something lies over the panes */
bool wb_model_searches_help(const struct wb_model *model); /* what is searched for is typed */

/* ---- which puzzles the list shows (filter.c) ---- */
bool wb_model_matches(const struct wb_model *model, const struct wb_item *item);
void wb_model_select_match(struct wb_model *model); /* where the selected one is hidden */
void wb_model_show_all(struct wb_model *model);
/* The next one in the direction (1, -1) whose state the list shows; n_items: none. */
size_t wb_model_neighbour(const struct wb_model *model, int step);
size_t wb_model_next_puzzle(const struct wb_model *model);
const char *wb_model_filter_words(const struct wb_model *model);    /* "unsolved only", or "" */
const char *wb_model_filter_is_empty(const struct wb_model *model); /* instead of an empty list */

/* Shows line `line` of the kernel and marks it as the place meant. */
void wb_model_jump(struct wb_model *model, uint32_t line);

/* The mark that is meant: on that line the one that was gone to, else its first; their count
 * where that line has none. */
size_t wb_model_mark_meant(const struct wb_model *model);

/* The oldest effect; WB_EFFECT_NONE when there is none left. */
struct wb_effect wb_model_next_effect(struct wb_model *model);

/* ---- from one start to the next (resume.c) ---- */

/* Which pane has the keys and how far the panes are scrolled, in words; and
 * taking that up again for the same puzzle, as far as it makes sense. */
void wb_model_view(const struct wb_model *model, struct wb_str *out);
void wb_model_take_view(struct wb_model *model, const char *view);

/* ---- before drawing ---- */

/* Places the panes: the first step of wb_model_prepare(). */
void wb_model_arrange(struct wb_model *model);

/* Places the panes, builds stale rows, and keeps cursors and scrolling in
 * range. */
void wb_model_prepare(struct wb_model *model);

/* Marks all panes or one as out of date. */
void wb_model_stale(struct wb_model *model);
void wb_model_pane_stale(struct wb_model *model, enum wb_pane pane);

#endif
