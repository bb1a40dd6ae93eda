import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { ShownEngineSettings } from "#shared/api/admin/settings/engine-settings.ts";
import { ADMIN_ROLE } from "#shared/permissions.ts";
import { type AdminAnswers, button, refusal, showAdmin } from "#tests/support/admin-screen.tsx";
import { EngineSettingsCard } from "./engine-settings-card.tsx";

const PATH = "/api/admin/engine-settings";
const unset: ShownEngineSettings = {
  settings: {
    baseUrl: null,
    model: null,
    embeddingModel: null,
    transcriptionModel: null,
    recognitionInPauses: null,
    voiceModel: null,
    voiceBaseUrl: null,
    voiceMap: null,
    speechRegion: null,
    speechHost: null,
  },
  keys: { apiKey: "none", voiceKey: "none", speechKey: "none" },
  fixed: [],
  defaults: { model: "gpt-4o-mini", transcriptionModel: "whisper-1" },
};
const kept: ShownEngineSettings = {
  ...unset,
  settings: { ...unset.settings, baseUrl: "http://127.0.0.1:11434/v1", model: "llama" },
  keys: { apiKey: "kept", voiceKey: "none", speechKey: "none" },
};
const nothing = { ...unset.settings };

function show(shown: ShownEngineSettings, wire: AdminAnswers = {}) {
  return showAdmin({
    part: <EngineSettingsCard />,
    wire: {
      "GET /api/admin/local-models/run": () => ({ run: null }),
      [`GET ${PATH}`]: () => shown,
      [`PUT ${PATH}`]: () => kept,
      ...wire,
    },
  });
}
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

