"""Operations of the GPU Puzzle Workbench, called from Python (docs/python.md).

    from workbench import CustomOpLibrary
    ops = CustomOpLibrary("ops")                  # a folder of operations, or a package NAME.ops
    ops.grayscale(result, image)                  # NumPy arrays or PyTorch tensors; outputs first
    ops.conv1d[{"conv_size": 4}](out, x, taps)    # with parameters
    y = ops.grayscale.new(image)                  # makes the outputs itself

Nothing needs to be compiled: it speaks to libworkbench.so by ctypes. NumPy and PyTorch are used where
their arrays are given, and are not imported by this file before. Memory is shared, not copied, where
elements lie side by side in row-major order.

With device="emulator", "opencl" or another name of a device an operation runs its kernels there, with
copies in and out; what the checking emulator finds wrong in them is raised as an OperationError. Where
a PyTorch tensor requires a gradient, and the operation has one, the call becomes a part of autograd's
graph.
"""

import ctypes
import os
import sys
import threading

__all__ = ["CustomOpLibrary", "DeviceContext", "Operation", "OperationError", "UnknownOperationError"]


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
    """The line outside of this file that is being run, for findings."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename == __file__:
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


def _torch_type(tensor):
    """By the name of its type: "torch.float32"."""
    name = str(tensor.dtype)[6:]
    if name == "bool":
        return _BOOL, 8
    for prefix, code in (("uint", _UINT), ("int", _INT), ("float", _FLOAT)):
        if name.startswith(prefix) and name[len(prefix):].isdigit():
            return code, int(name[len(prefix):])
    raise OperationError(f"a tensor of {tensor.dtype} cannot be an argument")


class _View:
    """A DLTensor of an array, which is kept alive with it."""

    __slots__ = ("tensor", "owner", "shape", "strides")

    def __init__(self, what, array, is_output):
        self.owner = array
        if _is_torch(array):
            self._of_torch(what, array)
        elif hasattr(array, "__array_interface__"):
            self._of_numpy(what, array, is_output)
        else:
            raise OperationError(f"{what} is of type {type(array).__name__}, and must be a NumPy array "
                                 "or a PyTorch tensor")

    def _set(self, pointer, dtype, shape, strides):
        rank = len(shape)
        self.shape = (ctypes.c_int64 * rank)(*shape)
        self.strides = (ctypes.c_int64 * rank)(*strides) if strides is not None else None
        self.tensor = _DLTensor(pointer, _CPU, 0, rank, _DataType(dtype[0], dtype[1], 1), self.shape,
                                self.strides, 0)

    def _of_torch(self, what, array):
        if array.device.type != "cpu" or array.layout is not sys.modules["torch"].strided:
            raise OperationError(f"{what} is a tensor on {array.device} ({array.layout}): give one of the "
                                 "CPU's memory, tensor.cpu()")
        if array.is_conj() or array.is_neg():
            raise OperationError(f"{what} is a view that is computed when it is read: give its resolve_neg()")
        self._set(array.data_ptr(), _torch_type(array), array.shape, array.stride())

    def _of_numpy(self, what, array, is_output):
        about = array.__array_interface__
        order, name = about["typestr"][0], about["typestr"][1:]
        pointer, read_only = about["data"]
        if name not in _TYPES or order not in ("|", _NATIVE):
            raise OperationError(f"{what} has elements of {about['typestr']!r}, and must have numbers or "
                                 "bools in the machine's order of bytes: array.astype(…)")
        if is_output and read_only:
            raise OperationError(f"{what} is read-only, and is to be written")
        strides, dtype = about.get("strides"), _TYPES[name]
        if strides is not None:
            element = dtype[1] // 8
            if any(step % element for step in strides):
                raise OperationError(f"{what} has strides that are no whole elements: array.copy()")
            strides = [step // element for step in strides]
        self._set(pointer or None, dtype, about["shape"], strides)


def _pointers(views):
    made = (ctypes.POINTER(_DLTensor) * len(views))()
    for i, view in enumerate(views):
        if view is not None:
            made[i] = ctypes.pointer(view.tensor)
    return made


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
        library, text = _library(), ctypes.c_void_p()
        with self._lock:
            _check(library.workbench_findings_text(self._host, ctypes.byref(text)))
        try:
            return ctypes.string_at(text).decode("utf-8", "replace")
        finally:
            library.workbench_text_free(text)


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
        count, native, library = self.output_count, self._library._native, self._library
        views = [_View(self._what(i), array, i < count) for i, array in enumerate(arguments)]
        file, line = _caller()
        outputs, inputs = _pointers(views[:count]), _pointers(views[count:])
        with library._context._lock:
            before = library._finding_count()
            _check(native.workbench_ops_call_at(library._ops, self._name, self._options, outputs, count, inputs,
                                                self.input_count, file, line))
            found = library._finding_count() > before
        if found:
            library._raise_findings()

    def new(self, *inputs):
        """Makes the outputs, of the inputs' kind, and gives them: one, or a tuple of several."""
        outputs = self._make_outputs(inputs)
        if self._wants_gradient(outputs + list(inputs)):
            return self.autograd(*inputs)
        self._run(outputs + list(inputs))
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    def _make_outputs(self, inputs):
        library = self._library
        if len(inputs) != self.input_count:
            raise OperationError(f"{self.__name__}: it has {self.input_count} inputs, and here are {len(inputs)}")
        views = [_View(self._what(self.output_count + i), array, False) for i, array in enumerate(inputs)]
        results = (_OpResult * self.output_count)()
        with library._context._lock:
            _check(library._native.workbench_ops_infer(library._ops, self._name, self._options, _pointers(views),
                                                       len(views), results, self.output_count))
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
        given = [_View(self._what(self.output_count + i), array, False) for i, array in enumerate(inputs)]
        pulled = [None if array is None else _View(f"{self.__name__}: a gradient", array, False)
                  for array in output_gradients]
        made = []
        for array, is_wanted in zip(inputs, wanted):
            if not is_wanted:
                made.append(None)
            elif _is_torch(array):
                made.append(sys.modules["torch"].empty(array.shape, dtype=array.dtype))
            else:
                import numpy
                made.append(numpy.empty(array.shape, dtype=array.dtype))
        views = [None if array is None else _View("a gradient", array, True) for array in made]
        file, line = _caller()
        with library._context._lock:
            before = library._finding_count()
            _check(native.workbench_ops_gradient_at(library._ops, self._name, self._options, _pointers(views),
                                                    _pointers(pulled), len(pulled), _pointers(given), len(given),
                                                    file, line))
            found = library._finding_count() > before
        if found:
            library._raise_findings()
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
            @torch.autograd.function.once_differentiable
            def backward(ctx, *gradients):
                operation = ctx.operation
                inputs = ctx.kept if ctx.kept is not None else ctx.saved_tensors
                gradients = [gradient if gradient is None or gradient.dtype.is_floating_point else None
                             for gradient in gradients]
                wanted = ctx.needs_input_grad[2 + ctx.n_given:]
                made = operation.gradient(list(inputs), gradients, wanted)
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

    def _finding_count(self):
        return self._native.workbench_finding_count(self._context._host) if self._context.device else 0

    def _raise_findings(self):
        raise OperationError("what the operation did on the device is wrong:\n"
                             + self._context.findings().rstrip(), "finding")
