import type { Db } from "#server/platform/db/client.ts";
import { localizeQuestion } from "#server/understanding/languages/localize-question.ts";
import type { Book, BookArrangement, BookEntry } from "#shared/api/book.ts";
import type { EventDate } from "#shared/api/memory.ts";
import { arrangeEntries, type BookSheet, type SheetText } from "#shared/book.ts";
import type { UsableAgent } from "../agents/access.ts";
import { bookWords, categoryIn } from "./book-words.ts";
import * as queries from "./queries.ts";

export type BookContents = Omit<Book, "makesPdf">;

const asItComes: BookArrangement = { format: "a5", parts: ["diary", "memories", "talks"], leftOut: [], order: [] };

/** Everything that the user may put into the pet's book. */
export async function readContents(db: Db, userId: string, pet: UsableAgent): Promise<BookContents> {
  const { id, name, language, avatarUrl, species, birthday, diedOn } = pet;
  const [answers, life, talks, arrangement] = await Promise.all([
    queries.listAnswers(db, id),
    queries.listMemories(db, id),
    queries.listKept(db, { agentId: id, userId }),
    queries.findArrangement(db, id),
  ]);
  const entries = {
    diary: answers.map((answer) => answerEntry(language, answer)),
    memories: life.map(memoryEntry),
    talks: talks.map(talkEntry).filter(({ text }) => text !== ""),
  };
  return { name, language, avatarUrl, species, birthday, diedOn, entries, arrangement: arrangement ?? asItComes };
}

type AnswerRow = Awaited<ReturnType<typeof queries.listAnswers>>[number];
const answerEntry = (language: string, { id, key, question, category, answer }: AnswerRow): BookEntry => ({
  id,
  group: category === null ? null : categoryIn(language, category),
  heading: localizeQuestion(language, { key, question }),
  text: answer,
  date: null,
  toldBy: null,
});

type MemoryRow = Awaited<ReturnType<typeof queries.listMemories>>[number];
const memoryEntry = ({ id, text, on, precision }: MemoryRow): BookEntry => ({
  id,
  group: null,
  heading: null,
  text,
  date: on === null || precision === null ? null : { on, precision },
  toldBy: null,
});

type TalkRow = Awaited<ReturnType<typeof queries.listKept>>[number];
/** Help in an emergency, with which a reply may begin, is not the pet's. */
const talkEntry = ({ id, question, content, help, day }: TalkRow): BookEntry => ({
  id,
  group: null,
  heading: question,
  text: (help !== null && content.startsWith(help) ? content.slice(help.length) : content).trim(),
  date: { on: day, precision: "day" },
  toldBy: null,
});

/** What the PDF is made of: the book as it is arranged, in the pet's language. */
export function sheetOf({ entries, arrangement, language, ...pet }: BookContents): BookSheet {
  const words = bookWords(language);
  const [lang = "en", region = ""] = language.split("-");
  const dates = [pet.birthday, pet.diedOn].map((day) => day && dateIn(language, { on: day, precision: "day" }));
  return {
    format: arrangement.format,
    ...{ lang, region, rtl: runsFromRight(words.contents) },
    ...{ title: words.title(pet.name), lead: words.lead, contents: words.contents },
    name: sheetText(pet.name),
    dates: dates.filter((date) => date !== null).join(" – "),
    avatarUrl: pet.avatarUrl,
    parts: arrangeEntries(entries, arrangement).map(({ part, entries: chosen }) => ({
      title: words[part],
      entries: chosen.map(({ group, heading, text, date, toldBy }) => ({
        group: group === null ? null : sheetText(group),
        heading: heading === null ? null : sheetText(heading),
        text: sheetText(text),
        note: noteOf(date === null ? null : dateIn(language, date), toldBy),
      })),
    })),
  };
}

function noteOf(...told: (string | null)[]): SheetText | null {
  const known = told.filter((each) => each !== null);
  return known.length === 0 ? null : sheetText(known.join(" · "));
}

/** A word without an end, such as an address, is broken where it would leave the page. */
const sheetText = (text: string): SheetText => ({
  text: text.replaceAll(/[!-~]{30}/g, "$&\u200B"),
  rtl: runsFromRight(text),
});

/** By the first letter. */
const runsFromRight = (text: string): boolean => /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);

const shown = {
  day: { year: "numeric", month: "long", day: "numeric" },
  month: { year: "numeric", month: "long" },
  year: { year: "numeric" },
} as const;

const dateIn = (language: string, { on, precision }: EventDate): string =>
  new Intl.DateTimeFormat(language, { ...shown[precision], timeZone: "UTC", calendar: "gregory" }).format(
    new Date(`${on}T00:00:00Z`),
  );
