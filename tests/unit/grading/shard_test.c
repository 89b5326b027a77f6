#include "grading/shard.h"

#include <sys/stat.h>
#include <unistd.h>

#include "tap.h"

static char folder[] = "/tmp/wb-shard-XXXXXX";

/* A run of one puzzle, in a folder of its own. */
static void make_run(struct wb_run_folder *run, const char *name) {
  struct wb_run_about about = {.tool = wb_strdup("1"),
                               .course_digest = wb_strdup("d"),
                               .secret = wb_strdup("s"),
                               .puzzles = wb_alloc(sizeof *about.puzzles),
                               .n_puzzles = 1};
  struct wb_error err = {0};
  char *path = wb_path_join(folder, name);
  about.puzzles[0] =
      (struct wb_run_puzzle){wb_strdup("01-map"), wb_strdup("Map"), 10, wb_strdup("p")};
  CHECK_INT(wb_run_folder_make(run, path, &about, &err), WB_OK);
  CHECK_STRING(err.message, "");
  free(path);
}

/* Texts whose digests are 000…, 001… */
static struct wb_run_judgements make_judgements(size_t count) {
  struct wb_run_judgements all = {.items = wb_alloc((count + 1) * sizeof *all.items),
                                  .count = count};
  for (size_t i = 0; i < count; i++) {
    all.items[i].puzzle = wb_strdup("01-map");
    snprintf(all.items[i].sha256, sizeof all.items[i].sha256, "%064zu", i);
  }
  return all;
}

static struct wb_shard_plan make_plan(const struct wb_run_folder *run, uint32_t shards,
                                      uint32_t round, size_t texts) {
  struct wb_shard_plan plan = {.round = round,
                               .shards = shards,
                               .jobs = 1,
                               .engine = wb_strdup("command"),
                               .command = wb_strdup("judge {shard}"),
                               .course = wb_strdup("/course"),
                               .secret = wb_strdup("/secret")};
  struct wb_run_judgements all = make_judgements(texts);
  struct wb_error err = {0};
  CHECK_INT(wb_shard_plan_make(&plan, run, &all, &err), WB_OK);
  CHECK_STRING(err.message, "");
  wb_run_judgements_release(&all);
  return plan;
}

static struct wb_shard read_shard(const struct wb_shard_plan *plan, uint32_t number) {
  struct wb_shard shard;
  struct wb_shard_plan found;
  struct wb_error err = {0};
  char *path = wb_shard_path(plan, number), *run = NULL;
  CHECK_INT(wb_shard_read(path, &shard, &found, &run, &err), WB_OK);
  CHECK_STRING(found.id, plan->id);
  CHECK(wb_starts_with(plan->path, run));
  wb_shard_plan_release(&found);
  free(run);
  free(path);
  return shard;
}

/* ---- plans ---- */

static void test_each_text_is_in_one_shard(void) {
  struct wb_run_folder run;
  make_run(&run, "each");
  struct wb_shard_plan plan = make_plan(&run, 3, 1, 10);
  bool seen[10] = {false};
  size_t count = 0;
  for (uint32_t i = 1; i <= 3; i++) {
    struct wb_shard shard = read_shard(&plan, i);
    CHECK_INT(shard.number, i);
    for (size_t j = 0; j < shard.judgements.count; j++, count++)
      seen[atoi(shard.judgements.items[j].sha256)] = true;
    wb_shard_release(&shard);
  }
  CHECK_INT(count, 10);
  for (size_t i = 0; i < 10; i++) CHECK(seen[i]);
  wb_shard_plan_release(&plan);
  wb_run_folder_close(&run);
}

static void test_there_are_no_more_shards_than_texts(void) {
  struct wb_run_folder run;
  make_run(&run, "more");
  struct wb_shard_plan plan = make_plan(&run, 9, 1, 2);
  CHECK_INT(plan.shards, 2);
  struct wb_shard_plan usual = make_plan(&run, 0, 1, 2 * WB_SHARD_USUAL_JUDGEMENTS + 1);
  CHECK_INT(usual.shards, 3);
  wb_shard_plan_release(&usual);
  wb_shard_plan_release(&plan);
  wb_run_folder_close(&run);
}

static void test_a_second_round_has_the_other_order(void) {
  struct wb_run_folder run;
  make_run(&run, "round");
  struct wb_shard_plan plan = make_plan(&run, 1, 2, 5);
  struct wb_shard shard = read_shard(&plan, 1);
  CHECK_INT(atoi(shard.judgements.items[0].sha256), 4);
  CHECK_INT(atoi(shard.judgements.items[4].sha256), 0);
  wb_shard_release(&shard);
  wb_shard_plan_release(&plan);
  wb_run_folder_close(&run);
}

