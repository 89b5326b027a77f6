#include <stdio.h>
#include <string.h>

#include "opencl/capture.h"
#include "opencl/internal.h"

/* Refusals of a launch that are the launch's fault. What the checks before it
 * did not foresee is still a finding, with the driver's word for it. */
static bool is_invalid_launch(cl_int code) {
  static const cl_int codes[] = {CL_INVALID_WORK_DIMENSION, CL_INVALID_GLOBAL_WORK_SIZE,
                                 CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE,
                                 CL_INVALID_GLOBAL_OFFSET};
  for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
    if (codes[i] == code) return true;
  return false;
}

enum wb_status wb_cl_refused_launch(const struct wb_launch *launch, cl_int code,
                                    struct wb_outcome *outcome, struct wb_error *err) {
  struct wb_error why;
  const bool sizes = is_invalid_launch(code);
  if (!sizes && code != CL_INVALID_KERNEL_ARGS)
    return wb_cl_fail(err, code, "clEnqueueNDRangeKernel");
  wb_cl_fail(&why, code, "clEnqueueNDRangeKernel");
  wb_cl_add_finding(outcome, sizes ? WB_INVALID_LAUNCH : WB_INVALID_ARGUMENT, launch->kernel, NULL,
                    "%.*s", WB_FINDING_MESSAGE_MAX - 1, why.message);
  return WB_OK;
}

enum wb_status wb_cl_failed_launch(cl_int code, struct wb_outcome *outcome, struct wb_error *err) {
  struct wb_error why;
  if (wb_cl_fail(&why, code, "the kernel") == WB_ERR_NOMEM)
    return wb_fail(err, WB_ERR_NOMEM, "%s", why.message);
  outcome->kind = WB_OUTCOME_CRASHED;
  snprintf(outcome->detail, sizeof outcome->detail, "%.*s", WB_DIAGNOSTIC_TEXT_MAX - 1,
           why.message);
  return WB_OK;
}

static uint64_t kernel_time(cl_event event) {
  cl_ulong start = 0, end = 0;
  if (clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) !=
          CL_SUCCESS ||
      clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) !=
          CL_SUCCESS)
    return 0;
  return end > start ? end - start : 0;
}

/* Enqueues and waits. Whoever waits too long for this process kills it. */
static enum wb_status run_kernel(struct wb_device *device, cl_kernel kernel,
                                 const struct wb_launch *launch, struct wb_outcome *outcome,
                                 struct wb_error *err) {
  cl_event event = NULL;
  cl_int state = CL_COMPLETE;
  enum wb_status status = WB_OK;
  cl_int code = clEnqueueNDRangeKernel(device->queue, kernel, launch->dimensions, launch->offset,
                                       launch->global, launch->local, 0, NULL, &event);
  if (code != CL_SUCCESS) return wb_cl_refused_launch(launch, code, outcome, err);
  code = clWaitForEvents(1, &event);
  clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
  if (state < 0) code = state; /* says more than "one of the events failed" */
  if (code == CL_SUCCESS)
    outcome->time_ns = outcome->spent_ns = kernel_time(event);
  else
    status = wb_cl_failed_launch(code, outcome, err);
  clReleaseEvent(event);
  return status;
}

enum wb_status wb_cl_may_launch(const struct wb_device *device, struct wb_error *err) {
  if (!device->compiles_only) return WB_OK;
  return wb_fail(err, WB_ERR_REFUSED, "this worker compiles for others, and runs no kernel");
}

enum wb_status wb_cl_launch(struct wb_device *device, const struct wb_launch *launch,
                            struct wb_outcome *outcome, struct wb_error *err) {
  cl_kernel kernel = NULL;
  struct wb_capture capture;
  struct wb_kernel_info info;
  bool any;
  enum wb_status status = wb_cl_may_launch(device, err);
  if (status == WB_OK)
    status = wb_cl_kernel_create(device, launch->program, launch->kernel, &kernel, err);
  if (status != WB_OK) return status;
  outcome->kind = WB_OUTCOME_DONE;
  wb_cl_check_sizes(device, kernel, launch, outcome);
  memset(&info, 0, sizeof info);
  wb_cl_describe_params(kernel, &info);
  wb_cl_resolve_types(wb_cl_find_program(device, launch->program, err), &info);
  status = wb_cl_set_arguments(device, kernel, &info, launch, outcome, err);
  if (status == WB_OK && outcome->n_findings == 0 &&
      wb_cl_check_local_memory(device, kernel, launch, outcome)) {
    wb_capture_begin(&capture, launch->limits.output_bytes);
    status = run_kernel(device, kernel, launch, outcome, err);
    const cl_int code = wb_cl_parts_return(device, &any);
    if (status == WB_OK && outcome->kind == WB_OUTCOME_DONE && code != CL_SUCCESS)
      status = wb_cl_fail(err, code, "clEnqueueCopyBuffer");
    wb_capture_end(&capture, launch->limits.output_bytes, outcome);
  }
  clReleaseKernel(kernel);
  wb_cl_parts_end(device);
  return status;
}
