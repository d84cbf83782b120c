import type { BulkRequest } from '#api/entities/bulk/bulkContract.ts';

/** The rows chosen in a list: `all` is the filter when every match is meant. */
export interface Selection {
  ids: ReadonlySet<number>;
  all: NonNullable<BulkRequest['all']> | null;
}

/** The rows that a call means. */
export type BulkTarget = { ids: number[] } | { all: NonNullable<BulkRequest['all']> };

/** Chosen rows as actions of an entity's own take them. */
export interface ChosenRows {
  target: BulkTarget;
  count: number;
  /** Ends the choice, once something was done with it. */
  clear: () => void;
}

/** What a call says of the chosen rows. */
export function targetOf({ ids, all }: Selection): BulkTarget {
  return all ? { all } : { ids: [...ids] };
}
