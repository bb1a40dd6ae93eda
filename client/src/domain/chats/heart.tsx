import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { keepReply, type Message } from "#shared/api/chat.ts";
import { Button } from "@/components/ui/button.tsx";
import { call } from "@/lib/api.ts";
import { cn } from "@/lib/cn.ts";
import { toastError } from "@/lib/toast-error.ts";
import { refreshChat } from "./chat-history.ts";

export interface HeartState {
  isKept: boolean;
  toggle: () => void;
}

/** Null where the message can't be kept. What was pressed is shown at once, until the stored messages are there again. */
export function useHeart({ id, sessionId, isKept }: Pick<Message, "id" | "sessionId" | "isKept">): HeartState | null {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (isKeptNow: boolean) => call(keepReply, { params: { id }, body: { isKept: isKeptNow } }),
    onSuccess: () => (sessionId === null ? undefined : refreshChat(client, sessionId)),
    onError: (error) => toastError(t`The heart could not be changed`, error, t`Please try again.`),
  });
  if (typeof isKept !== "boolean") return null;
  const isShown = change.isPending ? change.variables : isKept;
  return { isKept: isShown, toggle: () => !change.isPending && change.mutate(!isShown) };
}

export function HeartIcon({ isKept }: Pick<HeartState, "isKept">) {
  return <Heart aria-hidden="true" className={cn(isKept && "fill-current text-primary")} />;
}

export function HeartButton({ message }: { message: Message }) {
  const heart = useHeart(message);
  return heart && <HeartToggle heart={heart} />;
}

export function HeartToggle({ heart: { isKept, toggle } }: { heart: HeartState }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={t`Keep with a heart`}
      aria-pressed={isKept}
      className="px-2.5 text-ink-muted"
      onClick={toggle}
    >
      <HeartIcon isKept={isKept} />
    </Button>
  );
}
