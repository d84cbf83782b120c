import type { BulkRequest } from '#api/entities/bulk/bulkContract.ts';

/** The rows selected in a list; `all` is the filter when every matching row is selected. */
export interface Selection {
  ids: ReadonlySet<number>;
  all: NonNullable<BulkRequest['all']> | null;
}

/** The rows that an API call applies to. */
export type BulkTarget = { ids: number[] } | { all: NonNullable<BulkRequest['all']> };

/** Selected rows as passed to an entity's own actions. */
export interface ChosenRows {
  target: BulkTarget;
  count: number;
  /** Clears the selection after an action. */
  clear: () => void;
}

/** Converts a selection to the target of an API call. */
export function targetOf({ ids, all }: Selection): BulkTarget {
  return all ? { all } : { ids: [...ids] };
}
