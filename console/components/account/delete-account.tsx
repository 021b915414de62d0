import { Alert, Anchor, Group, List, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { PreviewAccountDeletionResponse } from '../../../client/index.ts';
import { queryOf } from '../../api.ts';
import { saySaved } from '../../saved.ts';
import { becameAccount } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { CURRENT_PASSWORD } from '../account-fields.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { counted } from '../counted.ts';
import { Section } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';
import { SecretField } from '../text-field.tsx';

type Departure = PreviewAccountDeletionResponse['organizations'][number];

interface DeleteAccountProps {
  email: string;
  hasPassword: boolean;
}

/** Deletes the account, once nothing would be left without an owner. Says first what becomes of its organizations. */
export function DeleteAccount(props: DeleteAccountProps) {
  const preview = useQuery(queryOf('previewAccountDeletion', {}));
  return (
    <Section
      title="Delete account"
      lead="Ends your sessions, passkeys and API tokens at once. This cannot be undone. Your shops themselves are not changed."
    >
      <QueryView query={preview}>
        {({ organizations }) => <Consequences {...props} organizations={organizations} />}
      </QueryView>
    </Section>
  );
}

function Consequences({ organizations, ...props }: DeleteAccountProps & PreviewAccountDeletionResponse) {
  const refused = organizations.filter(({ outcome }) => outcome === 'refused');
  const others = organizations.filter(({ outcome }) => outcome !== 'refused');
  return (
    <>
      {refused.length > 0 && (
        <Alert color="orange" title="You are the last owner of an organization">
          <Stack gap="xs">
            {refused.map((departure) => (
              <Text key={departure.id} size="sm" className="break">
                {describeKept(departure)}{' '}
                <Anchor component={Link} href={`/team/${departure.id}`} underline="always" inherit>
                  Open {departure.name}
                </Anchor>
              </Text>
            ))}
          </Stack>
        </Alert>
      )}
      {others.length > 0 && (
        <List size="sm" aria-label="What becomes of your organizations">
          {others.map(({ id, name, outcome, other_members: members }) => (
            <List.Item key={id} className="break">
              {outcome === 'left'
                ? `${name} goes on with ${counted(members, 'other member')}.`
                : `${name} is deleted: it has no stores and no other members.`}
            </List.Item>
          ))}
        </List>
      )}
      {refused.length === 0 && <Delete {...props} />}
    </>
  );
}

function describeKept({ name, stores, other_members: members }: Departure): string {
  const heir = members > 0 ? 'make another member an owner' : 'invite another owner';
  return stores.length > 0
    ? `${name} has ${counted(stores.length, 'store')}: ${stores.join(', ')}. First ${heir}, or transfer or delete the stores.`
    : `${name} has ${counted(members, 'other member')}. First ${heir}, or delete the organization.`;
}

function Delete({ email, hasPassword }: DeleteAccountProps) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const form = useForm({ mode: 'controlled', initialValues: { current_password: '' } });
  const remove = useAction(
    'deleteAccount',
    () => ({ body: { confirm: email, ...(hasPassword ? form.getValues() : {}) } }),
    [],
    {
      onDone: () => {
        becameAccount(client, null);
        saySaved('Your account is deleted.');
        navigate('/sign-in', { replace: true });
      },
    },
  );
  return (
    <Group>
      <ConfirmButton
        title="Delete your account?"
        text={
          <Stack>
            Your account is permanently deleted, with everything that signs in to it.
            {hasPassword && <SecretField form={form} {...CURRENT_PASSWORD} />}
          </Stack>
        }
        confirm="Delete account"
        typed={email}
        action={remove}
        label="Delete account"
      />
    </Group>
  );
}
