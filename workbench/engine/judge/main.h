/* The executable workbench-judge. result/judge_protocol.h says how it is asked. */
#ifndef WB_JUDGE_MAIN_H
#define WB_JUDGE_MAIN_H

int wb_judge_main(int argc, char **argv);

#endif
