/* Lists as SARIF 2.1.0 (OASIS), as GitHub's code scanning and editors read it: a result for each
 * thing that was found, at its place. A run gives its findings and the compiler's messages, each
 * once however many cases have it, else its verdict. What has no place is a notification, since
 * one result without a place makes GitHub refuse the whole file; so would a URI that is absolute or
 * not escaped. Rules and notifications stand behind the results, which are written as they come. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "fields/json_tools.h"
#include "report/list.h"
#include "report/summary.h"
#include "report/write.h"

enum { MOST_NOTICES = 100, FINGERPRINT_DIGITS = 32 };

struct sarif {
  size_t results;
  struct wb_names rule_names;
  json_t *rules, *notices;
  size_t notices_left_out;
  bool failed; /* something could not be judged */
};

struct place {
  const char *file;
  uint32_t line, column; /* of bytes, from 1; 0: not known */
  const char *source;    /* the file's text; NULL: not known */
};

struct sarif_result {
  const char *rule, *help, *level, *message;
  struct place at;
  json_t *related; /* an array, which goes with it; NULL: none */
};

static void add_compact(json_t *value, struct wb_str *out) {
  char *text = json_dumps(value, JSON_COMPACT);
  if (text == NULL) wb_bug("a list that is not JSON");
  wb_str_add(out, text);
  free(text);
  json_decref(value);
}

/* ---- messages --------------------------------------------------------------------------- */

/* Text in which nothing is a link "[words](target)" but what is added to it later. */
static void add_without_links(struct wb_str *out, const char *text) {
  for (; *text != '\0'; text++) {
    wb_str_add_char(out, *text);
    if (text[0] == ']' && text[1] == '(') wb_str_add_char(out, ' ');
  }
}

static json_t *message_of(const char *text) {
  return json_pack("{s:o}", "text", wb_json_text(text));
}

static void add_notice(struct sarif *sarif, const char *level, const char *text) {
  if (json_array_size(sarif->notices) < MOST_NOTICES)
    json_array_append_new(sarif->notices,
                          json_pack("{s:s, s:o}", "level", level, "message", message_of(text)));
  else
    sarif->notices_left_out++;
}

/* ---- places ----------------------------------------------------------------------------- */

static bool leads_upwards(const char *path) {
  char *whole = wb_format("/%s/", path);
  const bool found = strstr(whole, "/../") != NULL;
  free(whole);
  return found;
}

/* From the folder where the program was called. What is not there has its name alone, or the one
 * that it has in the list's folder. The caller frees it. */
static char *relative_path(const struct wb_list *list, const char *file) {
  const bool in_root = list->root != NULL && file[0] != '/';
  char *path = in_root ? wb_path_join(list->root, file) : wb_strdup(file);
  const char *inside = wb_short_path(path);
  if (inside[0] == '/' && in_root) inside = file;
  if (inside[0] == '/' || leads_upwards(inside)) inside = wb_path_basename(inside);
  char *relative = wb_strdup(inside);
  free(path);
  return relative;
}

/* A relative URI (RFC 3986); NULL where there is no file. The caller frees it. */
static char *uri_of(const struct wb_list *list, const char *file) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  struct wb_str uri;
  if (file[0] == '\0') return NULL;
  char *path = relative_path(list, file);
  wb_str_init(&uri);
  for (const char *c = path; *c != '\0'; c++) {
    if (strchr(plain, *c) != NULL)
      wb_str_add_char(&uri, *c);
    else
      wb_str_addf(&uri, "%%%02X", (unsigned char)*c);
  }
  free(path);
  if (uri.length == 0) wb_str_add_char(&uri, '.');
  return wb_str_detach(&uri);
}

/* Columns count characters; without the line that cannot be known. */
static unsigned column_of(const struct place *at) {
  size_t length;
  const char *line = wb_find_source_line(at->source, at->line, &length);
  unsigned column = 1;
  if (line == NULL || at->column == 0 || at->column > length + 1) return 0;
  for (uint32_t i = 0; i + 1 < at->column; i++) column += ((unsigned char)line[i] & 0xC0) != 0x80;
  return column;
}

