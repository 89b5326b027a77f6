#include "compiler/instrument/exits.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/objects.h"
#include "compiler/instrument/steps.h"

/* Where a work-item gets past a barrier for good, or for a round of a loop: there it leaves a mark,
 * so that a report about those that wait can say where this one has gone (emulator/run/barrier.c).
 * The same for functions that a whole sub-group or group calls. */

enum { MOST_BLOCKS_ON = 4 };

struct search {
  struct wb_kernel_work *kernel;
  const struct wb_graph *g;
  LLVMValueRef goal;
  size_t at;           /* the goal's block */
  bool *ahead, *again; /* for each block: whether the goal comes after it, in this round or ever */
};

/* ---- blocks -------------------------------------------------------------------------- */

/* Whether clang or LLVM has made the name of that word: "if.then12.i". */
static bool is_named(LLVMBasicBlockRef block, const char *word) {
  const char *name = LLVMGetBasicBlockName(block);
  const size_t length = strlen(word);
  if (strncmp(name, word, length) != 0) return false;
  name += length;
  name += strspn(name, "0123456789");
  return *name == '\0' || *name == '.';
}

/* What an `if` decides to do; after it the ways have joined. */
static bool is_branch_of_if(LLVMBasicBlockRef block) {
  return is_named(block, "if.then") || is_named(block, "if.else");
}

static bool returns(LLVMBasicBlockRef block) {
  bool found = false;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && !found; i = LLVMGetNextInstruction(i))
    found = wb_is_return_mark(i);
  return found;
}

static bool is_break(struct wb_instrumentation *work, LLVMValueRef jump) {
  const struct wb_pointer_place place = wb_place_of(work, jump);
  size_t length = 0;
  const char *text = LLVMGetDebugLocLine(jump) > 0 ? wb_place_text(work, &place, &length) : NULL;
  return text != NULL && length >= strlen("break") && wb_starts_with(text, "break");
}

/* Where a branch of an `if` goes: the jump of a `break`, or in *returned whether it returns. NULL:
 * neither is sure. */
static LLVMValueRef follow_branch(struct wb_instrumentation *work, LLVMBasicBlockRef block,
                                  bool *returned) {
  LLVMValueRef found = NULL;
  *returned = false;
  for (unsigned i = 0; i < MOST_BLOCKS_ON && found == NULL; i++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    *returned = returns(block);
    if (*returned || !LLVMIsABranchInst(end) || LLVMIsConditional(end)) break;
    if (is_break(work, end)) found = end;
    block = LLVMGetSuccessor(end, 0);
  }
  return found;
}

/* ---- where the goal is ahead --------------------------------------------------------- */

static size_t number_of(const struct wb_graph *g, LLVMBasicBlockRef block) {
  const struct wb_map_entry *entry = wb_map_find(&g->numbers, block);
  return entry != NULL ? entry->value : g->n;
}

/* Blocks are in reverse post-order, in which nothing but the end of a round goes back. */
static bool is_ahead(const struct search *search, size_t from, size_t to, bool in_round) {
  if (to >= search->g->n || (in_round && to <= from)) return false;
  return to == search->at || (in_round ? search->ahead[to] : search->again[to]);
}

static bool look_at_block(struct search *search, size_t block, bool in_round) {
  bool *known = in_round ? &search->ahead[block] : &search->again[block];
  LLVMValueRef end = LLVMGetBasicBlockTerminator(search->g->blocks[block]);
  const bool before = *known;
  for (unsigned i = 0; i < LLVMGetNumSuccessors(end) && !*known; i++)
    *known = is_ahead(search, block, number_of(search->g, LLVMGetSuccessor(end, i)), in_round);
  return *known != before;
}

static void find_ahead(struct search *search) {
  bool changed = true;
  for (size_t i = search->g->n; i-- > 0;) look_at_block(search, i, true);
  while (changed) {
    changed = false;
    for (size_t i = search->g->n; i-- > 0;) changed |= look_at_block(search, i, false);
  }
}

/* ---- marks --------------------------------------------------------------------------- */

static uint32_t loop_line(const struct search *search, size_t block) {
  const size_t loop = search->g->inmost[block];
  if (loop == WB_NO_LOOP) return 0;
  LLVMValueRef first = LLVMGetFirstInstruction(search->g->blocks[search->g->loops[loop].header]);
  return wb_place_of(search->kernel->work, first).line;
}

/* The site says where the way parts, and what becomes of it. */
static uint32_t exit_site(const struct search *search, LLVMValueRef end, size_t from,
                          unsigned successor) {
  LLVMBasicBlockRef next = LLVMGetSuccessor(end, successor);
  const size_t to = number_of(search->g, next), loop = search->g->inmost[from];
  const bool leaves_loop =
      loop != WB_NO_LOOP && to < search->g->n && !wb_graph_inside(search->g, to, loop);
  const bool decides = is_branch_of_if(next);
  const bool of_if = decides || is_branch_of_if(LLVMGetSuccessor(end, 1 - successor));
  bool returned = false;
  LLVMValueRef leaving = decides ? follow_branch(search->kernel->work, next, &returned) : NULL;
  enum wbrt_way way = WBRT_WAY_OTHER;
  if (returned)
    way = WBRT_WAY_RETURN;
  else if (leaves_loop && leaving != NULL)
    way = WBRT_WAY_BREAK;
  else if (leaves_loop && !of_if)
    way = WBRT_WAY_LOOP;
  else if (!leaves_loop && of_if)
    way = WBRT_WAY_IF;
  const uint32_t number = wb_own_site(search->kernel, way == WBRT_WAY_BREAK ? leaving : end);
  struct wbrt_site *site = &wb_program_kernel_of(search->kernel)->sites[number];
  const struct wb_pointer_place goal = wb_place_of(search->kernel->work, search->goal);
  site->way = way;
  site->loop_line = loop_line(search, from);
  site->goal_line = goal.line;
  site->goal_column = goal.column;
  return number;
}

static void mark_exit(const struct search *search, size_t block) {
  struct wb_instrumentation *work = search->kernel->work;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(search->g->blocks[block]);
  if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end)) return;
  for (unsigned i = 0; i < 2; i++) {
    const size_t to = number_of(search->g, LLVMGetSuccessor(end, i));
    const bool misses = search->ahead[block] && !is_ahead(search, block, to, true);
    const bool never = search->again[block] && !is_ahead(search, block, to, false);
    if (!misses && !never) continue;
    LLVMValueRef site = wb_build_int32(work, exit_site(search, end, block, i));
    LLVMValueRef condition = LLVMGetCondition(end);
    wb_build_before(work, end);
    if (i == 1) condition = LLVMBuildNot(work->builder, condition, "");
    wb_call_runtime_if(search->kernel, condition, "wbrt_exits", &site, 1);
  }
}

void wb_exits_mark(struct wb_kernel_work *kernel, const struct wb_graph *g, LLVMValueRef goal) {
  struct search search = {.kernel = kernel,
                          .g = g,
                          .goal = goal,
                          .at = number_of(g, LLVMGetInstructionParent(goal)),
                          .ahead = wb_alloc(g->n * sizeof(bool)),
                          .again = wb_alloc(g->n * sizeof(bool))};
  find_ahead(&search);
  for (size_t i = 0; i < g->n; i++) mark_exit(&search, i);
  free(search.ahead);
  free(search.again);
}
