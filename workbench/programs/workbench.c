#include "cli/command.h"

int main(int argc, char **argv) { return wb_cli_main(argc, argv); }
