#include "grading/extensions.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "tap.h"

#define HEADER "id,assignment,due,reason\n"
#define TIME "2026-12-08T23:59:00+01:00"

static char path[] = "/tmp/wb-extensions-XXXXXX";

static const struct wb_assignment assignments[] = {{.name = "hw1"}, {.name = "hw2"}};

static enum wb_status read_bytes(const char *bytes, size_t length, struct wb_extensions *found,
                                 struct wb_error *err) {
  *err = (struct wb_error){0};
  CHECK_INT(wb_file_write_atomic(path, bytes, length, NULL), WB_OK);
  return wb_extensions_read(path, assignments, 2, found, err);
}

static enum wb_status read_text(const char *text, struct wb_extensions *found,
                                struct wb_error *err) {
  return read_bytes(text, strlen(text), found, err);
}

static void a_row_is_a_persons_extension(void) {
  struct wb_extensions found;
  struct wb_error err;
  CHECK_INT(read_text(HEADER "00123,hw1," TIME ",ill\n00123,hw2,excused,\nada,hw1,"
                             "2026-12-09T00:00Z,\"says \"\"no\"\", twice\"\n",
                      &found, &err),
            WB_OK);
  CHECK_INT(found.count, 3);
  const struct wb_extension *one = wb_extension_of(&found, "00123", "hw1");
  CHECK(one != NULL && !one->excused && one->line == 2);
  CHECK_INT(one->due, 1796770740);
  CHECK_STRING(one->due_text, TIME);
  CHECK_STRING(one->reason, "ill");
  one = wb_extension_of(&found, "00123", "hw2");
  CHECK(one != NULL && one->excused && one->due == 0);
  CHECK_STRING(one->reason, "");
  CHECK_STRING(wb_extension_of(&found, "ada", "hw1")->reason, "says \"no\", twice");
  CHECK(wb_extension_of(&found, "123", "hw1") == NULL);
  CHECK(wb_extension_of(&found, "ada", "hw2") == NULL);
  wb_extensions_release(&found);
}

static void files_of_spreadsheets_are_read(void) {
  static const char *const texts[] = {
      "\xEF\xBB\xBF" HEADER "7,hw1,excused,\n",             /* a byte order mark */
      "id,assignment,due,reason\r\n7,hw1,excused,\r\n\r\n", /* of Windows */
      "id,assignment,due,reason\r7,hw1,excused,\r",         /* of an old Mac */
      "id;assignment;due;reason\n7;hw1;excused;\n",         /* of half of Europe */
      "reason,due,id,assignment\n,excused,7,hw1",           /* in another order */
      "id,assignment,due\n7,hw1,excused\n",                 /* without reasons */
      "\"id\",\"assignment\",\"due\",\"reason\"\n\"7\",\"hw1\",\"excused\",\"\"\n", /* quoted */
      "id,assignment,due,reason\n 7 ,hw1\t,excused ,\n", /* with blanks */
      "id,assignment,due,reason\n7,hw1,excused,\"a\nb\"\n"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    struct wb_extensions found;
    struct wb_error err;
    const enum wb_status status = read_text(texts[i], &found, &err);
    const struct wb_extension *one = status == WB_OK ? wb_extension_of(&found, "7", "hw1") : NULL;
    if (!CHECK(one != NULL && one->excused)) printf("# file %zu: %s\n", i, err.message);
    wb_extensions_release(&found);
  }
}

static void reasons_in_latin_1_become_utf_8(void) {
  struct wb_extensions found;
  struct wb_error err;
  CHECK_INT(read_text(HEADER "7,hw1,excused,Gr\xFC\xDF"
                             "e\n",
                      &found, &err),
            WB_OK);
  CHECK_STRING(wb_extension_of(&found, "7", "hw1")->reason,
               "Gr\xC3\xBC\xC3\x9F"
               "e");
  wb_extensions_release(&found);
}

static void a_header_alone_is_no_extension(void) {
  struct wb_extensions found;
  struct wb_error err;
  CHECK_INT(read_text(HEADER, &found, &err), WB_OK);
  CHECK(found.count == 0 && wb_extension_of(&found, "7", "hw1") == NULL);
  wb_extensions_release(&found);
}

