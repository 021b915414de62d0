import { randomUUID } from 'node:crypto';
import { PROFILE } from '../../testing/ucp-agent.ts';
import type { Transcript } from './transcript.ts';

/** Steps of a shopping task at one endpoint; a choice names the product and the values of its options. */
export interface Shopping {
  search(query: string, limit: number): Promise<void>;
  look(choice: Choice): Promise<void>;
  cart(items: readonly Item[], code: string): Promise<void>;
  /** Buys the items, or the cart when there is one. */
  checkOut(items: readonly Item[]): Promise<void>;
}

interface Choice {
  title: string;
  options?: readonly string[];
}

interface Item extends Choice {
  quantity: number;
}

export interface EndpointUnderTest {
  name: string;
  /** The answer to `tools/list` as JSON; null for steps over REST alone. */
  tools(): Promise<string>;
  shop(transcript: Transcript): Shopping;
}

interface Listed {
  id: string;
  title: string;
  variants: { id: string; title: string }[];
}

interface Rpc {
  result?: { content: { text: string }[]; structuredContent?: unknown; isError?: boolean; tools?: object[] };
  error?: { message: string };
}

const HEADERS = { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' };

async function rpc(url: string, method: string, params: object): Promise<NonNullable<Rpc['result']>> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = (await (await fetch(url, { method: 'POST', headers: HEADERS, body })).json()) as Rpc;
  if (!answer.result || answer.result.isError)
    throw new Error(`${method} ${JSON.stringify(params)}: ${JSON.stringify(answer).slice(0, 500)}`);
  return answer.result;
}

const toolsAt = (url: string) => async () => JSON.stringify((await rpc(url, 'tools/list', {})).tools);

/** True when the variant has all values of the choice. */
function fits(title: string, { options = [] }: Choice): boolean {
  const values = title.split(/ \/ |, /);
  return options.every((option) => values.includes(option));
}

function onlyOne<Found extends { title: string }>(
  all: readonly Found[],
  isMeant: (each: Found) => boolean,
): Found {
  const one = all.find(isMeant);
  if (!one) throw new Error(`not found among ${all.map(({ title }) => title).join(', ')}`);
  return one;
}

/** The shopping endpoint: its answers are text alone. */
export function shoppingEndpoint(baseUrl: string, slug: string): EndpointUnderTest {
  const url = `${baseUrl}/mcp/${slug}`;
  return {
    name: 'shopping',
    tools: toolsAt(url),
    shop(transcript) {
      const listed: { id: string; title: string }[] = [];
      let cartId: string | undefined;
      async function call<Answer>(name: string, args: object): Promise<Answer> {
        const { content } = await rpc(url, 'tools/call', { name, arguments: args });
        const text = content[0]?.text ?? '';
        transcript.add(name, args, text);
        return JSON.parse(text) as Answer;
      }
      const idOf = ({ title }: Choice) => onlyOne(listed, (each) => each.title === title).id;
      const toItem = ({ options, quantity, ...choice }: Item) => ({
        id: idOf(choice),
        ...(options ? { options: options.join(', ') } : {}),
        ...(quantity === 1 ? {} : { quantity }),
      });
      return {
        async search(query, limit) {
          const { products } = await call<{ products: typeof listed }>('search_products', { query, limit });
          listed.push(...products);
        },
        async look(choice) {
          const { options } = choice;
          await call('get_product', { id: idOf(choice), ...(options ? { variant: options.join(' ') } : {}) });
        },
        async cart(items, code) {
          const args = { items: items.map(toItem), discount_codes: [code] };
          cartId = (await call<{ id: string }>('create_cart', args)).id;
        },
        async checkOut(items) {
          await call(
            'create_checkout',
            cartId === undefined ? { items: items.map(toItem) } : { cart_id: cartId },
          );
        },
      };
    },
  };
}

/** Official UCP over MCP. Its answers come twice, as structured content and as text; one of them is counted. */
export function officialEndpoint(baseUrl: string, slug: string): EndpointUnderTest {
  const url = `${baseUrl}/ucp/${slug}/mcp`;
  return {
    name: 'official UCP',
    tools: toolsAt(url),
    shop(transcript) {
      const { add, variantOf, lineItems } = listing();
      let cartId: string | undefined;
      async function call<Answer>(name: string, args: object): Promise<Answer> {
        const meta = { 'ucp-agent': { profile: PROFILE }, 'idempotency-key': randomUUID() };
        const { structuredContent } = await rpc(url, 'tools/call', { name, arguments: { meta, ...args } });
        transcript.add(name, { meta, ...args }, JSON.stringify(structuredContent));
        return structuredContent as Answer;
      }
      return {
        async search(query, limit) {
          const args = { catalog: { query, pagination: { limit } } };
          add(await call('search_catalog', args));
        },
        async look(choice) {
          await call('get_product', { catalog: { id: variantOf(choice) } });
        },
        async cart(items, code) {
          const cart = { line_items: lineItems(items), discounts: { codes: [code] } };
          cartId = (await call<{ id: string }>('create_cart', { cart })).id;
        },
        async checkOut(items) {
          const checkout =
            cartId === undefined ? { line_items: lineItems(items) } : { cart_id: cartId, line_items: [] };
          await call('create_checkout', { checkout });
        },
      };
    },
  };
}

/** Products that searches answered, and the lines of a cart that name them. */
function listing() {
  const listed: Listed[] = [];
  const productOf = ({ title }: Choice) => onlyOne(listed, (each) => each.title === title);
  const variantOf = (choice: Choice) =>
    onlyOne(productOf(choice).variants, ({ title }) => fits(title, choice)).id;
  return {
    add: ({ products }: { products: Listed[] }) => listed.push(...products),
    productOf,
    variantOf,
    lineItems: (items: readonly Item[]) =>
      items.map((item) => ({ item: { id: variantOf(item) }, quantity: item.quantity })),
  };
}

/** The contract: the checkout over MCP, everything before it over REST, since its MCP has no search and no carts. */
export function contractEndpoint(baseUrl: string, slug: string): EndpointUnderTest {
  const store = `${baseUrl}/api/ucp/${slug}`;
  return {
    name: 'contract',
    tools: toolsAt(`${store}/mcp`),
    shop(transcript) {
      const { add, productOf, lineItems } = listing();
      let codes: string[] = [];
      async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
        const init = { method, headers: HEADERS, ...(body ? { body: JSON.stringify(body) } : {}) };
        const text = await (await fetch(store + path, init)).text();
        transcript.add(`${method} ${path}`, body ?? {}, text);
        return JSON.parse(text) as Answer;
      }
      return {
        async search(query, limit) {
          const path = `/catalog/search?q=${encodeURIComponent(query)}&first=${limit}`;
          add(await ask('GET', path));
        },
        async look(choice) {
          await ask('GET', `/catalog/lookup?ids=${productOf(choice).id}`);
        },
        async cart(items, code) {
          codes = [code];
          await ask('POST', '/carts', { line_items: lineItems(items), discounts: { codes } });
        },
        async checkOut(items) {
          const args = {
            line_items: lineItems(items),
            ...(codes.length > 0 ? { discounts: { codes } } : {}),
            idempotency_key: randomUUID(),
          };
          const name = 'create_checkout_session';
          const { content } = await rpc(`${store}/mcp`, 'tools/call', { name, arguments: args });
          transcript.add(name, args, content[0]?.text ?? '');
        },
      };
    },
  };
}
