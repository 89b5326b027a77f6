#include "session/glossary.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"
#include "base/utf8.h"
#include "text/markdown_parts.h"

enum { GLOSSARY_MAX = 1 << 20 };

#define WB_OF struct wb_term
static const struct wb_field rows[] = {
    {"word", WB_VALUE(word)},
    {"meaning", WB_VALUE(meaning)},
    {"also", WB_LIST(also, n_also, SIZE_MAX)},
    {"cuda", WB_VALUE(names[WB_LANGUAGE_CUDA]), .or_null = true},
    {"mojo", WB_VALUE(names[WB_LANGUAGE_MOJO]), .or_null = true},
    {"metal", WB_VALUE(names[WB_LANGUAGE_METAL]), .or_null = true},
    {"sycl", WB_VALUE(names[WB_LANGUAGE_SYCL]), .or_null = true},
    {"hip", WB_VALUE(names[WB_LANGUAGE_HIP]), .or_null = true},
    {"introduced", WB_VALUE(introduced), .or_null = true},
};
const struct wb_fields wb_term_fields = {WB_ROWS(rows)};
#undef WB_OF

/* What the page says of HIP where it has no name. */
static const char no_name[] = "-";

const char *wb_language_name(enum wb_language language) {
  static const char *const names[WB_LANGUAGE_COUNT] = {
      [WB_LANGUAGE_OPENCL] = "OpenCL", [WB_LANGUAGE_CUDA] = "CUDA", [WB_LANGUAGE_MOJO] = "Mojo",
      [WB_LANGUAGE_METAL] = "Metal",   [WB_LANGUAGE_SYCL] = "SYCL", [WB_LANGUAGE_HIP] = "HIP"};
  return names[language];
}

const char *wb_language_ending(enum wb_language language) {
  static const char *const endings[WB_LANGUAGE_COUNT] = {
      [WB_LANGUAGE_CUDA] = ".cu", [WB_LANGUAGE_MOJO] = ".mojo"};
  return endings[language];
}

static void release_texts(char **texts, size_t count) {
  for (size_t i = 0; i < count; i++) free(texts[i]);
  free(texts);
}

void wb_term_release(struct wb_term *term) {
  free(term->word);
  free(term->meaning);
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++) free(term->names[i]);
  free(term->introduced);
  release_texts(term->also, term->n_also);
  release_texts(term->apart, term->n_apart);
}

void wb_glossary_release(struct wb_glossary *glossary) {
  for (size_t i = 0; i < glossary->count; i++) wb_term_release(&glossary->terms[i]);
  free(glossary->terms);
  *glossary = (struct wb_glossary){0};
}

/* ---- reading the page ------------------------------------------------------------------ */

struct page_reader {
  struct wb_glossary *glossary;
  struct wb_str meaning; /* of the last term */
  bool in_list;          /* its list has begun: what it means is over */
  const char *file;
  unsigned line;
  struct wb_error *err;
};

static enum wb_status refuse_line(struct page_reader *reader, unsigned line, const char *format,
                                  const char *what) {
  char where[WB_ERROR_WHERE_MAX];
  snprintf(where, sizeof where, "%s:%u", reader->file, line);
  return wb_fail_at(reader->err, WB_ERR_SPEC, where, format, what);
}

static struct wb_term *last_term(struct page_reader *reader) {
  struct wb_glossary *glossary = reader->glossary;
  return glossary->count > 0 ? &glossary->terms[glossary->count - 1] : NULL;
}

/* A copy without the blanks around it. */
static char *trimmed_text(const char *text, size_t length) {
  while (length > 0 && isspace((unsigned char)text[0])) text++, length--;
  while (length > 0 && isspace((unsigned char)text[length - 1])) length--;
  return wb_strndup(text, length);
}

/* HIP's names are CUDA's unless the page says others. */
static enum wb_status check_hip(struct page_reader *reader, const struct wb_term *term) {
  const char *hip = term->names[WB_LANGUAGE_HIP], *cuda = term->names[WB_LANGUAGE_CUDA];
  if (hip == NULL || strcmp(hip, cuda != NULL ? cuda : no_name) != 0) return WB_OK;
  return refuse_line(reader, term->line,
                     "\"%s\" has a line for HIP that says the same as CUDA's: leave it out",
                     term->word);
}

