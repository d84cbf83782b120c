import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entities, type ServedEntity } from '#model/index.ts';
import { benchRow, campaignRows } from './campaignRows.ts';

/** Bidders of the first channel in place of tags, at `/bid0` and so on of this address. */
export interface BenchBidders {
  url: string;
  count: number;
  /** Tags beside them, called at `/tag0` and so on. */
  tags?: number;
}

/** Number of tags in each channel's waterfall. */
export const tagsPerChannel = 20;

/** A 15-second ad. */
export const storedVast = `<VAST version="3.0"><Ad id="bench"><InLine><AdSystem>Bench</AdSystem><AdTitle>Bench</AdTitle>
<Impression><![CDATA[https://partner.example/impression?cb=[CACHEBUSTING]]]></Impression><Creatives><Creative id="c1"><Linear><Duration>00:00:15</Duration>
<TrackingEvents><Tracking event="start"><![CDATA[https://partner.example/start]]></Tracking><Tracking event="complete"><![CDATA[https://partner.example/complete]]></Tracking></TrackingEvents>
<VideoClicks><ClickThrough><![CDATA[https://advertiser.example/]]></ClickThrough></VideoClicks>
<MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1280" height="720" bitrate="2000"><![CDATA[https://cdn.example/a.mp4]]></MediaFile></MediaFiles>
</Linear></Creative></Creatives></InLine></Ad></VAST>`;

/**
 * Writes the stored snapshot of a serving process: one account with this many stored tags, twenty per channel, each
 * with a price of its own. Channels are named `bench00000000000` and so on. With campaigns there is also a supplier
 * that sells to them.
 */
export function writeSnapshot(dataDir: string, tagCount: number, bidders?: BenchBidders, campaigns = 0): void {
  const lines: string[] = [];
  const put = (entity: ServedEntity, id: number, demandId: number | null, fields: Record<string, unknown>) => {
    const uid = 'uid' in entities[entity].fields ? { uid: uidOf(entity, id - 1) } : {};
    lines.push(JSON.stringify(benchRow(entity, id, demandId, fields, uid)));
  };
  put('demand', 1, null, { name: 'Bench', priceReq: '0.0020', priceImp: '0.0500' });
  put('advertiser', 1, 1, { name: 'Bench' });
  put('subpublisher', 1, 1, { name: 'Bench' });
  for (let id = 1; id <= tagCount; id += 1) {
    put('tag', id, 1, {
      name: `Tag ${id}`,
      advertiserId: 1,
      source: 'stored',
      vastXml: storedVast,
      rate: (1 + (id % 900) / 100).toFixed(2),
    });
  }
  for (let id = 1; id <= Math.ceil(tagCount / tagsPerChannel); id += 1) {
    put('channel', id, 1, { name: `Channel ${id}`, subpublisherId: 1 });
    for (let place = 0; place < tagsPerChannel; place += 1) {
      const tagId = (id - 1) * tagsPerChannel + place + 1;
      if (tagId <= tagCount) put('waterfallRow', tagId, 1, { channelId: id, tagId });
    }
  }
  if (bidders) {
    put('channel', 1, 1, { name: 'Auction', timeoutMs: 1000 });
    for (let id = 1; id <= bidders.count; id += 1) {
      const endpoint = `${bidders.url}/bid${id - 1}`;
      put('tag', id, 1, { name: `Bidder ${id}`, advertiserId: 1, integration: 'RTB', endpoint, handling: 'wrap' });
      put('waterfallRow', id, 1, { channelId: 1, tagId: id });
    }
    for (let place = 0; place < (bidders.tags ?? 0); place += 1) {
      const id = bidders.count + place + 1;
      put('tag', id, 1, { name: `Tag ${id}`, advertiserId: 1, url: `${bidders.url}/tag${place}`, rate: '2.00' });
      put('waterfallRow', id, 1, { channelId: 1, tagId: id });
    }
  }
  if (campaigns > 0) {
    put('supplier', 1, 1, { name: 'Supplier' });
    for (const message of campaignRows(campaigns)) lines.push(JSON.stringify(message));
  }
  lines.push(JSON.stringify({ type: 'version', version: 1 }));
  mkdirSync(join(dataDir, 'snapshot'), { recursive: true });
  writeFileSync(join(dataDir, 'snapshot', '0.ndjson'), `${lines.join('\n')}\n`);
}

/** The uid of the nth channel, from 0. */
export function channelUid(index: number): string {
  return uidOf('channel', index);
}

/** The uid of the supplier. */
export function supplierUid(): string {
  return uidOf('supplier', 0);
}

function uidOf(entity: ServedEntity, index: number): string {
  return `${entity === 'channel' ? 'bench' : entity.slice(0, 1).padEnd(5, '0')}${String(index).padStart(11, '0')}`;
}
