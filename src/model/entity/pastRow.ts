import type { ServedEntity } from './snapshotMessage.ts';

/** The entities that auctions are decided by: their rows are known as they were in the days of which traces are kept. */
export const pastEntities = [
  'demand',
  'advertiser',
  'subpublisher',
  'tag',
  'channel',
  'waterfallRow',
  'targeting',
  'appList',
  'creList',
  'pubList',
  'exchangeRate',
] as const satisfies readonly ServedEntity[];
export type PastEntity = (typeof pastEntities)[number];

/** A row as it now is. */
export interface CurrentRow {
  entity: PastEntity;
  id: number;
  row: Readonly<Record<string, unknown>>;
}

/** What a row was before a change. */
export interface PastRow {
  entity: PastEntity;
  id: number;
  /** Version of the snapshot with which it ended. */
  until: number;
  /** The fields that changed, with the values that they had; of a removed row all, null of one that was not there. */
  before: Readonly<Record<string, unknown>> | null;
}

/** Whether rows of an entity are known as they were. */
export function isPastEntity(name: string): name is PastEntity {
  return (pastEntities as readonly string[]).includes(name);
}

/** Everything that a channel's auctions were decided by, as it is and as it was. */
export interface ChannelHistory {
  /** Version of the snapshot that the rows are of. */
  version: number;
  /** The first version that is known in full. */
  from: number;
  rows: CurrentRow[];
  /** Latest first. */
  past: PastRow[];
}
