#include "finding/counters.h"

#include <stddef.h>
#include <string.h>

static const char *const names[WB_COUNTER_COUNT] = {
#define WB_COUNTER(name, noun) #name,
#include "finding/counters.inc"
};

static const char *const nouns[WB_COUNTER_COUNT] = {
#define WB_COUNTER(name, noun) noun,
#include "finding/counters.inc"
};

/* One more, of an unknown name. */
static const bool modelled[WB_COUNTER_COUNT + 1] = {
#define WB_COUNTER(name, noun) false,
#define WB_MODELLED(name, noun) true,
#include "finding/counters.inc"
};

static const bool of_host[WB_COUNTER_COUNT + 1] = {
#define WB_COUNTER(name, noun) false,
#define WB_OF_HOST(name, noun) true,
#include "finding/counters.inc"
};

enum together { SUM, MOST, LEAST };
static const enum together togethers[WB_COUNTER_COUNT] = {
#define WB_COUNTER(name, noun) SUM,
#define WB_MOST(name, noun) MOST,
#define WB_LEAST(name, noun) LEAST,
#include "finding/counters.inc"
};

const char *const *wb_counter_names(void) { return names; }

const char *wb_counter_noun(unsigned i) { return nouns[i]; }

static bool ends_with(const char *word, size_t length, const char *end) {
  const size_t n = strlen(end);
  return length >= n && memcmp(word + length - n, end, n) == 0;
}

/* A noun's first word with an s at its end is its plural. */
void wb_counter_add(unsigned i, uint64_t count, struct wb_str *out) {
  const char *noun = wb_counter_noun(i), *word = noun;
  size_t length = strcspn(word, " ");
  wb_str_addf(out, "%llu ", (unsigned long long)count);
  while (word[length] != '\0' && !ends_with(word, length, "s")) {
    word += length + 1;
    length = strcspn(word, " ");
  }
  const bool changes = count == 1 && ends_with(word, length, "s");
  const bool ies = changes && ends_with(word, length, "ies");
  const size_t cut = !changes ? 0 : ies ? 3 : ends_with(word, length, "ches") ? 2 : 1;
  wb_str_add_bytes(out, noun, (size_t)(word - noun) + length - cut);
  wb_str_addf(out, "%s%s", ies ? "y" : "", word + length);
}

uint64_t *wb_counter_at(struct wb_counters *counters, unsigned i) {
  return (uint64_t *)(void *)counters + i;
}

unsigned wb_counter_index(const char *name) {
  unsigned i = 0;
  while (i < WB_COUNTER_COUNT && strcmp(names[i], name) != 0) i++;
  return i;
}

bool wb_counter_is_modelled(unsigned i) { return modelled[i]; }

bool wb_counter_is_of_host(unsigned i) { return of_host[i]; }

bool wb_counter_is_wanted(unsigned i) {
  return i == offsetof(struct wb_counters, occupancy_percent) / sizeof(uint64_t);
}

bool wb_counter_exceeds(unsigned i, uint64_t value, uint64_t budget) {
  return wb_counter_is_wanted(i) ? value < budget : value > budget;
}

bool wb_counter_name_is_modelled(const char *name) {
  return wb_counter_is_modelled(wb_counter_index(name));
}

uint64_t wb_counter_value(const struct wb_counters *counters, const char *name, bool *known) {
  struct wb_counters copy = *counters;
  unsigned i = wb_counter_index(name);
  if (known != NULL) *known = i < WB_COUNTER_COUNT;
  return i < WB_COUNTER_COUNT ? *wb_counter_at(&copy, i) : 0;
}

void wb_counters_add(struct wb_counters *all, const struct wb_counters *more) {
  struct wb_counters launch = *more;
  for (unsigned i = 0; i < WB_COUNTER_COUNT; i++) {
    uint64_t *sum = wb_counter_at(all, i);
    const uint64_t one = *wb_counter_at(&launch, i);
    if (togethers[i] == SUM)
      *sum += one;
    else if (*sum == 0 || (togethers[i] == MOST ? one > *sum : one < *sum))
      *sum = one;
  }
}
