import { randomUUID } from "node:crypto";
import type { FileStore } from "#server/platform/files/files.ts";
import { type Media, storedMedia } from "#server/platform/http/media.ts";
import { renderAvatar } from "./render-avatar.ts";

const TYPE = "image/webp";

/** A changed picture gets another address. */
export async function storeAvatar(files: FileStore, bytes: Uint8Array): Promise<string> {
  const id = randomUUID();
  await files.put(keyOf(id), await renderAvatar(bytes), TYPE);
  return addressOf(id);
}

export async function isStoredAvatar(files: FileStore, avatarUrl: string): Promise<boolean> {
  const id = idOf(avatarUrl);
  return id !== null && (await files.stat(keyOf(id))) !== null;
}

export async function openAvatar(files: FileStore, file: string): Promise<Media | null> {
  const id = idOf(file);
  return id === null ? null : storedMedia(files, keyOf(id), { contentType: TYPE, caching: "immutable" });
}

export function avatarFolder(avatarUrl: string): string | null {
  const id = idOf(avatarUrl);
  return id === null ? null : `avatars/${id}/`;
}

export function avatarKey(avatarUrl: string): string | null {
  const id = idOf(avatarUrl);
  return id === null ? null : keyOf(id);
}

export function avatarAddress(key: string): string | null {
  const id = idOf(key);
  return id !== null && key === keyOf(id) ? addressOf(id) : null;
}

const addressOf = (id: string): string => `/api/avatars/${id}.webp`;

/** The file store deletes by folder. */
const keyOf = (id: string): string => `avatars/${id}/${id}.webp`;

const idOf = (address: string): string | null => /([0-9a-f-]{36})\.webp$/.exec(address)?.[1] ?? null;
