import { screen } from "@testing-library/react";
import { vi } from "vitest";
import type { Agent } from "#shared/api/agents.ts";
import type { ChatEvent, LatestChat, Message } from "#shared/api/chat.ts";
import type { Config } from "#shared/api/config.ts";
import type { DiaryAnswer, DiaryQuestion } from "#shared/api/diary.ts";
import type { Memory } from "#shared/api/memory.ts";
import type { Opening } from "#shared/api/opening.ts";
import type { DayOfUse } from "#shared/api/usage.ts";
import { ChatTab } from "@/app/chat-tab.tsx";
import { ProtectedRoute } from "@/app/protected-route.tsx";
import { Toaster } from "@/components/ui/toaster.tsx";
import { setActivePet } from "@/domain/pets/active-pet.ts";
import { personOf, petOf } from "./fixtures.ts";
import { newQueryClient, showPage } from "./page.tsx";
import { uuid } from "./uuid.ts";

/** Shows the chat on a fake server (`Wire`): the test gives the answers to its calls. */

export const AGENT = uuid(1);
export const SESSION = uuid(2);

export const agent = petOf({
  id: AGENT,
  name: "Tucker",
  systemPrompt: "You are Tucker.",
  voiceName: "en-US-GuyNeural",
  documentCount: 3,
  diaryCount: 2,
  totalPages: 41,
});

export const messageOf = (n: number, fields: Partial<Message> = {}): Message => ({
  id: uuid(100 + n),
  agentId: AGENT,
  sessionId: SESSION,
  role: n % 2 === 1 ? "user" : "assistant",
  content: `message ${n}`,
  audioUrl: null,
  sources: null,
  status: "complete",
  createdAt: new Date(Date.UTC(2026, 4, 4, 12, n)).toISOString(),
  ...fields,
});

/** A reply whose pace the test sets. */
class ReplyStream {
  readonly body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  constructor() {
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
    });
  }
  send(...events: ChatEvent[]): void {
    for (const event of events)
      this.#controller?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
  }
  end(): void {
    this.#controller?.close();
  }
  breakOff(): void {
    this.#controller?.error(new TypeError("network error"));
  }
}

export const newReply = () => new ReplyStream();

export interface ChatAnswers {
  agent: Agent;
  /** Every pet that the person may use; the default is `agent` alone. */
  agents: Agent[] | null;
  demo: Agent | null;
  /** The chats to go on with; null: the server can't tell. */
  latest: LatestChat[] | null;
  stored: Message[];
  /** The chat was deleted. */
  isGone: boolean;
  /** Bodies of the calls that begin a chat. */
  begun: Record<string, unknown>[];
  /** Bodies of the questions, newest last. */
  asked: Record<string, unknown>[];
  /** `METHOD path?query` of every call. */
  calls: string[];
  /** The stream that the next question is answered with, or the refusal. */
  reply: ReplyStream;
  refusal: { status: number; body: string } | null;
  /** Of the stream. */
  contentType: string;
  usage: DayOfUse;
  /** Whether the server turns speech into text. */
  hasRecognizer: boolean;
  /** Whether a language model is configured. */
  hasModel: boolean;
  /** What an empty chat begins with. */
  opening: Opening;
  /** The diary's questions, and what is answered. */
  questions: DiaryQuestion[];
  /** Suggestions of what the pet may remember. */
  suggested: Memory[];
  /** What the pet remembers of its own life. */
  ofItsLife: Memory[];
  /** The owner's own questions. */
  own: DiaryQuestion[];
  answers: DiaryAnswer[];
  /** What a reply answers, in words that can be read alone. */
  wholeQuestion: string;
  /** Bodies of the entries that were added to the diary, also of those that were refused. */
  added: Record<string, unknown>[];
  /** Bodies of the saved answers, also of those that were refused. */
  saved: Record<string, unknown>[];
  diaryRefusal: { status: number; body: string } | null;
}

