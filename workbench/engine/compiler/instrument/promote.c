/* Variables become the values that were stored to them, as LLVM's mem2reg makes them. That looks
 * through all blocks below each store of each variable; of a thousand loops, each with a variable
 * of its own, most of the time to compile went there. Here a read asks the blocks before it, and
 * they those before them, until each way ends at a store: what a variable costs are the blocks
 * where its value is wanted.
 *
 * Braun et al., Simple and Efficient Construction of Static Single Assignment Form (2013), on
 * nodes of our own, so that of the phis which turn out to be one value none is ever built. */
#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/poison.h"
#include "compiler/instrument/steps.h"

/* Where a value comes from: a store, a phi, or nowhere. */
struct node {
  LLVMValueRef built; /* the store; of a phi that is needed what stands for it */
  size_t block;       /* of a phi, by its place in reverse post-order */
  size_t first;       /* of a phi: its operands, one for each edge to its block */
  size_t same;        /* what it turned out to be; itself at first */
  bool is_phi;
};

enum { NOWHERE = 0 }; /* the node of a variable before its first store */
#define NONE ((size_t)-1)

struct access {
  LLVMValueRef instruction;
  size_t block, next; /* the variable's next one, or NONE */
};

struct variable {
  LLVMValueRef alloca;
  size_t first, last; /* of its accesses, or NONE */
};

struct promotion {
  struct wb_kernel_work *kernel;
  LLVMBasicBlockRef *blocks;
  size_t n_blocks;
  struct wb_map numbers;      /* of blocks */
  LLVMBasicBlockRef *befores; /* the blocks before each, once for each edge … */
  size_t *first_before;       /* … of block b from here to first_before[b + 1] */
  struct variable *variables;
  size_t n_variables, variables_capacity;
  struct access *accesses;
  size_t n_accesses, accesses_capacity;
  struct node *nodes;
  size_t n_nodes, nodes_capacity;
  size_t *operands, n_operands, operands_capacity;
  struct wb_map reads; /* load -> its node */
  /* For the variable that is being looked at: what each block ends and begins with, NONE where
   * that is not known. `touched` lists the blocks for which something is known. */
  size_t *at_end, *at_start, *touched, n_touched;
};

static size_t new_node(struct promotion *p, struct node node) {
  p->nodes = wb_grow(p->nodes, &p->nodes_capacity, p->n_nodes + 1, sizeof *p->nodes);
  node.same = p->n_nodes;
  p->nodes[p->n_nodes] = node;
  return p->n_nodes++;
}

static size_t root_of(struct promotion *p, size_t node) {
  size_t end = node;
  while (p->nodes[end].same != end) end = p->nodes[end].same;
  while (p->nodes[node].same != end) {
    const size_t next = p->nodes[node].same;
    p->nodes[node].same = end;
    node = next;
  }
  return end;
}

/* ---- what there is ------------------------------------------------------------------------ */

static void find_variables(struct promotion *p, struct wb_map *found) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(p->kernel->entry);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i != NULL; i = LLVMGetNextInstruction(i)) {
    if (!LLVMIsAAllocaInst(i) || !wb_is_variable(i)) continue;
    p->variables =
        wb_grow(p->variables, &p->variables_capacity, p->n_variables + 1, sizeof *p->variables);
    p->variables[p->n_variables] = (struct variable){i, NONE, NONE};
    wb_map_put(found, i, p->n_variables++);
  }
}

static void add_access(struct promotion *p, struct variable *variable, LLVMValueRef instruction,
                       size_t block) {
  p->accesses = wb_grow(p->accesses, &p->accesses_capacity, p->n_accesses + 1, sizeof *p->accesses);
  p->accesses[p->n_accesses] = (struct access){instruction, block, NONE};
  if (variable->last == NONE)
    variable->first = p->n_accesses;
  else
    p->accesses[variable->last].next = p->n_accesses;
  variable->last = p->n_accesses++;
}

/* In the order of the blocks, so that a variable's accesses of one block are together. */
static void find_accesses(struct promotion *p) {
  struct wb_map variables = {0};
  find_variables(p, &variables);
  for (size_t b = 0; b < p->n_blocks; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(p->blocks[b]); i != NULL;
         i = LLVMGetNextInstruction(i)) {
      const bool load = LLVMIsALoadInst(i) != NULL;
      if (!load && !LLVMIsAStoreInst(i)) continue;
      const struct wb_map_entry *to = wb_map_find(&variables, LLVMGetOperand(i, load ? 0 : 1));
      if (to != NULL) add_access(p, &p->variables[to->value], i, b);
    }
  wb_map_release(&variables);
}

