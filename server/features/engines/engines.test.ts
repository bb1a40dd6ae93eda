import { expect, it } from "vitest";
import { defaultEngineModels } from "#server/platform/env.ts";
import { createEngines, type EngineEnv, makeEngines } from "./engines.ts";

const env: EngineEnv = {
  OPENAI_MODEL: defaultEngineModels.model,
  OPENAI_TRANSCRIBE_MODEL: defaultEngineModels.transcriptionModel,
  OPENAI_TIMEOUT_S: 30,
};
const withModel = (name: string): EngineEnv => ({ ...env, OPENAI_API_KEY: "k", OPENAI_MODEL: name });

it("uses what was read last, though an earlier reading takes longer", async () => {
  const engines = createEngines(env);
  let finish: (env: EngineEnv) => void = () => undefined;
  const old = new Promise<EngineEnv>((resolve) => {
    finish = resolve;
  });
  const slow = engines.update(() => old);
  const fast = engines.update(async () => withModel("new"));
  finish(withModel("old"));
  await Promise.all([slow, fast]);
  expect(engines.llm.engine?.name).toBe("new");
  await engines.speech.close();
});

it("reads again after a reading that failed", async () => {
  const engines = createEngines(env);
  await expect(engines.update(() => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  await engines.update(async () => withModel("new"));
  expect(engines.llm.engine?.name).toBe("new");
  await engines.speech.close();
});

it("lets a sentence be spoken to its end by the voice that is replaced meanwhile, and closes that voice then", async () => {
  const told: string[] = [];
  let finish: () => void = () => undefined;
  const spoken = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const make: typeof makeEngines = ({ OPENAI_MODEL: name }, builtIn) => ({
    ...makeEngines(env, builtIn),
    speech: {
      engine: { kind: "embedded", name },
      async synthesize() {
        await spoken;
        told.push(`${name} spoke`);
        return Uint8Array.of(1);
      },
      close: async () => void told.push(`${name} closed`),
    },
  });
  const engines = createEngines(env, { make });
  const clip = engines.speech.synthesize({ text: "Hello.", voiceName: "any" }, new AbortController().signal);
  await engines.update(async () => withModel("new"));
  expect(engines.speech.engine.name).toBe("new");
  expect(told).toEqual([]);
  finish();
  expect((await clip).length).toBe(1);
  expect(told).toEqual(["gpt-4o-mini spoke", "gpt-4o-mini closed"]);
});

it("lets a speech server speak where Azure fails, and closes both", async () => {
  const both: EngineEnv = { ...env, AZURE_SPEECH_HOST: "ws://127.0.0.1:9", OPENAI_SPEECH_MODEL: "kokoro" };
  const engines = createEngines(both);
  expect([engines.speech.engine.kind, engines.speech.next?.engine.kind]).toEqual(["azure", "openai"]);
  const { next } = engines.speech;
  await engines.update(async () => ({ ...env, OPENAI_SPEECH_MODEL: "kokoro" }));
  expect([engines.speech.engine.kind, engines.speech.next]).toEqual(["openai", undefined]);
  const utterance = { text: "Hello.", voiceName: "en-US-JennyNeural" };
  await expect(next?.synthesize(utterance, new AbortController().signal)).rejects.toMatchObject({
    code: "unavailable",
    message: "the synthesizer is closed",
  });
  await engines.speech.close();
  await engines.builtInSpeech.close();
});

it("keeps speech that costs nothing beside whatever is set, for visitors", async () => {
  const engines = createEngines(env);
  expect(engines.speech.engine).toEqual(engines.builtInSpeech.engine);
  await engines.update(async () => ({ ...env, AZURE_SPEECH_HOST: "ws://127.0.0.1:9" }));
  expect(engines.speech.engine.kind).toBe("azure");
  expect(engines.builtInSpeech.engine.kind).toBe("embedded");
  await engines.speech.close();
  await engines.builtInSpeech.close();
});
