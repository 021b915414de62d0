import type { ReadManifest } from '../../commerce/published-manifest.ts';
import type { DiscoveryCheck, Diagnostic } from './check-discovery.ts';
import { diagnoseHeaders } from './check-headers.ts';
import { isExpected, diagnoseManifest } from './check-manifest.ts';
import { isHtml, isShopify, diagnosePage, diagnoseStatus, servedByShopify } from './check-pages.ts';
import { problem } from './diagnostic.ts';

export interface Answered {
  url: string;
  status: number;
  headers: Headers;
  text: string;
  tooLarge: boolean;
  /** A redirect has led here: the headers are another server's. */
  redirected: boolean;
}

/** Judges what is answered at the end of the way. */
export function diagnoseAnswer(
  check: DiscoveryCheck,
  answer: Answered,
): { findings: Diagnostic[]; manifest?: ReadManifest } {
  if (answer.status !== 200) return { findings: [diagnoseStatus(check, answer)] };
  const status: Diagnostic = {
    check: 'status',
    level: 'ok',
    title: `${new URL(answer.url).host} answers with 200.`,
  };
  if (answer.tooLarge) return { findings: [status, TOO_LARGE] };
  const body = readJson(answer.text);
  if (body === undefined)
    return { findings: [status, isHtml(answer) ? diagnosePage(check, answer) : notJson(answer)] };
  const manifest = check.readManifest(body);
  if (isShopify(answer) && !isExpected(check, manifest)) {
    return { findings: [status, servedByShopify(answer, manifest)], manifest };
  }
  const findings = [status, ...diagnoseManifest(check, manifest), ...diagnoseHeaders(answer)];
  return { findings, manifest };
}

const TOO_LARGE: Diagnostic = problem('size', {
  title: 'The answer is far too large for a manifest.',
  cause: 'More than 256 KB came; a manifest has about 2 KB.',
  remedy:
    'Something else is answering at this address. Compare it with the manifest’s own address, and use one of the recipes.',
});

function readJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function notJson({ text }: Answered): Diagnostic {
  return problem('body', {
    title: text.trim() === '' ? 'The answer is empty.' : 'The answer cannot be read: it is no JSON.',
    cause:
      text.trim() === ''
        ? 'The server says 200, and sends nothing.'
        : 'It is cut off, was edited by hand, or a plugin writes something around it.',
    remedy: 'Copy the manifest again from its address, or use a recipe that fetches it by itself.',
  });
}
