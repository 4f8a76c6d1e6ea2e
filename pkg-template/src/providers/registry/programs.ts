// Registers the formats of providers that are no targets.

import "../cohere/index.js";
import "../gemini-interactions/index.js";
import "../mistral-conversations/index.js";
import "../ollama/index.js";
