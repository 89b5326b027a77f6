/* The steps of instrument/, in the order in which instrument.c takes them:
 * work.h explains. */
#ifndef WB_COMPILER_INSTRUMENT_STEPS_H
#define WB_COMPILER_INSTRUMENT_STEPS_H

#include "compiler/instrument/work.h"

/* allowlist.c: complains of all that a program may not consist of; before anything
 * else is done with clang's module. */
void wb_allowlist_check_module(struct wb_instrumentation *work);
/* Before libclc is linked: its functions shall not find the program's. */
void wb_allowlist_isolate(struct wb_instrumentation *work);
/* Whether a call's type is that of what it calls, a function. */
bool wb_allowlist_is_declared_call(LLVMValueRef call);
/* After inlining: nothing that touches memory may be outside of the entry. */
void wb_allowlist_check_inlined(struct wb_kernel_work *kernel);

/* missing_builtins.c: what libclc lacks. */
void wb_builtins_add_missing(struct wb_instrumentation *work);

/* vectors.c, at the same time: vload, vstore and their like become accesses. True
 * when it was a call of one, and gone. */
bool wb_vector_lower(struct wb_instrumentation *work, LLVMValueRef call);
/* Whether it takes none of libclc's functions. */
bool wb_is_plain_vector_builtin(const char *mangled);

/* approximations.c: before libclc's own calls are among those of the source. */
void wb_approximations_round(struct wb_instrumentation *work);

/* link.c */
bool wb_builtins_link(struct wb_instrumentation *work);

/* validate.c: complains about what cannot run. */
void wb_kernels_validate(struct wb_instrumentation *work);

/* printf.c: warns of formats whose output OpenCL C does not define. A mark on the call keeps which
 * arguments are literal strings. */
void wb_printf_check_format(struct wb_instrumentation *work, LLVMValueRef call);
bool wb_printf_is_mark(const struct wb_instrumentation *work, unsigned kind);

/* names.c: variables carry their source name and the place of their declaration
 * in their names, between '|' (inlining appends to names). Debug records are gone
 * afterwards, lines are not. */
void wb_variable_names_attach(struct wb_instrumentation *work);
/* The source name of such a value, or of a global; the program's text. */
const char *wb_variable_name(struct wb_instrumentation *work, LLVMValueRef value);

/* Where such a variable is declared; line 0 where that is not known. */
struct wb_pointer_place wb_variable_place(LLVMValueRef value);

/* attributes.c */
void wb_attributes_forget(struct wb_instrumentation *work);
void wb_attributes_forget_strings(LLVMValueRef function);

/* frames.c: before inlining; image.private_use. */
void wb_frames_measure(struct wb_kernel_work *kernel);

/* params.c: image.info, param_bytes, required_group_size. */
void wb_params_describe(struct wb_kernel_work *kernel);
/* The name of a parameter's type without typedefs: "float4*". */
void wb_params_base_type(struct wb_kernel_work *kernel, unsigned index, char *out, size_t size);

/* entry.c: makes kernel->entry, which calls the kernel with what the caller has put at `args`. */
void wb_entry_build(struct wb_kernel_work *kernel);

/* profile.c: branches that are none of the source's, the builtins' and those by
 * which clang leaves a scope, and variables of builtins are marked before inlining, and
 * those of scopes again after it, before variables become values. Neither models nor traces have
 * them. */
void wb_profile_mark(struct wb_instrumentation *work);
void wb_profile_mark_scopes(struct wb_kernel_work *kernel);
void wb_profile_mark_builtin(struct wb_instrumentation *work, LLVMValueRef instruction);
bool wb_profile_leaves_scope(const struct wb_instrumentation *work, LLVMValueRef branch);
bool wb_profile_hides(const struct wb_instrumentation *work, LLVMValueRef instruction);
/* Whether it is the kind of metadata that such a mark is. */
bool wb_profile_is_mark(const struct wb_instrumentation *work, unsigned kind);

/* selects.c: once variables are values, marks the branches that choose between
 * values and do nothing else. Traces have them, the model does not. */
void wb_profile_find_selects(struct wb_kernel_work *kernel);
void wb_profile_mark_select(struct wb_instrumentation *work, LLVMValueRef branch);

/* hidden_constants.c: before inlining, and after it. */
void wb_hidden_constants_insert(struct wb_instrumentation *work);
/* The same of a single value, at the latest then; built where the builder is. */
LLVMValueRef wb_hidden_constant(struct wb_instrumentation *work, LLVMValueRef value);
bool wb_is_hidden_constant(struct wb_instrumentation *work, LLVMValueRef function);
void wb_hidden_constants_resolve(struct wb_kernel_work *kernel);

/* returns.c: before inlining; after loops.c. */
void wb_returns_mark(struct wb_kernel_work *kernel);
void wb_returns_lower(struct wb_kernel_work *kernel);

/* folded_divisions.c: before inlining, and before anything asks for constants. */
void wb_folded_divisions_mark(struct wb_instrumentation *work);

