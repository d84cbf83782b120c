import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { CandidateReason, TagRow } from '#model/index.ts';
import { createTagFetcher } from '#outbound/fetchTag.ts';
import { bidderFaults, openPaths, wrapperTo } from './bidderFaults.ts';
import { bids, buildBidder, oneBid } from '../bidders.ts';
import { expectNoAd, expectReason, timeoutFor } from './faultIntegrations.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

describe('a bidder', () => {
  let partner: TagServer;
  let serving: TestServing;

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing();
    openPaths(partner);
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });

  test.each(bidderFaults(() => partner.url))(
    'that %s loses for that reason, and another one wins',
    async (_, fault, reason) => {
      partner.on('/bid', fault);
      const faulty = buildBidder(`${partner.url}/bid`, { id: 1, timeoutMs: timeoutFor(reason) });
      await expectReason(serving, [faulty, buildBidder(`${partner.url}/good`, { id: 2 })], reason);
    },
  );

  test('without a listener, or with an invalid address, loses for a connection error', async () => {
    for (const endpoint of ['http://127.0.0.1:9/bid', 'http://[::/bid', 'ftp://bidder.example/']) {
      const good = buildBidder(`${partner.url}/good`, { id: 2 });
      await expectReason(serving, [buildBidder(endpoint, { id: 1 }), good], 'conn_error');
    }
  });

  test('alone leaves no ad through each integration, and never an internal error', async () => {
    const some = ['hangs', 'answers 500', 'answers broken JSON', 'bids less than nothing', 'bids with broken VAST'];
    for (const [title, behaviour, reason] of bidderFaults(() => partner.url)) {
      if (!some.includes(title)) continue;
      partner.on('/bid', behaviour);
      await expectNoAd(serving, buildBidder(`${partner.url}/bid`, { timeoutMs: timeoutFor(reason) }), reason);
    }
  });
});

describe('when private addresses are not called', () => {
  let partner: TagServer;
  let serving: TestServing;
  const stored = buildTag({ id: 2, source: 'stored', vastXml: buildVast({ kind: 'inline' }), url: '' });

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing({ env: { ALLOW_PRIVATE_ADDRESSES: '0' } });
    openPaths(partner);
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });

  test('no bidder at one is called, by IP address or by name', async () => {
    partner.seen.length = 0;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254', '0x7f.1']) {
      const endpoint = `http://${host}:${new URL(partner.url).port}/good`;
      await expectReason(serving, [buildBidder(endpoint, { id: 1 }), stored], 'refused_address');
    }
    expect(partner.seen).toEqual([]);
  });

  test('no tag at one is called, nor the target of a wrapper, a bid’s wrapper or its markup URL', async () => {
    const mixed = await startTestServing({ fetcher: createTagFetcher({ allowPrivateAddresses: false }) });
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254']) {
      // By https, since a bid may load nothing by http.
      const to = `https://${host}:${new URL(partner.url).port}/inline`;
      await expectReason(serving, [buildTag({ id: 1, url: to, rate: '9.00' }), stored], 'refused_address');
      const wrapper = wrapperTo(to);
      const chain = buildTag({ id: 1, source: 'stored', url: '', vastXml: wrapper, rate: '9.00', handling: 'unwrap' });
      await expectReason(serving, [chain, stored], 'refused_address');
      for (const bid of [{ adm: wrapper }, { adm: undefined, nurl: to, mtype: 2 }]) {
        partner.on(
          '/bid',
          bids((request) => oneBid(request, { price: 9, ...bid })),
        );
        await expectReason(mixed, [buildBidder(`${partner.url}/bid`, { id: 1 }), stored], 'refused_address');
      }
    }
    await mixed.close();
  });
});

