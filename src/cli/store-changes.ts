import type { Store } from '../commerce/store.ts';
import type { AtStore } from '../merchants/at-store.ts';
import { deleteStore } from '../merchants/delete-store.ts';
import { disconnectStore, reconnectStore } from '../merchants/disconnect-store.ts';
import { changeSettings } from '../merchants/store-settings.ts';
import { ERASE_STORE, UNSUBSCRIBE } from '../operations/store-jobs.ts';

/** Arguments after the slug. */
interface Wanted {
  words: string[];
  platformName: boolean;
  yesDelete: string | undefined;
}

/** Subcommand of `stores` that changes a store. */
export interface StoreChange {
  understands(wanted: Wanted): boolean;
  /** Returns the changed store; undefined when deleted. */
  run(at: AtStore, wanted: Wanted): Promise<Store | undefined>;
  /** Kinds of jobs that it enqueues, which the command runs at once. */
  jobs: readonly string[];
  /** Printed after the slug. */
  done: string;
}

const MAX_DAYS = 36_500;
const MAX_NAME_LENGTH = 100;

const isAlone = ({ words }: Wanted) => words.length === 0;

export const CHANGES: Readonly<Record<string, StoreChange>> = {
  rename: {
    understands: ({ words, platformName }) =>
      platformName
        ? words.length === 0
        : words.join(' ').trim() !== '' && words.join(' ').length <= MAX_NAME_LENGTH,
    run: (at, { words, platformName }) =>
      changeSettings(at, { displayName: platformName ? null : words.join(' ').trim() }),
    jobs: [],
    done: 'is renamed',
  },
  retention: {
    understands: ({ words: [days = '', ...more] }) =>
      more.length === 0 && (days === 'default' || (/^\d{1,5}$/.test(days) && Number(days) <= MAX_DAYS)),
    run: (at, { words: [days] }) =>
      changeSettings(at, { retentionDays: days === 'default' ? null : Number(days) }),
    jobs: [],
    done: 'has a new retention period',
  },
  disconnect: { understands: isAlone, run: disconnectStore, jobs: [UNSUBSCRIBE], done: 'is disconnected' },
  reconnect: { understands: isAlone, run: reconnectStore, jobs: [], done: 'is reconnected' },
  delete: {
    understands: (wanted) => isAlone(wanted) && wanted.yesDelete !== undefined,
    run: async (at, { yesDelete }) => {
      await deleteStore(at, yesDelete ?? '');
      return undefined;
    },
    jobs: [ERASE_STORE],
    done: 'is deleted with all its data',
  },
};
