import { useSyncExternalStore } from "react";

interface DeviceSetting<Value> {
  current: () => Value;
  choose: (next: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * One choice that is kept on this device, such as a switch. `read` makes a value of what is stored (null where nothing
 * is), so it also says what holds until someone chooses.
 */
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
        // Storage is refused in some private windows; the choice then lasts as long as the page.
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
