#include "session/unknown_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"
#include "device/language.h"
#include "session/glossary.h"

static const char *const complaints[] = {"undeclared identifier '", "undeclared function '",
                                         "unknown type name '", "declaration of function '"};

/* The text between two signs, after `lead`; NULL: there is none. The caller frees. */
static char *quoted_after(const char *message, const char *lead) {
  const char *at = strstr(message, lead);
  return at != NULL ? wb_strndup(at + strlen(lead), strcspn(at + strlen(lead), "'")) : NULL;
}

static char *unknown_name(const char *message) {
  char *name = NULL;
  for (size_t i = 0; i < sizeof complaints / sizeof complaints[0] && name == NULL; i++)
    name = quoted_after(message, complaints[i]);
  /* clang knows this one, as what the target makes of it. */
  if (name == NULL && strstr(message, "'nvvm.barrier0'") != NULL) name = wb_strdup("__syncthreads");
  return name;
}

/* Whether `part` of a list of names ("block, `threadIdx.x`") is code that is the name, or a member
 * of it: `dot` is then where that begins in it, else its end. */
static bool is_name(const char *part, size_t length, const char *name, const char **dot) {
  const size_t letters = strlen(name);
  const bool is_code = length >= letters + 2 && part[0] == '`' && part[length - 1] == '`';
  if (!is_code || memcmp(part + 1, name, letters) != 0) return false;
  *dot = part + 1 + letters;
  const size_t rest = length - 2 - letters;
  return rest == 0 || (rest == 2 && **dot == '.'); /* .x */
}

/* Where among the names; NULL: nowhere. */
static const char *find_name(const char *names, const char *name, size_t *length) {
  const char *dot;
  while (names != NULL && *names != '\0') {
    *length = strcspn(names, ",");
    if (is_name(names, *length, name, &dot)) return names;
    names += *length;
    names += strspn(names, ", ");
  }
  return NULL;
}

/* OpenCL's name for a term: its first form that is code, else the word. */
static void add_ours(const struct wb_term *term, bool is_member, struct wb_str *out) {
  for (size_t i = 0; i < term->n_also; i++) {
    const size_t length = strlen(term->also[i]);
    if (term->also[i][0] != '`') continue;
    wb_str_add_bytes(out, term->also[i] + 1, length - 2);
    if (is_member) wb_str_add(out, "(0)");
    return;
  }
  wb_str_addf(out, "called %s", term->word);
}

/* "; CUDA's threadIdx.x is get_local_id(0) here" */
static bool add_foreign(const struct wb_glossary *glossary, const char *name, struct wb_str *out) {
  for (int language = WB_LANGUAGE_CUDA; language < WB_LANGUAGE_COUNT; language++)
    for (size_t i = 0; i < glossary->count; i++) {
      const struct wb_term *term = &glossary->terms[i];
      size_t length = 0;
      const char *theirs = find_name(term->names[language], name, &length);
      if (theirs == NULL) continue;
      wb_str_addf(out, "; %s's %.*s is ", wb_language_name((enum wb_language)language),
                  (int)length - 2, theirs + 1);
      add_ours(term, length - 2 > strlen(name), out);
      wb_str_add(out, " here");
      return true;
    }
  return false;
}

/* Nothing of what the kernel's version lacks: neither for such a name, whose note says that, nor in
 * place of another. */
static void add_nearest(const struct wb_glossary *glossary, const char *name, uint32_t language,
                        struct wb_str *out) {
  struct wb_names ours;
  wb_names_init(&ours);
  for (size_t i = 0; i < glossary->count; i++)
    for (size_t k = 0; k < glossary->terms[i].n_also; k++) {
      const char *form = glossary->terms[i].also[k];
      if (form[0] != '`' || wb_language_lack(language, form + 1) != NULL) continue;
      char *bare = wb_strndup(form + 1, strlen(form) - 2);
      wb_names_add(&ours, bare);
      free(bare);
    }
  const char *nearest = wb_nearest(name, (const char *const *)ours.items, ours.count);
  if (nearest != NULL && wb_language_lack(language, name) == NULL)
    wb_str_addf(out, "; did you mean '%s'?", nearest);
  wb_names_release(&ours);
}

static void add_header(const char *message, struct wb_str *out) {
  static const char *const headers[] = {"'stdio.h'",   "'math.h'",   "'stdlib.h'", "'stdint.h'",
                                        "'stdbool.h'", "'stddef.h'", "'string.h'"};
  for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
    if (strstr(message, headers[i]) != NULL && strstr(message, "file not found") != NULL)
      wb_str_add(out,
                 "; kernels need none of C's headers: printf, the functions of mathematics "
                 "and the types are built in");
}

static void explain(struct wb_diagnostic *diagnostic, const struct wb_glossary *glossary,
                    uint32_t language) {
  struct wb_str more;
  char *name = unknown_name(diagnostic->message);
  wb_str_init(&more);
  add_header(diagnostic->message, &more);
  if (name != NULL && strstr(diagnostic->message, "did you mean") == NULL &&
      !add_foreign(glossary, name, &more))
    add_nearest(glossary, name, language, &more);
  const size_t used = strlen(diagnostic->message);
  if (used + more.length < sizeof diagnostic->message)
    memcpy(diagnostic->message + used, more.data, more.length + 1);
  wb_str_release(&more);
  free(name);
}

void wb_unknown_names_explain(struct wb_result *result, const char *course) {
  const struct wb_course place = {.root = (char *)course};
  struct wb_glossary glossary = {0};
  if (result->verdict != WB_VERDICT_COMPILE_ERROR) return;
  wb_glossary_load(&place, &glossary, NULL);
  for (size_t i = 0; i < result->n_diagnostics; i++)
    if (result->diagnostics[i].severity == WB_SEVERITY_ERROR)
      explain(&result->diagnostics[i], &glossary, result->language);
  wb_glossary_release(&glossary);
}
