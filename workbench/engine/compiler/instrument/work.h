/* A program while it is turned from clang's output into checked host code.
 *
 * The steps, in order, each in a file of its own:
 *
 *   allowlist.c           refuse what no OpenCL C becomes
 *   approximations.c      results of functions that devices may compute inexactly
 *   missing_builtins.c    builtins that libclc lacks
 *   atomics.c             atomic builtins, at the same time
 *   vectors.c             vload and vstore; row_bounds.c, the rows that vectors must stay in
 *   link.c                add the builtins of libclc that the program calls
 *   validate.c            refuse recursion, unknown functions, what is not supported
 *   names.c               variables' names from the debug info onto the values
 *   members.c             names of structs' members, from there
 *   attributes.c          forget all promises of clang's that a wrong program breaks
 *   folded_divisions.c    note divisions by zero that clang has folded away
 *   conversions.c         note conversions of floats to integers, before libclc's are among them
 *   hidden_constants.c    hide constants that would fold other operands away
 *   frames.c              what a work-item needs of private memory
 *   returns.c             note where kernels return
 *   entry.c               an entry function a kernel, everything inlined into it
 *   then for each kernel
 *     hidden_constants.c  show them again
 *     clean.c             no poison, no undef, no wrap flags; whole structs by parts
 *     narrow.c            lanes of vectors in memory are accessed alone
 *     builtins.c          work-item functions
 *     sync.c              atomics and fences that order memory
 *     objects.c           arrays become objects of the runtime
 *     poison.c            scalar variables start unwritten
 *     loops.c             iterations are counted, barriers know theirs (graph.c); exits.c, where
 *                         work-items get past a barrier
 *   and again for each kernel
 *     promote.c           variables become values, as LLVM's mem2reg makes them
 *     selects.c           branches that only choose values, where profiles are wanted
 *     stale_reads.c       finds relaxed atomic reads, which may give older values
 *     polls.c             finds loops that wait for other work-items; slice.c says what
 *                         decides about a loop, trial.c runs it in memory of its own
 *     checks.c            walks the instructions; access.c, extent.c, alignment.c,
 *                         copies.c, arithmetic.c, printf.c insert checks,
 *                         updates.c finds which reads and writes are one change,
 *                         unwritten.c the bits that say which values nobody wrote,
 *                         dimension_bounds.c which offsets come of a wrong index
 *     profile.c           accesses and branches are reported, where that is wanted
 *     refine.c            what is known goes into the checks; very many are shared
 *     item_counts.c       accesses, steps and costs (costs.c) are counted in variables
 *     group_independence.c  whether groups may run side by side
 *     loop_reads.c        copies without checks of loops that only read
 *     item_loop.c         a loop over work-items around the entry; lockstep.c, the same without
 *                         checks, for rows of which the runtime has checked all accesses
 *   conditional.c         calls that depend on a condition become branches
 *   finish.c              the fast path is linked in and all is optimised, as
 *                         context_attributes.c allows
 *
 * Nothing between clang and checks.c may drop, merge or move an access. */
#ifndef WB_COMPILER_INSTRUMENT_WORK_H
#define WB_COMPILER_INSTRUMENT_WORK_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/str.h"
#include "compiler/instrument/instrument.h"
#include "compiler/instrument/map.h"
#include "compiler/codegen.h"
#include "emulator/compile/program.h"

struct wb_types {
  LLVMTypeRef none, i1, i8, i32, i64, ptr;
};

/* A list of instructions. */
struct wb_values {
  LLVMValueRef *items;
  size_t count, capacity;
};
void wb_values_add(struct wb_values *values, LLVMValueRef value);
void wb_values_release(struct wb_values *values);

/* All instructions of a function as they are now, in the order of its blocks. */
struct wb_values wb_instructions_of(LLVMValueRef function);

enum wb_own { WB_OWN = 1, WB_OWN_CONSTANT /* a const variable */ };

