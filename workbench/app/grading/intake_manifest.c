#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "fields/json_tools.h"
#include "grading/intake_private.h"

/* A text of at most `most` bytes, or NULL: nobody has checked it. */
static const char *text_in(const json_t *object, const char *name, size_t most) {
  const char *text = json_string_value(json_object_get(object, name));
  return text != NULL && text[0] != '\0' && strlen(text) <= most ? text : NULL;
}

static void keep_text(char **kept, const char *text) {
  if (*kept == NULL && text != NULL) *kept = wb_shown_name(text, NULL);
}

static struct wb_submitted_file *file_called(struct wb_submission *submission, const char *base,
                                             const char *name) {
  const size_t length = strlen(base);
  for (size_t i = 0; i < submission->n_files; i++) {
    struct wb_submitted_file *file = &submission->files[i];
    if (strncmp(file->name, base, length) == 0 && strcmp(file->name + length, name) == 0)
      return file;
  }
  return NULL;
}

static void take_claim(struct wb_submission *submission, const char *base, const json_t *claim) {
  enum { NAME_MAX_BYTES = 1024, SLUG_MAX_BYTES = 255 };
  const char *puzzle = text_in(claim, "puzzle", SLUG_MAX_BYTES);
  const char *name = text_in(claim, "file", NAME_MAX_BYTES);
  const char *digest = text_in(claim, "sha256", WB_SHA256_HEX - 1);
  if (puzzle == NULL || name == NULL || digest == NULL) return;
  struct wb_submitted_file *file = file_called(submission, base, name);
  if (file == NULL || file->claimed != NULL) return;
  file->claimed = wb_shown_name(puzzle, NULL);
  file->is_as_claimed = file->sha256[0] != '\0' && strcmp(file->sha256, digest) == 0;
}

void wb_manifest_read(struct wb_submission *submission, const struct wb_manifest_text *manifest) {
  enum { SCHEMA = 1, TEXT_MAX_BYTES = 255 };
  json_t *root =
      json_loadb(manifest->text.data, manifest->text.length, JSON_REJECT_DUPLICATES, NULL);
  const json_t *course = json_object_get(root, "course"), *files = json_object_get(root, "files");
  if (json_integer_value(json_object_get(root, "schema")) == SCHEMA) {
    keep_text(&submission->course, text_in(course, "name", TEXT_MAX_BYTES));
    keep_text(&submission->edition, text_in(course, "version", TEXT_MAX_BYTES));
    keep_text(&submission->assignment, text_in(root, "assignment", TEXT_MAX_BYTES));
    for (size_t i = 0; i < json_array_size(files); i++)
      take_claim(submission, manifest->base, json_array_get(files, i));
  }
  json_decref(root);
}
