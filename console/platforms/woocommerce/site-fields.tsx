import type { UseFormReturnType } from '@mantine/form';
import { SecretField, TextField } from '../../components/text-field.tsx';
import { required } from '../../use-wire-form.ts';

export const EMPTY_SITE = { url: '', consumerKey: '', consumerSecret: '' };

export const SITE_RULES = {
  url: required('your store’s URL'),
  consumerKey: required('the consumer key'),
  consumerSecret: required('the consumer secret'),
};

/** REST API keys of a WooCommerce site. */
export function SiteFields({ form }: { form: UseFormReturnType<typeof EMPTY_SITE> }) {
  return (
    <>
      <TextField form={form} name="url" label="Store URL" placeholder="https://shop.example" required />
      <TextField form={form} name="consumerKey" label="Consumer key" placeholder="ck_…" required />
      <SecretField form={form} name="consumerSecret" label="Consumer secret" required />
    </>
  );
}
