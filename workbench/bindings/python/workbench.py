"""Operations and graphs of the GPU Puzzle Workbench, called from Python (docs/python.md).

    from workbench import CustomOpLibrary
    ops = CustomOpLibrary("ops")                  # a folder of operations, or a package NAME.ops
    ops.grayscale(result, image)                  # NumPy arrays or PyTorch tensors; outputs first
    ops.conv1d[{"conv_size": 4}](out, x, taps)    # with parameters
    y = ops.grayscale.new(image)                  # makes the outputs itself

    from workbench import Graph
    model = Graph("mlp.lua", device="opencl", weights={"w": w})   # a file that returns a graph
    y = model(x)
    made = graph.Graph("twice", [("float", ("n",))], lambda x: 2 * x)   # one that is made here
    y = Graph(made)(x)

    device = DeviceContext("opencl")
    ops = CustomOpLibrary("ops", device)
    y = ops.grayscale.new(array(image, device))   # stays on the device, until y.numpy()

Nothing needs to be compiled: it speaks to libworkbench.so by ctypes. NumPy and PyTorch are used where their
arrays are given, and are not imported before. Memory is shared, not copied, where elements lie side by
side in row-major order.

With device="emulator", "opencl" or another name of a device an operation runs its kernels there, with
copies in and out of all arrays that do not lie there already; what the checking emulator finds wrong in
kernels is raised as an OperationError. Where a PyTorch tensor requires a gradient, and the operation has
one, the call becomes a part of autograd's graph.
"""

import collections
import ctypes
import itertools
import os
import re
import sys
import threading
import types
import weakref

__all__ = ["Argument", "Array", "CustomOpLibrary", "DeviceContext", "Graph", "Operation", "OperationError",
           "UnknownOperationError", "array", "graph"]

_MOST_PREPARED = 64  # kinds of arguments that an operation remembers


class OperationError(Exception):
    """What an operation, or a call of one, failed with. `status` is "usage", "compile", …"""

    def __init__(self, message, status="usage"):
        super().__init__(message)
        self.status = status


class UnknownOperationError(OperationError, KeyError, AttributeError):
    """There is no operation of that name; the text has the nearest one."""

    def __str__(self):
        return str(self.args[0])


# ---- libworkbench -----------------------------------------------------------------------------------

_CPU, _CUDA_HOST, _OPENCL, _ROCM_HOST = 1, 3, 4, 11  # DLPack's types of devices
_INT, _UINT, _FLOAT, _BOOL = 0, 1, 2, 6
_OK, _NOT_FOUND = 0, 3
_MOST_AXES = 16


