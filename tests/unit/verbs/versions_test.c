/* What the verbs on versions and hints decide, whichever face asks. */
#include "verbs/versions.h"

#include <stdlib.h>
#include <unistd.h>

#include "tap.h"
#include "verbs/hints.h"

static char *folder;
static struct wb_course course;

static char *in_folder(const char *name) { return wb_path_join(folder, name); }

static void put(const char *name, const char *text) {
  char *path = in_folder(name), *parent = wb_path_dirname(path);
  CHECK_INT(wb_make_directories(parent, NULL), WB_OK);
  CHECK_INT(wb_file_write_atomic(path, text, strlen(text), NULL), WB_OK);
  free(parent);
  free(path);
}

static void check_content(const char *path, const char *expected) {
  struct wb_str text;
  wb_str_init(&text);
  CHECK_INT(wb_file_read(path, 1000, &text, NULL), WB_OK);
  CHECK_STRING(text.data, expected);
  wb_str_release(&text);
}

static void make_course(void) {
  put("puzzles/01-map/puzzle.lua", "");
  put("kernels/01-map.cl", "starter\n");
  put("solutions/01-map/accepted.cl", "solution\n");
  CHECK_INT(wb_course_open(&course, folder, NULL, NULL), WB_OK);
}

static struct wb_request request_of(bool sure, bool solved) {
  return (struct wb_request){.face = WB_FACE_SHELL,
                             .course = &course,
                             .slug = "01-map",
                             .progress = {.solved = solved},
                             .sure = sure};
}

static void the_kernel_is_ones_own_or_the_starter(void) {
  struct wb_version_text kernel;
  CHECK_INT(wb_versions_read_kernel(&course, "01-map", &kernel, NULL), WB_OK);
  CHECK(kernel.is_starter);
  CHECK_STRING(kernel.text, "starter\n");
  wb_version_text_release(&kernel);
  put("work/01-map.cl", "mine\n");
  CHECK_INT(wb_versions_read_kernel(&course, "01-map", &kernel, NULL), WB_OK);
  CHECK(!kernel.is_starter);
  CHECK_STRING(kernel.name, "your kernel");
  CHECK_STRING(kernel.text, "mine\n");
  wb_version_text_release(&kernel);
}

static void a_reset_asks_and_keeps_what_was_there(void) {
  struct wb_request request = request_of(false, false);
  struct wb_reply reply = {0};
  char *own = in_folder("work/01-map.cl"), *backup = in_folder("work/01-map.cl.~1~");
  unlink(own);
  CHECK_INT(wb_versions_reset(&request, &reply, NULL), WB_OK);
  CHECK_INT(reply.kind, WB_REPLY_NOTHING);
  wb_reply_release(&reply);
  put("work/01-map.cl", "starter\n");
  CHECK_INT(wb_versions_reset(&request, &reply, NULL), WB_OK);
  CHECK_INT(reply.kind, WB_REPLY_NOTHING);
  wb_reply_release(&reply);
  put("work/01-map.cl", "mine\n");
  CHECK_INT(wb_versions_reset(&request, &reply, NULL), WB_OK);
  CHECK_INT(reply.kind, WB_REPLY_QUESTION);
  check_content(own, "mine\n");
  wb_reply_release(&reply);
  request.sure = true;
  CHECK_INT(wb_versions_reset(&request, &reply, NULL), WB_OK);
  CHECK_INT(reply.kind, WB_REPLY_DONE);
  check_content(own, "starter\n");
  check_content(backup, "mine\n");
  CHECK(strstr(reply.notice, backup) != NULL); /* a shell's user can copy it */
  wb_reply_release(&reply);
  unlink(backup);
  free(backup);
  free(own);
}

