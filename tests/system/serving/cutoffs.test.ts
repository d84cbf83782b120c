import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import type { CutoffRow } from '#model/cutoff/cutoff.ts';
import { openFileBidCache } from '#storage/bidCache/fileBidCache.ts';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import { buildCampaign, buildCreative, buildSupplier } from '#tests/support/engine/buildBuying.ts';
import { buildAdvertiser, buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { bids, buildBidder, buildBidRequest, buildPageRequest, buildVideo, oneBid } from './bidders.ts';
import { openSupplierClient, type SupplierClient } from './supply/openSupplierClient.ts';
import { answers, startTagServer, type TagServer } from './tagServer.ts';
import { startTestServing, type TestServing } from './testServing.ts';

const banner = { id: '1', banner: { format: [{ w: 300, h: 250 }] } };
const accountId = buildTag().demandId ?? 0;

let folder: string;
let partner: TagServer;
let serving: TestServing;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bidhouse-cut-'));
  partner = await startTagServer();
  const bidCache = openFileBidCache({ folder, slot: 0, maxBytes: 1_000_000, now: Date.now });
  serving = await startTestServing({ bidCache });
});
afterAll(async () => {
  await Promise.all([serving.close(), partner.close()]);
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  for (const id of [...serving.snapshot.rows.cutoff.keys()]) undo(id);
  serving.serves.length = 0;
});

/** Cuts something off, as the snapshot feed does. */
function cutOff(row: Pick<CutoffRow, 'kind' | 'object'> & Partial<CutoffRow>, target = serving): void {
  const id = row.id ?? 1;
  applyMessage(target.snapshot, { type: 'row', entity: 'cutoff', id, row: { id, demandId: accountId, ...row } });
}
function undo(id = 1): void {
  applyMessage(serving.snapshot, { type: 'row', entity: 'cutoff', id, row: null });
}

async function auction(prebid: object = {}): Promise<Bid | undefined> {
  const body = JSON.stringify(buildPageRequest(buildChannel().uid, { imp: [banner], ext: { prebid } }));
  const answer = await fetch(`${serving.url}/openrtb2/auction`, { method: 'POST', body });
  return ((await answer.json()) as BidResponse).seatbid?.[0]?.bid[0];
}

/** The reasons of candidates in the last serve, by tag. */
function reasons(): Record<number, string | null> {
  const { candidates = [] } = serving.serves.at(-1) ?? {};
  return Object.fromEntries(candidates.map(({ tagId, reason }) => [tagId, reason]));
}

describe('an ad of a bidder', () => {
  beforeEach(() => {
    serving.useTags([
      buildBidder(`${partner.url}/bad`, { id: 1, advertiserId: 1 }),
      buildBidder(`${partner.url}/good`, { id: 2, advertiserId: 2 }),
    ]);
    applyMessage(serving.snapshot, {
      type: 'row',
      entity: 'advertiser',
      id: 2,
      row: buildAdvertiser({ id: 2, name: 'Other' }),
    });
    const ofBad = { price: 5, crid: 'bad-1', adomain: ['www.Shop.malware.example'] };
    partner.on(
      '/bad',
      bids((request) => oneBid(request, ofBad, { seat: 'S9' })),
    );
    partner.on(
      '/good',
      bids((request) => oneBid(request, { price: 2, crid: 'good-1', adomain: ['brand.example'] })),
    );
  });

  test.each<[CutoffRow['kind'], string]>([
    ['tag', '1'],
    ['advertiser', '1'],
    ['seat', 'S9'],
    ['domain', 'malware.example'],
    ['crid', 'bad-1'],
  ])('is not served after its %s is cut off, and the next best is', async (kind, object) => {
    expect((await auction())?.crid).toBe('bad-1');
    cutOff({ kind, object });
    expect((await auction())?.crid).toBe('good-1');
    expect(reasons()).toEqual({ 1: 'cut_off', 2: null });
    undo();
    expect((await auction())?.crid).toBe('bad-1');
  });

  test('is served if another account cut it off, and not if it is cut off in all accounts', async () => {
    cutOff({ kind: 'domain', object: 'malware.example', demandId: accountId + 1 });
    expect((await auction())?.crid).toBe('bad-1');
    cutOff({ kind: 'domain', object: 'malware.example', demandId: null });
    expect((await auction())?.crid).toBe('good-1');
  });

  test('is not served if it was cut off while its auction waited for another bidder', async () => {
    const waiting: ServerResponse[] = [];
    partner.on('/good', (_request, response) => void waiting.push(response));
    const running = auction();
    await expect.poll(() => waiting.length).toBe(1);
    // The bid has arrived and is the best one so far.
    await new Promise((resolve) => setTimeout(resolve, 50));
    cutOff({ kind: 'crid', object: 'bad-1' });
    for (const response of waiting) response.writeHead(204).end();
    expect(await running).toBeUndefined();
    expect(reasons()).toMatchObject({ 1: 'cut_off' });
  });

  test('does not come back from the cache of bids', async () => {
    const bid = await auction({ cache: { bids: {} } });
    const { cache } = (bid?.ext?.['prebid'] ?? {}) as { cache?: { bids?: { url: string } } };
    const read = async () => (await fetch((cache?.bids?.url ?? '').replace('https://ads.example', serving.url))).status;
    expect(await read()).toBe(200);
    for (const [kind, object] of [
      ['tag', '1'],
      ['advertiser', '1'],
      ['seat', 'S9'],
      ['domain', 'malware.example'],
      ['crid', 'bad-1'],
    ] as const) {
      cutOff({ kind, object });
      expect(await read()).toBe(404);
    }
    cutOff({ kind: 'crid', object: 'good-1' });
    expect(await read()).toBe(200);
  });
});

