import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Cart, CheckoutSession, Order, Product } from '../../../client/index.ts';
import { PLAYGROUND_UCP_AGENT } from '../../../src/commerce/policy/agents.ts';
import { type Agent, agentOver, type Transport } from './agent.ts';
import type { Exchange } from './exchange.ts';

/** How far a purchase has come. */
export interface Shopping {
  products: Product[] | undefined;
  item: { id: string; title: string } | undefined;
  cart: Cart | undefined;
  session: CheckoutSession | undefined;
  order: Order | undefined;
}

const NOTHING: Shopping = {
  products: undefined,
  item: undefined,
  cart: undefined,
  session: undefined,
  order: undefined,
};

/** Quantity and code for the chosen product. */
export interface CartInput {
  quantity: number;
  code: string;
}

export type Purchasing = ReturnType<typeof useShopping>;

const DEFAULT_INPUT: CartInput = { quantity: 1, code: '' };

/** Purchase of each store while the console is open: a visit to another page does not end it. */
const purchases = new Map<string, { shopping: Shopping; exchanges: Exchange[] }>();

/** One purchase, the agent that makes it, and everything that was sent and answered, newest first. */
export function useShopping(slug: string, transport: Transport) {
  const [shopping, learn] = useReducer(
    (before: Shopping, learned: Partial<Shopping>) => ({ ...before, ...learned }),
    purchases.get(slug)?.shopping ?? NOTHING,
  );
  const [exchanges, watch] = useReducer(withExchange, purchases.get(slug)?.exchanges ?? []);
  useEffect(() => void purchases.set(slug, { shopping, exchanges }), [slug, shopping, exchanges]);
  const agent = useMemo(
    () =>
      agentOver(transport, {
        slug,
        headers: { 'ucp-agent': PLAYGROUND_UCP_AGENT },
        watch,
      }),
    [slug, transport],
  );
  const [input, changeInput] = useReducer(
    (before: CartInput, changed: Partial<CartInput>) => ({ ...before, ...changed }),
    DEFAULT_INPUT,
  );
  const steps = useSteps(agent, learn);
  const startAnew = () => {
    learn(NOTHING);
    changeInput(DEFAULT_INPUT);
    steps.forget();
  };
  return { shopping, exchanges, learn, input, changeInput, startAnew, ...steps };
}

type Step = (agent: Agent) => Promise<Partial<Shopping>>;

/** Runs one step at a time, keeping its result or its refusal. */
function useSteps(agent: Agent, learn: (learned: Partial<Shopping>) => void) {
  const [busy, setBusy] = useState<string>();
  const [refusal, setRefusal] = useState<{ step: string; words: string }>();
  const running = useRef(false);
  const take = useCallback(
    async (step: string, act: Step) => {
      if (running.current) return;
      running.current = true;
      setBusy(step);
      setRefusal(undefined);
      try {
        learn(await act(agent));
      } catch (error) {
        setRefusal({ step, words: error instanceof Error ? error.message : String(error) });
      } finally {
        running.current = false;
        setBusy(undefined);
      }
    },
    [agent, learn],
  );
  const refusalOf = (step: string) => (refusal?.step === step ? refusal.words : undefined);
  return { busy, take, refusalOf, forget: () => setRefusal(undefined) };
}

function withExchange(exchanges: Exchange[], exchange: Exchange): Exchange[] {
  const seen = exchanges.some(({ id }) => id === exchange.id);
  return seen
    ? exchanges.map((each) => (each.id === exchange.id ? exchange : each))
    : [exchange, ...exchanges];
}
