import { Box, Button, Grid, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { choicesOf } from '../choices.ts';
import { PageTitle } from '../components/page-title.tsx';
import type { Transport } from '../components/playground/agent.ts';
import { CartStep } from '../components/playground/cart-step.tsx';
import {
  CompleteStep,
  HandoffStep,
  OrderStep,
  SessionStep,
} from '../components/playground/checkout-steps.tsx';
import { Exchanges } from '../components/playground/exchanges.tsx';
import { SearchStep } from '../components/playground/search-step.tsx';
import { useShopping } from '../components/playground/shopping.ts';
import { useStore } from '../store-context.ts';

export function Playground() {
  const { slug } = useStore();
  const [transport, setTransport] = useState<Transport>('rest');
  const purchasing = useShopping(slug, transport);
  return (
    <>
      <PageTitle
        lead="Act as an agent, on the same public endpoints. Your requests are tests: “Show tests” lists and counts them."
        actions={
          <Button variant="default" onClick={purchasing.startAnew}>
            Start over
          </Button>
        }
      >
        Playground
      </PageTitle>
      <TransportChoice transport={transport} choose={setTransport} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="sm">
            <SearchStep {...purchasing} />
            <CartStep {...purchasing} />
            <SessionStep {...purchasing} />
            <HandoffStep {...purchasing} />
            <CompleteStep {...purchasing} />
            <OrderStep {...purchasing} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Box component="section" aria-label="Requests and responses" className="beside" tabIndex={0}>
            <Title order={2} size="h5" mb="sm">
              Requests and responses
            </Title>
            <Exchanges exchanges={purchasing.exchanges} />
          </Box>
        </Grid.Col>
      </Grid>
    </>
  );
}

const TRANSPORTS: Record<Transport, string> = { rest: 'REST', mcp: 'MCP' };

function TransportChoice({
  transport,
  choose,
}: {
  transport: Transport;
  choose: (transport: Transport) => void;
}) {
  return (
    <Group gap="sm" mb="md">
      <SegmentedControl
        aria-label="Transport"
        data={choicesOf(TRANSPORTS)}
        value={transport}
        onChange={choose}
      />
      <Text size="sm" c="dimmed">
        {transport === 'mcp'
          ? 'Sessions use the four MCP tools; search, carts and orders use REST.'
          : 'Every request uses REST.'}
      </Text>
    </Group>
  );
}
