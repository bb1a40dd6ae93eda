import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import type { MyData } from "../../../../shared/api/my-data.ts";
import { counted } from "./counted.ts";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";

export function DeleteAccountCard({ data }: { data: MyData }) {
  const [isOpen, setIsOpen] = useState(false);
  const { counts, deletionRefusal } = data;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Delete my account</CardTitle>
        <CardDescription>For good and at once. You may want to download everything first. What goes:</CardDescription>
      </CardHeader>
      <ul className="list-disc pl-5">
        <li>
          {counted(counts.pets, "pet")} with {counted(counts.diaryAnswers, "diary answer")}
        </li>
        <li>{counted(counts.documents, "document")} with the files</li>
        <li>
          {counted(counts.chats, "chat")} of yours
          {counts.chatsOfOthers > 0 && `, and ${counted(counts.chatsOfOthers, "chat")} of others with your pets`}
        </li>
        <li>{counted(counts.audio, "spoken reply", "spoken replies")}</li>
        <li>your name and address, what you may do here, and your pets for those you shared them with</li>
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
