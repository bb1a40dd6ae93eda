import { plural, t } from "@lingui/core/macro";
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
import { inWords } from "./api.ts";

function goingWith(counts: OwnedCounts): string[] {
  const { pets, diaryAnswers, petMemories, documents, photos, memories, memoriesOfOthers } = counts;
  const { chats, chatsOfOthers, audio } = counts;
  const ofPets = inWords([
    plural(diaryAnswers, { one: "# diary answer", other: "# diary answers" }),
    petMemories > 0 && plural(petMemories, { one: "# pet memory", other: "# pet memories" }),
  ]);
  return [
    pets > 0 && t`${plural(pets, { one: "# pet", other: "# pets" })} with ${ofPets}`,
    documents > 0 && t`${plural(documents, { one: "# document", other: "# documents" })} with the files`,
    photos > 0 && plural(photos, { one: "# photo", other: "# photos" }),
    chats + chatsOfOthers > 0 &&
      inWords([
        chats > 0 && t`${plural(chats, { one: "# chat", other: "# chats" })} of yours`,
        chatsOfOthers > 0 && t`${plural(chatsOfOthers, { one: "# chat", other: "# chats" })} of others with your pets`,
      ]),
    memories + memoriesOfOthers > 0 &&
      inWords([
        memories > 0 && t`${plural(memories, { one: "# thing", other: "# things" })} you told pets about yourself`,
        memoriesOfOthers > 0 &&
          t`${plural(memoriesOfOthers, { one: "# thing", other: "# things" })} that others told your pets about themselves`,
      ]),
    audio > 0 && plural(audio, { one: "# spoken reply", other: "# spoken replies" }),
    inWords([
      t`your name and address`,
      t`what you may do here`,
      pets > 0 && t`your pets for those you shared them with`,
    ]),
  ].filter((line) => line !== false);
}

export function DeleteAccountCard({ data }: { data: MyData }) {
  const [isOpen, setIsOpen] = useState(false);
  const { counts, deletionRefusal } = data;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t`Delete my account`}</CardTitle>
        <CardDescription>{t`For good and at once. You may want to download everything first. What goes:`}</CardDescription>
      </CardHeader>
      <ul aria-label={t`What goes`} className="list-disc ps-5">
        {goingWith(counts).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className="text-ink-muted text-sm">
        {t`That the account existed and was deleted stays written down here for a year.`}
      </p>
      {deletionRefusal === null ? (
        <div>
          <Button variant="danger" onClick={() => setIsOpen(true)}>
            {t`Delete my account`}
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
      leave({ title: t`Account deleted`, description: t`Your account and everything in it are gone. Farewell!` }),
  });
  const { fields, message } = troubleOf(deletion.error);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !deletion.isPending) onClose();
      }}
      title={t`Delete my account?`}
      description={t`Your account goes for good, with your pets, their diaries, memories and documents, all chats and their audio, and what you told pets about yourself. This can't be undone.`}
      confirmLabel={deletion.isPending ? t`Deleting...` : t`Delete for good`}
      confirmDisabled={typed.trim() !== accountName || password === ""}
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate()}
    >
      <Field label={t`Your password`} error={fields.currentPassword}>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            deletion.reset();
            setPassword(event.target.value);
          }}
        />
      </Field>
      <Field label={t`Type "${accountName}" to confirm`} error={fields.confirmation}>
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
    return { fields: {}, message: t`There is no connection just now. Please try again.` };
  if (Object.keys(error.fields).length > 0) return { fields: error.fields };
  return { fields: {}, message: error.serverMessage ?? t`Your account could not be deleted. Please try again.` };
}