describe("the settings of engines", () => {
  it("are saved with a typed key, which is not shown again", async () => {
    const { visitor, mutations } = show(unset);
    await visitor.type(await field("Model server"), "http://127.0.0.1:11434/v1");
    await visitor.type(await field("Key of the model server"), "sk-typed");
    await visitor.type(await field("Model"), "llama");
    await visitor.click(await button("Save Engines"));
    expect(await screen.findByText("Engines updated")).toBeTruthy();
    expect(mutations().at(-1)?.body).toMatchObject({
      ...nothing,
      baseUrl: "http://127.0.0.1:11434/v1",
      model: "llama",
      apiKey: "sk-typed",
    });
    expect((await field("Key of the model server")).value).toBe("");
    expect((await field("Key of the model server")).placeholder).toMatch(/^A key is kept/);
  });

  it("keep the key where none is typed, and remove it on request", async () => {
    const { visitor, mutations } = show(kept);
    await visitor.click(await button("Save Engines"));
    await screen.findByText("Engines updated");
    expect(mutations().at(-1)?.body).not.toHaveProperty("apiKey");
    await visitor.click(await button("Remove the key"));
    expect(screen.getByText("The kept key is removed when you save.")).toBeTruthy();
    await visitor.click(await button("Save Engines"));
    await expect.poll(() => mutations().at(-1)?.body).toMatchObject({ apiKey: null });
  });

  it("say what is wrong beside its field, and send nothing", async () => {
    const { visitor, mutations } = show(unset);
    await visitor.type(await field("Model server"), "localhost:11434");
    await visitor.click(await button("Save Engines"));
    expect(await screen.findByText(/^Please enter an address such as http/)).toBeTruthy();
    expect(mutations()).toEqual([]);
  });

  it("say what the server refuses beside its field", async () => {
    const sentence = "The kept key belongs to the address before.";
    const { visitor } = show(kept, { [`PUT ${PATH}`]: () => refusal(400, sentence, { apiKey: sentence }) });
    await visitor.click(await button("Save Engines"));
    expect(await screen.findByText("Failed to update the engines")).toBeTruthy();
    expect((await field("Key of the model server")).getAttribute("aria-invalid")).toBe("true");
  });

  it("can't be changed where the environment sets them, and ask for a lost key", async () => {
    show({
      ...kept,
      fixed: ["baseUrl", "apiKey"],
      settings: { ...kept.settings, speechRegion: "westeurope" },
      keys: { apiKey: "kept", voiceKey: "none", speechKey: "lost" },
    });
    expect((await field("Model server")).readOnly).toBe(true);
    expect(screen.getByText("Set by OPENAI_API_KEY in the environment.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Look for a model on this machine" })).toBeNull();
    expect((await field("Key of Azure Speech")).placeholder).toBe("Enter the key again");
  });

  it("offer the server's models, and any other name", async () => {
    const { visitor } = show(kept, {
      [`POST ${PATH}/models`]: () => ({ models: ["llama", "qwen"], problem: null }),
    });
    await visitor.click(await button("List its models"));
    expect(await screen.findByText("2 models to choose from.")).toBeTruthy();
    await visitor.click(screen.getByRole("combobox", { name: "Model" }));
    await visitor.click(await screen.findByRole("option", { name: "qwen" }));
    expect(screen.getByRole("combobox", { name: "Model" }).textContent).toContain("qwen");
    await visitor.click(screen.getByRole("combobox", { name: "Model" }));
    await visitor.click(await screen.findByRole("option", { name: "Type another name" }));
    expect((await field("Model")).value).toBe("qwen");
  });

  it("mark models that are for something else, and offer them last", async () => {
    const { visitor } = show(kept, {
      [`POST ${PATH}/models`]: () => ({ models: ["bge-m3", "llama", "mistral-ocr", "omni-moderation"], problem: null }),
    });
    await visitor.click(await button("List its models"));
    await screen.findByText("4 models to choose from.");
    await visitor.click(screen.getByRole("combobox", { name: "Model" }));
    await screen.findByRole("option", { name: "llama" });
    const offered = screen.getAllByRole("option").map((option) => option.textContent);
    expect(offered).toEqual([
      "Which one?",
      "llama",
      "bge-m3 (embeddings)",
      "mistral-ocr (OCR)",
      "omni-moderation (moderation)",
      "Type another name",
    ]);
  });

  it("say why there is no list of models", async () => {
    const { visitor } = show(kept, {
      [`POST ${PATH}/models`]: () => ({ models: [], problem: "The server has no models yet." }),
    });
    await visitor.click(await button("List its models"));
    expect(await screen.findByText("The server has no models yet.")).toBeTruthy();
  });

  it("take a model server that was found on the machine", async () => {
    const server = { name: "LM Studio", baseUrl: "http://127.0.0.1:1234/v1", models: ["bge-m3", "llama", "qwen"] };
    const { visitor } = show(unset, {
      "POST /api/admin/local-models/look": () => ({ ollama: null, servers: [server], problem: "No Ollama answers." }),
    });
    await visitor.click(await button("Look for a model on this machine"));
    await visitor.click(await screen.findByRole("button", { name: /^Use LM Studio/ }));
    expect((await field("Model server")).value).toBe(server.baseUrl);
    expect((await field("Model")).value).toBe("llama");
  });

  it("are tried before they are saved", async () => {
    const { visitor, mutations } = show(unset, {
      [`POST ${PATH}/test/model`]: () => ({
        works: true,
        milliseconds: 12,
        sentence: "It answered 'Hi.'",
        sound: null,
      }),
    });
    await visitor.type(await field("Key of the model server"), "sk-typed");
    await visitor.click(await button("Test model"));
    expect(await screen.findByText("Works after 12 ms. It answered 'Hi.'")).toBeTruthy();
    expect(mutations()).toEqual([{ call: `POST ${PATH}/test/model`, body: { ...nothing, apiKey: "sk-typed" } }]);
  });

  it("say whether what is said is recognized in pauses, which is on until somebody switches it off", async () => {
    const { visitor, mutations } = show(kept);
    const inPauses = await screen.findByRole("switch", { name: "Recognize in pauses" });
    expect(inPauses.getAttribute("aria-checked")).toBe("true");
    await visitor.click(inPauses);
    await visitor.click(await button("Save Engines"));
    await screen.findByText("Engines updated");
    expect(mutations().at(-1)?.body).toMatchObject({ recognitionInPauses: "off" });
  });

  const speaking: ShownEngineSettings = {
    ...unset,
    settings: {
      ...unset.settings,
      voiceModel: "kokoro",
      voiceBaseUrl: "http://127.0.0.1:8880/v1",
      voiceMap: "en-US = af_sky",
    },
  };
  const heard = { works: true, milliseconds: 9, sentence: "It spoke.", sound: "//NkxA==" };

  it("let a test of speech be heard, and heard again", async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
    const { visitor } = show(speaking, { [`POST ${PATH}/test/speech`]: () => heard });
    const [test] = await screen.findAllByRole("button", { name: "Test voice" });
    if (test === undefined) throw new Error("no button");
    await visitor.click(test);
    expect(await screen.findByText("Works after 9 ms. It spoke.")).toBeTruthy();
    expect(play).toHaveBeenCalledTimes(1);
    await visitor.click(await button("Hear it again"));
    expect(play).toHaveBeenCalledTimes(2);
  });

  it("say which of the server's voices speaks for which, and let it be changed and heard", async () => {
    vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
    const chosen = [
      { name: "en-US-JennyNeural", voice: "af_heart" },
      { name: "de-DE-KatjaNeural", voice: null },
    ];
    const { visitor, mutations } = show(speaking, {
      [`POST ${PATH}/voices`]: () => ({ voices: ["af_heart", "af_sky", "am_adam"], problem: null, chosen }),
      [`POST ${PATH}/test/speech`]: () => heard,
    });
    await visitor.click(await button("Which voice speaks for which"));
    expect(await screen.findByText("3 voices to choose from.")).toBeTruthy();
    const jenny = () => screen.getByRole("combobox", { name: "Jenny (female)" });
    expect(jenny().textContent).toContain("af_sky");
    await visitor.click(jenny());
    await visitor.click(await screen.findByRole("option", { name: "The one that fits: af_heart" }));
    expect(screen.getByRole("combobox", { name: "Guy (male)" }).textContent).toContain("af_sky");
    await visitor.click(screen.getByRole("combobox", { name: "Guy (male)" }));
    await visitor.click(await screen.findByRole("option", { name: "am_adam" }));
    await visitor.click(await button("Hear Guy (male)"));
    expect(await screen.findByText("Works after 9 ms. It spoke.")).toBeTruthy();
    const sent = mutations().at(-1)?.body;
    expect(sent).toMatchObject({ voiceName: "en-US-GuyNeural" });
    expect(sent).toMatchObject({ voiceMap: expect.stringMatching(/en-US-GuyNeural = am_adam/) });
    expect(sent).toMatchObject({ voiceMap: expect.not.stringContaining("JennyNeural") });
    await visitor.click(screen.getByRole("combobox", { name: "Language" }));
    await visitor.click(await screen.findByRole("option", { name: "German" }));
    expect(screen.getByRole("combobox", { name: "Katja (female)" }).textContent).toContain("the built-in voice");
  });

  it("take names of voices where the server has no list of them", async () => {
    const { visitor, mutations } = show(speaking, {
      [`POST ${PATH}/voices`]: () => ({ voices: [], problem: "The server tells no list of its voices.", chosen: [] }),
    });
    await visitor.click(await button("Which voice speaks for which"));
    expect(await screen.findByText("The server tells no list of its voices.")).toBeTruthy();
    const jenny = await field("Jenny (female)");
    await visitor.clear(jenny);
    await visitor.type(jenny, "my voice");
    await visitor.click(await button("Save Engines"));
    await screen.findByText("Engines updated");
    expect(mutations().at(-1)?.body).toMatchObject({
      voiceMap: expect.stringMatching(/en-US-JennyNeural = my voice,/),
    });
  });

  it("are there for administrators only", async () => {
    const wire: AdminAnswers = {
      [`GET ${PATH}`]: () => unset,
      "GET /api/config": () => ({
        productName: "Talk",
        engines: {
          database: { kind: "embedded", name: "PostgreSQL" },
          model: { kind: "embedded", name: "Diary voice" },
          speech: { kind: "embedded", name: "eSpeak NG" },
          transcription: null,
          files: { kind: "embedded", name: "Folder" },
        },
      }),
    };
    showAdmin({ tab: "settings&part=engines", roles: [ADMIN_ROLE], wire });
    expect(await screen.findByRole("heading", { name: "Engine Settings" })).toBeTruthy();
  });
});
