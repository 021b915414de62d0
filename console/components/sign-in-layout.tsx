import { Box, Center, Group, Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ColorSchemeToggle } from './color-scheme-toggle.tsx';
import { Logo } from './logo.tsx';

/** Layout of pages before sign-in. */
export function SignInLayout({ children }: { children: ReactNode }) {
  return (
    <Box
      component="main"
      mih="100dvh"
      p="md"
      bg="light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-8))"
    >
      <Group justify="space-between" maw={440} mx="auto">
        <Logo />
        <ColorSchemeToggle />
      </Group>
      <Center mt={{ base: 'xl', sm: '10vh' }}>
        <Paper withBorder shadow="sm" p={{ base: 'lg', sm: 'xl' }} w="100%" maw={440}>
          <Stack>{children}</Stack>
        </Paper>
      </Center>
    </Box>
  );
}
