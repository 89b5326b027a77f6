/* What the worker and the compiler's process say to each other.
 *
 * Over one socket: the worker sends a record, {length, what}, with a request
 * inside; the compiler answers one that asks for a compilation with one record
 * of the same form. It answers until the socket is closed. Where compilers are
 * forked, each begins with a word of its own. Either side may be
 * killed at any time; the compiler is only ever the worker's own. */
#ifndef WB_EMULATOR_COMPILE_COMPILER_PROTOCOL_H
#define WB_EMULATOR_COMPILE_COMPILER_PROTOCOL_H

#include "base/file.h"
#include "device/protocol.h"

enum { WB_COMPILER_FD = 3, WB_COMPILATION_MAX = 512 << 20 };

/* How much goes into code. Both have the same checks at the same places and find the same. */
enum wb_tier {
  WB_TIER_QUICK,     /* in a third of the time, for code that takes about twice as long; the time
                        that is needed grows with the program, not faster */
  WB_TIER_OPTIMISED, /* for launches that take longer than compiling */
  WB_TIERS
};

enum wb_compiler_word {
  WB_COMPILER_PREPARE, /* announces a request like this one, whose source may differ */
  WB_COMPILER_COMPILE, /* a tier, and the request */
  WB_COMPILER_RESULT,
  /* From a compiler that is forked for each worker (base/fork_server.h): */
  WB_COMPILER_READY, /* the number of the process, before it has looked at anything */
  WB_COMPILER_ENDED, /* how it ended, where it did: the code, or 0, and the signal, or 0 */
  /* Between the compiler's process and clang's (compiler/frontend.h): */
  WB_CLANG_TEXT, /* a list of words, the current folder, what lies where as far as clang is sure to
                    ask for it (a path, and as of WB_CLANG_FILE), and the text */
  WB_CLANG_FIND, /* a path, in answer to which comes */
  WB_CLANG_FILE, /* the number of an error, whether it is a folder, and the content */
  WB_CLANG_DONE, /* whether the text compiled, the KiB of memory that clang has had, the bitcode */
  WB_COMPILER_WORDS
};

/* What came of a compilation. */
struct wb_compilation {
  enum wb_status status; /* WB_OK, WB_ERR_COMPILE, or what went wrong in us */
  struct wb_error error;
  struct wb_str log;     /* the compiler's own words */
  struct wb_str package; /* package.h; empty unless WB_OK */
  struct wb_names
      files;         /* that clang looked for, by absolute paths, whether they were there or not */
  enum wb_tier tier; /* of the code that was wanted */
  bool has_better;   /* that of the other tier would run faster */
  struct wb_code_mutants mutants; /* where the request lists them */
};
void wb_compilation_init(struct wb_compilation *compilation);
void wb_compilation_release(struct wb_compilation *compilation);

/* In pairs. Decoders set in->bad where a value is invalid. */
void wb_put_compilation(struct wb_str *out, const struct wb_compilation *compilation);
void wb_get_compilation(struct wb_reader *in, struct wb_compilation *compilation);
void wb_put_tier(struct wb_str *out, enum wb_tier tier);
enum wb_tier wb_get_tier(struct wb_reader *in);

/* Whole records. Waiting ends at `deadline_ns` of wb_clock_ns() with
 * WB_ERR_LIMIT; 0 is never. `content` is replaced. */
enum wb_status wb_compiler_send(int socket, enum wb_compiler_word word,
                                const struct wb_str *content, struct wb_error *err);
enum wb_status wb_compiler_receive(int socket, uint64_t deadline_ns, enum wb_compiler_word *word,
                                   struct wb_str *content, struct wb_error *err);

#endif
