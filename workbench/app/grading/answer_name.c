#include "grading/answer_name.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/slug.h"
#include "base/str.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* ---- endings -------------------------------------------------------------------------------- */

static bool ends_so(const char *text, size_t length, const char *ending) {
  const size_t bytes = strlen(ending);
  return length > bytes && strncasecmp(text + length - bytes, ending, bytes) == 0;
}

/* The first of the endings that the text has; NULL: none. */
static const char *ending_among(const char *text, size_t length, const char *const *endings,
                                size_t count) {
  for (size_t i = 0; i < count; i++)
    if (ends_so(text, length, endings[i])) return endings[i];
  return NULL;
}

static const char *const answers[] = {".cl", ".lua"};
static const char *const backups[] = {"~", ".bak", ".orig", ".old"};
static const char *const texts[] = {".txt", ".c", ".cpp", ".h", ".ocl", ".opencl", ".clh"};
static const char *const read_here[] = {".tar.gz", ".tgz", ".tar.xz", ".tar.zst", ".tar", ".zip"};
static const char *const foreign[] = {".rar", ".7z", ".gz", ".bz2", ".tbz", ".xz", ".zst", ".lz"};

/* ".~1~": what `reset` keeps of a learner's file. */
static size_t numbered_backup(const char *text, size_t length) {
  size_t at = length;
  if (at < 4 || text[at - 1] != '~') return 0;
  at--;
  while (at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9') at--;
  return at > 2 && at < length - 1 && text[at - 1] == '~' && text[at - 2] == '.' ? length - at + 2
                                                                                 : 0;
}

/* How much of `text` is left without a backup's mark at its end. */
static size_t without_backup(const char *text, size_t length) {
  const size_t numbered = numbered_backup(text, length);
  const char *mark = ending_among(text, length, backups, COUNT_OF(backups));
  if (numbered > 0) return length - numbered;
  return mark != NULL ? length - strlen(mark) : length;
}

static size_t without_blanks(const char *text, size_t length) {
  while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '.')) length--;
  return length;
}

struct wb_answer_name wb_answer_name_of(const char *name) {
  struct wb_answer_name found = {.stem = NULL};
  const char *base = wb_path_basename(name);
  size_t length = without_blanks(base, strlen(base));
  if (length > 2 && base[0] == '#' && base[length - 1] == '#') { /* Emacs's autosave */
    base++;
    length -= 2;
    found.is_backup = true;
  }
  const size_t kept = without_backup(base, length);
  found.is_backup |= kept < length;
  length = without_blanks(base, kept);
  /* "x.cl.txt", and also "x.cl.cl". */
  if (ends_so(base, length, ".txt") &&
      ending_among(base, length - 4, answers, COUNT_OF(answers)) != NULL)
    length -= 4;
  const char *ending;
  while ((ending = ending_among(base, length, answers, COUNT_OF(answers))) != NULL) {
    found.ending = ending;
    length -= strlen(ending);
  }
  if (found.ending == NULL) {
    ending = ending_among(base, length, texts, COUNT_OF(texts));
    found.may_be_text = ending != NULL || memchr(base, '.', length) == NULL;
    if (ending != NULL) length -= strlen(ending);
  }
  char *stem = wb_strndup(base, length);
  found.stem = wb_slug_of(stem);
  free(stem);
  return found;
}

/* ---- what is no answer ---------------------------------------------------------------------- */

bool wb_name_is_junk(const char *name) {
  static const char *const junk[] = {"__MACOSX", ".DS_Store",   "Thumbs.db", "ehthumbs.db",
                                     ".git",     "desktop.ini", ".svn",      "manifest.sha256",
                                     ".hg"};
  static const char *const swap[] = {".swp", ".swo"};
  const char *base = wb_path_basename(name);
  for (size_t i = 0; i < COUNT_OF(junk); i++)
    if (strcasecmp(base, junk[i]) == 0) return true;
  return wb_starts_with(base, "._") ||
         (base[0] == '.' && ending_among(base, strlen(base), swap, COUNT_OF(swap)) != NULL);
}

bool wb_name_is_archive(const char *name) {
  return ending_among(name, strlen(name), read_here, COUNT_OF(read_here)) != NULL;
}

bool wb_name_is_foreign_archive(const char *name) {
  return !wb_name_is_archive(name) &&
         ending_among(name, strlen(name), foreign, COUNT_OF(foreign)) != NULL;
}

bool wb_name_is_work(const char *name) {
  struct wb_answer_name answer = wb_answer_name_of(name);
  const bool is = answer.ending != NULL || wb_archive_ending(name) > 0;
  free(answer.stem);
  return is;
}

unsigned wb_archive_ending(const char *name) {
  const char *ending = ending_among(name, strlen(name), read_here, COUNT_OF(read_here));
  if (ending == NULL) ending = ending_among(name, strlen(name), foreign, COUNT_OF(foreign));
  return ending != NULL ? (unsigned)strlen(ending) : 0;
}
