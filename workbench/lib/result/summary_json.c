#include "result/summary_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { MAX_TEXTS = 1024 };

static void free_texts(char **texts, size_t count) {
  for (size_t i = 0; texts != NULL && i < count; i++) free(texts[i]);
  free(texts);
}

void wb_puzzle_summary_release(struct wb_puzzle_summary *summary) {
#define WB_SPEC_TEXT(name) free(summary->name);
#define WB_SPEC_TEXT_IF(name) free(summary->name);
#define WB_SPEC_TEXTS(name) free_texts(summary->name, summary->n_##name);
#define WB_OWN_TEXT(name) free(summary->name);
#define WB_OWN_TEXT_OR_NULL(name) free(summary->name);
#define WB_OWN_TEXTS(name) free_texts(summary->name, summary->n_##name);
#include "result/summary_fields.inc"
  memset(summary, 0, sizeof *summary);
}

static void put_texts(json_t *object, const char *name, char *const *texts, size_t count) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) json_array_append_new(list, wb_json_text(texts[i]));
  json_object_set_new(object, name, list);
}

json_t *wb_summary_to_json(const struct wb_puzzle_summary *summary) {
  json_t *object = json_object();
#define PUT(name, value) json_object_set_new(object, #name, value);
#define WB_SPEC_TEXT(name) PUT(name, wb_json_text(summary->name))
#define WB_SPEC_TEXT_IF(name) \
  if (summary->name != NULL) PUT(name, wb_json_text(summary->name))
#define WB_SPEC_TEXTS(name) put_texts(object, #name, summary->name, summary->n_##name);
#define WB_OWN_TEXT(name) PUT(name, wb_json_text(summary->name))
#define WB_OWN_NUMBER(name) PUT(name, json_integer(summary->name))
#define WB_OWN_TEXT_OR_NULL(name) \
  PUT(name, summary->name != NULL ? wb_json_text(summary->name) : json_null())
#define WB_OWN_TEXTS(name) put_texts(object, #name, summary->name, summary->n_##name);
#include "result/summary_fields.inc"
  return object;
}

/* NULL where it is absent or null. */
static char *take_text_if(struct wb_json_reader in, const char *name) {
  return json_is_string(json_object_get(in.object, name)) ? wb_json_take_text(in, name) : NULL;
}

struct wb_puzzle_summary *wb_summary_from_json(struct wb_json_reader in) {
  struct wb_puzzle_summary *summary = wb_alloc(sizeof *summary);
#define TAKE_TEXTS(name) \
  summary->name = wb_json_take_texts(in, #name, MAX_TEXTS, &summary->n_##name);
#define WB_SPEC_TEXT(name) summary->name = wb_json_take_text(in, #name);
#define WB_SPEC_TEXT_IF(name) summary->name = take_text_if(in, #name);
#define WB_SPEC_TEXTS(name) TAKE_TEXTS(name)
#define WB_OWN_TEXT(name) summary->name = wb_json_take_text(in, #name);
#define WB_OWN_NUMBER(name) summary->name = (unsigned)wb_json_take_count(in, #name, UINT32_MAX);
#define WB_OWN_TEXT_OR_NULL(name) summary->name = take_text_if(in, #name);
#define WB_OWN_TEXTS(name) TAKE_TEXTS(name)
#include "result/summary_fields.inc"
  return summary;
}
