import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { useClip } from "@/components/audio/player.ts";
import { refreshChat } from "@/domain/chats/chat-history.ts";
import type { Recognizer } from "@/domain/voice/microphone.ts";
import { useDeviceSetting } from "@/lib/device-setting.ts";
import { voiceKey, WalkDriver } from "./walk-driver.ts";
import { talkOver } from "./walk-settings.ts";
import { beforeWalk, type Walk } from "./walk-state.ts";

interface WalkOptions {
  agent: Agent;
  sessionId: string;
  recognizer: Recognizer;
  onLevel: (level: number) => void;
  onSession: (sessionId: string) => void;
}

/** A walk that lasts as long as the component is mounted: its state, and the actions of the big button. */
export function useWalk(options: WalkOptions): {
  walk: Walk;
  start: () => void;
  pause: () => void;
  pick: (question: string) => void;
} {
  const client = useQueryClient();
  const [walk, setWalk] = useState(() => beforeWalk({ isOnline: navigator.onLine }));
  const driver = useRef<WalkDriver | null>(null);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    const { agent, sessionId, recognizer } = latest.current;
    const own = new WalkDriver({
      agent,
      sessionId,
      recognizer,
      onChange: setWalk,
      onLevel: (level) => latest.current.onLevel(level),
      onSession: (opened) => latest.current.onSession(opened),
      onStored: (session) => void refreshChat(client, session),
    });
    driver.current = own;
    const seen = () => (document.visibilityState === "hidden" ? own.hide() : own.tell({ type: "visible" }));
    const online = () => own.tell({ type: "online" });
    const offline = () => own.tell({ type: "offline" });
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("online", online);
    window.addEventListener("offline", offline);
    return () => {
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("online", online);
      window.removeEventListener("offline", offline);
      own.leave();
    };
  }, [client]);

  const [setting] = useDeviceSetting(talkOver);
  useEffect(() => driver.current?.tell({ type: "talkOver", setting }), [setting]);

  const clip = useClip(voiceKey(walk));
  const { round } = walk;
  useEffect(() => {
    if (clip === "blocked") driver.current?.tell({ type: "blocked", round });
    if (clip === "paused") driver.current?.tell({ type: "interrupted", round });
  }, [clip, round]);

  return {
    walk,
    start: () => driver.current?.start(),
    pause: () => driver.current?.tell({ type: "pause" }),
    pick: (question) => driver.current?.tell({ type: "pick", question }),
  };
}
