import type { FactDimension, FactKind } from './facts.ts';

interface Definition {
  table: string;
  /** Which facts it sums, as far as they are counted. */
  kinds: readonly FactKind[];
  /** Whether it is large and only reports read it, so that it is kept ROLLUP_DAYS; caps and finance need the others for good. */
  isDetailed?: boolean;
  /** Its key in order; the hour stands behind the account. A further dimension goes to the end. */
  dimensions: readonly ['demandId', ...FactDimension[]];
  /** Whether it counts, in a column `devices`, the devices that impressions reached; what is merged counts each once. */
  countsDevices?: boolean;
}

const definitions = [
  {
    table: 'hourly_supply',
    kinds: ['serve', 'event'],
    dimensions: ['demandId', 'subpublisherId', 'channelId', 'environment', 'reason', 'ivt', 'supplierId'],
  },
  {
    table: 'hourly_demand',
    kinds: ['candidate', 'event'],
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
    kinds: ['candidate', 'event'],
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
    kinds: ['serve', 'event'],
    dimensions: ['demandId', 'channelId', 'subpublisherId', 'environment', 'site', 'app', 'reason', 'publisher', 'ivt'],
  },
  {
    table: 'hourly_creative',
    isDetailed: true,
    kinds: ['event'],
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
    kinds: ['serve', 'event'],
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
      'door',
      'consent',
    ],
    countsDevices: true,
  },
] as const satisfies readonly Definition[];

/** Name of a roll-up's table. */
export type RollupTable = (typeof definitions)[number]['table'];

/** An hourly sum of facts: all measures, by its dimensions. */
export interface Rollup extends Definition {
  table: RollupTable;
}

/** The roll-ups that views keep. */
export const rollups: readonly Rollup[] = definitions;
