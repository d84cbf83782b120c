import type { FactDimensions, FactKind } from '#model/index.ts';

/** An hourly sum of facts. */
export interface Rollup {
  table: string;
  /** Which facts it sums, as far as they are counted. */
  kinds: readonly FactKind[];
  /** Whether it is large and only reports read it, so that it is kept ROLLUP_DAYS; caps and finance need the others for good. */
  isDetailed?: boolean;
  /** Its key beside the hour. */
  dimensions: readonly (keyof FactDimensions)[];
  /** Whether it counts, in a column `devices`, the devices that impressions reached; what is merged counts each once. */
  countsDevices?: boolean;
}

/** The roll-ups that views keep. */
export const rollups: readonly Rollup[] = [
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
      'marketplace',
      'channelId',
      'subpublisherId',
      'environment',
      'reason',
      'errorCode',
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
];

/** The facts that a roll-up sums, as a condition. */
export function rollupCondition({ kinds }: Rollup): string {
  return `kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')}) AND verdict = 'counted'`;
}

/** The devices that impressions reached, of single facts: an argument and its condition for the functions named uniq…If. */
export const reachedDevice = 'facts.device, facts.deviceImps > 0';
