import type { CrawledRows } from './adsTxt.ts';
import type { EntityName, RowByName } from './entities.ts';

/** The entities that serving holds in memory. */
export type ServedEntity = Extract<
  EntityName,
  | 'demand'
  | 'advertiser'
  | 'subpublisher'
  | 'tag'
  | 'channel'
  | 'waterfallRow'
  | 'targeting'
  | 'appList'
  | 'creList'
  | 'pubList'
  | 'ivt'
  | 'sdkApp'
  | 'sdkPlacement'
  | 'sdkConfig'
  | 'exchangeRate'
>;

/**
 * A line of the stream on which serving follows the control plane (newline-delimited JSON). `reset` precedes a full
 * checkpoint; `row` puts a row, or removes it with null; `version` says that everything up to it has been told, and
 * is repeated as a heartbeat.
 */
export type SnapshotMessage =
  | { type: 'reset' }
  | { [E in ServedEntity]: { type: 'row'; entity: E; id: number; row: RowByName[E] | null } }[ServedEntity]
  | { [C in keyof CrawledRows]: { type: 'row'; entity: C; id: number; row: CrawledRows[C] | null } }[keyof CrawledRows]
  | { type: 'version'; version: number };
