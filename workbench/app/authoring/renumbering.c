#include "authoring/renumbering.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/slug.h"
#include "base/str.h"

enum { DIGITS_MIN = 2, TEXT_MAX_BYTES = 4 << 20 };

void wb_renumbering_release(struct wb_renumbering *places) {
  for (size_t i = 0; i < places->count; i++) {
    free(places->items[i].from);
    free(places->items[i].to);
  }
  free(places->items);
  *places = (struct wb_renumbering){0};
}

void wb_renumbering_add(struct wb_renumbering *places, const char *from, const char *to) {
  places->items =
      wb_grow(places->items, &places->capacity, places->count + 1, sizeof *places->items);
  places->items[places->count++] = (struct wb_renumbered){wb_strdup(from), wb_strdup(to)};
}

/* ---- the order ------------------------------------------------------------------------- */

/* The numbered puzzles in their order; slugs are the owner's. */
struct order {
  struct wb_names slugs; /* of the course, in its order; those without a number come last */
  const char **items;    /* a new one by its name alone */
  unsigned *numbers;     /* as they are to be, beside `items` */
  size_t count;
};

static enum wb_status read_order(const struct wb_course *course, struct order *order,
                                 struct wb_error *err) {
  *order = (struct order){.count = 0};
  wb_names_init(&order->slugs);
  enum wb_status status = wb_course_slugs(course, &order->slugs, err);
  order->items = wb_alloc((order->slugs.count + 1) * sizeof *order->items);
  order->numbers = wb_alloc((order->slugs.count + 1) * sizeof *order->numbers);
  for (size_t i = 0; i < order->slugs.count; i++) {
    if (wb_slug_digits(order->slugs.items[i]) == 0) continue;
    order->numbers[order->count] = wb_slug_number(order->slugs.items[i]);
    order->items[order->count++] = order->slugs.items[i];
  }
  return status;
}

static void release_order(struct order *order) {
  wb_names_release(&order->slugs);
  free(order->items);
  free(order->numbers);
}

/* Where something at that place is among the items. */
static enum wb_status find_place(const struct order *order, const struct wb_puzzle_place *place,
                                 size_t *at, struct wb_error *err) {
  *at = place->first ? 0 : order->count;
  if (place->after == NULL) return WB_OK;
  for (size_t i = 0; i < order->count; i++) {
    if (strcmp(order->items[i], place->after) != 0) continue;
    *at = i + 1;
    return WB_OK;
  }
  return wb_fail(err, WB_ERR_USAGE,
                 "%s has no number, so it has no place that another puzzle could come after",
                 place->after);
}

static void insert_item(struct order *order, size_t at, const char *item) {
  memmove(order->items + at + 1, order->items + at, (order->count - at) * sizeof *order->items);
  order->items[at] = item;
  order->count++;
}

/* Each number is larger than the one before it. */
static void make_room(struct order *order) {
  unsigned last = 0;
  for (size_t i = 0; i < order->count; i++) {
    if (order->numbers[i] <= last) order->numbers[i] = last + 1;
    last = order->numbers[i];
  }
}

/* As many digits as there are already, unless the last number has more. */
static int digits_of(const struct order *order) {
  int digits = 0;
  for (size_t i = 0; i < order->slugs.count; i++) {
    const int own = wb_slug_digits(order->slugs.items[i]);
    if (own > digits) digits = own;
  }
  if (digits == 0) digits = DIGITS_MIN;
  const int needed = order->count > 0 ? wb_digits(order->numbers[order->count - 1]) : 0;
  return needed > digits ? needed : digits;
}

/* The new slug of each; *slug is that of `item`. */
static void number_items(const struct order *order, const char *item, char **slug,
                         struct wb_renumbering *places) {
  const int digits = digits_of(order);
  for (size_t i = 0; i < order->count; i++) {
    const char *old = order->items[i];
    char *new = wb_format("%0*u-%s", digits, order->numbers[i], wb_slug_name(old));
    const bool is_puzzle = wb_slug_digits(old) > 0;
    if (is_puzzle && strcmp(old, new) != 0) wb_renumbering_add(places, old, new);
    if (old == item) *slug = wb_strdup(new);
    free(new);
  }
}

