#include "tui/pointer.h"

enum {
  HELD_KEYS = 4 | 8 | 16, /* Shift, Alt and Ctrl, in a button's number */
  BUTTON_LEFT = 0,
  BUTTON_WHEEL_UP = 64,
  BUTTON_WHEEL_DOWN = 65,
  OLD_OFFSET = 32,
  OLD_LENGTH = 3,
  NUMBERS = 3,
  MOST = 100000
};

void wb_pointer_begin(struct wb_pointer *pointer, enum wb_pointer_form form) {
  pointer->form = form;
  pointer->length = 0;
}

/* Columns and lines are counted from 1 there. */
static enum wb_pointer_answer event(int button, int x, int y, struct wb_mouse *mouse) {
  static const struct {
    int button;
    enum wb_mouse_action action;
  } actions[] = {{BUTTON_LEFT, WB_MOUSE_CLICK},
                 {BUTTON_WHEEL_UP, WB_MOUSE_WHEEL_UP},
                 {BUTTON_WHEEL_DOWN, WB_MOUSE_WHEEL_DOWN}};
  for (size_t i = 0; x > 0 && y > 0 && i < sizeof actions / sizeof actions[0]; i++) {
    if (actions[i].button != (button & ~HELD_KEYS)) continue;
    *mouse = (struct wb_mouse){.action = actions[i].action, .y = y - 1, .x = x - 1};
    return WB_POINTER_EVENT;
  }
  return WB_POINTER_NOTHING;
}

/* "0;12;5" */
static enum wb_pointer_answer end_numbers(const struct wb_pointer *pointer,
                                          struct wb_mouse *mouse) {
  int numbers[NUMBERS] = {0};
  size_t at = 0;
  for (size_t i = 0; i < pointer->length && at < NUMBERS; i++) {
    if (pointer->characters[i] == ';')
      at++;
    else if (numbers[at] < MOST)
      numbers[at] = numbers[at] * 10 + (int)(pointer->characters[i] - '0');
  }
  if (at != NUMBERS - 1) return WB_POINTER_NOTHING;
  return event(numbers[0], numbers[1], numbers[2], mouse);
}

static enum wb_pointer_answer take_number(struct wb_pointer *pointer, uint32_t character,
                                          struct wb_mouse *mouse) {
  const bool part = (character >= '0' && character <= '9') || character == ';';
  if (part && pointer->length < WB_POINTER_CHARACTERS) {
    pointer->characters[pointer->length++] = character;
    return WB_POINTER_MORE;
  }
  pointer->form = WB_POINTER_IDLE;
  if (character == 'M') return end_numbers(pointer, mouse);
  return character == 'm' || part ? WB_POINTER_NOTHING : WB_POINTER_BROKEN;
}

static enum wb_pointer_answer take_old(struct wb_pointer *pointer, uint32_t character,
                                       struct wb_mouse *mouse) {
  if (character < OLD_OFFSET || character > MOST) {
    pointer->form = WB_POINTER_IDLE;
    return WB_POINTER_BROKEN;
  }
  pointer->characters[pointer->length++] = character - OLD_OFFSET;
  if (pointer->length < OLD_LENGTH) return WB_POINTER_MORE;
  pointer->form = WB_POINTER_IDLE;
  return event((int)pointer->characters[0], (int)pointer->characters[1],
               (int)pointer->characters[2], mouse);
}

enum wb_pointer_answer wb_pointer_take(struct wb_pointer *pointer, uint32_t character,
                                       struct wb_mouse *mouse) {
  if (pointer->form == WB_POINTER_IDLE) return WB_POINTER_BROKEN;
  return pointer->form == WB_POINTER_NUMBERS ? take_number(pointer, character, mouse)
                                             : take_old(pointer, character, mouse);
}