/* What was read of the term before. */
static enum wb_status finish_term(struct page_reader *reader) {
  struct wb_term *term = last_term(reader);
  if (term == NULL) return WB_OK;
  term->meaning = trimmed_text(reader->meaning.data, reader->meaning.length);
  wb_str_clear(&reader->meaning);
  reader->in_list = false;
  if (term->meaning[0] != '\0') return check_hip(reader, term);
  return refuse_line(reader, term->line,
                     "\"%s\" has no meaning: put it below its heading, in plain "
                     "words",
                     term->word);
}

static bool same_word(const char *a, const char *b) { return strcasecmp(a, b) == 0; }

static enum wb_status begin_term(struct page_reader *reader, const char *text, size_t length) {
  struct wb_glossary *glossary = reader->glossary;
  enum wb_status status = finish_term(reader);
  char *word = trimmed_text(text, length);
  if (status == WB_OK && word[0] == '\0')
    status = refuse_line(reader, reader->line, "a heading without a word%s", "");
  for (size_t i = 0; status == WB_OK && i < glossary->count; i++)
    if (same_word(glossary->terms[i].word, word))
      status = refuse_line(reader, reader->line, "\"%s\" is in the glossary twice", word);
  if (status != WB_OK) {
    free(word);
    return status;
  }
  glossary->terms =
      wb_grow(glossary->terms, &glossary->capacity, glossary->count + 1, sizeof glossary->terms[0]);
  glossary->terms[glossary->count++] = (struct wb_term){.word = word, .line = reader->line};
  return WB_OK;
}

/* "a, `b`, c d" */
static void split_list(const char *text, char ***items, size_t *count) {
  size_t capacity = *count;
  while (*text != '\0') {
    const size_t length = strcspn(text, ",");
    char *one = trimmed_text(text, length);
    if (one[0] != '\0') {
      *items = wb_grow(*items, &capacity, *count + 1, sizeof **items);
      (*items)[(*count)++] = one;
    } else {
      free(one);
    }
    text += length + (text[length] == ',');
  }
}

static enum wb_status set_once(struct page_reader *reader, char **to, const char *key,
                               const char *value) {
  if (*to != NULL) return refuse_line(reader, reader->line, "\"%s\" is given twice", key);
  *to = wb_strdup(value);
  return WB_OK;
}

/* The language of a line's key; WB_LANGUAGE_OPENCL: it is another line. */
static enum wb_language language_of_key(const char *key) {
  for (size_t i = WB_LANGUAGE_OPENCL + 1; i < WB_LANGUAGE_COUNT; i++)
    if (strcmp(key, wb_language_name((enum wb_language)i)) == 0) return (enum wb_language)i;
  return WB_LANGUAGE_OPENCL;
}

static enum wb_status set_name(struct page_reader *reader, struct wb_term *term,
                               enum wb_language language, const char *value) {
  const char *key = wb_language_name(language);
  if (language != WB_LANGUAGE_HIP && strcmp(value, no_name) == 0)
    return refuse_line(reader, reader->line, "without a name there is no line for %s", key);
  return set_once(reader, &term->names[language], key, value);
}

static enum wb_status set_detail(struct page_reader *reader, struct wb_term *term, const char *key,
                                 const char *value) {
  const enum wb_language language = language_of_key(key);
  enum wb_status status = WB_OK;
  if (value[0] == '\0')
    status = refuse_line(reader, reader->line, "there is nothing after \"%s:\"", key);
  else if (language != WB_LANGUAGE_OPENCL)
    status = set_name(reader, term, language, value);
  else if (strcmp(key, "introduced") == 0)
    status = set_once(reader, &term->introduced, key, value);
  else if (strcmp(key, "also") == 0)
    split_list(value, &term->also, &term->n_also);
  else if (strcmp(key, "apart from") == 0)
    split_list(value, &term->apart, &term->n_apart);
  else
    status = refuse_line(reader, reader->line,
                         "\"%s\" is none of CUDA, Mojo, Metal, SYCL, HIP, also, apart from, "
                         "introduced",
                         key);
  return status;
}

static enum wb_status read_detail(struct page_reader *reader, const char *text, size_t length) {
  const char *colon = memchr(text, ':', length);
  if (colon == NULL)
    return refuse_line(reader, reader->line, "a list of a term has lines as \"- CUDA: thread\"%s",
                       "");
  char *key = trimmed_text(text, (size_t)(colon - text));
  char *value = trimmed_text(colon + 1, length - (size_t)(colon + 1 - text));
  enum wb_status status = set_detail(reader, last_term(reader), key, value);
  free(key);
  free(value);
  return status;
}

