import type { AccessDiagnostic } from '../../store-platform.ts';
import type { Ask, SiteAnswer } from '../client.ts';
import { plainLine } from '../plain-text.ts';

const STORE_API = '/wc/store/v1/products?per_page=1&_fields=id';
const LIMIT_HEADERS = ['ratelimit-limit', 'x-ratelimit-limit'];

function limitOf({ headers }: Pick<SiteAnswer, 'headers'>): string | undefined {
  const limit = LIMIT_HEADERS.map((name) => headers.get(name)).find((value) => value !== null);
  return limit && (/\d{1,9}/.exec(limit)?.[0] ?? undefined);
}

/** Calls the site as `ask` does, and remembers the limit that its answers name, and what is printed around them. */
export function watchAnswers(ask: Ask): { ask: Ask; limit(): string | undefined; extraText(): string } {
  let limit: string | undefined;
  let extraText = '';
  return {
    async ask(call) {
      const answer = await ask(call);
      limit = limitOf(answer) ?? limit;
      extraText ||= answer.extraText;
      return answer;
    },
    limit: () => limit,
    extraText: () => extraText,
  };
}

const MAX_QUOTED_LENGTH = 120;

export function diagnoseExtraText(text: string): AccessDiagnostic {
  const begin = plainLine(text).slice(0, MAX_QUOTED_LENGTH);
  return {
    level: 'warning',
    title: `The site prints text around its answers, which is ignored${begin === '' ? '.' : `: “${begin}”`}`,
    remedy:
      'Switch off display_errors in php.ini and WP_DEBUG_DISPLAY in wp-config.php, and repair or remove the plugin that prints it: one that prints more may make answers unreadable.',
  };
}

export function diagnoseLimitedCalls(limit: string): AccessDiagnostic {
  return {
    level: 'warning',
    title: `The site limits calls to its REST interface by address (${limit} at a time), and all agents come from this service's one.`,
    remedy:
      'In the plugin or server that sets the header RateLimit-Limit, exempt calls with the header User-Agent: ucp-host, or raise the limit.',
  };
}

/** WooCommerce's own limit counts its Store API, which the service does not call; plugins extend it to other routes. */
export async function checkStoreApi(ask: Ask): Promise<AccessDiagnostic[]> {
  const answer = ask({ path: STORE_API, anonymous: true });
  const limit = await answer.then(limitOf, () => undefined);
  if (limit === undefined) return [];
  return [
    {
      level: 'warning',
      title: `The rate limit of the Store API is on (${limit} at a time): buyers behind one address share it.`,
      remedy:
        "The calls of this service are not counted. Behind a proxy or CDN, return 'proxy_support' => true from the filter woocommerce_store_api_rate_limit_options, or all buyers count as one.",
    },
  ];
}
