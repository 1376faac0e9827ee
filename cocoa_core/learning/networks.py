"""The two learners of the ReCOGS paper, built of torch's own layers: an LSTM with attention, and a
Transformer.

Both have `encode` (turns sentences into a memory), `decode` (all positions of given forms at once, for
training) and `step` (only the next token, for greedy decoding). Tensors are (rows, positions) of token
numbers; rows are padded at the end.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import linear, scaled_dot_product_attention
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from cocoa_core.learning.settings import LearnerSettings
from cocoa_core.learning.vocabulary import PAD


def network_of(settings: LearnerSettings, inputs: int, outputs: int) -> Lstm | Transformer:
    """Returns the network that the settings describe.

    Args:
        inputs, outputs: the sizes of the two vocabularies.
    """
    kind = Lstm if settings.model == "lstm" else Transformer
    return kind(settings, inputs, outputs)


class Lstm(nn.Module):
    """Two stacks of LSTM layers; each decoder state attends to the encoder states by dot product."""

    def __init__(self, settings: LearnerSettings, inputs: int, outputs: int) -> None:
        super().__init__()
        width, layers = settings.hidden, settings.layers
        self.words = nn.Embedding(inputs, width, padding_idx=PAD)
        self.tokens = nn.Embedding(outputs, width, padding_idx=PAD)
        self.encoder = nn.LSTM(width, width, layers, batch_first=True)
        self.decoder = nn.LSTM(width, width, layers, batch_first=True)
        self.combined = nn.Linear(2 * width, width)
        self.logits = nn.Linear(width, outputs)
        self.logits.weight = self.tokens.weight
        self.dropout = nn.Dropout(settings.dropout)
        for table in (self.words, self.tokens):  # torch's own scale, 1, gives tied logits of a scale of 20
            nn.init.normal_(table.weight, std=width**-0.5)

    def encode(self, sentences: Tensor) -> dict[str, Any]:
        """Returns the memory of sentences: the states of the words, a mask that is true at padding, and the
        states that the decoder begins with.
        """
        lengths = (sentences != PAD).sum(1).cpu()
        embedded = self.dropout(self.words(sentences))
        packed = pack_padded_sequence(embedded, lengths, batch_first=True, enforce_sorted=False)
        states, last = self.encoder(packed)
        padded, _ = pad_packed_sequence(states, batch_first=True, total_length=sentences.shape[1])
        return {"states": self.dropout(padded), "padding": sentences == PAD, "last": last}

    def decode(self, memory: dict[str, Any], forms: Tensor) -> Tensor:
        """Returns the logits of the token after each token of `forms`: (rows, positions, size of the
        vocabulary).

        The memory's decoder states move on to the end of `forms`.
        """
        states, memory["last"] = self.decoder(self.dropout(self.tokens(forms)), memory["last"])
        energies = states @ memory["states"].transpose(1, 2)
        weights = energies.masked_fill(memory["padding"][:, None], -torch.inf).softmax(-1)
        attended = torch.cat((states, weights @ memory["states"]), -1)
        return self.logits(self.combined(attended).tanh())

    def step(self, memory: dict[str, Any], tokens: Tensor) -> Tensor:
        """Returns the logits of the token after these, one a row; the memory's decoder states move on."""
        return self.decode(memory, tokens[:, None])[:, 0]


