#include "grading/match.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "class.h"
#include "grading/answer_name.h"
#include "grading/match_name.h"
#include "tap.h"

/* A course of kernels and host programs, two of which ask for the same kernel. */
static struct wb_match_puzzle puzzles[] = {
    {.slug = "01-map", .number = 1, .entry = "map", .ending = ".cl"},
    {.slug = "02-zip", .number = 2, .entry = "zip", .ending = ".cl"},
    {.slug = "03-guards", .number = 3, .entry = "guards", .ending = ".cl"},
    {.slug = "04-map-2d", .number = 4, .entry = "map_2d", .ending = ".cl"},
    {.slug = "05-transpose", .number = 5, .entry = "transpose", .ending = ".cl"},
    {.slug = "06-bank-conflicts", .number = 6, .entry = "transpose", .ending = ".cl"},
    {.slug = "28-swapped-arguments", .number = 28, .ending = ".lua"},
    {.slug = "12-shared-memory", .number = 12, .entry = "tiles", .ending = ".cl"}};
static struct wb_match_rules rules = {
    .course = "gpu-101", .puzzles = puzzles, .count = sizeof puzzles / sizeof puzzles[0]};

static void read_and_match(struct class *it, const char *name) {
  class_read(it, name);
  for (size_t i = 0; i < it->count; i++) wb_match_submission(&it->items[i], &rules);
}

static const char *const rule_words[] = {"none", "manifest", "slug", "name", "number", "entry"};

/* "PUZZLE RULE", with "?" where it is not certain and "-" where another counts. */
static char *match_of(const struct wb_submitted_file *file) {
  if (file->puzzle == NULL) return wb_strdup("none");
  return wb_format("%s %s%s%s", file->puzzle, rule_words[file->rule],
                   file->counts && !file->certain ? " ?" : "", file->counts ? "" : " -");
}

/* Alone in a submission, with a kernel of that name in it. */
static void check_named(const char *name, const char *kernel, const char *expected) {
  struct class *it = class_begin();
  char *path = wb_format("s/%s", name);
  class_put_kernel(it, path, kernel);
  CHECK_INT(class_run(it, "s", WB_INTAKE_ONE, NULL), WB_OK);
  wb_match_submission(&it->items[0], &rules);
  char *found = match_of(class_file(it, 0, name));
  if (!CHECK_STRING(found, expected)) printf("# %s\n", name);
  CHECK((class_file(it, 0, name)->doubt != NULL) == (strchr(expected, '?') != NULL));
  free(found);
  free(path);
  class_end(it);
}

static void a_file_is_found_whatever_it_is_called(void) {
  static const char *const slugs[] = {"03-guards.cl",
                                      "03-guards.CL",
                                      "03-Guards.Cl",
                                      "3-guards.cl",
                                      "03_guards.cl",
                                      "03 guards.cl",
                                      "03guards.cl",
                                      "003-guards.cl",
                                      "03-guards (1).cl",
                                      "03-guards(1).cl",
                                      "03-guards-2.cl",
                                      "03-guards_v2.cl",
                                      "copy of 03-guards.cl",
                                      "Copy (2) of 03-guards.cl",
                                      "03-guards - Copy.cl",
                                      "03-guards copy 2.cl",
                                      "03-guards - Copy (2).cl",
                                      "03-guards - Kopie.cl",
                                      "Kopie von 03-guards.cl",
                                      "03-guards.cl.txt",
                                      "03-guards.CL.TXT",
                                      "03-guards.cl.cl",
                                      "03-guards.txt",
                                      "03-guards",
                                      "03-guards.c",
                                      "puzzle03-guards.cl",
                                      "Puzzle 03 - guards.cl",
                                      "hw1/work/03-guards.cl",
                                      "a/b/c/03-guards (12).cl",
                                      "03-guards .cl",
                                      "03-guards.cl "};
  for (size_t i = 0; i < sizeof slugs / sizeof slugs[0]; i++)
    check_named(slugs[i], "guards", "03-guards slug");
}

