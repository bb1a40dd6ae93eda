import type { Choice, ReplyMark, Source } from "#shared/api/chat.ts";
import { profileLines } from "#shared/pet-profile.ts";
import type { ArchivedPet, Manifest } from "./archive-format.ts";

/** A `#` in a quotation makes no heading. */
const quoted = (text: string): string => text.replaceAll(/^/gm, "> ");

/** '2026-05-04 10:00 UTC'. */
const moment = (at: Date | string): string => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

const lines = (...parts: (string | false)[]): string => parts.filter((part) => part !== false).join("\n");

export function readmeText({ account, pets, exportedAt }: Manifest, withAudio: boolean): string {
  return lines(
    `# The data of ${account.firstName} ${account.lastName}`,
    "",
    `Taken on ${moment(exportedAt)}.`,
    "",
    "- `profile.md`: the account",
    "- `usage.json`: how much was asked, read, written, spoken and stored on each day",
    ...pets.map((pet) => `- \`${pet.folder}/\`: ${pet.name}, with diary, memories, photos, documents and chats`),
    "- `other-memories.json`: what you told pets of other people about yourself, where there is anything",
    "- `other-chats/`: chats with pets of other people, where there are any",
    "- `missing.md`: files that could not be had, where there are any",
    "",
    "The `.md` files are for reading. `archive.json` and the `.json` files beside them hold the same for programs;",
    "with them a pet can be brought into an account again.",
    "",
    withAudio ? "Spoken replies are in the folders `audio/`." : "Spoken replies were not asked for and are left out.",
    "There is no password in here, and nothing of other people but the names of their pets",
    "and what guests wrote in the guest book of a memorial page.",
    "",
  );
}

export function profileText({ account }: Manifest): string {
  return lines(
    `# ${account.firstName} ${account.lastName}`,
    "",
    `- User name: ${account.username ?? "none"}`,
    `- Email: ${account.email}`,
    `- Phone: ${account.phone ?? "none"}`,
    `- Address: ${account.address ?? "none"}`,
    `- Time zone: ${account.timeZone ?? "not known"}`,
    `- Roles: ${account.roles.join(", ") || "none"}`,
    `- Member since: ${moment(account.createdAt)}`,
    "",
  );
}

export function petText(pet: ArchivedPet): string {
  return lines(
    `# ${pet.name}`,
    "",
    `- Language: ${pet.language}`,
    `- Voice: ${pet.voiceName}`,
    ...profileLines(pet).map((line) => `- ${line}`),
    `- Created: ${moment(pet.createdAt)}`,
    "",
    "## Instructions",
    "",
    quoted(pet.systemPrompt),
    "",
    "## Diary",
    "",
    pet.diary === null && "The diary is left out: this account may not read it.",
    ...(pet.diary ?? []).map(({ question, answer }) => `### ${question}\n\n${quoted(answer)}\n`),
    ...memoryLines("Memories", pet.petMemories),
    ...memoryLines("What you told about yourself", pet.personMemories),
    ...openQuestionLines(pet),
    ...photoLines(pet.photos),
    ...memorialLines(pet),
    "## Documents",
    "",
    ...pet.documents.map((document) => `- ${document.originalName} (\`${document.file}\`)`),
    "",
  );
}

const memoryLines = (title: string, memories: ArchivedPet["petMemories"] = []): string[] =>
  memories.length === 0
    ? []
    : [
        `## ${title}`,
        "",
        ...memories.map(({ text, date, toldAt }) => `${quoted(text)}\n\n${date?.on ?? moment(toldAt)}\n`),
      ];

const photoLines = (photos: ArchivedPet["photos"] = []): string[] =>
  photos.length === 0
    ? []
    : [
        "## Photos",
        "",
        ...photos.map(
          ({ caption, takenOn, file }) => `- ${[caption, takenOn].filter(Boolean).join(", ")} (\`${file}\`)`,
        ),
        "",
      ];

const openQuestionLines = ({ name, openQuestions = [] }: ArchivedPet): string[] =>
  openQuestions.length === 0
    ? []
    : [`## What ${name} could not answer`, "", ...openQuestions.map(({ question }) => `${quoted(question)}\n`)];

function memorialLines({ memorial }: ArchivedPet): string[] {
  if (memorial == null) return [];
  const { words, guestBook } = memorial;
  return [
    "## Memorial page",
    "",
    ...(words === "" ? [] : [`${quoted(words)}\n`]),
    ...guestBook.map((entry) => `### ${entry.name}, ${moment(entry.createdAt)}\n\n${quoted(entry.words)}\n`),
  ];
}

export const chatHeading = (chat: {
  pet: string;
  name: string | null;
  about: string | null;
  createdAt: Date;
}): string =>
  lines(
    `# Chat with ${chat.pet}`,
    "",
    chat.name !== null && `${chat.name}\n`,
    chat.about !== null && `About: ${chat.about}\n`,
    `Begun on ${moment(chat.createdAt)}.`,
    "",
    "",
  );

export function messageText(
  pet: string,
  message: {
    role: string;
    content: string;
    createdAt: Date;
    sources: Source[] | null;
    choices: Choice[] | null;
    mark: ReplyMark | null;
    isKept: boolean;
    audio: string | null;
    asideWith: string | null;
  },
): string {
  return lines(
    `**${message.role === "user" ? "You" : pet}**, ${moment(message.createdAt)}`,
    "",
    quoted(message.content),
    "",
    ...(message.sources ?? []).map((source) => `- from ${sourceName(source)}`),
    message.mark === "play" && "- a story",
    message.isKept && "- kept with a heart",
    ...(message.choices ?? []).map(({ label }) => `- offered: ${label}`),
    message.asideWith !== null && "- put aside for another version of the question",
    message.audio !== null && `- spoken: \`${message.audio}\``,
    "",
    "",
  );
}

function sourceName(source: Source): string {
  if (source.kind === "memory") return "a memory";
  if (source.kind === "diary") return `the diary, '${source.question}'`;
  return `${source.filename}${source.page === null ? "" : `, page ${source.page}`}`;
}

export const missingText = (paths: readonly string[]): string =>
  lines(
    "# Files that could not be had",
    "",
    "They are named in the archive, but were gone or could not be read to their end when it was made.",
    "",
    ...paths.map((path) => `- \`${path}\``),
    "",
  );
