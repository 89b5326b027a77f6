#include "authoring/mutant_exemptions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "authoring/mutant.h"
#include "base/str.h"

static const char WHY[] = "why:";

struct exemption_reader {
  struct wb_mutant_exemptions *into;
  struct wb_mutant_exemption entry; /* `line` 0: none is begun */
  struct wb_str difference, why;
  bool in_why;
};

static void note_mistake(struct exemption_reader *reader, unsigned line, char *message) {
  struct wb_mutant_exemptions *into = reader->into;
  into->mistakes = wb_grow(into->mistakes, &into->mistake_capacity, into->n_mistakes + 1,
                           sizeof into->mistakes[0]);
  into->mistakes[into->n_mistakes++] = (struct wb_exemption_mistake){line, message};
}

static void release_entry(struct wb_mutant_exemption *entry) {
  free(entry->part);
  free(entry->operator_name);
  free(entry->difference);
  free(entry->why);
  *entry = (struct wb_mutant_exemption){0};
}

static bool is_known_operator(const char *name) {
  return wb_mutant_operator_find(name) != NULL || strcmp(name, WB_LAUNCH_MUTANT) == 0 ||
         strcmp(name, WB_CODE_MUTANT) == 0;
}

/* What is wrong with an entry; NULL: nothing. The caller frees. */
static char *mistake_of(const struct exemption_reader *reader,
                        const struct wb_mutant_exemption *entry) {
  const struct wb_mutant_exemption *twin = wb_mutant_exemption_of(
      reader->into, entry->part, entry->operator_name, entry->difference, entry->number);
  if (!is_known_operator(entry->operator_name))
    return wb_format("no operator is called '%s'", entry->operator_name);
  if (entry->difference[0] == '\0') return wb_strdup("it does not say which lines change");
  if (entry->why[0] == '\0') return wb_strdup("it gives no reason, after 'why:'");
  if (twin != NULL) return wb_format("it is there already, in line %u", twin->line);
  return NULL;
}

static void end_entry(struct exemption_reader *reader) {
  struct wb_mutant_exemptions *into = reader->into;
  struct wb_mutant_exemption *entry = &reader->entry;
  if (entry->line == 0) return;
  entry->difference = wb_str_detach(&reader->difference);
  entry->why = wb_str_detach(&reader->why);
  char *mistake = mistake_of(reader, entry);
  if (mistake != NULL) {
    note_mistake(reader, entry->line, mistake);
    release_entry(entry);
  } else {
    into->items = wb_grow(into->items, &into->capacity, into->count + 1, sizeof into->items[0]);
    into->items[into->count++] = *entry;
    *entry = (struct wb_mutant_exemption){0};
  }
  reader->in_why = false;
}

/* "accepted.cl comparison 2" */
static void begin_entry(struct exemption_reader *reader, const char *words, unsigned line) {
  char part[256], operator_name[64];
  unsigned number = 1;
  int length = 0;
  int count = sscanf(words, "%255s %63s %n%u%n", part, operator_name, &length, &number, &length);
  if (count < 2 || number == 0 || words[length] != '\0') {
    note_mistake(reader, line,
                 wb_format("an entry begins with a kernel and an operator, as "
                           "'accepted.cl comparison', and not with '%s'",
                           words));
    return;
  }
  reader->entry = (struct wb_mutant_exemption){.part = wb_strdup(part),
                                               .operator_name = wb_strdup(operator_name),
                                               .number = number,
                                               .line = line};
}

static void read_exemption_line(struct exemption_reader *reader, const char *words, unsigned line) {
  const bool changed = words[0] != '\0' && strchr("-+=", words[0]) != NULL && words[1] == ' ';
  if (words[0] == '#') return;
  if (words[0] == '\0') {
    end_entry(reader);
  } else if (reader->entry.line == 0) {
    begin_entry(reader, words, line);
  } else if (wb_starts_with(words, WHY)) {
    const char *why = words + sizeof WHY - 1;
    wb_str_add(&reader->why, why + strspn(why, " "));
    reader->in_why = true;
  } else if (reader->in_why) {
    wb_str_addf(&reader->why, " %s", words);
  } else if (changed) {
    wb_str_addf(&reader->difference, "%s\n", words);
  } else {
    note_mistake(reader, line,
                 wb_format("'%s' is neither a line that changes nor a reason", words));
  }
}

void wb_mutant_exemptions_parse(struct wb_mutant_exemptions *exemptions, const char *text) {
  struct exemption_reader reader = {.into = exemptions};
  wb_str_init(&reader.difference);
  wb_str_init(&reader.why);
  for (unsigned line = 1; *text != '\0'; line++) {
    const size_t length = strcspn(text, "\n");
    size_t start = strspn(text, " \t"), end = length;
    if (start > length) start = length;
    while (end > start && strchr(" \t\r", text[end - 1]) != NULL) end--;
    char *words = wb_strndup(text + start, end - start);
    read_exemption_line(&reader, words, line);
    free(words);
    text += length + (text[length] == '\n');
  }
  end_entry(&reader);
  wb_str_release(&reader.difference);
  wb_str_release(&reader.why);
}

void wb_mutant_exemptions_release(struct wb_mutant_exemptions *exemptions) {
  for (size_t i = 0; i < exemptions->count; i++) release_entry(&exemptions->items[i]);
  for (size_t i = 0; i < exemptions->n_mistakes; i++) free(exemptions->mistakes[i].message);
  free(exemptions->items);
  free(exemptions->mistakes);
  *exemptions = (struct wb_mutant_exemptions){0};
}

const struct wb_mutant_exemption *wb_mutant_exemption_of(
    const struct wb_mutant_exemptions *exemptions, const char *part, const char *operator_name,
    const char *difference, unsigned number) {
  for (size_t i = 0; i < exemptions->count; i++) {
    const struct wb_mutant_exemption *entry = &exemptions->items[i];
    if (entry->number == number && strcmp(entry->part, part) == 0 &&
        strcmp(entry->operator_name, operator_name) == 0 &&
        strcmp(entry->difference, difference) == 0)
      return entry;
  }
  return NULL;
}

char *wb_mutant_exemption_text(const char *part, const char *operator_name, const char *difference,
                               unsigned number) {
  struct wb_str out;
  wb_str_init(&out);
  wb_str_addf(&out, "%s %s", part, operator_name);
  if (number > 1) wb_str_addf(&out, " %u", number);
  wb_str_addf(&out, "\n%s%s ", difference, WHY);
  return wb_str_detach(&out);
}
