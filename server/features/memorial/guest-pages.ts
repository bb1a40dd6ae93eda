import express, { type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import type { Db } from "#server/platform/db/client.ts";
import { HttpError } from "#server/platform/http/errors.ts";
import { parseInput } from "#server/platform/http/gate.ts";
import { refuseCrossSite } from "#server/platform/http/protection.ts";
import type { RateLimiter } from "#server/platform/http/rate-limit.ts";
import { limits } from "#shared/limits.ts";
import { type GuestForm, memorialHtml, memorialPolicy, readerOf, wordsOf } from "./memorial-html.ts";
import { keepGuestWords, pathOf, readOpenPage } from "./service.ts";

interface GuestDeps {
  db: Db;
  limiter: RateLimiter;
}

type PageRequest = Request<{ slug: string }>;

const THANKED = "thanks";
const LATER_S = 60 * 60;

/**
 * What people without an account read and write. No session is read here, so that a form can do nothing in anybody's
 * name. A page that is closed is passed on, to be answered as any other unknown address.
 */
export function guestPages({ db, limiter }: GuestDeps): Router {
  const router = Router();
  router.get("/memorial/:slug", async (request, response, next) => {
    await limiter.count("memorialPage", request);
    const page = await readOpenPage(db, request.params.slug);
    if (page === null) return next();
    const isThanked = request.query[THANKED] !== undefined;
    send(response, 200, memorialHtml(page, readerOf(request), { kind: "read", isThanked }));
  });

  router.post("/memorial/:slug", refuseCrossSite, readForm, async (request: PageRequest, response) => {
    const { slug } = request.params;
    const page = await readOpenPage(db, slug);
    // In place of an answer for programs: the browser asks for the page, and is told that there is none.
    if (page === null) return response.redirect(303, pathOf(encodeURIComponent(slug)));
    const { status, form } = await keep({ db, limiter }, page.agentId, request);
    if (form === null) return response.redirect(303, `${pathOf(slug)}?${THANKED}#guest-book`);
    if (status === 429 || status === 409) response.setHeader("Retry-After", String(LATER_S));
    send(response, status, memorialHtml(page, readerOf(request), { kind: "form", form }));
  });
  return router;
}

/** No more than a browser sends for the longest words, and for twice as many. */
const readForm: RequestHandler = express.urlencoded({ extended: false, limit: 64 * 1024 });

const sentForm = z.object({ name: z.string().catch(""), words: z.string().catch("") });

/** Without a form where the words were kept; else it comes back as it was filled, with what is wrong. */
async function keep(
  { db, limiter }: GuestDeps,
  agentId: string,
  request: PageRequest,
): Promise<{ status: number; form: GuestForm | null }> {
  const sent = parseInput<z.output<typeof sentForm>>(sentForm, request.body ?? {});
  const said = wordsOf(readerOf(request));
  const [name, words] = [plainLine(sent.name), plainText(sent.words)];
  const back = (status: number, problems: GuestForm["problems"]) => ({ status, form: { ...sent, problems } });
  const tooLong = (text: string, most: number) =>
    text.length > most ? said.tooLong.replace("{most}", String(most)) : undefined;
  const problems = {
    name: hasInk(name) ? tooLong(name, limits.guestBook.name) : said.noName,
    words: hasInk(words) ? tooLong(words, limits.guestBook.words) : said.noWords,
  };
  if (!(await isWithinLimit(limiter, request))) return back(429, { form: said.tooMany });
  if (problems.name !== undefined || problems.words !== undefined) return back(400, problems);
  const answer = await keepGuestWords(db, { agentId, name, words });
  if (answer === "kept") return { status: 303, form: null };
  return answer === "full" ? back(409, { form: said.full }) : back(429, { form: said.tooMany });
}

async function isWithinLimit(limiter: RateLimiter, request: PageRequest): Promise<boolean> {
  try {
    await limiter.count("guestBook", request);
    return true;
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return false;
    throw error;
  }
}

/** Without control characters; forms send line ends as CR and LF. */
const plainText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

const plainLine = (text: string): string => plainText(text).replaceAll(/\s+/g, " ");

/** Not only of white space and of characters that nobody sees. */
const hasInk = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

function send(response: Response, status: number, html: string): void {
  response
    .status(status)
    .set({
      "Cache-Control": "no-store",
      "Content-Security-Policy": memorialPolicy,
      "X-Robots-Tag": "noindex, nofollow, noarchive",
    })
    .type("html")
    .send(html);
}
