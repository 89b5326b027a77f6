/* Small changes to a program that a compiler can make: what a puzzle's cases are tried on. */
#ifndef WB_FINDING_CODE_MUTANT_H
#define WB_FINDING_CODE_MUTANT_H

#include <stddef.h>
#include <stdint.h>

enum { WB_FINGERPRINT_MAX = 33 /* 32 hexadecimal digits, and the NUL */ };

/* One change. Its place is in the judged file: what has none is not changed. */
struct wb_code_mutant {
  /* What it is asked for with, from 1: the same text always has the same numbers, but a number
   * says nothing of another text. Some are missing: those that would change nothing. */
  uint32_t number;
  char *operator;        /* its kind: "comparison", "fence-flags" … (compiler/mutate/mutate.c) */
  uint32_t line, column; /* from 1; columns in bytes */
  char *words;           /* "`<` becomes `<=`", "the store is skipped in the last group" */
  /* The line as a person would have written it: with the old one a diff. The changed text begins
   * at `column` then. NULL where the change has no such form on one line. */
  char *rewritten;
  /* As of any program (struct wb_build_result): no two in a list have the same, and none has the
   * text's own. */
  char fingerprint[WB_FINGERPRINT_MAX];
};

enum { WB_MUTANTS_MAX = 4096 };

/* Those of a text, in the order of their numbers. */
struct wb_code_mutants {
  struct wb_code_mutant *items;
  size_t count;
  uint32_t invalid;  /* changes whose result is no valid code: our mistake, each of them */
  uint32_t left_out; /* changes that were not tried, since the text is so large */
};

#endif
