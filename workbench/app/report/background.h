/* What is behind the text: colours that are readable on black may vanish on white. */
#ifndef WB_REPORT_BACKGROUND_H
#define WB_REPORT_BACKGROUND_H

#include <stdbool.h>

enum wb_background { WB_BACKGROUND_DARK, WB_BACKGROUND_LIGHT };

/* $WORKBENCH_BACKGROUND, "dark" or "light"; else what the terminal says in $COLORFGBG, as
 * "0;15" of black on white; else dark. */
enum wb_background wb_background(void);

/* Whether one of the two variables says anything. */
bool wb_background_is_said(void);

/* By a colour as terminals answer it: "rgb:ffff/ffff/ffff" with one to four digits each, perhaps
 * "rgba:" with a fourth part, or "#ffffff". False for what is none. */
bool wb_background_of_color(const char *color, enum wb_background *background);

/* Puts it into $COLORFGBG, for what is asked here later and for the editors that are started. */
void wb_background_keep(enum wb_background background);

#endif