static void a_version_is_brought_back(void) {
  struct wb_request request = request_of(false, false);
  const struct wb_attempt attempt = {
      .number = 3, .source = "version\n", .source_length = strlen("version\n")};
  struct wb_reply reply = {0};
  char *own = in_folder("work/01-map.cl");
  put("work/01-map.cl", "mine\n");
  CHECK_INT(wb_versions_restore(&request, &attempt, &reply, NULL), WB_OK);
  CHECK_INT(reply.kind, WB_REPLY_QUESTION);
  check_content(own, "mine\n");
  wb_reply_release(&reply);
  unlink(own); /* nothing to lose: nobody is asked */
  CHECK_INT(wb_versions_restore(&request, &attempt, &reply, NULL), WB_OK);
  CHECK_INT(reply.kind, WB_REPLY_DONE);
  check_content(own, "version\n");
  wb_reply_release(&reply);
  free(own);
}

static void check_solution(bool sure, bool solved, enum wb_reply_kind kind) {
  const struct wb_request request = request_of(sure, solved);
  struct wb_version_text kernel;
  struct wb_version_pair pair;
  struct wb_reply reply = {0};
  CHECK_INT(wb_versions_read_solution(&request, WB_LANGUAGE_OPENCL, &kernel, &reply, NULL), WB_OK);
  CHECK_INT(reply.kind, kind);
  CHECK((kernel.text != NULL) == (kind == WB_REPLY_DONE));
  wb_reply_release(&reply);
  CHECK_INT(wb_versions_compare_with_solution(&request, WB_LANGUAGE_OPENCL, &pair, &reply, NULL),
            WB_OK);
  CHECK_INT(reply.kind, kind);
  CHECK((pair.new.text != NULL) == (kind == WB_REPLY_DONE));
  wb_reply_release(&reply);
  wb_version_text_release(&kernel);
  wb_version_pair_release(&pair);
}

static void the_solution_is_shown_to_who_solved_it_or_is_sure(void) {
  check_solution(false, false, WB_REPLY_QUESTION);
  check_solution(true, false, WB_REPLY_DONE);
  check_solution(false, true, WB_REPLY_DONE);
}

static void check_language(const char *slug, enum wb_language language, const char *text,
                           const char *message) {
  struct wb_request request = request_of(false, true);
  struct wb_version_text kernel;
  struct wb_version_pair pair;
  struct wb_reply reply = {0};
  struct wb_error err = {0};
  request.slug = slug;
  const enum wb_status status = message == NULL ? WB_OK : WB_ERR_USAGE;
  CHECK_INT(wb_versions_read_solution(&request, language, &kernel, &reply, &err), status);
  CHECK_INT(wb_versions_compare_with_solution(&request, language, &pair, &reply, NULL), status);
  CHECK_STRING(err.message, message != NULL ? message : "");
  if (text != NULL) {
    CHECK_STRING(kernel.text, text);
    CHECK_STRING(pair.new.text, text);
    CHECK_STRING(pair.old.name, "our solution");
    CHECK_STRING(pair.old.text, "solution\n");
  }
  wb_version_text_release(&kernel);
  wb_version_pair_release(&pair);
  wb_reply_release(&reply);
}

static void the_solution_is_shown_in_other_languages(void) {
  put("solutions/01-map/accepted.cu", "cuda\n");
  put("kernels/02-zip.cl", "starter\n");
  put("solutions/02-zip/accepted.cl", "solution\n");
  CHECK_INT(wb_versions_next_language(&course, "01-map", WB_LANGUAGE_OPENCL), WB_LANGUAGE_CUDA);
  CHECK_INT(wb_versions_next_language(&course, "01-map", WB_LANGUAGE_CUDA), WB_LANGUAGE_OPENCL);
  CHECK_INT(wb_versions_next_language(&course, "02-zip", WB_LANGUAGE_OPENCL), WB_LANGUAGE_OPENCL);
  check_language("01-map", WB_LANGUAGE_CUDA, "cuda\n", NULL);
  check_language("01-map", WB_LANGUAGE_MOJO, NULL, "01-map has no solution in Mojo, but in CUDA");
  check_language("02-zip", WB_LANGUAGE_CUDA, NULL,
                 "02-zip has no solution in CUDA, only the course's");
  put("solutions/01-map/accepted.mojo", "mojo\n");
  check_language("01-map", WB_LANGUAGE_MOJO, "mojo\n", NULL);
  check_language("01-map", WB_LANGUAGE_SYCL, NULL,
                 "01-map has no solution in SYCL, but in CUDA and Mojo");
}

