#include <string.h>

#include "judge_client/catalog.h"

static bool goes_on(const char *name, const struct wb_puzzle_summary *puzzle) {
  if (puzzle->error != NULL) return true; /* what it belongs to cannot be read */
  if (name == NULL || puzzle->chapter == NULL) return name == puzzle->chapter;
  return strcmp(name, puzzle->chapter) == 0;
}

bool wb_chapter_next(const struct wb_puzzle_list *list, struct wb_chapter *chapter) {
  const size_t first = chapter->end;
  if (first >= list->count) return false;
  *chapter = (struct wb_chapter){
      .name = list->puzzle(list->data, first)->chapter, .first = first, .end = first + 1};
  while (chapter->end < list->count &&
         goes_on(chapter->name, list->puzzle(list->data, chapter->end)))
    chapter->end++;
  return true;
}

bool wb_chapters_are_used(const struct wb_puzzle_list *list) {
  for (size_t i = 0; i < list->count; i++)
    if (list->puzzle(list->data, i)->chapter != NULL) return true;
  return false;
}

const char *wb_chapter_title(const struct wb_chapter *chapter) {
  return chapter->name != NULL ? chapter->name : "Other puzzles";
}

size_t wb_chapter_bar(size_t done, size_t total) {
  if (total <= WB_CHAPTER_BAR_MAX) return done;
  size_t cells = done * WB_CHAPTER_BAR_MAX / total;
  return cells == 0 && done > 0 ? 1 : cells;
}
