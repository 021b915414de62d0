import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { act } from '../../api.ts';
import { saySaved } from '../../saved.ts';
import { storePath, useStore } from '../../store-context.ts';
import { useStoreChanged } from '../../use-action.ts';
import { useWireForm } from '../../use-wire-form.ts';
import {
  EMPTY_SHOPIFY,
  SHOPIFY_RULES,
  type ShopifyFields,
  shopifyRotation,
} from '../connect/shopify-credentials.ts';
import { AdminAccess, DomainField, StorefrontAccess } from '../connect/shopify-fields.tsx';
import { EMPTY_SITE, SITE_RULES, SiteFields } from '../connect/site-fields.tsx';
import { ErrorNotice } from '../notice.tsx';
import { LeaveGuard } from '../save-bar.tsx';
import { Section } from '../panel.tsx';
import { TextField } from '../text-field.tsx';

/** Replaces credentials after testing them against the shop. */
export function Credentials() {
  const { platform, hosts } = useStore();
  const Keys = platform === 'shopify' ? ShopifyKeys : SiteKeys;
  return (
    <Section
      title="Credentials"
      lead="Saved credentials are never shown. New ones are tested against your shop before they replace the old."
    >
      {/* Replaced credentials may have moved the store to another domain. */}
      <Keys key={hosts.join(' ')} />
    </Section>
  );
}

function useRotation() {
  const { slug } = useStore();
  const changed = useStoreChanged();
  return {
    send: (credentials: Record<string, string | null>, confirm: string) =>
      act('PUT', storePath(slug, '/credentials'), {
        credentials,
        ...(confirm === '' ? {} : { confirm: confirm.trim() }),
      }),
    done: async (reset: () => void) => {
      reset();
      await changed();
      saySaved('New credentials saved.');
    },
  };
}

function ShopifyKeys() {
  const { hosts } = useStore();
  const { send, done } = useRotation();
  const domain = hosts.find((host) => host.endsWith('.myshopify.com')) ?? hosts[0] ?? '';
  const { form, submit, busy, dirty, error } = useWireForm({
    initial: { ...EMPTY_SHOPIFY, domain, admin: 'keep', storefront: 'keep', confirm: '' },
    validate: SHOPIFY_RULES,
    send: ({ confirm, ...fields }: ShopifyFields & Confirmed) => send(shopifyRotation(fields), confirm),
    onDone: (_answer, { reset }) => done(reset),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <LeaveGuard dirty={dirty} />
        <ErrorNotice error={error} title="The credentials were not replaced" />
        <DomainField form={form} />
        <AdminAccess form={form} canKeep />
        <StorefrontAccess form={form} canKeep />
        <ConfirmMove form={form} />
        <Replace busy={busy} />
      </Stack>
    </form>
  );
}

function SiteKeys() {
  const { hosts } = useStore();
  const { send, done } = useRotation();
  const { form, submit, busy, dirty, error } = useWireForm({
    initial: { ...EMPTY_SITE, url: siteOf(hosts[0]), confirm: '' },
    validate: SITE_RULES,
    send: ({ confirm, ...keys }: typeof EMPTY_SITE & Confirmed) => send(keys, confirm),
    onDone: (_answer, { reset }) => done(reset),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={480}>
        <LeaveGuard dirty={dirty} />
        <ErrorNotice error={error} title="The credentials were not replaced" />
        <SiteFields form={form} />
        <ConfirmMove form={form} />
        <Replace busy={busy} />
      </Stack>
    </form>
  );
}

/** `confirm`: slug of the store, typed to move it to another address. */
type Confirmed = Record<'confirm', string>;

/** Asks for the slug once the service has said that the address is another one. */
function ConfirmMove<Fields extends Record<string, string> & Confirmed>({
  form,
}: {
  form: UseFormReturnType<Fields>;
}) {
  const { hosts } = useStore();
  if (form.errors.confirm === undefined && form.getValues().confirm === '') return null;
  return (
    <TextField
      form={form}
      name="confirm"
      label="Slug of this store, to move it to another address"
      description={`The shop was at ${hosts[0]} before. Agents will find, and buyers will pay at, the new address.`}
    />
  );
}

/** A simulated shop on this machine speaks plain http. */
function siteOf(host: string | undefined): string {
  if (host === undefined) return '';
  return `${/^(localhost|127\.)/.test(host) ? 'http' : 'https'}://${host}`;
}

function Replace({ busy }: { busy: boolean }) {
  return (
    <Group>
      <Button type="submit" loading={busy}>
        Replace credentials
      </Button>
    </Group>
  );
}
