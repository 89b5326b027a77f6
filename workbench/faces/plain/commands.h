/* The commands of the dialogue: one table, from which the help, the lookup and
 * docs are made. */
#ifndef WB_PLAIN_COMMANDS_H
#define WB_PLAIN_COMMANDS_H

#include "plain/dialogue.h"

enum { WB_SPOKEN_ALIASES = 4, WB_SPOKEN_EXAMPLES = 4 };

struct wb_spoken_example {
  const char *line, *meaning;
};

struct wb_spoken {
  const char *name;
  const char *aliases[WB_SPOKEN_ALIASES]; /* other names, and the screen's key; NULL ends */
  const char *argument;                   /* as help shows it: "[PUZZLE]"; NULL: none */
  const char *topic;                      /* the heading of help above it; NULL: as before */
  const char *help;                       /* one line */
  const char *details;                    /* sentences; may be NULL */
  struct wb_spoken_example examples[WB_SPOKEN_EXAMPLES]; /* ends where the line is NULL */
  void (*run)(struct wb_dialogue *dialogue, const char *argument);
  bool of_trace; /* may stand after "trace", too */
};

const struct wb_spoken *wb_spoken(size_t *count);

/* By name, alias or unique beginning of a name; NULL: none, and where several
 * begin so, their names are appended to `several` (may be NULL). */
const struct wb_spoken *wb_spoken_find(const char *word, struct wb_str *several);

/* Splits "NAME ARGUMENT", without a ':' before it. *name is the
 * caller's to free; *argument points into the line. */
void wb_spoken_split(const char *line, char **name, const char **argument);

/* What the screen has, and how it is done here. */
struct wb_counterpart {
  const char *screen; /* the name of a key's action, or of a command after ':' */
  const char *here;   /* what to type instead; NULL: nothing is needed */
  const char *why;    /* a sentence where nothing is */
};
const struct wb_counterpart *wb_counterpart_of(const char *screen); /* NULL: none */

/* ---- what they do ---- */
void wb_speak_list(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_open(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_next(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_previous(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_show(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_lesson(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_more(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_kernel(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_line(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_edit(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_run(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_watch(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_result(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_findings(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_counters(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_trace(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_step(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_back(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_at(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_play(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_turn(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_phase(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_trouble(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_cell(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_item(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_group(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_diff(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_history(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_restore(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_hint(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_solution(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_reset(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_device(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_help(struct wb_dialogue *dialogue, const char *argument);
void wb_speak_quit(struct wb_dialogue *dialogue, const char *argument);

#endif
