/* What the program can be told to do: one table for all faces.
 *
 * A row is one name. Its parts say where it can be said: as a command of the shell
 * (`shell`), as a key of the screen (`key`), after ":" in the screen (`line`), in the
 * dialogue (`spoken`). From the table come the shell's help, its completion and the manual
 * page; the screen's keys, its line of key hints and its help; the dialogue's commands; and
 * the lists in docs/ are compared with it (tests/unit/commands).
 *
 * The rows are in the *.inc files beside this one. What a row does is a function of the face
 * whose name follows from the row's: wb_shell_ID, wb_do_ID, wb_line_ID, wb_speak_ID. Each
 * face declares them, and finds them, by including commands.inc once more with its own
 * meaning of the parts; a row without its function does not link. */
#ifndef WB_COMMANDS_COMMAND_H
#define WB_COMMANDS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/file.h"
#include "base/str.h"

/* The headings of lists of commands, in their order. */
enum wb_topic {
  WB_TOPIC_PUZZLES,
  WB_TOPIC_READING,
  WB_TOPIC_WORKING,
  WB_TOPIC_VERSIONS,
  WB_TOPIC_UNDERSTANDING,
  WB_TOPIC_TRACE,
  WB_TOPIC_HELP,
  WB_TOPIC_AUTHORING,
  WB_TOPIC_GRADING,
  WB_TOPIC_OTHER,
  WB_TOPICS
};
const char *wb_topic_title(enum wb_topic topic); /* "Puzzles" */

struct wb_example {
  const char *line, *meaning;
};

/* ---- of the shell ---- */

/* What somebody does who needs it: its lists go by that. */
enum wb_purpose {
  WB_PURPOSE_OF_TOPIC, /* writing puzzles is teaching, what is "Other" is about the program */
  WB_PURPOSE_LEARNING,
  WB_PURPOSE_OWN_KERNELS,
  WB_PURPOSE_TEACHING,
  WB_PURPOSE_PROGRAM,
  WB_PURPOSES
};
const char *wb_purpose_title(enum wb_purpose purpose);

enum wb_option_kind {
  WB_OPTION_FLAG,
  WB_OPTION_TEXT,
  WB_OPTION_NUMBER,   /* a whole number from 0 */
  WB_OPTION_COUNT,    /* a whole number from 1 */
  WB_OPTION_CHOICE,   /* one of the words of `argument`, as "text|tap|json" */
  WB_OPTION_SCHEDULE, /* forward, reverse, shuffle:SEED, interleave:SEED or stale */
  WB_OPTION_SIZES,    /* one to three whole numbers: 64,32 or 64x32 */
  WB_OPTION_SECONDS   /* a time above 0, with decimals: 0.5 */
};

struct wb_option {
  const char *name;     /* without the dashes */
  const char *argument; /* as help names it; NULL for a flag */
  const char *help;
  enum wb_option_kind kind;
  char letter;  /* of the short form, or 0 */
  bool repeats; /* may be given several times, all of which count */
};

enum { WB_MAX_COMMAND_OPTIONS = 64, WB_MAX_COMMAND_ALIASES = 4 };

struct wb_shell_part {
  const char *summary; /* one line, for the list of commands; NULL: it is none of the shell */
  const char *operand; /* as usage shows it: "PUZZLE", "[PUZZLE]"; NULL: none */
  size_t max_operands;
  bool needs_operand;
  enum wb_purpose purpose;           /* where it is not the topic's */
  const char *details;               /* paragraphs for its own help; may be NULL */
  const struct wb_option *options;   /* ends where the name is NULL; NULL: none */
  const struct wb_example *examples; /* ends where the line is NULL; NULL: none */
  /* Why the screen does not run it as a process after ":", and what to do there; NULL: it
   * does. */
  const char *not_in_screen;
};

/* ---- of the screen ---- */

/* The panes, as bits. */
enum {
  WB_IN_LIST = 1 << 0,
  WB_IN_LESSON = 1 << 1,
  WB_IN_KERNEL = 1 << 2,
  WB_IN_RESULT = 1 << 3,
  WB_IN_TRACE = 1 << 4,
  WB_IN_DATA = 1 << 5,
  WB_IN_TIMELINE = 1 << 6,
  WB_IN_GRAPH = 1 << 7
};

/* When a key is offered. */
enum wb_useful {
  WB_USEFUL_ALWAYS,
  WB_USEFUL_MARKS,    /* the kernel has lines with findings */
  WB_USEFUL_FINDINGS, /* … that the trace can show */
  WB_USEFUL_RESULT,   /* the puzzle was run */
  WB_USEFUL_NEXT,     /* there is a puzzle after this */
  WB_USEFUL_HINTS_LEFT,
  WB_USEFUL_SOLVED,
  WB_USEFUL_UNZOOMED, /* other panes share the screen */
  WB_USEFUL_TRACE,    /* a trace is there */
  WB_USEFUL_STEPS_BY_ARROWS,
  WB_USEFUL_PHASES, /* its group has barriers */
  WB_USEFUL_GROUPS, /* it has several groups */
  WB_USEFULS
};

