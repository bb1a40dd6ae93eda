import { useState } from "react";
import type { MyData, OwnedCounts } from "#shared/api/my-data.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import { countOf, inWords } from "./counted.ts";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";

/** A line for each kind of which there is something. */
function goingWith({ pets, diaryAnswers, documents, chats, chatsOfOthers, audio }: OwnedCounts): string[] {
  return [
    pets > 0 && `${countOf(pets, "pet")} with ${countOf(diaryAnswers, "diary answer")}`,
    documents > 0 && `${countOf(documents, "document")} with the files`,
    chats + chatsOfOthers > 0 &&
      inWords([
        chats > 0 && `${countOf(chats, "chat")} of yours`,
        chatsOfOthers > 0 && `${countOf(chatsOfOthers, "chat")} of others with your pets`,
      ]),
    audio > 0 && countOf(audio, "spoken reply", "spoken replies"),
    inWords(["your name and address", "what you may do here", pets > 0 && "your pets for those you shared them with"]),
  ].filter((line) => line !== false);
}

export function DeleteAccountCard({ data }: { data: MyData }) {
  const [isOpen, setIsOpen] = useState(false);
  const { counts, deletionRefusal } = data;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Delete my account</CardTitle>
        <CardDescription>For good and at once. You may want to download everything first. What goes:</CardDescription>
      </CardHeader>
      <ul aria-label="What goes" className="list-disc pl-5">
        {goingWith(counts).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className="text-ink-muted text-sm">
        That the account existed and was deleted stays written down here for a year.
      </p>
      {deletionRefusal === null ? (
        <div>
          <Button variant="danger" onClick={() => setIsOpen(true)}>
            Delete my account
          </Button>
        </div>
      ) : (
        <p className="font-semibold">{deletionRefusal}</p>
      )}
      {isOpen && <DeleteAccountDialog accountName={data.accountName} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}
