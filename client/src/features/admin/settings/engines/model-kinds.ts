export type ModelPurpose = "chat" | "embeddings" | "speech" | "images" | "OCR" | "moderation" | "ranking";

/** Lists of models have only names, and these follow habits. */
const habits: readonly [Exclude<ModelPurpose, "chat">, RegExp][] = [
  ["ranking", /rerank/],
  ["embeddings", /embed|\b(bge|gte|e5|minilm|arctic-embed|all-mpnet)\b/],
  ["moderation", /moderation|guard\d*\b|guardian|shield/],
  ["speech", /whisper|transcri|\b(tts|stt|realtime|voxtral)\b|-audio\b|speech/],
  ["images", /dall-e|image|\b(flux|sdxl|sora)\b|stable-diffusion/],
  ["OCR", /\bocr\b|-ocr/],
];

export function purposeOf(model: string): ModelPurpose {
  const name = model.toLowerCase().replaceAll("_", "-");
  return habits.find(([, habit]) => habit.test(name))?.[0] ?? "chat";
}

/** Models for this purpose first; none is left out, because a name may mislead. */
export function offeredFor(purpose: ModelPurpose, models: readonly string[]): string[] {
  const fits = (model: string) => purposeOf(model) === purpose;
  return [...models.filter(fits), ...models.filter((model) => !fits(model))];
}

export function labelFor(purpose: ModelPurpose, model: string): string {
  const made = purposeOf(model);
  return made === purpose ? model : `${model} (${made})`;
}