/* NULL where there is none. */
static json_t *physical_location(const struct wb_list *list, const struct place *at) {
  char *uri = uri_of(list, at->file);
  const unsigned column = column_of(at);
  if (uri == NULL) return NULL;
  json_t *region = json_pack("{s:i}", "startLine", at->line > 0 ? (int)at->line : 1);
  if (column > 0) json_object_set_new(region, "startColumn", json_integer(column));
  json_t *location = json_pack("{s:{s:s}, s:o}", "artifactLocation", "uri", uri, "region", region);
  free(uri);
  return location;
}

static void add_related(const struct wb_list *list, json_t *related, const struct place *at,
                        const char *text) {
  json_t *location = physical_location(list, at);
  if (location == NULL) return;
  json_array_append_new(
      related, json_pack("{s:i, s:o, s:o}", "id", (int)json_array_size(related) + 1, "message",
                         message_of(text), "physicalLocation", location));
}

/* ---- results ---------------------------------------------------------------------------- */

static void note_rule(struct sarif *sarif, const char *rule, const char *help) {
  if (wb_names_have(&sarif->rule_names, rule)) return;
  wb_names_add(&sarif->rule_names, rule);
  json_array_append_new(sarif->rules,
                        json_pack("{s:s, s:o}", "id", rule, "shortDescription",
                                  message_of(help != NULL && help[0] != '\0' ? help : rule)));
}

/* The same after lines above were added or taken away: of the line's text, not of its number. */
static json_t *fingerprint_of(const struct sarif_result *result, json_t *location) {
  struct wb_sha256 sha;
  unsigned char digest[WB_SHA256_BYTES];
  char hex[WB_SHA256_HEX];
  size_t length;
  const char *line = wb_find_source_line(result->at.source, result->at.line, &length);
  wb_sha256_init(&sha);
  wb_sha256_add_text(&sha, result->rule);
  wb_sha256_add_text(&sha, json_string_value(json_object_get(
                               json_object_get(location, "artifactLocation"), "uri")));
  if (line == NULL) wb_sha256_add_text(&sha, result->message);
  for (size_t i = 0; line != NULL && i < length; i++)
    if (line[i] != ' ' && line[i] != '\t') wb_sha256_add(&sha, &line[i], 1);
  wb_sha256_finish(&sha, digest);
  wb_sha256_hex(digest, hex);
  return json_stringn(hex, FINGERPRINT_DIGITS);
}

static void add_result(struct wb_list *list, const struct sarif_result *result) {
  struct sarif *sarif = list->state;
  json_t *location = physical_location(list, &result->at);
  if (location == NULL) {
    add_notice(sarif, "warning", result->message);
    json_decref(result->related);
    return;
  }
  json_t *fingerprint = fingerprint_of(result, location);
  json_t *object = json_pack("{s:s, s:s, s:o, s:[{s:o}], s:{s:o}}", "ruleId", result->rule, "level",
                             result->level, "message", message_of(result->message), "locations",
                             "physicalLocation", location, "partialFingerprints",
                             "workbenchLine/v1", fingerprint);
  if (json_array_size(result->related) > 0)
    json_object_set(object, "relatedLocations", result->related);
  json_decref(result->related);
  note_rule(sarif, result->rule, result->help);
  wb_str_add(list->out, sarif->results++ > 0 ? ",\n" : "\n");
  add_compact(object, list->out);
}

/* ---- a run ------------------------------------------------------------------------------ */

static struct place place_in(const struct wb_list_item *item, const char *file, uint32_t line,
                             uint32_t column) {
  const bool judged = file[0] == '\0';
  return (struct place){.file = judged ? item->file : file,
                        .line = line,
                        .column = column,
                        .source = judged ? item->result->source : NULL};
}

