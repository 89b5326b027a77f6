/* What keys and commands do. Each changes the model and asks for effects. */
#ifndef WB_TUI_ACTIONS_H
#define WB_TUI_ACTIONS_H

#include "tui/model.h"

/* moving */
void wb_do_up(struct wb_model *model);
void wb_do_down(struct wb_model *model);
void wb_do_page_up(struct wb_model *model);
void wb_do_page_down(struct wb_model *model);
void wb_do_top(struct wb_model *model);
void wb_do_bottom(struct wb_model *model);
void wb_do_open(struct wb_model *model);
void wb_do_pane_list(struct wb_model *model);
void wb_do_pane_lesson(struct wb_model *model);
void wb_do_pane_kernel(struct wb_model *model);
void wb_do_pane_result(struct wb_model *model);
void wb_do_pane_trace(struct wb_model *model);
void wb_do_next_pane(struct wb_model *model);
void wb_do_previous_pane(struct wb_model *model);
void wb_do_zoom(struct wb_model *model);
void wb_do_unzoom(struct wb_model *model);
void wb_do_next_finding(struct wb_model *model);
void wb_do_previous_finding(struct wb_model *model);
void wb_do_next_puzzle(struct wb_model *model);
size_t wb_next_puzzle(const struct wb_model *model); /* n_items: none */
void wb_do_previous_puzzle(struct wb_model *model);
void wb_move_by(struct wb_model *model, enum wb_pane pane, int rows); /* as j and k */
void wb_scroll_by(struct wb_model *model, enum wb_pane pane, int rows);

/* working */
void wb_do_run(struct wb_model *model);
void wb_do_edit(struct wb_model *model);
void wb_do_edit_here(struct wb_model *model);
void wb_do_leave_editor(struct wb_model *model);
void wb_do_hint(struct wb_model *model);
void wb_do_solution(struct wb_model *model);
void wb_ask_restore(struct wb_model *model, uint64_t number);
void wb_do_counters(struct wb_model *model);
void wb_do_next_case(struct wb_model *model);
void wb_do_previous_case(struct wb_model *model);
void wb_do_history(struct wb_model *model);
void wb_do_compare_starter(struct wb_model *model);
void wb_do_reset(struct wb_model *model);
void wb_do_devices(struct wb_model *model);
void wb_do_search(struct wb_model *model);
void wb_do_next_match(struct wb_model *model);
void wb_do_previous_match(struct wb_model *model);
void wb_do_filter(struct wb_model *model);
void wb_do_command_line(struct wb_model *model);
void wb_do_help(struct wb_model *model);
void wb_do_mouse(struct wb_model *model);
void wb_do_redraw(struct wb_model *model);
void wb_do_suspend(struct wb_model *model);
void wb_do_back(struct wb_model *model);      /* q */
void wb_do_escape(struct wb_model *model);    /* Esc */
void wb_do_interrupt(struct wb_model *model); /* Ctrl-C */
void wb_do_quit(struct wb_model *model);
void wb_choose_device(struct wb_model *model, const char *device);

/* the trace (trace_keys.c) */
void wb_do_trace_forward(struct wb_model *model);
void wb_do_trace_back(struct wb_model *model);
void wb_do_trace_next_item(struct wb_model *model);
void wb_do_trace_previous_item(struct wb_model *model);
void wb_do_trace_down(struct wb_model *model);
void wb_do_trace_up(struct wb_model *model);
void wb_do_trace_next_phase(struct wb_model *model);
void wb_do_trace_previous_phase(struct wb_model *model);
void wb_do_trace_next_trouble(struct wb_model *model);
void wb_do_trace_previous_trouble(struct wb_model *model);
void wb_do_trace_first(struct wb_model *model);
void wb_do_trace_last(struct wb_model *model);
void wb_do_trace_next_group(struct wb_model *model);
void wb_do_trace_previous_group(struct wb_model *model);
void wb_do_trace_group(struct wb_model *model);
void wb_do_trace_play(struct wb_model *model);
void wb_do_trace_faster(struct wb_model *model);
void wb_do_trace_slower(struct wb_model *model);
void wb_do_trace_point(struct wb_model *model);
void wb_do_trace_enter(struct wb_model *model);
void wb_do_trace_previous_touch(struct wb_model *model);
void wb_do_show_in_trace(struct wb_model *model);

#endif
