import { inspect } from "node:util";
import type { oas31 } from "zod-openapi";
import { escapeHtml } from "../escape-html.ts";
import { operationsOf } from "./document.ts";

type Call = ReturnType<typeof operationsOf>[number];

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
${namedSection("Schemas", "What calls take and answer with.", components.schemas)}
${namedSection("Refusals", "Answers that many calls can give.", components.responses)}
</main></div></body></html>`;
}

const anchorOf = (tag: string): string => escapeHtml(tag.toLowerCase().replaceAll(" ", "-"));

function group({ name, description = "" }: oas31.TagObject, calls: readonly Call[]): string {
  const own = calls.filter(({ operation }) => operation.tags?.includes(name));
  return section(name, description, own.map(callDetails));
}

const namedSection = (title: string, about: string, things: Record<string, unknown> = {}): string =>
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
  const words = "$ref" in response ? linkReferences(response.$ref) : sentence(response.description);
  return `<li><b>${status}</b> ${words}</li>`;
}

const inspectOptions = { depth: null, maxArrayLength: null, maxStringLength: null, breakLength: 90 } as const;

const json = (value: unknown): string => `<pre>${linkReferences(escapeHtml(inspect(value, inspectOptions)))}</pre>`;

const linkReferences = (html: string): string => html.replaceAll(/#\/components\/\w+\/(\w+)/g, '<a href="#$1">$1</a>');

const sentence = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

/** The colors of client/src/styles.css. */
const pageStyle = `
:root {
  color-scheme: light dark;
  --surface: light-dark(#fbf5ea, #211725);
  --raised: light-dark(#fffdf9, #2d2132);
  --sunken: light-dark(#f4ead9, #19111d);
  --ink: light-dark(#2f2033, #f9efe3);
  --muted: light-dark(#65536a, #c6b4c3);
  --line: light-dark(#e5d7c2, #453549);
  --primary: light-dark(#a8401c, #f4a077);
  --ring: light-dark(#6c3a80, #ffc877);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2 { font-family: Georgia, serif; line-height: 1.2; }
h2 { margin: 2.5rem 0 .25rem; }
h3 { font-size: 1rem; font-weight: 600; margin: 0; }
h4 { font-size: .9rem; margin: 1.25rem 0 .35rem; }
p { margin: .25rem 0; }
a { color: var(--primary); }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; border-radius: 4px; }
code, pre, .method { font: .85em/1.5 ui-monospace, monospace; }
.page { max-width: 60rem; margin: auto; padding: 2rem 1rem 6rem; }
nav { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1.5rem 0; }
nav a { min-height: 44px; padding: .6rem .9rem; background: var(--raised); border: 1px solid var(--line); border-radius: 22px; line-height: 1.4; color: var(--ink); text-decoration: none; }
section > p { color: var(--muted); }
details { background: var(--raised); border: 1px solid var(--line); border-radius: 16px; margin: .6rem 0; }
summary { cursor: pointer; list-style-position: outside; margin-left: 1.5rem; padding: .7rem 1rem .7rem .25rem; min-height: 44px; }
.method { font-weight: 700; color: var(--primary); }
.inside { scroll-margin-top: 6rem; padding: 0 1rem 1rem; }
ul { list-style: none; margin: 0; padding: 0; }
pre { margin: 0; padding: .75rem 1rem; background: var(--sunken); border-radius: 12px; white-space: pre-wrap; }
`;
