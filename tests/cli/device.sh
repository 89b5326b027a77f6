# Chooses the device of a test that only needs some device: $DEVICE.
if [ -x "$BUILD/workbench-emulator" ]; then
  DEVICE=emulator
elif "$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:'; then
  DEVICE=opencl
else
  skip_all "there is no device"
fi
