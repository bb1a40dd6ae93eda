import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Within this distance the reader counts as being at the end. */
const NEAR_PX = 64;

interface Stick {
  scroller: RefObject<HTMLElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAtEnd: boolean;
  toEnd: () => void;
  onScroll: () => void;
}

/**
 * Follows the newest line while the reader is at the end, and keeps the visible lines in place while older ones are
 * added above. `first` is the key of the first line, `chat` that of the conversation.
 */
export function useStickToBottom(chat: string, first: string | undefined): Stick {
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isStuck = useRef(true);
  const last = useRef({ top: 0, height: 0, first });
  const [isAtEnd, setAtEnd] = useState(true);

  const settle = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    // An empty chat is read from its top.
    if (isStuck.current && last.current.first !== undefined) box.scrollTop = box.scrollHeight;
    last.current.top = box.scrollTop;
    last.current.height = box.scrollHeight;
  }, []);

  const toEnd = useCallback(() => {
    isStuck.current = true;
    setAtEnd(true);
    settle();
  }, [settle]);

  useEffect(() => {
    if (!("ResizeObserver" in window)) return undefined;
    const observer = new ResizeObserver(settle);
    for (const box of [scroller.current, content.current]) if (box !== null) observer.observe(box);
    return () => observer.disconnect();
  }, [settle]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat begins at its end
  useLayoutEffect(toEnd, [chat]);

  useLayoutEffect(() => {
    const box = scroller.current;
    const isPrepended = last.current.first !== undefined && first !== last.current.first;
    if (box !== null && isPrepended && !isStuck.current)
      box.scrollTop = last.current.top + box.scrollHeight - last.current.height;
    last.current.first = first;
    settle();
  }, [first, settle]);

  const onScroll = () => {
    const box = scroller.current;
    if (box === null) return;
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
    // Growing text also increases the distance to the end; only a reader scrolls up.
    if (isNear) isStuck.current = true;
    else if (box.scrollTop < last.current.top) isStuck.current = false;
    last.current.top = box.scrollTop;
    setAtEnd(isStuck.current);
  };
  return { scroller, content, isAtEnd, toEnd, onScroll };
}