/* Whatever stands before the first term is for those who read the file. */
static enum wb_status read_line(struct page_reader *reader, const char *line, size_t length) {
  enum wb_status status = WB_OK;
  if (length >= 3 && memcmp(line, "## ", 3) == 0) {
    status = begin_term(reader, line + 3, length - 3);
  } else if (last_term(reader) == NULL) {
    status = WB_OK;
  } else if (length >= 2 && memcmp(line, "- ", 2) == 0) {
    reader->in_list = true;
    status = read_detail(reader, line + 2, length - 2);
  } else if (reader->in_list && strspn(line, " \t\r") < length) {
    status = refuse_line(reader, reader->line,
                         "what a word means stands before its list, whose items have a line "
                         "each%s",
                         "");
  } else {
    wb_str_add_bytes(&reader->meaning, line, length);
    wb_str_add_char(&reader->meaning, '\n');
  }
  return status;
}

static enum wb_status parse_page(const char *file, const char *markdown,
                                 struct wb_glossary *glossary, struct wb_error *err) {
  struct page_reader reader = {.glossary = glossary, .file = file, .err = err};
  enum wb_status status = WB_OK;
  wb_str_init(&reader.meaning);
  for (const char *line = markdown; status == WB_OK && *line != '\0';) {
    const size_t length = strcspn(line, "\n");
    reader.line++;
    status = read_line(&reader, line, length);
    line += length + (line[length] == '\n');
  }
  if (status == WB_OK) status = finish_term(&reader);
  wb_str_release(&reader.meaning);
  if (status != WB_OK) wb_glossary_release(glossary);
  return status;
}

enum wb_status wb_glossary_load(const struct wb_course *course, struct wb_glossary *glossary,
                                struct wb_error *err) {
  char *file = wb_course_glossary(course);
  enum wb_status status = WB_OK;
  if (wb_file_exists(file)) {
    char *markdown = wb_file_read_text(file, GLOSSARY_MAX, err);
    status = markdown != NULL ? parse_page(file, markdown, glossary, err) : err->status;
    free(markdown);
  }
  free(file);
  return status;
}

/* ---- words ------------------------------------------------------------------------------ */

/* Letters of all scripts; what is beyond ASCII and no letter is a sign: quotes, dashes, blanks. */
static bool is_word_character(unsigned character) {
  static const struct {
    unsigned first, last;
  } signs[] = {{0x80, 0xBF},     {0xD7, 0xD7},     {0xF7, 0xF7},
               {0x2000, 0x2BFF}, {0x3000, 0x303F}, {WB_REPLACEMENT, WB_REPLACEMENT}};
  if (character < 0x80) return isalnum((int)character) || character == '_';
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
    if (character >= signs[i].first && character <= signs[i].last) return false;
  return true;
}

/* The bytes of the word's character at the start of `text`; 0: it is none. */
static size_t character_length(const char *text) {
  unsigned character = 0;
  if (*text == '\0') return 0;
  const size_t length = wb_utf8_decode(text, strnlen(text, 4), &character);
  return is_word_character(character) ? length : 0;
}

/* The length of the word at the start of `text`; 0: none begins there. A hyphen joins words. */
static size_t word_length(const char *text) {
  size_t length = 0, next = character_length(text);
  while (next > 0) {
    length += next;
    const size_t hyphen = text[length] == '-' && character_length(text + length + 1) > 0 ? 1 : 0;
    length += hyphen;
    next = character_length(text + length);
  }
  return length;
}

/* Whether `wanted` (of `wanted_length` bytes) is `text` or, where it `may_be_plural`, its plural:
 * -s, -es, -ies for -y. */
static bool same_but_plural(const char *text, size_t length, const char *wanted,
                            size_t wanted_length, bool may_be_plural) {
  const bool begins = length >= wanted_length && strncasecmp(text, wanted, wanted_length) == 0;
  const size_t more = length - (begins ? wanted_length : 0);
  const char *rest = text + wanted_length;
  if (begins && more == 0) return true;
  if (!may_be_plural || wanted_length < 3) return false;
  if (begins &&
      ((more == 1 && tolower(rest[0]) == 's') || (more == 2 && strncasecmp(rest, "es", 2) == 0)))
    return true;
  return wanted[wanted_length - 1] == 'y' && length == wanted_length + 2 &&
         strncasecmp(text, wanted, wanted_length - 1) == 0 &&
         strncasecmp(text + wanted_length - 1, "ies", 3) == 0;
}

