import { Stack, Switch, Text } from '@mantine/core';
import { useInstallation } from '../../session.ts';
import { useStore } from '../../store-context.ts';
import { useStoreAction } from '../../use-action.ts';
import { ErrorNotice } from '../notice.tsx';
import { Panel } from '../panel.tsx';

/** Switch of the alerts by e-mail. */
export function MailAlerts() {
  const { mail_alerts } = useStore();
  const { mail } = useInstallation().data ?? {};
  const toggle = useStoreAction('updateStore', (on: boolean) => ({ body: { mail_alerts: on } }));
  return (
    <Panel title="E-mail alerts">
      <Stack gap="xs">
        <Switch
          label="Mail us when the health of this store changes"
          description="Sent to everyone who may manage the store, when a change has lasted and when an endpoint is disabled."
          checked={mail_alerts}
          onChange={({ currentTarget }) => toggle.mutate(currentTarget.checked)}
          aria-busy={toggle.isPending}
        />
        {mail === false && (
          <Text size="sm" c="dimmed">
            This service sends no e-mail yet: its operator can set a mail server (SMTP_URL).
          </Text>
        )}
        <ErrorNotice error={toggle.error} title="The alerts were not changed" />
      </Stack>
    </Panel>
  );
}
