import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { deleteMyAccount, type MyData, type OwnedCounts } from "#shared/api/my-data.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { PasswordInput } from "@/components/ui/password-input.tsx";
import { useLeave } from "@/domain/session/sign-out.ts";
import { ApiError, call } from "@/lib/api.ts";
import { countOf, inWords } from "./api.ts";

function goingWith(counts: OwnedCounts): string[] {
  const { pets, diaryAnswers, petMemories, documents, memories, memoriesOfOthers, chats, chatsOfOthers, audio } =
    counts;
  const ofPets = inWords([
    countOf(diaryAnswers, "diary answer"),
    petMemories > 0 && countOf(petMemories, "pet memory", "pet memories"),
  ]);
  return [
    pets > 0 && `${countOf(pets, "pet")} with ${ofPets}`,
    documents > 0 && `${countOf(documents, "document")} with the files`,
    chats + chatsOfOthers > 0 &&
      inWords([
        chats > 0 && `${countOf(chats, "chat")} of yours`,
        chatsOfOthers > 0 && `${countOf(chatsOfOthers, "chat")} of others with your pets`,
      ]),
    memories + memoriesOfOthers > 0 &&
      inWords([
        memories > 0 && `${countOf(memories, "thing")} you told pets about yourself`,
        memoriesOfOthers > 0 && `${countOf(memoriesOfOthers, "thing")} that others told your pets about themselves`,
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
      <ul aria-label="What goes" className="list-disc ps-5">
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

type DeleteAccountDialogProps = { accountName: string; onClose: () => void };

/** Mount it only while it is open, so that its fields are empty each time. */
function DeleteAccountDialog({ accountName, onClose }: DeleteAccountDialogProps) {
  const [password, setPassword] = useState("");
  const [typed, setTyped] = useState("");
  const leave = useLeave();
  const deletion = useMutation({
    mutationFn: () => call(deleteMyAccount, { body: { currentPassword: password, confirmation: typed } }),
    onSuccess: () =>
      leave({ title: "Account deleted", description: "Your account and everything in it are gone. Farewell!" }),
  });
  const { fields, message } = troubleOf(deletion.error);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !deletion.isPending) onClose();
      }}
      title="Delete my account?"
      description="Your account goes for good, with your pets, their diaries, memories and documents, all chats and their audio, and what you told pets about yourself. This can't be undone."
      confirmLabel={deletion.isPending ? "Deleting..." : "Delete for good"}
      confirmDisabled={typed.trim() !== accountName || password === ""}
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate()}
    >
      <Field label="Your password" error={fields.currentPassword}>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            deletion.reset();
            setPassword(event.target.value);
          }}
        />
      </Field>
      <Field label={`Type "${accountName}" to confirm`} error={fields.confirmation}>
        <Input
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {message !== undefined && (
        <p role="alert" className="font-semibold text-danger text-sm">
          {message}
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Of the fields where the server names them, else one for the form. */
function troubleOf(error: Error | null): { fields: Record<string, string>; message?: string } {
  if (error === null) return { fields: {} };
  if (!(error instanceof ApiError))
    return { fields: {}, message: "There is no connection just now. Please try again." };
  if (Object.keys(error.fields).length > 0) return { fields: error.fields };
  return { fields: {}, message: error.serverMessage ?? "Your account could not be deleted. Please try again." };
}
