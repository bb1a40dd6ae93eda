import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { type Book, type BookFormat, getBook } from "#shared/api/book.ts";
import { arrangeEntries } from "#shared/book.ts";
import { LostPet } from "@/components/art/lazy-pictures.tsx";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { PrintSheet } from "@/components/print/print-sheet.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardTitle } from "@/components/ui/card.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { ApiError, call, serverMessageOf } from "@/lib/api.ts";
import { longDayOf } from "@/lib/formats.ts";
import { PartCard } from "./book-parts.tsx";
import { PaperCard } from "./pdf-card.tsx";
import { PrintedBook } from "./printed-book.tsx";
import { useArrangement } from "./use-arrangement.ts";

/** What stands in a pet's book, and in which order; then on paper. */
export function BookPage({ agentId }: { agentId: string }) {
  const book = useQuery({
    queryKey: ["/api/agents", agentId, "book"],
    queryFn: () => call(getBook, { params: { id: agentId } }),
    // The arrangement on this page is what counts, until it is opened anew.
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (book.isError && isRefusal(book.error))
    return (
      <EmptyState
        as="h1"
        art={<LostPet />}
        title={t`No such book`}
        action={
          <Button asChild>
            <Link href="/app">{t`Go to Home`}</Link>
          </Button>
        }
      >
        {t`The pet was deleted, or its diary is not yours to read.`}
      </EmptyState>
    );
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 p-4 sm:p-8">
      <header className="flex flex-col gap-2">
        <h1 className="wrap-anywhere text-3xl sm:text-4xl">
          {book.data === undefined ? t`Book` : t`The book of ${{ name: book.data.name }}`}
        </h1>
        <p className="text-ink-muted">{t`Choose what stands in it, and in which order. Every change is saved.`}</p>
        <Link
          href="/app?tab=setup"
          className="inline-flex min-h-11 items-center self-start font-bold text-secondary underline underline-offset-4"
        >
          {t`Back to the setup`}
        </Link>
      </header>
      {book.isError && (
        <LoadError title={t`The book could not be loaded`} isBusy={book.isFetching} onRetry={() => void book.refetch()}>
          {serverMessageOf(book.error) ?? t`Please check your connection.`}
        </LoadError>
      )}
      {book.isPending && (
        <div aria-busy="true" className="flex flex-col gap-6">
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-96 rounded-card" />
        </div>
      )}
      {book.isSuccess && <ArrangedBook agentId={agentId} book={book.data} />}
    </div>
  );
}

const isRefusal = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

function ArrangedBook({ agentId, book }: { agentId: string; book: Book }) {
  const [isPrinting, setPrinting] = useState(false);
  const arrangement = useArrangement(agentId, book);
  const parts = arrangeEntries(book.entries, arrangement.now);
  return (
    <>
      <CoverCard book={book} format={arrangement.now.format} onFormat={arrangement.setFormat} />
      {arrangement.parts.map((part) => (
        <PartCard key={part} part={part} arrangement={arrangement} />
      ))}
      <PaperCard
        agentId={agentId}
        makesPdf={book.makesPdf}
        isEmpty={parts.length === 0}
        isSaving={arrangement.isSaving}
        onPrint={() => setPrinting(true)}
      />
      {isPrinting && (
        <PrintSheet title={t`The book of ${{ name: book.name }}`} onDone={() => setPrinting(false)}>
          <PrintedBook book={book} parts={parts} />
        </PrintSheet>
      )}
    </>
  );
}

type CoverCardProps = { book: Book; format: BookFormat; onFormat: (format: BookFormat) => void };

function CoverCard({ book, format, onFormat }: CoverCardProps) {
  const formats: Record<BookFormat, string> = { a5: t`A5`, square: t`Square (21 cm)` };
  const days = [book.birthday, book.diedOn].filter((day) => day !== null);
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-5">
        <PetAvatar src={book.avatarUrl} species={book.species} size="xl" />
        <div className="flex min-w-0 flex-1 basis-52 flex-col gap-1">
          <CardTitle>{t`Cover`}</CardTitle>
          <p dir="auto" className="wrap-anywhere text-start font-display text-2xl">
            {book.name}
          </p>
          {days.length > 0 && <p className="text-ink-muted">{days.map(longDayOf).join(" – ")}</p>}
        </div>
      </div>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
        <legend className="font-bold">{t`Format of the PDF`}</legend>
        {(["a5", "square"] as const).map((each) => (
          <label key={each} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="format"
              checked={format === each}
              onChange={() => onFormat(each)}
              className="size-5 shrink-0 accent-secondary"
            />
            <span>{formats[each]}</span>
          </label>
        ))}
      </fieldset>
    </Card>
  );
}
