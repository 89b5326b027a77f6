#include "grading/secret.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "tap.h"

static char folder[] = "/tmp/wb-secret-XXXXXX";

static void test_it_is_made_once_and_for_its_owner(void) {
  struct wb_secret first, second;
  struct wb_error err = {0};
  struct stat about;
  char *path = wb_path_join(folder, "one");
  CHECK_INT(wb_secret_open(&first, path, &err), WB_OK);
  CHECK_INT(wb_secret_open(&second, path, &err), WB_OK);
  CHECK(memcmp(&first, &second, sizeof first) == 0);
  CHECK(stat(path, &about) == 0);
  CHECK_INT(about.st_mode & 0777, 0600);
  CHECK_INT(about.st_size, WB_SECRET_BYTES);
  free(path);
}

static void test_two_differ(void) {
  struct wb_secret first, second;
  char id[2][WB_SECRET_ID_MAX];
  char *paths[2] = {wb_path_join(folder, "a"), wb_path_join(folder, "b")};
  CHECK_INT(wb_secret_open(&first, paths[0], NULL), WB_OK);
  CHECK_INT(wb_secret_open(&second, paths[1], NULL), WB_OK);
  CHECK(memcmp(&first, &second, sizeof first) != 0);
  wb_secret_id(&first, id[0]);
  wb_secret_id(&second, id[1]);
  CHECK(strcmp(id[0], id[1]) != 0);
  for (int i = 0; i < 2; i++) free(paths[i]);
}

static void test_one_that_others_may_read_is_refused(void) {
  struct wb_secret secret;
  struct wb_error err = {0};
  char *path = wb_path_join(folder, "open");
  CHECK_INT(wb_secret_open(&secret, path, NULL), WB_OK);
  CHECK(chmod(path, 0640) == 0);
  CHECK_INT(wb_secret_open(&secret, path, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "chmod 600") != NULL);
  free(path);
}

static void test_what_is_no_secret_is_refused(void) {
  struct wb_secret secret;
  struct wb_error err = {0};
  char *path = wb_path_join(folder, "short");
  CHECK_INT(wb_file_create(path, "too short", 9, NULL), WB_OK);
  CHECK_INT(wb_secret_open(&secret, path, &err), WB_ERR_USAGE);
  CHECK_INT(wb_secret_open(&secret, folder, &err), WB_ERR_USAGE);
  char *fifo = wb_path_join(folder, "fifo");
  CHECK(mkfifo(fifo, 0600) == 0);
  CHECK_INT(wb_secret_open(&secret, fifo, &err), WB_ERR_USAGE);
  free(fifo);
  free(path);
}

static void test_pseudonyms_follow_from_the_people(void) {
  static const char *const one[] = {"4711"}, *const other[] = {"4712"};
  static const char *const group[] = {"b", "a"}, *const turned[] = {"a", "b"},
                           *const joined[] = {"ab"};
  struct wb_secret secret = {{1, 2, 3}}, another = {{1, 2, 4}};
  char names[6][WB_PSEUDONYM_MAX];
  wb_secret_pseudonym(&secret, one, 1, names[0]);
  wb_secret_pseudonym(&secret, one, 1, names[1]);
  CHECK_STRING(names[0], names[1]);
  wb_secret_pseudonym(&secret, other, 1, names[1]);
  CHECK(strcmp(names[0], names[1]) != 0);
  wb_secret_pseudonym(&another, one, 1, names[1]);
  CHECK(strcmp(names[0], names[1]) != 0);
  wb_secret_pseudonym(&secret, group, 2, names[2]);
  wb_secret_pseudonym(&secret, turned, 2, names[3]);
  wb_secret_pseudonym(&secret, joined, 1, names[4]);
  CHECK_STRING(names[2], names[3]);
  CHECK(strcmp(names[2], names[4]) != 0);
  CHECK(strstr(names[0], "4711") == NULL);
  CHECK_INT(strlen(names[0]), WB_PSEUDONYM_MAX - 1);
}

static void expect_key(const struct wb_secret *secret, const char *pseudonym, const char *hex) {
  struct wb_seed_key key;
  char text[WB_SHA256_HEX];
  wb_secret_seed_key(secret, "org.example.c", "03-guards", pseudonym, &key);
  wb_sha256_hex(key.bytes, text);
  CHECK_STRING(text, hex);
}

/* By Python's hmac. */
static void test_a_key_of_seeds_is_an_hmac(void) {
  const struct wb_secret secret = {{1, 2, 3}};
  expect_key(&secret, "", "e59c3c1099dd37ec77106bdbef5d3ba9f191337401c79bff75903eac99407282");
  expect_key(&secret, "s0123456789abcdef",
             "abff5a5bae501e50df97e153b879e4d7f36373b52f86c8998d73cfa2f81d33fb");
}

static bool same_keys(const char *const a[3], const char *const b[3]) {
  const struct wb_secret secret = {{1, 2, 3}};
  struct wb_seed_key one, other;
  wb_secret_seed_key(&secret, a[0], a[1], a[2], &one);
  wb_secret_seed_key(&secret, b[0], b[1], b[2], &other);
  return memcmp(&one, &other, sizeof one) == 0;
}

static void test_keys_of_seeds_differ_by_course_puzzle_and_person(void) {
  const char *const one[] = {"c", "03-guards", "s1"}, *const moved[] = {"c", "12-guards", "s1"};
  const char *const others[][3] = {{"c", "03-guards", "s2"},  {"c", "03-guards", ""},
                                   {"c", "03-guard", "ss1"},  {"d", "03-guards", "s1"},
                                   {NULL, "03-guards", "s1"}, {"c", "02-zip", "s1"}};
  CHECK(same_keys(one, one));
  CHECK(same_keys(one, moved));
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) CHECK(!same_keys(one, others[i]));
}

static void a_derived_secret_is_another_for_each_purpose(void) {
  struct wb_secret one = {{1}}, other = {{2}}, derived[4];
  wb_secret_derive(&one, "a", &derived[0]);
  wb_secret_derive(&one, "a", &derived[1]);
  wb_secret_derive(&one, "b", &derived[2]);
  wb_secret_derive(&other, "a", &derived[3]);
  CHECK(memcmp(&derived[0], &derived[1], sizeof one) == 0);
  CHECK(memcmp(&derived[0], &derived[2], sizeof one) != 0);
  CHECK(memcmp(&derived[0], &derived[3], sizeof one) != 0);
  CHECK(memcmp(&derived[0], &one, sizeof one) != 0);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("a secret is made once, and its owner alone may read it",
          test_it_is_made_once_and_for_its_owner);
  tap_run("two secrets differ, and so do their ids", test_two_differ);
  tap_run("a secret that others may read is refused", test_one_that_others_may_read_is_refused);
  tap_run("a short file, a folder and a FIFO are no secrets", test_what_is_no_secret_is_refused);
  tap_run("a pseudonym follows from the secret and the people, in whatever order",
          test_pseudonyms_follow_from_the_people);
  tap_run("a key of seeds is an HMAC-SHA256, by a vector of another program",
          test_a_key_of_seeds_is_an_hmac);
  tap_run("a derived secret is another one for each purpose",
          a_derived_secret_is_another_for_each_purpose);
  tap_run("keys of seeds differ by course, puzzle and person, not by the puzzle's number",
          test_keys_of_seeds_differ_by_course_puzzle_and_person);
  char *command = wb_format("rm -rf %s", folder);
  if (system(command) != 0) return 1;
  free(command);
  return tap_finish();
}
