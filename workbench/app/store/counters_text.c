#include "store/counters_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void wb_counters_print(const struct wb_counters *cases, size_t n_cases, struct wb_str *out) {
  for (size_t i = 0; i < n_cases; i++) {
    struct wb_counters counters = cases[i];
    for (unsigned k = 0; k < WB_COUNTER_COUNT; k++) {
      const uint64_t value = *wb_counter_at(&counters, k);
      if (value > 0) wb_str_addf(out, "%s %" PRIu64 " ", wb_counter_names()[k], value);
    }
    wb_str_add_char(out, '\n');
  }
}

static void parse_line(const char *line, size_t length, struct wb_counters *counters) {
  char *text = wb_strndup(line, length), *rest = text;
  for (char *name = strsep(&rest, " "); name != NULL; name = strsep(&rest, " ")) {
    const char *value = strsep(&rest, " ");
    const unsigned at = wb_counter_index(name);
    if (value != NULL && at < WB_COUNTER_COUNT)
      *wb_counter_at(counters, at) = strtoull(value, NULL, 10);
  }
  free(text);
}

struct wb_counters *wb_counters_parse(const char *text, size_t *n_cases) {
  struct wb_counters *cases = NULL;
  size_t capacity = 0, count = 0;
  while (text != NULL && *text != '\0') {
    const size_t length = strcspn(text, "\n");
    cases = wb_grow(cases, &capacity, count + 1, sizeof *cases);
    memset(&cases[count], 0, sizeof cases[count]);
    parse_line(text, length, &cases[count++]);
    text += length + (text[length] == '\n');
  }
  *n_cases = count;
  return cases;
}
