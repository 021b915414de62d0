import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, type InputOf, type OperationName, ROUTES } from '../client/index.ts';
import { call } from './api.ts';
import { saySaved } from './saved.ts';
import { inputAt, type StoreInput, type StoreOperation, useStore } from './store-context.ts';

interface AfterAction<Answer, Given> {
  /** Called before anything is read again. */
  onDone?: (answer: Answer) => void;
  /** Message of the success, shown once all is read again. */
  said?: string | ((answer: Answer, given: Given) => string);
}

/** Operation of a button or switch, after which the answers of `outdated` operations are read again. */
export function useAction<Name extends OperationName, Given = void>(
  name: Name,
  inputOf: (given: Given) => InputOf<Name>,
  outdated: readonly OperationName[],
  { onDone, said }: AfterAction<AnswerOf<Name>, Given> = {},
) {
  const reread = useReread(outdated);
  return useMutation({
    mutationFn: (given: Given) => call(name, inputOf(given)),
    onSuccess: async (answer, given) => {
      onDone?.(answer);
      await reread();
      if (said !== undefined) saySaved(typeof said === 'string' ? said : said(answer, given));
    },
  });
}

/** The same at the page's store, after which everything about the store is read again. */
export function useStoreAction<Name extends StoreOperation, Given = void>(
  name: Name,
  inputOf: (given: Given) => StoreInput<Name>,
  after?: AfterAction<AnswerOf<Name>, Given>,
) {
  const { slug } = useStore();
  return useAction(name, (given: Given) => inputAt(slug, inputOf(given)), ABOUT_STORES, after);
}

/** Returns a function that reads the answers of these operations again. */
export function useReread(outdated: readonly OperationName[]): () => Promise<void> {
  const client = useQueryClient();
  const names: readonly unknown[] = outdated;
  return () => client.invalidateQueries({ predicate: ({ queryKey: [name] }) => names.includes(name) });
}

export const ABOUT_STORES = (Object.keys(ROUTES) as OperationName[]).filter((name) =>
  ROUTES[name].includes('/api/merchant/stores'),
);
