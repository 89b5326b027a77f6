/* Answers that know nothing of what the puzzle wants, judged by the comparison that kernels are
 * judged by. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "judge/audit.h"
#include "judge/case_compare.h"
#include "judge/case_printed.h"

/* What an output holds in an answer. */
enum answer_kind {
  ANSWER_NOTHING, /* it is left as it was before the launch */
  ANSWER_ZEROS,
  ANSWER_ONES,
  ANSWER_COPY,     /* of parameter `source`, where it fits */
  ANSWER_PREVIOUS, /* what the case before it wants */
  ANSWER_VISIBLE,  /* what a visible case of the same shape wants, else zeros */
  ANSWER_SHIFTED   /* what is right, one element further on */
};

struct answer {
  enum answer_kind kind;
  size_t source;
};

static bool has_outputs(const struct wb_puzzle *puzzle) {
  bool has = false;
  for (size_t i = 0; i < puzzle->n_params; i++) has |= wb_param_is_judged(puzzle->params[i].kind);
  return has;
}

/* Of a puzzle that judges printed lines alone. */
static const char *words_of_lines(enum answer_kind kind) {
  return kind == ANSWER_NOTHING    ? "nothing printed"
         : kind == ANSWER_PREVIOUS ? "the lines of the case before"
                                   : "the lines of the visible cases, none in others";
}

static char *words_of(const struct wb_puzzle *puzzle, const struct answer *answer) {
  static const char *const words[] = {
      [ANSWER_NOTHING] = "nothing written",
      [ANSWER_ZEROS] = "zeros",
      [ANSWER_ONES] = "ones",
      [ANSWER_PREVIOUS] = "the output of the case before",
      [ANSWER_VISIBLE] = "the outputs of the visible cases, zeros in others",
      [ANSWER_SHIFTED] = "the right output, one element further on",
  };
  if (!has_outputs(puzzle)) return wb_strdup(words_of_lines(answer->kind));
  return answer->kind == ANSWER_COPY
             ? wb_format("a copy of %s", puzzle->params[answer->source].name)
             : wb_strdup(words[answer->kind]);
}

/* ---- the content of an output ----------------------------------------------------------- */

/* The first elements, as many as there are; the others stay as they are. */
static void copy_elements(const struct wb_tensor *from, struct wb_tensor *to) {
  const size_t theirs = wb_tensor_bytes(from), ours = wb_tensor_bytes(to);
  memcpy(to->data, from->data, theirs < ours ? theirs : ours);
}

static void fill_with_ones(struct wb_tensor *content) {
  const size_t count = wb_tensor_count(content);
  for (size_t i = 0; i < count; i++)
    for (unsigned lane = 0; lane < content->type.lanes; lane++) wb_tensor_set(content, i, lane, 1);
}

static void shift_elements(const struct wb_tensor *from, struct wb_tensor *to) {
  const size_t size = wb_dtype_size(from->type), bytes = wb_tensor_bytes(from);
  if (bytes == 0) return;
  memcpy((char *)to->data + size, from->data, bytes - size);
  memcpy(to->data, (const char *)from->data + bytes - size, size);
}

static void take_visible(const struct wb_audited *audited, size_t index, size_t output,
                         struct wb_tensor *content) {
  for (size_t i = 0; i < audited->puzzle->n_cases; i++) {
    const struct wb_case *visible = audited->cases[i];
    const struct wb_tensor *known = &visible->args[output].expected;
    const bool own = i == index;
    if (visible->visible && wb_shape_equal(&known->shape, &content->shape) &&
        (own || !audited->cases[index]->visible)) {
      copy_elements(known, content);
      return;
    }
  }
}

/* Whether the answer says something of this output: a copy only where the input has the same type
 * and as many elements at least; nothing is before the first case. */
static bool answer_applies(const struct wb_audited *audited, const struct answer *answer,
                           size_t index, size_t output) {
  const struct wb_case *made = audited->cases[index];
  const struct wb_tensor *wanted = &made->args[output].expected;
  const struct wb_tensor *source = &made->args[answer->source].before;
  if (answer->kind == ANSWER_COPY)
    return wb_dtype_equal(source->type, wanted->type) &&
           wb_tensor_count(source) >= wb_tensor_count(wanted);
  if (answer->kind == ANSWER_SHIFTED) return wb_tensor_count(wanted) > 1;
  return answer->kind != ANSWER_PREVIOUS || index > 0;
}

