import type { CurrentUser } from "#server/platform/http/access.ts";
import { chooseVoice } from "#server/voice/voice-choice.ts";
import { DEFAULT_SYSTEM_PROMPT } from "#shared/default-prompt.ts";
import { limits } from "#shared/limits.ts";
import { hasPermission } from "#shared/permissions.ts";
import { DEFAULT_PET_NAME, petProfileFields } from "#shared/pet-profile.ts";
import { findVoice, languages } from "#shared/voices.ts";
import type { ArchivedPet, DiaryEntry } from "./archive-format.ts";

/** With a sentence for each field that had to be changed. */
export function petFields(user: CurrentUser, archived: ArchivedPet) {
  const { name, systemPrompt, language, voiceName, diedOn = null } = archived;
  const remarks: string[] = [];
  const mayInstruct = hasPermission(user, "manage_agents");
  const prompt = systemPrompt.trim() || DEFAULT_SYSTEM_PROMPT;
  if (!mayInstruct && prompt !== DEFAULT_SYSTEM_PROMPT)
    remarks.push("The instructions are the default ones: changing them requires admin permissions.");
  const known = languages.some(({ code }) => code === language);
  const speaks = findVoice(voiceName)?.language === language;
  if (!known) remarks.push(`The language '${language}' is not spoken here, so the pet speaks English.`);
  else if (!speaks)
    remarks.push(`The voice '${voiceName}' does not exist here, so another one of its language speaks.`);
  const voice = chooseVoice({
    language: known ? language : undefined,
    voiceName: known && speaks ? voiceName : undefined,
  });
  const fields = {
    ...voice,
    ...petProfileFields.parse(archived),
    diedOn,
    atRest: diedOn !== null && archived.atRest ? dateOf(archived.atRest) : null,
    name: name.trim() || DEFAULT_PET_NAME,
    systemPrompt: mayInstruct ? prompt : DEFAULT_SYSTEM_PROMPT,
  };
  return { fields, remarks };
}

/** Not later than now. */
export const dateOf = (iso: string): Date => new Date(Math.min(Date.parse(iso), Date.now()));

interface Question {
  id: string;
  key: string | null;
  question: string;
}

/** By key, or by the words of a question that a person added. The first of two answers wins. */
export function matchDiary(user: CurrentUser, diary: ArchivedPet["diary"], questions: readonly Question[]) {
  if (diary === null || diary.length === 0) return { answers: [], own: [], otherAnswers: null, remarks: [] };
  if (!hasPermission(user, "manage_diary")) {
    const remarks = ["The diary is left out: you don't have permission to write diaries."];
    return { answers: [], own: [], otherAnswers: null, remarks };
  }
  const byKey = new Map(questions.flatMap((question) => (question.key === null ? [] : [[question.key, question]])));
  const byWords = new Map(questions.map((question) => [plain(question.question), question]));
  const answers = new Map<string, ReturnType<typeof toDiaryRow>>();
  const own: DiaryEntry[] = [];
  const others: DiaryEntry[] = [];
  for (const entry of diary) {
    const question = byKey.get(entry.key ?? "") ?? byWords.get(plain(entry.question));
    const isOwn = question === undefined && entry.isOwn === true && own.length < limits.ownDiaryQuestions;
    if (isOwn && entry.answer.trim() !== "") own.push(entry);
    else if (question === undefined || answers.has(question.id)) others.push(entry);
    else if (entry.answer.trim() !== "") answers.set(question.id, toDiaryRow(question.id, entry));
  }
  const otherAnswers = others.length === 0 ? null : asText(others);
  return { answers: [...answers.values()], own, otherAnswers, remarks: remarksOn(user, others) };
}

export const toDiaryRow = (questionId: string, { answer, createdAt, updatedAt }: DiaryEntry) => ({
  questionId,
  answer: answer.trim(),
  createdAt: dateOf(createdAt),
  updatedAt: dateOf(updatedAt),
});

/** By key, or where there is none by the words. */
export const isAskedLike = (one: Pick<Question, "key" | "question">, other: Pick<Question, "key" | "question">) =>
  one.key !== null && one.key === other.key ? true : plain(one.question) === plain(other.question);

const plain = (question: string): string =>
  question
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const asText = (others: readonly DiaryEntry[]): string =>
  `${others.map(({ question, answer }) => `${question}\n${answer}`).join("\n\n")}\n`;

export const OTHER_ANSWERS = "Other diary answers.txt";

function remarksOn(user: CurrentUser, others: readonly DiaryEntry[]): string[] {
  if (others.length === 0) return [];
  const [many, them] =
    others.length === 1 ? ["1 diary answer belongs", "It"] : [`${others.length} diary answers belong`, "They"];
  const where = hasPermission(user, "manage_agents")
    ? `${them === "It" ? "It is" : "They are"} kept as the document '${OTHER_ANSWERS}'.`
    : `${them} could not be kept, for adding documents requires admin permissions. The ZIP still has ${them === "It" ? "it" : "them"}.`;
  return [`${many} to questions that are not asked here. ${where}`];
}
