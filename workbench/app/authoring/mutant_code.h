/* A kernel's text as mutators see it (mutant.h): the tokens of its code, which brackets belong
 * together, and the statements of its functions. It is no parser: types are told by their
 * words, and what is not understood is left alone.
 *
 * Comments and preprocessor lines are not among the tokens. Brackets that do not match, or that
 * a directive has in part, leave a text without statements. */
#ifndef WB_AUTHORING_MUTANT_CODE_H
#define WB_AUTHORING_MUTANT_CODE_H

#include "base/tokens.h"

#define WB_CODE_NONE ((size_t)-1)

enum wb_statement_kind {
  WB_STATEMENT_BLOCK,
  WB_STATEMENT_IF,
  WB_STATEMENT_FOR,
  WB_STATEMENT_WHILE, /* and do */
  WB_STATEMENT_SWITCH,
  WB_STATEMENT_JUMP,        /* return, break, continue, goto */
  WB_STATEMENT_DECLARATION, /* the first part of a `for`, too */
  WB_STATEMENT_EXPRESSION,
  WB_STATEMENT_EMPTY
};

/* Ranges are of tokens, without the one at `end`. */
struct wb_code_range {
  size_t first, end;
};

struct wb_statement {
  enum wb_statement_kind kind;
  struct wb_code_range tokens;    /* all of it, with its semicolon */
  struct wb_code_range condition; /* of if, for, while, do: without brackets; else empty */
  struct wb_code_range step;      /* of for; else empty */
  size_t parent;                  /* the statement that it is part of, or WB_CODE_NONE */
  bool has_else;
  bool in_header; /* the first part of a `for` */
};

struct wb_code {
  const char *text; /* must stay */
  size_t length;
  struct wb_token *tokens;
  size_t *partner;   /* of a bracket, the one that it belongs to; else WB_CODE_NONE */
  size_t *enclosing; /* the innermost bracket that is open here, or WB_CODE_NONE */
  size_t *owner;     /* the innermost statement, or WB_CODE_NONE */
  size_t n_tokens;
  struct wb_statement *statements; /* in the order in which they begin; parents first */
  size_t n_statements, statement_capacity;
};

void wb_code_read(struct wb_code *code, const char *text, size_t length);
void wb_code_release(struct wb_code *code);

/* Beyond the ends of a text no token is anything. */
bool wb_code_is(const struct wb_code *code, size_t at, const char *word);
bool wb_code_is_name(const struct wb_code *code, size_t at);
#define WB_CODE_IS_ONE_OF(code, at, words) \
  ((at) < (code)->n_tokens && WB_TOKEN_IS_ONE_OF(&(code)->tokens[at], words))

/* Whether a function has this token in its body. */
bool wb_code_is_mutable(const struct wb_code *code, size_t at);

/* Where in the text token `at` begins and ends, in bytes; the end of the text for a token
 * beyond it. */
size_t wb_code_start(const struct wb_code *code, size_t at);
size_t wb_code_end(const struct wb_code *code, size_t at);

/* Whether the sign at `at` has an operand on either side: not that of a number, a pointer or a
 * declaration. */
bool wb_code_is_binary(const struct wb_code *code, size_t at);
/* Whether a bracket opens a type that an expression is converted to. */
bool wb_code_is_cast(const struct wb_code *code, size_t open);
/* Whether a square bracket opens the size of an array that is declared. */
bool wb_code_is_array_size(const struct wb_code *code, size_t open);
/* Whether a declaration's type is one of integers, and no pointer. */
bool wb_code_declares_integers(const struct wb_code *code, const struct wb_statement *statement);

/* The one word of a declaration's type, "size_t"; WB_CODE_NONE where it has more words or fewer, or
 * where something of it is a pointer. */
size_t wb_code_declared_type(const struct wb_code *code, const struct wb_statement *statement);
/* Likewise of what a name is declared to be, with a pointer's or an array's elements; that of the
 * first such declaration. */
size_t wb_code_type_of_name(const struct wb_code *code, const struct wb_token *name);

bool wb_code_in_range(const struct wb_code_range *range, size_t at);
/* The statement beside this one in its block; WB_CODE_NONE where there is none. */
size_t wb_code_next_statement(const struct wb_code *code, size_t statement);
size_t wb_code_previous_statement(const struct wb_code *code, size_t statement);

/* The operand beside the sign at `at`, as far as tokens reach that `ends` does not name: those
 * of lower precedence. Brackets of the sign's own nesting end it as well, and `return`. */
struct wb_code_range wb_code_operand_before(const struct wb_code *code, size_t at,
                                            const char *const *ends, size_t n_ends);
struct wb_code_range wb_code_operand_after(const struct wb_code *code, size_t at,
                                           const char *const *ends, size_t n_ends);

/* The ranges of a call's arguments, at most `room`; how many there are. `open` is its bracket. */
size_t wb_code_arguments(const struct wb_code *code, size_t open, struct wb_code_range *arguments,
                         size_t room);

#endif
