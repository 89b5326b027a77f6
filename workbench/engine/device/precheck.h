/* The checks of a kernel that stand before the walls of the operating system, and how tests
 * switch one off, to see what the others do alone.
 *
 *   text   the look at the text (kernel_text.h), and words that clang itself refuses
 *   files  on the emulator: the rule that clang is given no file but the course's headers, and the
 *          look at what it speaks of (frontend_source.h)
 *   code   on the emulator: the allowlists of what clang made of the text (allowlist.c)
 *
 * A test switches one off by WORKBENCH_TEST_NO_TEXT_CHECK=1, WORKBENCH_TEST_NO_FILE_CHECK=1 or
 * WORKBENCH_TEST_NO_CODE_CHECK=1 in the environment of the program that it starts. No text and no
 * course can set a variable there. */
#ifndef WB_DEVICE_PRECHECK_H
#define WB_DEVICE_PRECHECK_H

#include <stdbool.h>

enum wb_precheck { WB_PRECHECK_TEXT, WB_PRECHECK_FILES, WB_PRECHECK_CODE, WB_PRECHECK_COUNT };

#define WB_NO_TEXT_CHECK "WORKBENCH_TEST_NO_TEXT_CHECK"
#define WB_NO_FILE_CHECK "WORKBENCH_TEST_NO_FILE_CHECK"
#define WB_NO_CODE_CHECK "WORKBENCH_TEST_NO_CODE_CHECK"

bool wb_precheck_stands(enum wb_precheck check);

#endif
