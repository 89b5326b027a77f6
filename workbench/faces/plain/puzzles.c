/* The list, going from puzzle to puzzle, and to other courses. */
#include <stdlib.h>
#include <string.h>

#include "plain/commands.h"
#include "plain/dialogue.h"
#include "report/summary.h"
#include "session/filter.h"
#include "verbs/courses.h"

static const char *title_of(const struct wb_puzzle_summary *puzzle) {
  return puzzle->title != NULL && puzzle->title[0] != '\0' ? puzzle->title : puzzle->slug;
}

void wb_dialogue_name_puzzle(const struct wb_puzzle_summary *puzzle, struct wb_str *out) {
  if (puzzle->error == NULL)
    wb_str_addf(out, "%u %s", puzzle->number, title_of(puzzle));
  else
    wb_str_add(out, puzzle->slug);
}

static const char *state_words(const struct wb_progress *progress) {
  return progress->solved ? "solved" : progress->tried ? "tried" : "not tried";
}

void wb_dialogue_name_progress(const struct wb_dialogue *dialogue,
                               const struct wb_puzzle_summary *puzzle, struct wb_str *out) {
  struct wb_progress progress = wb_session_progress(&dialogue->session, puzzle->slug);
  struct wb_str steps;
  wb_str_add(out, state_words(&progress));
  if (!progress.tried) return;
  wb_str_addf(out, ", %llu attempt%s", (unsigned long long)progress.attempts,
              wb_plural(progress.attempts));
  if (!progress.solved || progress.last != WB_VERDICT_ACCEPTED)
    wb_str_addf(out, ", last %s", wb_verdict_words(progress.last));
  wb_str_init(&steps);
  if (wb_steps_so_far_words(puzzle, &progress, &steps)) wb_str_addf(out, ", %s", steps.data);
  wb_str_release(&steps);
}

void wb_dialogue_say_total(struct wb_dialogue *dialogue) {
  const struct wb_catalog *catalog = &dialogue->session.catalog;
  const size_t solved = wb_session_solved(&dialogue->session, 0, catalog->count);
  wb_say(&dialogue->output, "%zu of %zu puzzles solved, %u percent.", solved, catalog->count,
         wb_percent(solved, catalog->count));
}

/* ---- the list ---- */

static bool is_listed(const struct wb_dialogue *dialogue, const struct wb_puzzle_summary *puzzle,
                      const struct wb_puzzle_filter *filter) {
  const struct wb_progress progress = wb_session_progress(&dialogue->session, puzzle->slug);
  return wb_puzzle_filter_shows(filter, puzzle, &progress);
}

/* ", mojo:13": what the learner may know it as. */
static void name_numbers(const struct wb_dialogue *dialogue, const struct wb_puzzle_summary *puzzle,
                         struct wb_str *out) {
  struct wb_str numbers;
  wb_str_init(&numbers);
  wb_origin_numbers(dialogue->origin, puzzle, &numbers);
  if (numbers.length > 0) wb_str_addf(out, ", %s", numbers.data);
  wb_str_release(&numbers);
}

static void say_item(struct wb_dialogue *dialogue, size_t index) {
  const struct wb_puzzle_summary *puzzle = &dialogue->session.catalog.items[index];
  struct wb_str text;
  wb_str_init(&text);
  wb_dialogue_name_puzzle(puzzle, &text);
  wb_str_add(&text, ": ");
  if (puzzle->error != NULL)
    wb_str_addf(&text, "its spec has a mistake: %s", puzzle->error);
  else
    wb_dialogue_name_progress(dialogue, puzzle, &text);
  name_numbers(dialogue, puzzle, &text);
  wb_say(&dialogue->output, "%s.%s", text.data, index == dialogue->open ? " Open now." : "");
  wb_str_release(&text);
}

/* "Chapter One item a thread: 2 of 3 solved, 66 percent." */
static void say_chapter(struct wb_dialogue *dialogue, const struct wb_chapter *chapter) {
  const size_t solved = wb_session_solved(&dialogue->session, chapter->first, chapter->end);
  const size_t count = chapter->end - chapter->first;
  wb_say(&dialogue->output, "Chapter %s: %zu of %zu solved, %u percent.", wb_chapter_title(chapter),
         solved, count, wb_percent(solved, count));
}

void wb_speak_list(struct wb_dialogue *dialogue, const char *argument) {
  const struct wb_catalog *catalog = &dialogue->session.catalog;
  const struct wb_puzzle_list list = wb_catalog_list(catalog);
  const struct wb_puzzle_filter filter = wb_puzzle_filter_of_words(argument);
  bool chapters = wb_chapters_are_used(&list);
  size_t listed = 0;
  for (size_t i = 0; i < catalog->count; i++)
    listed += is_listed(dialogue, &catalog->items[i], &filter);
  wb_dialogue_say_total(dialogue);
  if (argument[0] != '\0')
    wb_say(&dialogue->output, "%zu puzzle%s: %s.", listed, wb_plural(listed), argument);
  for (struct wb_chapter chapter = {0}; wb_chapter_next(&list, &chapter);) {
    bool told = !chapters;
    for (size_t i = chapter.first; i < chapter.end; i++) {
      if (!is_listed(dialogue, &catalog->items[i], &filter)) continue;
      if (!told) say_chapter(dialogue, &chapter);
      told = true;
      say_item(dialogue, i);
    }
  }
}