export function startWire(): ChatAnswers {
  const wire: ChatAnswers = {
    agent,
    agents: null,
    demo: null,
    latest: [],
    stored: [],
    isGone: false,
    begun: [],
    asked: [],
    calls: [],
    reply: newReply(),
    refusal: null,
    contentType: "text/event-stream; charset=utf-8",
    usage: { day: "2026-05-04", resetsAt: "2026-05-05T00:00:00.000Z", measures: [] },
    hasRecognizer: false,
    hasModel: false,
    opening: { greeting: null, ready: "I'm ready for a conversation. How are you doing today?", starters: [] },
    questions: [],
    suggested: [],
    ofItsLife: [],
    own: [],
    answers: [],
    wholeQuestion: "Do you like snow?",
    added: [],
    saved: [],
    diaryRefusal: null,
  };
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, "http://pet.test");
    wire.calls.push(`${init.method} ${url.pathname}${url.search}`);
    if (url.pathname === "/api/agents") return Response.json(petsOf(wire));
    if (url.pathname === `/api/agents/${AGENT}`) return Response.json(wire.agent);
    if (url.pathname === "/api/sessions/latest")
      return wire.latest === null ? new Response("down", { status: 503 }) : Response.json({ chats: wire.latest });
    if (url.pathname === "/api/config") return Response.json(configOf(wire));
    if (url.pathname === "/api/diary/questions") return Response.json(wire.questions);
    if (url.pathname.endsWith("/memories") && url.searchParams.get("store") === "pet")
      return Response.json({ memories: wire.ofItsLife, pending: 0, isPaused: false });
    if (url.pathname.endsWith("/memories"))
      return Response.json({ memories: wire.suggested, pending: wire.suggested.length, isPaused: false });
    if (url.pathname.startsWith("/api/memories/")) return answerMemory(wire, url.pathname, init);
    if (url.pathname.endsWith("/diary/questions")) return Response.json(wire.own);
    if (url.pathname.endsWith("/diary/answers")) return answerDiary(wire, init);
    if (url.pathname.endsWith("/opening")) return Response.json(wire.opening);
    if (url.pathname === "/api/usage/me") return Response.json(wire.usage);
    if (url.pathname === "/api/sessions") {
      wire.begun.push(JSON.parse(String(init.body)));
      return Response.json(sessionOf(uuid(3)));
    }
    if (url.pathname.endsWith("/messages") && wire.isGone)
      return Response.json({ error: "It is gone.", code: "not_found" }, { status: 404 });
    if (url.pathname.endsWith("/heart")) return answerHeart(wire, url.pathname, init);
    if (/\/(?:stop|version|decline)$/.test(url.pathname)) return Response.json({ success: true });
    if (url.pathname.endsWith("/whole-question")) return Response.json({ question: wire.wholeQuestion });
    if (url.pathname.endsWith("/messages")) return Response.json(pageOf(wire.stored, url.searchParams));
    if (url.pathname.endsWith("/diary/entries")) return answerEntry(wire, JSON.parse(String(init.body)));
    if (!url.pathname.endsWith("/chat/stream")) throw new Error(`unexpected call: ${url.pathname}`);
    wire.asked.push(JSON.parse(String(init.body)));
    if (wire.refusal !== null) return new Response(wire.refusal.body, { status: wire.refusal.status });
    const { reply } = wire;
    init.signal?.addEventListener("abort", () => reply.breakOff());
    return new Response(reply.body, { headers: { "Content-Type": wire.contentType } });
  });
  return wire;
}

/** Reads or changes a memory, approves or declines a suggestion, or forgets either. */
function answerMemory(wire: ChatAnswers, path: string, { body, method = "GET" }: RequestInit): Response {
  const [, , , id, step] = path.split("/");
  const suggestion = wire.suggested.find((each) => each.id === id);
  if (suggestion === undefined) return Response.json({ error: "It is gone.", code: "not_found" }, { status: 404 });
  if (method === "GET") return Response.json(suggestion);
  if (method === "PATCH") return Response.json(Object.assign(suggestion, JSON.parse(String(body))));
  wire.suggested = wire.suggested.filter((each) => each.id !== id);
  if (method === "DELETE") return Response.json({ success: true });
  return Response.json(
    step === "decline" ? { success: true } : { ...suggestion, ...JSON.parse(String(body)), status: "active" },
  );
}

