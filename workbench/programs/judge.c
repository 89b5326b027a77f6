#include "judge/main.h"

int main(int argc, char **argv) { return wb_judge_main(argc, argv); }
