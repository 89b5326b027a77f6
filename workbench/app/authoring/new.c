#include "authoring/new.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "authoring/template.h"
#include "base/slug.h"
#include "base/str.h"
#include "text/words.h"

enum { NAME_MAX_BYTES = 40, WORDS_MAX_BYTES = 1 << 20 };

static const struct kind {
  const char *name;
  const char *base; /* a row above, or NULL */
  const char *ending;
} kinds[] = {
#define WB_PUZZLE_KIND(name, meaning, base, ending) {#name, base, ending},
#include "commands/kinds.inc"
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Where the files of a template belong; what ends with '/' is a folder, and answers have the kind's
 * ending. %s: the slug. */
static const struct part {
  const char *name, *place, *meaning;
  bool is_answer;
} parts[] = {
    {"files/", "puzzles/%s/", "what programs may read", false},
    {"puzzle.lua", "puzzles/%s/puzzle.lua", "what the judge needs: parameters, cases, reference",
     false},
    {"lesson.md", "puzzles/%s/lesson.md", "what learners read first", false},
    {"explained.md", "puzzles/%s/explained.md", "what they read once it is solved", false},
    {"starter", "kernels/%s", "what they begin with", true},
    {"accepted", "solutions/%s/accepted", "the solution", true},
    {"right/", "solutions/%s/right/", "another way", false},
    {"wrong/", "solutions/%s/wrong/", "a mistake, and what it must get", false},
};
enum { PARTS = sizeof parts / sizeof parts[0] };

/* ---- what is wanted ---------------------------------------------------------------------- */

static enum wb_status check_name(const char *name, struct wb_error *err) {
  const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
  if (wb_slug_digits(name) > 0)
    return wb_fail(err, WB_ERR_USAGE,
                   "write the name alone, %s: its number is its place, which --after of `new` and "
                   "of `move` chooses",
                   wb_slug_name(name));
  if (name[length] != '\0' || islower((unsigned char)name[0]) == 0 || name[length - 1] == '-' ||
      strstr(name, "--") != NULL)
    return wb_fail(err, WB_ERR_USAGE,
                   "\"%s\" cannot be a puzzle's name: it takes small letters and digits, with "
                   "single minus signs between words, and begins with a letter, as prefix-sum",
                   name);
  if (length > NAME_MAX_BYTES)
    return wb_fail(err, WB_ERR_USAGE, "a puzzle's name has at most %d characters", NAME_MAX_BYTES);
  return WB_OK;
}

/* The row of that name; NULL: there is none. */
static const struct kind *find_kind(const char *name) {
  for (size_t i = 0; name != NULL && i < KINDS; i++)
    if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
  return NULL;
}

/* The name of a template's folder comes from the table, never from what somebody typed. */
static enum wb_status choose_kind(const char *name, const struct kind **kind,
                                  struct wb_error *err) {
  *kind = name == NULL ? &kinds[0] : find_kind(name);
  if (*kind != NULL) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE, "there is no kind \"%s\" of puzzles", name);
}

/* Whether no kernel can be called so: what OpenCL C has itself, and what compilers take. */
static bool is_taken(const char *word) {
  static const char *const compilers[] = {"main", "linux", "unix"};
  bool taken = wb_word_style(word, strlen(word)) != WB_STYLE_PLAIN;
  for (size_t i = 0; i < sizeof compilers / sizeof compilers[0]; i++)
    taken |= strcmp(compilers[i], word) == 0;
  return taken;
}

/* "prefix_sum" of "prefix-sum", and "dot_kernel" where "dot" is taken. The caller frees. */
static char *entry_of(const char *name) {
  char *entry = wb_strdup(name);
  for (char *at = entry; *at != '\0'; at++)
    if (*at == '-') *at = '_';
  if (!is_taken(entry)) return entry;
  char *longer = wb_format("%s_kernel", entry);
  free(entry);
  return longer;
}

/* What learners did under that name belongs to the puzzle that had it, unless it is `slug` itself
 * (NULL: a new one). */
static enum wb_status check_was_free(const struct wb_session *session, const char *name,
                                     const char *slug, struct wb_error *err) {
  char *owner = wb_course_slug_named(&session->course, name);
  enum wb_status status = WB_OK;
  if (owner != NULL && (slug == NULL || strcmp(owner, slug) != 0))
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s was called %s before it was renamed, and learners' progress goes by that; "
                     "choose another name",
                     owner, name);
  free(owner);
  return status;
}

