import { Alert, Code, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { GetStoreSessionResponse } from '../../../client/index.ts';
import { storePath } from '../../store-context.ts';
import { Link } from '../link.tsx';

type Failure = NonNullable<GetStoreSessionResponse['session']['failure']>;

/** The error that the agent was given, what it had asked for, and the way to its request. */
export function WhyFailed({ slug, failure }: { slug: string; failure: Failure }) {
  const { code, message, line_items, request_id, request_log_id } = failure;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Why this session failed">
      <Stack gap="xs">
        <Text size="sm" className="break">
          {message} <Code>{code}</Code>
        </Text>
        {line_items.length > 0 && (
          <div>
            <Text size="sm">The agent requested:</Text>
            <List size="sm" listStyleType="none" aria-label="Items the agent requested">
              {line_items.map(({ item, quantity }, position) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the request does not change any more
                <List.Item key={position} className="break">
                  {quantity} × {item.title ?? <Code>{item.id}</Code>}
                </List.Item>
              ))}
            </List>
          </div>
        )}
        {request_log_id !== null ? (
          <Link to={`${storePath(slug)}/requests/${request_log_id}`}>View the failed request</Link>
        ) : (
          request_id !== null && (
            <Text size="sm">
              Request <Code>{request_id}</Code> is no longer in the log.
            </Text>
          )
        )}
      </Stack>
    </Alert>
  );
}
