/* What is behind the text: colours that are readable on black may vanish on white. */
#ifndef WB_REPORT_BACKGROUND_H
#define WB_REPORT_BACKGROUND_H

enum wb_background { WB_BACKGROUND_DARK, WB_BACKGROUND_LIGHT };

/* $WORKBENCH_BACKGROUND, "dark" or "light"; else what the terminal says in $COLORFGBG, as
 * "0;15" of black on white; else dark. The terminal is not asked (OSC 11): its answer comes
 * late or never, and then among the keys. */
enum wb_background wb_background(void);

#endif
