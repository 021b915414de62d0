import { Radio, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { SecretField, TextField } from '../text-field.tsx';
import type { ShopifyFields } from './shopify-credentials.ts';

interface Props {
  form: UseFormReturnType<ShopifyFields>;
  /** True where there is something that can be kept. */
  canKeep?: boolean;
}

export function DomainField({ form }: Props) {
  return (
    <TextField
      form={form}
      name="domain"
      label="Shop domain"
      description="In Shopify: Settings → Domains. The one that ends in .myshopify.com always works."
      placeholder="my-store.myshopify.com"
      required
    />
  );
}

/** Orders, webhooks: what only an app may see. */
export function AdminAccess({ form, canKeep = false }: Props) {
  const chosen = form.getValues().admin;
  return (
    <Stack>
      <Radio.Group
        label="Access to orders (Admin API)"
        description="Lets a purchase be confirmed as paid, and lets Shopify tell us what changed."
        key={form.key('admin')}
        {...form.getInputProps('admin')}
      >
        <Stack gap="xs" mt="xs">
          {canKeep && <Radio value="keep" label="Keep the access there is" />}
          <Radio
            value="app"
            label="Client id and secret of a Dev Dashboard app"
            description="The way for new apps. The app and the shop belong to the same organisation."
          />
          <Radio
            value="token"
            label="Admin API access token"
            description="Of a custom app that was made in the Shopify admin; begins with shpat_."
          />
        </Stack>
      </Radio.Group>
      {chosen === 'app' && (
        <>
          <TextField form={form} name="clientId" label="Client id" required />
          <SecretField form={form} name="clientSecret" label="Client secret" required />
        </>
      )}
      {chosen === 'token' && (
        <>
          <SecretField form={form} name="adminToken" label="Admin API access token" required />
          <SecretField
            form={form}
            name="appSecret"
            label="API secret key of the app"
            description="Signs its webhooks. Without it none is believed, and changes are noticed later."
          />
        </>
      )}
    </Stack>
  );
}

/** Products, carts, checkout: what a buyer may see. */
export function StorefrontAccess({ form, canKeep = false }: Props) {
  const chosen = form.getValues().storefront;
  return (
    <Stack>
      <Radio.Group
        label="Access to products and carts (Storefront API)"
        description="What a visitor of the shop may see and do."
        key={form.key('storefront')}
        {...form.getInputProps('storefront')}
      >
        <Stack gap="xs" mt="xs">
          {canKeep && <Radio value="keep" label="Keep the access there is" />}
          <Radio value="private" label="Private token" description="Best: made for servers like this one." />
          <Radio value="public" label="Public token" description="Works too, with the limits of a browser." />
          <Radio
            value="none"
            label="No token"
            description="As an anonymous visitor: the catalog may be read only in part."
          />
        </Stack>
      </Radio.Group>
      {chosen === 'private' && (
        <SecretField form={form} name="storefrontPrivateToken" label="Storefront private token" required />
      )}
      {chosen === 'public' && (
        <SecretField form={form} name="storefrontPublicToken" label="Storefront public token" required />
      )}
    </Stack>
  );
}
