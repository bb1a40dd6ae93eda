import { useSyncExternalStore } from "react";

interface DeviceSetting<Value> {
  current: () => Value;
  choose: (next: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Kept in this browser's local storage. `read` gets null where nothing is stored, so it decides the default. */
export function deviceSetting<Value extends string | number | boolean>(
  storageKey: string,
  read: (stored: string | null) => Value,
): DeviceSetting<Value> {
  const listeners = new Set<() => void>();
  let chosen: Value | undefined;
  return {
    current() {
      chosen ??= read(stored(storageKey));
      return chosen;
    },
    choose(next) {
      chosen = next;
      try {
        localStorage.setItem(storageKey, String(next));
      } catch {
        // Some private windows allow no storage: the choice then lasts as long as the page.
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useDeviceSetting<Value>(setting: DeviceSetting<Value>): [Value, (next: Value) => void] {
  return [useSyncExternalStore(setting.subscribe, setting.current), setting.choose];
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
