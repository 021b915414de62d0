import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const PERSON_PRESENT = 0x01;
const PERSON_VERIFIED = 0x04;
const HOLDS_CREDENTIAL = 0x40;

interface Asked {
  challenge: string;
}

interface Use {
  /** Number of uses that the device claims; by default one more than at the last use. */
  counter?: number;
  isVerified?: boolean;
  origin?: string;
}

/** A device with one passkey (Web Authentication, ES256), at the page of `origin`. `counts: false` is one that is synchronized. */
export function passkeyDevice(pageOrigin: string, { counts = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  let uses = 0;

  function dataOf(flags: number, { counter, isVerified = true }: Use, more: Buffer[] = []): Buffer {
    uses = counter ?? (counts ? uses + 1 : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | PERSON_PRESENT | (isVerified ? PERSON_VERIFIED : 0));
    head.writeUInt32BE(uses, 1);
    const party = createHash('sha256').update(new URL(pageOrigin).hostname).digest();
    return Buffer.concat([party, head, ...more]);
  }

  function clientData(type: string, { challenge }: Asked, { origin = pageOrigin }: Use): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  const answer = (response: Record<string, Buffer>) => ({
    id: credentialId.toString('base64url'),
    rawId: credentialId.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    ),
  });

  return {
    /** Answers `POST /account/passkeys/begin`. */
    make(request: Asked, use: Use = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE key as CBOR: a map of kty EC2, alg ES256, crv P-256, x and y.
      const key = [
        Buffer.from('a5010203262001215820', 'hex'),
        bytesOf(x),
        Buffer.from('225820', 'hex'),
        bytesOf(y),
      ];
      const length = Buffer.from([0, credentialId.length]);
      const credential = [Buffer.alloc(16), length, credentialId, ...key];
      const data = dataOf(HOLDS_CREDENTIAL, use, credential);
      // CBOR: { fmt: 'none', attStmt: {}, authData }.
      const before = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
      const attestationObject = Buffer.concat([before, Buffer.from([data.length]), data]);
      return answer({ clientDataJSON: clientData('webauthn.create', request, use), attestationObject });
    },

    /** Answers `POST /passkey-sign-in`. */
    use(request: Asked, use: Use = {}) {
      const authenticatorData = dataOf(0, use);
      const clientDataJSON = clientData('webauthn.get', request, use);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()]);
      return answer({ authenticatorData, clientDataJSON, signature: sign('sha256', signed, privateKey) });
    },
  };
}

function bytesOf(base64url: string): Buffer {
  return Buffer.from(base64url, 'base64url');
}
