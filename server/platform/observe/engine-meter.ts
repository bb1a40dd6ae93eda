/**
 * Measures the calls of engines. Parts, kinds and outcomes are few fixed words, so that the number of metrics is bounded.
 */
export interface EngineMeter {
  begin(part: "model" | "voice" | "recognition" | "files", kind: string): EngineCall;
  /** What a language model read and wrote. */
  spent(model: string, purpose: ModelPurpose, tokens: { promptTokens: number; replyTokens: number }): void;
}

/** What a language model is asked for. */
export type ModelPurpose = "chat" | "try-out" | "help" | "test";

export interface EngineCall {
  /** Called at the first words of a reply. */
  first(): void;
  end(outcome: string): void;
}