describe('a Prebid Server', () => {
  let partner: TagServer;
  let serving: TestServing;
  const tags = (reason: CandidateReason | null): TagRow[] => [
    buildTag({ id: 1, integration: 'PreBid', partner: 'appnexusP', timeoutMs: timeoutFor(reason) }),
    buildBidder(`${partner.url}/good`, { id: 2 }),
  ];

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing({ env: { PREBID_SERVER_URL: partner.url } });
    openPaths(partner);
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });

  test.each(bidderFaults(() => partner.url, 't1'))(
    'that %s loses for that reason, and a bidder of ours wins',
    async (_, behaviour, reason) => {
      partner.on('/openrtb2/auction', behaviour);
      await expectReason(serving, tags(reason), reason);
    },
  );

  test('belongs to the operator: it is called at any address, unlike bidders', async () => {
    const guarded = await startTestServing({
      env: { PREBID_SERVER_URL: partner.url, ALLOW_PRIVATE_ADDRESSES: '0' },
    });
    partner.on(
      '/openrtb2/auction',
      bids((request) => oneBid(request, { price: 1 }, { seat: 't1' })),
    );
    partner.seen.length = 0;
    const own = buildTag({ id: 1, integration: 'PreBid', partner: 'appnexusP' });
    guarded.useTags([own, buildBidder(`${partner.url}/openrtb2/auction`, { id: 2 })]);
    const { record } = await guarded.requestAd();
    const outcomes = new Map(record.candidates.map(({ tagId, reason }) => [tagId, reason]));
    expect(outcomes).toEqual(
      new Map([
        [1, null],
        [2, 'refused_address'],
      ]),
    );
    expect(partner.seen).toHaveLength(1);
    await guarded.close();
  });

  test('with only unknown seats has no bid for us', async () => {
    partner.on(
      '/openrtb2/auction',
      bids((request) => oneBid(request, { price: 9 }, { seat: 'appnexus' })),
    );
    await expectReason(serving, tags('empty'), 'empty');
  });

  test('may respond with as much as many partners together have for a pod, and no more', async () => {
    const partners = Array.from({ length: 30 }, (_, index) =>
      buildTag({ id: index + 1, integration: 'PreBid', partner: 'appnexusP', timeoutMs: 5000 }),
    );
    serving.useTags(partners, { podSlots: 10, timeoutMs: 5000 });
    const answerOf = (notes: string) =>
      bids(({ id, imp: [imp] }) => ({
        id,
        seatbid: partners.map(({ id: tag }) => ({
          seat: `t${tag}`,
          bid: Array.from({ length: 9 }, (_, index) => ({
            id: `${tag}-${index}`,
            impid: imp?.id,
            price: 1 + tag / 100,
            crid: `${tag}-${index}`,
            mtype: 2,
            adm: buildVast({ kind: 'inline', file: `film-${tag}-${index}` }) + notes,
          })),
        })),
      }));
    const outcomesAfter = async (notes: string) => {
      partner.on('/openrtb2/auction', answerOf(notes));
      const { record } = await serving.requestAd();
      return new Set(record.candidates.map(({ reason }) => reason));
    };
    expect(await outcomesAfter(`<!--${'-x'.repeat(4000)}-->`)).toEqual(new Set([null, 'outbid']));
    expect(await outcomesAfter(`<!--${'-x'.repeat(20_000)}-->`)).toEqual(new Set(['too_large']));
  });

  test('that works sells under its configured names', async () => {
    partner.on(
      '/openrtb2/auction',
      bids((request) => oneBid(request, { price: 9 }, { seat: 't1' })),
    );
    await expectReason(serving, tags(null), null);
  });

  test('that is down, or was never configured, leaves the sale to the others', async () => {
    const away = await startTestServing({ env: { PREBID_SERVER_URL: 'http://127.0.0.1:9' } });
    const without = await startTestServing();
    await expectReason(away, tags('conn_error'), 'conn_error');
    await expectReason(without, tags('no_prebid_server'), 'no_prebid_server');
    await Promise.all([away.close(), without.close()]);
  });
});
