#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"
#include "sandbox/landlock.h"
#include "sandbox/sandbox.h"

/* ---- words ------------------------------------------------------------------------------ */

const char *wb_wall_name(enum wb_wall wall) {
  return wall == WB_WALL_LANDLOCK ? "landlock" : wall == WB_WALL_SECCOMP ? "seccomp" : "guard";
}

void wb_walls_words(const struct wb_walls *walls, char words[WB_WALLS_WORDS_MAX]) {
  const bool files = (walls->which & WB_WALL_LANDLOCK) != 0;
  const bool calls = (walls->which & WB_WALL_SECCOMP) != 0;
  char abi[16] = "";
  if (files) snprintf(abi, sizeof abi, ":%u", (unsigned)walls->landlock_abi);
  snprintf(words, WB_WALLS_WORDS_MAX, "%s%s%s%s", files ? "landlock" : "", abi,
           files && calls ? "," : "",
           calls   ? "seccomp"
           : files ? ""
                   : "none");
}

/* One word of the variable; false where it is none. */
static bool take_word(const char *word, size_t length, struct wb_walls *walls) {
  const size_t name = strlen("landlock");
  if (length == strlen("seccomp") && memcmp(word, "seccomp", length) == 0) {
    walls->which |= WB_WALL_SECCOMP;
    return true;
  }
  if (length < name || memcmp(word, "landlock", name) != 0) return false;
  walls->which |= WB_WALL_LANDLOCK;
  walls->landlock_abi = UINT32_MAX;
  if (length == name) return true;
  char *end = NULL;
  const unsigned long abi = word[name] == ':' ? strtoul(word + name + 1, &end, 10) : 0;
  if (abi == 0 || abi > UINT32_MAX || end != word + length) return false;
  walls->landlock_abi = (uint32_t)abi;
  return true;
}

enum wb_status wb_walls_parse(struct wb_walls *walls, const char *words, struct wb_error *err) {
  struct wb_walls read = {0};
  bool good = true;
  if (strcmp(words, "none") != 0) {
    const char *at = words;
    do {
      const size_t length = strcspn(at, ",");
      good = good && take_word(at, length, &read);
      at += length;
    } while (*at++ != '\0');
  }
  if (!good)
    return wb_fail(err, WB_ERR_USAGE,
                   WB_WALLS_VARIABLE
                   " is \"%s\"; it is \"all\", \"none\", or of the words "
                   "\"landlock\" and \"seccomp\", joined by a comma",
                   words);
  *walls = read;
  return WB_OK;
}

/* ---- what there is ------------------------------------------------------------------------- */

static _Noreturn void raise_and_end(const struct wb_walls *walls) {
  const struct wb_enclosure enclosure = {.role = WB_ROLE_LAUNCH, .walls = *walls, .guard = -1};
  _exit(wb_walls_raise(&enclosure, NULL) == 0 ? 0 : 1);
}

/* A child that has the wall, a role with the strictest of lists and the canary tried, and
 * ends well. It has this process's memory, which stands still meanwhile: walls are a process's own,
 * and a copy of the memory would take longer than all that it does. */
static bool can_raise(const struct wb_walls *walls) {
  int raw = -1;
  pid_t got;
  const pid_t child = vfork();
  if (child == 0) raise_and_end(walls);
  if (child < 0) return false;
  do got = waitpid(child, &raw, 0);
  while (got < 0 && errno == EINTR);
  return got == child && WIFEXITED(raw) && WEXITSTATUS(raw) == 0;
}

void wb_walls_probe(struct wb_walls *walls) {
  struct wb_walls landlock = {WB_WALL_LANDLOCK, wb_landlock_abi()};
  struct wb_walls seccomp = {WB_WALL_SECCOMP, 0};
  struct wb_walls both = {WB_WALLS_ALL, landlock.landlock_abi};
  *walls = (struct wb_walls){0, 0};
  if (landlock.landlock_abi != 0 && can_raise(&both)) {
    *walls = both;
  } else if (landlock.landlock_abi != 0 && can_raise(&landlock)) {
    *walls = landlock;
  } else if (can_raise(&seccomp)) {
    *walls = seccomp;
  }
}

enum wb_status wb_walls_choose(struct wb_walls *walls, struct wb_error *err) {
  const char *words = getenv(WB_WALLS_VARIABLE);
  enum wb_status status = WB_OK;
  if (words != NULL && strcmp(words, "all") != 0)
    status = wb_walls_parse(walls, words, err);
  else
    wb_walls_probe(walls);
  /* As it will be used; where there is none at all, it cannot be raised. */
  if (status == WB_OK && walls->landlock_abi > wb_landlock_abi())
    walls->landlock_abi = wb_landlock_abi();
  return status;
}

enum wb_status wb_walls_hand_on(const struct wb_walls *walls, struct wb_error *err) {
  char words[WB_WALLS_WORDS_MAX];
  wb_walls_words(walls, words);
  return setenv(WB_WALLS_VARIABLE, words, 1) == 0
             ? WB_OK
             : wb_fail_errno(err, "cannot set " WB_WALLS_VARIABLE);
}
