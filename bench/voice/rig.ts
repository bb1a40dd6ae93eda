import { type Browser, chromium, type Page } from "@playwright/test";
import { z } from "zod";
import { ensureChromium } from "#scripts/chromium.ts";
import { newOwner } from "#tests/e2e/support/product.ts";
import { type RunningServer, startServer, temporaryDataDir } from "#tests/e2e/support/server.ts";
import { installMicrophone } from "#tests/e2e/support/web-audio-microphone.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { type AzurePace, type SpeechEngine, startAzureEngine } from "./azure-engine.ts";
import { watchVoice } from "./page.ts";
import { startTalkingModel, type TalkingModel } from "./talking-model.ts";
import { createWholeEngine } from "./whole-engine.ts";

export const PROMO_CODE = "WALKIES-2026";
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, deviceScaleFactor: 1 };
/** Its first piece that can be spoken ends at the comma. */
const REPLY = "Under the old sofa in the den, I think, because it smells of you. Come and look with me!";

export interface VoicePace extends AzurePace {
  firstTokenMs: number;
  tokenMs: number;
}

/** As the engines of large providers usually are. */
export const usualPace: VoicePace = {
  resultMs: 150,
  firstBytesMs: 120,
  soundSpeed: 20,
  firstTokenMs: 300,
  tokenMs: 15,
};

/** The built product as a process of its own, with engines that this process plays at the wire. */
export interface VoiceRig {
  server: RunningServer;
  speech: SpeechEngine;
  model: TalkingModel;
  stop(): Promise<void>;
}

/** `streaming` listens along, as Azure does; `whole` needs the whole recording, as most servers with the OpenAI API do. */
export type RecognizerKind = "streaming" | "whole";

export async function startVoiceRig(
  pace: VoicePace,
  { replyTo = (_question: string): string => REPLY, recognizer = "streaming" as RecognizerKind } = {},
): Promise<VoiceRig> {
  const data = temporaryDataDir();
  const azure = recognizer === "streaming" ? await startAzureEngine({ ...pace }) : null;
  const whole = createWholeEngine({ ...pace });
  const model = await startTalkingModel(pace, replyTo, (incoming, response) => whole.serve(incoming, response));
  const server = await startServer(data.path, {
    PROMO_CODE,
    ADMIN_PASSWORD: PASSWORD,
    OPENAI_BASE_URL: model.url,
    OPENAI_MODEL: "bench",
    ...(azure === null ? { OPENAI_SPEECH_MODEL: "bench" } : { AZURE_SPEECH_HOST: azure.host }),
    RATE_LIMIT_SCALE: "1000000",
  });
  return {
    server,
    speech: azure ?? whole,
    model,
    async stop() {
      await server.stop();
      model.stop();
      await azure?.stop();
      data.remove();
    },
  };
}

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: ensureChromium(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--autoplay-policy=no-user-gesture-required",
      "--enable-precise-memory-info",
    ],
  });

/** Somebody with a phone and a pet. */
export interface Walker {
  page: Page;
  /** The pet speaks this language from now on. @returns the pet's id */
  petSpeaks(language: string): Promise<string>;
}

export async function newWalker(browser: Browser, url: string, speed: number): Promise<Walker> {
  const { state } = await newOwner(url, PROMO_CODE);
  const context = await browser.newContext({
    ...phone,
    storageState: state,
    serviceWorkers: "block",
    permissions: ["microphone"],
  });
  const page = await context.newPage();
  // The compiler names functions by a call of this, which the page does not have.
  await page.addInitScript("globalThis.__name = (value) => value");
  await page.addInitScript(installMicrophone);
  await page.addInitScript(watchVoice, speed);
  const made = await context.request.post(`${url}/api/agents`, { data: { name: "Biscuit" } });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  return {
    page,
    async petSpeaks(language) {
      const changed = await context.request.put(`${url}/api/agents/${id}`, { data: { language } });
      if (!changed.ok()) throw new Error(await changed.text());
      return id;
    },
  };
}

export async function startWalk({ page, petSpeaks }: Walker, url: string, language: string): Promise<void> {
  await page.goto(`${url}/chat/${await petSpeaks(language)}`);
  await page.getByRole("button", { name: "Walk mode" }).click();
  await page.getByRole("button", { name: "Start the walk" }).click();
  await page.getByRole("heading", { name: "Listening" }).waitFor();
}

/** The state that the walk's screen shows; what it tells a screen reader stays the same while the microphone is open. */
export const stateOf = (page: Page): Promise<string | null> =>
  page.getByRole("dialog").locator("[role=status] + h2").textContent({ timeout: 5000 });
