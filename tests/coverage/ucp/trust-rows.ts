import { anywhere, of, type Part, row } from '../contract/row.ts';
import { SIGNED_COMPONENTS } from '../../ucp/signed-components.ts';

const idempotency = of('official idempotency');
const answers = of('answers kept for official keys');
const vectors = of('the test vectors of RFC 9421');
const request = of('a signed request');
const message = of('a signed JSON-RPC message');
const mcp = of('signed messages over MCP');
const signs = of('what this service signs');
const orders = of('orders and their events');
const keys = of('keys to sign with');

/** Doing things once, and knowing who asks and who answers. */
export const trustRows: readonly Part[] = [
  {
    name: 'Idempotency',
    rows: [
      row(
        'the same key and payload: the answer of the first time',
        idempotency('answers the same again, to the letter and with the same status, and does nothing'),
      ),
      row(
        'the same key, another payload: 409',
        idempotency('refuses the same key for something else with 409'),
      ),
      row(
        'over MCP: the same answer; -32000 with 409',
        of('official tools over MCP')(
          'want a key for what must not be done twice, and answer the same to it again',
        ),
      ),
      row(
        'every change',
        idempotency('holds for every change: update, complete and cancel, of carts as well'),
      ),
      row('raced duplicates: one', idempotency('makes one of raced duplicates')),
      row(
        'unique by client and operation',
        idempotency('knows a key by platform and operation: others may have the same'),
      ),
      anywhere('kept for a day at least', answers('outlive a day, and are forgotten after two')),
      anywhere(
        'storage fails: 503',
        answers('refuse with 503 while nobody can tell what was done before: nothing is done then'),
      ),
    ],
  },
  {
    name: 'Signatures (RFC 9421)',
    rows: [
      anywhere(
        'the RFC’s own vectors: ES256, EdDSA',
        vectors('B.2.4, a response with ECDSA over P-256'),
        vectors('B.2.6, a request with Ed25519'),
      ),
      anywhere(
        'REST: what must be covered',
        ...SIGNED_COMPONENTS.map((name) => request(`does not hold when it leaves out ${name}`)),
      ),
      anywhere('raw r and s, no DER', request('does not hold with DER instead of raw r and s')),
      anywhere('one of several is enough', request('needs one signature that holds, of several')),
      anywhere(
        'keys for signatures only',
        request('names a key that the profile does not have, or not for this'),
      ),
      anywhere(
        'created and expires, where they are',
        request('is held against the clock, with a minute to spare'),
        request('is good until it expires, where it says when'),
        request('holds without `created`: its idempotency key keeps it from being played again'),
      ),
      anywhere(
        'MCP: a vector of another implementation',
        message('holds by the key of its platform, today and later: its idempotency key is signed too'),
        message('does not hold for another message, with its digest or with the old one'),
        message('does not hold at another address, or by another key of that name'),
        ...['ucp-agent', 'idempotency-key', 'content-type'].map((name) =>
          message(`does not hold with another ${name}`),
        ),
      ),
      row(
        'MCP: signature_invalid, 401 and -32000',
        mcp('are refused with another body with a digest of its own'),
        mcp('are refused with another agent in its header'),
        mcp('are refused with an idempotency key that was not signed'),
        mcp('are refused with a signature of zeros'),
        mcp('are refused when their signature leaves the body out'),
        mcp('are refused where they were not sent to: at another store, or another path'),
      ),
      row(
        'MCP: expired and early, 401 and -32000',
        mcp('are refused when their signature has expired'),
        mcp('are refused when their signature was made ten minutes ago'),
        mcp('are refused when their signature will be made in five minutes'),
      ),
      row(
        'MCP: digest_mismatch, 400 and -32600',
        mcp('are refused with another body under its digest'),
        mcp('are refused with no digest'),
      ),
      row('MCP: signature_missing, 401 and -32000', mcp('are refused with no signature beside its input')),
      row(
        'MCP: key_not_found, 401 and -32000',
        mcp('are refused when their signature is by a key that the profile does not have'),
        mcp('speak for nobody else: the key must be of the profile that the message names'),
      ),
      row(
        'MCP: algorithm_unsupported, 400 and -32600',
        mcp('are refused by a key of an algorithm that is not known here'),
      ),
      row(
        'MCP: both versions, and version_unsupported',
        mcp('are of a version that is spoken here: in the older one, with keys under that one’s name'),
      ),
      row(
        'MCP: played again, nothing is done',
        mcp('played again, change nothing and are answered the same'),
      ),
      row(
        'MCP: another payload under the same key, 409',
        mcp('under a key that was used for something else, are refused'),
      ),
      row(
        'orders are told to their platform only, over MCP too',
        mcp('read an order, which nobody is told without'),
      ),
      row(
        'answers about checkouts and orders are signed, over REST and MCP',
        orders('signs what it says of checkouts and orders'),
        mcp('are done, and what is said of a checkout is signed by the store'),
      ),
      anywhere(
        'events of orders are signed whole',
        signs('holds as a webhook, with all that is sent'),
        signs('holds as a response in the eyes of a library that is none of ours'),
      ),
      anywhere(
        'keys are published before they are used, and stay after',
        keys('overlap: a new one is published first, signs an hour later, and the old one stays for days'),
      ),
    ],
  },
];
