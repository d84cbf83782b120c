import type { CutoffRows } from '../cutoff/cutoff.ts';
import type { TrafficListRows } from '../lists/trafficList.ts';
import type { CrawledRows } from '../supply/adsTxt.ts';
import type { EntityName, RowByName } from './entities.ts';
import type { WatchRows } from '../traces/watch.ts';

/** Rows that serving holds in memory besides entities. */
export interface OtherRows extends CrawledRows, WatchRows, TrafficListRows, CutoffRows {}

export const otherRowNames = [
  'adsTxtFile',
  'adsTxtApp',
  'watch',
  'trafficList',
  'cutoff',
] as const satisfies readonly (keyof OtherRows)[];

/** The entities that serving holds in memory. */
export const servedEntities = [
  'demand',
  'advertiser',
  'subpublisher',
  'tag',
  'channel',
  'waterfallRow',
  'supplier',
  'adexchange',
  'campaign',
  'creative',
  'deal',
  'targeting',
  'appList',
  'creList',
  'pubList',
  'ivt',
  'sdkApp',
  'sdkPlacement',
  'sdkConfig',
  'exchangeRate',
] as const satisfies readonly EntityName[];

export type ServedEntity = (typeof servedEntities)[number];

/**
 * A line of the snapshot feed from the control plane to serving (newline-delimited JSON). `reset` precedes a full
 * checkpoint; `row` sets a row, or removes it with null; `version` confirms that everything up to that version has been
 * sent, and is repeated as a heartbeat.
 */
export type SnapshotMessage =
  | { type: 'reset' }
  | { [E in ServedEntity]: { type: 'row'; entity: E; id: number; row: RowByName[E] | null } }[ServedEntity]
  | { [O in keyof OtherRows]: { type: 'row'; entity: O; id: number; row: OtherRows[O] | null } }[keyof OtherRows]
  | { type: 'version'; version: number };
