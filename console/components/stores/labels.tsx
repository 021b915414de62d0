import { Autocomplete, Button, CloseButton, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Store } from '../../../client/index.ts';
import { useRefusal } from '../../permissions.ts';
import { ABOUT_STORES, useAction } from '../../use-action.ts';

interface LabelsProps {
  store: Store;
  /** All stores of the account, whose labels are proposed. */
  stores: readonly Store[];
  isEditable: boolean;
}

/** Labels of a store, which are typed and removed in its row. */
export function Labels({ store, stores, isEditable }: LabelsProps) {
  const mayLabel = useRefusal('labelStore', store.organization?.id) === undefined;
  const [isTyping, setIsTyping] = useState(false);
  const { slug, name, labels } = store;
  const label = useAction(
    'labelStore',
    (change: { add?: string[]; remove?: string[] }) => ({ slug, body: change }),
    ABOUT_STORES,
  );
  const canChange = isEditable && mayLabel;
  if (labels.length === 0 && !canChange) return null;
  return (
    <Group gap="0 0.5rem">
      {labels.map((each) => (
        <span key={each} className="label">
          {each}
          {canChange && (
            <CloseButton
              size={20}
              iconSize={12}
              disabled={label.isPending}
              aria-label={`Remove label ${each} from ${name}`}
              onClick={() => label.mutate({ remove: [each] })}
            />
          )}
        </span>
      ))}
      {canChange && !isTyping && (
        <Button
          size="compact-xs"
          px={0}
          variant="transparent"
          color="gray"
          fw={400}
          leftSection={<IconPlus size={12} aria-hidden />}
          aria-label={`Add label to ${name} (${slug})`}
          onClick={() => setIsTyping(true)}
        >
          Label
        </Button>
      )}
      {isTyping && (
        <LabelField
          name={name}
          proposals={[...new Set(stores.flatMap((each) => each.labels))].filter(
            (each) => !labels.includes(each),
          )}
          onEnd={(text) => {
            setIsTyping(false);
            if (text !== undefined) label.mutate({ add: [text] });
          }}
        />
      )}
      {label.error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {label.error.message}
        </Text>
      )}
    </Group>
  );
}

interface LabelFieldProps {
  name: string;
  proposals: string[];
  /** Without a text when nothing was typed. */
  onEnd: (text?: string) => void;
}

/** Enter adds the label; Escape and leaving the empty field end it. */
function LabelField({ name, proposals, onEnd }: LabelFieldProps) {
  const [text, setText] = useState('');
  const end = () => onEnd(text.trim() || undefined);
  return (
    <Autocomplete
      size="xs"
      w={140}
      aria-label={`New label of ${name}`}
      placeholder="Label"
      data={proposals.toSorted()}
      value={text}
      onChange={setText}
      onOptionSubmit={onEnd}
      onKeyDown={({ key }) => {
        if (key === 'Enter') end();
        if (key === 'Escape') onEnd();
      }}
      onBlur={end}
      data-autofocus
      autoFocus
    />
  );
}
