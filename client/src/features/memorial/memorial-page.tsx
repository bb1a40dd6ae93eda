import { t } from "@lingui/core/macro";
import { Link } from "wouter";
import type { Agent } from "#shared/api/agents.ts";
import { LostPet } from "@/components/art/lazy-pictures.tsx";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError, Notice } from "@/components/ui/notice.tsx";
import { useAgents } from "@/domain/pets/agents.ts";
import { AddressCard } from "./address-card.tsx";
import { GuestBookCard } from "./guest-book-card.tsx";
import { useMemorial } from "./memorial-queries.ts";
import { PiecesCard } from "./pieces-card.tsx";
import { WordsCard } from "./words-card.tsx";

/** Where those who manage a pet in memory make its page, open and close it, and read what guests wrote. */
export function MemorialPage({ agentId }: { agentId: string }) {
  const pets = useAgents();
  const pet = pets.data?.agents.find(({ id }) => id === agentId);
  if (pets.isError)
    return (
      <div className="mx-auto w-full max-w-3xl p-4 sm:p-8">
        <LoadError title={t`Your pets could not be loaded`} onRetry={() => void pets.refetch()}>
          {t`Please check your connection.`}
        </LoadError>
      </div>
    );
  if (pets.data !== undefined && (pet === undefined || pet.sharedAs === "talk"))
    return (
      <EmptyState
        as="h1"
        art={<LostPet />}
        title={t`No such pet`}
        action={
          <Button asChild>
            <Link href="/app">{t`Go to Home`}</Link>
          </Button>
        }
      >
        {t`It was deleted, or is no longer shared with you.`}
      </EmptyState>
    );
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 p-4 sm:p-8">
      <header className="flex flex-col gap-2">
        <h1 className="wrap-anywhere text-3xl sm:text-4xl">
          {pet === undefined ? t`Memorial page` : t`In memory of ${{ name: pet.name }}`}
        </h1>
        <p className="text-ink-muted">
          {t`A page that you can give to people: with the picture, the dates, your words and what you choose. They need no account.`}
        </p>
        <Link
          href="/app?tab=setup"
          className="inline-flex min-h-11 items-center self-start font-bold text-secondary underline underline-offset-4"
        >
          {t`Back to the setup`}
        </Link>
      </header>
      {pet === undefined ? <Loading /> : <Content pet={pet} />}
    </div>
  );
}

function Content({ pet }: { pet: Agent }) {
  const { data, isError, isFetching, refetch } = useMemorial(pet.id);
  if (data === undefined)
    return isError ? (
      <LoadError title={t`The page could not be loaded`} isBusy={isFetching} onRetry={() => void refetch()}>
        {t`Please check your connection.`}
      </LoadError>
    ) : (
      <Loading />
    );
  return (
    <>
      {!data.isInMemory && (
        <Notice>{t`${{ name: pet.name }} is not in memory, so nobody sees this page. It stays as you made it.`}</Notice>
      )}
      <AddressCard pet={pet} memorial={data} />
      <WordsCard pet={pet} memorial={data} />
      <PiecesCard pet={pet} memorial={data} />
      <GuestBookCard pet={pet} memorial={data} />
    </>
  );
}

const Loading = () => (
  <div aria-busy="true" className="flex flex-col gap-6">
    <Skeleton className="h-52 rounded-card" />
    <Skeleton className="h-64 rounded-card" />
  </div>
);
