import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resetPassword } from "#shared/api/admin/users.ts";
import { createAgent, listAgents } from "#shared/api/agents.ts";
import { changePassword, login, me, register, validatePromo } from "#shared/api/auth.ts";
import { type ChatEvent, chatStream } from "#shared/api/chat.ts";
import { listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { uploadDocument } from "#shared/api/documents.ts";
import { helpAssistant } from "#shared/api/help.ts";
import { testVoice, transcribe } from "#shared/api/voice.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { PASSWORD, PROMO_CODE } from "../support/first-start.ts";
import { type Behavior, type OpenAiServer, saying, startOpenAiServer } from "../support/openai-server.ts";
import { wavOf } from "../support/recordings.ts";
import { SPOKEN_RATE, speakSamples } from "../support/spoken-wav.ts";
import { registrationOf, type Visitor } from "../support/visitor.ts";

/** Nothing of these may be in the log. */
const secrets = {
  password: PASSWORD,
  wrongPassword: "Wr0ng-guess-of-an-owner!",
  promoCode: PROMO_CODE,
  modelKey: "sk-key-of-the-language-model",
  speechKey: "key+of/the=speech-service",
  storeKey: "key+of/the=file-store-000",
  metricsToken: "token-of-the-metrics-page-0123456789",
  systemPrompt: "Prompt: speak like a lighthouse keeper.",
  question: "Question: why did Fenwick hide the red slipper?",
  reply: "Reply: because the slipper smelled of thunder.",
  diary: "Diary: he is afraid of the ironing board.",
  document: "Document: his vet is Doctor Quillfeather.",
  help: "Help: where do I put the secret biscuit?",
  aloud: "Aloud: the moon is made of ham.",
  search: "looking-for-the-hidden-bone",
  street: registrationOf("anybody").address,
};
const env = {
  LOG_LEVEL: "trace",
  OPENAI_API_KEY: secrets.modelKey,
  METRICS_TOKEN: secrets.metricsToken,
  // Every statement counts as slow.
  SLOW_QUERY_MS: "1",
};
/** Whatever the other side is told, and our key, in its complaint. */
const echo = `Refused: ${Object.values(secrets).join(" | ")}`;
const failures: Behavior[] = [
  { kind: "status", status: 401, message: echo },
  { kind: "status", status: 400, code: "content_filter", message: echo },
  { kind: "garbage", type: "application/json", body: JSON.stringify(echo).slice(0, -1) },
  { kind: "garbage", type: "text/event-stream", body: `data: {"choices": ${echo}\n\n` },
  { kind: "cut", after: [secrets.reply], torn: true },
];

let log = "";
const logTo = {
  write(line: string) {
    log += line;
  },
};
let model: OpenAiServer;
let app: TestApp;
const found = new Map<string, string>(Object.entries(secrets));
beforeAll(async () => {
  model = await startOpenAiServer();
});
afterAll(() => model.stop());

const cookieOf = (visitor: Visitor) => decodeURIComponent(visitor.cookies.get("pettalk.sid") ?? "");

/** Signs up, is wrong, gives a pet a diary and a document, and leaves cookies and passwords in `found`. */
async function liveIn(username: string): Promise<{ owner: Visitor; pet: string }> {
  const owner = app.visitor();
  await owner.call(validatePromo, { body: { promoCode: PROMO_CODE } });
  found.set("visitor's cookie", cookieOf(owner));
  const { tempPassword } = await owner.call(register, { body: registrationOf(username) });
  found.set("temporary password", tempPassword);
  await owner.attempt(login, { body: { username, password: secrets.wrongPassword } });
  await owner.call(login, { body: { username, password: tempPassword } });
  found.set("first cookie", cookieOf(owner));
  await owner.call(changePassword, { body: { currentPassword: tempPassword, newPassword: PASSWORD } });
  found.set("cookie", cookieOf(owner));
  const body = { name: "Biscuit", systemPrompt: secrets.systemPrompt };
  const { id: pet } = await owner.call(createAgent, { body });
  const [first] = await owner.call(listDiaryQuestions, {});
  await owner.call(saveDiaryAnswer, {
    params: { id: pet },
    body: { questionId: first?.id ?? "", answer: secrets.diary },
  });
  const file = new Blob([secrets.document], { type: "text/plain" });
  await owner.attempt(uploadDocument, { params: { id: pet }, file, filename: "vet.txt" });
  await owner.call(listAgents, { query: { q: secrets.search } });
  return { owner, pet };
}

async function ask({ owner, pet }: { owner: Visitor; pet: string }): Promise<ChatEvent["type"] | undefined> {
  const body = { message: secrets.question, generateAudio: true };
  let last: ChatEvent["type"] | undefined;
  for await (const event of owner.stream(chatStream, { params: { id: pet }, body })) last = event.type;
  return last;
}

async function useEngines({ owner }: { owner: Visitor }): Promise<number[]> {
  const recording = new Blob([wavOf(await speakSamples("Who is a good dog?"), { sampleRate: SPOKEN_RATE })], {
    type: "audio/wav",
  });
  const answers = [
    await owner.attempt(helpAssistant, { body: { message: secrets.help, context: "setup_screen" } }),
    await owner.attempt(testVoice, { body: { text: secrets.aloud } }),
    await owner.attempt(transcribe, { body: {}, file: recording, filename: "a.wav" }),
  ];
  return answers.map(({ status }) => status);
}

/** Secrets that the log holds, by name; a cookie also by its session's id. */
function leaks(): string[] {
  found.set("session secret", app.deps.sessionSecret);
  for (const [name, secret] of [...found])
    if (name.includes("cookie")) found.set(`id in ${name}`, secret.replace(/^s:/, "").split(".")[0] ?? "");
  expect([...found.values()].every((secret) => secret.length > 8)).toBe(true);
  const written = log.replaceAll("\\/", "/");
  return [...found].filter(([, secret]) => written.includes(secret)).map(([name]) => name);
}

describe("the log of a whole run, at its most talkative", () => {
  it("holds no password, cookie, key, prompt or word of a chat while all goes well [T118]", async () => {
    log = "";
    app = await startTestApp({ env: { ...env, OPENAI_BASE_URL: model.url }, logTo });
    model.behave(saying(secrets.reply));
    const home = await liveIn("happy-owner");
    expect(await ask(home)).toBe("complete");
    await useEngines(home);
    const { user } = await home.owner.call(me, {});
    const admin = await app.admin();
    found.set("administrator's cookie", cookieOf(admin));
    const reset = await admin.call(resetPassword, { params: { userId: user.id } });
    found.set("reset password", reset.defaultPassword);
    await fetch(`${app.url}/metrics`, { headers: { Authorization: `Bearer ${secrets.metricsToken}` } });
    await app.stop();
    expect(log).toContain("/api/agents/:id/chat/stream");
    expect(log).toContain("slow query");
    expect(leaks()).toEqual([]);
  });

  it("holds none while every engine fails and quotes what it was told, and the database refuses [T118]", async () => {
    log = "";
    app = await startTestApp({
      env: {
        ...env,
        OPENAI_BASE_URL: model.url,
        AZURE_SPEECH_KEY: secrets.speechKey,
        AZURE_SPEECH_HOST: "ws://127.0.0.1:1",
        S3_BUCKET: "pets",
        S3_ENDPOINT: "http://127.0.0.1:1",
        S3_ACCESS_KEY_ID: "pets",
        S3_SECRET_ACCESS_KEY: secrets.storeKey,
      },
      logTo,
    });
    const home = await liveIn("unlucky-owner");
    for (const failure of failures) {
      model.behave(failure);
      expect(await ask(home)).toBe("error");
    }
    expect(Math.min(...(await useEngines(home)))).toBeGreaterThanOrEqual(500);
    await app.deps.pool.query("alter table messages add constraint refuse_all check (content = '') not valid");
    await expect(ask(home)).rejects.toThrow("Something went wrong");
    await app.stop();
    expect(log).toContain("request failed");
    expect(log).toContain("the model failed");
    expect(leaks()).toEqual([]);
  });
});
