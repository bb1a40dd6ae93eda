import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { LocalModel, LocalModelRun } from "#shared/api/admin/settings/local-models.ts";
import { type AdminAnswers, button, refusal, showAdmin } from "#tests/support/admin-screen.tsx";
import { LocalModels } from "./local-models.tsx";

const LOOK = "POST /api/admin/local-models/look";
const RUN = "/api/admin/local-models/run";
const baseUrl = "http://127.0.0.1:11434/v1";
const modelOf = (name: string, fields: Partial<LocalModel> = {}): LocalModel => ({
  ...{ name, purpose: "chat", gigabytes: 3.4, license: "Apache-2.0", goodAt: "Keeps to the diary." },
  ...{ isHere: false, fits: true, inUse: false },
  ...fields,
});
const runOf = (fields: Partial<LocalModelRun>): LocalModelRun => ({
  ...{ model: "qwen3.5:4b", baseUrl, purpose: "chat", phase: "fetching", completed: 0, total: 0, sentence: null },
  smallerContext: null,
  ...fields,
});

function show({
  run = null,
  models = [],
  wire = {},
}: {
  run?: LocalModelRun | null;
  models?: LocalModel[];
  wire?: AdminAnswers;
}) {
  let current = run;
  const onUsed = vi.fn();
  const shown = showAdmin({
    part: <LocalModels onServer={() => undefined} onUsed={onUsed} />,
    wire: {
      [LOOK]: () => ({ ollama: { baseUrl, memoryGigabytes: 8, models }, servers: [], problem: null }),
      [`GET ${RUN}`]: () => ({ run: current }),
      [`POST ${RUN}`]: () => {
        current = runOf({ phase: "fetching" });
        return { run: current };
      },
      [`DELETE ${RUN}`]: () => ({ run: runOf({ phase: "canceled", sentence: "Canceled. Nothing was changed." }) }),
      ...wire,
    },
  });
  return {
    ...shown,
    onUsed,
    now(next: LocalModelRun) {
      current = next;
    },
  };
}

describe("a model on this machine", () => {
  it("is looked for when somebody presses, and used with a second click", async () => {
    const { visitor, mutations, now, onUsed } = show({ models: [modelOf("qwen3.5:4b")] });
    await button("Look for a model on this machine");
    expect(mutations()).toEqual([]);
    await visitor.click(await button("Look for a model on this machine"));
    expect(await screen.findByText("3.4 GB · Apache-2.0 · Keeps to the diary.")).toBeTruthy();
    await visitor.click(await button("Use qwen3.5:4b"));
    expect(mutations().at(-1)?.body).toEqual({ model: "qwen3.5:4b", purpose: "chat", baseUrl });
    expect(await screen.findByText("Ollama fetches qwen3.5:4b...")).toBeTruthy();
    // On a phone the progress is far from the button, which is disabled now.
    await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("The last model");
    expect(await button("Use qwen3.5:4b")).toHaveProperty("disabled", true);
    now(runOf({ phase: "done", sentence: "Pets speak with qwen3.5:4b now." }));
    expect(await screen.findByText("Pets speak with qwen3.5:4b now.", {}, { timeout: 5_000 })).toBeTruthy();
    expect(onUsed).toHaveBeenCalledOnce();
  });

  it("shows how far its fetch is after the page was loaded anew, and can be canceled", async () => {
    const { visitor } = show({ run: runOf({ completed: 1_200_000_000, total: 3_400_000_000 }) });
    const bar = await screen.findByRole("progressbar", { name: "Progress of qwen3.5:4b" });
    expect(bar.getAttribute("aria-valuenow")).toMatch(/^35\./);
    expect(screen.getByText(/^1\.2 of 3\.4 GB\. You can leave this page/)).toBeTruthy();
    expect(screen.getByText("25 percent fetched").closest('[role="status"]')).toBeTruthy();
    await visitor.click(await button("Cancel"));
    expect(await screen.findByText("Canceled. Nothing was changed.")).toBeTruthy();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("The last model");
  });

  it("says why it is not used, and may be tried again", async () => {
    const sentence = "The disk of Ollama's machine is full.";
    const { visitor, mutations } = show({ run: runOf({ phase: "failed", sentence }) });
    expect(await screen.findByText(sentence)).toBeTruthy();
    await visitor.click(await button("Try qwen3.5:4b again"));
    expect(mutations().at(-1)).toMatchObject({ call: `POST ${RUN}`, body: { model: "qwen3.5:4b" } });
  });

  it("may be used with a smaller context where the machine is slow with it", async () => {
    const sentence = "qwen3.5:4b works, but this machine is slow with it.";
    const { visitor, mutations } = show({ run: runOf({ phase: "failed", sentence, smallerContext: 8192 }) });
    await visitor.click(await button("Use qwen3.5:4b with a smaller context"));
    expect(mutations().at(-1)?.body).toEqual({ model: "qwen3.5:4b", purpose: "chat", baseUrl, contextTokens: 8192 });
  });

  it("tells how to get Ollama where there is none, and takes another address by the keyboard", async () => {
    const problem = "No Ollama answers on this machine. Install it from ollama.com/download.";
    const { visitor, mutations } = show({ wire: { [LOOK]: () => ({ ollama: null, servers: [], problem }) } });
    await visitor.click(await button("Look for a model on this machine"));
    expect(await screen.findByText(problem)).toBeTruthy();
    await visitor.type(screen.getByLabelText("Ollama's address"), "http://192.168.1.5:11434{Enter}");
    await expect.poll(() => mutations().at(-1)?.body).toEqual({ address: "http://192.168.1.5:11434" });
  });

  it("says beside the field where no engine may be at an address", async () => {
    const sentence = "No engine can be at that address.";
    const { visitor } = show({ wire: { [LOOK]: () => refusal(400, sentence, { address: sentence }) } });
    await visitor.click(await button("Look for a model on this machine"));
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it("says what needs more memory, and offers embeddings only beside one for answers", async () => {
    const embedding = modelOf("bge-m3", { purpose: "embedding", isHere: true });
    const { visitor } = show({ models: [modelOf("gemma4:e2b", { fits: false }), embedding] });
    await visitor.click(await button("Look for a model on this machine"));
    expect(await screen.findByText("Needs more memory than the 8 GB of this machine.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Use bge-m3" })).toBeNull();
  });

  it("offers embeddings where one for answers is in use", async () => {
    const embedding = modelOf("bge-m3", { purpose: "embedding", isHere: true });
    const { visitor } = show({ models: [modelOf("qwen3.5:4b", { isHere: true, inUse: true }), embedding] });
    await visitor.click(await button("Look for a model on this machine"));
    expect(await button("Use bge-m3")).toBeTruthy();
    expect(screen.getByText("In use")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Use qwen3.5:4b" })).toBeNull();
  });
});
