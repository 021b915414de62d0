import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconBook, IconLogout, IconUser, IconUserCircle, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { becameAccount, useAccount } from '../session.ts';
import { useAction } from '../use-action.ts';

export function AccountMenu() {
  const account = useAccount().data;
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const signOut = useAction('signOut', () => ({}), [], {
    onDone: () => {
      becameAccount(client, null);
      navigate('/sign-in');
    },
  });
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Your account">
          <IconUser size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Text size="sm" px="sm" py={6} c="dimmed" className="break">
          {account?.email}
        </Text>
        <Menu.Item
          leftSection={<IconUserCircle size={16} aria-hidden />}
          onClick={() => navigate('/account')}
        >
          Account and tokens
        </Menu.Item>
        <Menu.Item leftSection={<IconUsers size={16} aria-hidden />} onClick={() => navigate('/team')}>
          Team
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
