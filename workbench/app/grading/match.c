#include "grading/match.h"

#include <stdlib.h>
#include <string.h>

#include "base/slug.h"
#include "base/str.h"
#include "grading/answer_name.h"
#include "grading/match_name.h"
#include "text/columns.h"

/* ---- rules -------------------------------------------------------------------------------------
 */

static void find_starter(struct wb_match_puzzle *puzzle, const struct wb_course *course) {
  unsigned char digest[WB_SHA256_BYTES];
  struct wb_sha256 sha;
  struct wb_str text;
  char *path = wb_course_starter(course, puzzle->slug);
  wb_str_init(&text);
  if (wb_file_read(path, WB_SUBMITTED_BYTES_MAX, &text, NULL) == WB_OK) {
    wb_sha256_init(&sha);
    wb_sha256_add(&sha, text.data, text.length);
    wb_sha256_finish(&sha, digest);
    wb_sha256_hex(digest, puzzle->starter);
  }
  wb_str_release(&text);
  free(path);
}

void wb_match_rules_init(struct wb_match_rules *rules, const struct wb_course *course,
                         const struct wb_catalog *catalog) {
  struct wb_former_names former;
  *rules =
      (struct wb_match_rules){.course = wb_strdup(catalog->course.name),
                              .puzzles = wb_alloc((catalog->count + 1) * sizeof *rules->puzzles),
                              .count = catalog->count};
  wb_course_former_names(course, &former);
  for (size_t i = 0; i < catalog->count; i++) {
    const struct wb_puzzle_summary *summary = &catalog->items[i];
    struct wb_match_puzzle *puzzle = &rules->puzzles[i];
    puzzle->slug = wb_strdup(summary->slug);
    puzzle->number = wb_slug_number(summary->slug);
    puzzle->ending = wb_course_ending(course, summary->slug);
    if (summary->entry != NULL && summary->entry[0] != '\0')
      puzzle->entry = wb_strdup(summary->entry);
    wb_names_init(&puzzle->former);
    for (size_t k = 0; k < former.slugs.count; k++)
      if (strcmp(former.slugs.items[k], summary->slug) == 0)
        wb_names_add(&puzzle->former, former.names.items[k]);
    find_starter(puzzle, course);
  }
  wb_former_names_release(&former);
}

void wb_match_rules_release(struct wb_match_rules *rules) {
  for (size_t i = 0; i < rules->count; i++) {
    free(rules->puzzles[i].slug);
    free(rules->puzzles[i].entry);
    wb_names_release(&rules->puzzles[i].former);
  }
  free(rules->puzzles);
  free(rules->course);
  *rules = (struct wb_match_rules){.puzzles = NULL};
}

/* ---- candidates --------------------------------------------------------------------------------
 */

/* A file that may be the answer to a puzzle. */
struct candidate {
  struct wb_submitted_file *file;
  struct wb_named_puzzle named; /* the puzzle, by whatever rule */
  unsigned folders;             /* around it */
  bool is_backup, has_ending, has_entry;
};

static unsigned count_folders(const char *name) {
  unsigned count = 0;
  for (; *name != '\0'; name++) count += *name == '/';
  return count;
}

static bool has_kernel(const struct wb_submitted_file *file, const char *entry) {
  bool has = false;
  for (size_t i = 0; i < file->n_entries && !has; i++) has = strcmp(file->entries[i], entry) == 0;
  return has;
}

static const struct wb_match_puzzle *puzzle_called(const struct wb_match_rules *rules,
                                                   const char *slug) {
  for (size_t i = 0; i < rules->count; i++)
    if (wb_slug_is_same(rules->puzzles[i].slug, slug)) return &rules->puzzles[i];
  return NULL;
}

static bool is_of_course(const struct wb_submission *submission,
                         const struct wb_match_rules *rules) {
  return submission->course == NULL || rules->course == NULL ||
         strcmp(submission->course, rules->course) == 0;
}

/* By the kernels in the text where that was found before; else by manifest or name. */
static struct wb_named_puzzle find_puzzle(const struct wb_submission *submission,
                                          const struct wb_match_rules *rules,
                                          const struct wb_submitted_file *file,
                                          const struct wb_answer_name *name) {
  struct wb_named_puzzle found = {.puzzle = NULL};
  const bool may_answer = file->state == WB_SUBMITTED_READ ||
                          (file->state == WB_SUBMITTED_UNREADABLE && name->ending != NULL);
  if (file->rule == WB_MATCH_ENTRY && file->puzzle != NULL)
    return (struct wb_named_puzzle){.puzzle = puzzle_called(rules, file->puzzle),
                                    .rule = WB_MATCH_ENTRY};
  if (may_answer && file->claimed != NULL && file->is_as_claimed && is_of_course(submission, rules))
    found = (struct wb_named_puzzle){.puzzle = puzzle_called(rules, file->claimed),
                                     .rule = WB_MATCH_MANIFEST};
  return may_answer && found.puzzle == NULL ? wb_match_name(rules, name->stem) : found;
}

