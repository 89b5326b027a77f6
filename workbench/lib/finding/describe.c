#include "finding/finding.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "finding/schedule.h"

/* What a kind says where the device left no words. `%` of the table: whether
 * the access and the element are named after it. */
struct phrase {
  const char *before; /* the verb's place: NULL means "reads", "writes", … */
  const char *after;
};

static const struct phrase phrases[WB_FINDING_KIND_COUNT] = {
    [WB_OUT_OF_BOUNDS] = {NULL, ", outside the array"},
    [WB_NULL_POINTER] = {NULL, " through a null pointer"},
    [WB_READ_ONLY_WRITE] = {"writes to", ", which is read-only"},
    [WB_MISALIGNED] = {NULL, " at an address that is not a multiple of its size"},
    [WB_DATA_RACE] = {NULL, " while another work-item does, and nothing orders the two"},
    [WB_BARRIER_DIVERGENCE] = {"not every work-item of the group reaches this barrier", ""},
    [WB_UNINITIALIZED_READ] = {"uses the value of", ", which nobody wrote"},
    [WB_ASYNC_COPY_MISUSE] = {NULL, " before its asynchronous copy was waited for"},
    [WB_DIVIDE_BY_ZERO] = {"divides an integer by zero", ""},
    [WB_STACK_OVERFLOW] = {"uses more private memory than there is", ""},
    [WB_INVALID_LAUNCH] = {"the launch is not one that OpenCL allows", ""},
    [WB_INVALID_ARGUMENT] = {"the parameters differ from those of the puzzle", ""},
    [WB_DEADLOCK] = {"work-items wait for each other for ever", ""},
    [WB_SHIFT_TOO_WIDE] = {"shifts by more bits than the number has", ""},
    [WB_CONVERSION_OUT_OF_RANGE] = {"converts a float to an integer that cannot hold it", ""},
    [WB_ORDER_DEPENDENCE] = {"gives another result when work-items run in another order", ""},
    [WB_PRINTF_MISMATCH] = {"prints what the conversion is not for", ""},
    [WB_HOST_RACE] = {NULL, " while a command may use it that was not waited for"},
    [WB_QUEUE_RACE] = {NULL, " while a command of another queue may, and no event orders the two"},
    [WB_RELEASED_IN_USE] = {"releases", " while a command uses it"},
    [WB_USE_AFTER_RELEASE] = {"uses", " after its release"},
    [WB_EVENT_MISUSE] = {"waits for an event that nothing was recorded in", ""},
    [WB_OVERLAPPING_COPY] = {"copies between two parts of", " that overlap"},
    [WB_COPY_OUT_OF_RANGE] = {"copies more than", " has"},
    [WB_SHORT_LAUNCH] = {"the grid has fewer work-items than the data needs", ""},
    [WB_IDLE_LAUNCH] = {"most work-items of the launch do nothing", ""},
    [WB_STALE_ARGUMENT] = {"passes", ", which was set for an earlier launch"},
    [WB_OVERWRITTEN_UNREAD] = {"overwrites", " before anything read it"},
    [WB_MAPPED_ACCESS] = {"uses", " while it is mapped"},
    [WB_WRONG_CONTEXT] = {"uses", " with another context than its own"},
    [WB_LAYOUT_MISMATCH] = {"the host's layout of", " is not the kernel's"},
    [WB_NOT_AWAITED] = {"ends without waiting for what was enqueued", ""},
    [WB_ALIASED_ARGUMENT] = {"passes", " as input and as output"},
    [WB_REDUNDANT_WORK] = {"changes nothing", ""},
    [WB_FOREIGN_DATA] = {"has made itself what must come from a kernel, or go to one as it came",
                         ""},
    [WB_SCRIPT_ERROR] = {"ends with an error of Lua", ""},
    [WB_LEAK] = {"still holds", " at the end"},
};

