#include "authoring/book/site.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "tap.h"

static char folder[] = "/tmp/wb-site-XXXXXX";

static void add_page(struct wb_site *site, const char *name, const char *text) {
  struct wb_str bytes;
  wb_str_init(&bytes);
  wb_str_add(&bytes, text);
  wb_site_add(site, name, &bytes);
}

static void put_file(const char *directory, const char *name) {
  char *path = wb_path_join(directory, name);
  CHECK_INT(wb_file_write_atomic(path, "mine", 4, NULL), WB_OK);
  free(path);
}

/* "a.html b.html" of a folder; frees nothing of the caller's. */
static char *names_in(const char *path) {
  struct wb_names names;
  struct wb_str list;
  wb_names_init(&names);
  wb_str_init(&list);
  CHECK_INT(wb_directory_list(path, &names, NULL), WB_OK);
  for (size_t i = 0; i < names.count; i++)
    wb_str_addf(&list, "%s%s", i > 0 ? " " : "", names.items[i]);
  wb_names_release(&names);
  return wb_str_detach(&list);
}

static void check_names(const char *path, const char *expected) {
  char *names = names_in(path);
  CHECK_STRING(names, expected);
  free(names);
}

static void check_text(const char *directory, const char *name, const char *expected) {
  char *path = wb_path_join(directory, name), *text = wb_file_read_text(path, 1000, NULL);
  CHECK(text != NULL);
  if (text != NULL) CHECK_STRING(text, expected);
  free(text);
  free(path);
}

static void new_book_replaces_the_old_one(void) {
  struct wb_site first = {0}, second = {0};
  char *out = wb_path_join(folder, "book/");
  struct stat about;
  add_page(&first, "index.html", "one");
  add_page(&first, "gone.html", "gone");
  add_page(&second, "index.html", "two");
  umask(022);
  CHECK_INT(wb_site_publish(&first, out, NULL), WB_OK);
  check_names(out, WB_SITE_LIST " gone.html index.html");
  CHECK_INT(stat(out, &about), 0);
  CHECK_INT(about.st_mode & 0777, 0755);
  CHECK_INT(wb_site_publish(&second, out, NULL), WB_OK);
  check_names(out, WB_SITE_LIST " index.html");
  check_text(out, "index.html", "two");
  check_names(folder, "book");
  wb_site_release(&first);
  wb_site_release(&second);
  free(out);
}

static void expect_refusal(const char *path, const char *words) {
  struct wb_site site = {0};
  struct wb_error err = {0};
  add_page(&site, "index.html", "new");
  CHECK_INT(wb_site_check_target(path, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, words) != NULL);
  CHECK_INT(wb_site_publish(&site, path, NULL), WB_ERR_USAGE);
  wb_site_release(&site);
}

static void what_is_not_the_books_stays(void) {
  char *out = wb_path_join(folder, "book");
  put_file(out, "notes.txt");
  expect_refusal(out, "notes.txt, which is not the book's");
  check_text(out, "index.html", "two");
  check_text(out, "notes.txt", "mine");
  free(out);
}

static void other_folders_and_files_are_refused(void) {
  char *file = wb_path_join(folder, "file"), *other = wb_path_join(folder, "other");
  char *nowhere = wb_path_join(folder, "no/where"), *empty = wb_path_join(folder, "empty");
  put_file(folder, "file");
  CHECK_INT(wb_make_directories(other, NULL), WB_OK);
  CHECK_INT(wb_make_directories(empty, NULL), WB_OK);
  put_file(other, "index.html");
  expect_refusal(file, "no folder");
  expect_refusal(other, "no book");
  expect_refusal(nowhere, "there is no folder");
  put_file(other, WB_SITE_LIST); /* a list of something else */
  expect_refusal(other, "no book");
  check_text(other, "index.html", "mine");
  CHECK_INT(wb_site_check_target(empty, NULL), WB_OK);
  free(file);
  free(other);
  free(nowhere);
  free(empty);
}

static void failure_leaves_nothing(void) {
  struct wb_site site = {0};
  char *out = wb_path_join(folder, "long"), *parent = wb_path_join(folder, "parent");
  char name[300];
  memset(name, 'n', sizeof name - 1); /* longer than any file's name may be */
  name[sizeof name - 1] = '\0';
  CHECK_INT(wb_make_directories(parent, NULL), WB_OK);
  free(out);
  out = wb_path_join(parent, "long");
  add_page(&site, "index.html", "new");
  add_page(&site, name, "new");
  CHECK_INT(wb_site_publish(&site, out, NULL), WB_ERR_IO);
  check_names(parent, "");
  wb_site_release(&site);
  free(parent);
  free(out);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("a new book replaces the old one", new_book_replaces_the_old_one);
  tap_run("what is not the book's stays", what_is_not_the_books_stays);
  tap_run("other folders and files are refused", other_folders_and_files_are_refused);
  tap_run("a failure leaves nothing behind", failure_leaves_nothing);
  char *command = wb_format("rm -rf %s", folder);
  int removed = system(command);
  free(command);
  return tap_finish() + (removed != 0);
}
