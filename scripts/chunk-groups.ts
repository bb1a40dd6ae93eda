/**
 * Which modules share a file of the built client. By itself the bundler makes a file for each set of screens that need the same
 * modules, and many of these files hold one icon: over HTTP/1.1 a browser asks for six files at a time, and on a phone each round
 * takes tenths of a second. `npm run check:scripts` shows what comes of it.
 */
const icons = (...names: string[]) => `lucide-react/dist/esm/icons/(${names.join("|")})[.]mjs`;

const client = (folder: string, ...names: string[]) => `client/src/${folder}/(${names.join("|")})[.]tsx?$`;
const contracts = (...names: string[]) => `shared/api/(${names.join("|")})[.]ts$`;

const groups: Record<string, readonly string[]> = {
  /** What is there before a built page is painted. */
  begin: ["vite/preload-helper"],
  /** What starts the page. No words are in it, as it is there before the page's language. */
  start: [
    "node_modules/(react|react-dom|scheduler|wouter|regexparam|@lingui/(core|react|message-utils)|@messageformat/parser)/",
    "client/src/start[.]tsx$",
    client("lib", "built-page", "i18n", "no-eval", "product", "service-worker", "stale-code", "theme"),
  ],
  /** What every page begins with, the landing page too. */
  everywhere: [
    "lucide-react/dist/esm/(?!icons/|lucide-react)",
    client("app", "app", "error-boundary", "use-page-title"),
    client("components/art", "collar-parts", "dog-head", "lazy-pictures", "logo", "picture"),
    client("components/audio", "speech-recognition"),
    client("components/ui", "button", "empty-state", "field", "input", "loading", "theme-switch"),
    client("domain/session", "fetch-session"),
    client("domain/voice", "use-spoken-input", "voice-state"),
    client("lib", "api", "cn", "device", "first-gesture", "part", "record", "toast"),
    "shared/(limits|phone|route)[.]ts$",
    contracts("auth"),
    icons("arrow-right", "arrow-up", "circle-exclamation-point", "house", "key-round", "menu", "message-circle", "mic"),
    icons("monitor", "moon", "settings", "square", "sun", "user-plus", "volume-2", "x"),
  ],
  /** All but the landing page. */
  product: [
    "node_modules/@tanstack/",
    client("app", "product"),
    client("components/ui", "card"),
    client("domain/session", "query-client", "session"),
    client("domain/pets", "active-pet", "agents"),
    client("lib", "other-tabs", "toast-error"),
    contracts("agents"),
  ],
  /** Signing in, also over another page. */
  account: [
    client("components/art", "dog"),
    client("components/ui", "password-input"),
    client("features/auth", "auth-frame", "sign-in-fields", "temporary-password"),
    icons("eye", "eye-off"),
  ],
  /** Sound and pets: the landing page loads them for a talk. */
  sound: [
    client("components/audio", "audio-element", "level-meter", "media-session", "playback-speed", "player", "wav"),
    client("components/art", "cat-head", "pet-avatar"),
    client("lib", "device-setting"),
    contracts("voice"),
  ],
  /** A pet's replies, on the landing page too. */
  replies: [
    "node_modules/eventsource-parser/",
    "shared/markdown(-inline)?[.]ts$",
    client("components/audio", "incoming-clip", "sound-stream", "speech-queue"),
    client("domain/chats", "help-first", "light-text", "replies"),
    client("domain/voice", "microphone-trouble"),
    client("lib", "copy-text", "event-stream", "send-on-enter"),
    icons("arrow-down", "check", "copy", "footprints", "life-buoy", "rotate-ccw", "volume-x"),
  ],
  /** The frame of those who are signed in, and what most of their screens need. */
  frame: [
    client("app", "header", "protected-route", "shell", "sidebar", "signed-in"),
    client("components", "phone-bar"),
    client("components/art", "offline"),
    client("components/ui", "avatar", "badge", "dialog", "menu", "notice", "panel-style", "progress", "textarea"),
    client("domain", "config"),
    client("domain/chats", "messages"),
    client("domain/diary", "diary", "entry-dialog", "open-questions"),
    client("domain/memory", "memories"),
    client("domain/pets", "use-current-pet", "use-open-pet"),
    client("domain/session", "sign-out"),
    client("features/help", "help-assistant", "use-help-chat"),
    client("lib", "bottom-bar", "formats", "use-stable-callback"),
    "shared/permissions[.]ts$",
    contracts("chat", "config", "diary", "help", "memory", "open-questions"),
    icons("bookmark", "brain", "circle-check", "circle-question-mark", "file-text", "folder-heart", "info", "log-out"),
    icons(
      "message-circle-plus",
      "panel-left",
      "pencil",
      "pencil-line",
      "play",
      "rotate-ccw-clock",
      "shield-check",
      "speaker",
    ),
    icons("trash", "triangle-exclamation-point", "wifi-off"),
  ],
  /** Forms: setup, the administration and dialogs. */
  forms: [
    client("components/ui", "select", "select-button"),
    client("lib", "use-debounced"),
    "node_modules/@radix-ui/(primitive|react-(compose-refs|context|id|presence|primitive|slot))/",
    "node_modules/@radix-ui/react-use-(controllable-state|effect-event|layout-effect)/",
    icons("chevron-down", "plus", "search"),
  ],
  /** What arrow keys move in: tabs and menus. */
  keys: ["node_modules/@radix-ui/react-(collection|direction|roving-focus|use-callback-ref|use-is-hydrated)/"],
};

export const chunkGroups = Object.entries(groups).map(([name, tests], index, all) => ({
  name,
  test: new RegExp(tests.join("|")),
  priority: all.length - index,
}));
