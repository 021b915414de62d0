import type { HostileMerchant } from './hostile-merchant.ts';
import type { HostilePlatform } from './hostile-platform.ts';
import type { HostileShop } from './hostile-shop.ts';

export interface Battlefield {
  baseUrl: string;
  /** Slugs of honest stores. */
  honest: string[];
  /** Slug of the attackers' store. */
  own: string;
  /** Signed-in attacker. */
  merchant: HostileMerchant;
  shop: HostileShop;
  platform: HostilePlatform;
}

export interface Attack {
  name: string;
  /** Interval of requests; left out where `connections` send one after the other. */
  everyMs?: number;
  connections?: number;
  /** Resolves with the response's status, or 0 without one in time. */
  once(count: number): Promise<number>;
}