static void a_name_without_its_number_or_with_another_is_found(void) {
  check_named("guards.cl", "guards", "03-guards name");
  check_named("GUARDS (3).CL", "guards", "03-guards name");
  check_named("07-guards.cl", "guards", "03-guards name");
  check_named("hw1-03-guards.cl", "guards", "03-guards name");
  check_named("hw1_guards.cl", "guards", "03-guards entry");
  check_named("SharedMemory.cl", "tiles", "12-shared-memory name");
  check_named("shared_memory.cl", "tiles", "12-shared-memory name");
  check_named("map2d.cl", "map_2d", "04-map-2d name");
  check_named("map-2d.cl", "map_2d", "04-map-2d name");
  check_named("02-map.cl", "map", "01-map name"); /* the name says more than the number */
  wb_names_add(&puzzles[2].former, "bounds");
  check_named("bounds.cl", "guards", "03-guards name");
  check_named("09-bounds (1).cl", "guards", "03-guards name");
  wb_names_release(&puzzles[2].former);
}

static void a_name_of_two_puzzles_says_neither(void) {
  wb_names_add(&puzzles[2].former, "bounds");
  wb_names_add(&puzzles[1].former, "bounds");
  check_named("bounds.cl", "guards", "03-guards entry");
  check_named("bounds.cl", "nothing", "none");
  wb_names_release(&puzzles[2].former);
  wb_names_release(&puzzles[1].former);
}

static void a_number_in_its_place_is_found(void) {
  static const char *const names[] = {"3.cl",        "03.cl",       "puzzle03.cl", "puzzle-3.cl",
                                      "Puzzle 3.cl", "p3.cl",       "ex03.cl",     "task_3 (1).cl",
                                      "03-final.cl", "3_version.cl"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    check_named(names[i], "guards", "03-guards number");
  check_named("03-final.cl", "other", "03-guards number ?");
  check_named("hw3.cl", "nothing", "none");
  check_named("333333333333.cl", "nothing", "none");
  check_named("99.cl", "nothing", "none");
}

static void a_text_is_found_by_its_kernel_alone(void) {
  check_named("answer.cl", "guards", "03-guards entry");
  check_named("my kernel.txt", "guards", "03-guards entry");
  check_named("answer.cl", "nothing", "none");
  struct class *it = class_begin();
  class_put(
      it, "s/tricky.cl",
      "// kernel void map(\n/* kernel void zip() */\nconst char *s = \"kernel void map(\";\n"
      "#define X kernel void map()\n"
      "__kernel __attribute__((reqd_work_group_size(8, 1, 1)))\nvoid\nguards(global int *o) {}\n");
  class_put(it, "s/unclear.cl", "kernel void transpose(global int *o) {}");
  class_put_bytes(it, "s/binary.txt", "kernel void zip() {}\0", 21);
  read_and_match(it, "s");
  CHECK_STRING(class_file(it, 0, "tricky.cl")->puzzle, "03-guards");
  CHECK_INT(class_file(it, 0, "tricky.cl")->n_entries, 1);
  CHECK(class_file(it, 0, "unclear.cl")->puzzle == NULL);
  CHECK(
      strstr(class_file(it, 0, "unclear.cl")->doubt, "Several puzzles ask for a kernel transpose"));
  CHECK_INT(class_file(it, 0, "binary.txt")->state, WB_SUBMITTED_OTHER);
  class_end(it);
}

static void a_text_of_several_kernels_answers_several_puzzles(void) {
  struct class *it = class_begin();
  class_put(it, "s/all.cl",
            "kernel void map(global int *o) {}\nkernel void guards(global int *o) {}\n"
            "kernel void helper(global int *o) {}\n");
  class_put_kernel(it, "s/02-zip.cl", "zip");
  read_and_match(it, "s");
  CHECK_INT(it->items[0].n_files, 3);
  CHECK_STRING(it->items[0].files[1].puzzle, "01-map");
  CHECK_STRING(it->items[0].files[2].name, "all.cl");
  CHECK_STRING(it->items[0].files[2].puzzle, "03-guards");
  CHECK(it->items[0].files[1].certain && it->items[0].files[2].certain);
  CHECK_STRING(it->items[0].files[1].sha256, it->items[0].files[2].sha256);
  class_end(it);
}

static void host_programs_are_found_by_their_names(void) {
  check_named("28-swapped-arguments.lua", "x", "28-swapped-arguments slug");
  check_named("swapped_arguments (1).LUA.txt", "x", "28-swapped-arguments name");
  check_named("28.lua", "x", "28-swapped-arguments number");
  check_named("28-mine.lua", "x", "28-swapped-arguments number ?");
  check_named("swapped-arguments.cl", "x", "28-swapped-arguments name ?");
  check_named("hello.lua", "guards", "none");
}

static void check_doubt(struct class *it, const char *name, const char *match, const char *doubt) {
  const struct wb_submitted_file *file = class_file(it, 0, name);
  char *found = match_of(file);
  if (!CHECK_STRING(found, match)) printf("# %s\n", name);
  CHECK_STRING(file->doubt, doubt);
  free(found);
}

static void another_kernel_makes_it_uncertain(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "s/03-guards.cl", "guard");
  class_put(it, "s/02-zip.cl", "nothing");
  class_put_kernel(it, "s/28-swapped-arguments.cl", "swap");
  read_and_match(it, "s");
  check_doubt(it, "03-guards.cl", "03-guards slug ?",
              "It has a kernel guard; the puzzle asks for guards.");
  check_doubt(it, "02-zip.cl", "02-zip slug ?",
              "No kernel was found in it; the puzzle asks for zip.");
  check_doubt(it, "28-swapped-arguments.cl", "28-swapped-arguments slug ?",
              "Its name does not end with .lua, as answers to this puzzle do.");
  class_end(it);
}

