import { inspect } from "node:util";
import type { oas31 } from "zod-openapi";
import { operationsOf } from "./document.ts";
import { pageStyle } from "./page-style.ts";

type Call = ReturnType<typeof operationsOf>[number];

/** The API document as one page to read; plain HTML, no script. */
export function openApiPage(document: oas31.OpenAPIObject): string {
  const { info, tags = [], components = {} } = document;
  const title = escapeHtml(info.title);
  const calls = operationsOf(document);
  const links = [...tags.map(({ name }) => name), "Schemas", "Refusals"].map(
    (name) => `<a href="#${anchorOf(name)}">${escapeHtml(name)}</a>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${pageStyle}</style></head>
<body><div class="page"><header><h1>${title}</h1>
<p>Every call, made from the contracts that the server runs; <a href="/api/openapi.json">OpenAPI 3.1</a> says the same to programs.</p>
<p>Who signs in with <a href="#login">POST /api/auth/login</a> gets a session cookie, which every call needs that is not public.
Every answer that is not 2xx is an <a href="#ErrorBody">ErrorBody</a>: one sentence for a person, and a code for programs.</p></header>
<nav aria-label="Groups of calls">${links.join("")}</nav>
<main>${tags.map((tag) => group(tag, calls)).join("\n")}
${named("Schemas", "What calls take and answer with.", components.schemas)}
${named("Refusals", "Answers that many calls can give.", components.responses)}
</main></div></body></html>`;
}

const anchorOf = (tag: string): string => escapeHtml(tag.toLowerCase().replaceAll(" ", "-"));

function group({ name, description = "" }: oas31.TagObject, calls: readonly Call[]): string {
  const own = calls.filter(({ operation }) => operation.tags?.includes(name));
  return section(name, description, own.map(callDetails));
}

const named = (title: string, about: string, things: Record<string, unknown> = {}): string =>
  section(
    title,
    about,
    Object.entries(things).map(([name, thing]) =>
      details(name, `<h3><code>${escapeHtml(name)}</code></h3>`, json(thing)),
    ),
  );

const section = (title: string, about: string, parts: readonly string[]): string =>
  `<section id="${anchorOf(title)}"><h2>${escapeHtml(title)}</h2><p>${sentence(about)}</p>${parts.join("\n")}</section>`;

function callDetails({ method, path, operation }: Call): string {
  const { operationId = "", summary = "", description = "", parameters, requestBody, responses = {} } = operation;
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 300);
  const success = responses[200] !== undefined && "content" in responses[200] ? responses[200].content : undefined;
  return details(
    operationId,
    `<h3><span class="method">${method}</span> <code>${escapeHtml(path)}</code></h3><p>${sentence(summary)}</p>`,
    `<p><code>${escapeHtml(operationId)}</code> · ${escapeHtml(description)}</p>
${block("Parameters", parameters)}${block("Body", requestBody !== undefined && "content" in requestBody ? requestBody.content : undefined)}${block("Answer", success)}
<h4>Refusals</h4><ul>${refusals.map(([status, response]) => refusal(status, response)).join("")}</ul>`,
  );
}

/** A link to `id` opens it: browsers open what holds the target. */
const details = (id: string, summary: string, inside: string): string =>
  `<details><summary>${summary}</summary><div class="inside" id="${escapeHtml(id)}">${inside}</div></details>`;

const block = (title: string, value: unknown): string => (value === undefined ? "" : `<h4>${title}</h4>${json(value)}`);

function refusal(status: string, response: oas31.ResponseObject | oas31.ReferenceObject): string {
  const words = "$ref" in response ? linked(response.$ref) : sentence(response.description);
  return `<li><b>${status}</b> ${words}</li>`;
}

const shown = { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 90 } as const;

const json = (value: unknown): string => `<pre>${linked(escapeHtml(inspect(value, shown)))}</pre>`;

/** References within the document become links within the page. */
const linked = (html: string): string => html.replaceAll(/#\/components\/\w+\/(\w+)/g, '<a href="#$1">$1</a>');

/** A sentence in which `words` between backticks are code. */
const sentence = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

/** Text for a place between tags or within an attribute's double quotes. */
const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
