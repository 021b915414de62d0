import assert from 'node:assert/strict';
import type { SwitchableCapability } from '../src/commerce/store/capabilities.ts';
import type { Somewhere } from './everywhere.ts';

/** Runs `work` while a capability of the store is disabled. */
export async function whileOff(
  at: Somewhere,
  capability: SwitchableCapability,
  act: () => Promise<void>,
): Promise<void> {
  const { stores } = at.running.service;
  const store = await stores.find(at.slug);
  assert.ok(store);
  await stores.setSwitch(store.id, capability, false);
  try {
    await act();
  } finally {
    await stores.setSwitch(store.id, capability, true);
  }
}
