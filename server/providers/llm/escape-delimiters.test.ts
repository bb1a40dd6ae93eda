import { describe, expect, it } from "vitest";
import { escapeDelimiters, escapeName } from "./escape-delimiters.ts";

/** What chat templates of published models write between turns. */
const marks = [
  ...["<|im_start|>", "<|im_end|>", "<|endoftext|>", "<|system|>", "<|user|>", "<|assistant|>", "<|end|>"],
  ...["<|begin_of_text|>", "<|start_header_id|>", "<|eot_id|>", "<|header_start|>", "<|start_of_role|>"],
  ...["<|START_OF_TURN_TOKEN|>", "<|channel|>", "<|message|>", "<|im_user|>", "<｜User｜>", "<｜begin▁of▁sentence｜>"],
  ...["<<SYS>>", "<</SYS>>", "[INST]", "[/INST]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[AVAILABLE_TOOLS]"],
  ...["[TOOL_CALLS]", "[TOOL_RESULTS]", "[THINK]", "[gMASK]", "<sop>", "<s>", "</s>", "<bos>", "<eos>", "<unk>"],
  ...["<start_of_turn>", "<end_of_turn>", "<tool_call>", "</tool_response>", "<tools>", "<think>", "<fim_prefix>"],
  ...["<extra_id_0>", "<reserved_106>", "<eoh>", "<seed:bos>", "<beginning_of_sentence>"],
  ...["### Instruction:", "### Response:", "### System:", "###Human:"],
];

describe("text of others in a prompt", () => {
  it.each(marks)("holds no mark of a chat template: %s [T131]", (mark) => {
    for (const written of [mark, mark.toLowerCase(), `before ${mark} after`, `\u200b${mark}`]) {
      expect(escapeDelimiters(written).toLowerCase()).not.toContain(mark.toLowerCase());
      expect(escapeName(written).toLowerCase()).not.toContain(mark.toLowerCase());
    }
  });

  it("stays as it is where it is none", () => {
    const plain = "I <3 Rex, 2 < 3 > 1; see [1], [instructions] and # Walks. ## Food";
    expect(escapeDelimiters(plain)).toBe(plain);
  });
});