/* Blocks that cannot be reached are before others, too: phis name them. */
static void find_befores(struct promotion *p) {
  LLVMValueRef function = p->kernel->entry;
  size_t *next = wb_alloc((p->n_blocks + 1) * sizeof *next), edges = 0;
  p->first_before = wb_alloc((p->n_blocks + 2) * sizeof *p->first_before);
  for (int pass = 0; pass < 2; pass++) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
      for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        const struct wb_map_entry *to = wb_map_find(&p->numbers, LLVMGetSuccessor(end, i));
        if (to == NULL) continue;
        if (pass == 0)
          next[to->value]++;
        else
          p->befores[next[to->value]++] = b;
      }
    }
    if (pass == 1) continue;
    for (size_t b = 0; b < p->n_blocks; b++) {
      p->first_before[b] = edges;
      edges += next[b];
      next[b] = p->first_before[b];
    }
    p->first_before[p->n_blocks] = edges;
    p->befores = wb_alloc((edges + 1) * sizeof *p->befores);
  }
  free(next);
}

/* ---- one variable -------------------------------------------------------------------------- */

static void touch_block(struct promotion *p, size_t block) {
  if (p->at_end[block] == NONE && p->at_start[block] == NONE) p->touched[p->n_touched++] = block;
}

static size_t new_phi(struct promotion *p, size_t block) {
  const size_t count = p->first_before[block + 1] - p->first_before[block];
  p->operands =
      wb_grow(p->operands, &p->operands_capacity, p->n_operands + count, sizeof *p->operands);
  p->n_operands += count;
  return new_node(p, (struct node){.is_phi = true, .block = block, .first = p->n_operands - count});
}

/* Where several blocks are before one, a phi; its operands are found later. */
static size_t at_start(struct promotion *p, size_t block) {
  size_t at = block, value = NONE;
  while (value == NONE) {
    const size_t first = p->first_before[at], count = p->first_before[at + 1] - first;
    if (at != block && p->at_end[at] != NONE) {
      value = p->at_end[at];
    } else if (p->at_start[at] != NONE) {
      value = p->at_start[at];
    } else if (count == 1) {
      at = wb_map_find(&p->numbers, p->befores[first])->value;
    } else {
      value = count == 0 ? NOWHERE : new_phi(p, at);
      touch_block(p, at);
      p->at_start[at] = value;
    }
  }
  for (at = block; p->at_start[at] == NONE && (at == block || p->at_end[at] == NONE);
       at = wb_map_find(&p->numbers, p->befores[p->first_before[at]])->value) {
    touch_block(p, at);
    p->at_start[at] = value;
  }
  return value;
}

static void find_operands(struct promotion *p, size_t phi) {
  const size_t block = p->nodes[phi].block, begin = p->first_before[block];
  for (size_t i = begin; i < p->first_before[block + 1]; i++) {
    const struct wb_map_entry *before = wb_map_find(&p->numbers, p->befores[i]);
    size_t value = NOWHERE; /* nothing comes from where nothing goes */
    if (before != NULL && p->at_end[before->value] != NONE)
      value = p->at_end[before->value];
    else if (before != NULL)
      value = at_start(p, before->value);
    p->operands[p->nodes[phi].first + i - begin] = value;
  }
}

/* The only value that comes to a phi besides its own; NONE where there are several. */
static size_t only_value(struct promotion *p, size_t phi) {
  const struct node *node = &p->nodes[phi];
  const size_t count = p->first_before[node->block + 1] - p->first_before[node->block];
  size_t only = NONE;
  for (size_t i = 0; i < count; i++) {
    const size_t value = root_of(p, p->operands[node->first + i]);
    if (value == phi || value == only) continue;
    if (only != NONE) return NONE;
    only = value;
  }
  return only == NONE ? NOWHERE : only;
}

static int by_block(const void *a, const void *b) {
  const struct node *const *x = a, *const *y = b;
  return ((*x)->block > (*y)->block) - ((*x)->block < (*y)->block);
}

/* Those of its phis that are one value are that value. In the order of the blocks it takes a turn
 * more for each loop around another. */
static void merge_phis(struct promotion *p, size_t first) {
  const size_t count = p->n_nodes - first;
  struct node **phis = wb_alloc((count + 1) * sizeof *phis);
  size_t left = 0;
  bool changed = true;
  for (size_t i = 0; i < count; i++)
    if (p->nodes[first + i].is_phi) phis[left++] = &p->nodes[first + i];
  qsort(phis, left, sizeof *phis, by_block);
  while (changed) {
    size_t kept = 0;
    changed = false;
    for (size_t i = 0; i < left; i++) {
      const size_t only = only_value(p, (size_t)(phis[i] - p->nodes));
      if (only == NONE)
        phis[kept++] = phis[i];
      else
        phis[i]->same = only;
      changed |= only != NONE;
    }
    left = kept;
  }
  free(phis);
}

static void find_values(struct promotion *p, const struct variable *variable) {
  const size_t first_node = p->n_nodes;
  p->n_touched = 0;
  for (size_t a = variable->first; a != NONE; a = p->accesses[a].next) {
    const struct access *access = &p->accesses[a];
    if (!LLVMIsAStoreInst(access->instruction)) continue;
    touch_block(p, access->block);
    p->at_end[access->block] = new_node(p, (struct node){.built = access->instruction});
  }
  size_t stored = first_node, block = NONE, value = NONE;
  for (size_t a = variable->first; a != NONE; a = p->accesses[a].next) {
    const struct access *access = &p->accesses[a];
    if (access->block != block) value = NONE;
    block = access->block;
    if (LLVMIsAStoreInst(access->instruction)) {
      value = stored++;
    } else {
      if (value == NONE) value = at_start(p, block);
      wb_map_put(&p->reads, access->instruction, value);
    }
  }
  for (size_t i = stored; i < p->n_nodes; i++)
    if (p->nodes[i].is_phi) find_operands(p, i);
  merge_phis(p, stored);
  for (size_t i = 0; i < p->n_touched; i++)
    p->at_end[p->touched[i]] = p->at_start[p->touched[i]] = NONE;
}

