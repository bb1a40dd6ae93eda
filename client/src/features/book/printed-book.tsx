import { t } from "@lingui/core/macro";
import type { Book, BookEntry, BookPart } from "#shared/api/book.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { longDayOf } from "@/lib/formats.ts";
import { noteOf, partNames } from "./book-parts.tsx";

type PrintedBookProps = {
  book: Book;
  parts: readonly { part: BookPart; entries: readonly BookEntry[] }[];
};

/** Each text has a direction of its own: an owner may answer English questions in Arabic. */
export function PrintedBook({ book, parts }: PrintedBookProps) {
  const names = partNames();
  return (
    <article className="text-[11pt] leading-relaxed">
      <Cover book={book} />
      {parts.map(({ part, entries }) => (
        <section key={part} className="mb-8">
          <h2 className="mb-4 break-after-avoid border-line border-b pb-1.5 text-[19pt] text-primary">{names[part]}</h2>
          {entries.map((entry, index) => (
            <div key={entry.id} className="mb-5 break-inside-avoid">
              {entry.group !== null && entry.group !== entries[index - 1]?.group && (
                <h3 dir="auto" className="wrap-anywhere mb-3 break-after-avoid text-start text-[14pt] text-primary">
                  {entry.group}
                </h3>
              )}
              {entry.heading !== null && (
                <h4
                  dir="auto"
                  className="wrap-anywhere mb-0.5 break-after-avoid text-start font-semibold text-[12.5pt]"
                >
                  {entry.heading}
                </h4>
              )}
              <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-start [orphans:3] [widows:3]">
                {entry.text}
              </p>
              {noteOf(entry) !== "" && <p className="mt-0.5 text-[10pt] text-ink-muted">{noteOf(entry)}</p>}
            </div>
          ))}
        </section>
      ))}
    </article>
  );
}

function Cover({ book: { name, avatarUrl, species, birthday, diedOn } }: { book: Book }) {
  const days = [birthday, diedOn].filter((day) => day !== null);
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
        <span className="text-[17pt] text-ink-muted">{`${t`The book of`} `}</span>
        <span dir="auto" className="wrap-anywhere text-[38pt]">
          {name}
        </span>
      </h1>
      {days.length > 0 && <p className="mt-[10mm] text-[12pt] text-ink-muted">{days.map(longDayOf).join(" – ")}</p>}
    </header>
  );
}
