#include "tui/pointer.h"

#include "tap.h"

static enum wb_pointer_answer take(enum wb_pointer_form form, const char *text,
                                   struct wb_mouse *mouse) {
  struct wb_pointer pointer = {0};
  enum wb_pointer_answer answer = WB_POINTER_MORE;
  wb_pointer_begin(&pointer, form);
  for (; *text != '\0'; text++) answer = wb_pointer_take(&pointer, (unsigned char)*text, mouse);
  return answer;
}

static void clicks_and_wheels(void) {
  struct wb_mouse mouse;
  CHECK_INT(take(WB_POINTER_NUMBERS, "0;12;5M", &mouse), WB_POINTER_EVENT);
  CHECK(mouse.action == WB_MOUSE_CLICK && mouse.x == 11 && mouse.y == 4);
  CHECK_INT(take(WB_POINTER_NUMBERS, "16;300;200M", &mouse), WB_POINTER_EVENT); /* with Ctrl */
  CHECK(mouse.x == 299 && mouse.y == 199 && mouse.held == WB_KEY_WITH_CTRL);
  CHECK_INT(take(WB_POINTER_NUMBERS, "64;1;1M", &mouse), WB_POINTER_EVENT);
  CHECK_INT(mouse.action, WB_MOUSE_WHEEL_UP);
  CHECK_INT(take(WB_POINTER_OLD, "a!!", &mouse), WB_POINTER_EVENT);
  CHECK(mouse.action == WB_MOUSE_WHEEL_DOWN && mouse.x == 0 && mouse.y == 0);
}

static void what_is_not_used_is_nothing(void) {
  struct wb_mouse mouse;
  CHECK_INT(take(WB_POINTER_NUMBERS, "0;0;0M", &mouse), WB_POINTER_NOTHING);
  CHECK_INT(take(WB_POINTER_NUMBERS, "35;12;5M", &mouse), WB_POINTER_NOTHING); /* no button */
  CHECK_INT(take(WB_POINTER_NUMBERS, "66;12;5M", &mouse), WB_POINTER_NOTHING); /* to the side */
  CHECK_INT(take(WB_POINTER_NUMBERS, "128;12;5M", &mouse), WB_POINTER_NOTHING);
  CHECK_INT(take(WB_POINTER_NUMBERS, "0;5M", &mouse), WB_POINTER_NOTHING);
  CHECK_INT(take(WB_POINTER_NUMBERS, "M", &mouse), WB_POINTER_NOTHING);
  CHECK_INT(take(WB_POINTER_NUMBERS, "99999999999;9;9M", &mouse), WB_POINTER_NOTHING);
}

static void buttons_drags_and_releases(void) {
  struct wb_mouse mouse;
  CHECK_INT(take(WB_POINTER_NUMBERS, "0;12;5m", &mouse), WB_POINTER_EVENT);
  CHECK(mouse.action == WB_MOUSE_RELEASE && mouse.button == 1 && mouse.x == 11 && mouse.y == 4);
  CHECK_INT(take(WB_POINTER_NUMBERS, "2;12;5M", &mouse), WB_POINTER_EVENT);
  CHECK(mouse.action == WB_MOUSE_PRESS && mouse.button == 3);
  CHECK_INT(take(WB_POINTER_NUMBERS, "36;3;4M", &mouse), WB_POINTER_EVENT);
  CHECK(mouse.action == WB_MOUSE_DRAG && mouse.button == 1 && mouse.held == WB_KEY_WITH_SHIFT);
  CHECK_INT(take(WB_POINTER_OLD, "#!!", &mouse), WB_POINTER_EVENT);
  CHECK(mouse.action == WB_MOUSE_RELEASE && mouse.button == 0);
}

static void what_is_cut_off_is_waited_for_until_a_key(void) {
  struct wb_mouse mouse;
  CHECK_INT(take(WB_POINTER_NUMBERS, "0;1", &mouse), WB_POINTER_MORE);
  CHECK_INT(take(WB_POINTER_NUMBERS, "0;1\003", &mouse), WB_POINTER_BROKEN);
  CHECK_INT(take(WB_POINTER_NUMBERS, "0;1j", &mouse), WB_POINTER_BROKEN);
  CHECK_INT(take(WB_POINTER_NUMBERS, "111111111111111111111", &mouse), WB_POINTER_NOTHING);
  CHECK_INT(take(WB_POINTER_OLD, "!\033", &mouse), WB_POINTER_BROKEN);
}

int main(void) {
  tap_run("clicks and wheels are read in both forms", clicks_and_wheels);
  tap_run("other buttons, drags and releases are read, too", buttons_drags_and_releases);
  tap_run("moves without a button and nonsense are nothing", what_is_not_used_is_nothing);
  tap_run("a report that is cut off ends with the next key",
          what_is_cut_off_is_waited_for_until_a_key);
  return tap_finish();
}
