import { Box, Group, Paper, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { CopyButton } from '../copy-button.tsx';
import { markedLines } from './marked-lines.ts';
import classes from './marked-manifest.module.css';

interface Props {
  /** As it is with every switch on. */
  whole: object;
  /** As it would be with the switches as they stand. */
  present: object;
}

/** The manifest as agents read it, with the lines struck through that the switches take away. */
export function MarkedManifest({ whole, present }: Props) {
  const code = JSON.stringify(present, null, 2);
  const lines = markedLines(JSON.stringify(whole, null, 2).split('\n'), code.split('\n'));
  const removed = lines.filter(({ mark }) => mark === 'removed').length;
  const manifest = useChangesInView(code);
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Group justify="space-between" px="md" py={6}>
        <Text size="sm" fw={600} role="status">
          {removed === 0 ? 'Nothing is removed' : `${removed} lines are removed or changed`}
        </Text>
        <CopyButton text={code} what="manifest" />
      </Group>
      <Box
        component="pre"
        ref={manifest}
        className={`code ${classes.manifest}`}
        tabIndex={0}
        role="region"
        aria-label="Manifest"
      >
        {lines.map(({ mark, text }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place
          <Line key={`${position} ${text}`} mark={mark} text={text} />
        ))}
      </Box>
    </Paper>
  );
}

/** Brings to view what a switch has just changed. */
function useChangesInView(code: string) {
  const manifest = useRef<HTMLPreElement>(null);
  const lastCode = useRef(code);
  useEffect(() => {
    if (lastCode.current === code) return;
    lastCode.current = code;
    const change = manifest.current?.querySelector<HTMLElement>('del, ins');
    manifest.current?.scrollTo({ top: (change?.offsetTop ?? 0) - 80 });
  }, [code]);
  return manifest;
}

function Line({ mark, text }: { mark: 'same' | 'removed' | 'added'; text: string }) {
  if (mark === 'removed') return <del className={classes.removed}>{`- ${text}`}</del>;
  if (mark === 'added') return <ins className={classes.added}>{`+ ${text}`}</ins>;
  return <span>{`  ${text}\n`}</span>;
}
