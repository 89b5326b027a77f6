/* Whether a part of a web page is what lib/text/html.h promises: well-formed, of elements and
 * attributes that are written there, and without an address that runs anything. */
#ifndef WB_TESTS_TEXT_WELL_FORMED_H
#define WB_TESTS_TEXT_WELL_FORMED_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { WELL_FORMED_DEPTH = 200, WELL_FORMED_NAME = 16 };

struct well_formed {
  const char *at;
  char open[WELL_FORMED_DEPTH][WELL_FORMED_NAME];
  int depth;
  const char *fault; /* NULL: none so far */
};

static inline bool is_word_of(const char *words, const char *text, size_t length) {
  for (const char *word = words; *word != '\0';
       word += strcspn(word, " ") + strspn(word + strcspn(word, " "), " "))
    if (strcspn(word, " ") == length && memcmp(word, text, length) == 0) return true;
  return false;
}

static inline void check_reference(struct well_formed *w) {
  static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strncmp(w->at, names[i], strlen(names[i])) == 0) return;
  w->fault = "a bare &";
}

/* As browsers read it: they leave out what stands before a scheme. */
static inline void check_address(struct well_formed *w, const char *value, size_t length) {
  while (length > 0 && (unsigned char)value[0] <= ' ') value++, length--;
  const size_t scheme = strcspn(value, ":/?#\"");
  const bool has_scheme = scheme < length && value[scheme] == ':';
  if (has_scheme && strncasecmp(value, "http", 4) != 0 && strncasecmp(value, "mailto", 6) != 0)
    w->fault = "an address with another scheme";
  if (length > 0 && (value[0] == '/' || value[0] == '\\')) w->fault = "an address elsewhere";
}

static inline void check_attribute(struct well_formed *w) {
  static const char known[] =
      "href rel id class role aria-label tabindex start xmlns viewBox width height font-size fill "
      "stroke "
      "stroke-width stroke-dasharray d x y textLength";
  const size_t name = strcspn(w->at, "= >/\n");
  if (!is_word_of(known, w->at, name)) w->fault = "an attribute that is not ours";
  if (strncmp(w->at + name, "=\"", 2) != 0) {
    w->fault = "an attribute without a value";
    return;
  }
  const char *value = w->at + name + 2;
  const size_t length = strcspn(value, "\"");
  if (memchr(value, '<', length) != NULL) w->fault = "a < in an attribute";
  if (name == 4 && memcmp(w->at, "href", 4) == 0) check_address(w, value, length);
  for (w->at = value; w->at < value + length; w->at++)
    if (*w->at == '&') check_reference(w);
  if (*w->at == '"') w->at++;
}

static inline void check_tag(struct well_formed *w) {
  static const char known[] =
      "p em strong code a pre span ul ol li blockquote hr br h1 h2 h3 h4 h5 h6 figure svg path "
      "rect text title desc";
  const bool closes = w->at[1] == '/';
  w->at += closes ? 2 : 1;
  const size_t name = strcspn(w->at, " >/\n");
  char text[WELL_FORMED_NAME] = "";
  if (name >= sizeof text || !is_word_of(known, w->at, name)) {
    w->fault = "an element that is not ours";
    return;
  }
  memcpy(text, w->at, name);
  w->at += name;
  while (*w->at == ' ' && w->fault == NULL) {
    w->at++;
    check_attribute(w);
  }
  const bool alone = strncmp(w->at, "/>", 2) == 0;
  w->at += alone ? 1 : 0;
  if (*w->at != '>')
    w->fault = "a tag without an end";
  else if (closes && (w->depth == 0 || strcmp(w->open[w->depth - 1], text) != 0))
    w->fault = "an end of nothing";
  else if (closes)
    w->depth--;
  else if (!alone && w->depth == WELL_FORMED_DEPTH)
    w->fault = "too deep";
  else if (!alone)
    strcpy(w->open[w->depth++], text);
  if (w->fault == NULL) w->at++;
}

/* What is wrong, or NULL; `*where` is the place. */
static inline const char *html_fault(const char *html, const char **where) {
  struct well_formed w = {.at = html};
  while (*w.at != '\0' && w.fault == NULL) {
    if (*w.at == '<') {
      check_tag(&w);
      continue;
    }
    if (*w.at == '&') check_reference(&w);
    if ((unsigned char)*w.at < ' ' && *w.at != '\n' && *w.at != '\t')
      w.fault = "a control character";
    if (w.fault == NULL) w.at++;
  }
  if (w.fault == NULL && w.depth > 0) w.fault = "an element that is not closed";
  *where = w.at;
  return w.fault;
}

#endif
