import type { LoggedRequest, RequestContents } from '../../storage/repositories/activity/request-log-rows.ts';

/** Headers that differ for each request, or mean nothing when it is sent again. */
const NOT_SENT_AGAIN = new Set(['request-id', 'x-request-id', 'origin']);

/** Renders the request for a POSIX shell, with `<redacted>` for secrets. Every word is quoted against injection. */
export function renderCurl(request: LoggedRequest & RequestContents, baseUrl: string): string {
  const { method, path, requestHeaders, requestBody } = request;
  const url = baseUrl + (path.startsWith('/') ? path : `/${path}`);
  const headers = Object.entries(requestHeaders)
    .filter(([name]) => !NOT_SENT_AGAIN.has(name))
    .map(([name, value]) => `--header ${quoteForShell(`${name}: ${value}`)}`);
  const words = [
    method === 'HEAD' ? 'curl --head' : `curl --request ${quoteForShell(method)}`,
    '--globoff --path-as-is',
    ...headers,
    ...(requestBody === null ? [] : [`--data-raw ${quoteForShell(requestBody)}`]),
    quoteForShell(url),
  ];
  return words.join(' \\\n  ');
}

/** Inside single quotes a shell interprets only the closing quote. */
function quoteForShell(text: string): string {
  const plain = text.replaceAll(/[\0\r\n]+/g, ' ');
  return `'${plain.replaceAll("'", "'\\''")}'`;
}