static struct candidate candidate_of(const struct wb_submission *submission,
                                     const struct wb_match_rules *rules,
                                     struct wb_submitted_file *file) {
  struct wb_answer_name name = wb_answer_name_of(file->name);
  struct candidate candidate = {.file = file,
                                .named = find_puzzle(submission, rules, file, &name),
                                .folders = count_folders(file->name),
                                .is_backup = name.is_backup};
  const struct wb_match_puzzle *puzzle = candidate.named.puzzle;
  if (puzzle != NULL) {
    candidate.has_ending = name.ending != NULL && strcmp(name.ending, puzzle->ending) == 0;
    candidate.has_entry = puzzle->entry != NULL && has_kernel(file, puzzle->entry);
    file->is_starter = puzzle->starter[0] != '\0' && strcmp(file->sha256, puzzle->starter) == 0;
  }
  free(name.stem);
  return candidate;
}

/* ---- kernels that no name speaks for -----------------------------------------------------------
 */

static size_t puzzles_with_entry(const struct wb_match_rules *rules, const char *entry,
                                 const struct wb_match_puzzle **first) {
  size_t count = 0;
  for (size_t i = 0; i < rules->count; i++) {
    if (rules->puzzles[i].entry == NULL || strcmp(rules->puzzles[i].entry, entry) != 0) continue;
    if (count++ == 0) *first = &rules->puzzles[i];
  }
  return count;
}

static struct wb_submitted_file copy_of_file(const struct wb_submitted_file *file) {
  struct wb_submitted_file copy = *file;
  copy.name = wb_strdup(file->name);
  copy.why = wb_strdup(file->why);
  copy.claimed = wb_strdup(file->claimed);
  copy.puzzle = NULL;
  copy.doubt = NULL;
  copy.entries = wb_alloc(copy.n_entries * sizeof *copy.entries);
  for (size_t i = 0; i < copy.n_entries; i++) copy.entries[i] = wb_strdup(file->entries[i]);
  return copy;
}

/* NULL: a submission has no room for more. */
static struct wb_submitted_file *add_copy(struct wb_submission *submission, size_t index) {
  if (submission->n_files >= WB_SUBMITTED_ANSWERS_MAX) return NULL;
  submission->files = wb_grow(submission->files, &submission->files_capacity,
                              submission->n_files + 1, sizeof *submission->files);
  submission->files[submission->n_files] = copy_of_file(&submission->files[index]);
  return &submission->files[submission->n_files++];
}

/* Gives the file the puzzle of each of its kernels: from the second on in copies of it, which are
 * added whatever the limit. */
static void match_entries(struct wb_submission *submission, size_t index,
                          const struct wb_match_rules *rules) {
  size_t matched = 0;
  for (size_t i = 0; i < submission->files[index].n_entries; i++) {
    const struct wb_match_puzzle *puzzle = NULL;
    struct wb_submitted_file *file = &submission->files[index];
    const size_t count = puzzles_with_entry(rules, file->entries[i], &puzzle);
    if (count > 1 && file->doubt == NULL)
      file->doubt = wb_format(
          "Several puzzles ask for a kernel %s, and its name does not say which "
          "of them it answers.",
          file->entries[i]);
    if (count != 1) continue;
    if (matched++ > 0) {
      file = add_copy(submission, index);
      if (file == NULL) {
        submission->files_left_out++;
        return;
      }
    }
    file->puzzle = wb_strdup(puzzle->slug);
    file->rule = WB_MATCH_ENTRY;
  }
}

/* ---- choosing ----------------------------------------------------------------------------------
 */

static int prefer(bool a, bool b) { return (int)b - (int)a; }

static int prefer_less(unsigned a, unsigned b) { return (a > b) - (a < b); }

/* Below 0: the first is to be judged rather than the second. */
static int compare_candidates(const struct candidate *a, const struct candidate *b) {
  const int orders[] = {prefer(!a->file->is_starter, !b->file->is_starter),
                        prefer(a->has_ending, b->has_ending),
                        prefer(!a->is_backup, !b->is_backup),
                        prefer_less(a->named.rule, b->named.rule),
                        prefer(!a->named.is_loose, !b->named.is_loose),
                        prefer_less(a->named.additions, b->named.additions),
                        prefer(a->has_entry, b->has_entry),
                        prefer_less(a->folders, b->folders)};
  for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
    if (orders[i] != 0) return orders[i];
  return strcmp(a->file->name, b->file->name);
}

