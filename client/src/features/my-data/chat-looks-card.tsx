import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import type { ChatLook } from "#shared/api/my-data.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { serverMessageOf } from "@/lib/api.ts";
import { momentOf } from "@/lib/formats.ts";
import { useChatLooks } from "./api.ts";

const FIRST = 5;

export function ChatLooksCard() {
  const { data, error, refetch } = useChatLooks();
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t`Who looked at your chats and pets`}</CardTitle>
        <CardDescription>
          {t`Administrators can read chats, and read and change pets, to help or to look into trouble. Each time they do, it is written down for a year. The owner of a pet can also read questions that the pet could not answer.`}
        </CardDescription>
      </CardHeader>
      {data !== undefined && <LookList looks={data.looks} total={data.total} />}
      {data === undefined && error === null && <Skeleton className="h-6 w-2/3" />}
      {data === undefined && error !== null && (
        <LoadError title={t`This list could not be loaded`} onRetry={() => void refetch()}>
          {serverMessageOf(error) ?? t`Check your connection.`}
        </LoadError>
      )}
    </Card>
  );
}

function LookList({ looks, total }: { looks: readonly ChatLook[]; total: number }) {
  const [isWhole, setIsWhole] = useState(false);
  if (looks.length === 0) return <p>{t`Nobody else has looked at your chats or pets.`}</p>;
  const shown = isWhole ? looks : looks.slice(0, FIRST);
  return (
    <>
      <ul aria-label={t`Looks at your chats and pets`} className="flex flex-col divide-y divide-line">
        {shown.map((look) => (
          <li key={look.id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
            <span className="wrap-anywhere min-w-0">{sentenceOf(look)}</span>
            <time dateTime={look.at} className="text-ink-muted text-sm tabular-nums">
              {momentOf(look.at)}
            </time>
          </li>
        ))}
      </ul>
      {shown.length < looks.length && (
        <div>
          <Button variant="outline" onClick={() => setIsWhole(true)}>
            {t`Show all ${{ count: looks.length }}`}
          </Button>
        </div>
      )}
      {isWhole && total > looks.length && (
        <p className="text-ink-muted text-sm">
          {plural(total - looks.length, {
            one: "And # earlier time within a year.",
            other: "And # earlier times within a year.",
          })}
        </p>
      )}
    </>
  );
}

function sentenceOf({ kind, agentName, fields }: ChatLook): string {
  const chat = agentName === null ? t`a chat of yours` : t`your chat with ${agentName}`;
  const pet = agentName ?? t`a pet of yours`;
  switch (kind) {
    case "list":
      return t`Chats of yours were shown to an administrator in a list`;
    case "search":
      return t`Chats of yours were shown to an administrator in a search`;
    case "chat":
      return t`An administrator read ${chat}`;
    case "question":
      return t`A question of ${chat} was shown among those that could not be answered`;
    case "pet":
      return t`Somebody else opened the setup of ${pet}`;
    case "pet_changed":
      return t`Somebody else changed ${pet}: ${{ fields: fields.map(fieldName).join(", ") }}`;
    case "pet_deleted":
      return t`Somebody else deleted ${pet}`;
    case "pet_exported":
      return t`Somebody else downloaded ${pet} as a character card`;
    case "document_added":
      return t`Somebody else added a document to ${pet}`;
    case "document_deleted":
      return t`Somebody else deleted a document of ${pet}`;
    case "photo_added":
      return t`Somebody else added a photo of ${pet}`;
    case "photo_changed":
      return t`Somebody else changed a photo of ${pet}`;
    case "photo_deleted":
      return t`Somebody else deleted a photo of ${pet}`;
    case "diary":
      return t`Somebody else read the diary of ${pet}`;
    case "diary_changed":
      return t`Somebody else changed the diary of ${pet}`;
    case "diary_deleted":
      return t`Somebody else deleted an answer in the diary of ${pet}`;
  }
}

const fieldNames = new Map([
  ["avatarUrl", t`picture`],
  ["systemPrompt", t`system prompt`],
  ["voiceName", t`voice`],
  ["diedOn", t`the day it died`],
  ["atRest", t`put to rest`],
]);
const fieldName = (field: string): string => fieldNames.get(field) ?? field;
