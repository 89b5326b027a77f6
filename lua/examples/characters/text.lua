-- What the model learns: sentences about kernels, in small letters.
return [[
a kernel is a function that runs on the device.
a launch starts one work-item for each element.
a work-item reads its elements and writes its own.
a work-item asks for its global id.
the global id says which element is its own.
the local id counts within the group.
a group is a block of work-items.
work-items of a group share local memory.
the groups of a launch run in any order.
a group never waits for another group.
a barrier waits for all work-items of the group.
all work-items of the group must reach the barrier.
after the barrier each work-item sees what the others wrote.
without a barrier two work-items race.
a race is a read and a write in no order.
two work-items must not write the same element.
the guard keeps work-items within the array.
the number of work-items is rounded up to the size of the group.
so the last group has work-items without an element.
a queue keeps the commands in order.
a copy brings the array to the device.
a copy brings the result to the host.
the host waits for the queue.
the host reads the result after the copy.
a buffer is memory of the device.
local memory is small and quick.
global memory is large and slow.
private memory is for one work-item alone.
neighbours should read neighbours.
then the device reads a whole line at once.
a tile is read once and used many times.
a reduction adds the elements of a group in local memory.
each step of the reduction adds half of the elements to the others.
the sum of each group is one element of the result.
a scan adds all elements before its own.
a matrix is an array of rows.
the product of two matrices needs a row and a column.
attention is a product of matrices and a softmax.
the softmax is a reduction of each row.
a graph says what is computed.
the compiler makes few kernels of many operations.
the gradient is a graph, too.
]]
