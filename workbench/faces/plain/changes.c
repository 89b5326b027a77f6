/* What an author changes while the dialogue is open: taken up when a line is entered, so that
 * nothing is told that is not so any more, and never in between, where it would disturb whoever
 * types or listens. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/slug.h"
#include "plain/dialogue.h"

/* ---- watching ---- */

void wb_dialogue_init_changes(struct wb_dialogue *dialogue) {
  for (int i = 0; i < WB_AUTHORED_COUNT; i++)
    dialogue->changes.files[i] = (struct wb_watch){.fd = -1, .descriptor = -1};
}

void wb_dialogue_release_changes(struct wb_dialogue *dialogue) {
  for (int i = 0; i < WB_AUTHORED_COUNT; i++) wb_watch_release(&dialogue->changes.files[i]);
  wb_follow_release(&dialogue->changes.follow);
}

/* It is the open one now. */
static void watch_puzzle(struct wb_dialogue *dialogue) {
  struct wb_dialogue_changes *changes = &dialogue->changes;
  const struct wb_course *course = &dialogue->session.course;
  const struct wb_puzzle_summary *puzzle = wb_dialogue_puzzle(dialogue);
  const char *followed = changes->follow.slug;
  wb_authored_watch(changes->files, course, puzzle->slug, puzzle->chapter);
  if (dialogue->options->author && (followed == NULL || strcmp(followed, puzzle->slug) != 0))
    wb_follow_begin(&changes->follow, course, puzzle->slug);
}

void wb_dialogue_begin_changes(struct wb_dialogue *dialogue) {
  wb_authored_specs(&dialogue->session.course, dialogue->changes.specs);
  watch_puzzle(dialogue);
}

/* ---- specs, and which puzzles there are ---- */

static bool is_as_listed(const struct wb_catalog *a, const struct wb_catalog *b) {
  bool same = a->count == b->count;
  for (size_t i = 0; same && i < a->count; i++)
    same = strcmp(a->items[i].slug, b->items[i].slug) == 0;
  return same;
}

/* The puzzle of that name, whatever its number; the catalog's count: it is gone. */
static size_t place_in(const struct wb_catalog *catalog, const char *slug) {
  size_t at = 0;
  while (at < catalog->count &&
         strcmp(wb_slug_name(catalog->items[at].slug), wb_slug_name(slug)) != 0)
    at++;
  return at;
}

/* What is known of each puzzle stays with it. True: the open one is gone, and its neighbour is open
 * now. */
static bool replace_catalog(struct wb_dialogue *dialogue, struct wb_catalog *fresh) {
  struct wb_catalog *known = &dialogue->session.catalog;
  struct wb_dialogue_task *works = wb_alloc(fresh->count * sizeof *works);
  const size_t open = place_in(fresh, wb_dialogue_puzzle(dialogue)->slug);
  for (size_t i = 0; i < known->count; i++) {
    const size_t at = place_in(fresh, known->items[i].slug);
    if (at < fresh->count) {
      wb_dialogue_task_release(&works[at]);
      works[at] = dialogue->works[i];
    } else {
      wb_dialogue_task_release(&dialogue->works[i]);
    }
  }
  const size_t neighbour = dialogue->open < fresh->count ? dialogue->open : fresh->count - 1;
  dialogue->open = open < fresh->count ? open : neighbour;
  free(dialogue->works);
  dialogue->works = works;
  wb_catalog_release(known);
  *known = *fresh;
  *fresh = (struct wb_catalog){0};
  return open == known->count;
}

static void forget_texts(struct wb_dialogue *dialogue) {
  wb_pages_release(&dialogue->pages);
  dialogue->go_on = NULL;
}

static void say_list(struct wb_dialogue *dialogue, bool is_gone) {
  const size_t count = dialogue->session.catalog.count;
  struct wb_str name;
  wb_str_init(&name);
  wb_say(&dialogue->output, "The course has changed: %zu puzzle%s.", count, wb_plural(count));
  wb_dialogue_name_puzzle(wb_dialogue_puzzle(dialogue), &name);
  if (is_gone) wb_say(&dialogue->output, "The one that was open is gone; now it is %s.", name.data);
  wb_str_release(&name);
}

static void say_spec(struct wb_dialogue *dialogue) {
  const char *mistake = wb_dialogue_puzzle(dialogue)->error;
  struct wb_dialogue_task *work = wb_dialogue_open_work(dialogue);
  work->by_old_spec = true;
  free(work->ours);
  work->ours = NULL;
  work->n_ours = 0;
  if (mistake != NULL)
    wb_say(&dialogue->output, "The puzzle's spec has changed, and has a mistake: %s", mistake);
  else
    wb_say(&dialogue->output, "The puzzle's spec has changed; run judges by it.");
  if (mistake == NULL)
    wb_follow_all(&dialogue->changes.follow);
  else
    wb_follow_none(&dialogue->changes.follow);
}