/* A version that was judged is of the same language as the file that it is compared with. */
static void check_compared_languages(const char *slug, enum wb_source_kind language) {
  struct wb_request request = request_of(false, false);
  const struct wb_attempt attempt = {
      .number = 3, .source = "version\n", .source_length = strlen("version\n")};
  struct wb_version_pair pair;
  request.slug = slug;
  CHECK_INT(wb_versions_compare(&request, &attempt, NULL, &pair, NULL), WB_OK);
  CHECK_STRING(pair.old.text, "version\n");
  CHECK_INT(pair.old.language, language);
  CHECK_INT(pair.new.language, language);
  wb_version_pair_release(&pair);
}

static void versions_have_their_puzzles_language(void) {
  put("kernels/03-host.lua", "starter\n");
  check_compared_languages("01-map", WB_SOURCE_OPENCL_C);
  check_compared_languages("03-host", WB_SOURCE_LUA);
}

static void check_word(const char *word, bool right, uint64_t first, uint64_t second) {
  uint64_t numbers[2];
  struct wb_error err = {0};
  enum wb_status status = wb_versions_parse(word, &numbers[0], &numbers[1], &err);
  if (!CHECK_INT(status, right ? WB_OK : WB_ERR_USAGE)) printf("# of \"%s\"\n", word);
  if (!right || status != WB_OK) return;
  CHECK_INT(numbers[0], first);
  CHECK_INT(numbers[1], second);
}

static void words_name_versions(void) {
  static const char *const wrong[] = {
      "", "x", "-1", "3x", "3..", "..3", "3..0", "3..4..5", "99999999999999999999"};
  check_word("3", true, 3, 0);
  check_word("3..5", true, 3, 5);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) check_word(wrong[i], false, 0, 0);
}

static void check_hints(unsigned shown, bool all, size_t first, size_t end, unsigned now) {
  static char *texts[] = {"one", "two", "three"};
  const struct wb_puzzle_summary puzzle = {
      .slug = "01-map", .entry = "map", .hints = texts, .n_hints = 3};
  const struct wb_request request = {
      .puzzle = &puzzle, .slug = "01-map", .progress = {.hints_shown = shown}};
  const struct wb_hints hints = wb_hints_next(&request, all);
  CHECK_INT(hints.first, first);
  CHECK_INT(hints.end, end);
  CHECK_INT(hints.shown, now);
}

static void check_rule(struct wb_progress progress, unsigned after, bool singly, bool all,
                       size_t first, size_t end, const char *notice) {
  static char *texts[] = {"a", "b", "c"};
  const struct wb_puzzle_summary puzzle = {
      .slug = "01-map", .entry = "map", .hints = texts, .n_hints = 3};
  const struct wb_course_summary rules = {.hints_after = after, .hints_singly = singly};
  const struct wb_request request = {
      .puzzle = &puzzle, .slug = "01-map", .rules = &rules, .progress = progress};
  const struct wb_hints hints = wb_hints_next(&request, all);
  CHECK_INT(hints.first, first);
  CHECK_INT(hints.end, end);
  char *said = wb_hints_notice(&request, &hints);
  if (notice != NULL) CHECK_STRING(said, notice);
  free(said);
}

static void a_course_may_want_runs_before_hints(void) {
  const struct wb_progress none = {0}, two = {.attempts = 2}, three = {.attempts = 3};
  const struct wb_progress one_seen = {.attempts = 2, .hints_shown = 1};
  const struct wb_progress two_seen = {.attempts = 2, .hints_shown = 2};
  const struct wb_progress solved = {.attempts = 1, .solved = true};
  check_rule(none, 2, false, false, 0, 0,
             "The first hint comes after 2 more judged runs of your kernel.");
  check_rule(none, 2, false, true, 0, 0,
             "The first hint comes after 2 more judged runs of your kernel.");
  check_rule(two, 2, false, false, 0, 1,
             "The next hint comes after 2 more judged runs of your kernel.");
  check_rule(three, 2, false, true, 0, 1,
             "The next hint comes after 1 more judged run of your kernel.");
  check_rule(one_seen, 2, false, false, 1, 1,
             "The next hint comes after 2 more judged runs of your kernel.");
  check_rule(two_seen, 2, false, true, 0, 2, NULL); /* seen before the rule was made */
  check_rule(solved, 2, false, true, 0, 3, NULL);
}

