import type { ChannelHistory, PastEntity, PastRow } from '#model/entity/pastRow.ts';

/** A row at some time; null = it did not exist. */
export interface RowState {
  entity: PastEntity;
  id: number;
  row: Readonly<Record<string, unknown>> | null;
}

/** The history of rows. */
export interface Timeline {
  /** The first version known in full, and the rows at that version. */
  from: number;
  start: RowState[];
  /** The later states of rows with their versions, in order. */
  changes: (RowState & { version: number })[];
}

/** Builds the history of rows from their current state and their state before each change. */
export function timelineOf({ rows, past, from }: ChannelHistory): Timeline {
  const states = new Map<string, RowState>();
  for (const { entity, id, row } of rows) states.set(`${entity}:${id}`, { entity, id, row });
  const changes: Timeline['changes'] = [];
  for (const each of [...past].sort((a, b) => b.until - a.until)) {
    const { entity, id, until } = each;
    const key = `${entity}:${id}`;
    const after = states.get(key) ?? { entity, id, row: null };
    changes.push({ ...after, version: until });
    states.set(key, { entity, id, row: rowBefore(after.row, each) });
  }
  return { from, start: [...states.values()].filter(({ row }) => row !== null), changes: changes.reverse() };
}

function rowBefore(row: RowState['row'], { before }: PastRow): RowState['row'] {
  return before === null ? null : { ...row, ...before };
}
