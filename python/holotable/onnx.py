"""``python -m holotable.onnx CHECKPOINT OUT.onnx``: a trained network as an ONNX model, to run anywhere.

Needs onnx and safetensors, as ``holotable[onnx]`` brings them, with onnxruntime to run the model:

>>> from holotable.onnx import export
>>> export("runs/dark_side_rising", "agent.onnx")
>>> session = onnxruntime.InferenceSession("agent.onnx")
>>> inputs = {"observation": agent.features(state)[None], "action_mask": state.action_mask()[None].astype(bool)}
>>> inputs["prior"] = agent.prior(state)[None]  # not where the network takes none
>>> logits, probabilities, value = session.run(None, inputs)
"""

import argparse
import json
import os
import stat
import sys
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from . import __version__
from ._native import write_file
from .checkpoint import Checkpoint, read
from .rows import named

try:
    # By name, as type checkers take `onnx` for this module where the library is not installed.
    checker: Any = import_module("onnx.checker")
    helper: Any = import_module("onnx.helper")
    numpy_helper: Any = import_module("onnx.numpy_helper")
    TensorProto: Any = import_module("onnx").TensorProto
    stored: Any = import_module("safetensors.numpy").load_file
except ModuleNotFoundError as e:
    raise ModuleNotFoundError(f"{e.name} is missing: pip install 'holotable[onnx]'", name=e.name) from e


def load_file(path: Any) -> dict[str, Any]:
    """The arrays of a file, which may hold half precision, in single precision."""
    return {name: array.astype("float32") for name, array in stored(path).items()}


# Old enough for every runtime of the last years, new enough for all that is used.
OPSET, IR_VERSION = 17, 8

Arrays = dict[str, npt.NDArray[np.float32]]


def export(checkpoint: str | os.PathLike[str], out: str | os.PathLike[str]) -> None:
    """Writes the network of a checkpoint as an ONNX model, which answers as :meth:`holotable.Agent.analyse` does.

    Inputs: ``observation`` (float32 of shape (N, inputs): :meth:`holotable.Agent.features`), ``action_mask`` (bool of
    shape (N, actions), True where an action is legal) and, for a network that takes one, ``prior`` (float32 of shape
    (N, actions), from 0 to 1: :meth:`holotable.Agent.prior`). Outputs: ``logits`` (float32 of shape (N, actions), the least
    finite number where an action is not legal), ``probabilities`` (float32 of the same shape) and ``value`` (float32 of
    shape (N,): the score from 0 to 1 that whoever acts expects, the chance to win).

    The model's metadata names the ``game``, its ``options`` (JSON; a list where the network was trained on several
    values), ``rules_version``, ``data_hash`` (of the card set), ``layout_hash`` and ``layout`` (JSON: what observations
    and actions mean).

    Args:
        checkpoint: the folder of a checkpoint, or of a training run, whose best one is taken.
        out: the file to write, beside its place and then renamed; a link, a pipe or a device is written to.

    Raises:
        ValueError: no checkpoint, a damaged one, one of another game, version or data set, or one of a network that
            chooses by subgoals.
        OSError: ``out`` cannot be written.
    """
    source = read(checkpoint)
    source.must_choose_actions("the export to ONNX")
    model = _model(source, source.weights(load_file))
    layout = {key: value for key, value in source.layout.items() if key != "hash"}
    mark = {**source.mark, "layout_hash": source.layout["hash"], "layout": layout}
    texts = {key: value if isinstance(value, str) else json.dumps(value) for key, value in mark.items()}
    texts["game"] = texts.pop("name")
    helper.set_model_props(model, texts)
    checker.check_model(model, full_check=True)
    write_file(out, model.SerializeToString())