static const struct mistake {
  const char *text, *place, *message;
} mistakes[] = {
    {"", ":1", "is empty; its first line must be id,assignment,due,reason"},
    {"7,hw1,excused,\n", ":1", "the first line names a column '7'"},
    {"id,assignment,due,reson\n", ":1", "names a column 'reson'"},
    {"id,assignment,id,due\n", ":1", "names the column id twice"},
    {"id,assignment\n", ":1", "lacks the column due"},
    {HEADER ",hw1,excused,\n", ":2: id", "is empty"},
    {HEADER "7,hw1,excused,\n\n8\n", ":4: assignment", "the course has no assignment ''"},
    {HEADER "7,hw3,excused,\n", ":2: assignment",
     "the course has no assignment 'hw3'; did you mean 'hw1'?"},
    {HEADER "7,hw1,2026-12-08T23:59:00,\n", ":2: due", "has no offset from UTC"},
    {HEADER "7,hw1,8.12.2026,\n", ":2: due", "is not a date with a time and an offset"},
    {HEADER "7,hw1,Excused,\n", ":2: due", "who need not hand it in is \"excused\""},
    {HEADER "7,hw1,,\n", ":2: due", "is not a date"},
    {HEADER "7,hw1,excused,\n8,hw1,excused,\n7,hw1," TIME ",\n", ":4: id",
     "'7' has another row for hw1, on line 2"},
    {HEADER "7,hw1,excused,ill, and so on\n", ":2", "has more cells than columns"},
    {HEADER "7,hw1,excused,\"ill\n", ":2:15", "not closed"},
};

static void every_mistake_has_its_line(void) {
  for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
    struct wb_extensions found;
    struct wb_error err;
    char *where = wb_format("%s%s", path, mistakes[i].place);
    CHECK_INT(read_text(mistakes[i].text, &found, &err), WB_ERR_USAGE);
    CHECK_STRING(err.where, where);
    if (!CHECK(strstr(err.message, mistakes[i].message) != NULL))
      printf("# %s\n#  has no: %s\n", err.message, mistakes[i].message);
    wb_extensions_release(&found);
    free(where);
  }
}

static void what_is_no_text_is_refused(void) {
  struct wb_extensions found;
  struct wb_error err;
  CHECK_INT(read_bytes(HEADER "7,hw1,\0,\n", strlen(HEADER) + 10, &found, &err), WB_ERR_USAGE);
  wb_extensions_release(&found);
  CHECK_INT(wb_extensions_read("/tmp/wb-no-such-file", assignments, 2, &found, &err), WB_ERR_IO);
  wb_extensions_release(&found);
  unlink(path);
  CHECK_INT(mkfifo(path, 0600), 0);
  CHECK_INT(wb_extensions_read(path, assignments, 2, &found, &err), WB_ERR_IO);
  wb_extensions_release(&found);
  unlink(path);
}

static void a_large_class_is_sorted_and_found(void) {
  enum { PEOPLE = 20000 };
  struct wb_extensions found;
  struct wb_error err;
  struct wb_str text;
  wb_str_init(&text);
  wb_str_add(&text, HEADER);
  for (unsigned i = 0; i < PEOPLE; i++)
    wb_str_addf(&text, "%05u,hw%u,excused,\n", i * 7919 % PEOPLE, i % 2 + 1);
  CHECK_INT(read_text(text.data, &found, &err), WB_OK);
  for (unsigned i = 0; i < PEOPLE; i++) {
    char id[16];
    snprintf(id, sizeof id, "%05u", i * 7919 % PEOPLE);
    const struct wb_extension *one = wb_extension_of(&found, id, i % 2 == 0 ? "hw1" : "hw2");
    if (one == NULL || one->line != i + 2) CHECK(false);
  }
  wb_extensions_release(&found);
  wb_str_release(&text);
}

int main(void) {
  const int file = mkstemp(path);
  if (file < 0) return 2;
  close(file);
  tap_run("a row is a person's extension", a_row_is_a_persons_extension);
  tap_run("files of spreadsheets are read", files_of_spreadsheets_are_read);
  tap_run("reasons in Latin-1 become UTF-8", reasons_in_latin_1_become_utf_8);
  tap_run("a header alone is no extension", a_header_alone_is_no_extension);
  tap_run("every mistake has its line", every_mistake_has_its_line);
  tap_run("a large class is sorted and found", a_large_class_is_sorted_and_found);
  tap_run("what is no text is refused", what_is_no_text_is_refused);
  return tap_finish();
}
