#include "judge/builder.h"

static void *build_kernel(void *data) {
  struct wb_builder *builder = data;
  builder->status = wb_device_info(builder->device, &builder->info, &builder->error);
  builder->has_info = builder->status == WB_OK;
  if (builder->status == WB_OK)
    builder->status =
        wb_device_build(builder->device, &builder->request, &builder->result, &builder->error);
  builder->has_ended = true;
  return NULL;
}

void wb_builder_start(struct wb_builder *builder) {
  wb_build_result_init(&builder->result);
  builder->begun = wb_device_begin_build(builder->device, &builder->request);
  if (builder->begun) return;
  builder->running = pthread_create(&builder->thread, NULL, build_kernel, builder) == 0;
  if (!builder->running) build_kernel(builder);
}

void wb_builder_join(struct wb_builder *builder) {
  if (builder->running) pthread_join(builder->thread, NULL);
  if (builder->begun) build_kernel(builder);
  builder->begun = builder->running = false;
}

void wb_builder_release(struct wb_builder *builder) { wb_build_result_release(&builder->result); }