/* conversions.c: before inlining, marks of the source's own conversions of floats to integers,
 * which have their results and stay until the checks are there. */
void wb_conversions_mark(struct wb_instrumentation *work);
/* The mark of a literal that clang has converted already. Builds code. */
LLVMValueRef wb_literal_conversion(struct wb_instrumentation *work, LLVMTypeRef type);
bool wb_is_conversion_mark(LLVMValueRef instruction);
LLVMValueRef wb_marked_conversion(LLVMValueRef mark); /* the result itself */
void wb_conversions_resolve(struct wb_kernel_work *kernel);

void wb_entry_clean(struct wb_kernel_work *kernel);
void wb_lanes_narrow(struct wb_kernel_work *kernel);
void wb_builtins_lower(struct wb_kernel_work *kernel);
void wb_sync_lower(struct wb_kernel_work *kernel);
void wb_objects_lower(struct wb_kernel_work *kernel);
void wb_poison_variables(struct wb_kernel_work *kernel);
void wb_poison_resolve(struct wb_kernel_work *kernel); /* after checks */
/* returns.c: whether it is a mark of wb_returns_mark. */
bool wb_is_return_mark(LLVMValueRef instruction);
void wb_loops_lower(struct wb_kernel_work *kernel);
/* promote.c: from here on variables are values. */
void wb_variables_promote(struct wb_kernel_work *kernel);
void wb_polls_mark(struct wb_kernel_work *kernel);
/* stale_reads.c: kernel->stale_reads, before wb_polls_mark; and what they give, after checks. */
void wb_stale_reads_find(struct wb_kernel_work *kernel);
void wb_stale_reads_resolve(struct wb_kernel_work *kernel);
/* updates.c: kernel->guesses, before anything of ours uses what the kernel reads; kernel->updates,
 * of instructions that have no checks yet. */
void wb_guesses_find(struct wb_kernel_work *kernel);
void wb_updates_find(struct wb_kernel_work *kernel, const struct wb_values *instructions);
void wb_checks_insert(struct wb_kernel_work *kernel);
void wb_checks_refine(struct wb_kernel_work *kernel);
/* After that, of all kernels: makes calls of very many checks, in code that is to last. */
void wb_checks_share(struct wb_kernel_work *kernel);
/* item_counts.c, after what is known is in the checks and before they are shared. */
void wb_item_counts_insert(struct wb_kernel_work *kernel);
/* group_independence.c, after that: image.parallel and image.weight. */
void wb_group_independence_find(struct wb_kernel_work *kernel);
/* loop_reads.c, when the checks are as they stay. */
void wb_loop_reads_build(struct wb_kernel_work *kernel);
/* item_loop.c: kernel->entry is the loop from then on. */
void wb_item_loop_build(struct wb_kernel_work *kernel);

/* conditional.c: calls that wb_call_runtime_if has built become branches. */
void wb_conditionals_expand(struct wb_instrumentation *work);
/* The condition of such a call; NULL: it is none. */
LLVMValueRef wb_conditional_condition(LLVMValueRef call);

/* finish.c: whether the program gets the tier that was asked for, once all its checks stand. */
void wb_tier_choose(struct wb_instrumentation *work);
enum wb_status wb_module_finish(struct wb_instrumentation *work, struct wb_error *err);
enum wb_status wb_module_run_passes(struct wb_instrumentation *work, const char *passes,
                                    struct wb_error *err);

/* context_attributes.c: after the fast path is inlined. */
void wb_context_attributes_add(struct wb_instrumentation *work);

/* Blocks in reverse post-order; unreachable ones are left out. Freed by the
 * caller. */
LLVMBasicBlockRef *wb_blocks_in_order(LLVMValueRef function, size_t *count);
/* What went to one block goes to another; phis there are the caller's. */
void wb_blocks_redirect(LLVMBasicBlockRef from, LLVMBasicBlockRef to);
/* The variables of a block to the start of another, or of itself: those of a function are in its
 * first block. */
void wb_variables_move(struct wb_instrumentation *work, LLVMBasicBlockRef from,
                       LLVMBasicBlockRef to);
/* Makes several blocks of each that has more instructions than `most`. No pass may follow that
 * would put them together again. */
void wb_blocks_cut(struct wb_instrumentation *work, size_t most);

/* For quick code: says in other instructions what the fast selector of the code generator does not
 * know. Where it meets such a one, what comes before it in the block goes to the selector of better
 * code, which takes several times as long. */
void wb_selection_prepare(struct wb_instrumentation *work);

/* Whether a call is barrier() or a relative (loops.c turns it into wbrt_barrier). */
bool wb_is_barrier(LLVMValueRef call);
bool wb_is_async_wait(LLVMValueRef call); /* wait_group_events, which is a barrier too */

/* Whether builtins.c, loops.c or printf.c know the function. */
bool wb_builtins_know(const char *name);

#endif
