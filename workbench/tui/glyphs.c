#include "tui/glyphs.h"

static const struct wb_glyphs unicode_glyphs = {
    .solved = "✓",
    .tried = "…",
    .untried = "·",
    .broken = "!",
    .line = "─",
    .line_focus = "═",
    .bar = "│",
    .full = "■",
    .empty = "·",
    .joint_top = "┬",
    .joint_left = "┤",
    .joint_right = "├",
    .joint_cross = "┼",
    .more = "…",
    .wrap = "↪",
    .error = "✗",
    .warning = "!",
    .other = "○",
    .caret = "^",
    .arrow = "←",
    .dash = "–",
    .good = "✓",
    .bad = "✗",
    .spinner = {"⠋", "⠙", "⠸", "⠴", "⠦", "⠇", "⠏", "⠟"},
};

static const struct wb_glyphs ascii_glyphs = {
    .solved = "*",
    .tried = "~",
    .untried = "-",
    .broken = "!",
    .line = "-",
    .line_focus = "=",
    .bar = "|",
    .full = "#",
    .empty = ".",
    .joint_top = "+",
    .joint_left = "+",
    .joint_right = "+",
    .joint_cross = "+",
    .more = ">",
    .wrap = ">",
    .error = "X",
    .warning = "!",
    .other = "o",
    .caret = "^",
    .arrow = "<-",
    .dash = "-",
    .good = "*",
    .bad = "X",
    .spinner = {"|", "/", "-", "\\", "|", "/", "-", "\\"},
};

const struct wb_glyphs *wb_glyphs(bool unicode) {
  return unicode ? &unicode_glyphs : &ascii_glyphs;
}
