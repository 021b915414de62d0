import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { act } from './api.ts';
import { saySaved } from './saved.ts';
import { storePath, useStore } from './store-context.ts';

interface AfterAction<Answer, Given> {
  /** Called before anything is read again. */
  onDone?: (answer: Answer) => void;
  /** Message of the success, shown once all is read again. */
  said?: string | ((answer: Answer, given: Given) => string);
}

/** Request of a button or switch, after which the queries under these keys are read again. */
export function useAction<Answer, Given = void>(
  send: (given: Given) => Promise<Answer>,
  keys: readonly QueryKey[],
  { onDone, said }: AfterAction<Answer, Given> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer, given) => {
      onDone?.(answer);
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
      if (said !== undefined) saySaved(typeof said === 'string' ? said : said(answer, given));
    },
  });
}

/** The same, after which everything about the store is read again. */
export function useStoreAction<Answer, Given = void>(
  send: (given: Given) => Promise<Answer>,
  after?: AfterAction<Answer, Given>,
) {
  return useAction(send, storeKeys(useStore().slug), after);
}

/** POST to a path below the store, followed by a message. */
export function useStoreChange(path: string, said: string) {
  const { slug } = useStore();
  return useStoreAction(() => act('POST', storePath(slug, path)), { said });
}

/** Returns a function that reads everything about the store again after a change. */
export function useStoreChanged(): () => Promise<void> {
  const client = useQueryClient();
  const keys = storeKeys(useStore().slug);
  return async () => {
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

function storeKeys(slug: string): QueryKey[] {
  return [['store', slug], ['stores']];
}
