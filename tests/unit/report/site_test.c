#include "report/site.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "tap.h"

static char folder[] = "/tmp/wb-site-XXXXXX";

#define LIST "book-files.txt"
static const struct wb_site_kind book = {"book", "`workbench book`", LIST};
static const struct wb_site_kind report = {"report", "`workbench report`", "report-files.txt"};

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

/* One page into `out`, and another of that name unless it is NULL. */
static enum wb_status publish(const struct wb_site_kind *kind, const char *out, const char *text,
                              const char *other) {
  struct wb_site site = {0};
  enum wb_status status = wb_site_begin(&site, kind, out, NULL);
  if (status == WB_OK) add_page(&site, "index.html", text);
  if (status == WB_OK && other != NULL) add_page(&site, other, "other");
  if (status == WB_OK) status = wb_site_publish(&site, NULL);
  wb_site_close(&site);
  return status;
}

static void new_book_replaces_the_old_one(void) {
  char *out = wb_path_join(folder, "book/");
  struct stat about;
  umask(022);
  CHECK(!wb_site_is_there(&book, out));
  CHECK_INT(publish(&book, out, "one", "gone.html"), WB_OK);
  check_names(out, LIST " gone.html index.html");
  CHECK(wb_site_is_there(&book, out));
  CHECK_INT(stat(out, &about), 0);
  CHECK_INT(about.st_mode & 0777, 0755);
  CHECK_INT(publish(&book, out, "two", NULL), WB_OK);
  check_names(out, LIST " index.html");
  check_text(out, "index.html", "two");
  check_names(folder, "book");
  free(out);
}

static void expect_refusal(const char *path, const char *words) {
  struct wb_error err = {0};
  CHECK_INT(wb_site_check_target(&book, path, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, words) != NULL);
  CHECK_INT(publish(&book, path, "new", NULL), WB_ERR_USAGE);
}

static void a_site_of_another_kind_stays(void) {
  char *out = wb_path_join(folder, "book");
  CHECK_INT(publish(&report, out, "a report", NULL), WB_ERR_USAGE);
  check_text(out, "index.html", "two");
  free(out);
}

static void two_files_of_one_name_are_no_site(void) {
  char *out = wb_path_join(folder, "twins");
  CHECK_INT(publish(&book, out, "one", "index.html"), WB_ERR_IO);
  CHECK(!wb_file_exists(out));
  free(out);
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
  put_file(other, LIST); /* a list of something else */
  expect_refusal(other, "no book");
  check_text(other, "index.html", "mine");
  CHECK_INT(wb_site_check_target(&book, empty, NULL), WB_OK);
  free(file);
  free(other);
  free(nowhere);
  free(empty);
}

static void failure_leaves_nothing(void) {
  char *parent = wb_path_join(folder, "parent"), *out = wb_path_join(parent, "long");
  char name[300];
  memset(name, 'n', sizeof name - 1); /* longer than any file's name may be */
  name[sizeof name - 1] = '\0';
  CHECK_INT(wb_make_directories(parent, NULL), WB_OK);
  CHECK_INT(publish(&book, out, "new", name), WB_ERR_IO);
  check_names(parent, "");
  free(parent);
  free(out);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("a new book replaces the old one", new_book_replaces_the_old_one);
  tap_run("a site of another kind stays", a_site_of_another_kind_stays);
  tap_run("what is not the book's stays", what_is_not_the_books_stays);
  tap_run("other folders and files are refused", other_folders_and_files_are_refused);
  tap_run("two files of one name are no site", two_files_of_one_name_are_no_site);
  tap_run("a failure leaves nothing behind", failure_leaves_nothing);
  char *command = wb_format("rm -rf %s", folder);
  int removed = system(command);
  free(command);
  return tap_finish() + (removed != 0);
}
