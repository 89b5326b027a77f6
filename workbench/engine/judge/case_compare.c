#include "judge/case_compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "judge/preview.h"
#include "launch/undefined.h"
#include "tensor/arrange.h"
#include "tensor/deviation.h"

/* ---- findings that the device could not make --------------------------------- */

/* A checking device has told it better, with a line. */
static bool told_already(const struct wb_case_result *result, enum wb_finding_kind kind,
                         const char *array) {
  for (size_t i = 0; i < result->n_findings; i++) {
    const struct wb_finding *finding = &result->findings[i];
    if (finding->kind == kind && finding->severity == WB_SEVERITY_ERROR &&
        (finding->array[0] == '\0' || strcmp(finding->array, array) == 0))
      return true;
  }
  return false;
}

static void add_finding(const struct wb_case_run *run, struct wb_case_result *result,
                        enum wb_finding_kind kind, const char *array, int64_t index,
                        const char *message) {
  struct wb_finding finding = {.kind = kind,
                               .access = WB_ACCESS_WRITE,
                               .memory = WB_MEMORY_GLOBAL,
                               .has_index = true,
                               .index = index,
                               .count = 1};
  wb_case_verdict(result, WB_VERDICT_RUNTIME_ERROR, "%s", "");
  if (told_already(result, kind, array)) return;
  snprintf(finding.kernel, sizeof finding.kernel, "%s", wb_case_entry(run->made));
  snprintf(finding.array, sizeof finding.array, "%s", array);
  snprintf(finding.message, sizeof finding.message, "%s", message);
  wb_case_add_finding(result, &finding);
}

/* Rounds down, so that byte -1 is in element -1. */
static int64_t element_of(int64_t byte, size_t size) {
  int64_t element = byte / (int64_t)size;
  return byte % (int64_t)size < 0 ? element - 1 : element;
}

static void guards_broken(const struct wb_case_run *run, struct wb_case_result *result,
                          const struct wb_param *param, size_t count, int64_t byte) {
  char message[WB_FINDING_MESSAGE_MAX];
  int64_t index = element_of(byte, wb_dtype_size(param->type));
  snprintf(message, sizeof message, "writes %.63s[%lld], %s (%zu element%s)", param->name,
           (long long)index, index < 0 ? "before its start" : "past its end", count,
           count == 1 ? "" : "s");
  add_finding(run, result, WB_OUT_OF_BOUNDS, param->name, index, message);
}

static void input_changed(const struct wb_case_run *run, struct wb_case_result *result,
                          const struct wb_param *param, const struct wb_tensor *before,
                          const struct wb_tensor *after) {
  const unsigned char *a = before->data, *b = after->data;
  char message[WB_FINDING_MESSAGE_MAX];
  size_t byte = 0;
  while (a[byte] == b[byte]) byte++;
  int64_t index = (int64_t)(byte / wb_dtype_size(param->type));
  snprintf(message, sizeof message, "writes %.63s[%lld], which is an input of the puzzle",
           param->name, (long long)index);
  add_finding(run, result, WB_READ_ONLY_WRITE, param->name, index, message);
}

/* ---- outputs ------------------------------------------------------------------- */

/* The first element that nobody wrote, or SIZE_MAX. A three-vector's fourth
 * lane need not be written, and where the first unwritten byte is one of
 * those the device cannot say about the rest: the comparison will. */
static size_t first_unwritten(const struct wb_param *param, const struct wb_buffer_state *state,
                              size_t count) {
  size_t size = wb_dtype_size(param->type);
  size_t used = wb_scalar_size(param->type.scalar) * param->type.lanes;
  if (!state->knows_written || state->unwritten_bytes == 0) return SIZE_MAX;
  if (state->first_unwritten % size >= used) return SIZE_MAX;
  size_t index = (size_t)(state->first_unwritten / size);
  return index < count ? index : SIZE_MAX;
}