static void of_two_candidates_the_plainest_counts_and_is_uncertain(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "s/03-guards.cl", "guards");
  class_put(it, "s/03-guards (1).cl", "kernel void guards(global int *o) { o[0] = 2; }");
  class_put(it, "s/old/3.cl", "kernel void guards(global int *o) { o[0] = 3; }");
  class_put(it, "s/scratch.cl", "kernel void guards(global int *o) { o[0] = 4; }");
  read_and_match(it, "s");
  check_doubt(it, "03-guards.cl", "03-guards slug ?",
              "There is 03-guards (1).cl as well, with another text.");
  check_doubt(it, "03-guards (1).cl", "03-guards slug -", "03-guards.cl is judged in its place.");
  check_doubt(it, "old/3.cl", "03-guards number -", "03-guards.cl is judged in its place.");
  check_doubt(it, "scratch.cl", "03-guards entry -", "03-guards.cl is judged in its place.");
  class_end(it);
}

static void what_only_a_kernel_speaks_for_is_no_second_candidate(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "s/03-guards.cl", "guards");
  class_put(it, "s/scratch.cl", "kernel void guards(global int *o) { o[0] = 4; }");
  read_and_match(it, "s");
  check_doubt(it, "03-guards.cl", "03-guards slug", NULL);
  class_end(it);
}

static void equal_bytes_are_no_second_candidate(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "s/03-guards.cl", "guards");
  class_do(it, "mkdir s/b; cp s/03-guards.cl s/b; cp s/03-guards.cl 's/03-guards (1).cl'");
  read_and_match(it, "s");
  check_doubt(it, "03-guards.cl", "03-guards slug", NULL);
  check_doubt(it, "b/03-guards.cl", "03-guards slug -", "03-guards.cl is judged in its place.");
  class_end(it);
}

static void backups_lose_to_the_real_one(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "s/03-guards.cl", "guards");
  class_put(it, "s/03-guards.cl~", "kernel void guards(global int *o) { o[0] = 2; }");
  class_put(it, "s/03-guards.cl.~1~", "kernel void guards(global int *o) { o[0] = 3; }");
  class_put(it, "s/03-guards.cl.bak", "kernel void guards(global int *o) { o[0] = 4; }");
  class_put(it, "s/#03-guards.cl#", "kernel void guards(global int *o) { o[0] = 5; }");
  class_put(it, "s/02-zip.cl~", "kernel void zip(global int *o) { o[0] = 5; }");
  read_and_match(it, "s");
  check_doubt(it, "03-guards.cl", "03-guards slug", NULL);
  check_doubt(it, "02-zip.cl~", "02-zip slug ?", "It is called as a backup is.");
  class_end(it);
}