static const char *verb_of(enum wb_access access) {
  static const char *const verbs[] = {[WB_ACCESS_NONE] = "accesses",
                                      [WB_ACCESS_READ] = "reads",
                                      [WB_ACCESS_WRITE] = "writes",
                                      [WB_ACCESS_ATOMIC] = "updates atomically"};
  return (unsigned)access < sizeof verbs / sizeof verbs[0] ? verbs[access] : "accesses";
}

/* What the source gives no name is called "", ".compoundliteral" or "string literal". */
bool wb_array_has_name(const char *array) {
  return array[0] != '\0' && array[0] != '.' && strchr(array, ' ') == NULL;
}

const char *wb_elements_text(const char *array, int64_t first, int64_t last,
                             char text[WB_ELEMENTS_TEXT_MAX]) {
  const size_t size = WB_ELEMENTS_TEXT_MAX;
  const char *joint = last == first + 1 ? "," : " to";
  char range[64];
  snprintf(range, sizeof range, first == last ? " %" PRId64 : "s %" PRId64 "%s %" PRId64, first,
           joint, last);
  if (!wb_array_has_name(array))
    snprintf(text, size, "element%s of %s", range,
             strchr(array, ' ') != NULL ? "a string literal" : "an array without a name");
  else if (first == last)
    snprintf(text, size, "%s[%" PRId64 "]", array, first);
  else
    snprintf(text, size, "%s[%" PRId64 "]%s %s[%" PRId64 "]", array, first, joint, array, last);
  return text;
}

static void add_element(const struct wb_finding *finding, struct wb_str *out) {
  char text[WB_ELEMENTS_TEXT_MAX];
  if (finding->has_index)
    wb_str_addf(out, " %s", wb_elements_text(finding->array, finding->index, finding->index, text));
  else if (finding->array[0] != '\0')
    wb_str_addf(out, " %s", finding->array);
}

static void add_phrase(const struct wb_finding *finding, struct wb_str *out) {
  const struct phrase *phrase = &phrases[finding->kind];
  bool whole = phrase->before != NULL && phrase->after[0] == '\0';
  wb_str_add(out, phrase->before != NULL ? phrase->before : verb_of(finding->access));
  if (!whole) add_element(finding, out);
  wb_str_add(out, phrase->after);
}

/* The device's own sentence without its full stop. */
static void add_message(const struct wb_finding *finding, struct wb_str *out) {
  size_t length = strlen(finding->message);
  while (length > 0 && (finding->message[length - 1] == '.' || finding->message[length - 1] == ' '))
    length--;
  wb_str_add_bytes(out, finding->message, length);
}

const char *wb_id_text(const uint64_t id[3], uint64_t dimensions, char text[WB_ID_TEXT_MAX]) {
  if (dimensions == 1)
    snprintf(text, WB_ID_TEXT_MAX, "%" PRIu64, id[0]);
  else if (dimensions == 2)
    snprintf(text, WB_ID_TEXT_MAX, "(%" PRIu64 ",%" PRIu64 ")", id[0], id[1]);
  else
    snprintf(text, WB_ID_TEXT_MAX, "(%" PRIu64 ",%" PRIu64 ",%" PRIu64 ")", id[0], id[1], id[2]);
  return text;
}

void wb_item_words(const struct wb_item_id *who, struct wb_str *out) {
  char text[WB_ID_TEXT_MAX];
  wb_str_addf(out, "work-item %s", wb_id_text(who->item, who->dimensions, text));
}

void wb_item_id_words(const struct wb_item_id *who, struct wb_str *out) {
  char text[WB_ID_TEXT_MAX];
  wb_item_words(who, out);
  wb_str_addf(out, " of group %s", wb_id_text(who->group, who->dimensions, text));
}

/* Whether a message says of a work-item which one it is. */
static bool names_item(const char *message) {
  static const char before[] = "work-item ";
  bool named = false;
  while (!named && (message = strstr(message, before)) != NULL) {
    message += sizeof before - 1;
    named = *message == '(' || (*message >= '0' && *message <= '9');
  }
  return named;
}