/* Whether another puzzle is found under that word already: then neither would be found surely. */
static enum wb_status check_is_free(const struct wb_session *session, const char *name,
                                    const char *title, struct wb_error *err) {
  for (size_t i = 0; i < session->catalog.count; i++) {
    const struct wb_puzzle_summary *puzzle = &session->catalog.items[i];
    if (wb_slug_is_same(puzzle->slug, name))
      return wb_fail(err, WB_ERR_USAGE, "there is a puzzle of this name: %s", puzzle->slug);
    if (title != NULL && puzzle->title != NULL && strcasecmp(puzzle->title, title) == 0)
      return wb_fail(err, WB_ERR_USAGE, "%s has the title \"%s\" already; choose one with --title",
                     puzzle->slug, puzzle->title);
  }
  return WB_OK;
}

enum wb_status wb_course_edit_check(const struct wb_course *course, struct wb_error *err) {
  if (strcmp(course->named, course->root) != 0)
    return wb_fail(err, WB_ERR_USAGE,
                   "%s is an archive. Unpack it, and name the folder with --course", course->named);
  if (wb_course_is_installed(course->root))
    return wb_fail(err, WB_ERR_IO,
                   "the course %s was installed with the program, and the next installation would "
                   "overwrite it. Copy the folder, and name the copy with --course",
                   course->root);
  if (!wb_is_writable_directory(course->root))
    return wb_fail(err, WB_ERR_IO, "the course %s cannot be written to", course->root);
  return WB_OK;
}

/* ---- templates ---------------------------------------------------------------------------- */

char *wb_new_chapter_line(const struct wb_session *session, const struct wb_puzzle_place *place) {
  const struct wb_course_summary *course = &session->catalog.course;
  const char *chapter = NULL;
  for (size_t i = 0; i < session->catalog.count; i++) {
    const struct wb_puzzle_summary *puzzle = &session->catalog.items[i];
    if (puzzle->error == NULL) chapter = puzzle->chapter;
    if (place->first || (place->after != NULL && strcmp(puzzle->slug, place->after) == 0)) break;
  }
  const bool has_chapter = chapter != NULL && chapter[0] != '\0';
  if (!has_chapter && course->n_chapters > 0) chapter = course->chapters[0];
  if (chapter == NULL || chapter[0] == '\0' || strpbrk(chapter, "\"\\\n") != NULL)
    return wb_strdup("-- chapter = \"The heading in the list\",");
  return wb_format("chapter = \"%s\",", chapter);
}

/* A template under way. */
struct filling {
  const char *templates; /* the folder of all */
  const struct kind *kind;
  struct wb_blanks *blanks;
  struct wb_course_change *change;
};

static char *file_of_kind(const struct filling *filling, const struct kind *kind,
                          const char *name) {
  return wb_format("%s/%s/%s", filling->templates, kind->name, name);
}

/* Of the kind itself, where it has the file, else of its base. The caller frees. */
static char *file_of_template(const struct filling *filling, const char *name) {
  const struct kind *kind = filling->kind;
  char *path = file_of_kind(filling, kind, name);
  while (!wb_file_exists(path) && kind->base != NULL) {
    kind = find_kind(kind->base);
    free(path);
    path = file_of_kind(filling, kind, name);
  }
  return path;
}

/* A kind's own words stand before those of its base. */
static enum wb_status fill_words(const struct filling *filling, const struct kind *kind,
                                 struct wb_error *err) {
  enum wb_status status = WB_OK;
  if (kind->base != NULL) status = fill_words(filling, find_kind(kind->base), err);
  char *path = file_of_kind(filling, kind, "words.txt"), *text = NULL;
  if (status == WB_OK && wb_file_exists(path)) {
    text = wb_file_read_text(path, WORDS_MAX_BYTES, err);
    if (text == NULL) status = WB_ERR_IO;
  }
  if (text != NULL) wb_blanks_read(filling->blanks, text);
  free(text);
  free(path);
  return status;
}

/* One file of the template, "wrong/no-guard.cl", to its place. */
static enum wb_status add_template_file(const struct filling *filling, const char *name,
                                        const char *place, struct wb_error *err) {
  struct wb_str filled;
  wb_str_init(&filled);
  char *path = file_of_template(filling, name);
  const enum wb_status status = wb_template_read(path, filling->blanks, &filled, err);
  if (status == WB_OK) wb_course_change_write(filling->change, place, filled.data);
  free(path);
  wb_str_release(&filled);
  return status;
}

