/* Steps in words. */
#include <inttypes.h>

#include "report/playback/private.h"

static void add_item(const struct wb_playback *p, size_t index, struct wb_str *out) {
  const struct wb_item_id who = wb_play_who(p, &p->steps[index]);
  wb_item_words(&who, out);
}

static void add_elements(const struct wb_playback *p, const struct wb_step *step,
                         struct wb_str *out) {
  const struct wb_playback_array *array = &p->arrays[step->array].seen;
  const int64_t last = step->element + (int64_t)step->elements - 1;
  const bool inside = step->element >= 0 && (uint64_t)last < array->elements;
  wb_str_add(out, array->name[0] != '\0' ? array->name : "?");
  if (inside && step->elements == 1)
    wb_trace_index(array->inner, (uint64_t)step->element, out);
  else if (step->elements > 1)
    wb_str_addf(out, "[%" PRId64 "..%" PRId64 "]", step->element, last);
  else
    wb_str_addf(out, "[%" PRId64 "]", step->element);
}

static void add_access(const struct wb_playback *p, const struct wb_step *step,
                       struct wb_str *out) {
  static const char *const verbs[] = {"touches", "reads", "writes", "updates"};
  const bool loads = step->place->access == WB_ACCESS_ATOMIC && step->place->only_reads;
  const bool reads = step->place->access == WB_ACCESS_READ || loads;
  wb_str_addf(out, " %s ", loads ? "reads atomically" : verbs[step->place->access]);
  add_elements(p, step, out);
  if (step->kind == WB_TRACE_REFUSED) {
    wb_str_add(out, ", which is refused");
  } else {
    wb_str_add(out, reads ? ": " : " = ");
    wb_trace_value(step->place, step->value, step->unset, out);
  }
}

static void add_branch(const struct wb_step *step, struct wb_str *out) {
  if (step->way <= 1)
    wb_str_addf(out, " finds its condition %s", step->way == 1 ? "true" : "false");
  else
    wb_str_addf(out, " goes way %" PRIu64, step->way);
}

void wb_playback_describe(const struct wb_playback *playback, size_t index, struct wb_str *out) {
  const struct wb_step step = wb_playback_step(playback, index);
  if (step.kind == WB_TRACE_PASS)
    wb_str_add(out, "the whole group passes the barrier");
  else
    add_item(playback, index, out);
  if (step.kind == WB_TRACE_ACCESS || step.kind == WB_TRACE_REFUSED)
    add_access(playback, &step, out);
  else if (step.kind == WB_TRACE_BRANCH)
    add_branch(&step, out);
  else if (step.kind == WB_TRACE_MEET)
    wb_str_addf(out, " calls a function of its %s", step.way == 1 ? "work-group" : "sub-group");
  else if (step.kind == WB_TRACE_WAIT)
    wb_str_add(out, " waits at the barrier");
  else if (step.kind == WB_TRACE_ITEM_END)
    wb_str_add(out, " ends");
}

/* ---- trouble ----------------------------------------------------------------------- */

static void explain_refusal(const struct wb_playback *p, const struct wb_step *step,
                            struct wb_str *out) {
  const struct wb_playback_array *array = &p->arrays[step->array].seen;
  const char *name = array->name[0] != '\0' ? array->name : "the array";
  const int64_t end = step->element + (int64_t)step->elements;
  if (step->element < 0)
    wb_str_addf(out, "refused: %s begins at %s[0]", name, name);
  else if ((uint64_t)end > array->elements && array->elements > 0)
    wb_str_addf(out, "refused: %s ends at %s[%" PRIu64 "]", name, name, array->elements - 1);
  else if (step->place->access != WB_ACCESS_READ)
    wb_str_addf(out, "refused: %s must not be written", name);
  else
    wb_str_add(out, "refused by a check");
}

static void explain_collision(const struct wb_playback *p, size_t index, struct wb_str *out) {
  static const char *const verbs[] = {"touches", "reads", "writes", "updates"};
  const size_t partner = wb_play_partner(p, index);
  if (partner == WB_PLAYBACK_NONE) {
    wb_str_add(out, "collides with another work-item: no barrier here orders this memory");
    return;
  }
  const struct wb_play_step *a = &p->steps[index], *b = &p->steps[partner];
  wb_str_add(out, "collides: ");
  add_item(p, partner, out);
  wb_str_addf(out, " %s the same element %s", verbs[wb_play_place(p, b)->access],
              a->group == b->group ? "with no barrier between" : "from another group");
}

bool wb_playback_trouble(const struct wb_playback *playback, size_t step, struct wb_str *out) {
  const struct wb_play_step *inner = &playback->steps[step];
  if (inner->kind == WB_TRACE_REFUSED) {
    const struct wb_step seen = wb_playback_step(playback, step);
    if (out != NULL) explain_refusal(playback, &seen, out);
  } else if (inner->collides && out != NULL) {
    explain_collision(playback, step, out);
  }
  return inner->kind == WB_TRACE_REFUSED || inner->collides;
}