/* Who else, and where: of a race the other access, of an unwritten value the
 * place that uses it. */
static void add_other(const struct wb_finding *finding, struct wb_str *out) {
  const struct wb_other_access *other = &finding->other;
  if (finding->kind == WB_UNINITIALIZED_READ || finding->kind == WB_CONVERSION_OUT_OF_RANGE ||
      wb_finding_is_of_host(finding)) {
    if (other->line == 0) return;
    wb_str_add(out, "; see also ");
    if (other->file[0] != '\0')
      wb_str_addf(out, "%s:%u", other->file, other->line);
    else
      wb_str_addf(out, "line %u", other->line);
    return;
  }
  wb_str_add(out, finding->kind == WB_BARRIER_DIVERGENCE ? "; the other is " : "; ");
  wb_item_id_words(&other->who, out);
  if (other->access != WB_ACCESS_NONE) wb_str_addf(out, " %s it", verb_of(other->access));
  if (other->line > 0) wb_str_addf(out, " at line %u", other->line);
}

/* In which order of work-items it shows, where it does not in the first. */
static void add_order(const struct wb_finding *finding, struct wb_str *out) {
  struct wb_schedule order;
  char words[WB_SCHEDULE_WORDS_MAX];
  if (finding->kind == WB_ORDER_DEPENDENCE || !wb_schedule_parse(finding->order, &order)) return;
  wb_schedule_words(&order, words);
  wb_str_addf(out, ", when work-items run %s", words);
}

/* In which launch, where there were several. */
static void add_launch(const struct wb_finding *finding, struct wb_str *out) {
  if (finding->launch == 0 || finding->launches < 2) return;
  wb_str_addf(out, ", in launch %" PRIu32 " of %" PRIu32, finding->launch, finding->launches);
  if (finding->in_launches > 1)
    wb_str_addf(out, " and %" PRIu32 " later", finding->in_launches - 1);
}

/* How many work-items it happened to, and how often where that is more. */
static void add_counts(const struct wb_finding *finding, struct wb_str *out) {
  const uint64_t items = finding->items > 0 ? finding->items : finding->count;
  const char *what = finding->access == WB_ACCESS_NONE ? "times" : "accesses";
  if (!finding->has_item) {
    if (finding->count > 1) wb_str_addf(out, " (%" PRIu64 " times)", finding->count);
    return;
  }
  if (items > 1) wb_str_addf(out, " and %" PRIu64 " more", items - 1);
  if (finding->count > items)
    wb_str_addf(out, " (%" PRIu64 " %s%s)", finding->count, what, items > 1 ? " in all" : "");
}

/* Where a host program launched the kernel. */
static void add_host_line(const struct wb_finding *finding, struct wb_str *out) {
  if (finding->host_line == 0 || wb_finding_is_of_host(finding)) return;
  wb_str_addf(out, "; launched at %s:%" PRIu32, finding->host_file, finding->host_line);
}

static void describe_what(const struct wb_finding *finding, struct wb_str *out) {
  size_t start = out->length;
  if (finding->message[0] != '\0')
    add_message(finding, out);
  else if ((unsigned)finding->kind < WB_FINDING_KIND_COUNT)
    add_phrase(finding, out);
  add_launch(finding, out);
  add_order(finding, out);
  /* A message that names its work-items says it better. */
  if (names_item(out->data + start)) return;
  if (finding->has_item && finding->n_first > 0) {
    /* One colon a sentence. */
    wb_str_add(out, strstr(out->data + start, ": ") != NULL ? "; by " : ": ");
    wb_item_id_words(&finding->first[0], out);
  }
  add_counts(finding, out);
  if (finding->other.present) add_other(finding, out);
}

void wb_finding_describe(const struct wb_finding *finding, struct wb_str *out) {
  describe_what(finding, out);
  add_host_line(finding, out);
}