/* Both ends of a race, which the message links to. */
static json_t *ends_of(const struct wb_list *list, const struct wb_list_item *item,
                       const struct wb_finding *finding, const struct place *at,
                       struct wb_str *message) {
  const struct wb_other_access *other = &finding->other;
  json_t *ends = json_array();
  if (!other->present || other->line == 0) return ends;
  const char *file = other->file[0] != '\0' ? other->file : finding->file;
  const struct place there = place_in(item, file, other->line, other->column);
  char *first = wb_first_access_note(finding), *second = wb_other_access_note(finding);
  add_related(list, ends, at, first);
  add_related(list, ends, &there, second);
  if (json_array_size(ends) == 2) wb_str_addf(message, "; [%s](1), [%s](2)", first, second);
  free(first);
  free(second);
  return ends;
}

static void add_finding(struct wb_list *list, const struct wb_list_item *item,
                        const struct wb_unique_finding *unique) {
  const struct wb_finding *finding = unique->finding;
  struct wb_str words, message;
  wb_str_init(&words);
  wb_str_init(&message);
  wb_unique_finding_describe(unique, &words);
  add_without_links(&message, words.data);
  struct sarif_result result = {
      .rule = wb_finding_kind_name(finding->kind),
      .help = wb_finding_kind_help(finding->kind),
      .level = wb_severity_name(finding->severity),
      .at = place_in(item, finding->file, finding->line, finding->column)};
  result.related = ends_of(list, item, finding, &result.at, &message);
  result.message = message.data;
  add_result(list, &result);
  wb_str_release(&words);
  wb_str_release(&message);
}

/* Message `index` of the compiler, with the notes that belong to it. */
static void add_diagnostic(struct wb_list *list, const struct wb_list_item *item, size_t index) {
  const struct wb_diagnostic *all = item->result->diagnostics, *one = &all[index];
  const bool error = one->severity == WB_SEVERITY_ERROR;
  struct sarif_result result = {
      .rule = error ? wb_verdict_name(WB_VERDICT_COMPILE_ERROR) : "compiler-warning",
      .help = error ? wb_verdict_help(WB_VERDICT_COMPILE_ERROR) : "the compiler warns of something",
      .level = wb_severity_name(one->severity),
      .at = place_in(item, one->file, one->line, one->column),
      .related = json_array()};
  struct wb_str message;
  wb_str_init(&message);
  add_without_links(&message, one->message);
  result.message = message.data;
  for (size_t i = index + 1; i < item->result->n_diagnostics && all[i].is_note; i++) {
    const struct place at = place_in(item, all[i].file, all[i].line, all[i].column);
    add_related(list, result.related, &at, all[i].message);
  }
  add_result(list, &result);
  wb_str_release(&message);
}

/* True where one of them is an error. */
static bool add_findings(struct wb_list *list, const struct wb_list_item *item) {
  struct wb_unique_findings found;
  bool error = false;
  wb_findings_collect(item->result, &found);
  for (size_t i = 0; i < found.count; i++) {
    add_finding(list, item, &found.items[i]);
    error = error || found.items[i].finding->severity == WB_SEVERITY_ERROR;
  }
  wb_findings_release(&found);
  return error;
}

/* Likewise. */
static bool add_diagnostics(struct wb_list *list, const struct wb_list_item *item) {
  const struct wb_result *result = item->result;
  bool error = false;
  for (size_t i = 0; i < result->n_diagnostics; i++) {
    if (!result->diagnostics[i].is_note) add_diagnostic(list, item, i);
    error = error || result->diagnostics[i].severity == WB_SEVERITY_ERROR;
  }
  return error;
}

