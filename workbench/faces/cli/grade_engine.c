#include "cli/grade_engine.h"

#include <stdio.h>
#include <string.h>

#include "cli/grade_modes.h"
#include "cli/print.h"
#include "grading/shard_worker.h"
#include "session/session.h"

/* ---- options -----------------------------------------------------------------------------------
 */

static bool is_command(const char *operand) {
  return strstr(operand, "{shard}") != NULL || strstr(operand, "{list}") != NULL;
}

static enum wb_status take_command(struct wb_cli_engine *engine, struct wb_error *err) {
  const size_t count = engine->n_paths;
  const bool is_last = count > 0 && is_command(engine->paths[count - 1]);
  if (!is_last && (count == 0 || !is_command(engine->paths[0])))
    return wb_fail(err, WB_ERR_USAGE,
                   "--engine command needs the command behind it, with {shard} in place of a "
                   "shard's file, or {list} in place of a file that lists them all");
  engine->order.command = engine->paths[is_last ? count - 1 : 0];
  if (!is_last) engine->paths++;
  engine->n_paths--;
  return WB_OK;
}

/* An option of some engines alone. */
static enum wb_status refuse_option(const struct wb_invocation *invocation, const char *option,
                                    bool is_meant, const char *whose, struct wb_error *err) {
  if (is_meant || wb_cli_value(invocation, option) == NULL) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE, "--%s is for --engine %s", option, whose);
}

enum wb_status wb_cli_engine_read(const struct wb_invocation *invocation,
                                  struct wb_cli_engine *engine, struct wb_error *err) {
  const char *name = wb_cli_value(invocation, "engine");
  const uint64_t shards = wb_cli_number(invocation, "shards", 0);
  *engine = (struct wb_cli_engine){
      .order = {.engine = name != NULL ? wb_engine_named(name) : NULL,
                .partition = wb_cli_value(invocation, "partition"),
                .gres = wb_cli_value(invocation, "gres"),
                .shards = shards > WB_SHARDS_MAX ? WB_SHARDS_MAX + 1 : (uint32_t)shards,
                .secret = wb_cli_value(invocation, "secret")},
      .paths = invocation->operands,
      .n_paths = invocation->n_operands};
  const struct wb_grading_engine *chosen = engine->order.engine;
  const bool is_slurm = chosen == &wb_engine_slurm, is_command = chosen == &wb_engine_command;
  if (is_slurm) engine->order.jobs = (uint32_t)wb_cli_number(invocation, "jobs", 1);
  if (shards > WB_SHARDS_MAX)
    return wb_fail(err, WB_ERR_USAGE, "--shards: at most %d", WB_SHARDS_MAX);
  enum wb_status status =
      refuse_option(invocation, "shards", is_slurm || is_command, "slurm and command", err);
  if (status == WB_OK) status = refuse_option(invocation, "partition", is_slurm, "slurm", err);
  if (status == WB_OK) status = refuse_option(invocation, "gres", is_slurm, "slurm", err);
  if (status == WB_OK && is_command) status = take_command(engine, err);
  return status;
}

/* ---- --shard -----------------------------------------------------------------------------------
 */

struct shard {
  struct wb_course course;
  struct wb_catalog catalog;
  struct wb_shard_worker worker;
  struct wb_interrupt interrupt;
};

static enum wb_status open_course(struct shard *shard, const struct wb_invocation *invocation,
                                  struct wb_error *err) {
  const char *course = wb_cli_value(invocation, "course");
  enum wb_status status = wb_session_open_course(
      &shard->course, course != NULL ? course : shard->worker.plan.course, err);
  if (status == WB_OK) status = wb_catalog_load(shard->course.root, &shard->catalog, err);
  if (status == WB_OK && shard->catalog.course.error != NULL)
    status = wb_fail(err, WB_ERR_SPEC, "%s", shard->catalog.course.error);
  return status;
}

static enum wb_status judge_shard(struct shard *shard, const struct wb_invocation *invocation,
                                  struct wb_error *err) {
  struct wb_grade_order order = {.course = &shard->course,
                                 .catalog = &shard->catalog,
                                 .secret = wb_cli_value(invocation, "secret")};
  const struct wb_pool_watch watch = {.stop_fd = shard->interrupt.fd};
  enum wb_status status =
      wb_shard_worker_open(&shard->worker, wb_cli_value(invocation, "shard"), err);
  if (status == WB_OK) status = open_course(shard, invocation, err);
  if (status == WB_OK)
    status = wb_shard_worker_judge(&shard->worker, &order,
                                   (size_t)wb_cli_number(invocation, "jobs", 1), &watch, err);
  return status;
}

int wb_cli_grade_shard(const struct wb_invocation *invocation) {
  struct shard shard = {.worker = {.run = {.lock = -1}, .attempt = {.notes = -1}}};
  struct wb_error err;
  int code = WB_EXIT_OK;
  wb_cli_grade_keep_apart();
  wb_interrupt_open(&shard.interrupt);
  enum wb_status status = judge_shard(&shard, invocation, &err);
  wb_interrupt_close(&shard.interrupt);
  const struct wb_judging *judging = &shard.worker.judging;
  if (status != WB_OK)
    code = wb_cli_fail(invocation, &err);
  else if (judging->failed > 0)
    code = WB_EXIT_JUDGE;
  if (status == WB_OK)
    printf("shard %u: %zu of %zu judged\n", shard.worker.shard.number,
           judging->done - judging->failed, judging->total);
  wb_shard_worker_close(&shard.worker);
  wb_catalog_release(&shard.catalog);
  wb_course_release(&shard.course);
  return code;
}
