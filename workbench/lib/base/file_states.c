#include "base/file_states.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cache.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/str.h"

enum { FILE_MAX = 64 << 20, DEPTH_MAX = 8 };

static const char UNREADABLE[] = "unreadable";

/* ---- one path ------------------------------------------------------------------------------- */

static char *state_of_bytes(const char *kind, const void *bytes, size_t length) {
  struct wb_sha256 sha;
  unsigned char digest[WB_SHA256_BYTES];
  char hex[WB_SHA256_HEX];
  wb_sha256_init(&sha);
  wb_sha256_add(&sha, bytes, length);
  wb_sha256_finish(&sha, digest);
  wb_sha256_hex(digest, hex);
  return wb_format("%s %s", kind, hex);
}

static char *state_of_file(const char *path) {
  struct wb_str text;
  wb_str_init(&text);
  const bool read = wb_file_read(path, FILE_MAX, &text, NULL) == WB_OK;
  char *state = read ? state_of_bytes("file", text.data, text.length) : wb_strdup(UNREADABLE);
  wb_str_release(&text);
  return state;
}

static char *state_of_folder(const char *path) {
  struct wb_names names;
  struct wb_str text;
  wb_names_init(&names);
  wb_str_init(&text);
  const bool read = wb_directory_list(path, &names, NULL) == WB_OK;
  for (size_t i = 0; i < names.count; i++)
    wb_str_add_bytes(&text, names.items[i], strlen(names.items[i]) + 1);
  char *state = read ? state_of_bytes("folder", text.data, text.length) : wb_strdup(UNREADABLE);
  wb_str_release(&text);
  wb_names_release(&names);
  return state;
}

static char *state_of(const char *path) {
  struct stat found;
  if (stat(path, &found) != 0)
    return wb_strdup(errno == ENOENT || errno == ENOTDIR ? "absent" : UNREADABLE);
  if (S_ISDIR(found.st_mode)) return state_of_folder(path);
  return S_ISREG(found.st_mode) ? state_of_file(path) : wb_strdup(UNREADABLE);
}

/* ---- what was found before ------------------------------------------------------------------ */

struct wb_file_memory_item {
  char *path, *state;
  unsigned char identity[WB_SHA256_BYTES]; /* of the file that had that state */
  struct wb_file_memory_item *next;
};

/* Which one comes first, as the files of one puzzle are asked for again and again. */
static struct wb_file_memory_item *remembered(struct wb_file_memory *memory, const char *path) {
  struct wb_file_memory_item **at = &memory->first;
  while (*at != NULL && strcmp((*at)->path, path) != 0) at = &(*at)->next;
  struct wb_file_memory_item *item = *at;
  if (item == NULL) {
    item = wb_alloc(sizeof *item);
    *item = (struct wb_file_memory_item){.path = wb_strdup(path)};
  } else {
    *at = item->next;
  }
  item->next = memory->first;
  memory->first = item;
  return item;
}

/* Owned by the memory; NULL where it has nothing to go by. */
static const char *recall_state(struct wb_file_memory *memory, const char *path) {
  struct wb_sha256 sha;
  unsigned char identity[WB_SHA256_BYTES];
  wb_sha256_init(&sha);
  if (memory == NULL || !wb_cache_add_file(&sha, path)) return NULL;
  wb_sha256_finish(&sha, identity);
  struct wb_file_memory_item *item = remembered(memory, path);
  if (item->state != NULL && memcmp(item->identity, identity, sizeof identity) == 0)
    return item->state;
  free(item->state);
  item->state = state_of(path);
  memcpy(item->identity, identity, sizeof identity);
  return item->state;
}

void wb_file_memory_release(struct wb_file_memory *memory) {
  while (memory->first != NULL) {
    struct wb_file_memory_item *first = memory->first;
    memory->first = first->next;
    free(first->path);
    free(first->state);
    free(first);
  }
}

/* ---- lists ---------------------------------------------------------------------------------- */

/* `state` becomes the list's. */
static bool add_state(struct wb_file_states *states, const char *path, char *state) {
  states->items =
      wb_grow(states->items, &states->capacity, states->count + 1, sizeof *states->items);
  states->items[states->count++] = (struct wb_file_and_state){wb_strdup(path), state};
  return strcmp(state, UNREADABLE) != 0;
}

void wb_file_states_add_text(struct wb_file_states *states, const char *path, const void *bytes,
                             size_t length) {
  add_state(states, path, state_of_bytes("file", bytes, length));
}

bool wb_file_states_add(struct wb_file_states *states, const char *path) {
  return add_state(states, path, state_of(path));
}

static bool add_below(struct wb_file_states *states, const char *path, int depth) {
  struct wb_names names;
  bool known = wb_file_states_add(states, path);
  if (!known || !wb_is_directory(path)) return known;
  if (depth == DEPTH_MAX) return add_state(states, path, wb_strdup(UNREADABLE));
  wb_names_init(&names);
  known = wb_directory_list(path, &names, NULL) == WB_OK;
  for (size_t i = 0; i < names.count && known; i++) {
    char *inside = wb_path_join(path, names.items[i]);
    known = add_below(states, inside, depth + 1);
    free(inside);
  }
  wb_names_release(&names);
  return known;
}

bool wb_file_states_add_all(struct wb_file_states *states, const char *path) {
  return add_below(states, path, 0);
}

void wb_file_states_add_known(struct wb_file_states *states, const char *path, const char *state) {
  add_state(states, path, wb_strdup(state));
}

void wb_file_states_append(struct wb_file_states *states, const struct wb_file_states *more) {
  for (size_t i = 0; i < more->count; i++)
    wb_file_states_add_known(states, more->items[i].path, more->items[i].state);
}

static bool file_holds(const struct wb_file_and_state *file, struct wb_file_memory *memory) {
  const char *known = recall_state(memory, file->path);
  char *found = known == NULL ? state_of(file->path) : NULL;
  const char *now = known != NULL ? known : found;
  const bool same = strcmp(now, file->state) == 0 && strcmp(now, UNREADABLE) != 0;
  free(found);
  return same;
}

bool wb_file_states_hold(const struct wb_file_states *states, struct wb_file_memory *memory) {
  for (size_t i = 0; i < states->count; i++)
    if (!file_holds(&states->items[i], memory)) return false;
  return true;
}

void wb_file_states_release(struct wb_file_states *states) {
  for (size_t i = 0; i < states->count; i++) {
    free(states->items[i].path);
    free(states->items[i].state);
  }
  free(states->items);
  *states = (struct wb_file_states){.count = 0};
}
