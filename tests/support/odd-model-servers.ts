import type { LanguageModelFailure } from "#server/models/chat/llm.ts";
import { type Behavior, saying } from "./openai-server.ts";

interface OddServer {
  name: string;
  /** The answers to the calls that one question takes; the last one stays. */
  behaviors: readonly Behavior[];
  /** What a person reads: the reply, or the sentence of a failure. */
  sees: { reply: string } | { failure: LanguageModelFailure };
  /** What an administrator reads, where it is not the usual advice. */
  advice?: RegExp;
  /** How often the server is asked for it. */
  calls: number;
}

const refusing = (status: number, raw: string): Behavior => ({ kind: "status", status, raw });
const answering = (type: string, body: unknown): Behavior => ({
  kind: "garbage",
  type,
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const whole = (content: unknown, finish_reason = "stop") =>
  answering("application/json; charset=utf-8", {
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason }],
    usage: { prompt_tokens: 9, completion_tokens: 2 },
  });
/** As FastAPI and Mistral refuse a field. */
const extraField = (field: string) =>
  refusing(
    422,
    JSON.stringify({
      detail: [{ type: "extra_forbidden", loc: ["body", field], msg: "Extra inputs are not permitted" }],
    }),
  );
const openAiRefusal = (message: string, code: string | null = null) =>
  refusing(400, JSON.stringify({ error: { message, type: "invalid_request_error", code } }));