/* Whether `other` could have been meant where `best` was chosen. */
static bool is_rival(const struct candidate *best, const struct candidate *other) {
  const bool is_weak = other->file->is_starter || (other->is_backup && !best->is_backup) ||
                       (other->named.rule == WB_MATCH_ENTRY && best->named.rule != WB_MATCH_ENTRY);
  return other != best && other->named.puzzle == best->named.puzzle && !is_weak &&
         (other->file->state != WB_SUBMITTED_READ ||
          strcmp(other->file->sha256, best->file->sha256) != 0);
}

/* Why its text and name alone do not make it certain; NULL: they do. */
static char *doubt_about(const struct candidate *best) {
  const struct wb_match_puzzle *puzzle = best->named.puzzle;
  const struct wb_submitted_file *file = best->file;
  if (best->is_backup) return wb_format("It is called as a backup is.");
  if (best->has_entry) return NULL;
  if (!best->has_ending)
    return wb_format("Its name does not end with %s, as answers to this puzzle do.",
                     puzzle->ending);
  if (puzzle->entry != NULL && file->n_entries == 0)
    return wb_format("No kernel was found in it; the puzzle asks for %s.", puzzle->entry);
  if (puzzle->entry != NULL)
    return wb_format("It has a kernel %s; the puzzle asks for %s.", file->entries[0],
                     puzzle->entry);
  return best->named.is_loose ? wb_format("Its name has a part of the puzzle's, and others.")
                              : NULL;
}

static char *doubt_naming(const char *before, const struct wb_submitted_file *file,
                          const char *after) {
  char *name = wb_text_shorten(file->name, WB_SUBMITTED_NAME_COLUMNS);
  char *doubt = wb_format("%s%s%s %s", before, before[0] != '\0' ? " " : "", name, after);
  free(name);
  return doubt;
}

/* The same, with what lies beside it. */
static char *doubt_beside(const struct wb_submission *submission,
                          const struct wb_match_rules *rules, const struct candidate *best,
                          const struct candidate *rival) {
  const struct wb_submitted_file *file = best->file;
  if (rival != NULL)
    return doubt_naming("There is", rival->file,
                        rival->file->state != WB_SUBMITTED_READ ? "as well, which cannot be read."
                                                                : "as well, with another text.");
  if (file->is_starter) return NULL;
  if (file->claimed != NULL && !is_of_course(submission, rules))
    return wb_format("Its manifest is of the course %s.", submission->course);
  if (file->claimed != NULL && !file->is_as_claimed)
    return wb_format("Its manifest is of another text than this.");
  return doubt_about(best);
}

/* Another one is judged. */
static void step_back(struct wb_submitted_file *file, const struct wb_submitted_file *judged) {
  free(file->doubt);
  file->doubt = doubt_naming("", judged, "is judged in its place.");
  file->counts = file->certain = false;
}

static void choose_answer(const struct wb_submission *submission,
                          const struct wb_match_rules *rules, const struct candidate *candidates,
                          const struct wb_match_puzzle *puzzle) {
  const struct candidate *best = NULL, *rival = NULL;
  const size_t count = submission->n_files;
  for (size_t i = 0; i < count; i++) {
    const struct candidate *one = &candidates[i];
    const bool may_count = one->named.puzzle == puzzle && one->file->state == WB_SUBMITTED_READ;
    if (may_count && (best == NULL || compare_candidates(one, best) < 0)) best = one;
  }
  if (best == NULL) return;
  for (size_t i = 0; i < count; i++)
    if (is_rival(best, &candidates[i]) &&
        (rival == NULL || compare_candidates(&candidates[i], rival) < 0))
      rival = &candidates[i];
  struct wb_submitted_file *file = best->file;
  char *doubt = doubt_beside(submission, rules, best, rival);
  free(file->doubt);
  file->doubt = doubt;
  file->certain = doubt == NULL;
  file->counts = true;
  for (size_t i = 0; i < count; i++)
    if (candidates[i].named.puzzle == puzzle && candidates[i].file != file &&
        candidates[i].file->state == WB_SUBMITTED_READ)
      step_back(candidates[i].file, file);
}

