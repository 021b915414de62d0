import { z } from 'zod';

const text = (maxLength: number) =>
  z.string('must be a text').max(maxLength, `must have ${maxLength} characters at most`);

/** Accepts missing versions: some WordPress plugins hide them. */
const version = text(50)
  .nullish()
  .transform((text) => text ?? '');

const siteUrl = text(2_000)
  .regex(/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/, 'must be the address of the site, http or https')
  .refine((url) => URL.canParse(url), 'must be an address');

/** Characters of WooCommerce's keys; the site itself refuses an unknown key. */
const key = text(200).regex(
  /^[\x21-\x39\x3b-\x7e]+$/,
  'must be printable characters without spaces or colons',
);

export const pairRequest = z.object({
  code: text(20)
    .transform((text) => text.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'must be six digits')),
  site_url: siteUrl,
  site_name: text(500).catch(''),
  rest_url: text(2_000),
  consumer_key: key,
  consumer_secret: key,
  connector_token: text(128).regex(/^[\w-]{32,128}$/, 'must be 32 to 128 letters, digits, "-" and "_"'),
  versions: z.object({ wordpress: version, woocommerce: version, php: version, connector: version }),
  settings: z.object({
    permalinks: z.enum(['pretty', 'plain']),
    ssl: z.boolean(),
    coming_soon: z.boolean(),
  }),
});
