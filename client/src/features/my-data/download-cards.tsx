import { Download } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { downloadMyData, getCharacterCard, type MyData, type OwnedCounts } from "#shared/api/my-data.ts";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import { urlOf } from "@/lib/api.ts";
import { countOf, inWords } from "./api.ts";

const contentsOf = ({ pets, diaryAnswers, petMemories, memories, documents, chats }: OwnedCounts): string =>
  inWords([
    "your name and address",
    pets > 0 && countOf(pets, "pet"),
    diaryAnswers > 0 && countOf(diaryAnswers, "diary answer"),
    petMemories > 0 && countOf(petMemories, "pet memory", "pet memories"),
    documents > 0 && countOf(documents, "document"),
    chats > 0 && countOf(chats, "chat"),
    memories > 0 && `${countOf(memories, "thing")} you told about yourself`,
  ]);

/** A plain link, so that a large ZIP is never in this page's memory. */
export function DownloadCard({ counts }: { counts: OwnedCounts }) {
  const [audio, setAudio] = useState(false);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Download everything</CardTitle>
        <CardDescription>
          {`One file (a ZIP) with ${contentsOf(counts)}: to read${counts.pets > 0 ? ", and to bring a pet back from" : ""}.`}
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
          <span>Include the spoken replies, which makes it larger</span>
        </label>
      )}
      <div>
        <Button asChild variant="secondary">
          <a href={urlOf(downloadMyData, { query: { audio: String(audio) } })} download>
            <Download aria-hidden="true" />
            <span>Download ZIP</span>
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
        <CardTitle>What pets know about you</CardTitle>
        <CardDescription>Only what you said yes to. Nobody else sees it.</CardDescription>
      </CardHeader>
      <ul aria-label="Pets that know something about you" className="flex flex-col divide-y divide-line">
        {pets.map(({ agentId, name, memories }) => (
          <li key={agentId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <span className="wrap-anywhere min-w-0 flex-1 basis-20 font-bold">{name}</span>
            <Button asChild variant="outline" size="sm">
              <Link href={`/memories/${agentId}`} aria-label={`${countOf(memories, "thing")} that ${name} knows`}>
                {countOf(memories, "thing")}
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
        <CardTitle>Take your pet to another program</CardTitle>
        <CardDescription>
          A picture (a 'character card') that other programs for talking with characters can read: how your pet talks,
          and its diary.
        </CardDescription>
      </CardHeader>
      <ul aria-label="Your pets" className="flex flex-col divide-y divide-line">
        {pets.map((pet) => (
          <li key={pet.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <PetAvatar src={pet.avatarUrl} species={pet.species} size="md" />
            <span className="wrap-anywhere min-w-0 flex-1 basis-20 font-bold">{pet.name}</span>
            <Button asChild variant="outline" size="sm">
              <a
                href={urlOf(getCharacterCard, { params: { id: pet.id } })}
                download
                aria-label={`Export ${pet.name} as a character card`}
              >
                <Download aria-hidden="true" />
                <span>Export</span>
              </a>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