/** Model servers that answer in other ways than OpenAI does, as they were seen or are documented. */
export const oddModelServers: readonly OddServer[] = [
  {
    name: "Mistral, which refuses stream_options",
    behaviors: [extraField("stream_options"), saying("Woof.")],
    sees: { reply: "Woof." },
    calls: 2,
  },
  {
    name: "one that refuses stream_options, and then max_tokens",
    behaviors: [extraField("stream_options"), extraField("max_tokens"), saying("Woof.")],
    sees: { reply: "Woof." },
    calls: 3,
  },
  {
    name: "one that refuses both names of the limit",
    behaviors: [extraField("max_tokens"), extraField("max_completion_tokens"), saying("Woof.")],
    sees: { reply: "Woof." },
    calls: 3,
  },
  {
    name: "a model that can't be told how much to think",
    behaviors: [openAiRefusal("Unrecognized request argument supplied: reasoning_effort"), saying("Woof.")],
    sees: { reply: "Woof." },
    calls: 2,
  },
  {
    name: "one that refuses for a reason of its own",
    behaviors: [openAiRefusal("messages must alternate")],
    sees: { failure: "unavailable" },
    calls: 1,
  },
  {
    name: "one that answers as JSON and not as a stream",
    behaviors: [whole("Woof.")],
    sees: { reply: "Woof." },
    calls: 1,
  },
  {
    name: "one that answers as JSON with thoughts before the reply",
    behaviors: [whole("<think>\nThey ask.\n</think>\n\nWoof.")],
    sees: { reply: "Woof." },
    calls: 1,
  },
  {
    name: "one that answers as JSON in parts",
    behaviors: [
      whole([
        { type: "thinking", thinking: [{ type: "text", text: "They ask." }] },
        { type: "text", text: "Woof," },
        { type: "text", text: " I say." },
      ]),
    ],
    sees: { reply: "Woof, I say." },
    calls: 1,
  },
  {
    name: "one that streams parts of text",
    behaviors: [
      {
        kind: "deltas",
        deltas: [
          { content: [{ type: "thinking", thinking: [{ type: "text", text: "They ask." }] }] },
          { content: [{ type: "text", text: "Woof" }] },
          { content: [{ type: "text", text: "." }] },
        ],
      },
    ],
    sees: { reply: "Woof." },
    calls: 1,
  },
  {
    name: "one that streams, and calls it JSON",
    behaviors: [answering("application/json", 'data: {"choices":[{"delta":{"content":"Woof."}}]}\n\ndata: [DONE]\n\n')],
    sees: { reply: "Woof." },
    calls: 1,
  },
  {
    name: "one that streams without blank lines between the events",
    behaviors: [
      answering(
        "text/event-stream",
        'event: chunk\ndata: {"choices":[{"delta":{"content":"Woof"}}]}\ndata: {"choices":[{"delta":{"content":"."}}]}\ndata: [DONE]\n',
      ),
    ],
    sees: { reply: "Woof." },
    calls: 1,
  },
  {
    name: "one that streams messages in place of deltas",
    behaviors: [
      answering("text/event-stream", 'data: {"choices":[{"message":{"content":"Woof."},"finish_reason":"stop"}]}\n\n'),
    ],
    sees: { reply: "Woof." },
    calls: 1,
  },
  {
    name: "a model whose thoughts take all tokens at first",
    behaviors: [{ kind: "deltas", deltas: [{ reasoning_content: "Hm." }], finish: "length" }, saying("Woof.")],
    sees: { reply: "Woof." },
    calls: 2,
  },
  {
    name: "a model whose thoughts take all tokens however many there are",
    behaviors: [{ kind: "tokens", tokens: ["<think>", "Hm."], finish: "length" }],
    sees: { failure: "out_of_tokens" },
    calls: 2,
  },
  {
    name: "a thinking model in a context without room for thoughts",
    behaviors: [
      { kind: "deltas", deltas: [{ reasoning_content: "Hm." }], finish: "length" },
      openAiRefusal("This model's maximum context length is 8192 tokens. However, you requested 9000 tokens."),
      saying("Woof."),
    ],
    sees: { reply: "Woof." },
    calls: 3,
  },
  {
    name: "llama.cpp that is still loading",
    behaviors: [
      refusing(503, '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}'),
      saying("Woof."),
    ],
    sees: { reply: "Woof." },
    calls: 2,
  },
  {
    name: "llama.cpp that is long in loading",
    behaviors: [
      ...Array.from({ length: 5 }, () =>
        refusing(503, '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}'),
      ),
      saying("Woof."),
    ],
    sees: { reply: "Woof." },
    calls: 6,
  },
  {
    name: "Ollama on a machine with too little memory",
    behaviors: [
      refusing(
        500,
        '{"error":{"message":"model requires more system memory (5.6 GiB) than is available (3.1 GiB)","type":"api_error"}}',
      ),
    ],
    sees: { failure: "too_large" },
    advice: /too little memory for this model\. Choose a smaller one/,
    calls: 1,
  },
  {
    name: "Ollama whose model the system has ended",
    behaviors: [
      refusing(500, '{"error":{"message":"llama runner process has terminated: signal: killed","type":"api_error"}}'),
    ],
    sees: { failure: "too_large" },
    advice: /too little memory for this model/,
    calls: 1,
  },
  {
    name: "LM Studio without a loaded model",
    behaviors: [
      openAiRefusal("No models loaded. Please load a model in the developer page or use the 'lms load' command."),
    ],
    sees: { failure: "unknown_model" },
    advice: /no model loaded\. Load one there \(in LM Studio: lms load\)/,
    calls: 1,
  },
  {
    name: "OpenRouter whose providers the privacy settings exclude",
    behaviors: [
      refusing(
        404,
        '{"error":{"message":"No endpoints found matching your data policy. Enable prompt training here: https://openrouter.ai/settings/privacy","code":404}}',
      ),
    ],
    sees: { failure: "unknown_model" },
    advice: /privacy settings allow\. Change them at openrouter\.ai/,
    calls: 1,
  },
  {
    name: "Azure that wants another api-version",
    behaviors: [refusing(400, '{"error":{"code":"BadRequest","message":"API version not supported"}}')],
    sees: { failure: "wrong_address" },
    advice: /Azure wants another api-version\. Use the address that ends/,
    calls: 1,
  },
  {
    name: "OpenAI with more than fits",
    behaviors: [openAiRefusal("This model's maximum context length is 8192 tokens.", "context_length_exceeded")],
    sees: { failure: "too_long" },
    calls: 1,
  },
  {
    name: "llama.cpp with more than fits",
    behaviors: [
      refusing(
        400,
        '{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error"}}',
      ),
    ],
    sees: { failure: "too_long" },
    calls: 1,
  },
  {
    name: "one that says within the stream that it is too much",
    behaviors: [
      answering(
        "text/event-stream",
        'data: {"error":{"message":"The prompt is too long: 9000 tokens","code":400}}\n\n',
      ),
    ],
    sees: { failure: "too_long" },
    calls: 1,
  },
  {
    name: "OpenRouter without credit",
    behaviors: [refusing(402, '{"error":{"message":"Insufficient credits","code":402}}')],
    sees: { failure: "no_credit" },
    calls: 1,
  },
  {
    name: "DeepSeek without credit",
    behaviors: [refusing(402, '{"error":{"message":"Insufficient Balance","code":"invalid_request_error"}}')],
    sees: { failure: "no_credit" },
    calls: 1,
  },
  {
    name: "OpenAI without credit",
    behaviors: [{ kind: "status", status: 429, code: "insufficient_quota" }],
    sees: { failure: "no_credit" },
    calls: 1,
  },
  {
    name: "OpenRouter that runs out of credit within the stream",
    behaviors: [answering("text/event-stream", 'data: {"error":{"message":"Insufficient credits","code":402}}\n\n')],
    sees: { failure: "no_credit" },
    calls: 1,
  },
  {
    name: "Ollama at an address without /v1",
    behaviors: [refusing(404, "404 page not found")],
    sees: { failure: "wrong_address" },
    calls: 1,
  },
  {
    name: "vLLM at an address without /v1",
    behaviors: [refusing(404, '{"detail":"Not Found"}')],
    sees: { failure: "wrong_address" },
    calls: 1,
  },
  {
    name: "LM Studio at an address without /v1",
    behaviors: [answering("application/json", { error: "Unexpected endpoint or method. (POST /chat/completions)" })],
    sees: { failure: "wrong_address" },
    calls: 1,
  },
  {
    name: "OpenAI at an address with /v1 twice",
    behaviors: [refusing(404, '{"error":{"message":"Invalid URL (POST /v1/v1/chat/completions)","code":null}}')],
    sees: { failure: "wrong_address" },
    calls: 1,
  },
  {
    name: "a website, which answers with a page",
    behaviors: [answering("text/html; charset=utf-8", "<!doctype html><html></html>")],
    sees: { failure: "wrong_address" },
    calls: 1,
  },
  {
    name: "a website, which takes no POST",
    behaviors: [refusing(405, "<html>405 Not Allowed</html>")],
    sees: { failure: "wrong_address" },
    calls: 1,
  },
  {
    name: "Ollama without the model",
    behaviors: [refusing(404, `{"error":{"message":"model 'fake' not found","type":"api_error"}}`)],
    sees: { failure: "unknown_model" },
    calls: 1,
  },
  {
    name: "an older Ollama without the model",
    behaviors: [refusing(404, `{"error":"model 'fake' not found, try pulling it first"}`)],
    sees: { failure: "unknown_model" },
    calls: 1,
  },
  {
    name: "Azure without the deployment",
    behaviors: [
      refusing(
        404,
        '{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}}',
      ),
    ],
    sees: { failure: "unknown_model" },
    advice: /Azure has no deployment of this name\. The model is the name of the deployment/,
    calls: 1,
  },
  {
    name: "Azure with another path",
    behaviors: [refusing(404, '{"error":{"code":"404","message":"Resource not found"}}')],
    sees: { failure: "wrong_address" },
    calls: 1,
  },
];

interface OddAddress {
  name: string;
  /** What administrators may enter as the address, below the host. */
  address: string;
  sees: OddServer["sees"];
  /** What is asked of the server at first, where it is asked by the key of Azure. */
  azurePath?: string;
}

const azurePath = "/openai/deployments/pet/chat/completions?api-version=2024-06-01";

/** Addresses of model servers that are not the usual one. */
export const oddAddresses: readonly OddAddress[] = [
  {
    name: "Azure, by the address of a deployment with its version",
    address: "/openai/deployments/pet?api-version=2024-06-01",
    azurePath,
    sees: { reply: "Woof." },
  },
  {
    name: "Azure, by the address of the whole call",
    address: azurePath,
    azurePath,
    sees: { reply: "Woof." },
  },
  {
    name: "Azure, without a version",
    address: "/openai/deployments/pet/",
    azurePath: "/openai/deployments/pet/chat/completions?api-version=2024-10-21",
    sees: { reply: "Woof." },
  },
  {
    name: "one whose address names the whole call",
    address: "/v1/chat/completions",
    sees: { reply: "Woof." },
  },
  {
    name: "another program at the address, or an address without /v1",
    address: "/",
    sees: { failure: "wrong_address" },
  },
];
