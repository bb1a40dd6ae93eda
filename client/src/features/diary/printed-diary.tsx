import { plural, t } from "@lingui/core/macro";
import { BookHeart, Printer } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "wouter";
import type { DiaryAnswer, DiaryQuestion } from "#shared/api/diary.ts";
import type { Memory } from "#shared/api/memory.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { PrintSheet } from "@/components/print/print-sheet.tsx";
import { Button } from "@/components/ui/button.tsx";
import { useMemories } from "@/domain/memory/memories.ts";
import { eventDateOf, listOf, longDateOf } from "@/lib/formats.ts";
import { groupQuestions, type PetQuestions } from "./questions.tsx";

type PrintDiaryProps = {
  agentId: string;
  petName: string;
  avatarUrl: string | null;
  species: string | null;
  questions: readonly DiaryQuestion[];
  petQuestions: PetQuestions;
  answers: readonly DiaryAnswer[];
};

export function PrintDiary({
  agentId,
  petName,
  avatarUrl,
  species,
  questions,
  petQuestions,
  answers,
}: PrintDiaryProps) {
  const reasonId = useId();
  const [isPrinting, setIsPrinting] = useState(false);
  const asked = new Set(questions.map(({ id }) => id));
  const shown = answers.filter(({ questionId }) => asked.has(questionId));
  const answered = new Set(shown.map(({ questionId }) => questionId));
  const memories = useMemories(agentId, { store: "pet", status: "active" }).data?.memories ?? [];
  const isEmpty = shown.length === 0 && memories.length === 0;
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p id={reasonId} className="min-w-0 flex-1 basis-52 text-ink-muted">
        {isEmpty
          ? t`There is nothing to print yet: answer a question first.`
          : t`Keep it on paper, with a cover, or save it as a PDF.`}
      </p>
      <Button
        variant="outline"
        size="sm"
        aria-describedby={reasonId}
        disabled={isEmpty}
        onClick={() => setIsPrinting(true)}
      >
        <Printer aria-hidden="true" />
        <span>{t`Print diary`}</span>
      </Button>
      <Button asChild variant="outline" size="sm">
        <Link href={`/book/${agentId}`}>
          <BookHeart aria-hidden="true" />
          <span>{t`Make a book`}</span>
        </Link>
      </Button>
      {isPrinting && (
        <PrintSheet title={t`The diary of ${petName}`} onDone={() => setIsPrinting(false)}>
          <PrintedDiary
            petName={petName}
            avatarUrl={avatarUrl}
            species={species}
            questions={questions
              .filter(({ id }) => answered.has(id))
              .map((asked) => ({ ...asked, question: petQuestions.words.get(asked.id) ?? asked.question }))}
            answers={shown}
            memories={memories}
          />
        </PrintSheet>
      )}
    </div>
  );
}

type PrintedDiaryProps = {
  petName: string;
  avatarUrl: string | null;
  species: string | null;
  questions: readonly DiaryQuestion[];
  answers: readonly DiaryAnswer[];
  memories?: readonly Memory[];
};

/** Each text has a direction of its own: an owner may answer English questions in Arabic. */
export function PrintedDiary({ questions, memories = [], ...cover }: PrintedDiaryProps) {
  const answerOf = new Map(cover.answers.map((answer) => [answer.questionId, answer]));
  return (
    <article className="text-[11pt] leading-relaxed">
      <Cover {...cover} memories={memories} />
      {groupQuestions(questions).map(({ category, questions: members }) => (
        <section key={category} className="mb-8">
          <h2
            dir="auto"
            className="wrap-anywhere mb-4 break-after-avoid border-line border-b pb-1.5 text-start text-[17pt] text-primary"
          >
            {category}
          </h2>
          <dl>
            {members.map(({ id, question }) => (
              <div key={id} className="mb-5 break-inside-avoid">
                <dt
                  dir="auto"
                  className="wrap-anywhere mb-0.5 break-after-avoid text-start font-display font-semibold text-[12.5pt]"
                >
                  {question}
                </dt>
                <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap text-start [orphans:3] [widows:3]">
                  {answerOf.get(id)?.answer}
                </dd>
                <PrintedAuthor name={answerOf.get(id)?.author} as="dd" />
              </div>
            ))}
          </dl>
        </section>
      ))}
      {memories.length > 0 && <PrintedMemories memories={memories} />}
    </article>
  );
}

/** Of what somebody of the family gave the pet. */
function PrintedAuthor({ name, as: Element }: { name: string | null | undefined; as: "dd" | "p" }) {
  if (!name) return null;
  return (
    <Element dir="auto" className="wrap-anywhere text-start text-[10pt] text-ink-muted italic">
      {t`From ${name}`}
    </Element>
  );
}

/** As they happened; those without a date come last. */
function PrintedMemories({ memories }: { memories: readonly Memory[] }) {
  const on = ({ date }: Memory) => date?.on ?? "9";
  return (
    <section className="mb-8">
      <h2 className="mb-4 break-after-avoid border-line border-b pb-1.5 text-[17pt] text-primary">{t`Memories`}</h2>
      <ul>
        {memories
          .toSorted((one, other) => (on(one) < on(other) ? -1 : 1))
          .map(({ id, text, date, author }) => (
            <li key={id} className="mb-5 break-inside-avoid">
              {date !== null && <p className="mb-0.5 font-display font-semibold text-[12.5pt]">{eventDateOf(date)}</p>}
              <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-start">
                {text}
              </p>
              <PrintedAuthor name={author} as="p" />
            </li>
          ))}
      </ul>
    </section>
  );
}

function Cover({ petName, avatarUrl, species, answers, memories = [] }: Omit<PrintedDiaryProps, "questions">) {
  const counted = [
    ...(answers.length > 0 ? [plural(answers.length, { one: "# answer", other: "# answers" })] : []),
    ...(memories.length > 0 ? [plural(memories.length, { one: "# memory", other: "# memories" })] : []),
  ];
  const moments = [
    ...answers.flatMap(({ createdAt, updatedAt }) => [createdAt, updatedAt]),
    ...memories.map(({ toldAt }) => toldAt),
  ];
  return (
    <header className="print-cover">
      {avatarUrl === null ? (
        <span className="mb-14 scale-[1.7]">
          <PetAvatar species={species} size="xl" />
        </span>
      ) : (
        // A plain img element, because PrintSheet waits until its images are loaded.
        <img src={avatarUrl} alt="" className="size-[62mm] rounded-full object-cover" />
      )}
      <h1 className="mt-[14mm] flex flex-col gap-3">
        <span className="text-[17pt] text-ink-muted">{`${t`The diary of`} `}</span>
        <span dir="auto" className="wrap-anywhere text-[38pt]">
          {petName}
        </span>
      </h1>
      <p className="mt-[10mm] text-[12pt] text-ink-muted">{periodOf(moments)}</p>
      <p className="mt-1 text-[12pt] text-ink-muted">{listOf(counted)}</p>
    </header>
  );
}

/** The dates of the first thing that was written and of the latest change. */
function periodOf(moments: readonly string[]): string {
  // ISO timestamps sorted as text are in the order of time.
  const sorted = moments.toSorted();
  return [...new Set([...sorted.slice(0, 1), ...sorted.slice(-1)].map(longDateOf))].join(" – ");
}