static void test_the_newest_plan_holds(void) {
  struct wb_run_folder run;
  struct wb_shard_plan found;
  struct wb_error err = {0};
  make_run(&run, "newest");
  CHECK_INT(wb_shard_plan_newest(&found, &run, &err), WB_ERR_NOT_FOUND);
  struct wb_shard_plan first = make_plan(&run, 1, 1, 1), second = make_plan(&run, 1, 2, 1);
  char *unfinished = wb_format("%s/shards/.9", run.path);
  CHECK(mkdir(unfinished, 0700) == 0);
  CHECK_INT(wb_shard_plan_newest(&found, &run, &err), WB_OK);
  CHECK_STRING(found.id, second.id);
  CHECK_STRING(found.path, second.path);
  CHECK_STRING(found.command, "judge {shard}");
  CHECK(found.partition == NULL);
  CHECK(!wb_shard_plan_is(&found, "closed"));
  CHECK_INT(wb_shard_plan_set(&found, "closed", &err), WB_OK);
  CHECK(wb_shard_plan_is(&second, "closed"));
  CHECK(!wb_shard_plan_is(&first, "closed"));
  free(unfinished);
  wb_shard_plan_release(&found);
  wb_shard_plan_release(&second);
  wb_shard_plan_release(&first);
  wb_run_folder_close(&run);
}

static void write_text(const char *path, const char *text) {
  struct wb_error err = {0};
  CHECK_INT(wb_file_write_atomic(path, text, strlen(text), &err), WB_OK);
}

static void check_refused(const char *path, const char *why) {
  struct wb_shard shard;
  struct wb_shard_plan plan;
  struct wb_error err = {0};
  char *run = NULL;
  CHECK(wb_shard_read(path, &shard, &plan, &run, &err) != WB_OK);
  CHECK(strstr(err.message, why) != NULL);
  wb_shard_release(&shard);
  wb_shard_plan_release(&plan);
  free(run);
}

static void test_what_is_no_shard_is_refused(void) {
  struct wb_run_folder run;
  make_run(&run, "refused");
  struct wb_shard_plan plan = make_plan(&run, 1, 1, 1);
  char *path = wb_shard_path(&plan, 1), *other = wb_shard_path(&plan, 2);
  check_refused(other, "cannot find the shard");
  write_text(other, "{\"schema\": 1, \"plan\": \"x\", \"shard\": 2, \"judgements\": []}");
  check_refused(other, "does not belong to the plan");
  write_text(path, "{\"schema\": 1");
  check_refused(path, "is damaged");
  write_text(path, "{\"schema\": 2, \"plan\": \"x\", \"shard\": 1, \"judgements\": []}");
  check_refused(path, "\"schema\"");
  free(other);
  free(path);
  wb_shard_plan_release(&plan);
  wb_run_folder_close(&run);
}

/* ---- attempts ---- */

struct found {
  size_t done, failed, unpublished, of_a_person;
  double milliseconds;
};

static enum wb_status count_note(struct wb_run_judgement *judgement, void *data,
                                 struct wb_error *err) {
  struct found *found = data;
  (void)err;
  found->done += judgement->state == WB_JUDGEMENT_DONE;
  found->failed += judgement->state == WB_JUDGEMENT_FAILED && judgement->cause == WB_ERR_CRASH;
  found->of_a_person += strcmp(judgement->variant, "s0123456789abcdef") == 0;
  found->milliseconds += judgement->milliseconds;
  return WB_OK;
}

static enum wb_status count_unpublished(const struct wb_run_judgement *judgement, const char *path,
                                        void *data, struct wb_error *err) {
  struct found *found = data;
  (void)err;
  CHECK_STRING(judgement->puzzle, "01-map");
  CHECK_INT(strlen(judgement->sha256), 64);
  CHECK(wb_file_exists(path));
  found->of_a_person += strcmp(judgement->variant, "s0123456789abcdef") == 0;
  found->unpublished++;
  return WB_OK;
}

