#include "grading/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/slug.h"
#include "store/database.h"

/* ---- the file ---------------------------------------------------------------------------- */

enum wb_status wb_secret_default_path(char **path, struct wb_error *err) {
  char *progress = NULL;
  enum wb_status status = wb_database_default_path(&progress, err);
  if (status == WB_OK) {
    char *folder = wb_path_dirname(progress);
    *path = wb_path_join(folder, "grading.secret");
    free(folder);
  }
  free(progress);
  return status;
}

/* It appears whole: who comes second finds the first one's. */
static enum wb_status make_secret(const char *path, struct wb_error *err) {
  unsigned char bytes[WB_SECRET_BYTES];
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
    return wb_fail_errno(err, "cannot make a secret");
  const mode_t before = umask(077);
  enum wb_status status = wb_file_create(path, bytes, sizeof bytes, err);
  umask(before);
  if (status != WB_OK && wb_file_exists(path)) status = WB_OK;
  return status;
}

static enum wb_status check_file(int fd, const char *path, struct wb_error *err) {
  struct stat about;
  if (fstat(fd, &about) != 0) return wb_fail_errno(err, "cannot read the secret %s", path);
  if (!S_ISREG(about.st_mode) || about.st_size != WB_SECRET_BYTES)
    return wb_fail(err, WB_ERR_USAGE,
                   "%s is no secret: that is a file of %d bytes; name another one, or a new one, "
                   "which is made",
                   path, WB_SECRET_BYTES);
  if ((about.st_mode & 077) != 0)
    return wb_fail(err, WB_ERR_USAGE, "others may read the secret %s; `chmod 600` it", path);
  return WB_OK;
}

static enum wb_status read_secret(struct wb_secret *secret, const char *path,
                                  struct wb_error *err) {
  const int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) return wb_fail_errno(err, "cannot read the secret %s", path);
  enum wb_status status = check_file(fd, path, err);
  if (status == WB_OK && read(fd, secret->bytes, sizeof secret->bytes) != WB_SECRET_BYTES)
    status = wb_fail_errno(err, "cannot read the secret %s", path);
  close(fd);
  return status;
}

enum wb_status wb_secret_open(struct wb_secret *secret, const char *path, struct wb_error *err) {
  char *own = NULL;
  enum wb_status status = path == NULL ? wb_secret_default_path(&own, err) : WB_OK;
  if (path == NULL) path = own;
  if (status == WB_OK && !wb_file_exists(path)) status = make_secret(path, err);
  if (status == WB_OK) status = read_secret(secret, path, err);
  free(own);
  return status;
}

/* ---- what follows from it ---------------------------------------------------------------- */

/* The first 64 bits of the HMAC as hexadecimal digits. */
static void keyed_digits(const struct wb_secret *secret, const struct wb_str *message,
                         char digits[17]) {
  unsigned char digest[WB_SHA256_BYTES];
  char hex[WB_SHA256_HEX];
  wb_hmac_sha256(secret->bytes, WB_SECRET_BYTES, message->data, message->length, digest);
  wb_sha256_hex(digest, hex);
  memcpy(digits, hex, 16);
  digits[16] = '\0';
}

void wb_secret_pseudonym(const struct wb_secret *secret, const char *const *ids, size_t n_ids,
                         char pseudonym[WB_PSEUDONYM_MAX]) {
  struct wb_names sorted;
  struct wb_str message;
  char digits[17];
  wb_names_init(&sorted);
  wb_str_init(&message);
  for (size_t i = 0; i < n_ids; i++) wb_names_add(&sorted, ids[i]);
  wb_names_sort(&sorted);
  wb_str_add_bytes(&message, "person", sizeof "person");
  for (size_t i = 0; i < sorted.count; i++)
    wb_str_add_bytes(&message, sorted.items[i], strlen(sorted.items[i]) + 1);
  keyed_digits(secret, &message, digits);
  snprintf(pseudonym, WB_PSEUDONYM_MAX, "s%s", digits);
  wb_str_release(&message);
  wb_names_release(&sorted);
}

void wb_secret_seed_key(const struct wb_secret *secret, const char *course, const char *slug,
                        const char *pseudonym, struct wb_seed_key *key) {
  const char *const parts[] = {"seeds", course != NULL ? course : "", wb_slug_name(slug),
                               pseudonym};
  struct wb_str message;
  wb_str_init(&message);
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
    wb_str_add_bytes(&message, parts[i], strlen(parts[i]) + 1);
  wb_hmac_sha256(secret->bytes, WB_SECRET_BYTES, message.data, message.length, key->bytes);
  wb_str_release(&message);
}

void wb_secret_derive(const struct wb_secret *secret, const char *purpose,
                      struct wb_secret *derived) {
  struct wb_str message;
  wb_str_init(&message);
  wb_str_add_bytes(&message, "derive", sizeof "derive");
  wb_str_add(&message, purpose);
  wb_hmac_sha256(secret->bytes, WB_SECRET_BYTES, message.data, message.length, derived->bytes);
  wb_str_release(&message);
}

void wb_secret_id(const struct wb_secret *secret, char id[WB_SECRET_ID_MAX]) {
  struct wb_str message;
  wb_str_init(&message);
  wb_str_add(&message, "id");
  keyed_digits(secret, &message, id);
  wb_str_release(&message);
}