/* How many bytes of `text`, which is at the start of a word, are the phrase, its last word in the
 * singular or the plural; 0: it is another. Line ends count as blanks. */
static size_t phrase_length(const char *text, const char *phrase) {
  size_t at = 0;
  /* Hardly any phrase begins with the word's first letter, and every word is asked for each. */
  if (tolower((unsigned char)text[0]) != tolower((unsigned char)phrase[0])) return 0;
  for (const char *wanted = phrase; *wanted != '\0';) {
    const size_t wanted_length = strcspn(wanted, " ");
    const bool last = wanted[wanted_length] == '\0';
    const size_t length = word_length(text + at);
    if (length == 0 || !same_but_plural(text + at, length, wanted, wanted_length, last)) return 0;
    at += length;
    wanted += wanted_length + (last ? 0 : 1);
    if (!last) {
      const size_t blank = strspn(text + at, " \t\n");
      if (blank == 0) return 0;
      at += blank;
    }
  }
  return at;
}

/* The longest phrase that stands at the start of `text`: of a term, or one that only looks so. */
struct phrase_match {
  const struct wb_term *term; /* NULL: none, or one that only looks so */
  size_t length;
};

static void keep_longer(struct phrase_match *best, size_t length, const struct wb_term *term) {
  if (length > best->length) *best = (struct phrase_match){term, length};
}

static struct phrase_match match_phrase(const struct wb_glossary *glossary, const char *text) {
  struct phrase_match best = {0};
  for (size_t i = 0; i < glossary->count; i++) {
    const struct wb_term *term = &glossary->terms[i];
    for (size_t k = 0; k < term->n_apart; k++)
      keep_longer(&best, phrase_length(text, term->apart[k]), NULL);
    keep_longer(&best, phrase_length(text, term->word), term);
    for (size_t k = 0; k < term->n_also; k++)
      if (term->also[k][0] != '`') keep_longer(&best, phrase_length(text, term->also[k]), term);
  }
  return best;
}

/* The term whose form in code the name is. */
static const struct wb_term *term_of_code(const struct wb_glossary *glossary, const char *name,
                                          size_t length) {
  for (size_t i = 0; i < glossary->count; i++)
    for (size_t k = 0; k < glossary->terms[i].n_also; k++) {
      const char *form = glossary->terms[i].also[k];
      if (form[0] == '`' && strlen(form) == length + 2 && memcmp(form + 1, name, length) == 0)
        return &glossary->terms[i];
    }
  return NULL;
}

/* ---- looking up ------------------------------------------------------------------------- */

/* Whether one of the names in "thread, `threadIdx.x`" is the wanted one. */
static bool names_contain(const char *names, const char *wanted) {
  char **items = NULL;
  size_t count = 0;
  bool found = false;
  split_list(names != NULL ? names : "", &items, &count);
  for (size_t i = 0; i < count && !found; i++) {
    const size_t length = strlen(items[i]);
    if (items[i][0] == '`')
      found = length > 2 && strlen(wanted) == length - 2 &&
              strncmp(items[i] + 1, wanted, length - 2) == 0;
    else
      found = phrase_length(wanted, items[i]) == strlen(wanted);
  }
  release_texts(items, count);
  return found;
}

static const struct wb_term *find_elsewhere(const struct wb_glossary *glossary,
                                            const char *wanted) {
  for (size_t language = 0; language < WB_LANGUAGE_COUNT; language++)
    for (size_t i = 0; i < glossary->count; i++)
      if (names_contain(glossary->terms[i].names[language], wanted)) return &glossary->terms[i];
  return NULL;
}

