/** Ids by the id that they refer to. */
export type IdIndex = Map<number, Set<number>>;

/** Moves an id from one reference to another; null and undefined mean no reference. */
export function moveId(
  index: IdIndex,
  id: number,
  from: number | null | undefined,
  to: number | null | undefined,
): void {
  if (from === to) return;
  if (from !== null && from !== undefined) {
    const set = index.get(from);
    set?.delete(id);
    if (set?.size === 0) index.delete(from);
  }
  if (to !== null && to !== undefined) {
    const set = index.get(to);
    if (set) set.add(id);
    else index.set(to, new Set([id]));
  }
}