struct wb_instrumentation {
  struct wb_program *program;
  struct wb_codegen *codegen;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  /* Remembers structs by their address in the context, so it is the program's
   * own: the next context may have another struct at the same address. */
  LLVMTargetDataRef layout;
  struct wb_types types;
  const char *file_name;              /* of the judged file */
  struct wb_source source;            /* its text */
  const struct wb_literals *literals; /* or NULL */
  char *include;                      /* the course's include folder, resolved, or NULL */
  const char *own_include;            /* of the workbench's own headers, resolved, or NULL */
  /* That work.c has named last: what LLVM calls it, and how people know it. */
  struct {
    const char *name, *folder, *known;
  } last_file;
  struct wb_str *log; /* compile errors go here */
  unsigned errors;
  struct wb_map own;          /* functions and globals that the judged file defines: enum wb_own */
  struct wb_members *members; /* members.c; NULL: nothing is noted */
  bool profile;               /* profile.c */
  enum wb_tier tier;          /* of the code (finish.c) */
  bool has_better;            /* as struct wb_instrument has it */
  bool any_include;           /* of the build request */
  bool no_warnings;           /* its options have -w */
  bool admits_all;            /* without the allowlists: only in tests (device/precheck.h) */
  uint64_t initial_bytes;     /* of variables, in all kernels (objects.c) */
  size_t checks;              /* of accesses, in all kernels (refine.c) */
  bool shares;                /* some kernel has so many that they are calls */
  bool in_lockstep;           /* some kernel has work-items in lockstep (lockstep.c) */
};

/* What is known of an object, by its number. */
struct wb_object_traits {
  const char *name;
  uint8_t memory;
  uint32_t element_bytes;
  uint32_t number_bytes; /* of a number in it; 0: not known, or counted by pixels */
  LLVMTypeRef type;      /* of the variable; NULL for arguments */
  uint32_t steps;        /* bits of the sizes and alignments of all accesses to it */
};

struct wb_kernel_work {
  struct wb_instrumentation *work;
  size_t index;         /* in program->kernels */
  LLVMValueRef source;  /* the kernel as the judged file has it */
  LLVMValueRef entry;   /* void (ptr context, ptr args) */
  LLVMValueRef context; /* its parameters */
  LLVMValueRef args;
  LLVMValueRef anchor;            /* code for the start of the kernel goes before it */
  struct wb_map objects;          /* pointer value -> object number, WB_FOREIGN … */
  struct wb_map traced;           /* steps from a pointer -> the same, found before (objects.c) */
  struct wb_map aligned;          /* steps from a pointer -> what is known of their alignment */
  struct wb_map globals;          /* global -> object number */
  struct wb_map bases;            /* object number + 1 (as a pointer) -> its address's value */
  struct wb_map shadows;          /* value -> its unwritten bits (unwritten.h) */
  struct wb_map ways;             /* bits of shadows -> ways that lead to them: unwritten.c */
  struct wb_map maybe;            /* values that may be unwritten at all, and why: unwritten.c */
  struct wb_map read_sites;       /* checked loads -> their sites */
  struct wb_map updates;          /* reads and writes that change one element (updates.c) */
  struct wb_values stale_reads;   /* relaxed atomic reads whose value is used (stale_reads.c) */
  bool old_fences;                /* mem_fence of OpenCL C 1.2, which orders nobody else */
  struct wb_map guesses;          /* reads whose value only a compare-exchange uses (updates.c) */
  struct wb_map may_stray;        /* values that a wrong index may have gone into */
  struct wb_map astray;           /* value -> which one it was (dimension_bounds.h) */
  struct wb_map turns;            /* blocks in loops -> the turn they are in (loops.c) */
  LLVMValueRef collective;        /* collectives.c: where operands and results are, or NULL */
  struct wb_object_traits *infos; /* WBRT_MAX_OBJECTS of them */
  uint32_t steps;                 /* as theirs, of accesses to what is not known */
  size_t checks;                  /* of accesses (refine.c) */
};

/* A step of a loop, until item_counts.c finds a variable for what is left of them. */
#define WB_COUNT_STEP "wb.step.count"

/* Memory that no kernel's source can name: checked by nobody. */
enum { WB_FOREIGN = 0x10000 };