class _DataType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int),
        ("device_id", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("dtype", _DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class _BufferOptions(ctypes.Structure):
    """workbench_buffer_options."""

    _fields_ = [("size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("type", ctypes.c_char_p),
                ("element_bytes", ctypes.c_size_t), ("count", ctypes.c_uint64), ("side", ctypes.c_int),
                ("access", ctypes.c_int)]


class _Options(ctypes.Structure):
    """workbench_options."""

    _fields_ = [("size", ctypes.c_size_t), ("device", ctypes.c_char_p), ("include_folders", ctypes.c_void_p),
                ("seed", ctypes.c_uint64), ("warn_all", ctypes.c_int), ("unchecked", ctypes.c_int),
                ("memory_bytes", ctypes.c_uint64), ("launch_ms", ctypes.c_uint32), ("print", ctypes.c_void_p),
                ("data", ctypes.c_void_p), ("interruptible", ctypes.c_int)]


class _OpInfo(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("summary", ctypes.c_char_p),
                ("output_count", ctypes.c_size_t), ("input_count", ctypes.c_size_t),
                ("parameter_count", ctypes.c_size_t), ("has_cpu", ctypes.c_int),
                ("has_gpu", ctypes.c_int), ("has_gradient", ctypes.c_int), ("in_place", ctypes.c_int)]


class _OpArgument(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("dtype", ctypes.c_char_p),
                ("shape", ctypes.c_char_p)]


class _OpParameter(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("type", ctypes.c_char_p),
                ("value", ctypes.c_char_p)]


class _Parameter(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("kind", ctypes.c_int), ("integer", ctypes.c_int64),
                ("number", ctypes.c_double)]


class _OpsOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("parameters", ctypes.POINTER(_Parameter)),
                ("parameter_count", ctypes.c_size_t), ("context", ctypes.c_void_p)]


class _GraphOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("context", ctypes.c_void_p), ("source", ctypes.c_char_p)]


class _GraphInfo(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("output_count", ctypes.c_size_t),
                ("input_count", ctypes.c_size_t), ("weight_count", ctypes.c_size_t), ("is_ready", ctypes.c_int)]


class _OpResult(ctypes.Structure):
    _fields_ = [("dtype", ctypes.c_char_p), ("rank", ctypes.c_int),
                ("shape", ctypes.c_int64 * _MOST_AXES)]


def _library_paths():
    """Where the library may be, the most particular place first; a bare name is the system's to find."""
    given = os.environ.get("WORKBENCH_LIBRARY")
    if given:
        return [given]
    here = os.path.dirname(os.path.realpath(__file__))
    paths = []
    # Beside this file; in the build of a checkout; in the lib/ of the prefix that it is installed in.
    for folder in (here, os.path.join(here, "../../../build"), os.path.join(here, "../../../lib")):
        path = os.path.join(os.path.normpath(folder), "libworkbench.so.1")
        if os.path.exists(path):
            paths.append(path)
    return paths + ["libworkbench.so.1"]


def _declare(library):
    size, pointer, text = ctypes.c_size_t, ctypes.c_void_p, ctypes.c_char_p
    tensors = ctypes.POINTER(ctypes.POINTER(_DLTensor))
    place = [text, ctypes.c_int]
    for name, result, arguments in (
        ("workbench_error_text", text, []),
        ("workbench_status_name", text, [ctypes.c_int]),
        ("workbench_open", ctypes.c_int, [ctypes.POINTER(_Options), ctypes.POINTER(pointer)]),
        ("workbench_close", None, [pointer]),
        ("workbench_finding_count", size, [pointer]),
        ("workbench_findings_text", ctypes.c_int, [pointer, ctypes.POINTER(pointer)]),
        ("workbench_text_free", None, [pointer]),
        ("workbench_context_new_at", ctypes.c_int, [pointer, pointer, ctypes.POINTER(pointer)] + place),
        ("workbench_context_queue", pointer, [pointer]),
        ("workbench_context_synchronize_at", ctypes.c_int, [pointer] + place),
        ("workbench_buffer_new_at", ctypes.c_int,
         [pointer, ctypes.POINTER(_BufferOptions), ctypes.POINTER(pointer)] + place),
        ("workbench_buffer_drop", ctypes.c_int, [pointer]),
        ("workbench_write_at", ctypes.c_int, [pointer, pointer, pointer, ctypes.c_uint64] + place),
        ("workbench_read_at", ctypes.c_int, [pointer, pointer, pointer, ctypes.c_uint64] + place),
        ("workbench_ops_load_at", ctypes.c_int, [pointer, text, ctypes.POINTER(pointer)] + place),
        ("workbench_ops_count", size, [pointer]),
        ("workbench_ops_find", ctypes.c_int, [pointer, text, ctypes.POINTER(size)]),
        ("workbench_ops_get", ctypes.c_int, [pointer, size, ctypes.POINTER(_OpInfo)]),
        ("workbench_ops_get_argument", ctypes.c_int, [pointer, size, size, ctypes.POINTER(_OpArgument)]),
        ("workbench_ops_get_parameter", ctypes.c_int, [pointer, size, size, ctypes.POINTER(_OpParameter)]),
        ("workbench_ops_call_at", ctypes.c_int,
         [pointer, text, ctypes.POINTER(_OpsOptions), tensors, size, tensors, size] + place),
        ("workbench_ops_infer", ctypes.c_int,
         [pointer, text, ctypes.POINTER(_OpsOptions), tensors, size, ctypes.POINTER(_OpResult), size]),
        ("workbench_ops_gradient_at", ctypes.c_int,
         [pointer, text, ctypes.POINTER(_OpsOptions), tensors, tensors, size, tensors, size] + place),
        ("workbench_graph_load_at", ctypes.c_int,
         [pointer, text, ctypes.POINTER(_GraphOptions), ctypes.POINTER(pointer)] + place),
        ("workbench_graph_release", ctypes.c_int, [pointer]),
        ("workbench_graph_get", ctypes.c_int, [pointer, ctypes.POINTER(_GraphInfo)]),
        ("workbench_graph_get_argument", ctypes.c_int, [pointer, size, ctypes.POINTER(_OpArgument)]),
        ("workbench_graph_set_weights_at", ctypes.c_int, [pointer, ctypes.POINTER(text), tensors, size] + place),
        ("workbench_graph_execute_at", ctypes.c_int, [pointer, tensors, size, tensors, size] + place),
        ("workbench_graph_infer", ctypes.c_int, [pointer, tensors, size, ctypes.POINTER(_OpResult), size]),
        ("workbench_graph_explain", ctypes.c_int, [pointer, tensors, size, ctypes.POINTER(pointer)]),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


_loaded = None


def _library():
    global _loaded
    if _loaded is None:
        reasons = []
        for path in _library_paths():
            try:
                _loaded = _declare(ctypes.CDLL(path))
                return _loaded
            except (OSError, AttributeError) as error:
                reasons.append(str(error))
        raise OperationError("libworkbench.so.1 is not found; WORKBENCH_LIBRARY says where it is: "
                             + "; ".join(reasons), "missing")
    return _loaded


def _check(status):
    if status == _OK:
        return
    library = _library()
    text = _at_places(library.workbench_error_text().decode("utf-8", "replace"))
    kind = UnknownOperationError if status == _NOT_FOUND and "there is no operation" in text else OperationError
    raise kind(text, library.workbench_status_name(status).decode())


def _caller():
    """The line outside of these modules that is being run, for findings."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__") in (__name__, "workbench"):
        frame = frame.f_back
    if frame is None:
        return b"", 0
    return os.fsencode(frame.f_code.co_filename), frame.f_lineno


# ---- arrays -----------------------------------------------------------------------------------------

_TYPES = {"b1": (_BOOL, 8), "i1": (_INT, 8), "u1": (_UINT, 8), "i2": (_INT, 16), "u2": (_UINT, 16),
          "i4": (_INT, 32), "u4": (_UINT, 32), "i8": (_INT, 64), "u8": (_UINT, 64), "f2": (_FLOAT, 16),
          "f4": (_FLOAT, 32), "f8": (_FLOAT, 64)}
_NUMPY_NAMES = {"bool": "bool", "char": "int8", "uchar": "uint8", "short": "int16", "ushort": "uint16",
                "int": "int32", "uint": "uint32", "long": "int64", "ulong": "uint64", "half": "float16",
                "float": "float32", "double": "float64"}
_NATIVE = "<" if sys.byteorder == "little" else ">"


def _code_of(name):
    """DLPack's code and bits of NumPy's and PyTorch's name of a type; None for others."""
    if name == "bool":
        return _BOOL, 8
    for prefix, code in (("uint", _UINT), ("int", _INT), ("float", _FLOAT)):
        if name.startswith(prefix) and name[len(prefix):].isdigit():
            return code, int(name[len(prefix):])
    return None


_CODES = {name: _code_of(of_numpy) for name, of_numpy in _NUMPY_NAMES.items()}
_CODE_NAMES = {code: name for name, code in _CODES.items()}


def _is_torch(array):
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(array, torch.Tensor)


def _torch_type(what, dtype):
    """By the name of the type: "torch.float32"."""
    code = _code_of(str(dtype)[6:])
    if code is None:
        raise OperationError(f"{what} is a tensor of {dtype}, and cannot be an argument")
    return code


# A place says where an array lies, and what has to live until the call is over; of an Array that it is
# where the array's buffer is when the call begins: another thread may close it before. All else that a DLTensor
# says of it is the same from call to call, and what is made of it is kept.

_Place = collections.namedtuple("_Place", "pointer owner")


def _look_at_torch(what, array):
    if array.layout is not sys.modules["torch"].strided:
        raise OperationError(f"{what} is a tensor of the layout {array.layout}: give one whose elements are all "
                             "there, tensor.to_dense()")
    if array.device.type == "meta":
        raise OperationError(f"{what} is a tensor on the device meta, which has a shape and no elements")
    if array.device.type != "cpu":
        raise OperationError(f"{what} is a tensor on {array.device}: give one of the CPU's memory, tensor.cpu()")
    if array.is_conj() or array.is_neg():
        raise OperationError(f"{what} is a view that is computed when it is read: give its resolve_neg()")
    return _Place(array.data_ptr(), array), (array.dtype, tuple(array.shape), array.stride())


def _own_memory(what, array, is_output):
    """The array, or one made of what is none: NumPy's scalars export the memory of a temporary, which is
    freed before the call begins."""
    numpy = sys.modules.get("numpy")
    if numpy is None or isinstance(array, numpy.ndarray) or not hasattr(array, "__array_interface__"):
        return array
    if is_output and isinstance(array, numpy.generic):
        raise OperationError(f"{what} is a scalar of NumPy, which cannot be written: give an array, numpy.zeros(())")
    return numpy.asarray(array)


def _look_at_exported(what, array, is_output):
    """What exports its elements by DLPack. The capsule is not taken over: it lets go of them itself when
    the call is over."""
    if is_output:
        raise OperationError(f"{what} is of type {type(array).__name__}, which may not be written through DLPack: "
                             "give a NumPy array or a PyTorch tensor")
    kind, _ = array.__dlpack_device__()
    if kind not in (_CPU, _CUDA_HOST, _ROCM_HOST):
        raise OperationError(f"{what} is on a device of DLPack's type {int(kind)}: copy it to the CPU's memory")
    capsule = array.__dlpack__()
    get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
    get_pointer.restype, get_pointer.argtypes = ctypes.POINTER(_DLTensor), [ctypes.py_object, ctypes.c_char_p]
    tensor = get_pointer(capsule, b"dltensor").contents
    dtype, rank = tensor.dtype, tensor.ndim
    key = ((_CPU, dtype.code, dtype.bits, dtype.lanes), tuple(tensor.shape[:rank]),
           tuple(tensor.strides[:rank]) if tensor.strides else None)
    return _Place((tensor.data or 0) + tensor.byte_offset, (array, capsule)), key


def _look_at_array(what, array, context):
    if array.device is not context:
        runs = f"another, {context!r}" if context.device else "the CPU"
        raise OperationError(f"{what} is on {array.device!r}, and this runs on {runs}: give both the same "
                             f"DeviceContext, or {'array.to(device)' if context.device else 'array.numpy()'}")
    return _Place(None, array), ((_OPENCL, *_CODES[array.dtype], 1), array.shape, None)


def _look_at(what, array, is_output, context=None):
    if isinstance(array, Array):
        return _look_at_array(what, array, context)
    if _is_torch(array):
        return _look_at_torch(what, array)
    array = _own_memory(what, array, is_output)
    about = getattr(array, "__array_interface__", None)
    if about is None and hasattr(array, "__dlpack__"):
        return _look_at_exported(what, array, is_output)
    if about is None:
        raise OperationError(f"{what} is of type {type(array).__name__}, and must be a NumPy array, "
                             "a PyTorch tensor, or another array that exports DLPack")
    if not isinstance(about.get("data"), tuple):
        raise OperationError(f"{what} is of type {type(array).__name__}, and does not say where its elements are: "
                             "numpy.asarray(…)")
    pointer, read_only = about["data"]
    if is_output and read_only:
        raise OperationError(f"{what} is read-only, and is to be written")
    strides = about.get("strides")
    key = (about["typestr"], tuple(about["shape"]), strides if strides is None else tuple(strides))
    return _Place(pointer, (array, about)), key


def _numpy_type(what, typestr, strides):
    order, name = typestr[0], typestr[1:]
    if name not in _TYPES or order not in ("|", _NATIVE):
        raise OperationError(f"{what} has elements of {typestr!r}, and must have numbers or "
                             "bools in the machine's order of bytes: array.astype(…)")
    element = _TYPES[name][1] // 8
    if strides is not None and any(step % element for step in strides):
        raise OperationError(f"{what} has strides that are no whole elements: array.copy()")
    return _TYPES[name], strides and tuple(step // element for step in strides)


def _make_tensor(what, key):
    """A DLTensor without its data, and what it points to."""
    of_type, shape, strides = key
    device, lanes = _CPU, 1
    if isinstance(of_type, tuple):
        device, *dtype, lanes = of_type
    elif isinstance(of_type, str):
        dtype, strides = _numpy_type(what, of_type, strides)
    else:
        dtype = _torch_type(what, of_type)
    rank = len(shape)
    sizes = (ctypes.c_int64 * rank)(*shape)
    steps = (ctypes.c_int64 * rank)(*strides) if strides is not None else None
    return _DLTensor(None, device, 0, rank, _DataType(dtype[0], dtype[1], lanes), sizes, steps, 0)


class _Prepared:
    """Lists of DLTensors for arrays of one kind; to be used by one thread at a time."""

    __slots__ = ("tensors", "lists")

    def __init__(self, names, keys, counts):
        self.tensors = [None if key is None else _make_tensor(what, key) for what, key in zip(names, keys)]
        self.lists, first = [], 0
        for count in counts:
            pointers = (ctypes.POINTER(_DLTensor) * count)()
            for i, tensor in enumerate(self.tensors[first:first + count]):
                if tensor is not None:
                    pointers[i] = ctypes.pointer(tensor)
            self.lists.append(pointers)
            first += count


class _Calls:
    """What calls need of their arrays, kept for arrays of the same types, shapes and strides."""

    def __init__(self, what, context):
        self._what, self._context, self._kept = what, context, {}

    def look(self, numbers, arrays, n_outputs):
        """Places of arrays, to be kept until the call is over, and of what kind they are: raises where
        they cannot be used. The numbers are those of `what`."""
        places, keys = [], []
        for i, array in enumerate(arrays):
            place, key = None, None
            if array is not None:
                place, key = _look_at(self._what(numbers[i]), array, i < n_outputs, self._context)
            places.append(place)
            keys.append(key)
        return places, tuple(keys)

    def take(self, numbers, places, keys, counts):
        """The lists of DLTensors, with these places. Other threads must not do the same meanwhile."""
        kept = self._kept.get((keys, counts))
        if kept is None:
            if len(self._kept) >= _MOST_PREPARED:
                self._kept.clear()
            kept = self._kept[keys, counts] = _Prepared([self._what(number) for number in numbers], keys, counts)
        for number, tensor, place in zip(numbers, kept.tensors, places):
            if tensor is None:
                continue
            if isinstance(place.owner, Array):
                tensor.data = place.owner._opened(self._what(number))
            else:
                tensor.data = place.pointer or None
        return kept.lists


def _new_array(model, dtype, shape):
    """An array of the model's kind, elements unset."""
    if isinstance(model, Array):
        return Array(model.device, dtype, shape)
    name = _NUMPY_NAMES[dtype]
    if _is_torch(model):
        torch = sys.modules["torch"]
        if not hasattr(torch, name):
            raise OperationError(f"PyTorch has no type for {dtype}")
        return torch.empty(shape, dtype=getattr(torch, name))
    import numpy
    return numpy.empty(shape, dtype=name)


# ---- devices ----------------------------------------------------------------------------------------


class DeviceContext:
    """A device at work, for CustomOpLibrary(…, device=): "emulator", "opencl", "gpu", a part of a name.
    None: the CPU's own functions, and no device. A launch may take `launch_ms` milliseconds, or 10 s;
    all buffers together `memory_bytes`, or 4 GiB."""

    def __init__(self, device=None, launch_ms=0, memory_bytes=0):
        if device is not None and (not isinstance(device, str) or not device):
            raise OperationError(f"a device is a name, as \"opencl\", or None for the CPU's functions, not {device!r}")
        for what, number, most in (("launch_ms", launch_ms, 2**32), ("memory_bytes", memory_bytes, 2**64)):
            if not isinstance(number, int) or not 0 <= number < most:
                raise ValueError(f"{what} is an integer from 0 to {most - 1}, not {number!r}")
        library = _library()
        self.device = device
        self._process = os.getpid()  # a forked one has no part in what this does with its device
        self._host, self._context = ctypes.c_void_p(), ctypes.c_void_p()
        self._dropped = []
        self._lock = threading.Lock()  # a host is used by one thread at a time, and ctypes lets others run
        options = _Options(size=ctypes.sizeof(_Options), device=device.encode() if device else None,
                           launch_ms=launch_ms, memory_bytes=memory_bytes, interruptible=1)
        _check(library.workbench_open(ctypes.byref(options), ctypes.byref(self._host)))
        self._close = library.workbench_close
        if device:
            _check(library.workbench_context_new_at(self._host, None, ctypes.byref(self._context), *_caller()))

    def __repr__(self):
        return f"DeviceContext({self.device!r})"

    def __del__(self):
        host = getattr(self, "_host", None)
        if host and getattr(self, "_close", None) and self._process == os.getpid():
            self._host = None
            self._close(host)

    def synchronize(self):
        """Waits for all that was begun on the device; raises what went wrong with it."""
        if self.device:
            with self._lock:
                self._call(_library().workbench_context_synchronize_at, self._context)

    def findings(self):
        """What was found wrong in kernels so far, as a compiler writes it; "" for nothing."""
        with self._lock:
            return self._text_of(_library().workbench_findings_text, self._host)

    def _text_of(self, function, *arguments):
        library, text = _library(), ctypes.c_void_p()
        _check(function(*arguments, ctypes.byref(text)))
        try:
            return ctypes.string_at(text).decode("utf-8", "replace")
        finally:
            library.workbench_text_free(text)

    def _call(self, function, *arguments):
        """Calls the library, at the line outside of this file; raises what is found meanwhile. The lock
        is held."""
        self._release_dropped()
        if not self.device:
            _check(function(*arguments, b"", 0))
            return
        if self._process != os.getpid():
            raise OperationError(f"{self!r} is of the process that this one was forked from: make another one here")
        count = _library().workbench_finding_count
        before = count(self._host)
        _check(function(*arguments, *_caller()))
        if count(self._host) > before:
            found = self._text_of(_library().workbench_findings_text, self._host)
            raise OperationError("what was done on the device is wrong:\n" + found.rstrip(), "finding")

    def _drop(self, function, handle):
        """Frees what nobody has any more, now or later: a finalizer waits for nobody."""
        self._dropped.append((function, handle))
        if self._lock.acquire(blocking=False):
            try:
                self._release_dropped()
            finally:
                self._lock.release()

    def _release_dropped(self):
        while self._host and self._dropped:
            function, handle = self._dropped.pop()
            if self._process == os.getpid():
                function(handle)


# ---- arrays that stay on a device -------------------------------------------------------------------


class Array:
    """An array on a device, as array(x, device) makes it, and calls with such arrays do: operations and
    graphs of the same DeviceContext use it without copies, and without waiting. Reading it waits: numpy(),
    tobytes(), numpy.asarray(a), numpy.from_dlpack(a), torch.from_dlpack(a).

    `dtype` is OpenCL C's name, as "float"; `shape` a tuple; `device` the DeviceContext."""

    __slots__ = ("device", "dtype", "shape", "nbytes", "_buffer", "_drop", "__weakref__")

    def __init__(self, device, dtype, shape):
        self._buffer = None
        if not isinstance(device, DeviceContext) or not device.device:
            raise OperationError(f"an array stays on a device, and {device!r} is none: make a DeviceContext, as "
                                 "DeviceContext(\"opencl\"), and give it to libraries and graphs, too")
        code, bits = _CODES[dtype]
        self.device, self.dtype, self.shape = device, dtype, tuple(shape)
        count, native = 1, _library()
        for size in self.shape:
            count *= size
        self.nbytes, self._drop = count * (bits // 8), native.workbench_buffer_drop
        options = _BufferOptions(size=ctypes.sizeof(_BufferOptions), count=count,
                                 type=b"uchar" if code == _BOOL else dtype.encode())
        buffer = ctypes.c_void_p()
        with device._lock:
            device._call(native.workbench_buffer_new_at, device._context, options, ctypes.byref(buffer))
        self._buffer = buffer.value

    def __repr__(self):
        closed = "" if self._buffer else ", closed"
        return f"Array({self.dtype}{list(self.shape)} on {self.device!r}{closed})"

    def __reduce__(self):
        raise TypeError("an array on a device can be neither copied nor pickled: array.numpy() has its elements")

    def __del__(self):
        self.close()

    def close(self):
        """Frees its memory, as soon as what was begun with it is done; it cannot be used any more."""
        buffer, self._buffer = self._buffer, None
        if buffer:
            self.device._drop(self._drop, buffer)

    def _opened(self, what):
        """The buffer, with the device's lock held."""
        if not self._buffer:
            raise OperationError(f"{what} was closed")
        return self._buffer

    def _copy(self, function, address):
        """Between it and the program's memory."""
        with self.device._lock:
            queue = _library().workbench_context_queue(self.device._context)
            self.device._call(function, queue, self._opened("the array"), address, self.nbytes)

    def to(self, device):
        """The same elements on another device; itself where it is there."""
        return self if device is self.device else self._moved(device)

    def _moved(self, device):
        room, made = (ctypes.c_char * self.nbytes)(), Array(device, self.dtype, self.shape)
        self._copy(_library().workbench_read_at, room)
        made._copy(_library().workbench_write_at, room)
        return made

    def tobytes(self):
        """The elements as bytes, in row-major order."""
        room = ctypes.create_string_buffer(max(self.nbytes, 1))
        self._copy(_library().workbench_read_at, room)
        return room.raw[:self.nbytes]

    def numpy(self):
        """A NumPy array with the elements."""
        import numpy
        made = numpy.empty(self.shape, _NUMPY_NAMES[self.dtype])
        self._copy(_library().workbench_read_at, made.ctypes.data)
        return made

    def _on_cpu(self):
        """By NumPy or, where there is none, PyTorch: one of them wants it."""
        try:
            return self.numpy()
        except ImportError:
            import torch
        made = torch.empty(self.shape, dtype=getattr(torch, _NUMPY_NAMES[self.dtype]))
        self._copy(_library().workbench_read_at, made.data_ptr())
        return made

    def __array__(self, dtype=None, copy=None):
        if copy is False:
            raise ValueError("the elements of an array on a device can only be copied")
        made = self.numpy()
        return made if dtype is None else made.astype(dtype, copy=False)

    def __dlpack__(self, **options):
        if options.pop("copy", None) is False:
            raise BufferError("the elements of an array on a device can only be copied")
        return self._on_cpu().__dlpack__(**options)

    def __dlpack_device__(self):
        return _CPU, 0


class _Packed:
    """A copy of what Python's own protocol of buffers gives, as array.array, to be looked at as NumPy's."""

    def __init__(self, view):
        kinds = {"b": "?", "i": "bhilqn", "u": "BHILQN", "f": "efd"}
        kind = [kind for kind, formats in kinds.items() if view.format.lstrip("@=" + _NATIVE) in formats]
        if not kind:
            raise OperationError(f"the array has elements of {view.format!r}, and must have numbers or bools")
        self._bytes = view.tobytes()
        address = ctypes.cast(ctypes.c_char_p(self._bytes), ctypes.c_void_p).value
        self.__array_interface__ = {"typestr": f"{_NATIVE}{kind[0]}{view.itemsize}", "shape": view.shape,
                                    "data": (address, True), "version": 3}


def _is_dense(shape, strides):
    """Whether elements lie side by side in row-major order; strides are of elements."""
    if strides is None or 0 in shape:
        return True
    expected = 1
    for size, stride in zip(reversed(shape), reversed(strides)):
        if size != 1 and stride != expected:
            return False
        expected *= size
    return True


def _make_dense(x):
    if _is_torch(x):
        return x.contiguous()
    numpy = sys.modules.get("numpy")
    if numpy is None or not hasattr(x, "__array_interface__"):
        raise OperationError("the elements of the array do not lie side by side in row-major order: give a copy of it")
    return numpy.array(x, order="C")


def array(x, device):
    """An Array on a device, a DeviceContext, with the elements of `x`: a NumPy array, a PyTorch tensor, what
    exports DLPack, or a buffer of Python's, as array.array or bytes."""
    if isinstance(x, Array):
        return x.to(device)
    if not _is_torch(x) and not hasattr(x, "__array_interface__") and not hasattr(x, "__dlpack__"):
        try:
            x = _Packed(memoryview(x))
        except TypeError:
            pass  # _look_at says what it may be
    place, key = _look_at("the array", x, False)
    tensor = _make_tensor("the array", key)
    rank = tensor.ndim
    if not _is_dense(key[1], tensor.strides[:rank] if tensor.strides else None):
        x = _make_dense(x)
        place, _ = _look_at("the array", x, False)
    dtype = _CODE_NAMES.get((tensor.dtype.code, tensor.dtype.bits))
    if dtype is None or tensor.dtype.lanes != 1:
        raise OperationError(f"the array has elements of DLPack's code {tensor.dtype.code} and {tensor.dtype.bits} "
                             "bits, and must have numbers or bools: types are " + ", ".join(_NUMPY_NAMES))
    made = Array(device, dtype, key[1])
    made._copy(_library().workbench_write_at, place.pointer)
    return made


# ---- operations -------------------------------------------------------------------------------------


class Operation:
    """An operation of a library, to be called with outputs, then inputs."""

    def __init__(self, library, index, name, parameters=None):
        self._library, self._index, self.__name__ = library, index, name
        self.parameters = dict(parameters or {})
        native, info = library._native, _OpInfo()
        info.size = ctypes.sizeof(info)
        _check(native.workbench_ops_get(library._ops, index, ctypes.byref(info)))
        self._name = name.encode()
        self.summary = info.summary.decode()
        self.output_count, self.input_count = info.output_count, info.input_count
        self.has_cpu, self.has_gpu = bool(info.has_cpu), bool(info.has_gpu)
        self.has_gradient, self.in_place = bool(info.has_gradient), bool(info.in_place)
        self._arguments = [self._describe(native.workbench_ops_get_argument, _OpArgument, i)
                           for i in range(info.output_count + info.input_count)]
        self._parameters = [self._describe(native.workbench_ops_get_parameter, _OpParameter, i)
                            for i in range(info.parameter_count)]
        self._options = self._make_options()
        self._calls = _Calls(self._what, library._context)
        self._numbers = range(self.output_count + self.input_count)
        self.__doc__ = self._text()

    def _describe(self, get, kind, number):
        found = kind()
        found.size = ctypes.sizeof(found)
        _check(get(self._library._ops, self._index, number, ctypes.byref(found)))
        return [None if text is None else text.decode()
                for text in (getattr(found, field[0]) for field in kind._fields_[1:])]

    def _text(self):
        arguments = [f"{name}: {dtype} {shape}" for name, dtype, shape in self._arguments]
        parameters = [f"{name} ({kind})" + (f" = {value}" if value is not None else "")
                      for name, kind, value in self._parameters]
        lines = [f"{self.__name__}({', '.join(arguments)})", self.summary]
        if parameters:
            lines.append("parameters: " + ", ".join(parameters))
        return "\n".join(line for line in lines if line)

    def __repr__(self):
        return f"<operation {self.__name__}{self.parameters or ''}>"

    def _make_options(self):
        given = (_Parameter * len(self.parameters))()
        for slot, (name, value) in zip(given, self.parameters.items()):
            slot.name = str(name).encode()
            if isinstance(value, bool):
                slot.kind, slot.integer = 2, value
            elif hasattr(value, "__index__"):
                slot.kind, slot.integer = 0, value.__index__()
                if slot.integer != value.__index__():
                    raise OperationError(f"{self.__name__}: the parameter '{name}' does not fit 64 bits")
            else:
                slot.kind, slot.number = 1, float(value)
        options = _OpsOptions(ctypes.sizeof(_OpsOptions), given, len(given), self._library._context._context)
        return options

    def with_parameters(self, **parameters):
        """The same operation with values of its parameters; others stay as they are."""
        return Operation(self._library, self._index, self.__name__, {**self.parameters, **parameters})

    def __getitem__(self, parameters):
        """with_parameters of a dictionary; what was made for one before is used again."""
        try:
            key = tuple((name, type(value), value) for name, value in sorted(parameters.items()))
            made = self._library._with.get((self, key))
            if made is None:
                made = self._library._with[self, key] = self.with_parameters(**parameters)
            return made
        except AttributeError:
            raise OperationError(f"{self.__name__}[…] takes a dictionary of parameters, as "
                                 "{\"conv_size\": 4}") from None

    # ---- calls

    def __call__(self, *arguments):
        """Writes the outputs, the first arguments, from the inputs."""
        if len(arguments) != self.output_count + self.input_count:
            names = ", ".join(argument[0] for argument in self._arguments)
            raise OperationError(f"{self.__name__}: {self.output_count + self.input_count} arguments are "
                                 f"needed ({names}), and here are {len(arguments)}")
        if self._wants_gradient(arguments):
            return self._record(arguments)
        self._run(arguments)

    def _what(self, number):
        return f"{self.__name__}: '{self._arguments[number][0]}'"

    def _run(self, arguments):
        count, library = self.output_count, self._library
        places, keys = self._calls.look(self._numbers, arguments, count)
        with library._context._lock:
            outputs, inputs = self._calls.take(self._numbers, places, keys, (count, self.input_count))
            library._context._call(library._native.workbench_ops_call_at, library._ops, self._name, self._options,
                                   outputs, count, inputs, self.input_count)

    def new(self, *inputs, out_types=None):
        """Makes the outputs, of the inputs' kind, and gives them: one, or a tuple of several. `out_types`
        is for what the declaration leaves open: a pair of a type and a shape, ("float", (2, 3)), or a list of
        one for each output."""
        outputs = self._make_outputs(inputs) if out_types is None else self._outputs_of(inputs, out_types)
        if self._wants_gradient(outputs + list(inputs)):
            if out_types is None:
                return self.autograd(*inputs)
            self._record(outputs + list(inputs))
        else:
            self._run(outputs + list(inputs))
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    def _outputs_of(self, inputs, out_types):
        pairs = [out_types] if isinstance(out_types, tuple) else list(out_types)
        if len(pairs) != self.output_count:
            raise OperationError(f"{self.__name__}: it has {self.output_count} outputs, and out_types has {len(pairs)}")
        for pair in pairs:
            if not isinstance(pair, tuple) or len(pair) != 2 or pair[0] not in _NUMPY_NAMES:
                raise OperationError(f"{self.__name__}: out_types has {pair!r}, and a type and a shape are needed, as "
                                     "(\"float\", (2, 3)); types are " + ", ".join(_NUMPY_NAMES))
        model = inputs[0] if inputs else None
        return [_new_array(model, dtype, tuple(shape)) for dtype, shape in pairs]

    def _make_outputs(self, inputs):
        library = self._library
        if len(inputs) != self.input_count:
            raise OperationError(f"{self.__name__}: it has {self.input_count} inputs, and here are {len(inputs)}")
        numbers = self._numbers[self.output_count:]
        places, keys = self._calls.look(numbers, inputs, 0)
        results = (_OpResult * self.output_count)()
        with library._context._lock:
            given, = self._calls.take(numbers, places, keys, (len(inputs),))
            _check(library._native.workbench_ops_infer(library._ops, self._name, self._options, given, len(inputs),
                                                       results, self.output_count))
        model = inputs[0] if inputs else None
        return [_new_array(model, result.dtype.decode(), tuple(result.shape[:result.rank])) for result in results]

    def gradient(self, inputs, output_gradients, wanted=None):
        """Gradients of the inputs, a list, for those of the outputs (None: zeros). `wanted` says of
        which inputs, as a list of bools; those of others are None."""
        library, native = self._library, self._library._native
        wanted = [True] * len(inputs) if wanted is None else list(wanted)
        if len(wanted) != len(inputs) or len(output_gradients) != self.output_count:
            raise OperationError(f"{self.__name__}: there are {len(inputs)} inputs, {len(wanted)} of them "
                                 f"wanted or not, and {len(output_gradients)} gradients of outputs")
        made = []
        for array, is_wanted in zip(inputs, wanted):
            if not is_wanted:
                made.append(None)
            elif isinstance(array, Array):
                made.append(_new_array(array, array.dtype, array.shape))
            elif _is_torch(array):
                made.append(sys.modules["torch"].empty(array.shape, dtype=array.dtype))
            else:
                import numpy
                made.append(numpy.empty(array.shape, dtype=array.dtype))
        n_outputs, n_inputs = self.output_count, len(inputs)
        arrays = made + list(output_gradients) + list(inputs)
        # A gradient is called as what it is one of.
        numbers = [*self._numbers[n_outputs:], *self._numbers]
        if len(numbers) != len(arrays):
            raise OperationError(f"{self.__name__}: it has {self.input_count} inputs, and here are {n_inputs}")
        places, keys = self._calls.look(numbers, arrays, n_inputs)
        with library._context._lock:
            lists = self._calls.take(numbers, places, keys, (n_inputs, n_outputs, n_inputs))
            library._context._call(native.workbench_ops_gradient_at, library._ops, self._name, self._options,
                                   lists[0], lists[1], n_outputs, lists[2], n_inputs)
        return made

    # ---- PyTorch's autograd

    def _wants_gradient(self, arguments):
        torch = sys.modules.get("torch")
        if torch is None or not torch.is_grad_enabled():
            return False
        if not any(_is_torch(array) and array.requires_grad for array in arguments[self.output_count:]):
            return False
        if not self.has_gradient:
            raise OperationError(f"{self.__name__}: an input requires a gradient, and the operation has none: "
                                 "call it with tensor.detach(), or within torch.no_grad()")
        if any(isinstance(array, Array) for array in arguments):
            raise OperationError(f"{self.__name__}: an input requires a gradient, and another argument stays on a "
                                 "device, which autograd does not see: give tensors alone, or tensor.detach()")
        return True

    def _record(self, arguments):
        _function_class().apply(self, self.output_count, *arguments)

    def autograd(self, *inputs):
        """The operation as a function that PyTorch differentiates: new outputs of the inputs."""
        return _function_class().apply(self, 0, *inputs)


_function = None


def _function_class():
    """The torch.autograd.Function of all operations; made when PyTorch is there."""
    global _function
    if _function is None:
        import torch

        class Last(torch.autograd.Function):
            """A gradient that follows from the inputs as well as from the outputs' gradients, and that raises
            an error where it is to be differentiated. (PyTorch's once_differentiable sees the latter alone,
            and takes the inputs for constants.)"""

            @staticmethod
            def forward(ctx, operation, made, *sources):
                ctx.operation = operation
                return made.detach()

            @staticmethod
            def backward(ctx, *gradients):
                raise OperationError(f"{ctx.operation.__name__}: its gradient cannot be differentiated again")

        class Call(torch.autograd.Function):
            @staticmethod
            def forward(ctx, operation, n_given, *arguments):
                outputs, inputs = list(arguments[:n_given]), arguments[n_given:]
                if n_given > 0:
                    ctx.mark_dirty(*outputs)
                else:
                    outputs = operation._make_outputs(inputs)
                ctx.operation, ctx.n_given = operation, n_given
                # Before an output that is an input is written.
                is_in_place = any(output.data_ptr() == given.data_ptr() for output in outputs for given in inputs)
                with torch.enable_grad():  # copies are what their originals follow from
                    kept = [given.clone() for given in inputs] if is_in_place else inputs
                operation._run(outputs + list(inputs))
                if is_in_place:
                    ctx.kept = kept
                else:
                    ctx.kept = None
                    ctx.save_for_backward(*kept)
                for output in outputs:
                    if not output.dtype.is_floating_point:
                        ctx.mark_non_differentiable(output)
                return outputs[0] if len(outputs) == 1 else tuple(outputs)

            @staticmethod
            def backward(ctx, *gradients):
                operation = ctx.operation
                inputs = ctx.kept if ctx.kept is not None else ctx.saved_tensors
                gradients = [gradient if gradient is None or gradient.dtype.is_floating_point else None
                             for gradient in gradients]
                wanted = ctx.needs_input_grad[2 + ctx.n_given:]
                made = operation.gradient(list(inputs), gradients, wanted)
                if torch.is_grad_enabled():  # with create_graph=True
                    sources = [one for one in (*inputs, *gradients) if one is not None and one.requires_grad]
                    made = [one if one is None else Last.apply(operation, one, *sources) for one in made]
                return (None, None) + (None,) * ctx.n_given + tuple(made)

        _function = Call
    return _function


# ---- libraries --------------------------------------------------------------------------------------


class CustomOpLibrary:
    """The operations of a folder or a package, each an attribute: ops.grayscale(result, image).

    `device` is a name or a DeviceContext: operations then run their kernels there. Without one they
    run their functions for the CPU. One thread at a time uses a library."""

    def __init__(self, path, device=None):
        self._context = device if isinstance(device, DeviceContext) else DeviceContext(device)
        self._native, self._ops, self._with = _library(), ctypes.c_void_p(), {}
        self._operations = {}
        self.path = os.fspath(path)
        with self._context._lock:
            _check(self._native.workbench_ops_load_at(self._context._host, os.fsencode(self.path),
                                                      ctypes.byref(self._ops), *_caller()))

    def _names(self):
        info, names = _OpInfo(), []
        info.size = ctypes.sizeof(info)
        for i in range(self._native.workbench_ops_count(self._ops)):
            _check(self._native.workbench_ops_get(self._ops, i, ctypes.byref(info)))
            names.append(info.name.decode())
        return names

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, name):
        operation = self._operations.get(name)
        if operation is None:
            index = ctypes.c_size_t()
            with self._context._lock:
                _check(self._native.workbench_ops_find(self._ops, name.encode(), ctypes.byref(index)))
            operation = self._operations[name] = Operation(self, index.value, name)
        return operation

    def __contains__(self, name):
        return name in self._names()

    def __iter__(self):
        return iter(self._names())

    def __len__(self):
        return self._native.workbench_ops_count(self._ops)

    def __dir__(self):
        return list(super().__dir__()) + self._names()

    def __repr__(self):
        return f"CustomOpLibrary({self.path!r}): {', '.join(self._names())}"


# ---- graphs -----------------------------------------------------------------------------------------

# An input, output or weight of a graph; a size that is known when it is executed is a text: ("n", 4).
Argument = collections.namedtuple("Argument", "name dtype shape")


def _argument_of(found):
    sizes = found.shape.decode()[1:-1]
    shape = tuple(int(size) if size.isdigit() else size for size in sizes.split(", ")) if sizes else ()
    return Argument(found.name.decode(), found.dtype.decode(), shape)


# A graph that is made here is a text of Lua, of which each line computes one value. Its operations are those of
# Lua's module ops, found by name when the text is loaded; what is wrong in a line is told of the line here that
# made it.

_making = threading.local()
_descriptions = weakref.WeakValueDictionary()


def _at_places(text):
    """An error's text, with the lines that made a graph's in place of these."""
    def place(found):
        description = _descriptions.get(found[1])
        return description.places[int(found[2]) - 1] if description else found[0]
    return re.sub(r"(<graph \d+>):(\d+)", place, text)


def _place_here():
    file, line = _caller()
    return f"{os.fsdecode(file)}:{line}"


def _lua(x):
    """As an expression of Lua."""
    if isinstance(x, Value):
        if x._making is not getattr(_making, "now", None):
            raise OperationError(f"a value of graph '{x._making.name}' is used outside of its function")
        return x._text
    if hasattr(x, "tolist") and getattr(x, "shape", None) == ():
        x = x.tolist()
    if x is None:
        return "nil"
    if isinstance(x, bool):
        return "true" if x else "false"
    if isinstance(x, int) or hasattr(x, "__index__") and not hasattr(x, "shape"):
        number = x.__index__()
        if not -2**63 < number < 2**63:
            raise OperationError(f"{number} is too large a number: integers have 64 bits")
        return f"({number})"
    if isinstance(x, float):
        return {"inf": "(1e999)", "-inf": "(-1e999)", "nan": "(0/0)"}.get(repr(x), f"({x.hex()})")
    if isinstance(x, str):
        return '"' + "".join(f"\\{byte:03}" for byte in x.encode()) + '"'
    if isinstance(x, (list, tuple)):
        return "{ " + ", ".join(map(_lua, x)) + " }"
    if isinstance(x, dict):
        return "{ " + ", ".join(f"[{_lua(key)}] = {_lua(one)}" for key, one in x.items()) + " }"
    raise OperationError(f"a graph has no {type(x).__name__}: give numbers, texts, lists and values, and arrays as "
                         "weights, graph.Weight(…)")


class TensorType(collections.namedtuple("TensorType", "dtype shape")):
    """The type of an input: a type, and a shape of numbers and names of sizes, ("n", 4)."""

    __slots__ = ()

    def _text(self):
        return f"_graph.TensorType({_lua(self.dtype)}, {_lua(tuple(self.shape))})"


class _Making:
    """A graph whose function runs."""

    def __init__(self, name, types, extensions):
        self.name = name
        options = f"{{ custom_extensions = {_lua([os.fspath(one) for one in extensions])} }}"
        self._head = ["local _call = ...; local _graph, _ops = require 'graph', require 'ops'",
                      "local _options = " + options,
                      f"local _types = {{ {', '.join(one._text() for one in types)} }}"]
        self._lines, self._place = [], _place_here()
        self._places = [self._place] * (len(self._head) + 1)

    def call(self, f, parameters):
        """The description of what f makes of its inputs."""
        self._head.append(f"local function _f({', '.join(parameters)}) local _v = {{}}")
        before, _making.now = getattr(_making, "now", None), self
        try:
            results = f(*(Value(self, name) for name in parameters))
        finally:
            _making.now = before
        results = list(results) if isinstance(results, (list, tuple)) else [results]
        for i, result in enumerate(results, 1):
            if not isinstance(result, Value) or result._making is not self:
                raise OperationError(f"graph '{self.name}': result {i} is of type {type(result).__name__}, and must "
                                     "be a value of the graph")
        return self.end("return " + ", ".join(result._text for result in results))

    def emit(self, expression):
        self._lines.append(f"_v[{len(self._lines) + 1}] = {expression}")
        self._places.append(_place_here())
        return Value(self, f"_v[{len(self._lines)}]")

    def end(self, returns):
        made = f"local _made = _graph.Graph({_lua(self.name)}, _types, _f, _options)"
        return _Description(self.name, [*self._head, *self._lines, returns + " end", made, "return _made"],
                            [*self._places, *[self._place] * 3])


class _Description:
    """A graph as a text, and where its lines are from."""

    _numbers = itertools.count(1)

    def __init__(self, name, lines, places):
        self.name, self.lines, self.places = name, lines, places
        self.path = f"<graph {next(self._numbers)}>"
        _descriptions[self.path] = self

    def __repr__(self):
        return f"graph.Graph({self.name!r})"

    def gradient(self, wanted, given):
        """The graph of gradients of inputs (their numbers) for those of outputs, which are inputs after its own."""
        line = f"""
            do
              local before, inner, count, types = _made, _f, #_types, {{ table.unpack(_types) }}
              for _, i in ipairs {_lua([i + 1 for i in given])} do types[#types + 1] = before.outputs[i].type end
              function _f(...)
                local all, to, loss = {{ ... }}, {{}}, nil
                local outputs = {{ inner(table.unpack(all, 1, count)) }}
                for at, i in ipairs {_lua([i + 1 for i in given])} do
                  local term = _ops.sum(outputs[i] * all[count + at])
                  loss = loss and loss + _ops.cast(term, loss.dtype) or term
                end
                for at, i in ipairs {_lua([i + 1 for i in wanted])} do to[at] = all[i] end
                return table.unpack(_graph.grad(loss, to))
              end
              _types = types
              _made = _graph.Graph({_lua("gradient of " + self.name)}, types, _f, _options)
            end"""
        return _Description("gradient of " + self.name, [*self.lines[:-1], " ".join(line.split()), self.lines[-1]],
                            [*self.places, self.places[0]])


def _made_now():
    making = getattr(_making, "now", None)
    if making is None:
        raise OperationError("values are made within the function of a graph: graph.Graph(name, types, function)")
    return making


def _operate(name, /, *arguments, **named):
    given = ", ".join(["", *map(_lua, arguments)])
    return _made_now().emit(f"_call('{name}', _ops.{name}, {_lua(named)}, {len(arguments)}{given})")


class Value:
    """A value of a graph, which stands for what an execution computes; within the function of a graph.Graph. Has
    Python's operators, and the operations that take a value first as methods: x.sum(0)."""

    __slots__ = ("_making", "_text")
    __array_ufunc__ = None  # NumPy leaves operators to this

    def __init__(self, making, text):
        self._making, self._text = making, text

    def _described(self, returns):
        return Graph(self._making.end(returns)).outputs

    @property
    def dtype(self):
        return self._described(f"return {self._text}")[0].dtype

    @property
    def shape(self):
        """A tuple; a size that is known when the graph is executed is a text."""
        return self._described(f"return {self._text}")[0].shape

    def _parts(self):
        """What an operation with several results gave. A list has one output before its own."""
        count = len(self._described(f"if {self._text}.dtype then return {self._text} end "
                                    f"return _ops.zeros {{}}, table.unpack({self._text})"))
        if count == 1:
            raise OperationError("a value has no elements yet: x.slice(first, last) is a part of it")
        return [Value(self._making, f"{self._text}[{i}]") for i in range(1, count)]

    def __getitem__(self, place):
        return self._parts()[place]

    def __iter__(self):
        return iter(self._parts())

    def __len__(self):
        return len(self._parts())

    def __bool__(self):
        raise OperationError("a value has no elements yet, and nothing here can depend on it: ops.where(mask, a, b)")

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *arguments, **named: _operate(name, self, *arguments, **named)

    __hash__ = object.__hash__


def _add_operators():
    """Those of Lua by its signs, so that its rules for types hold; comparisons, of which Lua makes truths, by name."""
    def infix(sign):
        return (lambda a, b: _made_now().emit(f"{_lua(a)} {sign} {_lua(b)}"),
                lambda a, b: _made_now().emit(f"{_lua(b)} {sign} {_lua(a)}"))
    for name, sign in {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "^",
                       "and": "&", "or": "|", "xor": "~", "lshift": "<<", "rshift": ">>"}.items():
        forward, back = infix(sign)
        setattr(Value, f"__{name}__", forward)
        setattr(Value, f"__r{name}__", back)
    for name, sign in {"neg": "-", "invert": "~"}.items():
        setattr(Value, f"__{name}__", lambda a, sign=sign: _made_now().emit(f"{sign}{_lua(a)}"))
    for name, of in {"lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal", "eq": "equal",
                     "ne": "not_equal", "matmul": "matmul", "abs": "abs"}.items():
        setattr(Value, f"__{name}__", lambda *operands, of=of: _operate(of, *operands))


_add_operators()


class _Operations:
    """Lua's module ops (docs/graphs.md): graph.ops.softmax(x, axis=-1). Arguments may have names; those that Lua has
    in a table of options always do."""

    def __getattr__(self, name):
        if not re.fullmatch("[a-z][a-z0-9_]*", name):
            raise AttributeError(name)
        return lambda *arguments, **named: _operate(name, *arguments, **named)


def _parameters_of(f, count):
    """Names of inputs, as Lua takes them."""
    import inspect
    try:
        names = list(inspect.signature(f).parameters)[:count]
    except (TypeError, ValueError):
        names = []
    words = set("and break do else elseif end false for function goto if in local nil not or repeat return then true "
                "until while".split())
    good = len(names) == count and all(re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name) and name not in words
                                       and name not in ("require", "table") for name in names)
    return names if good else [f"input_{i}" for i in range(1, count + 1)]


def _make_graph(name, types, f, custom_extensions=()):
    """A graph, to be executed as workbench.Graph(made, device): `f` gets a value for each type, a TensorType or a pair
    of a type and a shape, and returns one, or several. `custom_extensions` are folders and packages of operations."""
    types = list(types)
    for i, one in enumerate(types):
        if not isinstance(one, (tuple, list)) or len(one) != 2:
            raise OperationError(f"graph '{name}': the type of input {i + 1} is {one!r}, and must be a pair of a type "
                                 "and a shape, as (\"float\", (\"n\", 4))")
        types[i] = TensorType(*one)
    return _Making(name, types, custom_extensions).call(f, _parameters_of(f, len(types)))


def _make_weight(name, dtype, shape):
    """A value that is given when the graph is loaded, or by set_weights."""
    return _made_now().emit(f"_graph.Weight({_lua(name)}, {_lua(dtype)}, {_lua(tuple(shape))})")


def _make_gradients(loss, values):
    """The gradients of a value with one element: one for each of the values."""
    made = _made_now().emit(f"_graph.grad({_lua(loss)}, {_lua(list(values))})")
    return [Value(made._making, f"{made._text}[{i}]") for i in range(1, len(values) + 1)]


graph = types.SimpleNamespace(Graph=_make_graph, TensorType=TensorType, Weight=_make_weight, grad=_make_gradients,
                              ops=_Operations())


class Graph:
    """The graph that a file of Lua returns, or that graph.Graph made, executed on the CPU or, with `device`, on one.

    `weights` are arrays by their names; without them those are needed that the file has itself, and
    set_weights gives others. `inputs`, `outputs` and `weights` are lists of Arguments. One thread at a
    time uses a graph."""

    def __init__(self, path, device=None, weights=None):
        self._context = device if isinstance(device, DeviceContext) else DeviceContext(device)
        self._native, self._graph = _library(), ctypes.c_void_p()
        self._description = path if isinstance(path, _Description) else None
        self.path = os.fspath(path) if self._description is None else path.path
        options = _GraphOptions(ctypes.sizeof(_GraphOptions), self._context._context)
        if self._description is not None:
            options.source = "\n".join(self._description.lines).encode()
        with self._context._lock:
            _check(self._native.workbench_graph_load_at(self._context._host, os.fsencode(self.path), options,
                                                        ctypes.byref(self._graph), *_caller()))
        info = self._info()
        self.name = info.name.decode()
        arguments = [self._describe(i) for i in range(info.output_count + info.input_count + info.weight_count)]
        self.outputs, arguments = arguments[:info.output_count], arguments[info.output_count:]
        self.inputs, self.weights = arguments[:info.input_count], arguments[info.input_count:]
        self._names = ([f"output {i}" for i in range(1, len(self.outputs) + 1)]
                       + [f"input {i} ('{one.name}')" for i, one in enumerate(self.inputs, 1)])
        self._numbers = range(len(self._names))
        self._kept = {}, {}  # weights, and graphs of gradients with these
        self._calls, self._inferred = _Calls(self._what, self._context), {}
        if weights is not None:
            self.set_weights(weights)

    def _info(self):
        info = _GraphInfo()
        info.size = ctypes.sizeof(info)
        _check(self._native.workbench_graph_get(self._graph, ctypes.byref(info)))
        return info

    def _describe(self, number):
        found = _OpArgument()
        found.size = ctypes.sizeof(found)
        _check(self._native.workbench_graph_get_argument(self._graph, number, ctypes.byref(found)))
        return _argument_of(found)

    def __repr__(self):
        return f"Graph({self._description or self.path!r}, device={self._context.device!r}): {self.name}"

    def __del__(self):
        if getattr(self, "_graph", None):
            self.close()

    def close(self):
        """Frees the graph and what it has on its device; it cannot be used any more."""
        graph, self._graph = self._graph, ctypes.c_void_p()
        if graph:
            self._context._drop(self._native.workbench_graph_release, graph)

    def _what(self, number):
        return f"graph '{self.name}': {self._names[number]}"

    @property
    def is_ready(self):
        """Whether all weights are there."""
        self._check_open()
        return bool(self._info().is_ready)

    def set_weights(self, weights):
        """Gives weights, a dictionary of arrays; others stay as they are. Elements are copied."""
        self._check_open()
        names = list(weights)
        calls = _Calls(lambda number: f"graph '{self.name}': the weight '{names[number]}'", self._context)
        numbers, arrays = range(len(names)), [weights[name] for name in names]
        texts = (ctypes.c_char_p * len(names))(*(str(name).encode() for name in names))
        places, keys = calls.look(numbers, arrays, 0)
        with self._context._lock:
            given, = calls.take(numbers, places, keys, (len(names),))
            self._context._call(self._native.workbench_graph_set_weights_at, self._graph, texts, given, len(names))
        if self._description is not None:
            self._kept = {**self._kept[0], **{name: _copy_of(weights[name]) for name in names}}, {}

    # ---- calls

    def __call__(self, *inputs, out=None):
        """Executes the graph: gives its output, or a tuple of several. They are new arrays of the inputs'
        kind, or those of `out`: an array, or a list of them."""
        if out is None and self._wants_gradient(inputs):
            return _graph_function_class().apply(self, *inputs)
        if out is None:
            outputs = self._make_outputs(inputs)
        else:
            outputs = list(out) if isinstance(out, (list, tuple)) else [out]
        self.into(outputs, *inputs)
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    def into(self, outputs, *inputs):
        """Executes the graph into arrays that are there, one for each output."""
        n_outputs, n_inputs = len(outputs), len(inputs)
        self._check_counts(n_outputs, n_inputs)
        if self._wants_gradient(inputs):
            raise OperationError(f"graph '{self.name}': an input requires a gradient, which outputs that are there "
                                 "do not get: model(x) makes new ones")
        self._execute(outputs, inputs)

    def _execute(self, outputs, inputs):
        n_outputs, n_inputs = len(outputs), len(inputs)
        places, keys = self._calls.look(self._numbers, [*outputs, *inputs], n_outputs)
        with self._context._lock:
            to, given = self._calls.take(self._numbers, places, keys, (n_outputs, n_inputs))
            self._context._call(self._native.workbench_graph_execute_at, self._graph, to, n_outputs, given, n_inputs)

    def explain(self, *inputs):
        """What the graph became for these inputs, or for those of the last call: kernels, what was fused
        and why not, bytes."""
        self._check_open()
        if inputs:
            self._check_counts(len(self.outputs), len(inputs))
        numbers = self._numbers[len(self.outputs):][:len(inputs)]
        places, keys = self._calls.look(numbers, inputs, 0)
        with self._context._lock:
            given, = self._calls.take(numbers, places, keys, (len(inputs),))
            return self._context._text_of(self._native.workbench_graph_explain, self._graph, given, len(inputs))

    def _check_open(self):
        if not self._graph:
            raise OperationError(f"graph '{self.name}' was closed")

    def _check_counts(self, n_outputs, n_inputs):
        self._check_open()
        for count, what, arguments in ((n_outputs, "output", self.outputs), (n_inputs, "input", self.inputs)):
            if count != len(arguments):
                names = ", ".join(argument.name for argument in arguments)
                raise OperationError(f"graph '{self.name}': it has {len(arguments)} {what}s ({names}), and here "
                                     f"are {count}")

    def _wants_gradient(self, inputs):
        torch = sys.modules.get("torch")
        if torch is None or not torch.is_grad_enabled():
            return False
        if not any(_is_torch(array) and array.requires_grad for array in inputs):
            return False
        if self._description is None:
            raise OperationError(f"graph '{self.name}': an input requires a gradient, and a graph of a file hands none "
                                 "on: call it with tensor.detach(), or within torch.no_grad()")
        if not all(_is_torch(array) for array in inputs):
            raise OperationError(f"graph '{self.name}': an input requires a gradient, and another one is no tensor")
        return True

    def _gradient(self, kept, wanted):
        """The graph of the gradients of inputs, with the weights of the call."""
        weights, made = kept
        if wanted not in made:
            given = [i for i, output in enumerate(self.outputs) if output.dtype in ("float", "double")]
            made[wanted] = Graph(self._description.gradient(wanted, given), self._context, weights or None)
        return made[wanted]

    def _make_outputs(self, inputs):
        count = len(self.outputs)
        self._check_counts(count, len(inputs))
        numbers = self._numbers[count:]
        places, keys = self._calls.look(numbers, inputs, 0)
        with self._context._lock:
            inferred = self._inferred.get(keys)
            if inferred is None:
                given, = self._calls.take(numbers, places, keys, (len(inputs),))
                results = (_OpResult * count)()
                _check(self._native.workbench_graph_infer(self._graph, given, len(inputs), results, count))
                inferred = [(one.dtype.decode(), tuple(one.shape[:one.rank])) for one in results]
                if len(self._inferred) >= _MOST_PREPARED:
                    self._inferred.clear()
                self._inferred[keys] = inferred
        model = inputs[0] if inputs else None
        return [_new_array(model, dtype, shape) for dtype, shape in inferred]


def _copy_of(array):
    if isinstance(array, Array):
        return array._moved(array.device)
    if _is_torch(array):
        return array.detach().clone()
    import numpy
    return numpy.array(array if hasattr(array, "__array_interface__") else numpy.from_dlpack(array))


_graph_function = None


def _graph_function_class():
    """The torch.autograd.Function of all graphs; made when PyTorch is there."""
    global _graph_function
    if _graph_function is None:
        import torch

        class Execution(torch.autograd.Function):
            @staticmethod
            def forward(ctx, model, *inputs):
                outputs = model._make_outputs(inputs)
                model._execute(outputs, inputs)
                ctx.model, ctx.kept = model, model._kept
                ctx.save_for_backward(*inputs)
                ctx.mark_non_differentiable(*(one for one in outputs if one.dtype not in (torch.float, torch.double)))
                return outputs[0] if len(outputs) == 1 else tuple(outputs)

            @staticmethod
            def backward(ctx, *gradients):
                wanted = tuple(i for i, needed in enumerate(ctx.needs_input_grad[1:]) if needed)
                given = [gradient for gradient, output in zip(gradients, ctx.model.outputs)
                         if output.dtype in ("float", "double")]
                # A graph, too: with create_graph=True it is a part of autograd's.
                made = ctx.model._gradient(ctx.kept, wanted)(*ctx.saved_tensors, *given)
                made = dict(zip(wanted, made if isinstance(made, tuple) else (made,)))
                return (None, *(made.get(i) for i in range(len(ctx.needs_input_grad) - 1)))

        _graph_function = Execution
    return _graph_function
