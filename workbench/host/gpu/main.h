/* workbench-host: runs a host program (result/host_protocol.h says how it is asked). */
#ifndef WB_GPU_MAIN_H
#define WB_GPU_MAIN_H

int wb_host_main(int argc, char **argv);

#endif
