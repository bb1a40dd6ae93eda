import { plural, t } from "@lingui/core/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { downloadMyData, getCharacterCard, type MyData, type OwnedCounts } from "#shared/api/my-data.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import { urlOf } from "@/lib/api.ts";
import { inWords } from "./api.ts";

const contentsOf = ({ pets, diaryAnswers, petMemories, memories, documents, photos, chats }: OwnedCounts): string =>
  inWords([
    t`your name and address`,
    pets > 0 && plural(pets, { one: "# pet", other: "# pets" }),
    diaryAnswers > 0 && plural(diaryAnswers, { one: "# diary answer", other: "# diary answers" }),
    petMemories > 0 && plural(petMemories, { one: "# pet memory", other: "# pet memories" }),
    documents > 0 && plural(documents, { one: "# document", other: "# documents" }),
    photos > 0 && plural(photos, { one: "# photo", other: "# photos" }),
    chats > 0 && plural(chats, { one: "# chat", other: "# chats" }),
    memories > 0 && t`${plural(memories, { one: "# thing", other: "# things" })} you told about yourself`,
  ]);

/** A plain link, so that a large ZIP is never in this page's memory. */
export function DownloadCard({ counts }: { counts: OwnedCounts }) {
  const [audio, setAudio] = useState(false);
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t`Download everything`}</CardTitle>
        <CardDescription>
          {counts.pets > 0
            ? t`One file (a ZIP) with ${{ contents: contentsOf(counts) }}: to read, and to bring a pet back from.`
            : t`One file (a ZIP) with ${{ contents: contentsOf(counts) }}: to read.`}
        </CardDescription>
      </CardHeader>
      {counts.audio > 0 && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={audio}
            onChange={(event) => setAudio(event.target.checked)}
            className="size-5 shrink-0 accent-secondary"
          />
          <span>{t`Include the spoken replies, which makes it larger`}</span>
        </label>
      )}
      <div>
        <Button asChild variant="secondary">
          <a href={urlOf(downloadMyData, { query: { audio: String(audio) } })} download>
            <Download aria-hidden="true" />
            <span>{t`Download ZIP`}</span>
          </a>
        </Button>
      </div>
    </Card>
  );
}

/** Each leads to the page on which they are read, corrected and forgotten. */
export function RememberingPets({ pets }: { pets: MyData["remembering"] }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t`What pets know about you`}</CardTitle>
        <CardDescription>{t`Only what you said yes to. Nobody else sees it.`}</CardDescription>
      </CardHeader>
      <ul aria-label={t`Pets that know something about you`} className="flex flex-col divide-y divide-line">
        {pets.map(({ agentId, name, memories }) => (
          <li key={agentId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <span className="wrap-anywhere min-w-0 flex-1 basis-20 font-bold">{name}</span>
            <Button asChild variant="outline" size="sm">
              <Link
                href={`/memories/${agentId}`}
                aria-label={t`${plural(memories, { one: "# thing", other: "# things" })} that ${name} knows`}
              >
                {plural(memories, { one: "# thing", other: "# things" })}
              </Link>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function CharacterCards({ pets }: { pets: MyData["pets"] }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t`Take your pet to another program`}</CardTitle>
        <CardDescription>
          {t`A picture (a 'character card') that other programs for talking with characters can read: how your pet talks, and its diary.`}
        </CardDescription>
      </CardHeader>
      <ul aria-label={t`Your pets`} className="flex flex-col divide-y divide-line">
        {pets.map((pet) => (
          <li key={pet.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <PetAvatar src={pet.avatarUrl} species={pet.species} size="md" />
            <span className="wrap-anywhere min-w-0 flex-1 basis-20 font-bold">{pet.name}</span>
            <Button asChild variant="outline" size="sm">
              <a
                href={urlOf(getCharacterCard, { params: { id: pet.id } })}
                download
                aria-label={t`Export ${{ name: pet.name }} as a character card`}
              >
                <Download aria-hidden="true" />
                <span>{t`Export`}</span>
              </a>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
