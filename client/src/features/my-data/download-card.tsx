import { Download } from "lucide-react";
import { useState } from "react";
import { downloadMyData, type OwnedCounts } from "#shared/api/my-data.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import { urlOf } from "@/lib/api.ts";
import { countOf, inWords } from "./counted.ts";

const contentsOf = ({ pets, diaryAnswers, documents, chats }: OwnedCounts): string =>
  inWords([
    "your name and address",
    pets > 0 && countOf(pets, "pet"),
    diaryAnswers > 0 && countOf(diaryAnswers, "diary answer"),
    documents > 0 && countOf(documents, "document"),
    chats > 0 && countOf(chats, "chat"),
  ]);

/** Downloads the ZIP by a plain link, so that a large one is never in this page's memory. */
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