test('a VAST ad is not served after its creative is cut off by the ID in its VAST', async () => {
  partner.on('/vast', answers(buildVast({ kind: 'inline' })));
  serving.useTags([buildTag({ url: `${partner.url}/vast` })]);
  const { record } = await serving.requestAd();
  expect(record.creative).not.toBe('');
  cutOff({ kind: 'crid', object: record.creative });
  const { xml } = await serving.requestAd();
  expect(xml).not.toContain('<Ad');
  expect(Object.values(reasons())).toEqual(['cut_off']);
});

describe('with a supplier', () => {
  let client: SupplierClient;
  beforeAll(async () => {
    client = await openSupplierClient();
  });
  afterAll(() => client.close());
  beforeEach(() => {
    client.reset();
    client.useConfiguration({
      supplier: [buildSupplier()],
      campaign: [buildCampaign({ bid: '5', creativeIds: [1, 2] })],
      creative: [buildCreative({ id: 1, weight: 1000 }), buildCreative({ id: 2, weight: 1 })],
    });
  });

  const creatives = async (): Promise<Set<string>> => {
    const found = new Set<string>();
    for (let request = 0; request < 20; request += 1) {
      const answer = await client.send(buildBidRequest({ imp: [{ id: '1', video: buildVideo() }] }));
      if (answer.status !== 200) continue;
      const { seatbid = [] } = (await answer.json()) as BidResponse;
      for (const { bid } of seatbid) for (const { adid, crid } of bid) found.add(String(adid ?? crid));
    }
    return found;
  };

  test('an own creative that is cut off is replaced by another one of its campaign', async () => {
    const before = await creatives();
    expect(before.size).toBeGreaterThan(0);
    cutOff({ kind: 'creative', object: '1' }, client.serving);
    const after = await creatives();
    expect(after.size).toBe(1);
    cutOff({ id: 2, kind: 'creative', object: '2' }, client.serving);
    expect(await creatives()).toEqual(new Set());
  });

  test('nothing is sold to a supplier that is cut off', async () => {
    expect((await creatives()).size).toBeGreaterThan(0);
    cutOff({ kind: 'supplier', object: String(buildSupplier().id) }, client.serving);
    expect(await creatives()).toEqual(new Set());
    expect(client.serving.serves.at(-1)?.reason).toBe('cut_off');
  });

  test('campaigns of an advertiser that is cut off do not bid', async () => {
    cutOff({ kind: 'advertiser', object: String(buildCampaign().advertiserId) }, client.serving);
    expect(await creatives()).toEqual(new Set());
  });
});
