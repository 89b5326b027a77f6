#include "gpu/main.h"

int main(int argc, char **argv) { return wb_host_main(argc, argv); }
