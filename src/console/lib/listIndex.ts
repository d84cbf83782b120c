import type { NamedItem } from '#api/entities/sharedListContract.ts';

/** A shared list by id. */
export interface ListIndex {
  get: (id: number) => NamedItem | undefined;
  /** The status of a row as a number: 1 where the list has no such row, or does not say. */
  statusOf: (id: number) => number;
}

const defaultStatus = 1;

/** Indexes a shared list by id. */
export function indexList(items: readonly NamedItem[]): ListIndex {
  const byId = new Map(items.map((item) => [item.id, item]));
  return {
    get: (id) => byId.get(id),
    statusOf(id) {
      const rawStatus: unknown = byId.get(id)?.status ?? defaultStatus;
      const status = Number(rawStatus);
      return Number.isFinite(status) ? status : defaultStatus;
    },
  };
}
