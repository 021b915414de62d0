import { Box, Group, Paper, Text } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  /** Name such as "Manifest". */
  label: string;
  code: string;
  wrap?: boolean;
}

export function CodeBlock({ label, code, wrap = false }: CodeBlockProps) {
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Group justify="space-between" px="md" py={6} wrap="nowrap">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <CopyButton text={code} what={label} />
      </Group>
      <Box
        component="pre"
        className="code"
        data-wrap={wrap}
        ff="monospace"
        fz="xs"
        bg="light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-8))"
        // Long code scrolls: the keyboard must be able to.
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        {code}
      </Box>
    </Paper>
  );
}

/** Any value as indented JSON. */
export function JsonBlock({ label, value, wrap }: { label: string; value: unknown; wrap?: boolean }) {
  const code = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return <CodeBlock label={label} code={code} {...(wrap === undefined ? {} : { wrap })} />;
}