struct wb_key_part {
  const char *help;  /* NULL: it is no key */
  const char *keys;  /* names of keys with blanks between them: "k Up" */
  const char *brief; /* in the line of key hints; NULL: not there */
  const char *card;  /* on the page of keys, in few words; NULL: not there, or with another row */
  const char *card_keys; /* as that page has them, where it names several rows' keys: "n p" */
  unsigned place;        /* in that line from the left, from 1; those on the right go first */
  unsigned panes;        /* WB_IN_ …: where the hint is of use; 0: anywhere */
  unsigned only;         /* WB_IN_ …: where the keys mean this; 0: where they mean nothing else */
  enum wb_useful useful;
};

/* Typed after ":", with an argument or without a key. */
struct wb_line_part {
  const char *help;     /* NULL: it is none */
  const char *argument; /* for help: "FILE"; NULL: none */
};

/* ---- of the dialogue ---- */

struct wb_spoken_part {
  const char *help;                            /* one line; NULL: it is none of the dialogue */
  const char *aliases[WB_MAX_COMMAND_ALIASES]; /* other names, and the screen's key; NULL ends */
  const char *argument;                        /* as help shows it: "[PUZZLE]"; NULL: none */
  const char *details;                         /* sentences; may be NULL */
  const struct wb_example *examples;           /* ends where the line is NULL; NULL: none */
  bool of_trace;                               /* may stand after "trace", too */
};

/* What a key or a line of the screen is in the dialogue, where that has no such command. */
struct wb_instead_part {
  const char *type; /* what to type instead; NULL: nothing is needed */
  const char *why;  /* a sentence where nothing is */
};

struct wb_command {
  const char *name;
  enum wb_topic topic;
  struct wb_shell_part shell;
  struct wb_key_part key;
  struct wb_line_part line;
  struct wb_spoken_part spoken;
  struct wb_instead_part instead;
};

/* The table. Rows of a topic follow each other. */
extern const struct wb_command wb_commands[];
extern const size_t wb_n_commands;

/* The row with that name; NULL: there is none. */
const struct wb_command *wb_command_named(const char *name);

enum wb_purpose wb_command_purpose(const struct wb_command *command);

/* Which parts a row has. */
bool wb_is_of_shell(const struct wb_command *command);
bool wb_is_key(const struct wb_command *command);
bool wb_is_line(const struct wb_command *command);
bool wb_is_spoken(const struct wb_command *command);

/* The first row after `command` (NULL: of all) that has a part; NULL: there is none. */
const struct wb_command *wb_next_command(const struct wb_command *command,
                                         bool (*has)(const struct wb_command *command));

/* ---- the screen's keys ---- */

/* What a key does where the pane `pane` (one of WB_IN_ …) is chosen, by the key's name;
 * NULL: nothing. */
const struct wb_command *wb_command_of_key(const char *key, unsigned pane);

/* The first of its keys; `name` has room for WB_KEY_WORD_MAX bytes. */
enum { WB_KEY_WORD_MAX = 16 };
const char *wb_first_key(const struct wb_command *command, char name[WB_KEY_WORD_MAX]);

/* The row with a place in the line of key hints; NULL: places end before it. */
const struct wb_command *wb_command_at_place(unsigned place);

/* "j, Down". Appends. */
void wb_list_keys(const struct wb_command *command, struct wb_str *out);

/* The rows of the menu, in the table's order: what screen and shell do and no key does. NULL:
 * there are no more. */
const struct wb_command *wb_command_in_menu(size_t index);

/* What follows the name of such a row after ":", for help; NULL: nothing. */
const char *wb_argument_in_menu(const struct wb_command *command);

/* ---- the dialogue's words ---- */

/* By name, alias or unique beginning of a name; NULL: none, and where several
 * begin so, their names are appended to `several` (may be NULL). */
const struct wb_command *wb_spoken_find(const char *word, struct wb_str *several);

/* Splits "NAME ARGUMENT", without a ':' before it. *name is the
 * caller's to free; *argument points into the line. */
void wb_spoken_split(const char *line, char **name, const char **argument);

/* Splits a line into words as a shell would: by blanks, with '…' and "…" around those that
 * have some. False where a quote is not closed, which then ends with the line. */
bool wb_split_words(const char *line, struct wb_names *words);

/* ---- options ---- */

size_t wb_count_options(const struct wb_command *command);
size_t wb_count_examples(const struct wb_example *examples); /* NULL has none */

#endif
