/** Organizations of one lane, in the sequence of their ids. Each process has its own rotation, which a restart begins anew. */
export interface Rotation {
  /** Organization that was served last; empty at the begin. */
  after: string;
}

/** Finds work of the next organization with due work: none is served twice before the others. */
export async function findInRotation<Work extends { organizationId: string }>(
  rotation: Rotation,
  findAfter: (organizationId: string) => Promise<Work | undefined>,
): Promise<Work | undefined> {
  const next = await findAfter(rotation.after);
  if (next || rotation.after === '') return next;
  rotation.after = '';
  return findAfter('');
}
