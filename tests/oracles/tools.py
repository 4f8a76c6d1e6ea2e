"""Judges the tools of request bodies by the types of the providers' own clients.

usage: tools.py FILE.json   FILE = [[target, body], ...]. Prints one JSON list of reasons for each body.
`tdstrict` and `validate_bedrock` are beside this repository (PYTHONPATH)."""
import json
import sys
from typing import List, Union

import anthropic.types as anthropic
import openai.types.chat as chat
import openai.types.responses as responses
from google.genai import types as gemini
from mistral_common.protocol.instruct.request import ChatCompletionRequest
from mistral_common.protocol.instruct.tool_calls import Tool
from openai.types.responses import response_create_params
from pydantic import TypeAdapter, ValidationError
from tdstrict import adapter, errs
from validate_bedrock import validate as judge_bedrock


def typed(tools, choice):
    tools, choice = adapter(tools), adapter(choice)

    def judge(body):
        found = errs(tools, body["tools"]) if "tools" in body else []
        return found + (errs(choice, body["tool_choice"]) if "tool_choice" in body else [])

    return judge


def modelled(**types):
    adapters = {name: TypeAdapter(type) for name, type in types.items()}

    def judge(body):
        found = []
        for name, held in adapters.items():
            if name not in body:
                continue
            try:
                held.validate_json(json.dumps(body[name]))
            except ValidationError as error:
                found += ["%s: %s" % (".".join(map(str, x["loc"])), x["msg"]) for x in error.errors()]
        return found

    return judge


ToolChoice = Union[response_create_params.ToolChoice]
JUDGES = {
    "openai-chat": typed(List[chat.ChatCompletionToolUnionParam], chat.ChatCompletionToolChoiceOptionParam),
    "openai-responses": typed(List[responses.ToolParam], ToolChoice),
    "anthropic": typed(List[anthropic.ToolUnionParam], anthropic.ToolChoiceParam),
    "gemini": modelled(tools=List[gemini.Tool], toolConfig=gemini.ToolConfig),
    "bedrock": judge_bedrock,
    "mistral": modelled(tools=List[Tool], tool_choice=ChatCompletionRequest.model_fields["tool_choice"].annotation),
}

for target, body in json.load(open(sys.argv[1])):
    print(json.dumps(JUDGES[target](body)))
