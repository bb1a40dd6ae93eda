/** What the system's media controls (lock screen, headset keys) show about the player. */

export interface Speaker {
  /** The name of whoever speaks. */
  title: string;
  artworkUrl?: string | null;
}

interface Controls {
  play: () => void;
  pause: () => void;
  stop: () => void;
}

export function showToSystem({ title, artworkUrl }: Speaker, controls: Controls): void {
  if (!("mediaSession" in navigator) || !("MediaMetadata" in window)) return;
  const artwork = artworkUrl ? [{ src: new URL(artworkUrl, location.href).href }] : [];
  navigator.mediaSession.metadata = new MediaMetadata({ title, artwork });
  for (const action of ["play", "pause", "stop"] as const) {
    try {
      navigator.mediaSession.setActionHandler(action, controls[action]);
    } catch {
      // Some browsers don't know every action.
    }
  }
}

export function tellSystem(state: MediaSessionPlaybackState, audio: HTMLAudioElement): void {
  if (!("mediaSession" in navigator)) return;
  navigator.mediaSession.playbackState = state;
  const { duration, currentTime, playbackRate } = audio;
  try {
    if (state === "none" || !Number.isFinite(duration) || duration === 0) navigator.mediaSession.setPositionState();
    else navigator.mediaSession.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
  } catch {
    // Some browsers don't have it: the controls then show no progress bar.
  }
}
