import { t } from "@lingui/core/macro";
import { ArrowLeft, LockKeyhole, LockKeyholeOpen, Mic, Pause, Play, RotateCw } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { Button } from "@/components/ui/button.tsx";
import { useEscape } from "@/components/ui/dialog.tsx";
import { ChoiceButtons } from "@/domain/chats/choice-buttons.tsx";
import { GO_ON } from "@/domain/chats/read-reply.ts";
import type { Recognizer } from "@/domain/voice/microphone.ts";
import { dialogBar } from "@/lib/bottom-bar.ts";
import { cn } from "@/lib/cn.ts";
import { HoldButton } from "./hold-button.tsx";
import { useWalk } from "./use-walk.ts";
import { WalkCaptions } from "./walk-captions.tsx";
import { unsentQuestion } from "./walk-machine.ts";
import { WalkOptions } from "./walk-options.tsx";
import { WalkReady } from "./walk-ready.tsx";
import { WalkStage } from "./walk-stage.tsx";
import { mayGoOn, offeredChoices, type Walk } from "./walk-state.ts";

type WalkRoomProps = {
  agent: Agent;
  sessionId: string;
  isTemporary: boolean;
  /** Null where neither the server nor the browser has speech recognition. */
  recognizer: Recognizer | null;
  onSession: (sessionId: string) => void;
  /** Gets what was said and not sent. */
  onLeave: (unsent: string | Blob | null) => void;
};

/** The walk itself: the pet, the captions, one big button, and a lock on everything else. */
export function WalkRoom({ agent, sessionId, isTemporary, recognizer, onSession, onLeave }: WalkRoomProps) {
  const meter = useRef<HTMLDivElement>(null);
  const { walk, start, pause, pick } = useWalk({
    agent,
    sessionId,
    recognizer: recognizer ?? "server",
    onLevel: (level) => meter.current?.style.setProperty("--heard", level.toFixed(2)),
    onSession,
  });
  const { at } = walk.phase;
  const isReady = at === "ready";
  const { isLocked, unlock } = useTouchLock(!isReady);
  const leave = useWayBack(isLocked, () => onLeave(unsentQuestion(walk)));
  // On a walk Escape does nothing, like any key in a pocket.
  useEscape(isReady ? leave : undefined);
  const wakeLock = useWakeLock(!isReady && at !== "paused");

  return (
    <div className="flex h-full select-none flex-col">
      <header className="flex min-h-14 items-center justify-between gap-3 px-3 pt-2 sm:px-5">
        {isLocked ? (
          <p className="flex items-center gap-2 px-2 text-ink-muted">
            <LockKeyhole aria-hidden="true" className="size-4" />
            <span>{t`Locked`}</span>
          </p>
        ) : (
          <Button variant="ghost" onClick={leave}>
            <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
            <span>{t`Back to the chat`}</span>
          </Button>
        )}
        {wakeLock === "lost" && (
          <p className="text-end text-ink-muted text-sm">{t`This screen may switch off by itself. Then nobody listens.`}</p>
        )}
      </header>

      <div
        className={cn(
          "flex min-h-0 flex-1 flex-col items-center gap-6 px-5 py-4",
          // The options are taller than a phone: they are scrolled, and cover neither the way back nor the button.
          isLocked ? "justify-center" : "justify-center-safe overflow-y-auto",
        )}
      >
        <WalkStage agent={agent} walk={walk} meter={meter} isSmall={isReady || !isLocked} />
        {isReady && (
          <WalkReady agent={agent} canListen={recognizer !== null}>
            <BigButton walk={walk} isDisabled={recognizer === null} onStart={start} onPause={pause} />
          </WalkReady>
        )}
        {!isReady && isLocked && (
          <WalkCaptions agent={agent} said={walk.said} isPartial={isHearing(walk)} reply={walk.reply} />
        )}
        {!isReady && !isLocked && (
          <div className="w-full max-w-md rounded-card border border-line bg-surface-raised p-4">
            <WalkOptions />
          </div>
        )}
      </div>

      <footer
        ref={dialogBar}
        className="mx-auto mt-(--toast) flex w-full max-w-2xl flex-col gap-3 px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))]"
      >
        {isLocked && offeredChoices(walk).length > 0 && (
          <ChoiceButtons
            choices={offeredChoices(walk)}
            language={agent.language}
            isLarge
            className="justify-center"
            onPick={({ label }) => pick(label)}
          />
        )}
        {isLocked && mayGoOn(walk) && (
          <Button variant="outline" size="lg" className="self-center border-primary" onClick={() => pick(GO_ON)}>
            {GO_ON}
          </Button>
        )}
        {!isReady && <BigButton walk={walk} isDisabled={recognizer === null} onStart={start} onPause={pause} />}
        {!isReady && (
          <HoldButton className={cn(!isLocked && "invisible")} onHeld={unlock}>
            <LockKeyholeOpen aria-hidden="true" className="size-5" />
            <span>{t`Hold to unlock`}</span>
          </HoldButton>
        )}
        <p className="wrap-anywhere text-center text-ink-muted text-sm">
          {isTemporary
            ? t`Temporary chat: nothing of it is kept. ${{ name: agent.name }} is an AI. It can be wrong.`
            : t`${{ name: agent.name }} is an AI. It can be wrong.`}
        </p>
      </footer>
    </div>
  );
}

