"""GRPO with cocoa's reward, by TRL: a tiny model with random weights, a few steps, on a processor.

    pip install cocoa-exams trl
    python grpo.py --steps 4

The model learns nothing in so few steps: this shows that the parts fit. For a run in earnest give a model of
yours (`--model NAME`), and more questions: `cocoa export exam/ --to trl --explain`.
"""

from __future__ import annotations

import argparse

import cocoa_core


def rows(count: int, seed: int) -> list[dict[str, object]]:
    """What GRPOTrainer needs of a question: the prompt, and the record for the reward."""
    questions = cocoa_core.generate("hotels", count=count, seed=seed, slots=2, minterms=2)
    return [{"prompt": cocoa_core.prompt(one, explain=True), "record": one.line()} for one in questions]


def tiny_model() -> tuple[object, object]:
    """A model of two layers over bytes, and its tokenizer: nothing is downloaded."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    words = {sign: place for place, sign in enumerate([*alphabet, "<pad>", "<end>"])}
    bytewise = Tokenizer(models.BPE(vocab=words, merges=[]))
    bytewise.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytewise.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bytewise, pad_token="<pad>", eos_token="<end>")
    said = "{{ message['role'] }}: {{ message['content'] }}\n"
    tokenizer.chat_template = f"{{% for message in messages %}}{said}{{% endfor %}}assistant: "
    config = LlamaConfig(
        vocab_size=len(words),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=8192,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    return LlamaForCausalLM(config), tokenizer


def main() -> None:
    """Train, and print the log of the reward."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", help="a model's name or folder; without it a tiny one is made")
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--partial", action="store_true", help="pay for a part of the answer")
    parser.add_argument("--unread", type=float, default=-0.1, help="what cannot be read earns this")
    given = parser.parse_args()

    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    model, tokenizer = (given.model, None) if given.model else tiny_model()
    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        reward_funcs=cocoa_core.Reward(partial=given.partial, unread=given.unread),
        train_dataset=Dataset.from_list(rows(16, seed=7)),
        args=GRPOConfig(
            output_dir="grpo",
            max_steps=given.steps,
            per_device_train_batch_size=4,
            num_generations=4,
            max_completion_length=32,
            logging_steps=1,
            report_to=[],
            save_strategy="no",
            use_cpu=given.model is None,
            bf16=False,
        ),
    )
    trainer.train()
    for entry in trainer.state.log_history:
        print({name: value for name, value in entry.items() if "reward" in name or "cocoa" in name})


if __name__ == "__main__":
    main()
