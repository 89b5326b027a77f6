#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "plain/commands.h"

static const struct wb_spoken commands[] = {
    {.name = "list",
     .aliases = {"puzzles", "ls"},
     .argument = "[solved|tried|new|unsolved|WORD]",
     .topic = "Puzzles",
     .help = "tell the puzzles, and how far you are",
     .details = "A word tells only those puzzles whose name, tag or number in another set has it.",
     .examples = {{"list", "all puzzles"},
                  {"list unsolved", "what is still to be done"},
                  {"list guard", "puzzles about guards"}},
     .run = wb_speak_list},
    {.name = "open",
     .aliases = {"puzzle", "o"},
     .argument = "PUZZLE",
     .help = "go to a puzzle by its number, name, or the start of its name",
     .examples = {{"open 3", "puzzle 3"}, {"open conv", "06-conv1d"}, {"3", "a number will do"}},
     .run = wb_speak_open},
    {.name = "next", .aliases = {"n"}, .help = "go to the next puzzle", .run = wb_speak_next},
    {.name = "previous",
     .aliases = {"p"},
     .help = "go to the one before",
     .run = wb_speak_previous},
    {.name = "show",
     .aliases = {"where", "status"},
     .argument = "[PUZZLE]",
     .topic = "Reading",
     .help = "tell where you are: progress, file, parameters, cases",
     .run = wb_speak_show},
    {.name = "lesson",
     .argument = "[all|NUMBER]",
     .help = "read the lesson, a paragraph at a time",
     .details = "more, or an empty line, goes on; a number begins at that paragraph.",
     .examples = {{"lesson", "the first paragraph"},
                  {"lesson 4", "the fourth"},
                  {"lesson all", "everything at once"}},
     .run = wb_speak_lesson},
    {.name = "more", .help = "the next paragraph", .run = wb_speak_more},
    {.name = "kernel",
     .argument = "[FIRST [LAST]]",
     .help = "read your kernel with line numbers, and what was found at its lines",
     .examples = {{"kernel", "all lines"}, {"kernel 5 10", "lines 5 to 10"}},
     .run = wb_speak_kernel},
    {.name = "line",
     .argument = "NUMBER",
     .help = "read one line of your kernel",
     .examples = {{"line 7", "line 7, and what was found there"}},
     .run = wb_speak_line},
    {.name = "edit",
     .aliases = {"e"},
     .argument = "[PUZZLE|LINE]",
     .topic = "Working",
     .help = "open your kernel in $VISUAL or $EDITOR; when it has changed, it is run",
     .details = "The first time, your file is made from the starter. Editors that know lines open "
                "it at the first error, or at the line that you name.",
     .examples = {{"edit", "at the first error"}, {"edit 7", "at line 7"}},
     .run = wb_speak_edit},
    {.name = "run",
     .aliases = {"r"},
     .argument = "[PUZZLE]",
     .help = "judge your kernel and say what is wrong with it",
     .details = "Ctrl-C cancels it.",
     .examples = {{"run", "the open puzzle"}, {"run map", "opens 01-map and judges it"}},
     .run = wb_speak_run},
    {.name = "watch",
     .argument = "[PUZZLE]",
     .help = "run your kernel at each save, until Enter or Ctrl-C",
     .run = wb_speak_watch},
    {.name = "reset",
     .argument = "[PUZZLE] [yes]",
     .help = "put the starter back; your file is kept as a backup",
     .details = "It asks before, unless the last word is yes.",
     .run = wb_speak_reset},
    {.name = "diff",
     .argument = "[solution|VERSION [VERSION]]",
     .topic = "Versions",
     .help = "tell what you changed in the starter, or since a version",
     .details = "diff solution compares with ours, and asks where you have not solved it yet.",
     .examples = {{"diff", "since the starter"},
                  {"diff 3", "since version 3"},
                  {"diff 3 4", "from version 3 to 4"},
                  {"diff solution", "from yours to ours"}},
     .run = wb_speak_diff},
    {.name = "history",
     .aliases = {"versions"},
     .argument = "[VERSION]",
     .help = "tell the versions that were judged, or read one",
     .examples = {{"history", "all of them"}, {"history 3", "the text of version 3"}},
     .run = wb_speak_history},
    {.name = "restore",
     .argument = "VERSION [yes]",
     .help = "bring a version back; your file is kept as a backup",
     .details = "It asks before, unless the last word is yes.",
     .run = wb_speak_restore},
    {.name = "result",
     .topic = "Understanding",
     .help = "tell all of the last result: verdict, findings, cases, elements that differ",
     .run = wb_speak_result},
    {.name = "findings",
     .aliases = {"f"},
     .argument = "[next|previous|all|NUMBER]",
     .help = "tell the next finding, with its line",
     .examples = {{"findings", "the first, then the next"},
                  {"findings previous", "the one before"},
                  {"findings all", "all of them"}},
     .run = wb_speak_findings},
    {.name = "counters",
     .aliases = {"c"},
     .argument = "[CASE] [about]",
     .help = "tell what your kernel does, beside the budget and our solution",
     .details =
         "What a GPU would do, and what our solution needs, is measured the first time. about "
         "explains each counter, and tells those of your versions.",
     .examples = {{"counters", "of the case that says most"},
                  {"counters 2", "of case 2"},
                  {"counters about", "with explanations"}},
     .run = wb_speak_counters},
    {.name = "trace",
     .argument = "[CASE|COMMAND]",
     .topic = "The trace, what the work-items did",
     .help = "record a run of your kernel, and tell what it is",
     .details = "It is of the case that you name, else of the first visible one that is not "
                "accepted, else of the first. "
                "Steps are numbered in the order in which the emulator ran the work-items: one "
                "after another, each up to its next barrier. The commands below record it, too, "
                "where that was not done.",
     .examples = {{"trace", "records it"},
                  {"trace 2", "of case 2"},
                  {"trace step", "the same as step"}},
     .run = wb_speak_trace},
    {.name = "step",
     .argument = "[NUMBER|back]",
     .help = "the next read, write, branch or barrier",
     .details = "A number goes so many steps at once. An empty line goes on.",
     .examples = {{"step", "the next"}, {"step 10", "the tenth after this"}},
     .run = wb_speak_step,
     .of_trace = true},
    {.name = "back",
     .argument = "[NUMBER]",
     .help = "the step before",
     .run = wb_speak_back,
     .of_trace = true},
    {.name = "at",
     .argument = "STEP|end",
     .help = "go to a step of the group by its number",
     .examples = {{"at 17", "step 17"}, {"at end", "the last"}},
     .run = wb_speak_at,
     .of_trace = true},
    {.name = "play",
     .argument = "[NUMBER|all]",
     .help = "ten steps, so many, or all to the end",
     .run = wb_speak_play,
     .of_trace = true},
    {.name = "turn",
     .argument = "[NUMBER|back]",
     .help = "the first step of the next work-item's turn",
     .run = wb_speak_turn,
     .of_trace = true},
    {.name = "phase",
     .argument = "[NUMBER|back]",
     .help = "the first step after the next barrier",
     .run = wb_speak_phase,
     .of_trace = true},
    {.name = "trouble",
     .argument = "[NUMBER|back]",
     .help = "the next step that goes wrong: refused, or in collision with another",
     .run = wb_speak_trouble,
     .of_trace = true},
    {.name = "cell",
     .argument = "ARRAY[ELEMENT]",
     .help = "what an element is at this step, and every step that touches it",
     .examples = {{"cell out[3]", "element 3 of out"}},
     .run = wb_speak_cell,
     .of_trace = true},
    {.name = "item",
     .argument = "WORK-ITEM",
     .help = "every step of a work-item",
     .examples = {{"item 3", "work-item (3,0,0)"}, {"item 3,1", "work-item (3,1,0)"}},
     .run = wb_speak_item,
     .of_trace = true},
    {.name = "group",
     .argument = "GROUP",
     .help = "go to a work-group",
     .examples = {{"group 1", "group (1,0,0)"}},
     .run = wb_speak_group,
     .of_trace = true},
    {.name = "hint",
     .topic = "Help with the puzzle",
     .aliases = {"H"},
     .argument = "[PUZZLE] [all]",
     .help = "one more hint, from a nudge to nearly the answer",
     .examples = {{"hint", "one more"}, {"hint all", "all of them"}},
     .run = wb_speak_hint},
    {.name = "solution",
     .aliases = {"s"},
     .argument = "[PUZZLE] [spoil]",
     .help = "read a solution of ours; asks where you have not solved it yet",
     .run = wb_speak_solution},
    {.name = "device",
     .aliases = {"devices", "d"},
     .argument = "[NAME]",
     .topic = "Other",
     .help = "tell the devices, or choose the one that runs kernels",
     .examples = {{"device", "which there are"},
                  {"device opencl", "the first GPU, else CPU"},
                  {"device emulator", "the one that decides"}},
     .run = wb_speak_device},
    {.name = "help",
     .aliases = {"?"},
     .argument = "[all|COMMAND]",
     .help = "the commands, a line of each, or one with examples",
     .examples = {{"help", "their names"},
                  {"help all", "a line of each"},
                  {"help run", "what run does"}},
     .run = wb_speak_help},
    {.name = "quit",
     .aliases = {"q", "exit", "bye"},
     .help = "leave; so does Ctrl-D on an empty line",
     .run = wb_speak_quit},
};
enum { N_COMMANDS = sizeof commands / sizeof commands[0] };