static void note_mismatch(struct wb_case_result *result, const struct wb_preview_source *source) {
  struct wb_mismatch *mismatch = &result->first_mismatch;
  if (mismatch->present) return;
  mismatch->present = true;
  mismatch->array = wb_strdup(source->array);
  mismatch->index = source->mark;
  mismatch->position = wb_preview_position(&source->expected->shape, source->mark);
  mismatch->expected = wb_preview_text(source->expected, source->mark);
  mismatch->got = wb_preview_got(source, source->mark);
}

static void judge_mismatch(struct wb_case_result *result, const struct wb_preview_source *source) {
  char *position = wb_preview_position(&source->expected->shape, source->mark);
  char *got = wb_preview_got(source, source->mark);
  const char *unset = wb_unset_words(got);
  wb_case_verdict(result, WB_VERDICT_WRONG_ANSWER, "%s%s %s", source->array, position,
                  unset != NULL ? unset : "is wrong");
  note_mismatch(result, source);
  free(position);
  free(got);
}

static void add_preview(const struct wb_preview_source *source, struct wb_case_result *result) {
  result->previews = realloc(result->previews, (result->n_previews + 1) * sizeof *result->previews);
  if (result->previews == NULL) wb_bug("out of memory");
  wb_preview_make(source, &result->previews[result->n_previews++]);
}

static void judge_content(const struct wb_judged_output *output, const struct wb_tensor *expected,
                          const struct wb_tensor *got, struct wb_case_result *result) {
  const struct wb_param *param = &output->puzzle->params[output->index];
  const struct wb_tolerance *tolerance = &output->made->args[output->index].tolerance;
  const struct wb_buffer_state *state = output->state;
  struct wb_comparison comparison;
  bool *undefined =
      wb_undefined_elements(output->undefined, output->n_undefined, (uint32_t)output->index, got);
  struct wb_preview_source source = {.array = param->name,
                                     .expected = expected,
                                     .got = got,
                                     .tolerance = tolerance,
                                     .undefined = undefined};
  size_t unwritten = first_unwritten(param, state, wb_tensor_count(got));
  wb_tensor_compare(expected, got, tolerance, &comparison);
  source.unwritten = unwritten;
  source.knows_written = state->knows_written;
  source.mark = comparison.equal ? SIZE_MAX : comparison.first;
  if (unwritten < source.mark) source.mark = unwritten;
  result->mismatches += comparison.mismatches;
  if (source.mark != SIZE_MAX) {
    /* What nobody wrote may still look right: poison that equals it. */
    if (comparison.mismatches == 0) result->mismatches++;
    judge_mismatch(result, &source);
  }
  if (!output->verdict_only) add_preview(&source, result);
  free(undefined);
}

/* How many elements of an output are compared; the reference has been checked to have that many. */
size_t wb_case_counted(const struct wb_puzzle *puzzle, const struct wb_case *made, size_t index) {
  const size_t by = puzzle->params[index].counted_by;
  return by == 0 ? wb_tensor_count(&made->args[index].expected)
                 : (size_t)wb_tensor_get_int(&made->args[by - 1].expected, 0, 0);
}

/* What of an output is compared, and with what. */
struct compared {
  struct wb_tensor expected, seen; /* their data is others' */
  struct wb_tensor arranged;       /* released by whoever has it */
};

/* What counts of it, and in the kernel's own order where that is free. The tensors that are
 * cut off after what counts have their data from the whole ones. */
static enum wb_status choose_compared(const struct wb_puzzle *puzzle, const struct wb_case *made,
                                      size_t index, const struct wb_tensor *got,
                                      struct compared *out, struct wb_error *err) {
  const struct wb_param *param = &puzzle->params[index];
  const struct wb_case_arg *arg = &made->args[index];
  const size_t count = wb_case_counted(puzzle, made, index);
  enum wb_status status = WB_OK;
  *out = (struct compared){.expected = arg->expected, .seen = *got};
  if (param->any_order) {
    status = wb_tensor_arrange(&arg->expected, got, count, &arg->tolerance, &out->arranged, err);
    out->expected = out->arranged;
  }
  if (param->rest_ignored) out->expected.shape.size[0] = out->seen.shape.size[0] = count;
  return status;
}