enum wb_status wb_glossary_find(const struct wb_glossary *glossary, const char *wanted,
                                const struct wb_term **found, struct wb_error *err) {
  char *word = trimmed_text(wanted, strlen(wanted));
  const struct phrase_match match = match_phrase(glossary, word);
  const struct wb_term *term = word[match.length] == '\0' ? match.term : NULL;
  if (term == NULL) term = term_of_code(glossary, word, strcspn(word, "("));
  if (term == NULL && word[0] != '\0') term = find_elsewhere(glossary, word);
  enum wb_status status = WB_OK;
  if (term == NULL) {
    const char **names = wb_alloc((glossary->count + 1) * sizeof *names);
    for (size_t i = 0; i < glossary->count; i++) names[i] = glossary->terms[i].word;
    const char *near = wb_nearest(word, names, glossary->count);
    if (near != NULL)
      status = wb_fail(err, WB_ERR_USAGE, "the glossary has no \"%s\"; did you mean \"%s\"?", word,
                       near);
    else
      status = wb_fail(err, WB_ERR_USAGE,
                       "the glossary has no \"%s\"; `workbench glossary` lists "
                       "its words",
                       word);
    free(names);
  }
  free(word);
  *found = term;
  return status;
}

/* ---- uses in a page ------------------------------------------------------------------------ */

static void add_use(struct wb_term_uses *uses, const struct wb_term *term, unsigned line) {
  for (size_t i = 0; i < uses->count; i++)
    if (uses->items[i].term == term) return;
  uses->items = wb_grow(uses->items, &uses->capacity, uses->count + 1, sizeof uses->items[0]);
  uses->items[uses->count++] = (struct wb_term_use){term, line};
}

static void add_code_uses(const struct wb_glossary *glossary, const char *text, size_t length,
                          unsigned line, struct wb_term_uses *uses) {
  for (size_t at = 0; at < length;) {
    size_t name = 0;
    while (at + name < length &&
           (isalnum((unsigned char)text[at + name]) || text[at + name] == '_'))
      name++;
    const struct wb_term *term = name > 0 ? term_of_code(glossary, text + at, name) : NULL;
    if (term != NULL) add_use(uses, term, line);
    at += name > 0 ? name : 1;
  }
}

/* Code spans stand between backticks (text/markdown_parts.h). */
static void add_prose_uses(const struct wb_glossary *glossary, const struct wb_markdown_part *part,
                           struct wb_term_uses *uses) {
  unsigned line = part->line;
  for (const char *at = part->text; *at != '\0';) {
    size_t length = word_length(at);
    if (*at == '`') {
      const char *end = strchr(at + 1, '`');
      length = end != NULL ? (size_t)(end - at) + 1 : 1;
      add_code_uses(glossary, at, length, line, uses);
    } else if (length > 0) {
      const struct phrase_match match = match_phrase(glossary, at);
      if (match.term != NULL) add_use(uses, match.term, line);
      if (match.length > length) length = match.length;
    } else {
      length = wb_utf8_decode(at, strnlen(at, 4), &(unsigned){0});
    }
    for (size_t i = 0; i < length; i++) line += at[i] == '\n';
    at += length;
  }
}

void wb_glossary_uses(const struct wb_glossary *glossary, const char *markdown, size_t length,
                      struct wb_term_uses *uses) {
  struct wb_markdown_parts parts = {0};
  wb_markdown_parts_read(&parts, markdown, length);
  for (size_t i = 0; i < parts.count; i++)
    if (parts.items[i].kind == WB_PART_PROSE || parts.items[i].kind == WB_PART_HEADING)
      add_prose_uses(glossary, &parts.items[i], uses);
  wb_markdown_parts_release(&parts);
}

void wb_term_uses_release(struct wb_term_uses *uses) {
  free(uses->items);
  *uses = (struct wb_term_uses){0};
}

/* ---- showing ------------------------------------------------------------------------------- */

/* Whether a name is the term's own word, as code or not. */
static bool is_own_word(const struct wb_term *term, const char *name) {
  const size_t length = strlen(term->word), quotes = name[0] == '`' ? 1 : 0;
  return strncasecmp(name + quotes, term->word, length) == 0 && strlen(name) == length + 2 * quotes;
}

const char *wb_term_names(const struct wb_term *term, enum wb_language language) {
  const char *names = term->names[language];
  if (names == NULL && language == WB_LANGUAGE_HIP) names = term->names[WB_LANGUAGE_CUDA];
  return names == NULL || strcmp(names, no_name) == 0 ? NULL : names;
}

const char *wb_term_name(const struct wb_term *term, enum wb_language origin) {
  const char *name = wb_term_names(term, origin);
  return name != NULL && is_own_word(term, name) ? NULL : name;
}

