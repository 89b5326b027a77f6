"""What workbench.py speaks to libworkbench.so by: ctypes, arrays as DLPack describes them, devices."""

import ctypes
import os
import sys
import threading

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

_CPU, _OPENCL = 1, 4
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


class _Options(ctypes.Structure):
    """workbench_options, as far as they are needed: the library takes the rest for zeroes."""

    _fields_ = [("size", ctypes.c_size_t), ("device", ctypes.c_char_p)]


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
    _fields_ = [("size", ctypes.c_size_t), ("context", ctypes.c_void_p)]


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
    text = library.workbench_error_text().decode("utf-8", "replace")
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


def _is_torch(array):
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(array, torch.Tensor)


def _torch_type(what, dtype):
    """By the name of the type: "torch.float32"."""
    name = str(dtype)[6:]
    if name == "bool":
        return _BOOL, 8
    for prefix, code in (("uint", _UINT), ("int", _INT), ("float", _FLOAT)):
        if name.startswith(prefix) and name[len(prefix):].isdigit():
            return code, int(name[len(prefix):])
    raise OperationError(f"{what} is a tensor of {dtype}, and cannot be an argument")


# Where an array lies, and all else that a DLTensor says of it: the second is the same from call to
# call, and what is made of it is kept.


def _look_at_torch(what, array):
    if array.device.type != "cpu" or array.layout is not sys.modules["torch"].strided:
        raise OperationError(f"{what} is a tensor on {array.device} ({array.layout}): give one of the "
                             "CPU's memory, tensor.cpu()")
    if array.is_conj() or array.is_neg():
        raise OperationError(f"{what} is a view that is computed when it is read: give its resolve_neg()")
    return array.data_ptr(), (array.dtype, tuple(array.shape), array.stride())


def _look_at(what, array, is_output):
    if _is_torch(array):
        return _look_at_torch(what, array)
    about = getattr(array, "__array_interface__", None)
    if about is None:
        raise OperationError(f"{what} is of type {type(array).__name__}, and must be a NumPy array "
                             "or a PyTorch tensor")
    pointer, read_only = about["data"]
    if is_output and read_only:
        raise OperationError(f"{what} is read-only, and is to be written")
    strides = about.get("strides")
    return pointer, (about["typestr"], tuple(about["shape"]), strides if strides is None else tuple(strides))


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
    if isinstance(of_type, str):
        dtype, strides = _numpy_type(what, of_type, strides)
    else:
        dtype = _torch_type(what, of_type)
    rank = len(shape)
    sizes = (ctypes.c_int64 * rank)(*shape)
    steps = (ctypes.c_int64 * rank)(*strides) if strides is not None else None
    return _DLTensor(None, _CPU, 0, rank, _DataType(dtype[0], dtype[1], 1), sizes, steps, 0)


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

    def __init__(self, what):
        self._what, self._kept = what, {}

    def look(self, numbers, arrays, n_outputs):
        """Where arrays lie, and of what kind they are: raises where they cannot be used. The numbers
        are those of `what`."""
        places, keys = [], []
        for i, array in enumerate(arrays):
            place, key = None, None
            if array is not None:
                place, key = _look_at(self._what(numbers[i]), array, i < n_outputs)
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
        for tensor, place in zip(kept.tensors, places):
            if tensor is not None:
                tensor.data = place or None
        return kept.lists


def _new_array(model, dtype, shape):
    """An array of the model's kind, elements unset."""
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
    None: the CPU's own functions, and no device."""

    def __init__(self, device=None):
        library = _library()
        self.device = device
        self._host, self._context = ctypes.c_void_p(), ctypes.c_void_p()
        self._dropped = []
        self._lock = threading.Lock()  # a host is used by one thread at a time, and ctypes lets others run
        options = _Options(ctypes.sizeof(_Options), device.encode() if device else None)
        _check(library.workbench_open(ctypes.byref(options), ctypes.byref(self._host)))
        self._close = library.workbench_close
        if device:
            _check(library.workbench_context_new_at(self._host, None, ctypes.byref(self._context), *_caller()))

    def __repr__(self):
        return f"DeviceContext({self.device!r})"

    def __del__(self):
        host = getattr(self, "_host", None)
        if host and getattr(self, "_close", None):
            self._host = None
            self._close(host)

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
        if not self.device:
            _check(function(*arguments, b"", 0))
            return
        count = _library().workbench_finding_count
        before = count(self._host)
        _check(function(*arguments, *_caller()))
        if count(self._host) > before:
            found = self._text_of(_library().workbench_findings_text, self._host)
            raise OperationError("what was done on the device is wrong:\n" + found.rstrip(), "finding")

    def _drop(self, graph):
        """Releases a graph that nobody has any more, now or later: a finalizer waits for nobody."""
        self._dropped.append(graph)
        if self._lock.acquire(blocking=False):
            try:
                self._release_dropped()
            finally:
                self._lock.release()

    def _release_dropped(self):
        while self._host and self._dropped:
            _library().workbench_graph_release(self._dropped.pop())