/* The names in a folder of the kind, and of its base. */
static enum wb_status list_template_folder(const struct filling *filling, const char *folder,
                                           struct wb_names *names, struct wb_error *err) {
  enum wb_status status = WB_OK;
  const struct kind *kind = filling->kind;
  for (; kind != NULL && status == WB_OK; kind = find_kind(kind->base)) {
    char *path = file_of_kind(filling, kind, folder);
    if (wb_is_directory(path)) status = wb_directory_list(path, names, err);
    free(path);
  }
  wb_names_sort(names);
  return status;
}

static enum wb_status add_template_folder(const struct filling *filling, const char *folder,
                                          const char *place, struct wb_error *err) {
  struct wb_names names;
  wb_names_init(&names);
  enum wb_status status = list_template_folder(filling, folder, &names, err);
  for (size_t i = 0; i < names.count && status == WB_OK; i++) {
    const bool again = i > 0 && strcmp(names.items[i - 1], names.items[i]) == 0;
    const bool is_code =
        wb_ends_with(names.items[i], ".cl") || wb_ends_with(names.items[i], ".lua");
    if (again || !is_code) continue;
    char *name = wb_format("%s%s", folder, names.items[i]);
    char *to = wb_format("%s%s", place, names.items[i]);
    status = add_template_file(filling, name, to, err);
    free(to);
    free(name);
  }
  wb_names_release(&names);
  return status;
}

static char *place_of(const struct part *part, const char *slug, const char *ending) {
  const char *hole = strstr(part->place, "%s");
  return wb_format("%.*s%s%s%s", (int)(hole - part->place), part->place, slug, hole + 2,
                   part->is_answer ? ending : "");
}

static enum wb_status add_template(const struct kind *kind, const char *slug,
                                   struct wb_blanks *blanks, struct wb_course_change *change,
                                   struct wb_error *err) {
  char *templates = NULL;
  enum wb_status status = wb_template_folder(&templates, err);
  if (status != WB_OK) return status;
  const struct filling filling = {templates, kind, blanks, change};
  status = fill_words(&filling, kind, err);
  for (size_t i = 0; i < PARTS && status == WB_OK; i++) {
    char *place = place_of(&parts[i], slug, kind->ending);
    char *name = wb_format("%s%s", parts[i].name, parts[i].is_answer ? kind->ending : "");
    status = wb_ends_with(place, "/") ? add_template_folder(&filling, name, place, err)
                                      : add_template_file(&filling, name, place, err);
    free(name);
    free(place);
  }
  free(templates);
  return status;
}

/* ---- the edit ----------------------------------------------------------------------------- */

void wb_course_edit_release(struct wb_course_edit *edit) {
  for (size_t i = 0; i < edit->n_files; i++) free(edit->files[i]);
  free(edit->files);
  free(edit->course);
  free(edit->slug);
  free(edit->from);
  wb_renumbering_release(&edit->places);
  wb_place_mentions_release(&edit->mentions);
  *edit = (struct wb_course_edit){0};
}

void wb_course_edit_add_file(struct wb_course_edit *edit, const char *file) {
  edit->files = wb_grow(edit->files, &edit->files_capacity, edit->n_files + 1, sizeof *edit->files);
  edit->files[edit->n_files++] = wb_strdup(file);
}

static void list_files(const struct wb_course_change *change, struct wb_course_edit *edit) {
  for (size_t i = 0; i < change->n_files; i++) wb_course_edit_add_file(edit, change->files[i].path);
}

enum wb_status wb_course_edit_commit(const struct wb_course *course,
                                     struct wb_course_change *change, struct wb_course_edit *edit,
                                     struct wb_error *err) {
  enum wb_status status = wb_renumbering_add_moves(course, &edit->places, change, err);
  if (status == WB_OK) status = wb_course_change_commit(change, err);
  if (status == WB_OK) wb_place_mentions_find(course, &edit->places, &edit->mentions);
  if (status == WB_OK && edit->n_files == 0) list_files(change, edit);
  return status;
}

static enum wb_status check_wanted(const struct wb_session *session,
                                   const struct wb_new_puzzle *wanted, const char *title,
                                   const struct kind **kind, struct wb_error *err) {
  enum wb_status status = check_name(wanted->name, err);
  if (status == WB_OK) status = choose_kind(wanted->kind, kind, err);
  if (status == WB_OK) status = wb_template_check_title(title, err);
  if (status == WB_OK) status = check_is_free(session, wanted->name, title, err);
  if (status == WB_OK) status = check_was_free(session, wanted->name, NULL, err);
  if (status == WB_OK) status = wb_course_edit_check(&session->course, err);
  return status;
}