enum wb_status wb_renumbering_insert(const struct wb_course *course, const char *name,
                                     const struct wb_puzzle_place *place, char **slug,
                                     struct wb_renumbering *places, struct wb_error *err) {
  struct order order;
  size_t at = 0;
  *slug = NULL;
  *places = (struct wb_renumbering){0};
  enum wb_status status = read_order(course, &order, err);
  if (status == WB_OK) status = find_place(&order, place, &at, err);
  if (status == WB_OK) {
    memmove(order.numbers + at + 1, order.numbers + at, (order.count - at) * sizeof *order.numbers);
    order.numbers[at] = at > 0 ? order.numbers[at - 1] + 1 : 1;
    insert_item(&order, at, name);
    make_room(&order);
    number_items(&order, name, slug, places);
  }
  release_order(&order);
  return status;
}

/* The numbers stay what they are; who has which changes. */
enum wb_status wb_renumbering_move(const struct wb_course *course, const char *slug,
                                   const struct wb_puzzle_place *place, char **moved,
                                   struct wb_renumbering *places, struct wb_error *err) {
  struct order order;
  const struct wb_puzzle_place own = {.after = slug};
  size_t from = 0, to = 0;
  *moved = NULL;
  *places = (struct wb_renumbering){0};
  enum wb_status status = read_order(course, &order, err);
  if (status == WB_OK) status = find_place(&order, &own, &from, err);
  if (status == WB_OK) status = find_place(&order, place, &to, err);
  if (status == WB_OK && from == to && place->after != NULL)
    status = wb_fail(err, WB_ERR_USAGE, "%s cannot come after itself", slug);
  if (status == WB_OK) {
    const char *item = order.items[--from];
    memmove(order.items + from, order.items + from + 1,
            (--order.count - from) * sizeof *order.items);
    insert_item(&order, to > from ? to - 1 : to, item);
    make_room(&order);
    number_items(&order, item, moved, places);
  }
  release_order(&order);
  return status;
}

/* ---- what has other names then ---------------------------------------------------------- */

static void add_folder_move(const struct wb_course *course, const char *folder, const char *from,
                            const char *to, struct wb_course_change *change) {
  char *old = wb_format("%s/%s", folder, from), *new = wb_format("%s/%s", folder, to);
  char *path = wb_path_join(course->root, old);
  if (wb_file_exists(path)) wb_course_change_move(change, old, new);
  free(path);
  free(new);
  free(old);
}

/* Starters of every kind: SLUG and what follows a dot. */
static enum wb_status add_starter_moves(const struct wb_course *course, const char *from,
                                        const char *to, struct wb_course_change *change,
                                        struct wb_error *err) {
  struct wb_names names;
  char *folder = wb_path_join(course->root, "kernels");
  const size_t length = strlen(from);
  wb_names_init(&names);
  enum wb_status status = wb_directory_list(folder, &names, err);
  for (size_t i = 0; i < names.count; i++) {
    const char *name = names.items[i];
    if (!wb_starts_with(name, from) || name[length] != '.') continue;
    char *old = wb_format("kernels/%s", name);
    char *new = wb_format("kernels/%s%s", to, name + length);
    wb_course_change_move(change, old, new);
    free(new);
    free(old);
  }
  wb_names_release(&names);
  free(folder);
  return status;
}

enum wb_status wb_renumbering_add_moves(const struct wb_course *course,
                                        const struct wb_renumbering *places,
                                        struct wb_course_change *change, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < places->count && status == WB_OK; i++) {
    const char *from = places->items[i].from, *to = places->items[i].to;
    add_folder_move(course, "puzzles", from, to, change);
    add_folder_move(course, "solutions", from, to, change);
    status = add_starter_moves(course, from, to, change, err);
  }
  return status;
}

/* ---- who still says the old numbers ------------------------------------------------------ */

struct search {
  const struct wb_course *course;
  const struct wb_renumbering *places;
  struct wb_place_mentions *mentions;
};

