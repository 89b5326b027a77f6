#include "tui/background_answer.h"

enum { BEL = 7, ESC = 27 };

void wb_background_answer_begin(struct wb_background_answer *answer) {
  *answer = (struct wb_background_answer){.arriving = true};
}

bool wb_background_answer_take(struct wb_background_answer *answer, uint32_t character) {
  const bool ends = character == BEL || answer->escaped;
  const bool printable = character > ' ' && character < 127;
  const bool full = answer->length + 1 == sizeof answer->text;
  if (ends || full || (!printable && character != ESC)) {
    answer->arriving = false;
  } else if (character == ESC) {
    answer->escaped = true;
  } else {
    answer->text[answer->length++] = (char)character;
    answer->text[answer->length] = '\0';
  }
  return answer->arriving;
}
