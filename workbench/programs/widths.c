/* Makes the tables of characters that take no column of a terminal, and of those that take two,
 * as C, on stdout. Runs when the workbench is built: so the widths are the C library's, which are
 * those that curses goes by, and no process has to load a locale to know them. */
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

/* Below it are ASCII and control characters. */
enum { FIRST_CHARACTER = 0xA0, LAST_CHARACTER = 0x10FFFF };

static void print_ranges(const char *name, int width) {
  unsigned first = 0, last = 0;
  printf("static const struct range %s[] = {\n", name);
  for (unsigned c = FIRST_CHARACTER; c <= LAST_CHARACTER; c++) {
    if (wcwidth((wchar_t)c) != width) continue;
    if (first != 0 && c != last + 1) printf("  {0x%X, 0x%X},\n", first, last);
    if (first == 0 || c != last + 1) first = c;
    last = c;
  }
  if (first != 0) printf("  {0x%X, 0x%X},\n", first, last);
  puts("};");
}

int main(void) {
  if (setlocale(LC_CTYPE, "C.UTF-8") == NULL) {
    fputs("cannot make the table of characters' widths: there is no locale C.UTF-8\n", stderr);
    return 1;
  }
  puts("/* Made by programs/widths.c. */");
  print_ranges("zero_width", 0);
  print_ranges("wide", 2);
  return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