static void add_mention(const struct search *search, const char *file, unsigned line, char *old,
                        const char *now) {
  struct wb_place_mentions *mentions = search->mentions;
  mentions->items =
      wb_grow(mentions->items, &mentions->capacity, mentions->count + 1, sizeof *mentions->items);
  mentions->items[mentions->count++] = (struct wb_place_mention){
      .file = wb_strdup(file), .line = line, .old = old, .now = wb_strdup(now)};
}

static bool continues_word(char c) {
  return isalnum((unsigned char)c) != 0 || c == '-' || c == '_';
}

/* Whether `line` has the word somewhere, in any case. */
static bool has_word(const char *line, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = line; (at = strcasestr(at, word)) != NULL; at++)
    if (!continues_word(at[length]) && (at == line || !continues_word(at[-1]))) return true;
  return false;
}

/* Of a puzzle with another number. */
static void look_for_number(const struct search *search, const char *file, unsigned number,
                            const char *line, const struct wb_renumbered *place) {
  char *spoken = wb_format("puzzle %u", wb_slug_number(place->from));
  if (has_word(line, spoken)) add_mention(search, file, number, wb_strdup(spoken), place->to);
  free(spoken);
}

/* Of a puzzle with another name, which is a word of every day elsewhere. */
static void look_for_name(const struct search *search, const char *file, unsigned number,
                          const char *line, const struct wb_renumbered *place) {
  const char *name = wb_slug_name(place->from);
  if (strcasestr(line, "introduced:") != NULL && has_word(line, name))
    add_mention(search, file, number, wb_strdup(name), wb_slug_name(place->to));
}

static void look_at_line(const struct search *search, const char *file, unsigned number,
                         const char *line) {
  const bool speaks = strcasestr(line, "puzzle ") != NULL; /* hardly any line does */
  for (size_t i = 0; i < search->places->count; i++) {
    const struct wb_renumbered *place = &search->places->items[i];
    const bool is_renamed = !wb_slug_is_same(place->from, place->to);
    if (has_word(line, place->from))
      add_mention(search, file, number, wb_strdup(place->from), place->to);
    if (speaks && !is_renamed) look_for_number(search, file, number, line, place);
    if (is_renamed) look_for_name(search, file, number, line, place);
  }
}

static void look_at_file(const struct search *search, const char *file) {
  char *path = wb_path_join(search->course->root, file);
  char *text = wb_file_read_text(path, TEXT_MAX_BYTES, NULL), *rest = text;
  unsigned number = 0;
  for (char *line; (line = strsep(&rest, "\n")) != NULL;)
    look_at_line(search, file, ++number, line);
  free(text);
  free(path);
}

static bool is_text(const char *name) {
  return wb_ends_with(name, ".md") || wb_ends_with(name, ".lua") || wb_ends_with(name, ".cl") ||
         wb_ends_with(name, ".h");
}

/* `folder` and what is in it, to the depth that courses have. */
static void look_into(const struct search *search, const char *folder, unsigned depth) {
  struct wb_names names;
  char *path = wb_path_join(search->course->root, folder);
  wb_names_init(&names);
  if (wb_is_directory(path)) wb_directory_list(path, &names, NULL);
  for (size_t i = 0; i < names.count; i++) {
    char *name = wb_path_join(folder, names.items[i]);
    if (names.items[i][0] == '.')
      ;
    else if (is_text(name))
      look_at_file(search, name);
    else if (depth > 1)
      look_into(search, name, depth - 1);
    free(name);
  }
  wb_names_release(&names);
  free(path);
}

void wb_place_mentions_find(const struct wb_course *course, const struct wb_renumbering *places,
                            struct wb_place_mentions *mentions) {
  static const char *const folders[] = {"puzzles", "kernels", "solutions", "lua"};
  enum { DEPTH = 4 };
  const struct search search = {course, places, mentions};
  *mentions = (struct wb_place_mentions){0};
  if (places->count == 0) return;
  for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
    look_into(&search, folders[i], DEPTH);
}

void wb_place_mentions_release(struct wb_place_mentions *mentions) {
  for (size_t i = 0; i < mentions->count; i++) {
    free(mentions->items[i].file);
    free(mentions->items[i].old);
    free(mentions->items[i].now);
  }
  free(mentions->items);
  *mentions = (struct wb_place_mentions){0};
}
