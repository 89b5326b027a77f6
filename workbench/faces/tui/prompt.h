/* Typing a line: what prompts share. */
#ifndef WB_TUI_PROMPT_H
#define WB_TUI_PROMPT_H

#include "tui/model.h"

/* What is typed into model->input; false for keys that mean something else to
 * a prompt. Backspace in an empty line leaves the prompt. */
bool wb_prompt_edit(struct wb_model *model, int key);

#endif