/* `content` is zeroed. */
static void write_answer(const struct wb_audited *audited, const struct answer *answer,
                         size_t index, size_t output, struct wb_tensor *content) {
  const struct wb_case *made = audited->cases[index];
  switch (answer->kind) {
    case ANSWER_NOTHING:
      copy_elements(&made->args[output].before, content);
      break;
    case ANSWER_ONES:
      fill_with_ones(content);
      break;
    case ANSWER_COPY:
      copy_elements(&made->args[answer->source].before, content);
      break;
    case ANSWER_PREVIOUS:
      copy_elements(&audited->cases[index - 1]->args[output].expected, content);
      break;
    case ANSWER_VISIBLE:
      take_visible(audited, index, output, content);
      break;
    case ANSWER_SHIFTED:
      shift_elements(&made->args[output].expected, content);
      break;
    case ANSWER_ZEROS:
      break;
  }
}

/* An output that nobody writes is never right, whatever its bytes are, unless nothing of it
 * counts. */
static bool is_never_written(const struct wb_audited *audited, const struct answer *answer,
                             size_t index, size_t output) {
  const struct wb_puzzle *puzzle = audited->puzzle;
  const struct wb_param *param = &puzzle->params[output];
  const size_t count = param->rest_ignored
                           ? wb_case_counted(puzzle, audited->cases[index], output)
                           : wb_tensor_count(&audited->cases[index]->args[output].expected);
  return answer->kind == ANSWER_NOTHING && param->kind == WB_PARAM_OUTPUT && count > 0;
}

static enum wb_status judge_output(const struct wb_audited *audited, const struct answer *answer,
                                   size_t index, size_t output, bool *fits, struct wb_error *err) {
  const struct wb_case *made = audited->cases[index];
  const struct wb_tensor *wanted = &made->args[output].expected;
  struct wb_tensor content = {0};
  *fits = false;
  if (is_never_written(audited, answer, index, output)) return WB_OK;
  if (answer->kind == ANSWER_NOTHING && audited->puzzle->params[output].kind == WB_PARAM_OUTPUT) {
    *fits = true;
    return WB_OK;
  }
  enum wb_status status = wb_tensor_init(&content, wanted->type, &wanted->shape, err);
  if (status == WB_OK) {
    write_answer(audited, answer, index, output, &content);
    status = wb_case_output_fits(audited->puzzle, made, output, &content, fits, err);
  }
  wb_tensor_release(&content);
  return status;
}

/* ---- printed lines ---------------------------------------------------------------------- */

static bool same_launch(const struct wb_case *a, const struct wb_case *b) {
  return a->dimensions == b->dimensions &&
         memcmp(a->global, b->global, a->dimensions * sizeof a->global[0]) == 0 &&
         memcmp(a->local, b->local, a->dimensions * sizeof a->local[0]) == 0;
}

/* Those of a visible case; of a hidden one, of a visible case with its launch. */
static const struct wb_names *visible_lines(const struct wb_audited *audited, size_t index) {
  const struct wb_case *made = audited->cases[index];
  const struct wb_names *lines = made->visible ? &made->printed : NULL;
  for (size_t i = 0; i < audited->puzzle->n_cases && lines == NULL; i++)
    if (audited->cases[i]->visible && same_launch(audited->cases[i], made))
      lines = &audited->cases[i]->printed;
  return lines;
}

/* Answers that are about arrays print nothing. */
static bool lines_fit(const struct wb_audited *audited, const struct answer *answer, size_t index) {
  const struct wb_names none = {NULL, 0, 0}, *lines = NULL;
  if (answer->kind == ANSWER_PREVIOUS) lines = &audited->cases[index - 1]->printed;
  if (answer->kind == ANSWER_VISIBLE) lines = visible_lines(audited, index);
  return wb_case_lines_fit(audited->puzzle, audited->cases[index], lines != NULL ? lines : &none);
}

/* As answer_applies. */
static bool lines_apply(const struct wb_audited *audited, const struct answer *answer,
                        size_t index) {
  if (answer->kind == ANSWER_PREVIOUS) return index > 0;
  return has_outputs(audited->puzzle) || answer->kind == ANSWER_NOTHING ||
         answer->kind == ANSWER_VISIBLE;
}

/* ---- all cases -------------------------------------------------------------------------- */

/* What became of an answer: by outputs in all cases, and by cases in all outputs. */
struct fate {
  size_t judged;        /* cases in which it says something of each output that it is about */
  bool *rejected;       /* one a case */
  bool *output_fits;    /* one a parameter: in every case in which it applies */
  size_t *output_cases; /* in how many it applies */
  bool lines_fit;       /* as output_fits */
};

