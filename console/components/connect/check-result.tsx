import { Alert, Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { CredentialsCheck } from '../../../client/index.ts';
import { fieldErrors, notAtFields } from '../../form-errors.ts';
import { useStores } from '../../session.ts';
import { Diagnostics } from '../diagnostics.tsx';
import { Link } from '../link.tsx';
import { ErrorNotice } from '../notice.tsx';

interface CheckResultProps {
  check: CredentialsCheck;
  connecting: boolean;
  error: unknown;
  /** `slug` is empty for the one that the service makes from the shop's address. */
  onConnect: (slug: string) => void;
}

/** Result of the live check, with the button that connects. */
export function CheckResult({ check, connecting, error, onConnect }: CheckResultProps) {
  const { ok, description, diagnostics } = check;
  const [slug, setSlug] = useState('');
  const store = useStores().data?.find(({ hosts }) =>
    hosts.some((host) => description?.hosts.includes(host)),
  );
  const slugError = fieldErrors(error).slug;
  const heading = useRef<HTMLHeadingElement>(null);
  // It stands below a long form: the reader is brought there, each time it is checked.
  useEffect(() => {
    if (check) heading.current?.focus();
  }, [check]);
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Title order={2} size="h4" ref={heading} tabIndex={-1}>
          {ok ? (description?.name ?? 'The shop answers') : 'Something needs fixing'}
        </Title>
        {description && (
          <Text size="sm" c="dimmed" className="break">
            {[description.hosts.join(', '), description.currency, description.country]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        )}
        <Diagnostics diagnostics={diagnostics} label="Check results" />
        {store && (
          <Alert color="orange" title={`This shop is already connected as ${store.name}`}>
            <Link to={`/stores/${store.slug}`}>Open the store</Link>, or replace its credentials in its
            settings.
          </Alert>
        )}
        <ErrorNotice error={notAtFields(error, ['slug'])} title="The store was not connected" />
        {ok ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              onConnect(slug.trim());
            }}
          >
            <Stack align="flex-start">
              <TextInput
                label="Slug"
                description="Part of the store’s URLs for agents; it never changes. Leave empty to derive it from the shop’s address."
                placeholder="good-mugs"
                value={slug}
                onChange={({ currentTarget: { value } }) => setSlug(value)}
                error={slugError}
                autoComplete="off"
                spellCheck={false}
                maw={480}
              />
              <Button type="submit" loading={connecting} variant={store ? 'default' : 'filled'}>
                Connect {description?.name ?? 'the store'}
              </Button>
            </Stack>
          </form>
        ) : (
          <Text size="sm">Fix this and check again. Nothing was saved.</Text>
        )}
      </Stack>
    </Paper>
  );
}
