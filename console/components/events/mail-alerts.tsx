import { Text } from '@mantine/core';
import { useInstallation } from '../../session.ts';
import { Panel } from '../panel.tsx';
import { StoreSwitch } from '../settings/store-switch.tsx';

export function MailAlerts() {
  const { mail } = useInstallation().data ?? {};
  return (
    <Panel title="E-mail alerts">
      <StoreSwitch
        setting="mail_alerts"
        label="Mail us when the health of this store changes"
        description="Sent to everyone who may manage the store, when a change has lasted and when an endpoint is disabled."
      />
      {mail === false && (
        <Text size="sm" c="dimmed" mt="xs">
          This service sends no e-mail yet: its operator can set a mail server (SMTP_URL).
        </Text>
      )}
    </Panel>
  );
}
