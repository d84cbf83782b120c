import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import type { TagRow } from '#model/index.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { bids, buildBidder, buildBidRequest, buildPageRequest, type ReceivedBidRequest } from '../bidders.ts';
import { openSupplierClient, type SupplierClient } from '../supply/openSupplierClient.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const channel = buildChannel().uid;
const header = { 'sec-gpc': '1' };
const declared: Partial<BidRequest> = { regs: { ext: { gpc: '1' } } };

let partner: TagServer;
let serving: TestServing;
let received: ReceivedBidRequest[];

beforeAll(async () => {
  partner = await startTagServer();
  serving = await startTestServing({ env: { PREBID_SERVER_URL: partner.url } });
});
afterAll(async () => {
  await serving.close();
  await partner.close();
});
beforeEach(() => {
  received = [];
  partner.seen.length = 0;
  for (const path of ['/bid', '/openrtb2/auction'])
    partner.on(
      path,
      bids(() => null, received),
    );
});

const post = (path: string, request: BidRequest, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(serving.url + path, { method: 'POST', body: JSON.stringify(request), headers });

/** Each way in which Global Privacy Control arrives, and the same request without it. */
const paths: [name: string, withGpc: () => Promise<unknown>, without: () => Promise<unknown>][] = [
  [
    'the header of GET /vast',
    () => serving.requestAd('', { headers: header }),
    () => serving.requestAd('', { headers: { 'sec-gpc': '0' } }),
  ],
  ['the parameter gpc of GET /vast', () => serving.requestAd('gpc=1'), () => serving.requestAd('gpc=0')],
  [
    'the header of POST /openrtb2/auction, as of Prebid.js and the ad script',
    () => post('/openrtb2/auction', buildPageRequest(channel), header),
    () => post('/openrtb2/auction', buildPageRequest(channel)),
  ],
  [
    'the header of POST /openrtb2/auction, whatever the page declares',
    () => post('/openrtb2/auction', buildPageRequest(channel, { regs: { ext: { gpc: '0' } } }), header),
    () => post('/openrtb2/auction', buildPageRequest(channel, { regs: { ext: { gpc: '0' } } })),
  ],
  [
    'the body of POST /openrtb2/auction, as of Prebid Mobile and the SDK',
    () => post('/openrtb2/auction', buildPageRequest(channel, declared)),
    () => post('/openrtb2/auction', buildPageRequest(channel, { regs: { ext: { gpc: '0' } } })),
  ],
  [
    'the body of POST /rtb/{channel}',
    () => post(`/rtb/${channel}`, buildBidRequest(declared)),
    () => post(`/rtb/${channel}`, buildBidRequest(), header),
  ],
];

const partners: [name: string, tag: () => TagRow, path: string][] = [
  ['bidders', () => buildBidder(`${partner.url}/bid`), '/bid'],
  ['bidders of OpenRTB 2.5', () => buildBidder(`${partner.url}/bid`, { rtbVersion: '2.5' }), '/bid'],
  ['Prebid partners', () => buildTag({ integration: 'PreBid', partner: 'appnexusP' }), '/openrtb2/auction'],
];

describe.each(paths)('Global Privacy Control in %s', (_, send, sendWithout) => {
  test.each(partners)(
    'reaches %s as regs.ext.gpc and Sec-GPC (OpenRTB community extension, GPC 3.2)',
    async (__, tag) => {
      serving.useTags([tag()]);
      await send();
      expect(received).toMatchObject([{ request: { regs: { ext: { gpc: '1' } } }, headers: header }]);
      await sendWithout();
      expect(received).toHaveLength(2);
      expect(received[1]?.request.regs?.ext?.['gpc']).not.toBe('1');
      expect(received[1]?.headers).not.toHaveProperty('sec-gpc');
    },
  );

  test('reaches ad tags as Sec-GPC', async () => {
    serving.useTags([buildTag({ url: `${partner.url}/tag` })]);
    await send();
    await sendWithout();
    expect(partner.seen.map(({ url, headers }) => [url, headers['sec-gpc']])).toEqual([
      ['/tag', '1'],
      ['/tag', undefined],
    ]);
  });
});

describe('Global Privacy Control in POST /bid/{supplier}', () => {
  let supplier: SupplierClient;

  beforeAll(async () => {
    supplier = await openSupplierClient();
  });
  afterAll(() => supplier.close());

  test('reaches ad exchanges as regs.ext.gpc and Sec-GPC; the header of the supplier’s server is not the viewer’s', async () => {
    supplier.useExchange();
    supplier.answerWith(() => null);
    await supplier.send(buildBidRequest(declared));
    await supplier.send(buildBidRequest(), header);
    expect(supplier.received.map(({ request, headers }) => [request.regs?.ext?.['gpc'], headers['sec-gpc']])).toEqual([
      ['1', '1'],
      [undefined, undefined],
    ]);
  });
});