function answerHeart(wire: ChatAnswers, path: string, { body }: RequestInit): Response {
  const id = path.split("/").at(-2);
  const isKept = JSON.parse(String(body)).isKept === true;
  wire.stored = wire.stored.map((message) => (message.id === id ? { ...message, isKept } : message));
  return Response.json({ success: true });
}

/** `isProtected`: with what the product shows where nobody is signed in. */
export function openChatScreen({ isLoaded = true, isProtected = false } = {}) {
  setActivePet(isLoaded ? { agentId: AGENT, sessionId: SESSION } : null);
  const onSetup = vi.fn();
  const client = newQueryClient();
  client.setQueryData(["/api/auth/me"], { status: "authenticated", user: me });
  const chat = <ChatTab onSetup={onSetup} />;
  showPage(
    <>
      {isProtected ? <ProtectedRoute>{chat}</ProtectedRoute> : chat}
      <Toaster />
    </>,
    client,
  );
  return { onSetup };
}

const me = personOf({ permissions: ["manage_agents", "Add and update agents", "manage_diary"] });

export const composer = () => screen.findByPlaceholderText<HTMLTextAreaElement>("Ask Tucker...");

/** The texts of the bubbles, in order. */
export const bubbles = () => screen.queryAllByRole("article").map((bubble) => bubble.querySelector("p")?.textContent);

const petsOf = ({ agents, agent: only, demo }: ChatAnswers) => ({
  agents: agents ?? [only],
  agentsCreatedByUser: 1,
  isAdmin: false,
  demo,
});

function pageOf(stored: readonly Message[], query: URLSearchParams): Message[] {
  const before = query.get("before");
  const end = before === null ? stored.length : stored.findIndex((message) => message.id === before);
  return stored.slice(Math.max(0, end - Number(query.get("limit") ?? stored.length)), end);
}

function answerDiary(wire: ChatAnswers, { method, body }: RequestInit): Response {
  if (method === "GET") return Response.json(wire.answers);
  const { createdAt, updatedAt } = agent;
  const { before, ...answer } = JSON.parse(String(body));
  wire.saved.push(before === undefined ? answer : { ...answer, before });
  if (wire.diaryRefusal !== null) return new Response(wire.diaryRefusal.body, { status: wire.diaryRefusal.status });
  const saved = { id: uuid(302), agentId: AGENT, ...answer, createdAt, updatedAt };
  wire.answers = [...wire.answers.filter(({ questionId }) => questionId !== answer.questionId), saved];
  return Response.json(saved);
}

function answerEntry(wire: ChatAnswers, body: { question: string; answer: string }): Response {
  wire.added.push(body);
  if (wire.diaryRefusal !== null) return new Response(wire.diaryRefusal.body, { status: wire.diaryRefusal.status });
  const { createdAt, updatedAt } = agent;
  const question = { id: uuid(300), question: body.question, orderIndex: 1, category: null, isActive: true, createdAt };
  const answer = { id: uuid(301), agentId: AGENT, questionId: uuid(300), answer: body.answer, createdAt, updatedAt };
  return Response.json({ question, answer });
}

function configOf({ hasRecognizer, hasModel }: ChatAnswers): Config {
  const embedded = { kind: "embedded", name: "test" } as const;
  const configured = { kind: "configured", name: "test" } as const;
  const engines = { database: embedded, model: hasModel ? configured : embedded, speech: embedded, files: embedded };
  return {
    productName: "Talk",
    engines: { ...engines, transcription: hasRecognizer ? embedded : null },
    changed: { model: null, voice: null },
    mailsPasswords: false,
  };
}

const sessionOf = (id: string) => ({
  id,
  agentId: AGENT,
  name: null,
  isTemporary: false,
  createdAt: agent.createdAt,
  updatedAt: agent.updatedAt,
});