/* ---- going ---- */

static void say_where(struct wb_dialogue *dialogue) {
  const struct wb_puzzle_summary *puzzle = wb_dialogue_puzzle(dialogue);
  struct wb_str text;
  wb_str_init(&text);
  wb_dialogue_name_puzzle(puzzle, &text);
  wb_str_add(&text, ": ");
  wb_dialogue_name_progress(dialogue, puzzle, &text);
  wb_say(&dialogue->output, "Puzzle %s. %s", text.data,
         puzzle->concept != NULL ? puzzle->concept : "");
  wb_str_release(&text);
}

void wb_dialogue_say_chapter(struct wb_dialogue *dialogue) {
  const char *title = wb_session_new_chapter(&dialogue->session, dialogue->open);
  const char *slug = wb_dialogue_puzzle(dialogue)->slug;
  if (title != NULL && !wb_session_progress(&dialogue->session, slug).tried)
    wb_say(&dialogue->output, "%s begins here. The command chapter reads an introduction to it.", title);
}

static void go_to_index(struct wb_dialogue *dialogue, size_t index) {
  dialogue->open = index;
  wb_pages_release(&dialogue->pages);
  wb_dialogue_close_trace(dialogue);
  say_where(dialogue);
  wb_dialogue_say_chapter(dialogue);
  wb_dialogue_make_own(dialogue);
}

bool wb_dialogue_go_to(struct wb_dialogue *dialogue, const char *wanted) {
  const struct wb_puzzle_summary *puzzle = NULL;
  struct wb_error err = {0};
  if (wanted[0] == '\0') return true;
  if (wb_session_choose(&dialogue->session, wanted, &puzzle, &err) != WB_OK) {
    wb_dialogue_refuse_error(dialogue, &err);
    return false;
  }
  size_t index = (size_t)(puzzle - dialogue->session.catalog.items);
  if (index == dialogue->open) return true;
  go_to_index(dialogue, index);
  return true;
}

void wb_speak_open(struct wb_dialogue *dialogue, const char *argument) {
  size_t before = dialogue->open;
  if (argument[0] == '\0')
    wb_dialogue_refuse(dialogue,
                       "open needs a puzzle: its number, or the start of its name. list names "
                       "them.");
  else if (wb_dialogue_go_to(dialogue, argument) && dialogue->open == before)
    say_where(dialogue);
}

static void step_puzzle(struct wb_dialogue *dialogue, bool forward) {
  size_t count = dialogue->session.catalog.count, index = dialogue->open;
  do {
    if (index == (forward ? count - 1 : 0)) {
      wb_dialogue_refuse(dialogue, "This is the %s puzzle.", forward ? "last" : "first");
      return;
    }
    index += forward ? 1 : (size_t)-1;
  } while (dialogue->session.catalog.items[index].error != NULL);
  go_to_index(dialogue, index);
}

void wb_speak_next(struct wb_dialogue *dialogue, const char *argument) {
  (void)argument;
  step_puzzle(dialogue, true);
}

void wb_speak_previous(struct wb_dialogue *dialogue, const char *argument) {
  (void)argument;
  step_puzzle(dialogue, false);
}

/* ---- other courses ---- */

static void say_course(struct wb_dialogue *dialogue, const struct wb_course_entry *course) {
  const char *title = course->title[0] != '\0' ? course->title : "no title";
  if (course->error != NULL)
    wb_say(&dialogue->output, "%s: cannot be used: %s.", course->name, course->error);
  else
    wb_say(&dialogue->output, "%s: %s, %zu of %zu solved%s.", course->name, title, course->solved,
           course->puzzles, course->current ? ", open" : "");
}

static void list_courses(struct wb_dialogue *dialogue) {
  struct wb_courses courses;
  wb_courses_load(dialogue->session.course.named, &courses);
  for (size_t i = 0; i < courses.count; i++) say_course(dialogue, &courses.items[i]);
  wb_say(&dialogue->output, "course NAME goes to one, and begins with it from now on.");
  wb_courses_release(&courses);
}

void wb_speak_course(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_error err = {0};
  char *path = NULL;
  if (argument[0] == '\0') {
    list_courses(dialogue);
  } else if (wb_courses_choose(argument, &path, &err) != WB_OK) {
    wb_dialogue_refuse_error(dialogue, &err);
  } else if (strcmp(path, dialogue->session.course.named) == 0) {
    wb_say(&dialogue->output, "This course is open.");
    free(path);
  } else {
    dialogue->next_course = path;
    dialogue->quit = true;
  }
}
