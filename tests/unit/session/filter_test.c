#include "session/filter.h"

#include "tap.h"

static char tag[] = "shared memory", alias[] = "mojo:8", slug[] = "05-sum", chapter[] = "Groups",
            title[] = "Sum of blocks";
static char *tags[] = {tag}, *aliases[] = {alias};
static const struct wb_puzzle_summary puzzle = {.slug = slug,
                                                .number = 5,
                                                .title = title,
                                                .chapter = chapter,
                                                .tags = tags,
                                                .n_tags = 1,
                                                .aliases = aliases,
                                                .n_aliases = 1};

static bool shows(const char *words, bool tried, bool solved) {
  const struct wb_puzzle_filter filter = wb_puzzle_filter_of_words(words);
  const struct wb_progress progress = {.tried = tried, .solved = solved};
  return wb_puzzle_filter_shows(&filter, &puzzle, &progress);
}

static void states_are_told_apart(void) {
  CHECK(shows("", false, false) && shows("", true, false) && shows("", true, true));
  CHECK(shows("new", false, false) && !shows("new", true, false) && !shows("new", true, true));
  CHECK(!shows("tried", false, false) && shows("tried", true, false));
  CHECK(!shows("tried", true, true));
  CHECK(shows("solved", true, true) && !shows("solved", true, false));
  CHECK(shows("unsolved", true, false) && shows("unsolved", false, false));
  CHECK(!shows("unsolved", true, true));
}

static void words_are_looked_for_everywhere(void) {
  static const char *const found[] = {"05", "SUM", "blocks", "group", "shared", "mojo:8"};
  for (size_t i = 0; i < sizeof found / sizeof found[0]; i++)
    if (!shows(found[i], false, false)) CHECK_NEVER(found[i]);
  CHECK(!shows("scan", false, false));
}

int main(void) {
  tap_run("states are told apart", states_are_told_apart);
  tap_run("words are looked for in slug, title, chapter, tags and aliases",
          words_are_looked_for_everywhere);
  return tap_finish();
}
