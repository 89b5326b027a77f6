#include "report/background.h"

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