/* What was looked at as a whole: its place may be the file alone. */
static void add_item(struct wb_list *list, const struct wb_list_item *item) {
  struct sarif *sarif = list->state;
  const bool error = item->outcome == WB_LIST_ERROR;
  struct wb_str message;
  wb_str_init(&message);
  if (error || item->file[0] == '\0') {
    wb_str_addf(&message, "%s: %s", item->title, item->message);
    sarif->failed = sarif->failed || error;
    add_notice(sarif, error ? "error" : "warning", message.data);
  } else {
    add_without_links(&message, item->message);
    if (item->remedy[0] != '\0') wb_str_add(&message, ". ");
    add_without_links(&message, item->remedy);
    add_result(list, &(struct sarif_result){
                         .rule = item->rule != NULL ? item->rule : list->kind->rule_word,
                         .help = item->rule_help,
                         .level = item->outcome == WB_LIST_FAILED ? "error" : "note",
                         .message = message.data,
                         .at = {.file = item->file, .line = item->line}});
  }
  wb_str_release(&message);
}

/* The verdict is one more thing to know where nothing that was found explains it. */
static void add_run(struct wb_list *list, const struct wb_list_item *item) {
  const enum wb_verdict verdict = item->result->verdict;
  const bool compile_error = add_diagnostics(list, item), finding = add_findings(list, item);
  const bool explained = (verdict == WB_VERDICT_COMPILE_ERROR && compile_error) ||
                         (verdict == WB_VERDICT_RUNTIME_ERROR && finding);
  struct wb_list_item whole = *item;
  struct wb_str words;
  wb_str_init(&words);
  wb_list_item_of_result(&whole, &words);
  if (verdict != WB_VERDICT_ACCEPTED && !explained) add_item(list, &whole);
  wb_str_release(&words);
}

/* ---- the list --------------------------------------------------------------------------- */

static void sarif_begin(struct wb_list *list) {
  struct sarif *sarif = wb_alloc(sizeof *sarif);
  wb_names_init(&sarif->rule_names);
  sarif->rules = json_array();
  sarif->notices = json_array();
  list->state = sarif;
  wb_str_add(list->out,
             "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
             "\"version\": \"2.1.0\",\n"
             "\"runs\": [{\"columnKind\": \"unicodeCodePoints\",\n\"results\": [");
}

static void sarif_item(struct wb_list *list, const struct wb_list_item *item) {
  if (item->result != NULL)
    add_run(list, item);
  else if (item->outcome != WB_LIST_PASSED && item->outcome != WB_LIST_SKIPPED)
    add_item(list, item);
}

static void end_notices(struct wb_list *list, struct sarif *sarif) {
  for (size_t i = 0; i < list->remarks.count; i++)
    add_notice(sarif, "note", list->remarks.items[i]);
  if (list->trouble != NULL) add_notice(sarif, "error", list->trouble);
  if (sarif->notices_left_out > 0) {
    char *words = wb_format("%zu more have no place either", sarif->notices_left_out);
    json_array_append_new(
        sarif->notices, json_pack("{s:s, s:o}", "level", "warning", "message", message_of(words)));
    free(words);
  }
}

static void sarif_end(struct wb_list *list) {
  struct sarif *sarif = list->state;
  end_notices(list, sarif);
  wb_str_add(list->out, "\n],\n\"tool\": ");
  add_compact(json_pack("{s:{s:s, s:s, s:O}}", "driver", "name", "GPU Puzzle Workbench", "version",
                        WB_VERSION, "rules", sarif->rules),
              list->out);
  wb_str_add(list->out, ",\n\"invocations\": ");
  add_compact(
      json_pack("[{s:b, s:O}]", "executionSuccessful", !sarif->failed && list->trouble == NULL,
                "toolExecutionNotifications", sarif->notices),
      list->out);
  wb_str_add(list->out, "}]}\n");
}

static void sarif_release(struct wb_list *list) {
  struct sarif *sarif = list->state;
  wb_names_release(&sarif->rule_names);
  json_decref(sarif->rules);
  json_decref(sarif->notices);
  free(sarif);
}

const struct wb_list_format wb_list_sarif = {.name = "sarif",
                                             .for_programs = true,
                                             .begin = sarif_begin,
                                             .item = sarif_item,
                                             .result = sarif_item,
                                             .end = sarif_end,
                                             .release = sarif_release};
