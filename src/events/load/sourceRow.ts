import type { EventRecord } from '../record/records.ts';
import type { FactRow } from './factRows.ts';

/** The columns of `event_sources` with their types. */
export const sourceColumns: ReadonlyMap<string, string> = new Map([
  ['node', 'LowCardinality(String)'],
  ['seq', 'UInt64'],
  ['at', `DateTime64(3, 'UTC')`],
  ['serveId', 'String'],
  ['event', 'LowCardinality(String)'],
  ['demandId', 'UInt32'],
  ['channelId', 'UInt32'],
  ['mediaType', 'LowCardinality(String)'],
  ['place', 'String'],
  ['address', 'UInt64'],
  ['network', 'String'],
  ['agent', 'LowCardinality(String)'],
  ['device', 'UInt64'],
]);

/** A row of `event_sources` without node and seq. */
export interface SourceRow extends Pick<
  FactRow,
  'at' | 'serveId' | 'event' | 'demandId' | 'channelId' | 'mediaType' | 'device'
> {
  /** The site or app. */
  place: string;
  /** 0 where only the device is known. */
  address: bigint;
  network: string;
  agent: string;
}

/**
 * The source of an impression or click for the nightly review, from the row that it counts in; null where it does not
 * count, its request was not found valid, or nothing is known of where it came from.
 */
export function sourceRow({ event, source }: EventRecord, row: FactRow): SourceRow | null {
  const { at, verdict, ivt, serveId, demandId, channelId, mediaType, device, site = '', app = '' } = row;
  if (verdict !== 'counted' || ivt !== 'valid' || (event !== 'impression' && event !== 'click')) return null;
  if (source === undefined && device === undefined) return null;
  return {
    at,
    event,
    serveId,
    demandId,
    channelId,
    mediaType,
    device,
    place: site === '' ? app : site,
    address: BigInt(`0x${source?.address ?? '0'}`),
    network: source?.network ?? '',
    agent: source?.agent ?? '',
  };
}
