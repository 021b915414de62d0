/** Runs all attackers in their own process, so that their cost is not the service's. Exits with its parent. */
import type { HostileMerchant } from './hostile-merchant.ts';
import { startHostilePlatform } from './hostile-platform.ts';
import { startHostileShop } from './hostile-shop.ts';
import { attacks } from './attacks.ts';
import type { Attack } from './battlefield.ts';

/** Commands from the parent. */
export type Order =
  | { kind: 'attack'; baseUrl: string; honest: string[]; own: string; merchant: HostileMerchant }
  | { kind: 'report' };

/** Messages to the parent: the hostile shop's credentials, then the responses to each attack by status. */
export type Report =
  | { credentials: Record<string, string> }
  | { answers: Record<string, Record<string, number>> };

const MAX_CONCURRENCY = 40;
const answers: Record<string, Record<string, number>> = {};
const [shop, platform] = await Promise.all([startHostileShop(), startHostilePlatform()]);

function keepOn({ name, everyMs, connections = 0, once }: Attack): void {
  const counted: Record<string, number> = {};
  answers[name] = counted;
  const attackOn = async (connection: number): Promise<void> => {
    const status = await once(connection);
    counted[status] = (counted[status] ?? 0) + 1;
    return attackOn(connection);
  };
  for (let connection = 0; connection < connections; connection += 1) void attackOn(connection);
  if (everyMs === undefined) return;
  let count = 0;
  let underWay = 0;
  setInterval(() => {
    if (underWay >= MAX_CONCURRENCY) return;
    count += 1;
    underWay += 1;
    void once(count).then((status) => {
      underWay -= 1;
      counted[status] = (counted[status] ?? 0) + 1;
    });
  }, everyMs);
}

process.on('message', (order: Order) => {
  if (order.kind === 'report') return void process.send?.({ answers } satisfies Report);
  shop.turn();
  // HOSTILE_ATTACKS=profiles runs one attack alone.
  const only = process.env.HOSTILE_ATTACKS ?? '';
  for (const attack of attacks({ ...order, shop, platform })) {
    if (attack.name.includes(only)) keepOn(attack);
  }
});
process.on('disconnect', () => process.exit());
process.send?.({ credentials: shop.credentials } satisfies Report);
