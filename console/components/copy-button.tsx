import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopyButtonProps {
  text: string;
  /** Noun such as "token", read aloud as "Copy token". */
  what: string;
  size?: 'compact-xs' | 'compact-sm' | 'xs' | 'sm';
}

export function CopyButton({ text, what, size = 'compact-sm' }: CopyButtonProps) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <Button
      size={size}
      variant="default"
      leftSection={<Icon size={14} aria-hidden />}
      style={{ flexShrink: 0 }}
      onClick={() => clipboard.copy(text)}
      aria-label={clipboard.copied ? `${what} copied` : `Copy ${what}`}
    >
      <span aria-live="polite">{clipboard.copied ? 'Copied' : 'Copy'}</span>
    </Button>
  );
}
