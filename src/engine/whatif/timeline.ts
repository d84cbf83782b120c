import type { ChannelHistory, PastEntity, PastRow } from '#model/entity/pastRow.ts';

/** A row at some time; null = there was none. */
export interface RowState {
  entity: PastEntity;
  id: number;
  row: Readonly<Record<string, unknown>> | null;
}

/** How rows were one after the other. */
export interface Timeline {
  /** The first version that is known in full, and the rows as they were then. */
  from: number;
  start: RowState[];
  /** What they became, and with which version; in order. */
  changes: (RowState & { version: number })[];
}

/** The past of rows in the order of time, from what they are and what they were before each change. */
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