/* ---- the code ------------------------------------------------------------------------------- */

/* What stands for a node; of a store, what it stores now. */
static LLVMValueRef value_of(struct promotion *p, size_t node, LLVMTypeRef type) {
  const struct node *from = &p->nodes[root_of(p, node)];
  if (from->built == NULL) return LLVMGetUndef(type);
  return from->is_phi ? from->built : LLVMGetOperand(from->built, 0);
}

static void build_phis(struct promotion *p, size_t first, size_t end, LLVMValueRef alloca) {
  LLVMBuilderRef builder = p->kernel->work->builder;
  size_t length = 0;
  const char *name = LLVMGetValueName2(alloca, &length);
  for (size_t i = first; i < end; i++) {
    if (!p->nodes[i].is_phi || root_of(p, i) != i) continue;
    wb_build_before(p->kernel->work, LLVMGetFirstInstruction(p->blocks[p->nodes[i].block]));
    p->nodes[i].built = LLVMBuildPhi(builder, LLVMGetAllocatedType(alloca), name);
  }
}

/* In the order of the blocks: what a store stores is no longer a read when others read it. */
static void replace_reads(struct promotion *p) {
  for (size_t b = 0; b < p->n_blocks; b++) {
    LLVMValueRef next = NULL;
    for (LLVMValueRef i = LLVMGetFirstInstruction(p->blocks[b]); i != NULL; i = next) {
      next = LLVMGetNextInstruction(i);
      const struct wb_map_entry *read = LLVMIsALoadInst(i) ? wb_map_find(&p->reads, i) : NULL;
      if (read == NULL) continue;
      LLVMReplaceAllUsesWith(i, value_of(p, read->value, LLVMTypeOf(i)));
      LLVMInstructionEraseFromParent(i);
    }
  }
}

static void complete_phis(struct promotion *p) {
  for (size_t i = 0; i < p->n_nodes; i++) {
    struct node *node = &p->nodes[i];
    if (!node->is_phi || node->built == NULL) continue;
    const size_t begin = p->first_before[node->block];
    for (size_t k = begin; k < p->first_before[node->block + 1]; k++) {
      LLVMValueRef value =
          value_of(p, p->operands[node->first + k - begin], LLVMTypeOf(node->built));
      LLVMAddIncoming(node->built, &value, &p->befores[k], 1);
    }
  }
}

/* Erases it together with what accesses it in blocks that cannot be reached. */
static void remove_variable(LLVMValueRef alloca) {
  struct wb_values users = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use != NULL; use = LLVMGetNextUse(use))
    wb_values_add(&users, LLVMGetUser(use));
  for (size_t i = 0; i < users.count; i++) {
    if (LLVMIsALoadInst(users.items[i]))
      LLVMReplaceAllUsesWith(users.items[i], LLVMGetPoison(LLVMTypeOf(users.items[i])));
    LLVMInstructionEraseFromParent(users.items[i]);
  }
  LLVMInstructionEraseFromParent(alloca);
  wb_values_release(&users);
}

static void begin_promotion(struct promotion *p, struct wb_kernel_work *kernel) {
  *p = (struct promotion){.kernel = kernel};
  p->blocks = wb_blocks_in_order(kernel->entry, &p->n_blocks);
  for (size_t b = 0; b < p->n_blocks; b++) wb_map_put(&p->numbers, p->blocks[b], b);
  size_t **arrays[] = {&p->at_end, &p->at_start, &p->touched};
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
    *arrays[i] = wb_alloc((p->n_blocks + 1) * sizeof(size_t));
    memset(*arrays[i], 0xff, p->n_blocks * sizeof(size_t)); /* NONE */
  }
  find_befores(p);
  find_accesses(p);
  new_node(p, (struct node){0}); /* NOWHERE */
}

static void release_promotion(struct promotion *p) {
  void *arrays[] = {p->blocks, p->befores,  p->first_before, p->variables, p->accesses,
                    p->nodes,  p->operands, p->at_end,       p->at_start,  p->touched};
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) free(arrays[i]);
  wb_map_release(&p->numbers);
  wb_map_release(&p->reads);
}

void wb_variables_promote(struct wb_kernel_work *kernel) {
  struct promotion p;
  begin_promotion(&p, kernel);
  for (size_t i = 0; i < p.n_variables; i++) {
    const size_t first = p.n_nodes;
    find_values(&p, &p.variables[i]);
    build_phis(&p, first, p.n_nodes, p.variables[i].alloca);
  }
  replace_reads(&p);
  complete_phis(&p);
  for (size_t i = 0; i < p.n_variables; i++) remove_variable(p.variables[i].alloca);
  release_promotion(&p);
}
