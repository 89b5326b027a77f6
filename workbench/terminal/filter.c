#include "terminal/filter.h"

#include <stdlib.h>

enum { ESCAPE = 0x1B, DELETE = 0x7F, FIRST_FINAL = '@', LAST_FINAL = '~', MODES_START = 3 };

static bool is_final(char c) { return c >= FIRST_FINAL && c <= LAST_FINAL; }
static bool is_control(char c) { return (unsigned char)c < ' '; }

/* ---- modes ---- */

static void set_mode(struct wb_filter *filter, unsigned number, bool on) {
  size_t i = 0;
  while (i < filter->n_modes && filter->modes[i].number != number) i++;
  if (i == WB_FILTER_MODES) return;
  filter->modes[i] = (struct wb_filter_mode){number, on};
  if (i == filter->n_modes) filter->n_modes++;
}

/* "ESC [ ? 1 ; 25 h" */
static void note_modes(struct wb_filter *filter) {
  const char final = filter->sequence[filter->length - 1];
  char text[WB_FILTER_SEQUENCE + 1] = {0};
  char *next = text;
  if (filter->length <= MODES_START || filter->sequence[2] != '?') return;
  if (final != 'h' && final != 'l') return;
  for (size_t i = MODES_START; i < filter->length; i++) text[i - MODES_START] = filter->sequence[i];
  while (*next >= '0' && *next <= '9') {
    set_mode(filter, (unsigned)strtoul(next, &next, 10), final == 'h');
    if (*next == ';') next++;
  }
}

void wb_filter_modes(const struct wb_filter *filter, struct wb_str *out) {
  for (size_t i = 0; i < filter->n_modes; i++)
    wb_str_addf(out, "\033[?%u%c", filter->modes[i].number, filter->modes[i].on ? 'h' : 'l');
  if (filter->keypad != 0) wb_str_addf(out, "\033%c", filter->keypad);
}

/* ---- sequences ---- */

static void pass_sequence(struct wb_filter *filter, struct wb_str *out) {
  if (filter->length == 0) return;
  wb_str_add_bytes(out, filter->sequence, filter->length);
  filter->length = 0;
  filter->last = 0;
}

static void repeat_last(struct wb_filter *filter, struct wb_str *out) {
  filter->sequence[filter->length - 1] = '\0';
  unsigned long count = strtoul(filter->sequence + 2, NULL, 10);
  if (count == 0) count = 1;
  if (count > WB_FILTER_REPEAT_MAX) count = WB_FILTER_REPEAT_MAX;
  for (unsigned long i = 0; filter->last != 0 && i < count; i++) wb_str_add_char(out, filter->last);
  filter->length = 0;
}

/* ESC and one more. */
static void pass_escape(struct wb_filter *filter, struct wb_str *out) {
  const char c = filter->sequence[1];
  if (c == '=' || c == '>') filter->keypad = c;
  if (c == 'c') { /* a reset */
    filter->n_modes = 0;
    filter->keypad = 0;
  }
  pass_sequence(filter, out);
}

/* One more byte of "ESC [ …", or of another escape. */
static void go_on(struct wb_filter *filter, char c, struct wb_str *out) {
  if ((unsigned char)c >= DELETE) return; /* libvterm, too, sees none in a sequence */
  const bool digit = c >= '0' && c <= '9';
  filter->digits = digit ? filter->digits + 1 : 0;
  if (filter->digits > WB_FILTER_DIGITS) return;
  filter->sequence[filter->length++] = c;
  const bool opens = filter->length == 2;
  if (opens && c != '[') {
    pass_escape(filter, out);
  } else if (!opens && c == 'b') {
    repeat_last(filter, out);
  } else if (!opens && is_final(c)) {
    note_modes(filter);
    pass_sequence(filter, out);
  } else if (filter->length == WB_FILTER_SEQUENCE) {
    filter->length = 0; /* no sequence of any meaning is this long */
  }
}

void wb_filter_pass(struct wb_filter *filter, const char *bytes, size_t length,
                    struct wb_str *out) {
  for (size_t i = 0; i < length; i++) {
    const char c = bytes[i];
    if (c == ESCAPE) {
      pass_sequence(filter, out);
      filter->sequence[filter->length++] = c;
    } else if (filter->length > 0 && !is_control(c)) {
      go_on(filter, c, out);
    } else {
      wb_str_add_char(out, c); /* a control acts at once, in a sequence too */
      if (filter->length == 0) filter->last = c >= ' ' && c < DELETE ? c : 0;
    }
  }
}