/* Of what is right; the others have nothing that a tolerance could go by. */
static void note_deviation(struct wb_case_result *result, const struct wb_param *param,
                           const struct compared *all, const struct wb_tolerance *tolerance) {
  struct wb_deviation deviation = {0};
  if (result->mismatches > 0 || !wb_scalar_is_float(param->type.scalar) ||
      wb_tolerance_is_exact(tolerance))
    return;
  wb_tensor_deviation(&all->expected, &all->seen, tolerance, &deviation);
  if (!(deviation.share > 0)) return;
  const struct wb_output_deviation noted = {.array = wb_strdup(param->name),
                                            .relative = deviation.relative,
                                            .absolute = deviation.absolute,
                                            .units = deviation.units,
                                            .share = deviation.share};
  result->deviations =
      realloc(result->deviations, (result->n_deviations + 1) * sizeof *result->deviations);
  if (result->deviations == NULL) wb_bug("out of memory");
  result->deviations[result->n_deviations++] = noted;
}

enum wb_status wb_case_judge_output(const struct wb_judged_output *output,
                                    struct wb_case_result *result, struct wb_error *err) {
  const struct wb_puzzle *puzzle = output->puzzle;
  const size_t index = output->index;
  struct compared all;
  enum wb_status status = choose_compared(puzzle, output->made, index, output->got, &all, err);
  if (status == WB_OK && wb_tensor_count(&all.expected) > 0) {
    judge_content(output, &all.expected, &all.seen, result);
    if (output->measures)
      note_deviation(result, &puzzle->params[index], &all, &output->made->args[index].tolerance);
  }
  wb_tensor_release(&all.arranged);
  return status;
}

enum wb_status wb_case_output_fits(const struct wb_puzzle *puzzle, const struct wb_case *made,
                                   size_t index, const struct wb_tensor *got, bool *fits,
                                   struct wb_error *err) {
  struct wb_comparison comparison = {.equal = true};
  struct compared all;
  enum wb_status status = choose_compared(puzzle, made, index, got, &all, err);
  if (status == WB_OK && wb_tensor_count(&all.expected) > 0)
    wb_tensor_compare(&all.expected, &all.seen, &made->args[index].tolerance, &comparison);
  *fits = comparison.equal;
  wb_tensor_release(&all.arranged);
  return status;
}

/* ---- every buffer --------------------------------------------------------------- */

static bool is_input(const struct wb_case_run *run, size_t i) {
  return run->job->puzzle->params[i].kind == WB_PARAM_INPUT;
}

static enum wb_status compare_content(struct wb_case_run *run, size_t i,
                                      const struct wb_buffer_state *state,
                                      const struct wb_tensor *after, struct wb_case_result *result,
                                      struct wb_error *err) {
  const struct wb_param *param = &run->job->puzzle->params[i];
  const struct wb_tensor *before = &run->made->args[i].before;
  /* Of a hidden case an author alone, for whom there are measures, sees the arrays. */
  const bool hides = !result->visible && !run->job->measures;
  enum wb_status status = WB_OK;
  if (!is_input(run, i)) {
    const struct wb_judged_output output = {.puzzle = run->job->puzzle,
                                            .made = run->made,
                                            .index = i,
                                            .got = after,
                                            .state = state,
                                            .undefined = run->undefined,
                                            .n_undefined = run->n_undefined,
                                            .measures = run->job->measures,
                                            .verdict_only = run->job->verdict_only || hides};
    status = wb_case_judge_output(&output, result, err);
    run->ours = status != WB_OK;
  } else if (wb_tensor_bytes(after) > 0 &&
             memcmp(after->data, before->data, wb_tensor_bytes(after)) != 0) {
    input_changed(run, result, param, before, after);
  }
  return status;
}

/* ---- reading ---- */

enum { PIECE = 512 << 10 }; /* which stays in a cache */

