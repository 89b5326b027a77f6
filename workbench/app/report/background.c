#include "report/background.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SILVER = 7, WHITE = 15 }; /* of the sixteen colours */

/* "foreground;background", with a third part in between from some terminals. */
static enum wb_background background_of_terminal(const char *colors) {
  const char *last = colors != NULL ? strrchr(colors, ';') : NULL;
  char *end = NULL;
  const long color = last != NULL ? strtol(last + 1, &end, 10) : -1;
  const bool is_number = end != NULL && end > last + 1 && *end == '\0';
  return is_number && (color == SILVER || color == WHITE) ? WB_BACKGROUND_LIGHT
                                                          : WB_BACKGROUND_DARK;
}

enum wb_background wb_background(void) {
  const char *chosen = getenv("WORKBENCH_BACKGROUND");
  if (chosen != NULL && strcmp(chosen, "light") == 0) return WB_BACKGROUND_LIGHT;
  if (chosen != NULL && strcmp(chosen, "dark") == 0) return WB_BACKGROUND_DARK;
  return background_of_terminal(getenv("COLORFGBG"));
}

bool wb_background_is_said(void) {
  return getenv("WORKBENCH_BACKGROUND") != NULL || getenv("COLORFGBG") != NULL;
}

/* A part of a colour, as a share of 1000 of the most that its digits can say. */
static bool parse_part(const char **at, size_t digits, unsigned *share) {
  unsigned value = 0, most = 0;
  size_t i = 0;
  for (; i < digits && isxdigit((unsigned char)**at); i++, ++*at) {
    const char digit[] = {**at, '\0'};
    value = value * 16 + (unsigned)strtoul(digit, NULL, 16);
    most = most * 16 + 15;
  }
  *share = most > 0 ? value * 1000 / most : 0;
  return i > 0;
}

bool wb_background_of_color(const char *color, enum wb_background *background) {
  const bool is_short = color[0] == '#';
  const char *colon = is_short ? color : strchr(color, ':');
  unsigned shares[3];
  if (colon == NULL || (!is_short && strncmp(color, "rgb", 3) != 0)) return false;
  const char *at = colon + 1;
  const size_t digits = is_short ? strlen(at) / 3 : 4;
  for (size_t i = 0; i < 3; i++) {
    if (i > 0 && !is_short && *at++ != '/') return false;
    if (!parse_part(&at, digits, &shares[i])) return false;
  }
  /* How bright the eye finds it. */
  const unsigned brightness = (shares[0] * 299 + shares[1] * 587 + shares[2] * 114) / 1000;
  *background = brightness > 500 ? WB_BACKGROUND_LIGHT : WB_BACKGROUND_DARK;
  return true;
}

void wb_background_keep(enum wb_background background) {
  setenv("COLORFGBG", background == WB_BACKGROUND_LIGHT ? "0;15" : "15;0", 1);
}
