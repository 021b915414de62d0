import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Attack, Battlefield } from './battlefield.ts';
import { ofPassersBy, ofTheMerchant } from './merchant-attacks.ts';
import { NO_ANSWER, shoot, WAIT_MS } from './shoot.ts';

const LONG_RUN = JSON.stringify({ x: 'a'.repeat(60_000) });

/** Concurrent attacks of clients, an agent platform, name servers, a shop, a neighboring store and a merchant. */
export function attacks(field: Battlefield): Attack[] {
  return [
    ...ofStrangers(field),
    ...ofThePlatform(field),
    ...ofTheShop(field),
    ...ofTheNeighbor(field),
    ...ofPassersBy(field),
    ...ofTheMerchant(field),
  ];
}

function ofStrangers({ baseUrl, honest }: Battlefield): Attack[] {
  const store = (count: number) => `${baseUrl}/api/ucp/${honest[count % honest.length]}`;
  return [
    {
      name: 'bodies that are slow to redact',
      everyMs: 150,
      once: (from) =>
        shoot({ method: 'POST', url: `${store(from)}/checkout-sessions`, body: LONG_RUN, from: from % 20 }),
    },
    {
      name: 'paths that are slow to redact',
      everyMs: 150,
      once: (from) => shoot({ url: `${store(from)}/${'a'.repeat(15_000)}`, from: from % 20 }),
    },
    {
      name: 'slugs that nobody has',
      everyMs: 50,
      once: (from) => shoot({ url: `${baseUrl}/api/ucp/${from}${'b'.repeat(15_000)}`, from: from % 20 }),
    },
    {
      name: 'guessed passwords',
      everyMs: 500,
      once: (from) =>
        shoot({
          method: 'POST',
          url: `${baseUrl}/api/merchant/sign-in`,
          body: JSON.stringify({ email: 'owner@honest.test', password: `guess number ${from}` }),
          from,
        }),
    },
    {
      name: 'requests that never end',
      everyMs: 250,
      once: async () => {
        const { port } = new URL(baseUrl);
        await hold(connect({ port: Number(port), host: '127.0.0.1' }));
        return NO_ANSWER;
      },
    },
  ];
}

/** Sends half a request and keeps the connection open. */
function hold(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => resolve()).on('close', () => resolve());
    socket.write('POST /api/ucp/x/checkout-sessions HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{');
    setTimeout(() => socket.destroy(), 4 * WAIT_MS).unref();
  });
}

function ofThePlatform({ baseUrl, honest, platform }: Battlefield): Attack[] {
  const discover = (from: number, profile: string) =>
    shoot({
      method: 'POST',
      url: `${baseUrl}/ucp/${honest[from % honest.length]}/catalog/search`,
      body: JSON.stringify({ query: 'mug' }),
      headers: { 'ucp-agent': `profile="${profile}"` },
      from,
    });
  return [
    { name: 'hostile profiles', everyMs: 150, once: (from) => discover(from, platform.nextProfile()) },
    {
      name: 'names whose name server is silent',
      everyMs: 100,
      once: (from) => discover(from, `https://h${from}.evil${from % 50}.test/profile`),
    },
  ];
}

function ofTheShop({ baseUrl, own }: Battlefield): Attack[] {
  const store = `${baseUrl}/api/ucp/${own}`;
  const line = { item: { id: 'gid://woocommerce/Product/1' } };
  return [
    {
      name: 'searches of the hostile shop',
      everyMs: 300,
      once: (from) => shoot({ url: `${store}/catalog/search?q=thing${from}`, from }),
    },
    {
      name: 'sessions of the hostile shop',
      everyMs: 300,
      once: (from) =>
        shoot({
          method: 'POST',
          url: `${store}/checkout-sessions`,
          body: JSON.stringify({ line_items: [line] }),
          from,
        }),
    },
  ];
}

function ofTheNeighbor({ shop }: Battlefield): Attack[] {
  return [
    {
      name: 'signed events of the hostile shop',
      everyMs: 20,
      once: async (from) => {
        const hook = shop.webhook();
        if (!hook) return NO_ANSWER;
        const body = JSON.stringify({ id: from + 1, status: 'publish', type: 'simple' });
        const signature = createHmac('sha256', hook.secret).update(body).digest('base64');
        return shoot({
          method: 'POST',
          url: hook.address,
          body,
          headers: {
            'x-wc-webhook-topic': 'product.updated',
            'x-wc-webhook-delivery-id': `${from}`,
            'x-wc-webhook-signature': signature,
          },
          from: 0,
        });
      },
    },
  ];
}
