import { Accordion, Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { HttpStatus } from '../activity/status-badge.tsx';
import { CodeBlock } from '../code-block.tsx';
import { EmptyState } from '../empty-state.tsx';
import type { Exchange } from './exchange.ts';

/** Every request and its answer as they went over the wire, the newest first and open. */
export function Exchanges({ exchanges }: { exchanges: readonly Exchange[] }) {
  const [newest] = exchanges;
  if (newest === undefined) {
    return (
      <EmptyState title="No request yet">
        Every request you make as an agent appears here, next to the store’s response.
      </EmptyState>
    );
  }
  return (
    <Accordion key={newest.id} variant="separated" multiple defaultValue={[String(newest.id)]} order={3}>
      {exchanges.map((exchange) => (
        <Accordion.Item key={exchange.id} value={String(exchange.id)}>
          <Accordion.Control>
            <Heading exchange={exchange} />
          </Accordion.Control>
          <Accordion.Panel>
            <SimpleGrid type="container" cols={{ base: 1, '32rem': 2 }} spacing="sm">
              <CodeBlock label="Request" code={requestText(exchange)} wrap />
              <CodeBlock label="Response" code={answerText(exchange)} />
            </SimpleGrid>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function Heading({ exchange }: { exchange: Exchange }) {
  const { answer } = exchange;
  const { pathname, search } = new URL(exchange.url);
  return (
    <Stack gap={2} pr="xs">
      <Group gap="xs">
        <Text fw={500}>{exchange.title}</Text>
        {answer && <HttpStatus status={answer.status} />}
        {answer && (
          <Text size="sm" c="dimmed">
            {answer.durationMs.toLocaleString()} ms
          </Text>
        )}
        {exchange.failure !== undefined && <Badge color="red">No response</Badge>}
      </Group>
      <Text size="xs" ff="monospace" c="dimmed" className="break">
        {exchange.method} {pathname}
        {search}
      </Text>
    </Stack>
  );
}

function requestText({ method, url, headers, body }: Exchange): string {
  const { pathname, search } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${pathname}${search}`, ...lines].join('\n');
  return body === undefined ? head : `${head}\n\n${JSON.stringify(body, null, 2)}`;
}

function answerText({ answer, failure }: Exchange): string {
  if (failure !== undefined) return failure;
  if (answer === undefined) return 'Waiting …';
  const head = answer.requestId === null ? '' : `x-request-id: ${answer.requestId}\n\n`;
  const { body } = answer;
  return head + (typeof body === 'string' ? body : JSON.stringify(body, null, 2));
}
