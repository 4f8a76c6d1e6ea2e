"""Counts texts with the teachers that have no JavaScript: a JSON array of texts in, an array of counts by vocabulary out."""

import json
import sys
from importlib.resources import files

from ctok import token_count
from mistral_common.tokens.tokenizers.tekken import Tekkenizer

# Claude up to 4.6, and since Opus 4.7. ctok counts a message; a frame of this many tokens is around its text.
CLAUDE = {"claude": "3.0", "claude47": "4.8"}
FRAME = {name: token_count("a", version) - 1 for name, version in CLAUDE.items()}

tekken = Tekkenizer.from_file(str(files("mistral_common").joinpath("data", "tekken_240911.json")))

counts = []
for text in json.load(sys.stdin):
    row = {name: token_count(text, version) - FRAME[name] for name, version in CLAUDE.items()}
    row["tekken"] = len(tekken.encode(text, bos=False, eos=False))
    counts.append(row)
json.dump(counts, sys.stdout)
