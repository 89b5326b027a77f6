/* What something was made of: files, each by its path with what it was then, so that whoever keeps
 * the result finds out whether it would be made of the same again. A path where there was nothing
 * counts as much as one where there was a file. */
#ifndef WB_BASE_FILE_STATES_H
#define WB_BASE_FILE_STATES_H

#include <stdbool.h>
#include <stddef.h>

/* `state` is one word and a digest: "file 9f86…" of content, "folder 2c26…" of names, or "absent";
 * "unreadable" is like no other state, itself included. */
struct wb_file_and_state {
  char *path, *state;
};

/* Zeroed, there are none. */
struct wb_file_states {
  struct wb_file_and_state *items;
  size_t count, capacity;
};

/* Adds a file whose content was read and is at hand. */
void wb_file_states_add_text(struct wb_file_states *states, const char *path, const void *bytes,
                             size_t length);

/* Adds what lies at the path now: a file, a folder by the names in it, or nothing. False where it
 * cannot be read. */
bool wb_file_states_add(struct wb_file_states *states, const char *path);

/* The same, and of a folder all that is below it. */
bool wb_file_states_add_all(struct wb_file_states *states, const char *path);

/* Adds one whose state was found elsewhere. */
void wb_file_states_add_known(struct wb_file_states *states, const char *path, const char *state);

void wb_file_states_append(struct wb_file_states *states, const struct wb_file_states *more);

/* States that were found before, for whoever asks often: a file is read again only if it is another
 * one, or was written to. Zeroed, nothing is known. */
struct wb_file_memory {
  struct wb_file_memory_item *first;
};
void wb_file_memory_release(struct wb_file_memory *memory);

/* Whether everything is as it was. `memory` may be NULL. */
bool wb_file_states_hold(const struct wb_file_states *states, struct wb_file_memory *memory);

void wb_file_states_release(struct wb_file_states *states);

#endif
