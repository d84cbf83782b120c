import type { FactDimension, FactKind } from './facts.ts';

interface Definition {
  table: string;
  /** The kinds of facts that it sums. */
  kinds: readonly FactKind[];
  /**
   * Whether it is large and used only by reports, so that it is pruned after ROLLUP_DAYS. Caps and finance need the
   * others permanently.
   */
  isDetailed?: boolean;
  /** Its key in order, with the hour after the account. Append further dimensions at the end. */
  dimensions: readonly ['demandId', ...FactDimension[]];
  /**
   * Whether it has a column `devices` with the different devices reached by impressions; merging counts each device
   * once.
   */
  countsDevices?: boolean;
}

const definitions = [
  {
    table: 'hourly_supply',
    kinds: ['serve', 'event', 'adjustment'],
    dimensions: ['demandId', 'subpublisherId', 'channelId', 'environment', 'reason', 'ivt', 'supplierId'],
  },
  {
    table: 'hourly_demand',
    kinds: ['candidate', 'event', 'adjustment'],
    dimensions: [
      'demandId',
      'advertiserId',
      'tagId',
      'tier',
      'channelId',
      'subpublisherId',
      'environment',
      'reason',
      'errorCode',
      'marketplace',
      'ivt',
    ],
  },
  {
    table: 'hourly_buying',
    kinds: ['candidate', 'event', 'adjustment'],
    dimensions: [
      'demandId',
      'supplierId',
      'channelId',
      'subpublisherId',
      'adexchangeId',
      'advertiserId',
      'campaignId',
      'creativeId',
      'deal',
      'environment',
      'reason',
      'ivt',
    ],
  },
  {
    table: 'hourly_inventory',
    isDetailed: true,
    kinds: ['serve', 'event', 'adjustment'],
    dimensions: ['demandId', 'channelId', 'subpublisherId', 'environment', 'site', 'app', 'reason', 'publisher', 'ivt'],
  },
  {
    table: 'hourly_creative',
    isDetailed: true,
    kinds: ['event', 'adjustment'],
    dimensions: [
      'demandId',
      'creative',
      'advertiserId',
      'tagId',
      'channelId',
      'subpublisherId',
      'environment',
      'errorCode',
      'ivt',
    ],
  },
  {
    table: 'hourly_audience',
    isDetailed: true,
    kinds: ['serve', 'event', 'adjustment'],
    dimensions: [
      'demandId',
      'subpublisherId',
      'channelId',
      'environment',
      'ivt',
      'country',
      'deviceKind',
      'os',
      'browser',
      'mediaType',
      'integration',
      'consent',
    ],
    countsDevices: true,
  },
] as const satisfies readonly Definition[];

export type RollupTable = (typeof definitions)[number]['table'];

/** An hourly sum of all measures by its dimensions. */
export interface Rollup extends Definition {
  table: RollupTable;
}

/** The roll-ups, maintained by materialized views. */
export const rollups: readonly Rollup[] = definitions;