enum wb_status wb_new_puzzle_make(const struct wb_session *session,
                                  const struct wb_new_puzzle *wanted, struct wb_course_edit *edit,
                                  struct wb_error *err) {
  const struct kind *kind = NULL;
  struct wb_course_change change;
  struct wb_blanks blanks = {0};
  char *title = wanted->title != NULL ? wb_strdup(wanted->title) : wb_template_title(wanted->name);
  wb_blanks_set(&blanks, "@entry@", entry_of(wanted->name));
  wb_blanks_set(&blanks, "@chapter@", wb_new_chapter_line(session, &wanted->place));
  wb_blanks_set(&blanks, "@title@", wb_strdup(title));
  *edit = (struct wb_course_edit){0};
  wb_course_change_init(&change, session->course.root);
  enum wb_status status = check_wanted(session, wanted, title, &kind, err);
  if (status == WB_OK)
    status = wb_renumbering_insert(&session->course, wanted->name, &wanted->place, &edit->slug,
                                   &edit->places, err);
  if (status == WB_OK) status = add_template(kind, edit->slug, &blanks, &change, err);
  if (status == WB_OK) status = wb_course_edit_commit(&session->course, &change, edit, err);
  if (status != WB_OK) wb_course_edit_release(edit);
  wb_course_change_release(&change);
  wb_blanks_release(&blanks);
  free(title);
  return status;
}

enum wb_status wb_puzzle_move(const struct wb_session *session, const char *slug,
                              const struct wb_puzzle_place *place, struct wb_course_edit *edit,
                              struct wb_error *err) {
  struct wb_course_change change;
  *edit = (struct wb_course_edit){0};
  wb_course_change_init(&change, session->course.root);
  enum wb_status status = wb_course_edit_check(&session->course, err);
  if (status == WB_OK)
    status = wb_renumbering_move(&session->course, slug, place, &edit->slug, &edit->places, err);
  if (status == WB_OK && edit->places.count > 0)
    status = wb_course_edit_commit(&session->course, &change, edit, err);
  if (status != WB_OK) wb_course_edit_release(edit);
  wb_course_change_release(&change);
  return status;
}

/* The file that says how it was called, unless it was called so before already. */
static void add_former_name(const struct wb_course *course, const char *from, const char *to,
                            struct wb_course_change *change) {
  const char *name = wb_slug_name(from);
  char *mark = wb_course_former_mark(to, name), *older = wb_course_former_mark(from, name);
  char *path = wb_path_join(course->root, older);
  if (!wb_file_exists(path)) wb_course_change_write(change, mark, "");
  free(path);
  free(older);
  free(mark);
}

static enum wb_status check_new_name(const struct wb_session *session, const char *slug,
                                     const char *name, struct wb_error *err) {
  enum wb_status status = check_name(name, err);
  if (status == WB_OK && wb_slug_is_same(slug, name))
    status = wb_fail(err, WB_ERR_USAGE, "%s has this name already", slug);
  if (status == WB_OK) status = check_is_free(session, name, NULL, err);
  if (status == WB_OK) status = check_was_free(session, name, slug, err);
  if (status == WB_OK) status = wb_course_edit_check(&session->course, err);
  return status;
}

enum wb_status wb_puzzle_rename(const struct wb_session *session, const char *slug,
                                const char *name, struct wb_course_edit *edit,
                                struct wb_error *err) {
  struct wb_course_change change;
  const int number = (int)(wb_slug_name(slug) - slug);
  if (number > 0 && strncmp(name, slug, (size_t)number) == 0) name += number;
  *edit = (struct wb_course_edit){.renamed = true};
  wb_course_change_init(&change, session->course.root);
  enum wb_status status = check_new_name(session, slug, name, err);
  if (status == WB_OK) {
    edit->slug = wb_format("%.*s%s", number, slug, name);
    wb_renumbering_add(&edit->places, slug, edit->slug);
    add_former_name(&session->course, slug, edit->slug, &change);
    status = wb_course_edit_commit(&session->course, &change, edit, err);
  }
  if (status != WB_OK) wb_course_edit_release(edit);
  wb_course_change_release(&change);
  return status;
}

/* ---- what was done, in words --------------------------------------------------------------- */

static const char *meaning_of(const char *file, const char *slug) {
  const char *meaning = "";
  for (size_t i = 0; i < PARTS; i++) {
    char *place = place_of(&parts[i], slug, "");
    if (wb_starts_with(file, place)) meaning = parts[i].meaning;
    free(place);
  }
  return meaning;
}

