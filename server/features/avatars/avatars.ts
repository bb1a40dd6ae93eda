import { randomUUID } from "node:crypto";
import { type Media, storedMedia } from "../../http/media.ts";
import type { FileStore } from "../../providers/files/files.ts";
import { renderAvatar } from "./render-avatar.ts";

const TYPE = "image/webp";

/** @returns the address that the picture has from now on; a changed picture gets another one. */
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

/** The folder of an avatar; null for an address that is none of ours. */
export function avatarFolder(avatarUrl: string): string | null {
  const id = idOf(avatarUrl);
  return id === null ? null : `avatars/${id}/`;
}

/** Where the picture of an address is kept; null for an address that is none of ours. */
export function avatarKey(avatarUrl: string): string | null {
  const id = idOf(avatarUrl);
  return id === null ? null : keyOf(id);
}

/** The address of the picture under a key; null for a key that is none of ours. */
export function avatarAddress(key: string): string | null {
  const id = idOf(key);
  return id !== null && key === keyOf(id) ? addressOf(id) : null;
}

const addressOf = (id: string): string => `/api/avatars/${id}.webp`;

/** A folder for each, since files are deleted by the folder. */
const keyOf = (id: string): string => `avatars/${id}/${id}.webp`;

const idOf = (address: string): string | null => /([0-9a-f-]{36})\.webp$/.exec(address)?.[1] ?? null;
