import assert from 'node:assert/strict';
import { say } from '../../../src/cli/shell/terminal.ts';
import { startAgentPlatform } from '../../../testing/agent-platform.ts';
import { ucpAgent } from '../../../testing/official-agent.ts';
import type { Answer } from '../agent.ts';
import type { Proof } from '../proof.ts';
import { whileAllSetTo } from '../site-settings.ts';
import { linkWith, minor, type Quote, quoteByGroups, quoteByTools, quoteOfficially } from './agents.ts';
import { type Place, type ProofCart, proofCarts, proofParcels, TAX_KINDS, type TaxKind } from './carts.ts';
import { whileCheckoutIs } from './checkout-page.ts';
import { closeDelivery, type Deliverable, openDelivery } from './delivery.ts';
import { payAsFilledIn } from './filled-page.ts';

const PAGES = ['block', 'classic'] as const;

type Ucp = ReturnType<typeof ucpAgent>;

/** Proves, to the cent, that the total stated with an address and an option is the total that the shop charges. */
export async function proveFulfillment(proof: Proof): Promise<void> {
  if (proof.options.service) return;
  const platforms = [await startAgentPlatform('2026-08-25'), await startAgentPlatform('2026-04-08')];
  const dividing = await startAgentPlatform();
  for (const platform of platforms) platform.publish({ extensions: ['fulfillment'] });
  dividing.publish({
    extensions: ['fulfillment'],
    configs: { fulfillment: { supports_multi_group: true } },
  });
  const agents = platforms.map((platform) => ucpAgent(proof.service, proof.slug, platform));
  try {
    await closeDelivery(proof.admin);
    const goods = await openDelivery(proof.admin, proof.goods);
    const carts = proofCarts(goods, proof.codes);
    await proveGroups(proof, ucpAgent(proof.service, proof.slug, dividing), goods);
    await proveTotals(proof, agents, carts);
    await proveLink(proof, agents, carts);
  } finally {
    for (const platform of [...platforms, dividing]) await platform.close();
    await closeDelivery(proof.admin);
  }
}

async function proveTotals(proof: Proof, agents: readonly Ucp[], carts: readonly ProofCart[]): Promise<void> {
  const { admin, ledger } = proof;
  let equal = 0;
  for (const kind of TAX_KINDS)
    for (const page of PAGES)
      await ledger.step(`fulfillment, ${kind.name}, ${page} checkout: told is charged`, () =>
        whileAllSetTo(admin, kind.settings, () =>
          whileCheckoutIs(admin, page, async () => {
            const wrong = await purchases(proof, agents, kind, carts);
            equal += carts.length - wrong.length;
            assert.deepEqual(wrong, []);
            return `${carts.length} of ${carts.length} to the cent`;
          }),
        ),
      );
  await ledger.step('fulfillment: the total told is the total charged, to the cent', async () => {
    const all = carts.length * TAX_KINDS.length * 2;
    assert.equal(equal, all);
    return `${equal} of ${all}`;
  });
}

/** Proves that each parcel goes by the option that was selected for it, at both checkouts. */
async function proveGroups(proof: Proof, ucp: Ucp, goods: Deliverable): Promise<void> {
  const [kind] = TAX_KINDS;
  assert.ok(kind);
  const cart = proofParcels(goods);
  await proof.ledger.step('parcels are groups with an option each, and their total is charged', () =>
    whileAllSetTo(proof.admin, kind.settings, async () => {
      const outcomes: string[] = [];
      for (const page of PAGES)
        await whileCheckoutIs(proof.admin, page, async () => {
          const quote = await quoteByGroups(ucp, cart, kind.home);
          outcomes.push(`${page}: ${await pay(proof, quote, kind.home)}`);
        });
      return outcomes.join('; ');
    }),
  );
}

/** Proves that a permalink fills in address and option too, at both checkouts. */
async function proveLink(proof: Proof, [ucp]: readonly Ucp[], carts: readonly ProofCart[]): Promise<void> {
  const [kind] = TAX_KINDS;
  const cart = carts.find(({ option, codes }) => option && option !== 'pickup' && codes.length === 0);
  assert.ok(ucp && kind && cart);
  const place = kind[cart.to];
  await proof.ledger.step('a permalink fills in address and option, and its total is charged', () =>
    whileAllSetTo(proof.admin, kind.settings, async () => {
      const { optionId = '', ...quote } = await quoteOfficially(ucp, cart, place);
      const continueUrl = linkWith(ucp, cart, place, optionId);
      const outcomes: string[] = [];
      for (const page of PAGES)
        await whileCheckoutIs(proof.admin, page, async () => {
          outcomes.push(`${page}: ${await pay(proof, { ...quote, continueUrl }, place)}`);
        });
      return outcomes.join('; ');
    }),
  );
}

/** Buys each cart; returns those that differ. */
async function purchases(
  proof: Proof,
  agents: readonly Ucp[],
  kind: TaxKind,
  carts: readonly ProofCart[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [index, cart] of carts.entries()) {
    const agent = agents[index % agents.length];
    assert.ok(agent);
    const outcome = await purchase(proof, agent, cart, kind[cart.to], index).catch((error: Error) => {
      wrong.push(`${cart.name}: ${error.message}`);
      return `✗ ${error.message}`;
    });
    say(`  ${index + 1}. ${cart.name}: ${outcome}`);
  }
  return wrong;
}

/** Asks both protocols for the total, and pays the checkout of one of them. */
async function purchase(
  proof: Proof,
  ucp: Ucp,
  cart: ProofCart,
  place: Place,
  index: number,
): Promise<string> {
  const official = await quoteOfficially(ucp, cart, place);
  const byTools = await quoteByTools(proof.service, proof.slug, cart, place);
  assert.deepEqual(partsOf(byTools), partsOf(official), 'both protocols state the same');
  return pay(proof, Math.floor(index / 2) % 2 === 0 ? official : byTools, place);
}

/** Pays what is filled in, and compares the order with the stated price. */
async function pay({ browser, admin }: Proof, quote: Quote, place: Place): Promise<string> {
  const { number, totalOnPage, typed } = await payAsFilledIn(browser, quote.continueUrl, place);
  const order = await admin.rest('GET', `/wc/v3/orders/${number}`);
  assert.deepEqual([minor(order.total), minor(order.shipping_total)], [quote.total, quote.shipping]);
  const beside = typed.filter((field) => !field.endsWith('phone'));
  assert.deepEqual(beside, [], 'the buyer types a telephone number at most');
  assertAsChosen(order, quote.option, place);
  const differs = totalOnPage === quote.total ? '' : `; the page showed ${totalOnPage}`;
  assert.ok(
    Math.abs(totalOnPage - quote.total) <= order.shipping_lines.length,
    `the page showed ${totalOnPage}`,
  );
  return `${quote.total} told and charged, shipping ${quote.shipping} ${quote.option ?? ''}${differs}`;
}

function assertAsChosen(order: Answer['body'], option: string | undefined, place: Place): void {
  const titles = new Set(order.shipping_lines.map((each: { method_title: string }) => each.method_title));
  assert.equal([...titles].join(' + '), option ?? '', 'the option is selected at the shop');
  if (place.address_region) assert.match(order.billing.state, /^(NY|QC|DE-BE)$/);
}

function partsOf({ total, shipping, option }: Quote): object {
  return { total, shipping, option };
}