static void test_what_attempts_left_is_read_but_for_lines_that_were_cut_off(void) {
  struct wb_run_folder run;
  struct wb_shard_attempt attempt;
  struct found found = {0};
  struct wb_error err = {0};
  make_run(&run, "attempts");
  struct wb_shard_plan plan = make_plan(&run, 1, 1, 2);
  struct wb_shard shard = read_shard(&plan, 1);
  struct wb_run_judgement *one = &shard.judgements.items[0], *two = &shard.judgements.items[1];
  CHECK_INT(wb_shard_attempt_begin(&attempt, &plan, &shard, &err), WB_OK);
  one->state = WB_JUDGEMENT_DONE;
  one->milliseconds = 12;
  two->state = WB_JUDGEMENT_FAILED;
  two->cause = WB_ERR_CRASH;
  two->trouble = wb_strdup("it is gone");
  strcpy(two->variant, "s0123456789abcdef");
  CHECK_INT(wb_shard_attempt_note(&attempt, one, &err), WB_OK);
  CHECK_INT(wb_shard_attempt_note(&attempt, two, &err), WB_OK);
  CHECK(write(attempt.notes, "{\"puzzle\":\"01-map\",\"sha", 22) == 22);
  char *left = wb_format("%s/01-map-%s.json", attempt.path, one->sha256);
  char *half = wb_format("%s/01-map-%s.json.Ab12Cd", attempt.path, one->sha256);
  char *own = wb_format("%s/01-map-%s-%s.json", attempt.path, two->sha256, two->variant);
  write_text(left, "{}");
  write_text(own, "{}");
  write_text(half, "{");
  wb_shard_attempt_end(&attempt);
  const struct wb_shard_reader reader = {count_note, count_unpublished, &found};
  CHECK_INT(wb_shard_read_attempts(&plan, &reader, &err), WB_OK);
  CHECK_STRING(err.message, "");
  CHECK_INT(found.done, 1);
  CHECK_INT(found.failed, 1);
  CHECK_INT(found.unpublished, 2);
  CHECK_INT(found.of_a_person, 2);
  CHECK(found.milliseconds > 11);
  free(half);
  free(own);
  free(left);
  wb_shard_release(&shard);
  wb_shard_plan_release(&plan);
  wb_run_folder_close(&run);
}

/* ---- publishing ---- */

static enum wb_status publish(const struct wb_run_folder *run, const char *sha256, double score,
                              const char *attempt, struct wb_error *err) {
  struct wb_result result = {.puzzle = wb_strdup("01-map"),
                             .file = wb_strdup("01-map.cl"),
                             .device = wb_strdup("emulator"),
                             .detail = wb_strdup(""),
                             .score = score,
                             .elapsed_ms = 7};
  enum wb_status status = wb_run_publish_result(run, "01-map", sha256, "", &result, attempt, err);
  wb_result_release(&result);
  return status;
}

static void test_an_equal_twin_is_dropped_and_another_one_is_kept_beside_it(void) {
  struct wb_run_folder run;
  struct wb_error err = {0};
  char sha256[WB_SHA256_HEX];
  make_run(&run, "twins");
  snprintf(sha256, sizeof sha256, "%064d", 1);
  char *first = wb_format("%s/first", folder), *second = wb_format("%s/second", folder);
  char *left = wb_format("%s/01-map-%s.json", second, sha256);
  char *published = wb_run_judged_path(&run, "01-map", sha256, "");
  CHECK(mkdir(first, 0700) == 0 && mkdir(second, 0700) == 0);
  CHECK_INT(publish(&run, sha256, 1, first, &err), WB_OK);
  char *bytes = wb_file_read_text(published, 1 << 20, &err);
  CHECK_INT(publish(&run, sha256, 1, second, &err), WB_OK);
  CHECK(!wb_file_exists(left));
  CHECK_INT(publish(&run, sha256, 1, NULL, &err), WB_OK);
  CHECK_STRING(err.message, "");
  CHECK_INT(publish(&run, sha256, 0.5, second, &err), WB_ERR_PROTOCOL);
  CHECK(strstr(err.message, published) != NULL && strstr(err.message, left) != NULL);
  CHECK(wb_file_exists(left));
  CHECK_INT(publish(&run, sha256, 0.5, NULL, &err), WB_ERR_PROTOCOL);
  CHECK(wb_file_has(published, bytes, strlen(bytes)));
  free(bytes);
  free(published);
  free(left);
  free(second);
  free(first);
  wb_run_folder_close(&run);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("each text is in one shard", test_each_text_is_in_one_shard);
  tap_run("there are no more shards than texts", test_there_are_no_more_shards_than_texts);
  tap_run("a second round has the other order", test_a_second_round_has_the_other_order);
  tap_run("the newest plan holds", test_the_newest_plan_holds);
  tap_run("what is no shard is refused", test_what_is_no_shard_is_refused);
  tap_run("what attempts left is read, but for lines that were cut off",
          test_what_attempts_left_is_read_but_for_lines_that_were_cut_off);
  tap_run("a twin with equal bytes is dropped, and another one is kept beside it",
          test_an_equal_twin_is_dropped_and_another_one_is_kept_beside_it);
  char *command = wb_format("rm -rf %s", folder);
  if (system(command) != 0) return 1;
  free(command);
  return tap_finish();
}
