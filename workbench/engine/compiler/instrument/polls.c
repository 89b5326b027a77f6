#include <stdlib.h>

#include "compiler/instrument/objects.h"
#include "compiler/instrument/slice.h"
#include "compiler/instrument/steps.h"
#include "compiler/instrument/trial.h"

/* Loops that may wait for somebody else: whether they go on depends on what they read
 * of memory that others write, and a turn can be like the one before. Each such read
 * tells the runtime (run/poll.h) and hands it a trial of the loop (trial.h), which
 * says whether the loop would ever end as memory is, or as it was a moment ago.
 *
 * No loop waits that counts its turns, however it reads. Of plain reads only loops
 * count that compute nothing from turn to turn: most loops that depend on what
 * they read walk over it, and telling costs. */

struct poll {
  LLVMValueRef read;
  size_t loop;  /* the outermost that depends on the read */
  bool outside; /* it is before the loop: a first try */
};

struct search {
  struct wb_kernel_work *kernel;
  struct wb_graph graph;
  struct wb_slice *slices; /* of all loops */
  struct poll *polls;
  size_t n, capacity;
};

static bool may_wait_for(const struct wb_slice *slice, LLVMValueRef read, bool computes) {
  return wb_is_shared_memory(slice->kernel, wb_accessed_pointer(read)) &&
         (wb_is_atomic_access(read) || !computes);
}

/* Loops come before those inside them. */
static void add_poll(struct search *s, LLVMValueRef read, size_t loop) {
  for (size_t i = 0; i < s->n; i++)
    if (s->polls[i].read == read) return;
  s->polls = wb_grow(s->polls, &s->capacity, s->n + 1, sizeof *s->polls);
  s->polls[s->n++] = (struct poll){read, loop, false};
}

static void find_polls(struct search *s, size_t loop) {
  const struct wb_slice *slice = &s->slices[loop];
  if (slice->unknown || slice->reads.count == 0 || wb_slice_counts(slice)) return;
  const bool computes = wb_slice_computes(slice);
  for (size_t i = 0; i < slice->reads.count; i++)
    if (may_wait_for(slice, slice->reads.items[i], computes))
      add_poll(s, slice->reads.items[i], loop);
}

/* `if (try fails) while (try fails)`: the loop is never reached where the first try succeeds. An
 * atomic read of the same array, in the same turn of the loop around. */
static bool is_first_try(const struct search *s, LLVMValueRef access, const struct poll *poll) {
  const struct wb_loop *loop = &s->graph.loops[poll->loop];
  LLVMValueRef pointer = wb_accessed_pointer(access);
  if (pointer == NULL || LLVMIsAStoreInst(access) || !wb_is_atomic_access(access)) return false;
  if (!wb_is_atomic_access(poll->read) || wb_graph_loop_of(&s->graph, access) != loop->outer)
    return false;
  return wb_is_shared_memory(s->kernel, pointer) &&
         wb_object_of(s->kernel, pointer) ==
             wb_object_of(s->kernel, wb_accessed_pointer(poll->read));
}

static void find_first_tries(struct search *s) {
  struct wb_values list = wb_instructions_of(s->kernel->entry);
  const size_t found = s->n;
  for (size_t p = 0; p < found; p++) {
    for (size_t i = 0; i < list.count; i++) {
      if (!is_first_try(s, list.items[i], &s->polls[p])) continue;
      add_poll(s, list.items[i], s->polls[p].loop);
      if (s->polls[s->n - 1].read == list.items[i]) s->polls[s->n - 1].outside = true;
    }
  }
  wb_values_release(&list);
}

/* What the runtime has to know of an access: where, of which object, how wide. */
enum { PLACE_ARGUMENTS = 4 };
static void describe_place(struct wb_kernel_work *kernel, LLVMValueRef access,
                           LLVMValueRef arguments[PLACE_ARGUMENTS]) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef pointer = wb_accessed_pointer(access);
  const uint32_t object = wb_object_of(kernel, pointer);
  const uint32_t bytes = (uint32_t)LLVMStoreSizeOfType(work->layout, wb_accessed_type(access));
  wb_build_before(work, access);
  arguments[0] = LLVMBuildPtrToInt(work->builder, pointer, work->types.i64, "");
  arguments[1] = wb_build_int32(work, object);
  arguments[2] = wb_build_int32(work, bytes);
  arguments[3] = wb_build_int32(work, wb_site(kernel, access, object, bytes));
}

