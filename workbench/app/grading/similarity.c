#include "grading/similarity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grading/similarity_tokens.h"

enum { COMMON_TO = 32 /* texts: what more of them have leads to no pair by itself */ };
static const double least_odd = 2; /* bits: at most a quarter of the texts have it */

struct feature {
  uint64_t hash;
  float weight; /* bits */
  uint8_t kind;
};

struct text {
  struct feature *features; /* each once, by hash */
  size_t n_features, capacity;
  size_t own;
  double weight; /* of its k-grams */
  bool accepted, is_course, is_old;
};

struct hashes {
  uint64_t *items;
  size_t count, capacity;
};

struct wb_similarity {
  enum wb_source_kind language;
  struct hashes given; /* of half k-grams, comments and names; sorted once a text is added */
  bool given_is_sorted;
  struct text *texts;
  size_t count, capacity;
};

/* ---- hashes ------------------------------------------------------------------------------------
 */

static void add_hash(struct hashes *hashes, uint64_t hash) {
  hashes->items =
      wb_grow(hashes->items, &hashes->capacity, hashes->count + 1, sizeof *hashes->items);
  hashes->items[hashes->count++] = hash;
}

static int by_value(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void sort_hashes(struct hashes *hashes) {
  if (hashes->count > 0) qsort(hashes->items, hashes->count, sizeof *hashes->items, by_value);
}

static bool has_hash(const struct hashes *hashes, uint64_t hash) {
  return hashes->count > 0 &&
         bsearch(&hash, hashes->items, hashes->count, sizeof *hashes->items, by_value) != NULL;
}

/* ---- what is given
 * ------------------------------------------------------------------------------- */

void wb_similarity_give(struct wb_similarity *all, const char *text, size_t length) {
  struct wb_word_reader reader = wb_word_reader_of(all->language, text, length);
  struct wb_own_tokens tokens = {0};
  struct wb_word_read word;
  while (wb_word_next(&reader, &word)) {
    wb_own_tokens_add(&tokens, &word);
    if (wb_word_odd_hash(&word) != 0) add_hash(&all->given, wb_word_odd_hash(&word));
  }
  for (size_t i = 0; i + WB_SIMILARITY_GIVEN_GRAM <= tokens.count; i++)
    add_hash(&all->given, wb_own_tokens_gram(&tokens, i, WB_SIMILARITY_GIVEN_GRAM));
  for (size_t i = 0; i < tokens.count; i++) {
    const uint64_t declaration = wb_own_tokens_declaration(&tokens, i, all->language);
    if (declaration != 0) add_hash(&all->given, declaration);
  }
  all->given_is_sorted = false;
  wb_own_tokens_release(&tokens);
}

/* Leaves the tokens that are not in a half k-gram that is given. */
static void keep_own(const struct hashes *given, struct wb_own_tokens *tokens) {
  bool *is_given = wb_alloc(tokens->count + 1);
  size_t kept = 0;
  for (size_t i = 0; i + WB_SIMILARITY_GIVEN_GRAM <= tokens->count; i++)
    if (has_hash(given, wb_own_tokens_gram(tokens, i, WB_SIMILARITY_GIVEN_GRAM)))
      memset(is_given + i, true, WB_SIMILARITY_GIVEN_GRAM);
  for (size_t i = 0; i < tokens->count; i++) {
    if (is_given[i]) continue;
    tokens->hashes[kept] = tokens->hashes[i];
    tokens->words[kept++] = tokens->words[i];
  }
  tokens->count = kept;
  free(is_given);
}

/* ---- adding texts
 * -------------------------------------------------------------------------------- */

static void add_feature(struct text *text, enum wb_feature_kind kind, uint64_t hash) {
  text->features =
      wb_grow(text->features, &text->capacity, text->n_features + 1, sizeof *text->features);
  text->features[text->n_features++] = (struct feature){.hash = hash, .kind = (uint8_t)kind};
}

static int by_hash(const void *a, const void *b) {
  return by_value(&((const struct feature *)a)->hash, &((const struct feature *)b)->hash);
}

static void keep_each_once(struct text *text) {
  size_t kept = 0;
  if (text->n_features == 0) return;
  qsort(text->features, text->n_features, sizeof *text->features, by_hash);
  for (size_t i = 0; i < text->n_features; i++)
    if (kept == 0 || text->features[kept - 1].hash != text->features[i].hash)
      text->features[kept++] = text->features[i];
  text->n_features = kept;
}

/* Of each window of k-grams the least, the last of several: so two texts that share a whole window
 * choose the same one. A text with fewer has one window. */
static void winnow(struct text *text, const struct wb_own_tokens *own) {
  const size_t count = own->count >= WB_SIMILARITY_GRAM ? own->count - WB_SIMILARITY_GRAM + 1 : 0;
  uint64_t *hashes = wb_alloc((count + 1) * sizeof *hashes);
  size_t chosen = SIZE_MAX;
  for (size_t i = 0; i < count; i++) hashes[i] = wb_own_tokens_gram(own, i, WB_SIMILARITY_GRAM);
  const size_t window = count < WB_SIMILARITY_WINDOW ? count : WB_SIMILARITY_WINDOW;
  for (size_t end = window; window > 0 && end <= count; end++) {
    size_t least = end - window;
    for (size_t i = least; i < end; i++)
      if (hashes[i] <= hashes[least]) least = i;
    if (least != chosen) add_feature(text, WB_FEATURE_GRAM, hashes[least]);
    chosen = least;
  }
  free(hashes);
}

static bool is_once(const struct hashes *sorted, uint64_t hash) {
  const uint64_t *found =
      bsearch(&hash, sorted->items, sorted->count, sizeof *sorted->items, by_value);
  const uint64_t *end = sorted->items + sorted->count;
  return found != NULL && (found == sorted->items || found[-1] != hash) &&
         (found + 1 == end || found[1] != hash);
}

/* Dead code: what declares a name that stands nowhere else in the text. */
static void add_dead(const struct wb_similarity *all, const struct wb_own_tokens *tokens,
                     struct text *text) {
  struct hashes names = {0};
  for (size_t i = 0; i < tokens->count; i++)
    add_hash(&names,
             wb_feature_hash(WB_FEATURE_NAME, tokens->words[i].text, tokens->words[i].length));
  sort_hashes(&names);
  for (size_t i = 0; i < tokens->count; i++) {
    const uint64_t declaration = wb_own_tokens_declaration(tokens, i, all->language);
    const struct wb_word_read *word = &tokens->words[i];
    if (declaration != 0 && !has_hash(&all->given, declaration) &&
        is_once(&names, wb_feature_hash(WB_FEATURE_NAME, word->text, word->length)))
      add_feature(text, WB_FEATURE_DEAD, declaration);
  }
  free(names.items);
}

static void sort_given(struct wb_similarity *all) {
  if (!all->given_is_sorted) sort_hashes(&all->given);
  all->given_is_sorted = true;
}

/* The tokens of a text that are its author's own; odd words go to `text`, if there is one. */
static struct wb_own_tokens read_own(const struct wb_similarity *all, const char *bytes,
                                     size_t length, struct text *text) {
  struct wb_word_reader reader = wb_word_reader_of(all->language, bytes, length);
  struct wb_own_tokens tokens = {0};
  struct wb_word_read word;
  while (wb_word_next(&reader, &word)) {
    const uint64_t odd = wb_word_odd_hash(&word);
    wb_own_tokens_add(&tokens, &word);
    if (text != NULL && odd != 0 && !has_hash(&all->given, odd))
      add_feature(text, word.kind == WB_WORD_COMMENT ? WB_FEATURE_COMMENT : WB_FEATURE_NAME, odd);
  }
  if (text != NULL) add_dead(all, &tokens, text);
  keep_own(&all->given, &tokens);
  return tokens;
}

size_t wb_similarity_add(struct wb_similarity *all, const char *bytes, size_t length,
                         const struct wb_similarity_text *about) {
  all->texts = wb_grow(all->texts, &all->capacity, all->count + 1, sizeof *all->texts);
  struct text *text = &all->texts[all->count];
  *text = (struct text){
      .accepted = about->accepted, .is_course = about->is_course, .is_old = about->is_old};
  sort_given(all);
  struct wb_own_tokens own = read_own(all, bytes, length, text);
  text->own = own.count;
  winnow(text, &own);
  if (about->mistake != NULL && about->mistake[0] != '\0')
    add_feature(text, WB_FEATURE_MISTAKE,
                wb_feature_hash(WB_FEATURE_MISTAKE, about->mistake, strlen(about->mistake)));
  keep_each_once(text);
  wb_own_tokens_release(&own);
  return all->count++;
}

bool wb_similarity_is_too_short(const struct wb_similarity *all, size_t text) {
  return all->texts[text].own < WB_SIMILARITY_LEAST_OWN;
}

/* ---- weights ------------------------------------------------------------------------------------
 */

/* That a text has a feature, which is `place` of its own. */
struct posting {
  uint64_t hash;
  uint32_t text, place;
};
struct postings {
  struct posting *items;
  size_t count;
};

static int by_posting(const void *a, const void *b) {
  const struct posting *x = a, *y = b;
  const int order = by_value(&x->hash, &y->hash);
  return order != 0 ? order : (x->text > y->text) - (x->text < y->text);
}

static void list_postings(const struct wb_similarity *all, struct postings *out) {
  size_t count = 0;
  for (size_t i = 0; i < all->count; i++) count += all->texts[i].n_features;
  *out = (struct postings){wb_alloc((count + 1) * sizeof *out->items), 0};
  for (size_t i = 0; i < all->count; i++)
    for (size_t k = 0; k < all->texts[i].n_features; k++)
      out->items[out->count++] =
          (struct posting){all->texts[i].features[k].hash, (uint32_t)i, (uint32_t)k};
  if (count > 0) qsort(out->items, count, sizeof *out->items, by_posting);
}

/* How many postings from `first` on are of the same feature. */
static size_t same_hash(const struct postings *postings, size_t first) {
  size_t end = first;
  while (end < postings->count && postings->items[end].hash == postings->items[first].hash) end++;
  return end - first;
}

/* What a feature says, in bits: of a k-gram by how many accepted texts have it. Of what is odd by
 * how many texts have it at all, and nothing where the course has it itself or it is not odd. */
static double weigh(const struct wb_similarity *all, const struct posting *first, size_t count,
                    size_t n_accepted, size_t n_texts) {
  const enum wb_feature_kind kind = all->texts[first->text].features[first->place].kind;
  size_t accepted = 0, texts = 0, course = 0;
  for (size_t i = 0; i < count; i++) {
    const struct text *text = &all->texts[first[i].text];
    accepted += text->accepted;
    texts += !text->is_course;
    course += text->is_course;
  }
  if (kind == WB_FEATURE_GRAM) return log2((double)(n_accepted + 2) / (double)(accepted + 1));
  const double bits = log2((double)(n_texts + 2) / (double)(texts + 1));
  return (kind != WB_FEATURE_MISTAKE && course > 0) || bits < least_odd ? 0 : bits;
}

void wb_similarity_weigh(struct wb_similarity *all) {
  struct postings postings;
  size_t n_accepted = 0, n_texts = 0;
  list_postings(all, &postings);
  for (size_t i = 0; i < all->count; i++) {
    n_accepted += all->texts[i].accepted;
    n_texts += !all->texts[i].is_course;
    all->texts[i].weight = 0;
  }
  for (size_t i = 0, count; i < postings.count; i += count) {
    count = same_hash(&postings, i);
    const double weight = weigh(all, &postings.items[i], count, n_accepted, n_texts);
    for (size_t k = i; k < i + count; k++) {
      struct text *text = &all->texts[postings.items[k].text];
      struct feature *feature = &text->features[postings.items[k].place];
      feature->weight = (float)weight;
      if (feature->kind == WB_FEATURE_GRAM) text->weight += (double)feature->weight;
    }
  }
  free(postings.items);
}

/* ---- pairs
 * --------------------------------------------------------------------------------------- */

static void add_shared(const struct feature *feature, struct wb_similarity_pair *pair,
                       double *shared) {
  const double weight = (double)feature->weight;
  if (feature->kind == WB_FEATURE_GRAM) *shared += weight;
  if (feature->kind == WB_FEATURE_GRAM || weight <= 0) return;
  pair->odd += weight;
  pair->comments += feature->kind == WB_FEATURE_COMMENT;
  pair->names += feature->kind == WB_FEATURE_NAME;
  pair->dead += feature->kind == WB_FEATURE_DEAD;
  pair->same_mistake = pair->same_mistake || feature->kind == WB_FEATURE_MISTAKE;
}

static double share_of(double part, double whole) { return whole > 0 ? fmin(part / whole, 1) : 0; }

void wb_similarity_compare(const struct wb_similarity *all, size_t a, size_t b,
                           struct wb_similarity_pair *pair) {
  const struct text *x = &all->texts[a], *y = &all->texts[b];
  double shared = 0;
  *pair = (struct wb_similarity_pair){.a = a, .b = b};
  pair->too_short = wb_similarity_is_too_short(all, a) || wb_similarity_is_too_short(all, b);
  if (pair->too_short) return;
  for (size_t i = 0, k = 0; i < x->n_features && k < y->n_features;) {
    const int order = by_hash(&x->features[i], &y->features[k]);
    if (order == 0) add_shared(&x->features[i], pair, &shared);
    i += order <= 0;
    k += order >= 0;
  }
  pair->share = share_of(2 * shared, x->weight + y->weight);
  pair->of_a = share_of(shared, x->weight);
  pair->of_b = share_of(shared, y->weight);
}

static bool is_candidate(const struct wb_similarity *all, size_t a, size_t b) {
  const struct text *x = &all->texts[a], *y = &all->texts[b];
  return !x->is_course && !y->is_course && !(x->is_old && y->is_old) &&
         !wb_similarity_is_too_short(all, a) && !wb_similarity_is_too_short(all, b);
}

/* Pairs of texts that share something which not too many have, each once, as numbers. */
static void list_candidates(const struct wb_similarity *all, struct hashes *out) {
  struct postings postings;
  size_t kept = 0;
  list_postings(all, &postings);
  for (size_t i = 0, count; i < postings.count; i += count) {
    count = same_hash(&postings, i);
    if (count > COMMON_TO) continue;
    for (size_t k = i; k < i + count; k++)
      for (size_t m = k + 1; m < i + count; m++)
        if (is_candidate(all, postings.items[k].text, postings.items[m].text))
          add_hash(out, (uint64_t)postings.items[k].text << 32 | postings.items[m].text);
  }
  sort_hashes(out);
  for (size_t i = 0; i < out->count; i++)
    if (kept == 0 || out->items[kept - 1] != out->items[i]) out->items[kept++] = out->items[i];
  out->count = kept;
  free(postings.items);
}

static int by_places(const struct wb_similarity_pair *x, const struct wb_similarity_pair *y) {
  if (x->a != y->a) return x->a < y->a ? -1 : 1;
  return (x->b > y->b) - (x->b < y->b);
}

static int by_share(const void *a, const void *b) {
  const struct wb_similarity_pair *x = a, *y = b;
  if (x->share != y->share) return x->share > y->share ? -1 : 1;
  return by_places(x, y);
}

static int by_oddness(const void *a, const void *b) {
  const struct wb_similarity_pair *x = a, *y = b;
  if (x->same_mistake != y->same_mistake) return x->same_mistake ? -1 : 1;
  if (x->odd != y->odd) return x->odd > y->odd ? -1 : 1;
  return by_share(a, b);
}

/* The first ones in an order, of very many. */
struct best {
  struct wb_similarity_pair *items;
  size_t count, most;
  int (*order)(const void *a, const void *b);
};

static void sort_best(struct best *best) {
  if (best->count > 0) qsort(best->items, best->count, sizeof *best->items, best->order);
  if (best->count > best->most) best->count = best->most;
}

static void add_best(struct best *best, const struct wb_similarity_pair *pair) {
  best->items[best->count++] = *pair;
  if (best->count == 2 * best->most) sort_best(best);
}

void wb_similarity_find(const struct wb_similarity *all, size_t most,
                        bool (*may_pair)(size_t a, size_t b, void *data), void *data,
                        struct wb_similarity_pairs *pairs) {
  struct hashes candidates = {0};
  struct best odd = {wb_alloc(2 * most * sizeof *odd.items), 0, most, by_oddness};
  struct best alike = {wb_alloc(2 * most * sizeof *alike.items), 0, most, by_share};
  *pairs =
      (struct wb_similarity_pairs){.nearest = wb_alloc((all->count + 1) * sizeof *pairs->nearest)};
  for (size_t i = 0; i < all->count; i++)
    pairs->nearest[i] = all->texts[i].is_course || wb_similarity_is_too_short(all, i) ? -1 : 0;
  list_candidates(all, &candidates);
  for (size_t i = 0; i < candidates.count; i++) {
    const size_t a = candidates.items[i] >> 32, b = candidates.items[i] & UINT32_MAX;
    struct wb_similarity_pair pair;
    if (may_pair != NULL && !may_pair(a, b, data)) continue;
    wb_similarity_compare(all, a, b, &pair);
    pairs->compared++;
    pairs->nearest[a] = fmax(pairs->nearest[a], pair.share);
    pairs->nearest[b] = fmax(pairs->nearest[b], pair.share);
    add_best(pair.odd > 0 ? &odd : &alike, &pair);
  }
  sort_best(&odd);
  sort_best(&alike);
  pairs->odd = odd.items;
  pairs->n_odd = odd.count;
  pairs->alike = alike.items;
  pairs->n_alike = alike.count;
  free(candidates.items);
}

void wb_similarity_pairs_release(struct wb_similarity_pairs *pairs) {
  free(pairs->odd);
  free(pairs->alike);
  free(pairs->nearest);
  *pairs = (struct wb_similarity_pairs){0};
}

/* ---- side by side
 * -------------------------------------------------------------------------------- */

/* Of each run of `length` tokens, by M. Rabin's and R. Karp's rolling hash. */
static void hash_all(const struct wb_own_tokens *own, size_t length, struct hashes *out) {
  static const uint64_t base = UINT64_C(0x9e3779b97f4a7c15);
  uint64_t hash = 0, leaving = 1;
  for (size_t i = 0; i < length; i++) leaving *= base;
  for (size_t i = 0; i < own->count; i++) {
    hash = hash * base + own->hashes[i];
    if (i >= length) hash -= leaving * own->hashes[i - length];
    if (i + 1 >= length) add_hash(out, hash);
  }
}

/* A place in each where a run of `length` tokens is the same. */
static bool find_run(const struct wb_own_tokens *a, const struct wb_own_tokens *b, size_t length,
                     size_t *in_a, size_t *in_b) {
  struct hashes of_a = {0}, of_b = {0}, sorted = {0};
  bool found = false;
  hash_all(a, length, &of_a);
  hash_all(a, length, &sorted);
  hash_all(b, length, &of_b);
  sort_hashes(&sorted);
  for (size_t i = 0; i < of_b.count && !found; i++) {
    found = has_hash(&sorted, of_b.items[i]);
    if (!found) continue;
    for (*in_a = 0, *in_b = i; of_a.items[*in_a] != of_b.items[i];) ++*in_a;
  }
  free(of_a.items);
  free(of_b.items);
  free(sorted.items);
  return found;
}

/* Wherever there is a run of some length, there is one of each length below it. */
static void find_longest(const struct wb_own_tokens *a, const struct wb_own_tokens *b,
                         struct wb_similarity_view *view) {
  size_t least = 0, beyond = (a->count < b->count ? a->count : b->count) + 1;
  size_t in_a = 0, in_b = 0;
  while (least + 1 < beyond) {
    const size_t middle = least + (beyond - least) / 2;
    if (find_run(a, b, middle, &in_a, &in_b))
      least = middle;
    else
      beyond = middle;
  }
  view->longest = least;
  if (least == 0) return;
  view->a.first_line = a->words[in_a].line;
  view->a.last_line = a->words[in_a + least - 1].line;
  view->b.first_line = b->words[in_b].line;
  view->b.last_line = b->words[in_b + least - 1].line;
}

static void mark_lines(const struct wb_own_tokens *own, const struct wb_own_tokens *other,
                       size_t n_lines, struct wb_similarity_side *side) {
  struct hashes theirs = {0}, ours = {0};
  side->n_lines = n_lines;
  side->shared = wb_alloc(n_lines + 1);
  hash_all(own, WB_SIMILARITY_GRAM, &ours);
  hash_all(other, WB_SIMILARITY_GRAM, &theirs);
  sort_hashes(&theirs);
  for (size_t i = 0; i < ours.count; i++) {
    if (!has_hash(&theirs, ours.items[i])) continue;
    for (size_t k = i; k < i + WB_SIMILARITY_GRAM; k++)
      if (own->words[k].line <= n_lines) side->shared[own->words[k].line - 1] = true;
  }
  free(theirs.items);
  free(ours.items);
}

static size_t count_lines(const char *text, size_t length) {
  size_t lines = 1;
  for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
  return lines;
}

static const struct feature *find_feature(const struct text *text, uint64_t hash) {
  const struct feature key = {.hash = hash};
  return text->n_features == 0
             ? NULL
             : bsearch(&key, text->features, text->n_features, sizeof key, by_hash);
}

static void list_odd(const struct wb_similarity *all, const struct text *a, const struct text *b,
                     const char *bytes, size_t length, struct wb_similarity_view *view) {
  struct wb_word_reader reader = wb_word_reader_of(all->language, bytes, length);
  struct wb_word_read word;
  while (wb_word_next(&reader, &word)) {
    const uint64_t hash = wb_word_odd_hash(&word);
    const struct feature *feature = hash != 0 ? find_feature(a, hash) : NULL;
    struct wb_names *names = word.kind == WB_WORD_COMMENT ? &view->comments : &view->names;
    if (feature == NULL || feature->weight <= 0 || find_feature(b, hash) == NULL) continue;
    char *text = wb_strndup(word.text, word.length);
    if (!wb_names_have(names, text)) wb_names_add(names, text);
    free(text);
  }
}

void wb_similarity_view(const struct wb_similarity *all, size_t a, const char *a_text,
                        size_t a_length, size_t b, const char *b_text, size_t b_length,
                        struct wb_similarity_view *view) {
  struct wb_own_tokens of_a = read_own(all, a_text, a_length, NULL);
  struct wb_own_tokens of_b = read_own(all, b_text, b_length, NULL);
  *view = (struct wb_similarity_view){0};
  wb_names_init(&view->comments);
  wb_names_init(&view->names);
  find_longest(&of_a, &of_b, view);
  mark_lines(&of_a, &of_b, count_lines(a_text, a_length), &view->a);
  mark_lines(&of_b, &of_a, count_lines(b_text, b_length), &view->b);
  list_odd(all, &all->texts[a], &all->texts[b], a_text, a_length, view);
  wb_own_tokens_release(&of_a);
  wb_own_tokens_release(&of_b);
}

void wb_similarity_view_release(struct wb_similarity_view *view) {
  wb_names_release(&view->comments);
  wb_names_release(&view->names);
  free(view->a.shared);
  free(view->b.shared);
}

/* ---- all of them
 * --------------------------------------------------------------------------------- */

struct wb_similarity *wb_similarity_new(enum wb_source_kind language) {
  struct wb_similarity *all = wb_alloc(sizeof *all);
  all->language = language;
  return all;
}

void wb_similarity_free(struct wb_similarity *all) {
  if (all == NULL) return;
  for (size_t i = 0; i < all->count; i++) free(all->texts[i].features);
  free(all->texts);
  free(all->given.items);
  free(all);
}
