import type { NamedItem } from '#api/entities/sharedListContract.ts';

/** A shared list indexed by ID. */
export interface ListIndex {
  get: (id: number) => NamedItem | undefined;
  /** Returns a row's status as a number; 1 when the row or its status is missing. */
  statusOf: (id: number) => number;
}

const defaultStatus = 1;

/** Indexes a shared list by ID. */
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
