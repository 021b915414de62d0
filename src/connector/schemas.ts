import { z } from 'zod';

const createTextSchema = (maxLength: number) =>
  z.string('must be a text').max(maxLength, `must have ${maxLength} characters at most`);

/** Accepts missing versions: some WordPress plugins hide them. */
const version = createTextSchema(50)
  .nullish()
  .transform((text) => text ?? '');

const siteUrl = createTextSchema(2_000)
  .regex(/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/, 'must be the address of the site, http or https')
  .refine((url) => URL.canParse(url), 'must be an address');

/** Characters of WooCommerce's keys; the site itself refuses an unknown key. */
const key = createTextSchema(200).regex(
  /^[\x21-\x39\x3b-\x7e]+$/,
  'must be printable characters without spaces or colons',
);

export const pairRequest = z.object({
  code: createTextSchema(20)
    .transform((text) => text.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'must be six digits')),
  site_url: siteUrl,
  site_name: createTextSchema(500).catch(''),
  rest_url: createTextSchema(2_000),
  consumer_key: key,
  consumer_secret: key,
  connector_token: createTextSchema(128).regex(
    /^[\w-]{32,128}$/,
    'must be 32 to 128 letters, digits, "-" and "_"',
  ),
  versions: z.object({ wordpress: version, woocommerce: version, php: version, connector: version }),
  settings: z.object({
    permalinks: z.enum(['pretty', 'plain']),
    ssl: z.boolean(),
    coming_soon: z.boolean(),
  }),
});
