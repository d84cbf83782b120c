import { completeRow } from '#engine/snapshot/completeRow.ts';
import { createSchema, entities, type RowByName, type ServedEntity, type SnapshotMessage } from '#model/index.ts';
import { rehearsalVast } from './rehearsalVast.ts';

/** The parts of the configuration that requests of a rehearsal name. */
export const rehearsalUids = {
  /** A channel with stored ads and an ad tag. */
  tags: 'rehearsaltags000',
  /** Channels with bidders for video and for banners. */
  video: 'rehearsalvideo00',
  banner: 'rehearsalbanner0',
  /** A supplier that sells to campaigns. */
  supplier: 'rehearsalsupply0',
} as const;

const bidderCount = 5;
const storedTagCount = 5;
const campaignCount = 5;
const at = '2026-01-01T00:00:00.000Z';

/**
 * The configuration of a rehearsal as the lines of the snapshot feed: one account that sells and buys, with bidders at
 * this URL.
 */
export function rehearsalRows(biddersUrl: string): SnapshotMessage[] {
  const rows: SnapshotMessage[] = [];
  const counts = new Map<ServedEntity, number>();
  const put = (
    entity: ServedEntity,
    fields: Record<string, unknown>,
    { demandId = 1, ...generated }: { demandId?: number | null } & Record<string, unknown> = {},
  ): number => {
    const id = (counts.get(entity) ?? 0) + 1;
    counts.set(entity, id);
    const stamps = { id, demandId, createdAt: at, updatedAt: at, version: 1 };
    const values = { ...stamps, ...createSchema(entities[entity]).parse(fields), ...generated };
    const row = completeRow(entity, values as unknown as RowByName[typeof entity]);
    rows.push({ type: 'row', entity, id, row } as SnapshotMessage);
    return id;
  };
  put('demand', { name: 'Rehearsal', priceReq: '0.0020', priceImp: '0.0500' }, { demandId: null });
  put('advertiser', { name: 'Rehearsal' });
  put('subpublisher', { name: 'Rehearsal' });
  const putChannel = (uid: string, tags: readonly Record<string, unknown>[]) => {
    const channelId = put('channel', { name: uid, subpublisherId: 1, timeoutMs: 1000 }, { uid });
    for (const [place, tag] of tags.entries()) {
      const tagId = put('tag', { name: `${uid} ${place}`, advertiserId: 1, ...tag });
      put('waterfallRow', { channelId, tagId });
    }
  };
  const stored = Array.from({ length: storedTagCount }, (_, place) => ({
    source: 'stored',
    vastXml: rehearsalVast(place),
    rate: `${place + 1}.00`,
  }));
  putChannel(rehearsalUids.tags, [...stored, { url: 'https://tag.example/vast?cb=[CACHEBUSTING]', rate: '9.00' }]);
  for (const media of ['video', 'banner'] as const) {
    const bidders = Array.from({ length: bidderCount }, (_, place) => ({
      integration: 'RTB',
      endpoint: `${biddersUrl}/${place}`,
      handling: 'wrap',
    }));
    putChannel(rehearsalUids[media], bidders);
  }
  put('supplier', { name: 'Rehearsal' }, { uid: rehearsalUids.supplier });
  put('targeting', { name: 'Rehearsal', countries: ['US'] });
  for (let number = 1; number <= campaignCount; number += 1) {
    const clickUrl = 'https://brand.example/';
    put('creative', { name: `Spot ${number}`, advertiserId: 1, clickUrl, adomain: 'brand.example' }, spotOf(number));
    const bid = `${number}.50`;
    put(
      'campaign',
      { name: `Campaign ${number}`, advertiserId: 1, bid, creativeIds: [number], targetingIds: [1] },
      { cappedUntil: null },
    );
  }
  rows.push({ type: 'version', version: 1 });
  return rows;
}

/** An approved 15-second video. */
function spotOf(number: number) {
  const file = {
    role: 'main',
    file: `${String(number).padStart(64, '0')}.mp4`,
    name: `spot-${number}.mp4`,
    mime: 'video/mp4',
    bytes: 2_000_000,
    width: 1280,
    height: 720,
    durationMs: 15_000,
    bitrate: 1500,
    codecs: 'avc1.64001f, mp4a.40.2',
  };
  return { review: 'approved', reviewNote: '', files: [file] };
}