const struct wb_spoken *wb_spoken(size_t *count) {
  *count = N_COMMANDS;
  return commands;
}

/* ---- finding ---- */

static bool is_called(const struct wb_spoken *command, const char *word) {
  bool called = strcmp(command->name, word) == 0;
  for (size_t k = 0; k < WB_SPOKEN_ALIASES && command->aliases[k] != NULL && !called; k++)
    called = strcmp(command->aliases[k], word) == 0;
  return called;
}

static bool begins(const struct wb_spoken *command, const char *word) {
  bool found = wb_starts_with(command->name, word);
  for (size_t k = 0; k < WB_SPOKEN_ALIASES && command->aliases[k] != NULL && !found; k++)
    found = wb_starts_with(command->aliases[k], word);
  return found;
}

const struct wb_spoken *wb_spoken_find(const char *word, struct wb_str *several) {
  const struct wb_spoken *found = NULL;
  size_t count = 0;
  struct wb_str names;
  if (word[0] == '\0') return NULL;
  for (size_t i = 0; i < N_COMMANDS; i++)
    if (is_called(&commands[i], word)) return &commands[i];
  wb_str_init(&names);
  for (size_t i = 0; i < N_COMMANDS; i++) {
    if (!begins(&commands[i], word)) continue;
    wb_str_addf(&names, "%s%s", count > 0 ? ", " : "", commands[i].name);
    found = &commands[i];
    count++;
  }
  if (count > 1) {
    found = NULL;
    if (several != NULL) wb_str_add(several, names.data);
  }
  wb_str_release(&names);
  return found;
}

static const char *skip_blanks(const char *text) {
  while (isspace((unsigned char)*text)) text++;
  return text;
}

void wb_spoken_split(const char *line, char **name, const char **argument) {
  line = skip_blanks(line);
  line += *line == ':';
  line = skip_blanks(line);
  size_t length = strcspn(line, " \t");
  *name = wb_strndup(line, length);
  *argument = skip_blanks(line + length);
}
