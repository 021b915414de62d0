import { randomUUID } from 'node:crypto';
import { generate } from 'selfsigned';

/** What a server over TLS needs, and what its clients must trust to believe it. PEM. */
export interface ServerCertificate {
  authority: string;
  cert: string;
  key: string;
}

const DAY_MS = 24 * 60 * 60_000;

/** A certificate for these names and 127.0.0.1, by an authority that is made for it and whose key nobody keeps. */
export async function certificateFor(names: readonly string[]): Promise<ServerCertificate> {
  const options = {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + DAY_MS),
  } as const;
  const authority = await generate([{ name: 'commonName', value: `Authority ${randomUUID()}` }], {
    ...options,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const { cert, private: key } = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    ...options,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [...names.map((value) => ({ type: 2 as const, value })), { type: 7, ip: '127.0.0.1' }],
      },
    ],
  });
  return { authority: authority.cert, cert, key };
}