/* Whether the page says these names of a language before this one, too, other than `but`. */
static bool is_said_before(const struct wb_term *term, size_t language, enum wb_language but) {
  for (size_t i = 0; i < language; i++)
    if (i != but && term->names[i] != NULL && strcmp(term->names[i], term->names[language]) == 0)
      return true;
  return false;
}

/* "CUDA, Mojo and Metal": those from `first` on that the page gives the same names. */
static void add_languages(const struct wb_term *term, size_t first, enum wb_language but,
                          struct wb_str *text) {
  size_t last = first;
  for (size_t i = first; i < WB_LANGUAGE_COUNT; i++)
    if (i != but && term->names[i] != NULL && strcmp(term->names[i], term->names[first]) == 0)
      last = i;
  for (size_t i = first; i <= last; i++) {
    if (i == but || term->names[i] == NULL || strcmp(term->names[i], term->names[first]) != 0)
      continue;
    if (i > first) wb_str_add(text, i == last ? " and " : ", ");
    wb_str_add(text, wb_language_name((enum wb_language)i));
  }
}

/* "CUDA and Mojo: thread." Code stays code. That HIP has no name is nothing to say here. */
static void add_names_elsewhere(const struct wb_term *term, enum wb_language but,
                                struct wb_str *text) {
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++) {
    const char *names = term->names[i];
    if (i == but || names == NULL || strcmp(names, no_name) == 0 || is_said_before(term, i, but))
      continue;
    wb_str_add_char(text, ' ');
    add_languages(term, i, but, text);
    wb_str_addf(text, ": %s.", names);
  }
}

void wb_term_write(const struct wb_term *term, enum wb_language origin, unsigned width,
                   struct wb_document *document) {
  const char *name = wb_term_name(term, origin);
  struct wb_str text;
  wb_str_init(&text);
  if (name != NULL)
    wb_str_addf(&text, "**%s** (here **%s**): %s", name, term->word, term->meaning);
  else
    wb_str_addf(&text, "**%s**: %s", term->word, term->meaning);
  add_names_elsewhere(term, name != NULL ? origin : WB_LANGUAGE_OPENCL, &text);
  wb_markdown_tell(text.data, text.length, width, document);
  wb_str_release(&text);
}

static bool term_has(const struct wb_term *term, const char *part) {
  bool has = strcasestr(term->word, part) != NULL || strcasestr(term->meaning, part) != NULL;
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++)
    has = has || (term->names[i] != NULL && strcasestr(term->names[i], part) != NULL);
  for (size_t i = 0; i < term->n_also; i++) has = has || strcasestr(term->also[i], part) != NULL;
  return has;
}

static void write_terms(const struct wb_glossary *glossary, const struct wb_term_uses *first,
                        bool wanted, const char *part, enum wb_language origin, unsigned width,
                        struct wb_document *document) {
  for (size_t i = 0; i < glossary->count; i++) {
    const struct wb_term *term = &glossary->terms[i];
    bool used = false;
    for (size_t k = 0; k < first->count; k++) used = used || first->items[k].term == term;
    if (used != wanted || !term_has(term, part)) continue;
    if (document->n_lines > 0) wb_document_add_line(document);
    wb_term_write(term, origin, width, document);
  }
}

static void write_heading(struct wb_document *document, const char *heading) {
  if (document->n_lines > 0) wb_document_add_line(document);
  wb_put_line(document, WB_STYLE_HEADING, "%s", heading);
}

void wb_glossary_write(const struct wb_glossary *glossary, const char *lesson, const char *part,
                       enum wb_language origin, unsigned width, struct wb_document *document) {
  struct wb_document own = {0}, others = {0};
  struct wb_term_uses uses = {0};
  if (lesson != NULL) wb_glossary_uses(glossary, lesson, strlen(lesson), &uses);
  write_terms(glossary, &uses, true, part, origin, width, &own);
  write_terms(glossary, &uses, false, part, origin, width, &others);
  if (own.n_lines > 0) write_heading(document, "Words of this lesson");
  wb_document_append(document, &own);
  if (own.n_lines > 0 && others.n_lines > 0) write_heading(document, "Other words");
  wb_document_append(document, &others);
  wb_term_uses_release(&uses);
  wb_document_release(&own);
  wb_document_release(&others);
}
