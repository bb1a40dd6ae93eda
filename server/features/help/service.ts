import {
  type LanguageModel,
  LanguageModelError,
  type PromptMessage,
  type ReplyEnding,
  type SpentTokens,
} from "#server/models/chat/llm.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { Env } from "#server/platform/env.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { HttpError, serviceUnavailable } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { aboutPossibleDanger, type Help, helpFor } from "#server/understanding/danger/emergency.ts";
import { acknowledge } from "#server/understanding/interview/acknowledge.ts";
import type { HelpRequest, helpAssistant } from "#shared/api/help.ts";
import type { ResponseOf } from "#shared/route.ts";
import { findPetOf } from "../agents/access.ts";
import { localeOfText } from "../knowledge/knowledge.ts";
import type { UsageMeter } from "../usage/service.ts";
import { findHelp } from "./find-help.ts";
import { type HelpQuestion, helpPrompt, interviewPrompt } from "./prompt.ts";

const MAX_TOKENS = { setup_screen: 350, interactive_diary: 120 } as const;

interface HelpDeps {
  db: Db;
  llm: LanguageModel;
  log: Log;
  usage: UsageMeter;
  env: Pick<Env, "OPENAI_TIMEOUT_S">;
}

type Asker = CurrentUser;

/** The language of the product's screens. */
const LOCALE = "en-US";

/**
 * Answers a question about the product, or an answer of the interview. A message that tells of an emergency gets plain
 * help instead, or a gentle question; in the interview only for a person's danger, because answers often tell of a pet's past accidents.
 * @throws 502 or 503 where the language model failed
 */
export async function giveHelp(
  deps: HelpDeps,
  user: Asker,
  request: HelpRequest,
): Promise<ResponseOf<typeof helpAssistant>> {
  const { message, context, language } = request;
  const spoken = (response: string, locale: string) =>
    language === undefined ? { response } : { response, language: locale };
  const found = helpFor(message, language ?? LOCALE);
  const help = found?.kind === "vet" && context === "interactive_diary" ? null : found;
  const withoutModel = deps.llm.engine === null;
  if (help !== null && (help.text !== null || withoutModel)) {
    const response = sayHelp(help);
    return spoken(response, localeOfText(response, language ?? LOCALE));
  }
  const pet = request.agentId ? await findPetOf(deps.db, user, request.agentId) : null;
  const question = { ...request, person: user, pet };
  if (withoutModel) return spoken(replyWithoutModel(question), LOCALE);
  const answered = loadedNow.has(deps.llm) ? null : await beforeLoading(deps, user, question, help);
  const response = answered ?? (help === null ? whileLoading(question) : sayHelp(help));
  return spoken(response, localeOfText(response, language ?? LOCALE));
}

/** A danger that is only possible is asked about, as a pet does. */
function sayHelp({ kind, text, petSays: [gently = ""] }: Help): string {
  if (text === null) return gently;
  return kind === "person" ? `${text}\n\n${gently}` : text;
}

type Inquiry = HelpRequest & HelpQuestion;

function replyWithoutModel(inquiry: Inquiry): string {
  const { message, context, question = "", category, number, language } = inquiry;
  if (context !== "interactive_diary") return findHelp(inquiry);
  const isEnglish = localeOfText(message, language ?? LOCALE).startsWith("en");
  return acknowledge({ question, answer: message, category, number, isEnglish });
}

/** @param help a danger that is only possible, of which the model judges */
function promptFor(inquiry: Inquiry, help: Help | null): PromptMessage[] {
  const { message, context, question = "" } = inquiry;
  const hint = help === null ? undefined : aboutPossibleDanger(help.kind);
  return context === "interactive_diary"
    ? interviewPrompt({ question, answer: message }, hint)
    : helpPrompt(inquiry, hint);
}

/** A call under way loads it: others would only queue behind that. */
const loadedNow = new WeakSet<LanguageModel>();

/** Null where the model has to be loaded first, which the call goes on with: the next question finds it in memory. */
function beforeLoading(deps: HelpDeps, user: Asker, inquiry: Inquiry, help: Help | null): Promise<string | null> {
  return new Promise((resolve, reject) => {
    askModel(deps, user, { ...inquiry, help, onLoading: () => resolve(null) }).then(resolve, reject);
  });
}

/** Will goes on as he does without a model. */
const whileLoading = (inquiry: Inquiry): string =>
  inquiry.context === "interactive_diary"
    ? replyWithoutModel(inquiry)
    : `The model is being loaded … Until then I answer from my help pages alone.\n\n${replyWithoutModel(inquiry)}`;

async function askModel(
  { llm, log, usage, env }: HelpDeps,
  user: Asker,
  request: Inquiry & { help: Help | null; onLoading: () => void },
): Promise<string> {
  const messages = promptFor(request, request.help);
  // Somebody waits in a small panel for the whole of a short answer: later an error message is better.
  const late = new AbortController();
  const limit = setTimeout(() => late.abort(), env.OPENAI_TIMEOUT_S * 1000);
  const { signal } = late;
  const onLoading = () => {
    clearTimeout(limit);
    loadedNow.add(llm);
    request.onLoading();
  };
  let text = "";
  let isCutOff = false;
  const onEnding = (ending: ReplyEnding) => {
    isCutOff = ending === "cut_off";
  };
  let spent = { promptTokens: 0, replyTokens: 0 };
  const onSpent = ({ promptTokens, replyTokens }: SpentTokens) => {
    spent = { promptTokens, replyTokens };
  };
  try {
    const maxTokens = MAX_TOKENS[request.context];
    const asked = { purpose: "help", messages, maxTokens, onSpent, onEnding, onLoading } as const;
    for await (const piece of llm.stream(asked, signal)) text += piece;
  } catch (error) {
    if (!(error instanceof LanguageModelError)) throw error;
    log.warn({ code: error.code, reason: error.message }, "the help assistant's model failed");
    const isPassing = ["rate_limited", "timeout", "unavailable"].includes(error.code);
    throw new HttpError(isPassing ? 503 : 502, error.code, error.sentence);
  } finally {
    clearTimeout(limit);
    loadedNow.delete(llm);
    await usage.add(user.id, spent);
  }
  if (signal.aborted || text.trim() === "")
    throw serviceUnavailable("The assistant took too long to answer. Please try again.");
  return `${text.replaceAll("\0", "").trim()}${isCutOff ? " …" : ""}`;
}
