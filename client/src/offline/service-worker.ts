/**
 * Caches only the static shell: the offline page, and the hashed files under /assets/, which hold no personal data.
 * A page comes from the network or is the offline page, so nobody stays on an old version. Calls, audio, event streams
 * and range requests are not handled here (decision 040).
 */

/** Inserted by scripts/build-offline.ts. */
declare const SHELL_VERSION: string;

/** TypeScript's library for service workers can't be combined with that of the DOM. */
declare const self: {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: LastingEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: LoadEvent) => void): void;
};
interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface LoadEvent extends LastingEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

/** Signing out deletes every cache with another prefix (lib/service-worker.ts). */
const OFFLINE = `offline-${SHELL_VERSION}`;
const ASSETS = `assets-${SHELL_VERSION}`;
const OFFLINE_PAGE = "/offline.html";
const OFFLINE_SCRIPT = "/offline.js";

self.addEventListener("install", (event) => event.waitUntil(prepare()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || request.headers.has("range")) return;
  if (pathname.startsWith("/assets/")) event.respondWith(assetOf(event));
  else if (request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(pageOf(request));
  else if (pathname === OFFLINE_SCRIPT) event.respondWith(offlineScript(request));
});

async function prepare(): Promise<void> {
  const cache = await caches.open(OFFLINE);
  await cache.addAll([OFFLINE_PAGE, OFFLINE_SCRIPT].map((url) => new Request(url, { cache: "reload" })));
  // Open pages of an old version keep working: pages come from the network, and file names contain a hash of the
  // content.
  await self.skipWaiting();
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) if (name !== OFFLINE && name !== ASSETS) await caches.delete(name);
  await self.clients.claim();
}

async function assetOf(event: LoadEvent): Promise<Response> {
  // Without storage, or with a full disk, the file comes from the network.
  const cache = await caches.open(ASSETS).catch(() => undefined);
  const known = await cache?.match(event.request, { ignoreVary: true }).catch(() => undefined);
  if (known !== undefined) return known;
  const response = await fetch(event.request);
  if (response.status === 200 && cache !== undefined)
    event.waitUntil(cache.put(event.request, response.clone()).catch(() => undefined));
  return response;
}

async function pageOf(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await kept(OFFLINE_PAGE)) ?? Response.error();
  }
}

const offlineScript = async (request: Request): Promise<Response> => (await kept(OFFLINE_SCRIPT)) ?? fetch(request);

async function kept(path: string): Promise<Response | undefined> {
  const cache = await caches.open(OFFLINE);
  return cache.match(path, { ignoreVary: true });
}
