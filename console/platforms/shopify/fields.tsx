import { Radio, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { SecretField, TextField } from '../../components/text-field.tsx';
import type { ShopifyFields } from './credentials.ts';
import { AdminPlace, DomainPlace, StorefrontPlace } from './links.tsx';

interface Props {
  form: UseFormReturnType<ShopifyFields>;
  /** True where there is something that can be kept. */
  canKeep?: boolean;
}

export function DomainField({ form }: Props) {
  return (
    <Stack gap="xs" align="stretch">
      <TextField
        form={form}
        name="domain"
        label="Shop domain"
        description="In Shopify: Settings → Domains. The one that ends in .myshopify.com always works."
        placeholder="my-store.myshopify.com"
        required
      />
      <DomainPlace domain={form.getValues().domain} />
    </Stack>
  );
}

interface WaysProps extends Required<Props> {
  name: 'admin' | 'storefront';
  label: string;
  description: string;
  children: ReactNode;
}

/** Ways to give access to one API of the shop. */
function Ways({ form, canKeep, name, label, description, children }: WaysProps) {
  return (
    <Radio.Group label={label} description={description} key={form.key(name)} {...form.getInputProps(name)}>
      <Stack gap="xs" mt="xs">
        {canKeep && <Radio value="keep" label="Keep the current access" />}
        {children}
      </Stack>
    </Radio.Group>
  );
}

/** Orders, webhooks: what only an app may see. */
export function AdminAccess({ form, canKeep = false }: Props) {
  const access = form.getValues().admin;
  return (
    <Stack>
      <Ways
        form={form}
        canKeep={canKeep}
        name="admin"
        label="Access to orders (Admin API)"
        description="Confirms that purchases were paid, and lets Shopify send changes as webhooks."
      >
        <Radio
          value="app"
          label="Client id and secret of a Dev Dashboard app"
          description="Recommended for new apps. The app and the shop must belong to the same organization."
        />
        <Radio
          value="token"
          label="Admin API access token"
          description="From a custom app created in the Shopify admin. Starts with shpat_."
        />
      </Ways>
      {access !== 'keep' && <AdminPlace domain={form.getValues().domain} chosen={access} />}
      {access === 'app' && (
        <>
          <TextField form={form} name="clientId" label="Client id" required />
          <SecretField form={form} name="clientSecret" label="Client secret" required />
        </>
      )}
      {access === 'token' && (
        <>
          <SecretField form={form} name="adminToken" label="Admin API access token" required />
          <SecretField
            form={form}
            name="appSecret"
            label="API secret key"
            description="Used to verify webhooks. Without it they are ignored and changes show up later."
          />
        </>
      )}
    </Stack>
  );
}

/** Products, carts, checkout: what a buyer may see. */
export function StorefrontAccess({ form, canKeep = false }: Props) {
  const access = form.getValues().storefront;
  return (
    <Stack>
      <Ways
        form={form}
        canKeep={canKeep}
        name="storefront"
        label="Access to products and carts (Storefront API)"
        description="Everything a visitor of your shop can see and do."
      >
        <Radio value="private" label="Private token" description="Recommended: made for servers." />
        <Radio
          value="public"
          label="Public token"
          description="Works too, with the rate limits of a browser."
        />
        <Radio
          value="none"
          label="No token"
          description="As an anonymous visitor: parts of the catalog may be missing."
        />
      </Ways>
      {(access === 'private' || access === 'public') && <StorefrontPlace />}
      {access === 'private' && (
        <SecretField form={form} name="storefrontPrivateToken" label="Storefront private token" required />
      )}
      {access === 'public' && (
        <SecretField form={form} name="storefrontPublicToken" label="Storefront public token" required />
      )}
    </Stack>
  );
}
