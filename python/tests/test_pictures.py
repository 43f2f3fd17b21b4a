"""Pictures: pixels are those of the SVG image, letters and all, and the same everywhere."""

import hashlib
import subprocess
import sys
import xml.etree.ElementTree as xml

import numpy as np
import pytest
from conftest import DSR, RC

import holotable as ht

SIZES = {
    DSR: (982, 1000, 3),
    RC: (718, 960, 3),
    "conflict": (586, 1000, 3),
    "risk": (838, 1140, 3),
    "rebellion": (1082, 1120, 3),
}


def late(name, seed):
    state, agent = ht.Game(name).new_state(seed), ht.load_agent("greedy", name, seed=seed)
    for _ in range(40):
        if not state.is_terminal():
            state.apply(agent.act(state))
    return state


def ink(colour):
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)])


def test_each_text_of_the_image_is_drawn(name):
    state = late(name, 3)
    pixels, image = state.rgb().astype(int), xml.fromstring(state.svg())
    assert pixels.shape == SIZES[name]
    texts = [node for node in image.iter("{http://www.w3.org/2000/svg}text") if node.text.strip(" .")]
    assert len(texts) > 30
    for node in texts:
        x, base, width = (int(node.get(key)) for key in ("x", "y", "textLength"))
        around = pixels[base - int(float(node.get("font-size"))) : base + 3, x : x + width]
        ground = np.median(around.reshape(-1, 3), axis=0)
        contrast = np.abs(ink(node.get("fill")) - ground).max()
        # Letters are thin, so that few of their pixels have the whole colour.
        inked = np.abs(around - ink(node.get("fill"))).max(axis=2) < contrast / 2
        assert contrast > 40 and inked.sum() >= 3 and inked.mean() < 0.6, node.text


def test_the_image_has_one_size_and_no_style(name):
    image = xml.fromstring(late(name, 1).svg())
    height, width, _ = SIZES[name]
    assert (image.get("width"), image.get("height"), image.get("viewBox")) == (str(width), str(height), f"0 0 {width} {height}")
    assert image.get("style") is None and image.get("font-family").startswith("Hack, ")
    ground = next(iter(image))
    assert (late(name, 1).rgb()[0, 0] == ink(ground.get("fill"))).all()


@pytest.mark.parametrize("before", [0, 30])
def test_pixels_are_the_same_whatever_was_drawn_before(name, before):
    code = f"""
import hashlib, holotable as ht
for seed in range({before}):
    ht.Game("{name}").new_state(seed).rgb()
print(hashlib.sha256(ht.Game("{name}").new_state(99).rgb().tobytes()).hexdigest())
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    state = ht.Game(name).new_state(99)
    late(name, 2).rgb()
    assert done.stdout.strip() == hashlib.sha256(state.rgb().tobytes()).hexdigest()