def _model(source: Checkpoint, weights: Arrays) -> Any:
    """The graph; the trunk's weights have a row an input, the policy's a row an action."""
    graph, network, layout = _Graph(weights), source.network, source.layout
    activation = {"relu": "Relu", "tanh": "Tanh"}[network["activation"]]
    prior = ["prior"] if network["prior"] else []
    x = graph.join("observation", *prior)
    for i in range(len(network["hidden_sizes"])):
        x = graph.add("Gemm", x, f"trunk.{i}.weight", f"trunk.{i}.bias")
        x = graph.add(activation, x)
    logits = graph.add("Gemm", x, "policy.weight", "policy.bias", transB=1)
    if network.get("row_width"):
        logits = graph.add("Add", logits, _by_rows(graph, layout, x))
    if prior:
        logits = graph.add("Add", logits, graph.add("Mul", "prior", "prior.gain"))
    least = graph.constant(np.array(np.finfo(np.float32).min))
    graph.add("Where", "action_mask", logits, least, output="logits")
    graph.add("Softmax", "logits", axis=1, output="probabilities")
    # The network's last number is the logit of the chance to win.
    weights["value.weight"] = weights["value.weight"].reshape(-1, 1)
    value = graph.add("Squeeze", graph.add("Gemm", x, "value.weight", "value.bias"), graph.constant(np.array([1])))
    graph.add("Sigmoid", value, output="value")
    wide, many = layout["observation"], layout["actions"]
    forms = {
        "observation": (TensorProto.FLOAT, ["N", wide]),
        "action_mask": (TensorProto.BOOL, ["N", many]),
        "prior": (TensorProto.FLOAT, ["N", many]),
        "logits": (TensorProto.FLOAT, ["N", many]),
        "probabilities": (TensorProto.FLOAT, ["N", many]),
        "value": (TensorProto.FLOAT, ["N"]),
    }
    sides = ["observation", "action_mask", *prior], ["logits", "probabilities", "value"]
    infos = [[helper.make_tensor_value_info(name, *forms[name]) for name in names] for names in sides]
    made = helper.make_graph(graph.nodes, "holotable", *infos, graph.initializers())
    opsets = [helper.make_opsetid("", OPSET)]
    producer = {"producer_name": "holotable", "producer_version": __version__}
    return helper.make_model(made, opset_imports=opsets, ir_version=IR_VERSION, **producer)


def _by_rows(graph: "_Graph", layout: dict[str, Any], hidden: str) -> str:
    """What the rows that actions name add to their logits."""
    blocks, kinds = named(layout)
    encoded = {}
    for block in blocks:
        end = block.start + block.rows * block.fields
        rows = graph.add("Slice", "observation", *(graph.constant(np.array([n])) for n in (block.start, end, 1)))
        rows = graph.add("Reshape", rows, graph.constant(np.array([-1, block.rows, block.fields])))
        sums = graph.add("Add", graph.add("MatMul", rows, f"rows.{block.name}.weight"), f"rows.{block.name}.bias")
        encoded[block.name] = graph.add("Relu", sums)
    # The logits of a kind side by side, and nothing for the actions between kinds.
    pieces, end = [], 0
    total = graph.add("ReduceSum", hidden, graph.constant(np.array([1])))
    zero = graph.add("Mul", total, graph.constant(np.zeros(1, np.float32)))

    def gap(actions: int) -> list[str]:
        return [graph.add("MatMul", zero, graph.constant(np.zeros((1, actions), np.float32)))] if actions else []

    for kind in kinds:
        at = f"named.{kind.name}"
        context = graph.add("Gemm", hidden, f"{at}.context.weight", f"{at}.context.bias")
        total = graph.add("Unsqueeze", context, graph.constant(np.array([1])))
        for view in kind.views:
            seen = graph.add("MatMul", encoded[view.block.name], f"{at}.{view.block.name}.weight")
            total = graph.add("Add", total, graph.add("MatMul", graph.constant(view.pairs), seen))
        pieces += [*gap(kind.start - end), graph.add("MatMul", graph.add("Relu", total), f"{at}.score")]
        end = kind.start + kind.actions
    pieces += gap(layout["actions"] - end)
    return graph.join(*pieces)


class _Graph:
    """Nodes in order, and the arrays that they use."""

    def __init__(self, weights: Arrays) -> None:
        self.nodes: list[Any] = []
        self.arrays: dict[str, npt.NDArray[Any]] = {}
        self.weights = weights

    def add(self, kind: str, *inputs: str, output: str | None = None, **attributes: int) -> str:
        """Appends a node; the name of what it gives."""
        output = output or f"{kind.lower()}.{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def join(self, first: str, *more: str) -> str:
        """The name of all pieces side by side."""
        return self.add("Concat", first, *more, axis=1) if more else first

    def constant(self, values: npt.NDArray[Any]) -> str:
        """The name of fixed numbers."""
        name = f"constant.{len(self.arrays)}"
        self.arrays[name] = values
        return name

    def initializers(self) -> list[Any]:
        """The constants, and the weights that some node uses."""
        used = {name for node in self.nodes for name in node.input}
        arrays = {**self.arrays, **{k: v for k, v in self.weights.items() if k in used}}
        return [numpy_helper.from_array(values, name) for name, values in arrays.items()]


def main() -> None:
    """The command; exit code 2 and one line for what cannot be exported."""
    parser = argparse.ArgumentParser(prog="python -m holotable.onnx", description="Export a trained network to ONNX.")
    parser.add_argument("checkpoint", help="the folder of a checkpoint or of a training run")
    parser.add_argument("out", help="the file to write")
    args = parser.parse_args()
    try:
        export(args.checkpoint, args.out)
    except (ValueError, OSError) as e:
        print(f"error: {e}", file=sys.stderr)
        sys.exit(2)
    # What goes to a pipe or a device may be read from standard output.
    if stat.S_ISREG(os.lstat(args.out).st_mode):
        print(args.out)


if __name__ == "__main__":
    main()