/* A buffer's content. Until it differs from what it should be, byte by byte, it is that. */
struct content {
  const struct wb_tensor *like;
  struct wb_tensor own; /* from then on */
};

static const struct wb_tensor *tensor_of_content(const struct content *content) {
  return content->own.data != NULL ? &content->own : content->like;
}

/* The bytes before `offset` were as they should be. */
static enum wb_status part_ways(struct content *content, size_t offset, struct wb_error *err) {
  const struct wb_tensor *like = content->like;
  const enum wb_status status = wb_tensor_init_unset(&content->own, like->type, &like->shape, err);
  if (status == WB_OK) memcpy(content->own.data, like->data, offset);
  return status;
}

/* What a device gives is copied before it is looked at: it is shared with a worker. */
static enum wb_status read_content(struct wb_case_run *run, size_t i, struct content *content,
                                   struct wb_error *err) {
  const wb_handle buffer = wb_arguments_buffer(&run->arguments, i);
  const size_t bytes = wb_tensor_bytes(content->like);
  enum wb_status status = WB_OK;
  size_t done = 0, room = 0;
  unsigned char *piece = wb_grow(NULL, &room, bytes < PIECE ? bytes : PIECE, 1); /* not zeroed */
  for (size_t n; status == WB_OK && content->own.data == NULL && done < bytes; done += n) {
    n = bytes - done < PIECE ? bytes - done : PIECE;
    status = wb_buffer_read(run->job->device, buffer, done, piece, n, err);
    if (status != WB_OK || memcmp(piece, (const char *)content->like->data + done, n) == 0)
      continue;
    status = part_ways(content, done, err);
    run->ours = status != WB_OK;
    if (status == WB_OK) memcpy((char *)content->own.data + done, piece, n);
  }
  if (status == WB_OK && done < bytes)
    status = wb_buffer_read(run->job->device, buffer, done, (char *)content->own.data + done,
                            bytes - done, err);
  free(piece);
  return status;
}

static enum wb_status read_and_compare(struct wb_case_run *run, size_t i,
                                       const struct wb_buffer_state *state,
                                       struct wb_case_result *result, struct wb_error *err) {
  const struct wb_case_arg *arg = &run->made->args[i];
  struct content content = {.like = is_input(run, i) ? &arg->before : &arg->expected};
  enum wb_status status = read_content(run, i, &content, err);
  if (status == WB_OK && !state->guards_intact)
    guards_broken(run, result, &run->job->puzzle->params[i], wb_tensor_count(content.like),
                  state->first_broken);
  if (status == WB_OK)
    status = compare_content(run, i, state, tensor_of_content(&content), result, err);
  wb_tensor_release(&content.own);
  return status;
}

/* Inputs that no kernel can have changed are not read back. */
static bool is_compared(const struct wb_case_run *run, size_t i) {
  return run->arguments.items[i].kind == WB_ARG_BUFFER &&
         !(is_input(run, i) && run->job->info->keeps_inputs);
}

/* Not of a driver: one that dies of it would look as if it had died of the launch. */
void wb_case_expect(const struct wb_case_run *run) {
  for (size_t i = 0; i < run->made->n_args && run->job->info->checks; i++)
    if (is_compared(run, i))
      wb_buffer_expect(run->job->device, wb_arguments_buffer(&run->arguments, i));
}

static enum wb_status compare_buffer(struct wb_case_run *run, size_t i,
                                     struct wb_case_result *result, struct wb_error *err) {
  struct wb_buffer_state state = {0};
  const enum wb_status status =
      wb_buffer_state(run->job->device, wb_arguments_buffer(&run->arguments, i), &state, err);
  return status == WB_OK ? read_and_compare(run, i, &state, result, err) : status;
}

enum wb_status wb_case_compare(struct wb_case_run *run, struct wb_case_result *result,
                               struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < run->made->n_args && status == WB_OK; i++)
    if (is_compared(run, i)) status = compare_buffer(run, i, result, err);
  return status;
}
