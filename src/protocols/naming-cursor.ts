import { CommerceError, createMemberError } from '../commerce/errors.ts';

/** Names the cursor and the page size in errors of a search as the protocol does; operations call them `after` and `first`. */
export async function nameCursor<Page>(
  names: { cursor: string; limit: string },
  search: () => Promise<Page>,
): Promise<Page> {
  try {
    return await search();
  } catch (error) {
    const [detail] = error instanceof CommerceError ? error.details : [];
    if (detail?.path !== 'after') throw error;
    const message = detail.message.replace('first=', `${names.limit}=`);
    throw createMemberError(names.cursor, message, { cause: error });
  }
}
