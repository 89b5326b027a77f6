#include "tui/pointer.h"

enum {
  HELD_SHIFT = 4, /* these three in a button's number */
  HELD_ALT = 8,
  HELD_CTRL = 16,
  HELD_KEYS = HELD_SHIFT | HELD_ALT | HELD_CTRL,
  MOVES = 32,
  BUTTON_LEFT = 0,
  BUTTON_RIGHT = 2,
  BUTTON_RELEASED = 3,
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

static int held_with(int button) {
  return ((button & HELD_SHIFT) != 0 ? WB_KEY_WITH_SHIFT : 0) |
         ((button & HELD_ALT) != 0 ? WB_KEY_WITH_ALT : 0) |
         ((button & HELD_CTRL) != 0 ? WB_KEY_WITH_CTRL : 0);
}

static bool action_of(int button, bool released, enum wb_mouse_action *action) {
  const bool moves = (button & MOVES) != 0;
  const int plain = button & ~(HELD_KEYS | MOVES);
  bool known = true;
  if (plain == BUTTON_WHEEL_UP || plain == BUTTON_WHEEL_DOWN)
    *action = plain == BUTTON_WHEEL_UP ? WB_MOUSE_WHEEL_UP : WB_MOUSE_WHEEL_DOWN;
  else if (plain > BUTTON_RELEASED || (plain == BUTTON_RELEASED && moves))
    known = false; /* moves without a button are nothing */
  else if (released || plain == BUTTON_RELEASED)
    *action = WB_MOUSE_RELEASE;
  else if (moves)
    *action = WB_MOUSE_DRAG;
  else
    *action = plain == BUTTON_LEFT ? WB_MOUSE_CLICK : WB_MOUSE_PRESS;
  return known;
}

/* Columns and lines are counted from 1 there. */
static enum wb_pointer_answer event(int button, bool released, int x, int y,
                                    struct wb_mouse *mouse) {
  const int plain = button & ~(HELD_KEYS | MOVES);
  enum wb_mouse_action action = WB_MOUSE_CLICK;
  if (x <= 0 || y <= 0 || !action_of(button, released, &action)) return WB_POINTER_NOTHING;
  *mouse = (struct wb_mouse){.action = action,
                             .y = y - 1,
                             .x = x - 1,
                             .button = plain <= BUTTON_RIGHT ? plain + 1 : 0,
                             .held = held_with(button)};
  return WB_POINTER_EVENT;
}

/* "0;12;5" */
static enum wb_pointer_answer end_numbers(const struct wb_pointer *pointer, bool released,
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
  return event(numbers[0], released, numbers[1], numbers[2], mouse);
}

static enum wb_pointer_answer take_number(struct wb_pointer *pointer, uint32_t character,
                                          struct wb_mouse *mouse) {
  const bool part = (character >= '0' && character <= '9') || character == ';';
  if (part && pointer->length < WB_POINTER_CHARACTERS) {
    pointer->characters[pointer->length++] = character;
    return WB_POINTER_MORE;
  }
  pointer->form = WB_POINTER_IDLE;
  if (character == 'M' || character == 'm') return end_numbers(pointer, character == 'm', mouse);
  return part ? WB_POINTER_NOTHING : WB_POINTER_BROKEN;
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
  return event((int)pointer->characters[0], false, (int)pointer->characters[1],
               (int)pointer->characters[2], mouse);
}

enum wb_pointer_answer wb_pointer_take(struct wb_pointer *pointer, uint32_t character,
                                       struct wb_mouse *mouse) {
  if (pointer->form == WB_POINTER_IDLE) return WB_POINTER_BROKEN;
  return pointer->form == WB_POINTER_NUMBERS ? take_number(pointer, character, mouse)
                                             : take_old(pointer, character, mouse);
}
