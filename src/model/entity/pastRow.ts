import type { ServedEntity } from './snapshotMessage.ts';

/** The entities that decide auctions. Their history is available for the days for which traces are stored. */
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

/** A row in its current state. */
export interface CurrentRow {
  entity: PastEntity;
  id: number;
  row: Readonly<Record<string, unknown>>;
}

/** The state of a row before a change. */
export interface PastRow {
  entity: PastEntity;
  id: number;
  /** The snapshot version that ended this state. */
  until: number;
  /** The changed fields with their previous values: all fields of a removed row, null for a row that did not exist. */
  before: Readonly<Record<string, unknown>> | null;
}

/** Whether the history of an entity's rows is available. */
export function isPastEntity(name: string): name is PastEntity {
  return (pastEntities as readonly string[]).includes(name);
}

/** The configuration of a channel's auctions, current and past. */
export interface ChannelHistory {
  /** The snapshot version of the current rows. */
  version: number;
  /** The first version known in full. */
  from: number;
  rows: CurrentRow[];
  /** Latest first. */
  past: PastRow[];
}
