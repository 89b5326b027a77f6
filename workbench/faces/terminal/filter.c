#include "terminal/filter.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  BELL = 0x07,
  FIRST_MOVE = 0x07, /* BEL, BS, TAB, LF, VT, FF, CR, SO, SI: the controls that mean something */
  LAST_MOVE = 0x0F,
  CANCEL = 0x18,
  SUBSTITUTE = 0x1A,
  ESCAPE = 0x1B,
  DELETE = 0x7F,
  MODES_START = 3
};

static bool is_final(char c) { return c >= '@' && c <= '~'; }
static bool is_intermediate(char c) { return c >= ' ' && c <= '/'; }
static bool is_one_of(char c, const char *set) { return c != '\0' && strchr(set, c) != NULL; }

/* ---- modes ---- */

static void set_mode(struct wb_terminal_filter *filter, unsigned number, bool on) {
  size_t i = 0;
  while (i < filter->n_modes && filter->modes[i].number != number) i++;
  if (i == WB_FILTER_MODES) return;
  filter->modes[i] = (struct wb_filter_mode){number, on};
  if (i == filter->n_modes) filter->n_modes++;
}

/* "ESC [ 6 SP q" */
static void note_cursor(struct wb_terminal_filter *filter) {
  const unsigned long shape = strtoul(filter->sequence + 2, NULL, 10);
  const char *end = filter->sequence + filter->length - 2;
  if (filter->length < MODES_START + 1 || strcmp(end, " q") != 0) return;
  filter->cursor_shape = shape <= WB_FILTER_CURSORS ? (uint8_t)shape : 0;
}

/* "ESC [ ? 1 ; 25 h" */
static void note_modes(struct wb_terminal_filter *filter) {
  const char final = filter->sequence[filter->length - 1];
  char *next = filter->sequence + MODES_START;
  if (filter->length <= MODES_START || filter->sequence[2] != '?') return;
  if (final != 'h' && final != 'l') return;
  while (*next >= '0' && *next <= '9') {
    set_mode(filter, (unsigned)strtoul(next, &next, 10), final == 'h');
    if (*next == ';') next++;
  }
}

void wb_terminal_filter_modes(const struct wb_terminal_filter *filter, struct wb_str *out) {
  for (size_t i = 0; i < filter->n_modes; i++)
    wb_str_addf(out, "\033[?%u%c", filter->modes[i].number, filter->modes[i].on ? 'h' : 'l');
  if (filter->keypad != 0) wb_str_addf(out, "\033%c", filter->keypad);
}

/* ---- sequences ---- */

static void begin_sequence(struct wb_terminal_filter *filter) {
  filter->state = WB_FILTER_ESCAPE;
  filter->sequence[0] = ESCAPE;
  filter->length = 1;
  filter->digits = 0;
}

static void keep_byte(struct wb_terminal_filter *filter, char c) {
  filter->sequence[filter->length++] = c;
  filter->sequence[filter->length] = '\0';
}

static void pass_sequence(struct wb_terminal_filter *filter, struct wb_str *out) {
  wb_str_add_bytes(out, filter->sequence, filter->length);
  filter->state = WB_FILTER_TEXT;
  filter->last = 0;
}

static void repeat_last(struct wb_terminal_filter *filter, struct wb_str *out) {
  unsigned long count = strtoul(filter->sequence + 2, NULL, 10);
  if (count == 0) count = 1;
  if (count > WB_FILTER_REPEAT_MAX) count = WB_FILTER_REPEAT_MAX;
  for (unsigned long i = 0; filter->last != 0 && i < count; i++) wb_str_add_char(out, filter->last);
  filter->state = WB_FILTER_TEXT;
}

/* ESC and one more: saved places, keypads, lines, tabs, a reset. */
static void end_simple(struct wb_terminal_filter *filter, char c, struct wb_str *out) {
  filter->state = WB_FILTER_TEXT;
  if (!is_one_of(c, "78=>cDEHM")) return;
  if (c == '=' || c == '>') filter->keypad = c;
  if (c == 'c') {
    filter->n_modes = 0;
    filter->keypad = 0;
    filter->cursor_shape = 0;
  }
  keep_byte(filter, c);
  pass_sequence(filter, out);
}

static void end_escape(struct wb_terminal_filter *filter, char c, struct wb_str *out) {
  const char intermediate = filter->sequence[1];
  filter->state = WB_FILTER_TEXT;
  bool charset = is_one_of(intermediate, "()*+") && is_one_of(c, "0AB");
  if (filter->length != 2 || !(charset || (intermediate == '#' && c == '8'))) return;
  keep_byte(filter, c);
  pass_sequence(filter, out);
}

/* After ESC. */
static void in_escape(struct wb_terminal_filter *filter, char c, struct wb_str *out) {
  if (is_intermediate(c)) {
    if (filter->length < WB_FILTER_DIGITS) keep_byte(filter, c);
  } else if (filter->length > 1) {
    end_escape(filter, c, out);
  } else if (c == '[') {
    keep_byte(filter, c);
    filter->state = WB_FILTER_CSI;
  } else if (is_one_of(c, "]PX^_")) {
    filter->state = WB_FILTER_STRING;
  } else {
    end_simple(filter, c, out);
  }
}

