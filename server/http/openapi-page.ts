import type { openApiDocument } from "./openapi.ts";

/** The API document as one page to read; plain HTML, no script. */
export function openApiPage(document: ReturnType<typeof openApiDocument>): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method.toUpperCase(), path, operation)),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(document.info.title)}</h1><p>Every call, made from the contracts that the server runs. The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${operations.join("\n")}</main></body></html>`;
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:auto;padding:1.5rem}
section{border-top:1px solid #8886;padding:1rem 0}h2{font-size:1.05rem;margin:0;overflow-wrap:anywhere}code{font-family:ui-monospace,monospace}
p{margin:.25rem 0}pre{background:#8881;padding:.75rem;border-radius:.5rem;overflow:auto;font-size:.85rem}summary{cursor:pointer;padding:.35rem 0}`;

function section(method: string, path: string, operation: unknown): string {
  const { summary, description, requestBody, parameters, responses } = fieldsOf(operation);
  const details = Object.entries({ Parameters: parameters, Body: requestBody, Answers: responses })
    .filter(([, value]) => value !== undefined && JSON.stringify(value) !== "[]")
    .map(
      ([title, value]) =>
        `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`,
    );
  return `<section><h2><code>${method} ${escapeHtml(path)}</code></h2><p>${escapeHtml(String(summary))}</p><p>${escapeHtml(String(description))}</p>${details.join("")}</section>`;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
