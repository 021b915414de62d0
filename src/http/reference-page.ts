import { escapedHtml } from '../commerce/escaped-html.ts';
import type { ApiDescription, Operation } from '../openapi/description.ts';

/** Renders the API reference as one page without scripts or requests. */
export function referencePage(api: ApiDescription): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const chapters = api.tags.map(({ name }) => ({
    name,
    sections: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(api.info.title)} API ${escapedHtml(api.info.version)}</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Endpoints">
<h1>${escapedHtml(api.info.title)} <small>${escapedHtml(api.info.version)}</small></h1>
${chapters.map(({ name, sections }) => `<h2>${escapedHtml(name)}</h2><ul>${sections.map(entry).join('')}</ul>`).join('\n')}
<p><a href="/openapi.json">openapi.json</a></p>
</nav>
<main>
<p class="lead">${escapedHtml(api.info.description)}</p>
<p>Base address <code>${escapedHtml(api.servers[0]?.url ?? '')}</code>. Agents need no key: the store’s slug is in the path. Merchants’ own endpoints, below <code>/api/merchant</code>, are opened by signing in, or by <code>Authorization: Bearer …</code> with an API token.</p>
<p>The same stores also speak the official <a href="https://ucp.dev">Universal Commerce Protocol</a>, whose schemas are published there. Each store’s profile is at <code>${escapedHtml(api.servers[0]?.url ?? '')}/ucp/{slug}/.well-known/ucp</code>; it names the versions, the capabilities and the endpoints.</p>
${chapters.flatMap(({ sections }) => sections.map(section)).join('\n')}
</main>
</body>
</html>`;
}

interface Section {
  method: string;
  path: string;
  operation: Operation;
}

function entry({ method, path, operation }: Section): string {
  const short = path.replace(/^\/api\/(?:ucp\/\{slug\}|merchant)/, '') || '/';
  return `<li><a href="#${escapedHtml(operation.operationId)}">${badge(method)} ${escapedHtml(short)}</a></li>`;
}

function section({ method, path, operation }: Section): string {
  const body = operation.requestBody?.content['application/json'];
  return `<section id="${escapedHtml(operation.operationId)}">
<h3>${badge(method)} <code>${escapedHtml(path)}</code></h3>
<p>${escapedHtml(operation.summary)}</p>
${operation.description ? `<p>${escapedHtml(operation.description).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>` : ''}
${parameters(operation)}
${body ? `<h4>Body</h4>${json(body.example)}${schema(body.schema)}` : ''}
${responses(operation)}
</section>`;
}

function parameters(operation: Operation): string {
  const rows = operation.parameters.map(
    ({ name, in: place, required, schema: { type = '' } = {}, example }: Parameter) =>
      `<tr><td><code>${escapedHtml(name)}</code></td><td>${escapedHtml(place)}</td><td>${escapedHtml(String(type))}${required ? ', required' : ''}</td><td>${example === undefined ? '' : `<code>${escapedHtml(String(example))}</code>`}</td></tr>`,
  );
  return `<table><thead><tr><th>Parameter</th><th>In</th><th>Type</th><th>Example</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

type Parameter = Omit<Operation['parameters'][number], 'schema'> & { schema?: { type?: unknown } };

function responses(operation: Operation): string {
  const [success, ...others] = Object.entries(operation.responses);
  if (!success) return '';
  const [status, { content }] = success;
  const shown = content?.['application/json'];
  const refusals = others.map(
    ([code, { description }]) => `<li><b>${escapedHtml(code)}</b> ${escapedHtml(description)}</li>`,
  );
  return `<h4>Answer ${escapedHtml(status)}</h4>${json(shown?.example)}${shown ? schema(shown.schema) : ''}<ul class="codes">${refusals.join('')}</ul>`;
}

function schema(shape: object): string {
  return `<details><summary>Schema</summary>${json(shape)}</details>`;
}

function json(value: unknown): string {
  return value === undefined ? '' : `<pre tabindex="0">${escapedHtml(JSON.stringify(value, null, 2))}</pre>`;
}

function badge(method: string): string {
  return `<b class="${method.toLowerCase()}">${method}</b>`;
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d9dce3, #343945); --soft: light-dark(#f5f6f8, #1b1e25); --ink: light-dark(#1c2030, #e6e8ee); --dim: light-dark(#5a6072, #a2a8b8); }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: light-dark(#fff, #12141a); font: 16px/1.55 system-ui, sans-serif; display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem; border-right: 1px solid var(--line); background: var(--soft); }
nav h1 { font-size: 1.2rem; margin: 0 0 1rem; } nav h2 { font-size: .8rem; text-transform: uppercase; letter-spacing: .08em; color: var(--dim); margin: 1.4rem 0 .3rem; }
nav ul { list-style: none; margin: 0; padding: 0; font-size: .88rem; } nav a { display: block; padding: .15rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; } nav a:hover { text-decoration: underline; }
main { padding: 2rem clamp(1rem, 4vw, 4rem) 6rem; max-width: 62rem; } .lead { font-size: 1.15rem; }
section { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: 1.5rem; scroll-margin-top: 1rem; }
h3 { font-size: 1.1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; } h4 { margin: 1.2rem 0 .4rem; color: var(--dim); font-size: .85rem; text-transform: uppercase; letter-spacing: .06em; }
code, pre { font: .86em/1.5 ui-monospace, monospace; } pre { background: var(--soft); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1rem; overflow: auto; max-height: 28rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; display: block; overflow-x: auto; } th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); } th { color: var(--dim); font-weight: 600; }
b.get, b.post, b.put, b.delete { font: 700 .72rem/1 ui-monospace, monospace; padding: .2rem .4rem; border-radius: .3rem; color: #fff; } b.get { background: #1c6b45; } b.post { background: #1f56a8; } b.put { background: #8a5300; } b.delete { background: #a32626; }
.codes { padding-left: 1.2rem; color: var(--dim); font-size: .9rem; } summary { cursor: pointer; color: var(--dim); font-size: .9rem; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); } }
`;
