import { t } from "@lingui/core/macro";
import type { MyData } from "#shared/api/my-data.ts";
import { Card } from "@/components/ui/card.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { serverMessageOf } from "@/lib/api.ts";
import { AccessTokensCard } from "./access-tokens-card.tsx";
import { useMyData } from "./api.ts";
import { ChatLooksCard } from "./chat-looks-card.tsx";
import { DeleteAccountCard } from "./delete-account-card.tsx";
import { CharacterCards, DownloadCard, RememberingPets } from "./download-cards.tsx";
import { ImportCard } from "./import-card.tsx";
import { TimeZoneCard } from "./time-zone-card.tsx";

export function MyDataPage() {
  const { data, error, refetch } = useMyData();
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 p-4 sm:p-8">
      <header className="flex flex-col gap-2">
        <h1 className="text-3xl sm:text-4xl">{t`My data`}</h1>
        <p className="text-ink-muted">{t`Your pets and what you told them are yours: take them along, or let them go.`}</p>
      </header>
      {data === undefined ? <Waiting error={error} onRetry={() => void refetch()} /> : <Cards data={data} />}
    </div>
  );
}

function Cards({ data }: { data: MyData }) {
  const cards = data.pets.filter((pet) => pet.canEdit);
  return (
    <>
      <DownloadCard counts={data.counts} />
      {data.remembering.length > 0 && <RememberingPets pets={data.remembering} />}
      {cards.length > 0 && <CharacterCards pets={cards} />}
      <ImportCard refusal={data.importRefusal} />
      <TimeZoneCard timeZone={data.timeZone} />
      <ChatLooksCard />
      <AccessTokensCard />
      <DeleteAccountCard data={data} />
    </>
  );
}

function Waiting({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null)
    return (
      <div aria-busy="true" className="flex flex-col gap-6">
        {["download", "import", "delete"].map((card) => (
          <Card key={card}>
            <Skeleton className="h-6 w-1/2" />
            <Skeleton className="w-full" />
            <Skeleton className="h-11 w-40" />
          </Card>
        ))}
      </div>
    );
  return (
    <LoadError title={t`Your data could not be loaded`} onRetry={onRetry}>
      {serverMessageOf(error) ?? t`Check your connection.`}
    </LoadError>
  );
}
