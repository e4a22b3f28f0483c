import { createHash } from 'node:crypto';
import type { Endpoint } from '../contract/endpoint.ts';
import { accessSentence } from '../contract/openapi.ts';
import { statusesOf } from '../contract/openapi-responses.ts';
import { PROBLEMS } from '../contract/problems.ts';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --accent: #2f6f4f; }
@media (prefers-color-scheme: dark) { :root { --accent: #7fc8a0; } }
body { font: 15px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { margin-top: 2.2rem; font-size: 1.1rem; }
details { border-bottom: 1px solid var(--line); padding: .45rem 0; }
summary { cursor: pointer; } summary:focus-visible { outline: 2px solid var(--accent); }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .8rem; border: 1px solid var(--line); border-radius: 6px; }
.method { display: inline-block; min-width: 4.2rem; color: var(--accent); font-weight: 600; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .3rem .8rem .3rem 0;
  border-bottom: 1px solid var(--line); vertical-align: top; }
nav a { margin-right: .8rem; } a { color: var(--accent); }
`;

/** The page runs no script and loads nothing; its one style is allowed by its hash. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** The API reference as an HTML page, generated from the endpoints that the server mounts. */
export function docsPage(endpoints: readonly Endpoint[]): string {
  const tags = [...new Set(endpoints.map(({ tag }) => tag))];
  const sections = tags.map((tag) => {
    const items = endpoints.filter((endpoint) => endpoint.tag === tag).map(endpointItem);
    return `<section><h2 id="${anchor(tag)}">${escapeHtml(tag)}</h2>${items.join('')}</section>`;
  });
  const links = tags.map((tag) => `<a href="#${anchor(tag)}">${escapeHtml(tag)}</a>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Jurybox API</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>
<body><h1>Jurybox API</h1>
<p>All paths are below <code>/api</code>. Send an API key as <code>Authorization: &lt;key&gt;</code>.
The same description for programs: <a href="openapi.json">openapi.json</a>.</p>
<nav aria-label="Groups">${links.join('')}<a href="#problems">Problems</a></nav>
${sections.join('\n')}
<section><h2 id="problems">Problems</h2>
<p>Errors other than 422 are problem documents (<code>application/problem+json</code>) with one of these codes.</p>
<table><thead><tr><th>Status</th><th>Code</th><th>What to do</th></tr></thead><tbody>
${problemRows()}</tbody></table></section></body></html>`;
}

function endpointItem(endpoint: Endpoint): string {
  const parts = [
    schemaBlock('Path', endpoint.parameters),
    schemaBlock('Query', endpoint.query),
    schemaBlock('Body', endpoint.body),
    schemaBlock(`Answer ${endpoint.status}`, endpoint.response),
  ];
  const codes = endpoint.problems.map((code) => `<a href="#${code}"><code>${code}</code></a>`);
  return `<details id="${endpoint.operationId}"><summary><span class="method">${endpoint.method}</span>
<code>${escapeHtml(endpoint.path)}</code> ${escapeHtml(endpoint.summary)}</summary>
<p>${accessSentence(endpoint)} Operation <code>${endpoint.operationId}</code>.
Statuses: ${statusesOf(endpoint).join(', ')}.${codes.length > 0 ? ` Own problems: ${codes.join(', ')}.` : ''}</p>
${parts.join('')}</details>`;
}

function schemaBlock(title: string, schema: unknown): string {
  if (schema === undefined) return '';
  const text = escapeHtml(JSON.stringify(schema, null, 2));
  return `<p>${escapeHtml(title)}</p><pre tabindex="0">${text}</pre>`;
}

function problemRows(): string {
  return Object.entries(PROBLEMS)
    .map(
      ([code, { status, title, help }]) =>
        `<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td><b>${escapeHtml(title)}.</b> ${escapeHtml(help)}</td></tr>`,
    )
    .join('\n');
}

function anchor(tag: string): string {
  return tag.toLowerCase().replaceAll(/\W+/g, '-');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
