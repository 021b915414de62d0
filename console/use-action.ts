import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, type InputOf, type OperationName, ROUTES } from '../client/index.ts';
import { call } from './api.ts';
import { saySaved } from './saved.ts';
import { inputAt, type StoreInput, type StoreOperation, useStore } from './store-context.ts';

interface AfterAction<Answer, Given> {
  /** Called before anything is read again. */
  onDone?: (answer: Answer) => void;
  /** Message of the success, shown once all is read again. */
  success?: string | ((answer: Answer, values: Given) => string);
}

/** Operation of a button or switch, after which the answers of `outdated` operations are read again. */
export function useAction<Name extends OperationName, Given = void>(
  name: Name,
  inputOf: (values: Given) => InputOf<Name>,
  outdated: readonly OperationName[],
  { onDone, success }: AfterAction<AnswerOf<Name>, Given> = {},
) {
  const reread = useReread(outdated);
  return useMutation({
    mutationFn: (values: Given) => call(name, inputOf(values)),
    onSuccess: async (answer, values) => {
      onDone?.(answer);
      await reread();
      if (success !== undefined) saySaved(typeof success === 'string' ? success : success(answer, values));
    },
  });
}

/** The same at the page's store, after which everything about the store is read again. */
export function useStoreAction<Name extends StoreOperation, Given = void>(
  name: Name,
  inputOf: (values: Given) => StoreInput<Name>,
  after?: AfterAction<AnswerOf<Name>, Given>,
) {
  const { slug } = useStore();
  return useAction(name, (values: Given) => inputAt(slug, inputOf(values)), ABOUT_STORES, after);
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