static enum wb_status judge_case(const struct wb_audited *audited, const struct answer *answer,
                                 size_t index, struct fate *fate, struct wb_error *err) {
  const struct wb_puzzle *puzzle = audited->puzzle;
  enum wb_status status = WB_OK;
  size_t outputs = 0, applied = 0;
  for (size_t i = 0; i < puzzle->n_params && status == WB_OK; i++) {
    bool fits = false;
    if (!wb_param_is_judged(puzzle->params[i].kind)) continue;
    outputs++;
    if (!answer_applies(audited, answer, index, i)) {
      /* A kernel that copies from an input that ends earlier reads past its end. */
      fate->rejected[index] |= answer->kind == ANSWER_COPY;
      fate->output_fits[i] &= answer->kind != ANSWER_COPY;
      continue;
    }
    status = judge_output(audited, answer, index, i, &fits, err);
    applied++;
    fate->output_cases[i]++;
    fate->output_fits[i] &= fits;
    fate->rejected[index] |= !fits;
  }
  if (puzzle->printed != NULL) outputs++;
  if (puzzle->printed != NULL && lines_apply(audited, answer, index)) {
    const bool fits = lines_fit(audited, answer, index);
    applied++;
    fate->lines_fit &= fits;
    fate->rejected[index] |= !fits;
  }
  fate->judged += applied == outputs;
  return status;
}

static void add_answer(struct wb_audited *audited, const struct answer *answer,
                       const struct fate *fate) {
  struct wb_puzzle_audit *audit = audited->audit;
  struct wb_audit_answer *out = &audit->answers[audit->n_answers++];
  const size_t n_cases = audited->puzzle->n_cases;
  *out = (struct wb_audit_answer){.answer = words_of(audited->puzzle, answer),
                                  .rejected_by = wb_alloc(n_cases * sizeof *out->rejected_by)};
  for (size_t i = 0; i < n_cases; i++)
    if (fate->rejected[i]) out->rejected_by[out->n_rejected_by++] = i + 1;
  out->accepted = out->n_rejected_by == 0;
}

/* Of a puzzle with one output the answer says it already. */
static void remark_on_outputs(struct wb_audited *audited, const struct answer *answer,
                              const struct fate *fate) {
  const struct wb_puzzle *puzzle = audited->puzzle;
  size_t outputs = puzzle->printed != NULL;
  for (size_t i = 0; i < puzzle->n_params; i++)
    outputs += wb_param_is_judged(puzzle->params[i].kind);
  if (outputs < 2) return;
  char *words = words_of(puzzle, answer);
  for (size_t i = 0; i < puzzle->n_params; i++)
    if (wb_param_is_judged(puzzle->params[i].kind) && fate->output_cases[i] > 0 &&
        fate->output_fits[i])
      wb_puzzle_audit_remark(audited->audit, WB_AUDIT_OUTPUT_FREE, SIZE_MAX, puzzle->params[i].name,
                             NULL, "'%s' is right with %s, in every case", puzzle->params[i].name,
                             words);
  if (puzzle->printed != NULL && answer->kind == ANSWER_NOTHING && fate->lines_fit)
    wb_puzzle_audit_remark(audited->audit, WB_AUDIT_OUTPUT_FREE, SIZE_MAX, NULL, NULL,
                           "no line is to be printed in any case");
  free(words);
}

static enum wb_status judge_answer(struct wb_audited *audited, const struct answer *answer,
                                   struct wb_error *err) {
  const struct wb_puzzle *puzzle = audited->puzzle;
  struct fate fate = {.rejected = wb_alloc(puzzle->n_cases * sizeof *fate.rejected),
                      .output_fits = wb_alloc(puzzle->n_params * sizeof *fate.output_fits),
                      .output_cases = wb_alloc(puzzle->n_params * sizeof *fate.output_cases),
                      .lines_fit = true};
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < puzzle->n_params; i++) fate.output_fits[i] = true;
  for (size_t i = 0; i < puzzle->n_cases && status == WB_OK; i++)
    status = judge_case(audited, answer, i, &fate, err);
  if (status == WB_OK && fate.judged > 0) add_answer(audited, answer, &fate);
  if (status == WB_OK) remark_on_outputs(audited, answer, &fate);
  free(fate.rejected);
  free(fate.output_fits);
  free(fate.output_cases);
  return status;
}

enum wb_status wb_audit_answers(struct wb_audited *audited, struct wb_error *err) {
  static const enum answer_kind plain[] = {ANSWER_NOTHING,  ANSWER_ZEROS,   ANSWER_ONES,
                                           ANSWER_PREVIOUS, ANSWER_VISIBLE, ANSWER_SHIFTED};
  enum { N_PLAIN = sizeof plain / sizeof plain[0] };
  const struct wb_puzzle *puzzle = audited->puzzle;
  enum wb_status status = WB_OK;
  audited->audit->answers = wb_alloc((N_PLAIN + puzzle->n_params) * sizeof(struct wb_audit_answer));
  for (size_t i = 0; i < N_PLAIN && status == WB_OK; i++)
    status = judge_answer(audited, &(struct answer){.kind = plain[i]}, err);
  for (size_t i = 0; i < puzzle->n_params && status == WB_OK; i++)
    if (wb_param_has_input(puzzle->params[i].kind))
      status = judge_answer(audited, &(struct answer){ANSWER_COPY, i}, err);
  return status;
}
