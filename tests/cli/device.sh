# Chooses the device of a test that only needs some device: $DEVICE.
if [ -x "$BUILD/workbench-emulator" ]; then
  DEVICE=emulator
elif "$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:'; then
  DEVICE=opencl
else
  skip_all "there is no device"
fi

# busy_kernel: a kernel for puzzle 1 that runs until its time is up. Iterations
# are long, so that the emulator's count of them does not end it sooner.
busy_kernel() {
  echo '__kernel void map(__global float *out, __global const float *a) {'
  echo '  volatile uint i = 0;'
  echo '  while (i < 10) {'
  for _ in {1..64}; do echo '    i = i * 0;'; done
  echo '  }'
  echo '  out[0] = a[0];'
  echo '}'
}