static void write_files(const struct wb_course_edit *edit, struct wb_document *document) {
  int columns = 0;
  for (size_t i = 0; i < edit->n_files; i++) {
    const int own = (int)strlen(edit->files[i]);
    if (own > columns) columns = own;
  }
  for (size_t i = 0; i < edit->n_files; i++) {
    wb_put_line(document, WB_STYLE_PLAIN, "  %-*s  ", columns, edit->files[i]);
    wb_put(document, WB_STYLE_DIM, "%s", meaning_of(edit->files[i], edit->slug));
  }
}

static void write_places(const struct wb_renumbering *places, struct wb_document *document) {
  for (size_t i = 0; i < places->count; i++)
    wb_put_line(document, WB_STYLE_PLAIN, "  %s is now %s", places->items[i].from,
                places->items[i].to);
}

static void write_mentions(const struct wb_course_edit *edit, struct wb_document *document) {
  const struct wb_place_mentions *mentions = &edit->mentions;
  if (mentions->count == 0) return;
  wb_put_line(document, WB_STYLE_WARNING, "%s",
              edit->renamed ? "The old name still stands in" : "Old numbers still stand in");
  for (size_t i = 0; i < mentions->count; i++) {
    const struct wb_place_mention *mention = &mentions->items[i];
    wb_put_line(document, WB_STYLE_PLAIN, "  %s:%u: %s, which is now %s", mention->file,
                mention->line, mention->old, mention->now);
  }
}

static void write_course(const struct wb_course_edit *edit, struct wb_document *document) {
  wb_put_line(document, WB_STYLE_STRONG, "%s is a course:", edit->course);
  for (size_t i = 0; i < edit->n_files; i++)
    wb_put_line(document, WB_STYLE_PLAIN, "  %s", edit->files[i]);
  wb_put_line(document, WB_STYLE_PLAIN,
              "`workbench new NAME`, in this folder or with --course, makes its first puzzle.");
}

void wb_course_edit_write(const struct wb_course_edit *edit, struct wb_document *document) {
  if (edit->course != NULL) {
    write_course(edit, document);
    return;
  }
  const char *name = wb_slug_name(edit->slug);
  const bool has_own_files = edit->n_files > 0 && !edit->renamed;
  if (has_own_files) {
    if (edit->from != NULL)
      wb_put_line(document, WB_STYLE_STRONG, "%s is taken from %s:", edit->slug, edit->from);
    else
      wb_put_line(document, WB_STYLE_STRONG, "%s is %s:", edit->slug,
                  edit->removed ? "removed" : "made");
    write_files(edit, document);
  } else if (edit->places.count == 0) {
    wb_put_line(document, WB_STYLE_PLAIN, "%s is there already.", edit->slug);
  }
  if (edit->places.count > 0)
    wb_put_line(document, WB_STYLE_STRONG, "%s:",
                edit->renamed   ? "Renamed"
                : has_own_files ? "Renumbered"
                                : "Moved");
  write_places(&edit->places, document);
  write_mentions(edit, document);
  if (edit->renamed)
    wb_put_line(document, WB_STYLE_PLAIN,
                "Its inputs are drawn by its name, so they are others now; `workbench check %s` "
                "checks it.",
                name);
  if (!has_own_files || edit->removed) return;
  wb_put_line(document, WB_STYLE_PLAIN,
              "`workbench ui %s` shows it while you write; `workbench check %s` checks it.", name,
              name);
}

#define WB_OF struct wb_renumbered
static const struct wb_field renumbered_rows[] = {{"from", WB_VALUE(from)}, {"to", WB_VALUE(to)}};
static const struct wb_fields renumbered_fields = {WB_ROWS(renumbered_rows)};
#undef WB_OF

#define WB_OF struct wb_place_mention
static const struct wb_field mention_rows[] = {{"file", WB_VALUE(file)},
                                               {"line", WB_VALUE(line)},
                                               {"old", WB_VALUE(old)},
                                               {"now", WB_VALUE(now)}};
static const struct wb_fields mention_fields = {WB_ROWS(mention_rows)};
#undef WB_OF

#define WB_OF struct wb_course_edit
static const struct wb_field edit_rows[] = {
    {"course", WB_VALUE(course), .or_absent = true},
    {"puzzle", WB_VALUE(slug), .or_absent = true},
    {"from", WB_VALUE(from), .or_absent = true},
    {"removed", WB_VALUE(removed)},
    {"files", WB_LIST(files, n_files, SIZE_MAX)},
    {"renumbered", WB_LIST(places.items, places.count, SIZE_MAX), .fields = &renumbered_fields},
    {"mentions", WB_LIST(mentions.items, mentions.count, SIZE_MAX), .fields = &mention_fields},
};
const struct wb_fields wb_course_edit_fields = {WB_ROWS(edit_rows)};
#undef WB_OF
