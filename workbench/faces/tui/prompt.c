#include "tui/prompt.h"

static void drop_last_character(struct wb_str *text) {
  while (text->length > 0) {
    unsigned char last = (unsigned char)text->data[--text->length];
    text->data[text->length] = '\0';
    if ((last & 0xC0) != 0x80) break;
  }
}

static void drop_last_word(struct wb_str *text) {
  while (text->length > 0 && text->data[text->length - 1] == ' ') drop_last_character(text);
  while (text->length > 0 && text->data[text->length - 1] != ' ') drop_last_character(text);
}

static void type_character(struct wb_str *text, int key) {
  char bytes[5];
  wb_str_add_bytes(text, bytes, wb_character_utf8((unsigned)key, bytes));
}

bool wb_prompt_edit(struct wb_model *model, int key) {
  if (key == WB_KEY_BACKSPACE || key == WB_KEY_DELETE) {
    if (model->input.length == 0) model->mode = WB_MODE_NORMAL;
    drop_last_character(&model->input);
  } else if (key == WB_CTRL('U')) {
    wb_str_clear(&model->input);
  } else if (key == WB_CTRL('W')) {
    drop_last_word(&model->input);
  } else if (key >= ' ' && key < WB_KEY_UP) {
    type_character(&model->input, key);
  } else {
    return false;
  }
  return true;
}