class Transformer(nn.Module):
    """Two stacks of Transformer layers, the encoder and the decoder, with learnt absolute positions."""

    def __init__(self, settings: LearnerSettings, inputs: int, outputs: int) -> None:
        super().__init__()
        width = settings.hidden
        shape = {"dim_feedforward": settings.feedforward, "dropout": settings.dropout, "activation": "gelu"}
        encoder = nn.TransformerEncoderLayer(width, settings.heads, batch_first=True, **shape)
        decoder = nn.TransformerDecoderLayer(width, settings.heads, batch_first=True, **shape)
        self.words = nn.Embedding(inputs, width, padding_idx=PAD)
        self.tokens = nn.Embedding(outputs, width, padding_idx=PAD)
        self.word_positions = nn.Embedding(settings.longest, width)
        self.token_positions = nn.Embedding(settings.longest, width)
        self.word_norm, self.token_norm = nn.LayerNorm(width), nn.LayerNorm(width)
        self.encoder = nn.TransformerEncoder(encoder, settings.layers, enable_nested_tensor=False)
        self.decoder = nn.TransformerDecoder(decoder, settings.layers)
        self.logits = nn.Linear(width, outputs)
        self.dropout = nn.Dropout(settings.dropout)
        for module in self.modules():
            if isinstance(module, (nn.Linear, nn.Embedding)):
                nn.init.normal_(module.weight, std=0.02)  # as published

    def encode(self, sentences: Tensor) -> dict[str, Any]:
        """Returns the memory of sentences: the states of the words, a mask that is true at padding, and what
        `step` keeps of each decoder layer (nothing yet) with the next position.
        """
        positions = torch.arange(sentences.shape[1], device=sentences.device)
        embedded = self.dropout(self.word_norm(self.words(sentences) + self.word_positions(positions)))
        padding = sentences == PAD
        states = self.encoder(embedded, src_key_padding_mask=padding)
        return {"states": states, "padding": padding, "words": [], "seen": [], "position": 0}

    def _embedded(self, forms: Tensor, first: int) -> Tensor:
        positions = torch.arange(first, first + forms.shape[1], device=forms.device)
        return self.dropout(self.token_norm(self.tokens(forms) + self.token_positions(positions)))

    def decode(self, memory: dict[str, Any], forms: Tensor) -> Tensor:
        """Returns the logits of the token after each of `forms`: (rows, positions, vocabulary)."""
        ahead = torch.ones(forms.shape[1], forms.shape[1], dtype=torch.bool, device=forms.device).triu(1)
        states = self.decoder(
            self._embedded(forms, 0),
            memory["states"],
            tgt_mask=ahead,
            memory_key_padding_mask=memory["padding"],
        )
        return self.logits(states)

    def step(self, memory: dict[str, Any], tokens: Tensor) -> Tensor:
        """Returns the logits of the token after these, one token a row; the memory moves on by a position.

        A layer's keys and values at earlier positions and at words do not change, so each step computes only
        those of its own position.
        """
        layers = self.decoder.layers
        if not memory["position"]:
            memory["words"] = [_keys_and_values(layer.multihead_attn, memory["states"]) for layer in layers]
            memory["seen"] = [torch.empty(0)] * len(layers)
        state = self._embedded(tokens[:, None], memory["position"])
        is_word = ~memory["padding"][:, None, None]
        for number, layer in enumerate(layers):
            own = _keys_and_values(layer.self_attn, state)
            seen = torch.cat((memory["seen"][number], own), -2) if memory["position"] else own
            memory["seen"][number] = seen
            state = layer.norm1(state + _attended(layer.self_attn, state, seen))
            attended = _attended(layer.multihead_attn, state, memory["words"][number], is_word)
            state = layer.norm2(state + attended)
            state = layer.norm3(state + layer.linear2(layer.activation(layer.linear1(state))))
        memory["position"] += 1
        return self.logits(state)[:, 0]


def _keys_and_values(attention: nn.MultiheadAttention, states: Tensor) -> Tensor:
    """Returns the keys and the values of states: (2, rows, heads, positions, width of a head)."""
    width = attention.embed_dim
    both = linear(states, attention.in_proj_weight[width:], attention.in_proj_bias[width:])
    return both.unflatten(-1, (2, attention.num_heads, -1)).permute(2, 0, 3, 1, 4)


def _attended(
    attention: nn.MultiheadAttention, state: Tensor, keys_and_values: Tensor, mask: Tensor | None = None
) -> Tensor:
    """Returns what one position of each row attends to.

    Args:
        mask: true where a row may attend.
    """
    width = attention.embed_dim
    query = linear(state, attention.in_proj_weight[:width], attention.in_proj_bias[:width])
    query = query.unflatten(-1, (attention.num_heads, -1)).transpose(1, 2)
    keys, values = keys_and_values
    heads = scaled_dot_product_attention(query, keys, values, mask)
    return linear(heads.transpose(1, 2).flatten(2), attention.out_proj.weight, attention.out_proj.bias)
