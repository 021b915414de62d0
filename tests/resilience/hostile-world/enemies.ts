/** Runs all attackers in their own process, so that their cost is not the service's. Exits with its parent. */

import { attacks } from './attacks.ts';
import type { Attack } from './battlefield.ts';
import type { HostileMerchant } from './hostile-merchant.ts';
import { startHostilePlatform } from './hostile-platform.ts';
import { startHostileShop } from './hostile-shop.ts';

/** Commands from the parent. */
export type Order =
  | { kind: 'prepare'; baseUrl: string; honest: string[]; own: string; merchant: HostileMerchant }
  | { kind: 'attack'; names: string[] }
  | { kind: 'stop' }
  | { kind: 'report' };

/** Messages to the parent: the hostile shop's credentials, the attacks' names, the responses to each attack by status. */
export type Report =
  | { credentials: Record<string, string> }
  | { names: string[] }
  | { answers: Record<string, Record<string, number>> };

const MAX_CONCURRENCY = 40;
const answers: Record<string, Record<string, number>> = {};
const [shop, platform] = await Promise.all([startHostileShop(), startHostilePlatform()]);
let prepared: Attack[] = [];
let underAttack = new AbortController();

function keepOn({ name, everyMs, connections = 0, once }: Attack, { signal }: AbortController): void {
  const counted: Record<string, number> = {};
  answers[name] = counted;
  const attackOn = async (connection: number): Promise<void> => {
    const status = await once(connection);
    counted[status] = (counted[status] ?? 0) + 1;
    return signal.aborted ? undefined : attackOn(connection);
  };
  for (let connection = 0; connection < connections; connection += 1) void attackOn(connection);
  if (everyMs === undefined) return;
  let count = 0;
  let underWay = 0;
  const timer = setInterval(() => {
    if (underWay >= MAX_CONCURRENCY) return;
    count += 1;
    underWay += 1;
    void once(count).then((status) => {
      underWay -= 1;
      counted[status] = (counted[status] ?? 0) + 1;
    });
  }, everyMs);
  signal.addEventListener('abort', () => clearInterval(timer));
}

const send = (report: Report) => void process.send?.(report);

process.on('message', (order: Order) => {
  if (order.kind === 'report') return send({ answers });
  if (order.kind === 'stop') return underAttack.abort();
  if (order.kind === 'prepare') {
    prepared = attacks({ ...order, shop, platform });
    return send({ names: prepared.map(({ name }) => name) });
  }
  shop.turn();
  underAttack = new AbortController();
  for (const attack of prepared) if (order.names.includes(attack.name)) keepOn(attack, underAttack);
});
process.on('disconnect', () => process.exit());
send({ credentials: shop.credentials });