/* False where the open puzzle's files have other places now. */
static bool take_up_course(struct wb_dialogue *dialogue, bool open_spec) {
  bool taken = false;
  char *before = wb_strdup(wb_dialogue_puzzle(dialogue)->slug);
  struct wb_catalog fresh;
  struct wb_error err = {0};
  enum wb_status status = wb_catalog_load(dialogue->session.course.root, &fresh, &err);
  if (status != WB_OK) {
    wb_say(&dialogue->output, "The course has changed, and cannot be read: %s", err.message);
  } else if (fresh.count == 0) {
    wb_say(&dialogue->output, "The course has no puzzles any more.");
    wb_catalog_release(&fresh);
  } else {
    taken = true;
    const bool same = is_as_listed(&dialogue->session.catalog, &fresh);
    const bool is_gone = replace_catalog(dialogue, &fresh);
    if (is_gone) forget_texts(dialogue);
    if (is_gone) wb_dialogue_close_trace(dialogue);
    if (!same) say_list(dialogue, is_gone);
    watch_puzzle(dialogue);
  }
  const bool stays = strcmp(wb_dialogue_puzzle(dialogue)->slug, before) == 0;
  if (taken && stays && open_spec) say_spec(dialogue);
  free(before);
  return stays;
}

/* ---- texts ---- */

static void say_texts(struct wb_dialogue *dialogue, const bool changed[WB_AUTHORED_COUNT]) {
  const char *slug = wb_dialogue_puzzle(dialogue)->slug;
  const bool knows_why =
      dialogue->options->author || wb_session_progress(&dialogue->session, slug).solved;
  const bool why = changed[WB_AUTHORED_EXPLAINED] && knows_why;
  if (changed[WB_AUTHORED_LESSON] || why) forget_texts(dialogue);
  if (changed[WB_AUTHORED_LESSON])
    wb_say(&dialogue->output, "The lesson has changed; lesson reads it.");
  if (why) wb_say(&dialogue->output, "The explanation has changed; lesson why reads it.");
  if (changed[WB_AUTHORED_CHAPTER])
    wb_say(&dialogue->output, "The chapter's page has changed; chapter reads it.");
}

void wb_dialogue_take_up_changes(struct wb_dialogue *dialogue) {
  struct wb_dialogue_changes *changes = &dialogue->changes;
  unsigned char specs[WB_SHA256_BYTES];
  bool changed[WB_AUTHORED_COUNT], stays = true;
  for (int i = 0; i < WB_AUTHORED_COUNT; i++) changed[i] = wb_watch_sync(&changes->files[i]);
  wb_authored_specs(&dialogue->session.course, specs);
  if (memcmp(specs, changes->specs, sizeof specs) != 0) {
    memcpy(changes->specs, specs, sizeof specs);
    stays = take_up_course(dialogue, changed[WB_AUTHORED_SPEC]);
  }
  if (stays) say_texts(dialogue, changed);
}

/* ---- kernels, for their author ---- */

enum { NEXT_WORD_MS = 3000 };

/* A kernel that is judged. */
struct following {
  struct wb_follow *follow;
  struct wb_follow_news news;
};

static bool step_following(void *data) {
  struct following *following = data;
  following->news = wb_follow_step(following->follow);
  return !wb_run_task_is_running(&following->follow->run);
}

/* How far it is, as often as a run says so. */
static void say_news(struct wb_dialogue *dialogue, struct wb_follow_news news, uint64_t *said_ns) {
  const bool is_due = wb_elapsed_ms(*said_ns) > (double)NEXT_WORD_MS;
  if (news.kind != WB_FOLLOW_SILENT && (news.kind != WB_FOLLOW_PROGRESS || is_due)) {
    wb_say(&dialogue->output, "%s", news.words);
    *said_ns = wb_clock_ns();
  }
  free(news.words);
}

static void judge_saved(struct wb_dialogue *dialogue) {
  struct wb_follow *follow = &dialogue->changes.follow;
  uint64_t said_ns = wb_clock_ns();
  wb_follow_look(follow);
  if (wb_dialogue_puzzle(dialogue)->error != NULL) wb_follow_none(follow);
  while (!dialogue->quit && wb_follow_is_busy(follow)) {
    struct following following = {.follow = follow};
    say_news(dialogue, wb_follow_start(follow), &said_ns);
    if (!wb_run_task_is_running(&follow->run)) continue;
    const struct wb_dialogue_wait wait = {wb_run_task_fd(&follow->run), step_following, &following,
                                          "Judging the puzzle's kernels. Ctrl-C cancels."};
    if (!wb_dialogue_await(dialogue, &wait)) wb_follow_none(follow);
    say_news(dialogue, following.news, &said_ns);
  }
}

void wb_dialogue_follow_puzzle(struct wb_dialogue *dialogue) {
  watch_puzzle(dialogue);
  judge_saved(dialogue);
}