type BigButtonProps = { walk: Walk; isDisabled: boolean; onStart: () => void; onPause: () => void };

function BigButton({ walk, isDisabled, onStart, onPause }: BigButtonProps) {
  const { label, icon: Icon, isPause } = bigButtonFor(walk);
  return (
    <Button
      variant={isPause ? "outline" : "primary"}
      className={cn("border-2", walk.phase.at === "ready" ? "min-h-20 text-2xl" : "min-h-28 rounded-[2rem] text-3xl")}
      disabled={isDisabled}
      onClick={isPause ? onPause : onStart}
    >
      <Icon aria-hidden="true" />
      <span>{label}</span>
    </Button>
  );
}

function bigButtonFor({ phase }: Walk) {
  switch (phase.at) {
    case "ready":
      return { label: t`Start the walk`, icon: Mic, isPause: false };
    case "paused":
      return { label: t`Go on`, icon: Play, isPause: false };
    case "trouble":
      return { label: t`Try again`, icon: RotateCw, isPause: false };
    default:
      return { label: t`Pause`, icon: Pause, isPause: true };
  }
}

const isHearing = ({ phase }: Walk): boolean => phase.at === "listening" && phase.isHearing;

/** The screen locks again this long after the last touch. */
const RELOCK_MS = 12_000;

/** Whether the screen is locked: then only the big button reacts to touches. */
function useTouchLock(isWalking: boolean): { isLocked: boolean; unlock: () => void } {
  const [isUnlocked, setUnlocked] = useState(false);
  useEffect(() => {
    if (!isWalking || !isUnlocked) return undefined;
    const lock = () => setUnlocked(false);
    let timer = setTimeout(lock, RELOCK_MS);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(lock, RELOCK_MS);
    };
    const touches = ["pointerdown", "keydown", "input"] as const;
    for (const touch of touches) document.addEventListener(touch, wait);
    return () => {
      clearTimeout(timer);
      for (const touch of touches) document.removeEventListener(touch, wait);
    };
  }, [isWalking, isUnlocked]);
  return { isLocked: isWalking && !isUnlocked, unlock: () => setUnlocked(true) };
}

/** Keeps the screen on while `isWanted`. `lost`: the browser can't do it, or the system does not allow it. */
function useWakeLock(isWanted: boolean): "off" | "held" | "lost" {
  const [state, setState] = useState<"off" | "held" | "lost">("off");
  useEffect(() => {
    if (!isWanted) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const acquire = async () => {
      // The system releases the lock whenever the page is hidden.
      if (document.visibilityState === "hidden" || (lock !== null && !lock.released)) return;
      try {
        const next = await navigator.wakeLock.request("screen");
        if (isOver) return void next.release();
        lock = next;
        setState("held");
      } catch {
        if (!isOver) setState("lost");
      }
    };
    void acquire();
    document.addEventListener("visibilitychange", acquire);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", acquire);
      lock?.release().catch(() => {});
      setState("off");
    };
  }, [isWanted]);
  return state;
}

const MARK = "walk";

/**
 * Makes the browser's back button leave walk mode and not the page; while locked it does nothing. Returns the function
 * with which other buttons leave.
 */
function useWayBack(isLocked: boolean, onLeave: () => void): () => void {
  const latest = useRef({ isLocked, onLeave });
  useLayoutEffect(() => {
    latest.current = { isLocked, onLeave };
  });
  useEffect(() => {
    if (!isMarked()) push();
    const onBack = () => {
      if (isMarked()) return;
      if (latest.current.isLocked) push();
      else latest.current.onLeave();
    };
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, []);
  return () => {
    if (isMarked()) history.back();
    else onLeave();
  };
}

const push = () => history.pushState(MARK, "");
const isMarked = () => history.state === MARK;
