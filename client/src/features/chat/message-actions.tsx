import { t } from "@lingui/core/macro";
import { BookHeart, Check, Copy, Ellipsis, Pencil, Play, Square, Volume2 } from "lucide-react";
import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import type { Message } from "#shared/api/chat.ts";
import { type ClipState, resumeClip, stopClip, useClip } from "@/components/audio/player.ts";
import { usePhoneBar } from "@/components/phone-bar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Spinner } from "@/components/ui/loading.tsx";
import { Menu } from "@/components/ui/menu.tsx";
import { HeartIcon, HeartToggle, useHeart } from "@/domain/chats/heart.tsx";
import { copyText } from "@/lib/copy-text.ts";
import { toast } from "@/lib/toast.ts";

const CONFIRM_MS = 2000;

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    if (await copyText(text)) setCopied(true);
    else toast({ title: t`Copy failed`, description: t`Please select the text and copy it.`, variant: "destructive" });
  };
  return (
    <Action onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span aria-live="polite">{isCopied ? t`Copied` : t`Copy`}</span>
    </Action>
  );
}

const looks: Record<ClipState, { label: string; icon: ReactElement }> = {
  idle: { label: t`Play Audio`, icon: <Play aria-hidden="true" /> },
  loading: { label: t`Loading...`, icon: <Spinner className="size-[1.15em]" /> },
  playing: { label: t`Stop Audio`, icon: <Square aria-hidden="true" /> },
  paused: { label: t`Play Audio`, icon: <Play aria-hidden="true" /> },
  blocked: { label: t`Tap to hear`, icon: <Volume2 aria-hidden="true" /> },
};

type PlayButtonProps = {
  /** The clip's URL, or the key of a reply that is spoken while it is made. */
  url: string;
  /** Without a clip the button is shown only while the reply is being spoken. */
  hasClip: boolean;
  onPlay: (url: string) => void;
};

export function PlayButton({ url, hasClip, onPlay }: PlayButtonProps) {
  const state = useClip(url);
  if (!hasClip && state === "idle") return null;
  const { label, icon } = looks[state];
  const press = () => {
    if (state === "playing" || state === "loading") stopClip();
    else if (state === "paused") resumeClip();
    else onPlay(url);
  };
  return (
    <Action isCalling={state === "blocked"} onClick={press}>
      {icon}
      <span>{label}</span>
    </Action>
  );
}

type ReplyActionsProps = {
  reply: Message;
  /** Null where it can't be added to the diary. */
  onTeach: (() => void) | null;
};

/** What is seldom done with a reply; the heart has a button of its own where there is room. */
export function ReplyActions({ reply, onTeach }: ReplyActionsProps) {
  const isPhone = usePhoneBar() !== null;
  const heart = useHeart(reply);
  const actions: MenuAction[] = [];
  if (isPhone && heart !== null)
    actions.push({
      label: heart.isKept ? t`Take the heart back` : t`Keep with a heart`,
      icon: <HeartIcon isKept={heart.isKept} />,
      onSelect: heart.toggle,
    });
  if (onTeach !== null)
    actions.push({ label: t`Add to the diary`, icon: <BookHeart aria-hidden="true" />, onSelect: onTeach });
  return (
    <>
      {heart !== null && !isPhone && <HeartToggle heart={heart} />}
      {isPhone && heart?.isKept && (
        <span role="img" aria-label={t`Kept with a heart`} className="px-1 text-sm">
          <HeartIcon isKept />
        </span>
      )}
      {actions.length > 0 && <ActionMenu actions={actions} />}
    </>
  );
}

/** Of one's own last message. */
export function EditAction({ onEdit }: { onEdit: () => void }) {
  const isPhone = usePhoneBar() !== null;
  const pencil = <Pencil aria-hidden="true" />;
  if (isPhone) return <ActionMenu actions={[{ label: t`Edit and ask again`, icon: pencil, onSelect: onEdit }]} />;
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={t`Edit and ask again`}
      className="px-2.5 text-ink-muted"
      onClick={onEdit}
    >
      {pencil}
    </Button>
  );
}

type MenuAction = { label: string; icon: ReactElement; onSelect: () => void };

function ActionMenu({ actions }: { actions: readonly MenuAction[] }) {
  return (
    <Menu
      button={
        <Button variant="ghost" size="sm" aria-label={t`More`} className="px-2.5 text-ink-muted">
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      {(items) =>
        actions.map(({ label, icon, onSelect }) => (
          <items.MenuItem key={label} onSelect={onSelect}>
            {icon}
            <span>{label}</span>
          </items.MenuItem>
        ))
      }
    </Menu>
  );
}

type ActionProps = { onClick: () => void; isCalling?: boolean; children: ReactNode };

function Action({ onClick, isCalling = false, children }: ActionProps) {
  return (
    <Button
      variant={isCalling ? "primary" : "ghost"}
      size="sm"
      className={isCalling ? "px-3" : "px-2.5 font-semibold text-ink-muted"}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
