import type { ReactNode } from "react";
import { vi } from "vitest";
import type { Agent } from "#shared/api/agents.ts";
import type { DiaryAnswer, DiaryQuestion } from "#shared/api/diary.ts";
import type { PetDocument } from "#shared/api/documents.ts";
import { MainScreen } from "@/app/main-screen.tsx";
import { SetupTab } from "@/app/setup-tab.tsx";
import { Toaster } from "@/components/ui/toaster.tsx";
import { refusal } from "./admin-screen.tsx";
import { AT, personOf, sayingsOf } from "./fixtures.ts";
import { newQueryClient, showPage } from "./page.tsx";
import { answerUploads } from "./uploads.ts";
import { uuid } from "./uuid.ts";

/** Shows the Setup tab on a fake server (`wire`): the test gives the answers to its calls. */

export const OWNER_PERMISSIONS = ["manage_agents", "Add and update agents", "manage_diary"];

export const documentOf = (fields: Partial<PetDocument> = {}): PetDocument => ({
  id: uuid(50),
  agentId: uuid(1),
  filename: "stored.pdf",
  originalName: "vet letter.pdf",
  fileSize: "20480",
  pageCount: 3,
  processingStatus: "processed",
  failureReason: null,
  canRetry: false,
  createdAt: AT,
  ...fields,
});

export const questionOf = (n: number, question: string, category: string): DiaryQuestion => ({
  id: uuid(100 + n),
  question,
  orderIndex: n,
  category,
  isActive: true,
  createdAt: AT,
});

export const answerOf = (questionId: string, answer: string): DiaryAnswer => ({
  id: uuid(200),
  agentId: uuid(1),
  questionId,
  answer,
  createdAt: AT,
  updatedAt: AT,
});

interface Sent {
  /** 'POST /api/agents' */
  call: string;
  body: unknown;
}
type Answer = (sent: Sent) => unknown;

interface Stage {
  permissions?: string[];
  isAdmin?: boolean;
  created?: number;
  pets?: Agent[];
  wire?: Record<string, Answer>;
}

/** The Setup tab for a user with those permissions and pets; what it sends is kept in `sent`. */
export function showSetup(stage: Stage) {
  const onChat = vi.fn<() => void>();
  return { onChat, ...show(stage, <SetupTab onChat={onChat} />) };
}

/** The whole of /app, at the address of the test. */
export const showMain = (stage: Stage) => show(stage, <MainScreen />);

function show(
  { permissions = OWNER_PERMISSIONS, isAdmin = false, created, pets = [], wire = {} }: Stage,
  page: ReactNode,
) {
  const state = { pets, created: created ?? pets.length };
  const sent: Sent[] = [];
  const answers: Record<string, Answer> = {
    "GET /api/auth/me": () => ({ user: userWith(permissions, isAdmin), roles: [], permissions: [] }),
    "GET /api/agents": () => ({ agents: state.pets, agentsCreatedByUser: state.created, isAdmin }),
    "GET /api/config": () => ({ productName: "Talk", engines: enginesOf("configured") }),
    "GET /api/diary/questions": () => [],
    "GET /api/diary/interview/en-US": () => sayingsOf.english,
    [`GET /api/agents/${uuid(1)}/documents`]: () => [],
    [`GET /api/agents/${uuid(1)}/diary/answers`]: () => [],
    [`GET /api/agents/${uuid(1)}/diary/questions`]: () => [],
    [`GET /api/agents/${uuid(1)}/open-questions`]: () => [],
    [`GET /api/agents/${uuid(1)}/memories?store=pet&status=active`]: () => ({
      memories: [],
      pending: 0,
      isPaused: false,
    }),
    "GET /api/sessions/latest": () => ({ chats: [] }),
    "POST /api/sessions": () => ({
      id: uuid(9),
      agentId: uuid(1),
      name: null,
      isTemporary: false,
      createdAt: AT,
      updatedAt: AT,
    }),
    ...wire,
  };
  const answer = (call: string, body: unknown): Response => {
    sent.push({ call, body });
    const result = answers[call]?.({ call, body }) ?? refusal(404, `Nothing at ${call}`);
    return result instanceof Response ? result : new Response(JSON.stringify(result));
  };
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit = {}) =>
    answer(`${method} ${path}`, typeof body === "string" ? JSON.parse(body) : body),
  );
  answerUploads(({ call, form }) => answer(call, form.get("file")));
  const client = newQueryClient();
  client.setQueryData(["/api/auth/me"], { status: "authenticated", user: userWith(permissions, isAdmin) });
  const view = showPage(
    <>
      {page}
      <Toaster />
    </>,
    client,
  );
  return { sent, state, unmount: view.unmount, calls: () => sent.map(({ call }) => call) };
}

export function enginesOf(kind: "embedded" | "configured") {
  const engine = { kind, name: "diary voice" };
  return {
    database: engine,
    model: engine,
    speech: engine,
    transcription: null,
    files: engine,
  };
}

const userWith = (permissions: string[], isAdmin: boolean) =>
  personOf({ roles: isAdmin ? ["admin"] : [], permissions });
