/** Reverse references by the id that is referred to. Most ids have a single referrer, which is stored without a set. */
export type SparseIdIndex = Map<number, number | Set<number>>;

/** The ids that refer to an id. */
export function idsReferringTo(index: SparseIdIndex, target: number): Iterable<number> {
  const ids = index.get(target) ?? [];
  return typeof ids === 'number' ? [ids] : ids;
}

/** Moves an id from the references of one version of its row to those of another. */
export function moveIds(index: SparseIdIndex, id: number, from: readonly number[], to: readonly number[]): void {
  for (const target of from) if (!to.includes(target)) remove(index, id, target);
  for (const target of to) if (!from.includes(target)) add(index, id, target);
}

function remove(index: SparseIdIndex, id: number, target: number): void {
  const ids = index.get(target);
  if (ids === id) index.delete(target);
  if (!(ids instanceof Set)) return;
  ids.delete(id);
  if (ids.size === 0) index.delete(target);
}

function add(index: SparseIdIndex, id: number, target: number): void {
  const ids = index.get(target);
  if (ids === undefined) index.set(target, id);
  else if (ids instanceof Set) ids.add(id);
  else index.set(target, new Set([ids, id]));
}