/* ---- complaints ------------------------------------------------------------ */

/* A compile error at the source line of `where` (an instruction, a function or
 * NULL), as the compiler would word it. */
void wb_instrument_complain(struct wb_instrumentation *work, LLVMValueRef where, const char *format,
                            ...) __attribute__((format(printf, 3, 4)));

/* A warning, in the same way. */
void wb_instrument_warn(struct wb_instrumentation *work, LLVMValueRef where, const char *format,
                        ...) __attribute__((format(printf, 3, 4)));

/* The place in the source of an instruction. `file` is NULL for the judged
 * file and otherwise the program's text; line 0 where nothing is known. */
struct wb_pointer_place {
  const char *file;
  uint32_t line, column;
};
struct wb_pointer_place wb_place_of(struct wb_instrumentation *work, LLVMValueRef where);

/* Whether an instruction or a variable with a place has it in that file, as a build request names
 * it. */
bool wb_place_is_in(LLVMValueRef at, const char *file_name);

/* A column of the judged file, from one that clang has seen. */
uint32_t wb_place_column(const struct wb_instrumentation *work, uint32_t line, uint32_t column);

/* The judged file's text from a place of it on, and how long its line goes on;
 * NULL for places in other files and those that are not there. */
const char *wb_place_text(struct wb_instrumentation *work, const struct wb_pointer_place *place,
                          size_t *length);

/* ---- building --------------------------------------------------------------- */

void wb_build_before(struct wb_instrumentation *work, LLVMValueRef instruction);
void wb_build_after(struct wb_instrumentation *work, LLVMValueRef instruction);
/* At the start of a block, after its phis. */
void wb_build_at_start(struct wb_instrumentation *work, LLVMBasicBlockRef block);

LLVMValueRef wb_build_int32(struct wb_instrumentation *work, uint64_t value);
LLVMValueRef wb_build_int64(struct wb_instrumentation *work, uint64_t value);

/* A vector's lanes, and how many; of any other type itself, and 1. */
LLVMTypeRef wb_lane_type(LLVMTypeRef type);
unsigned wb_lane_count(LLVMTypeRef type);
/* A vector of `count` lanes, at most 16, that are all this constant. */
LLVMValueRef wb_splat_constant(LLVMValueRef value, unsigned count);

/* A struct or an array, the values in it, and their types. */
bool wb_type_is_aggregate(LLVMTypeRef type);
unsigned wb_type_parts(LLVMTypeRef aggregate);
LLVMTypeRef wb_type_part(LLVMTypeRef aggregate, unsigned index);

/* Whether a function gets or gives pointers. */
bool wb_takes_pointers(LLVMValueRef function);

/* The name of the function that a call calls directly, else "". */
const char *wb_callee_name(LLVMValueRef call);
/* The name in a mangled "_Z6vload3…", copied; another name as it is. */
void wb_mangled_name(const char *mangled, char *out, size_t size);
bool wb_is_intrinsic(LLVMValueRef call, const char *prefix); /* "llvm.memcpy." */

/* Loads a field of the context at byte `offset`. */
LLVMValueRef wb_context_load(struct wb_kernel_work *kernel, LLVMTypeRef type, size_t offset);

/* Calls a function of runtime.h; the context is added as first argument. */
LLVMValueRef wb_call_runtime(struct wb_kernel_work *kernel, const char *name,
                             const LLVMValueRef *arguments, unsigned count);

LLVMValueRef wb_call_runtime_with(struct wb_instrumentation *work, LLVMValueRef context,
                                  const char *name, const LLVMValueRef *arguments, unsigned count);

/* The same where `condition` holds, off the fast path (conditional.c). */
void wb_call_runtime_if(struct wb_kernel_work *kernel, LLVMValueRef condition, const char *name,
                        const LLVMValueRef *arguments, unsigned count);

/* The declaration of a runtime function. */
LLVMValueRef wb_runtime_function(struct wb_instrumentation *work, const char *name);

struct wb_program_kernel *wb_program_kernel_of(struct wb_kernel_work *kernel);

#endif
