import type { Endpoint, Upload } from '../../shared/contract/endpoint.ts';
import { commonErrors, errorCatalogue } from '../../shared/contract/errors.ts';
import type { Config } from '../config.ts';
import { type Html, html } from '../http/html.ts';
import { exampleOf } from './example.ts';
import { accessText, type DocumentedArea, fields, jsonSchema } from './openApi.ts';

/** The contract as a page people read: no script, one heading for each call, addresses to link to. */
export function docsPage(areas: readonly DocumentedArea[], config: Pick<Config, 'brand' | 'publicUrl'>): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API - ${config.brand.name}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header><h1>${config.brand.name} API</h1>
<p>All calls of this server at <code>${config.publicUrl}</code>. For programs: <a href="/api/openapi.json">OpenAPI document</a>.</p></header>
<nav aria-label="Areas"><ul>${areas.map(({ name }) => html`<li><a href="#${name}">${name}</a></li>`)}</ul></nav>
<main id="calls">
<section aria-labelledby="errors"><h2 id="errors">Errors of every call</h2>
<p>A refused call answers <code>{ code, message, modelState, correlationId }</code>. Any call can answer with these:</p>
${errorTable(commonErrors)}</section>
${areas.map((area) => areaSection(area, config.publicUrl))}
</main>
</body>
</html>
`;
  return page.text;
}

const areaSection = ({ name, rows }: DocumentedArea, base: string): Html =>
  html`<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2>
${Object.entries(rows).map(([rowName, row]) => callSection(`${name}.${rowName}`, row, base))}</section>`;

const callSection = (id: string, row: Endpoint, base: string): Html => html`<article aria-labelledby="${id}">
<h3 id="${id}"><code><span class="method">${row.method}</span> ${row.path}</code></h3>
<p>${row.summary}. ${accessText(row)}${row.beyondSpec ? ` Our own addition: ${row.beyondSpec}.` : ''}</p>
${fieldTable('Path', row.params)}${fieldTable('Query', row.query)}${fieldTable(bodyTitle(row), row.body)}${row.upload ? html`<p>${uploadText(row.upload)}</p>` : null}
<p>Answer: ${answerText(row)}</p>
${row.errors.length > 0 ? errorTable(row.errors) : null}
<details><summary>Example of ${row.method} ${row.path}</summary><pre tabindex="0"><code>${example(row, base)}</code></pre></details>
</article>`;

function bodyTitle({ bodyOptional, upload }: Endpoint): string {
  if (upload) return `Body: JSON in the form field ${upload.part}`;
  return bodyOptional ? 'Body (may be left out)' : 'Body';
}

const uploadText = ({ file, maxBytes, most = 1 }: Upload): string =>
  `Sent as multipart/form-data with ${most === 1 ? 'the form field file' : `up to ${most} form fields file`}, at most ${maxBytes / 1024} kB${most === 1 ? '' : ' together'}. ${
    file === 'required' ? 'The file is needed.' : 'Without a file, plain JSON will do.'
  }`;

function fieldTable(title: string, schema: Endpoint['body']): Html | null {
  const all = fields(schema);
  if (all.length === 0) return null;
  return html`<table><caption>${title}</caption><thead><tr><th scope="col">Field</th><th scope="col">Form</th><th scope="col">Needed</th></tr></thead><tbody>
${all.map(([name, field, required]) => html`<tr><th scope="row"><code>${name}</code></th><td>${form(field)}</td><td>${required ? 'yes' : 'no'}</td></tr>`)}
</tbody></table>`;
}

const errorTable = (codes: Endpoint['errors']): Html =>
  html`<table><caption>Errors</caption><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Way out</th></tr></thead><tbody>
${codes.map((code) => {
  const { status, message, hint } = errorCatalogue[code];
  return html`<tr><th scope="row"><code>${code}</code></th><td>${status}</td><td>${message}</td><td>${hint}</td></tr>`;
})}
</tbody></table>`;

/** A field in words: `text, at most 200`, `one of asc, desc`. */
function form(field: Record<string, unknown>): string {
  const alternatives = field['anyOf'];
  if (Array.isArray(alternatives)) return alternatives.map((one: Record<string, unknown>) => form(one)).join(' or ');
  if (Array.isArray(field['enum'])) return `one of ${field['enum'].join(', ')}`;
  const parts = [
    field['const'] === undefined ? kind(field) : JSON.stringify(field['const']),
    limit('at least', field['minLength'] ?? field['minimum']),
    limit('at most', field['maxLength'] ?? field['maximum']),
    field['default'] === undefined ? '' : `default ${JSON.stringify(field['default'])}`,
  ];
  return parts.filter(Boolean).join(', ');
}

function kind(field: Record<string, unknown>): string {
  const name = field['format'] ?? field['type'];
  return typeof name === 'string' ? name : 'any';
}

const limit = (words: string, value: unknown): string =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? `${words} ${value}` : '';

function answerText({ answer }: Endpoint): string {
  switch (answer.kind) {
    case 'json':
      return `${answer.status ?? 200}, JSON.`;
    case 'none':
      return '204, nothing.';
    case 'csv':
      return '200, a CSV file.';
    case 'text':
      return '200, sanitised HTML as plain text.';
    case 'xml':
      return '200, XML.';
    case 'number':
      return '200, a number as plain text.';
    case 'binary':
      return `200, a file (${answer.mediaTypes.join(', ')}).`;
    default:
      return answer satisfies never;
  }
}

function example(row: Endpoint, base: string): string {
  const params = new Map(fields(row.params).map(([name, field]) => [name, String(exampleOf(field))]));
  const url = base + row.path.replace(/\{(\w+)\}/g, (_all, name: string) => params.get(name) ?? name);
  const needed = fields(row.query).filter(([, , required]) => required);
  const query = new URLSearchParams(needed.map(([name, field]) => [name, String(exampleOf(field))])).toString();
  const lines = [`curl ${row.method === 'GET' ? '' : `-X ${row.method} `}'${url}${query ? `?${query}` : ''}'`];
  if (row.access !== 'public') lines.push(`  -H "Authorization: Bearer $TOKEN"`);
  const body = row.body && JSON.stringify(exampleOf(jsonSchema(row.body, 'input')));
  if (row.upload) lines.push(`  -F '${row.upload.part}=${body}'`, `  -F 'file=@file'`);
  else if (body) lines.push(`  -H 'Content-Type: application/json'`, `  -d '${body}'`);
  const call = lines.join(' \\\n');
  if (row.answer.kind !== 'json') return call;
  return `${call}\n\n${JSON.stringify(exampleOf(jsonSchema(row.answer.schema, 'output')), null, 2)}`;
}
