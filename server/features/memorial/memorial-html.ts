import { createHash } from "node:crypto";
import type { Request } from "express";
import { escapeHtml } from "#server/platform/http/escape-html.ts";
import { chosenTheme, pageLanguage } from "#server/platform/http/pages.ts";
import { getMemorialPicture, type MemorialChoice } from "#shared/api/memorial.ts";
import { limits } from "#shared/limits.ts";
import { type ScreenLanguage, screenLanguages } from "#shared/screen-languages.ts";
import { memorialStyle } from "./memorial-style.ts";
import { type PageWords, pageWords } from "./page-words.ts";
import { type MemorialPage, pathOf } from "./service.ts";

export interface GuestForm {
  name: string;
  words: string;
  /** By field, or of the whole. */
  problems: Partial<Record<"name" | "words" | "form", string | undefined>>;
}

/** What a page is shown for: to be read, with a form that comes back, or to whoever makes it. */
type Showing = { kind: "read"; isThanked: boolean } | { kind: "form"; form: GuestForm } | { kind: "preview" };

interface Reader {
  language: ScreenLanguage;
  /** Empty for the system's. */
  theme: string;
}

export const readerOf = (request: Pick<Request, "headers" | "acceptsLanguages">): Reader => ({
  language: pageLanguage(request),
  theme: chosenTheme(request),
});

/** No script runs on the page, and nothing is loaded but its picture. */
export const memorialPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(memorialStyle).digest("base64")}'`,
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function memorialHtml(page: MemorialPage, { language, theme }: Reader, showing: Showing): string {
  const words = wordsFor(language, page.name);
  const day = dayFormat(language);
  const title = escapeHtml(words.title);
  return `<!doctype html>
<html lang="${language}" dir="${screenLanguages[language].dir}"${theme === "" ? "" : ` class="${escapeHtml(theme)}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${memorialStyle}</style>
</head>
<body>
${showing.kind === "preview" ? `<p class="preview" role="note">${escapeHtml(words.preview)}</p>` : ""}
<main>
<header>
${pictureOf(page, showing)}
<h1 dir="auto">${title}</h1>
<p class="dates">${datesOf(page, words, day)}</p>
${page.words === "" ? "" : `<p class="words" dir="auto">${escapeHtml(page.words)}</p>`}
</header>
${piecesOf(page, words)}
${guestBookOf(page, words, day, showing)}
</main>
</body>
</html>
`;
}

function wordsFor(language: ScreenLanguage, name: string): PageWords {
  const words = { ...pageWords[language] };
  for (const key of ["title", "intro"] as const) words[key] = words[key].replaceAll("{name}", () => name);
  return words;
}

/** For what is wrong with a form, in the reader's words. */
export const wordsOf = ({ language }: Reader): PageWords => pageWords[language];

const dayFormat = (language: ScreenLanguage) =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });

function pictureOf({ avatarUrl, slug }: MemorialPage, { kind }: Showing): string {
  if (avatarUrl === null) return "";
  const address = kind === "preview" ? avatarUrl : getMemorialPicture.path.replace(":slug", slug);
  return `<img src="${escapeHtml(address)}" alt="" width="176" height="176">`;
}

function datesOf({ birthday, diedOn }: MemorialPage, { died }: PageWords, day: Intl.DateTimeFormat): string {
  const time = (date: string) => `<time datetime="${date}">${escapeHtml(day.format(new Date(date)))}</time>`;
  if (diedOn === null) return "";
  return birthday === null ? died.replace("{date}", () => time(diedOn)) : `${time(birthday)} – ${time(diedOn)}`;
}

function piecesOf({ pieces, language }: MemorialPage, words: PageWords): string {
  if (pieces.length === 0) return "";
  return `<section aria-labelledby="memories">
<h2 id="memories">${escapeHtml(words.memories)}</h2>
${pieces.map((piece) => pieceOf(piece, language)).join("\n")}
</section>`;
}

const pieceOf = ({ heading, text }: MemorialChoice, language: string): string =>
  `<article lang="${escapeHtml(language)}">${heading === null ? "" : `<h3 dir="auto">${escapeHtml(heading)}</h3>`}<p dir="auto">${escapeHtml(text)}</p></article>`;

function guestBookOf(page: MemorialPage, words: PageWords, day: Intl.DateTimeFormat, showing: Showing): string {
  const thanks =
    showing.kind === "read" && showing.isThanked
      ? `<p class="thanks" role="status">${escapeHtml(words.thanks)}</p>`
      : "";
  const entries = page.guestBook.map(
    ({ name, words: said, createdAt }) =>
      `<li><p dir="auto">${escapeHtml(said)}</p><p class="by"><bdi>${escapeHtml(name)}</bdi> · <time datetime="${createdAt.toISOString()}">${escapeHtml(day.format(createdAt))}</time></p></li>`,
  );
  return `<section id="guest-book" aria-labelledby="guest-book-title">
<h2 id="guest-book-title">${escapeHtml(words.guestBook)}</h2>
${thanks}
${entries.length === 0 ? `<p class="muted">${escapeHtml(words.none)}</p>` : `<ul>${entries.join("\n")}</ul>`}
${formOf(page, words, showing)}
</section>`;
}

const emptyForm: GuestForm = { name: "", words: "", problems: {} };

function formOf({ slug }: MemorialPage, words: PageWords, showing: Showing): string {
  const { name, words: said, problems } = showing.kind === "form" ? showing.form : emptyForm;
  const { guestBook } = limits;
  return `<form method="post" action="${pathOf(slug)}#guest-book" accept-charset="utf-8">
<fieldset${showing.kind === "preview" ? " disabled" : ""}>
<legend>${escapeHtml(words.intro)}</legend>
${problem("form", problems.form)}
<label for="name">${escapeHtml(words.nameLabel)}</label>
${problem("name", problems.name)}
<input id="name" name="name" dir="auto" required maxlength="${guestBook.name}" autocomplete="name" value="${escapeHtml(name)}"${marks("name", problems.name)}>
<label for="words">${escapeHtml(words.wordsLabel)}</label>
${problem("words", problems.words)}
<textarea id="words" name="words" dir="auto" required rows="5" maxlength="${guestBook.words}"${marks("words", problems.words)}>
${escapeHtml(said)}</textarea>
<p class="muted">${escapeHtml(words.privacy)}</p>
<button>${escapeHtml(words.send)}</button>
</fieldset>
</form>`;
}

const problem = (field: string, sentence: string | undefined): string =>
  sentence === undefined ? "" : `<p class="problem" role="alert" id="${field}-problem">${escapeHtml(sentence)}</p>`;

const marks = (field: string, sentence: string | undefined): string =>
  sentence === undefined ? "" : ` aria-invalid="true" aria-describedby="${field}-problem"`;