/* After ESC [. */
static void in_csi(struct wb_terminal_filter *filter, char c, struct wb_str *out) {
  filter->digits = c >= '0' && c <= '9' ? filter->digits + 1 : 0;
  if (filter->digits > WB_FILTER_DIGITS) return;
  if (filter->length == WB_FILTER_SEQUENCE) { /* none of any meaning is this long */
    filter->state = is_final(c) ? WB_FILTER_TEXT : WB_FILTER_SKIP;
    return;
  }
  keep_byte(filter, c);
  if (!is_final(c)) return;
  if (c == 'b') {
    repeat_last(filter, out);
  } else {
    note_modes(filter);
    note_cursor(filter);
    pass_sequence(filter, out);
  }
}

static void skip_byte(struct wb_terminal_filter *filter, char c, struct wb_str *out) {
  (void)out;
  if (is_final(c)) filter->state = WB_FILTER_TEXT;
}

static void in_string(struct wb_terminal_filter *filter, char c, struct wb_str *out) {
  (void)filter, (void)c, (void)out;
}

/* "ESC \" ends a string; any other escape does as well, and is one itself. */
static void end_string(struct wb_terminal_filter *filter, char c, struct wb_str *out) {
  if (c == '\\') {
    filter->state = WB_FILTER_TEXT;
  } else {
    begin_sequence(filter);
    in_escape(filter, c, out);
  }
}

/* ---- text ---- */

enum {
  FIRST_C1 = 0x80,
  LAST_C1 = 0x9F,
  SURROGATES = 0xD800,
  LAST_SURROGATE = 0xDFFF,
  LAST_CHARACTER = 0x10FFFF
};

static void add_replacement(struct wb_str *out) { wb_str_add(out, "\xEF\xBF\xBD"); }

static bool is_continuation(unsigned char byte) { return (byte & 0xC0U) == 0x80; }

static size_t bytes_after(unsigned char lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

/* A terminal that obeys these would turn the rest of the screen's line round. */
static bool turns_text(uint32_t character) {
  return character == 0x061C || character == 0x200E || character == 0x200F ||
         (character >= 0x202A && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069);
}

static void end_character(struct wb_terminal_filter *filter, struct wb_str *out) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const size_t all = filter->utf8_all;
  uint32_t character = filter->utf8[0] & (0xFFU >> (all + 1));
  for (size_t i = 1; i < all; i++) character = character << 6 | (filter->utf8[i] & 0x3FU);
  bool valid = character >= least[all] && character <= LAST_CHARACTER &&
               !(character >= SURROGATES && character <= LAST_SURROGATE);
  filter->n_utf8 = 0;
  if ((character >= FIRST_C1 && character <= LAST_C1) || turns_text(character)) return;
  if (valid)
    wb_str_add_bytes(out, (const char *)filter->utf8, all);
  else
    add_replacement(out);
}

/* A character that is cut off. */
static void drop_character(struct wb_terminal_filter *filter, struct wb_str *out) {
  if (filter->n_utf8 > 0) add_replacement(out);
  filter->n_utf8 = 0;
}

static void pass_byte(struct wb_terminal_filter *filter, unsigned char byte, struct wb_str *out) {
  filter->last = 0;
  if (filter->n_utf8 > 0 && is_continuation(byte)) {
    filter->utf8[filter->n_utf8++] = byte;
    if (filter->n_utf8 == filter->utf8_all) end_character(filter, out);
    return;
  }
  drop_character(filter, out);
  filter->utf8_all = bytes_after(byte);
  if (filter->utf8_all == 0)
    add_replacement(out);
  else
    filter->utf8[filter->n_utf8++] = byte;
}

static void in_text(struct wb_terminal_filter *filter, char c, struct wb_str *out) {
  drop_character(filter, out);
  filter->last = c;
  wb_str_add_char(out, c);
}

/* ---- one byte after the other ---- */

/* Controls act at once, in a sequence too; a string has no use for them. */
static void handle_control(struct wb_terminal_filter *filter, char c, struct wb_str *out) {
  const bool string = filter->state == WB_FILTER_STRING || filter->state == WB_FILTER_STRING_END;
  drop_character(filter, out);
  if (c == ESCAPE && string) {
    filter->state = WB_FILTER_STRING_END;
  } else if (c == ESCAPE) {
    begin_sequence(filter);
  } else if (c == CANCEL || c == SUBSTITUTE || (c == BELL && string)) {
    filter->state = WB_FILTER_TEXT;
  } else if (!string && c >= FIRST_MOVE && c <= LAST_MOVE) {
    wb_str_add_char(out, c);
    if (filter->state == WB_FILTER_TEXT) filter->last = 0;
  }
}

void wb_terminal_filter_pass(struct wb_terminal_filter *filter, const char *bytes, size_t length,
                             struct wb_str *out) {
  static void (*const states[WB_FILTER_STATES])(struct wb_terminal_filter *, char,
                                                struct wb_str *) = {
      [WB_FILTER_TEXT] = in_text,     [WB_FILTER_ESCAPE] = in_escape,
      [WB_FILTER_CSI] = in_csi,       [WB_FILTER_SKIP] = skip_byte,
      [WB_FILTER_STRING] = in_string, [WB_FILTER_STRING_END] = end_string};
  for (size_t i = 0; i < length; i++) {
    const unsigned char byte = (unsigned char)bytes[i];
    if (byte < ' ') {
      handle_control(filter, bytes[i], out);
    } else if (byte < DELETE) {
      states[filter->state](filter, bytes[i], out);
    } else if (byte > DELETE && filter->state == WB_FILTER_TEXT) {
      pass_byte(filter, byte, out);
    } /* libvterm, too, sees no others in a sequence */
  }
}
