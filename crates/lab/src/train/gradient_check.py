"""Asks JAX for the loss and the gradient of a model, and compares them with those of the trainer.

Reads a case as JSON from the standard input, as `the_gradient_is_that_of_jax` in `tests.rs` writes it, and prints how far
apart the two are; the exit status is 1 if that is more than rounding explains. Needs the package `jax`.
"""

import json
import sys

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)

# The trainer computes in 32 bits.
TOLERANCE = 1e-4


def score(parameters, sample, seen_by_other, scale):
    """Returns the score of a position for the side to move, in units of the scale."""
    rows = jnp.array(sample["rows"])
    others = jnp.array(seen_by_other)[rows]
    own_rows = parameters["table"].shape[0]
    table = jnp.where(
        (rows < own_rows)[:, None],
        parameters["table"][jnp.minimum(rows, own_rows - 1)],
        -parameters["table"][jnp.minimum(others, own_rows - 1)],
    ).sum(axis=0)
    left = sample["left"]
    total = sample["base"] / scale + left * table[0] + (1 - left) * table[1]
    bucket = sample["bucket"]
    for perspective, inputs in enumerate((rows, others)):
        hidden = parameters["bias"] + parameters["rows"][inputs].sum(axis=0)
        activation = jnp.clip(hidden, 0, 1) ** 2
        total += activation @ parameters["output"][bucket, perspective]
    return total + parameters["output_bias"][bucket]


def loss(parameters, case):
    """Returns the sum over the positions of the cross-entropy between what is to be learned and what is expected."""
    total = 0.0
    for sample in case["samples"]:
        logit = score(parameters, sample, case["seen_by_other"], case["scale"])
        opinion = jax.nn.sigmoid(sample["score"] / case["scale"])
        target = (1 - case["trust"]) * sample["points"] + case["trust"] * opinion
        entropy = target * jax.nn.softplus(-logit) + (1 - target) * jax.nn.softplus(logit)
        total += sample["weight"] * entropy
    return total


def main():
    case = json.load(sys.stdin)
    hidden = len(case["parameters"]["bias"])
    shapes = {
        "table": (-1, 2),
        "rows": (-1, hidden),
        "bias": (hidden,),
        "output": (-1, 2, hidden),
        "output_bias": (-1,),
    }

    def arrays(lists):
        return {name: jnp.array(lists[name]).reshape(shape) for name, shape in shapes.items()}

    value, gradient = jax.value_and_grad(loss)(arrays(case["parameters"]), case)
    claimed = arrays(case["gradient"])
    differences = {"loss": abs(float(value) - case["loss"]) / abs(float(value))}
    for name in shapes:
        greatest = jnp.abs(gradient[name]).max()
        differences[name] = float(jnp.abs(gradient[name] - claimed[name]).max() / greatest)
    for name, difference in differences.items():
        print(f"{name}: {difference:.1e} of the greatest apart")
    return int(max(differences.values()) > TOLERANCE)


if __name__ == "__main__":
    sys.exit(main())
