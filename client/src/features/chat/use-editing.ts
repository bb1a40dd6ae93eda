import { useState } from "react";
import type { Message } from "#shared/api/chat.ts";

interface EditingOptions {
  sessionId: string;
  draft: string;
  onDraft: (text: string) => void;
}

/** The last question of a chat is changed in the composer; what stood there comes back where that is given up. */
export function useEditing({ sessionId, draft, onDraft }: EditingOptions) {
  const [begun, setBegun] = useState<{ sessionId: string; questionId: string; before: string } | null>(null);
  const editing = begun?.sessionId === sessionId ? begun : null;
  return {
    questionId: editing?.questionId,
    begin: ({ id, content }: Message) => {
      setBegun({ sessionId, questionId: id, before: editing?.before ?? draft });
      onDraft(content);
    },
    cancel: () => {
      setBegun(null);
      onDraft(editing?.before ?? "");
    },
    /** It was sent, or comes back unsent. */
    go: (questionId: string | undefined) =>
      setBegun(questionId === undefined ? null : { sessionId, questionId, before: "" }),
  };
}
