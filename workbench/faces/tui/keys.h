/* Keys, free of curses: a character is its code point, Ctrl-A to Ctrl-_ are 1
 * to 31, and the rest lie beyond Unicode. */
#ifndef WB_TUI_KEYS_H
#define WB_TUI_KEYS_H

#include <stdbool.h>
#include <stddef.h>

enum {
  WB_KEY_NONE = 0,
  WB_KEY_UP = 0x110000,
  WB_KEY_DOWN,
  WB_KEY_LEFT,
  WB_KEY_RIGHT,
  WB_KEY_HOME,
  WB_KEY_END,
  WB_KEY_PAGE_UP,
  WB_KEY_PAGE_DOWN,
  WB_KEY_ENTER,
  WB_KEY_ESCAPE,
  WB_KEY_TAB,
  WB_KEY_BACK_TAB,
  WB_KEY_BACKSPACE,
  WB_KEY_DELETE,
  WB_KEY_INSERT,
  WB_KEY_CTRL_SPACE,
  WB_KEY_F1, /* to F12 */
  WB_KEY_F12 = WB_KEY_F1 + 11,
  WB_KEY_PASTE_BEGIN, /* what follows was pasted, up to … */
  WB_KEY_PASTE_END,
  WB_KEY_MOUSE, /* from the screen only, with a struct wb_mouse */
  WB_KEY_SPACE = ' '
};

#define WB_CTRL(letter) ((letter)&0x1f)

/* Held with one of the keys beyond Unicode; added to it. */
enum { WB_KEY_WITH_SHIFT = 1 << 24, WB_KEY_WITH_ALT = 1 << 25, WB_KEY_WITH_CTRL = 1 << 26 };
enum { WB_KEY_HELD = WB_KEY_WITH_SHIFT | WB_KEY_WITH_ALT | WB_KEY_WITH_CTRL };

/* Leave the editor that runs in the kernel's pane: Ctrl-], and a key for keyboards that cannot
 * type it. */
enum { WB_KEY_LEAVE_EDITOR = WB_CTRL(']'), WB_KEY_LEAVE_EDITOR_TOO = WB_KEY_F12 };

enum { WB_KEY_NAME_MAX = 16 };

/* "j", "Enter", "Ctrl-C", "PgUp". The result is `buffer`, which holds
 * WB_KEY_NAME_MAX bytes. */
const char *wb_key_name(int key, char *buffer);

/* The reverse; case matters for single characters only. */
bool wb_key_parse(const char *name, int *key);

/* Names of the keys that are not characters, for "did you mean". */
const char *const *wb_key_names(size_t *count);

/* A character as UTF-8 with a NUL; `buffer` holds 5 bytes. Returns the bytes
 * without the NUL. */
size_t wb_character_utf8(unsigned character, char *buffer);

/* A click is the left button's press. Other buttons, drags and releases are an editor's alone. */
enum wb_mouse_action {
  WB_MOUSE_CLICK,
  WB_MOUSE_WHEEL_UP,
  WB_MOUSE_WHEEL_DOWN,
  WB_MOUSE_PRESS,
  WB_MOUSE_DRAG,
  WB_MOUSE_RELEASE
};
struct wb_mouse {
  enum wb_mouse_action action;
  int y, x;
  int button; /* 1 to 3, from the left; 0: an old terminal does not say which was released */
  int held;   /* of WB_KEY_HELD */
};

#endif
