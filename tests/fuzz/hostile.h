/* Chance by seed, and texts that a terminal should never see as they are. */
#ifndef WB_TESTS_HOSTILE_H
#define WB_TESTS_HOSTILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

struct chance {
  uint64_t state;
};

static inline void chance_begin(struct chance *chance, uint64_t seed) {
  chance->state = seed * 0x9E3779B97F4A7C15U + 0x2545F4914F6CDD1DU;
}

static inline uint32_t chance_next(struct chance *chance) {
  uint64_t x = chance->state;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  chance->state = x;
  return (uint32_t)(x >> 24);
}

/* 0 … below - 1. */
static inline unsigned chance_below(struct chance *chance, unsigned below) {
  return below > 0 ? chance_next(chance) % below : 0;
}

static inline int chance_one_in(struct chance *chance, unsigned n) {
  return chance_below(chance, n) == 0;
}

static const char *const hostile_pieces[] = {
    "plain words here ",
    "out[i] = a[i] + b[i];",
    "\n",
    "\t",
    "  ",
    "\033[2J\033[H",
    "\033]0;title\007",
    "\033]52;c;aGk=\033\\",
    "\033[31mred\033[0m",
    "\033[?1049l",
    "\033[6n",
    "\033c",
    "\033(0",
    "\033P+q544e\033\\",
    "\007\007",
    "\b\b\b",
    "\r",
    "\v\f",
    "\x0e\x0f",
    "\177",
    "\xC2\x9B"
    "31m",
    "\x9B"
    "2J",
    "宽字符 ",
    "e\xCC\x81",
    "a\xCC\x80\xCC\x81\xCC\x82\xCC\x83\xCC\x84\xCC\x85",
    "\xCC\x81",
    "\xE2\x80\xAE" /* NOLINT(misc-misleading-bidirectional): it is meant */
    "desrever",
    "\xE2\x80\x8B",
    "\xE2\x80\x8D",
    "👩\xE2\x80\x8D👩\xE2\x80\x8D👧",
    "🇩🇪",
    "☺\xEF\xB8\x8F",
    "\xFF\xFE",
    "\xC0\xAF",
    "\xED\xA0\x80",
    "\xF4\x90\x80\x80",
    "\xE2\x82",
    "\xEF\xBF\xBF",
    "\xF3\xA0\x81\x81",
    "%s%n%d",
    "AVeryLongWordThatFitsInNoPaneBecauseItGoesOnAndOnWithoutABlankAnywhereUntilItsEnd",
    "/* a comment\n   of lines */ \"a string\" 'c' 0x1p-3f\n",
    "# Heading\n\n```c\ncode();\n```\n* item\n> quote\n[link](http://x)\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
};
enum { HOSTILE_PIECES = sizeof hostile_pieces / sizeof hostile_pieces[0] };

/* Appends up to `pieces` pieces, some of them random bytes (never NUL). */
static inline void hostile_add(struct chance *chance, unsigned pieces, struct wb_str *out) {
  const unsigned count = chance_below(chance, pieces + 1);
  for (unsigned i = 0; i < count; i++) {
    if (chance_one_in(chance, 8)) {
      wb_str_add_char(out, (char)(1 + chance_below(chance, 255)));
    } else {
      wb_str_add(out, hostile_pieces[chance_below(chance, HOSTILE_PIECES)]);
    }
  }
}

/* Such a text; sometimes a very long line. The caller frees. */
static inline char *hostile_text(struct chance *chance, unsigned pieces) {
  struct wb_str text;
  wb_str_init(&text);
  hostile_add(chance, pieces, &text);
  if (chance_one_in(chance, 50)) {
    const char *piece = hostile_pieces[chance_below(chance, HOSTILE_PIECES)];
    for (unsigned i = chance_below(chance, 400); i > 0; i--) wb_str_add(&text, piece);
  }
  return wb_str_detach(&text);
}

#endif