static void a_starter_never_stands_before_an_answer(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "s/kernels/03-guards.cl", "guards");
  class_put(it, "s/work/3.cl", "kernel void guards(global int *o) { o[0] = 2; }");
  class_read(it, "s");
  memcpy(puzzles[2].starter, class_file(it, 0, "kernels/03-guards.cl")->sha256, WB_SHA256_HEX);
  wb_match_submission(&it->items[0], &rules);
  check_doubt(it, "work/3.cl", "03-guards number", NULL);
  CHECK(class_file(it, 0, "kernels/03-guards.cl")->is_starter);
  CHECK(!class_file(it, 0, "work/3.cl")->is_starter);
  class_do(it, "rm s/work/3.cl");
  read_and_match(it, "s");
  check_doubt(it, "kernels/03-guards.cl", "03-guards slug", NULL);
  CHECK(class_file(it, 0, "kernels/03-guards.cl")->is_starter);
  puzzles[2].starter[0] = '\0';
  class_end(it);
}

static void what_cannot_be_read_has_its_puzzle_and_never_counts(void) {
  struct class *it = class_begin();
  class_put_kernel(it, "s/02-zip.cl", "zip");
  class_do(it, "mkfifo s/03-guards.cl 's/02-zip (1).cl'; ln -s x s/other");
  read_and_match(it, "s");
  check_doubt(it, "03-guards.cl", "03-guards slug -", NULL);
  CHECK(!class_file(it, 0, "03-guards.cl")->counts);
  check_doubt(it, "02-zip.cl", "02-zip slug ?",
              "There is 02-zip (1).cl as well, which cannot be read.");
  CHECK(class_file(it, 0, "other")->puzzle == NULL);
  class_end(it);
}

static void put_manifest(struct class *it, const char *course, const char *digest) {
  char *text = wb_format(
      "{\"schema\": 1, \"course\": {\"name\": \"%s\"}, \"files\": [{\"puzzle\": "
      "\"03-guards\", \"file\": \"02-zip.cl\", \"sha256\": \"%s\"}]}",
      course, digest);
  class_put(it, "s/" WB_HANDED_IN, text);
  free(text);
}

static void a_manifest_is_believed_where_it_has_these_bytes(void) {
  struct class *it = class_begin();
  char digest[WB_SHA256_HEX];
  class_put_kernel(it, "s/02-zip.cl", "guards");
  class_read(it, "s");
  memcpy(digest, it->items[0].files[0].sha256, sizeof digest);
  put_manifest(it, "gpu-101", digest);
  read_and_match(it, "s");
  check_doubt(it, "02-zip.cl", "03-guards manifest", NULL);
  put_manifest(it, "another", digest);
  read_and_match(it, "s");
  check_doubt(it, "02-zip.cl", "02-zip slug ?", "Its manifest is of the course another.");
  digest[0] = digest[0] == 'f' ? 'e' : 'f';
  put_manifest(it, "gpu-101", digest);
  read_and_match(it, "s");
  check_doubt(it, "02-zip.cl", "02-zip slug ?", "Its manifest is of another text than this.");
  class_end(it);
}

/* Parts that rules look for, put together by chance. */
static void no_name_does_harm(void) {
  static const char *const parts[] = {
      "03",    "guards", "-",          "_",        " ",       ".cl",    ".txt", "copy",
      "of",    "(2)",    "v",          "~",        "#",       ".~1~",   ".",    "puzzle",
      "kopia", "-copy-", "28-swapped", "\xC3\xBC", "9999999", "map-2d", "/",    ".lua"};
  enum { N_PARTS = sizeof parts / sizeof parts[0], ROUNDS = 20000 };
  unsigned seed = 12345, matched = 0;
  for (int round = 0; round < ROUNDS; round++) {
    struct wb_str name;
    wb_str_init(&name);
    for (unsigned count = 1 + (seed >> 20) % 6; count > 0; count--) {
      seed = seed * 1664525U + 1013904223U;
      wb_str_add(&name, parts[(seed >> 16) % N_PARTS]);
    }
    struct wb_answer_name answer = wb_answer_name_of(name.data);
    const struct wb_named_puzzle named = wb_match_name(&rules, answer.stem);
    matched += named.puzzle != NULL;
    CHECK(named.puzzle == NULL || named.rule != WB_MATCH_NONE);
    wb_name_is_junk(name.data);
    free(answer.stem);
    wb_str_release(&name);
  }
  CHECK(matched > 500 && matched < ROUNDS / 2);
}