static void a_course_may_give_hints_singly(void) {
  check_rule((struct wb_progress){0}, 0, true, true, 0, 1, NULL);
  check_rule((struct wb_progress){.hints_shown = 2}, 0, true, true, 0, 2, NULL);
  check_rule((struct wb_progress){.hints_shown = 2}, 0, true, false, 2, 3, NULL);
  check_rule((struct wb_progress){.hints_shown = 2, .solved = true}, 0, true, true, 0, 3, NULL);
}

/* The status of asking for the solution, sure of it. */
static enum wb_status ask_solution(enum wb_solutions rule, bool solved) {
  const struct wb_course_summary rules = {.solutions = rule};
  struct wb_request request = request_of(true, solved);
  struct wb_version_text kernel;
  struct wb_reply reply = {0};
  request.rules = &rules;
  const enum wb_status status =
      wb_versions_read_solution(&request, WB_LANGUAGE_OPENCL, &kernel, &reply, NULL);
  CHECK((kernel.text != NULL) == (status == WB_OK));
  wb_version_text_release(&kernel);
  struct wb_version_pair pair;
  CHECK_INT(wb_versions_compare_with_solution(&request, WB_LANGUAGE_OPENCL, &pair, &reply, NULL),
            status);
  wb_version_pair_release(&pair);
  wb_reply_release(&reply);
  return status;
}

static void a_course_may_keep_its_solutions(void) {
  CHECK_INT(ask_solution(WB_SOLUTIONS_ASKED, false), WB_OK);
  CHECK_INT(ask_solution(WB_SOLUTIONS_SOLVED, false), WB_ERR_USAGE);
  CHECK_INT(ask_solution(WB_SOLUTIONS_SOLVED, true), WB_OK);
  CHECK_INT(ask_solution(WB_SOLUTIONS_NEVER, false), WB_ERR_USAGE);
  CHECK_INT(ask_solution(WB_SOLUTIONS_NEVER, true), WB_ERR_USAGE);
}

static void hints_come_one_by_one_or_all_at_once(void) {
  check_hints(0, false, 0, 1, 1);
  check_hints(2, false, 2, 3, 3);
  check_hints(3, false, 3, 3, 0);
  check_hints(9, false, 3, 3, 0); /* of a spec that had more */
  check_hints(1, true, 0, 3, 3);
  check_hints(3, true, 0, 3, 0);
}

int main(void) {
  char name[] = "/tmp/wb-verbs-XXXXXX";
  if (mkdtemp(name) == NULL) return 1;
  unsetenv("WORKBENCH_COURSE");
  folder = realpath(name, NULL);
  unsetenv("WORKBENCH_WORK");
  make_course();
  tap_run("the kernel is one's own, or the starter", the_kernel_is_ones_own_or_the_starter);
  tap_run("a reset asks, and keeps what was there", a_reset_asks_and_keeps_what_was_there);
  tap_run("a version is brought back", a_version_is_brought_back);
  tap_run("the solution is shown to who solved it, or is sure",
          the_solution_is_shown_to_who_solved_it_or_is_sure);
  tap_run("the solution is shown in other languages", the_solution_is_shown_in_other_languages);
  tap_run("versions have their puzzle's language", versions_have_their_puzzles_language);
  tap_run("words name versions", words_name_versions);
  tap_run("a course may want runs before hints", a_course_may_want_runs_before_hints);
  tap_run("a course may give hints singly", a_course_may_give_hints_singly);
  tap_run("a course may keep its solutions", a_course_may_keep_its_solutions);
  tap_run("hints come one by one, or all at once", hints_come_one_by_one_or_all_at_once);
  wb_course_release(&course);
  char *command = wb_format("rm -rf %s", folder);
  const int removed = system(command);
  free(command);
  free(folder);
  return tap_finish() + (removed != 0);
}