void wb_match_submission(struct wb_submission *submission, const struct wb_match_rules *rules) {
  const size_t n_read = submission->n_files;
  for (size_t i = 0; i < n_read; i++) {
    struct wb_submitted_file *file = &submission->files[i];
    const struct wb_named_puzzle named = candidate_of(submission, rules, file).named;
    if (named.puzzle != NULL) {
      file->puzzle = wb_strdup(named.puzzle->slug);
      file->rule = named.rule;
    } else if (file->state == WB_SUBMITTED_READ) {
      match_entries(submission, i, rules);
    }
  }
  /* From here on the files stay where they are. */
  struct candidate *candidates = wb_alloc((submission->n_files + 1) * sizeof *candidates);
  for (size_t i = 0; i < submission->n_files; i++)
    candidates[i] = candidate_of(submission, rules, &submission->files[i]);
  for (size_t i = 0; i < rules->count; i++)
    choose_answer(submission, rules, candidates, &rules->puzzles[i]);
  free(candidates);
}

/* ---- a person's choice -------------------------------------------------------------------------
 */

static bool is_answer_to(const struct wb_submitted_file *file, const char *slug) {
  return file->puzzle != NULL && strcmp(file->puzzle, slug) == 0;
}

/* Whatever was kept: a person may know better than any rule. */
static bool is_candidate(const struct wb_submitted_file *file) {
  return file->state == WB_SUBMITTED_READ ||
         (file->state == WB_SUBMITTED_OTHER && file->sha256[0] != '\0');
}

static enum wb_status fail_choice(const struct wb_submission *submission, const char *slug,
                                  const char *wanted, size_t found, struct wb_error *err) {
  struct wb_str names;
  wb_str_init(&names);
  for (size_t i = 0; i < submission->n_files; i++)
    if (is_candidate(&submission->files[i]))
      wb_str_addf(&names, "%s%s (SHA-256 %s)", names.length > 0 ? ", " : "",
                  submission->files[i].name, submission->files[i].sha256);
  enum wb_status status =
      found > 0 ? wb_fail(err, WB_ERR_USAGE,
                          "several files are called '%.80s'; name the SHA-256 of one: %.900s",
                          wanted, names.data)
                : wb_fail(err, WB_ERR_NOT_FOUND, "'%.80s' is no candidate for %s; %s%.900s", wanted,
                          slug, names.length > 0 ? "there is " : "there is none", names.data);
  wb_str_release(&names);
  return status;
}

/* The one that answers the puzzle already, else one that answers none, else any. */
static size_t rank_of_choice(const struct wb_submitted_file *file, const char *slug) {
  return is_answer_to(file, slug) ? 0 : file->puzzle == NULL ? 1 : 2;
}

static enum wb_status find_choice(const struct wb_submission *submission, const char *slug,
                                  const char *wanted, size_t *chosen, struct wb_error *err) {
  const struct wb_submitted_file *found = NULL;
  size_t count = 0;
  for (size_t i = 0; i < submission->n_files; i++) {
    const struct wb_submitted_file *file = &submission->files[i];
    if (!is_candidate(file) ||
        (strcmp(file->name, wanted) != 0 && strcmp(file->sha256, wanted) != 0))
      continue;
    if (found == NULL || strcmp(file->sha256, found->sha256) != 0) count++;
    if (found != NULL && rank_of_choice(found, slug) <= rank_of_choice(file, slug)) continue;
    found = file;
    *chosen = i;
  }
  return count == 1 ? WB_OK : fail_choice(submission, slug, wanted, count, err);
}

/* What a rule has matched to another puzzle answers that one as well. NULL: as of add_copy. */
static struct wb_submitted_file *give_to(struct wb_submission *submission, size_t index,
                                         const char *slug) {
  struct wb_submitted_file *file = &submission->files[index];
  if (is_answer_to(file, slug)) return file;
  if (file->puzzle != NULL && file->rule != WB_MATCH_PERSON) file = add_copy(submission, index);
  if (file == NULL) return NULL;
  free(file->puzzle);
  file->puzzle = wb_strdup(slug);
  file->rule = WB_MATCH_PERSON;
  file->state = WB_SUBMITTED_READ;
  file->is_starter = false;
  return file;
}

enum wb_status wb_match_choose(struct wb_submission *submission, const char *slug,
                               const char *wanted, const struct wb_submitted_file **chosen,
                               struct wb_error *err) {
  size_t index = 0;
  enum wb_status status = find_choice(submission, slug, wanted, &index, err);
  if (status != WB_OK) return status;
  struct wb_submitted_file *found = give_to(submission, index, slug);
  if (found == NULL)
    return wb_fail(err, WB_ERR_USAGE, "what was handed in answers too much already: %d files",
                   WB_SUBMITTED_ANSWERS_MAX);
  for (size_t i = 0; i < submission->n_files; i++)
    if (is_answer_to(&submission->files[i], slug) &&
        submission->files[i].state == WB_SUBMITTED_READ && &submission->files[i] != found)
      step_back(&submission->files[i], found);
  free(found->doubt);
  found->doubt = NULL;
  found->counts = found->certain = true;
  *chosen = found;
  return WB_OK;
}