static void names_that_end_so_are_archives(void) {
  CHECK(wb_name_is_archive("a.zip") && wb_name_is_archive("a.TAR.GZ") &&
        wb_name_is_archive("a.tgz"));
  CHECK(wb_name_is_foreign_archive("a.rar") && wb_name_is_foreign_archive("a.cl.gz"));
  CHECK(!wb_name_is_foreign_archive("a.tar.gz") && !wb_name_is_archive(".zip"));
  CHECK(!wb_name_is_archive("a.zip.cl"));
}

static void the_rules_are_the_courses(void) {
  struct wb_course course;
  struct wb_catalog catalog;
  struct wb_match_rules found;
  struct wb_error err = {0};
  wb_course_open_at(&course, WB_TEST_BUILD "/tests/course", NULL, NULL);
  CHECK_INT(wb_catalog_load(course.root, &catalog, &err), WB_OK);
  wb_match_rules_init(&found, &course, &catalog);
  if (!CHECK_INT(found.count, 6)) return;
  CHECK_STRING(found.puzzles[2].slug, "03-guards");
  CHECK_INT(found.puzzles[2].number, 3);
  CHECK_STRING(found.puzzles[2].ending, ".cl");
  CHECK(found.puzzles[2].entry != NULL);
  CHECK_INT(strlen(found.puzzles[2].starter), 64);
  struct class *it = class_begin();
  class_do(it, "cp -r " WB_TEST_BUILD "/tests/course/kernels s");
  class_read(it, "s");
  wb_match_submission(&it->items[0], &found);
  for (size_t i = 0; i < it->items[0].n_files; i++)
    CHECK(it->items[0].files[i].is_starter && it->items[0].files[i].certain);
  class_end(it);
  wb_match_rules_release(&found);
  wb_catalog_release(&catalog);
  wb_course_release(&course);
}

int main(void) {
  for (size_t i = 0; i < rules.count; i++) wb_names_init(&puzzles[i].former);
  tap_run("a file is found, whatever browsers and editors call it",
          a_file_is_found_whatever_it_is_called);
  tap_run("a name without its number, or with another, is found",
          a_name_without_its_number_or_with_another_is_found);
  tap_run("a name of two puzzles says neither", a_name_of_two_puzzles_says_neither);
  tap_run("a number in its place is found", a_number_in_its_place_is_found);
  tap_run("a text is found by its kernel alone", a_text_is_found_by_its_kernel_alone);
  tap_run("a text of several kernels answers several puzzles",
          a_text_of_several_kernels_answers_several_puzzles);
  tap_run("host programs are found by their names", host_programs_are_found_by_their_names);
  tap_run("another kernel makes it uncertain", another_kernel_makes_it_uncertain);
  tap_run("of two candidates the plainest counts, and is uncertain",
          of_two_candidates_the_plainest_counts_and_is_uncertain);
  tap_run("what only a kernel speaks for is no second candidate",
          what_only_a_kernel_speaks_for_is_no_second_candidate);
  tap_run("equal bytes are no second candidate", equal_bytes_are_no_second_candidate);
  tap_run("backups lose to the real one", backups_lose_to_the_real_one);
  tap_run("a starter never stands before an answer", a_starter_never_stands_before_an_answer);
  tap_run("what cannot be read has its puzzle, and never counts",
          what_cannot_be_read_has_its_puzzle_and_never_counts);
  tap_run("a manifest is believed where it has these bytes",
          a_manifest_is_believed_where_it_has_these_bytes);
  tap_run("no name does harm", no_name_does_harm);
  tap_run("names that end so are archives", names_that_end_so_are_archives);
  tap_run("the rules are the course's", the_rules_are_the_courses);
  return tap_finish();
}