/* A loop that is too large for a trial may have one inside it that is not. */
static bool build_trial(struct search *s, const struct poll *poll, LLVMValueRef *function,
                        LLVMValueRef *frame) {
  bool good = false;
  if (poll->outside)
    return wb_trial_build(s->kernel, &s->graph, s->slices, poll->loop, poll->read, function, frame);
  size_t loop = wb_graph_loop_of(&s->graph, poll->read);
  size_t chain[64], n = 0;
  for (; loop != WB_NO_LOOP && n < 64; loop = s->graph.loops[loop].outer) {
    if (wb_slice_has(&s->slices[loop], poll->read)) chain[n++] = loop;
    if (loop == poll->loop) break;
  }
  while (n > 0 && !good)
    good = wb_trial_build(s->kernel, &s->graph, s->slices, chain[--n], poll->read, function, frame);
  return good;
}

static bool report_poll(struct search *s, const struct poll *poll) {
  LLVMValueRef arguments[PLACE_ARGUMENTS + 2];
  const bool good =
      build_trial(s, poll, &arguments[PLACE_ARGUMENTS], &arguments[PLACE_ARGUMENTS + 1]);
  if (!good) return false;
  describe_place(s->kernel, poll->read, arguments);
  wb_call_runtime(s->kernel, "wbrt_polls", arguments, PLACE_ARGUMENTS + 2);
  wb_program_kernel_of(s->kernel)->image.polls = true;
  return true;
}

static bool may_be_same_object(const struct search *s, LLVMValueRef access, LLVMValueRef read) {
  const uint32_t object = wb_object_of(s->kernel, wb_accessed_pointer(access));
  const uint32_t other = wb_object_of(s->kernel, wb_accessed_pointer(read));
  return other == object || other == WBRT_ANY_OBJECT || object == WBRT_ANY_OBJECT;
}

/* By loops that wait, or by relaxed operations. */
static bool may_be_read(const struct search *s, LLVMValueRef access) {
  const struct wb_values *stale = &s->kernel->stale_reads;
  bool may = false;
  for (size_t i = 0; i < s->n && !may; i++)
    may = wb_is_atomic_access(s->polls[i].read) && may_be_same_object(s, access, s->polls[i].read);
  for (size_t i = 0; i < stale->count && !may; i++)
    may = may_be_same_object(s, access, stale->items[i]);
  return may;
}

static bool is_stale_read(const struct wb_kernel_work *kernel, LLVMValueRef access) {
  bool is = false;
  for (size_t i = 0; i < kernel->stale_reads.count && !is; i++)
    is = kernel->stale_reads.items[i] == access;
  return is;
}

/* What atomic operations see and change of memory that is polled, or read by relaxed ones, is
 * written down; stale reads tell it themselves, when it is known what they gave. */
static void tell_changes(struct search *s) {
  struct wb_values list = wb_instructions_of(s->kernel->entry);
  for (size_t i = 0; i < list.count; i++) {
    LLVMValueRef arguments[PLACE_ARGUMENTS], access = list.items[i];
    const bool accesses = wb_accessed_pointer(access) != NULL;
    if (!accesses || !wb_is_atomic_access(access) || !may_be_read(s, access) ||
        is_stale_read(s->kernel, access))
      continue;
    describe_place(s->kernel, access, arguments);
    wb_call_runtime(s->kernel, "wbrt_changes", arguments, PLACE_ARGUMENTS);
  }
  wb_values_release(&list);
}

void wb_polls_mark(struct wb_kernel_work *kernel) {
  struct search s = {.kernel = kernel};
  wb_graph_init(&s.graph, kernel->entry);
  s.slices = wb_alloc((s.graph.n_loops + 1) * sizeof *s.slices);
  for (size_t loop = 0; loop < s.graph.n_loops; loop++) {
    wb_slice_find(&s.slices[loop], kernel, &s.graph, loop, false);
    find_polls(&s, loop);
  }
  if (s.n > 0) find_first_tries(&s);
  bool any = false;
  for (size_t i = 0; i < s.n; i++) any |= report_poll(&s, &s.polls[i]);
  if (any || kernel->stale_reads.count > 0) tell_changes(&s);
  for (size_t loop = 0; loop < s.graph.n_loops; loop++) wb_slice_release(&s.slices[loop]);
  free(s.slices);
  free(s.polls);
  wb_graph_release(&s.graph);
}
