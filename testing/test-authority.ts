import { randomUUID } from 'node:crypto';
import { generate } from 'selfsigned';

/** Key and certificate of a TLS server, and the authority that its clients must trust; PEM. */
export type ServerCertificate = { authority: string; cert: string; key: string };

const DAY_MS = 24 * 60 * 60_000;

/** Issues a certificate for these names and 127.0.0.1 by a new authority whose key is discarded. */
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
