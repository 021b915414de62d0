/** Parts that `oidc-provider` has only for trials, and warns of: keys, storage, and the pages of a sign-in. */
import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Adapter, AdapterPayload, JWK, Provider } from 'oidc-provider';

/** Makes the key that signs ID tokens. */
export function signingKeys(): { keys: JWK[] } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as JWK] };
}

/** Returns a store in memory for each kind of record. */
export function memoryStores(): (kind: string) => Adapter {
  const all = new Map<string, AdapterPayload>();
  return (kind) => {
    const own = () => [...all].filter(([key]) => key.startsWith(`${kind}:`));
    const findBy = async (member: 'uid' | 'userCode', value: string) =>
      own().find(([, payload]) => payload[member] === value)?.[1];
    return {
      upsert: async (id, payload) => void all.set(`${kind}:${id}`, payload),
      find: async (id) => all.get(`${kind}:${id}`),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (code) => findBy('userCode', code),
      async consume(id) {
        Object.assign(all.get(`${kind}:${id}`) ?? {}, { consumed: Math.floor(Date.now() / 1000) });
      },
      destroy: async (id) => void all.delete(`${kind}:${id}`),
      async revokeByGrantId(grantId) {
        for (const [key, payload] of own()) if (payload.grantId === grantId) all.delete(key);
      },
    };
  };
}

const FORMS: Record<string, string> = {
  login: '<input name="login"><input name="password" type="password"><button>Sign-in</button>',
  consent: '<button>Continue</button>',
};

/** Shows the form of a sign-in's next step, or takes it. Any password is right. */
export async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    const fields = `<input type="hidden" name="prompt" value="${prompt.name}">${FORMS[prompt.name]}`;
    response.setHeader('content-type', 'text/html').end(`<form method="post">${fields}</form>`);
    return;
  }
  const form = new URLSearchParams(await text(request));
  if (prompt.name === 'login') {
    const login = { accountId: form.get('login') ?? '' };
    return provider.interactionFinished(request, response, { login });
  }
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant =
    existing ??
    new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
}
