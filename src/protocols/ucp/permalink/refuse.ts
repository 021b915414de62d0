import type { BrowserAnswer, RefusedAt, Visit } from '../../permalinks.ts';
import type { Refused } from '../../protocol-error.ts';
import { createErrorMessage } from '../messages.ts';
import { getAddressesAt } from '../profile/links.ts';
import { CURRENT_VERSION } from '../profile/versions.ts';
import { getFrontPage } from './destination.ts';
import { PAGE_HEADERS, PRIVATE_HEADERS, renderErrorPage } from './page.ts';
import { LASTING_ERRORS, toPermalinkError } from './permalink-errors.ts';

/**
 * Answers a refused link: JSON for a program that asks for it, else a redirect to an error page. A temporary error stays at
 * the link, so that reloading retries it.
 */
export function refuse(refused: Refused, visit: Visit, at: RefusedAt | undefined): BrowserAnswer {
  const name = toPermalinkError(refused);
  const headers = { vary: 'accept' };
  const accept = String(visit.headers.accept ?? '');
  const weightOfJson = readWeight(accept, 'application/json');
  // An absent or wildcard Accept counts as a browser.
  if (weightOfJson > 0 && weightOfJson > readWeight(accept, 'text/html')) {
    const body = JSON.stringify(renderEnvelope(refused, at));
    const type = { 'content-type': 'application/json; charset=utf-8' };
    return { status: refused.status, headers: { ...PRIVATE_HEADERS, ...headers, ...type }, body };
  }
  if (at && LASTING_ERRORS.has(name)) {
    const location = `${getAddressesAt(at, visit).permalink}/problem/${name}`;
    return { status: 303, headers: { ...PRIVATE_HEADERS, ...headers, location } };
  }
  const body = renderErrorPage(name, at?.store);
  return { status: refused.status, headers: { ...PAGE_HEADERS, ...headers }, body };
}

function renderEnvelope({ code, message, details, status }: Refused, at: RefusedAt | undefined): object {
  const severity = status === 400 ? 'recoverable' : 'unrecoverable';
  const sentences = code === 'invalid_input' ? details.map((each) => `${each.path} ${each.message}.`) : [];
  const texts = sentences.length > 0 ? sentences : [message];
  const front = at && getFrontPage(at.store);
  return {
    ucp: { version: CURRENT_VERSION, status: 'error', capabilities: {} },
    messages: texts.map((text) => createErrorMessage(code, text, severity)),
    continue_url: front?.href,
  };
}

function readWeight(accept: string, type: string): number {
  const [parameters] = accept
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((each) => each.trim()))
    .filter(([name]) => name === type);
  if (!parameters) return 0;
  const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return Number.isFinite(weight) ? weight : 0;
}
