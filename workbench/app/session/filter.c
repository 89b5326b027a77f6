#include "session/filter.h"

#include <string.h>

struct wb_puzzle_filter wb_puzzle_filter_of_words(const char *words) {
  static const struct {
    const char *words;
    enum wb_show show;
  } states[] = {{"solved", WB_SHOW_SOLVED},     {"tried", WB_SHOW_TRIED},
                {"unsolved", WB_SHOW_UNSOLVED}, {"new", WB_SHOW_NEW},
                {"not tried", WB_SHOW_NEW},     {"untried", WB_SHOW_NEW}};
  for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
    if (strcmp(words, states[i].words) == 0) return (struct wb_puzzle_filter){states[i].show, ""};
  return (struct wb_puzzle_filter){WB_SHOW_ALL, words};
}

static bool is_in_state(enum wb_show show, const struct wb_progress *progress) {
  if (show == WB_SHOW_UNSOLVED) return !progress->solved;
  if (show == WB_SHOW_TRIED) return progress->tried && !progress->solved;
  if (show == WB_SHOW_NEW) return !progress->tried && !progress->solved;
  return show == WB_SHOW_ALL || progress->solved;
}

static bool has_part(const char *text, const char *part) {
  return text != NULL && strcasestr(text, part) != NULL;
}

static bool any_has_part(char *const *texts, size_t count, const char *part) {
  bool found = false;
  for (size_t i = 0; i < count && !found; i++) found = has_part(texts[i], part);
  return found;
}

bool wb_puzzle_filter_shows(const struct wb_puzzle_filter *filter,
                            const struct wb_puzzle_summary *puzzle,
                            const struct wb_progress *progress) {
  const char *part = filter->part;
  return is_in_state(filter->show, progress) &&
         (part[0] == '\0' || has_part(puzzle->slug, part) || has_part(puzzle->title, part) ||
          has_part(puzzle->chapter, part) || any_has_part(puzzle->tags, puzzle->n_tags, part) ||
          any_has_part(puzzle->aliases, puzzle->n_aliases, part));
}
