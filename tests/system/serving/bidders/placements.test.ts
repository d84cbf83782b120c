import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildBidder } from '../bidders.ts';
import { startBidServer, type BidServer } from './bidServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

let serving: TestServing;
let bidders: BidServer;

beforeAll(async () => {
  [bidders, serving] = await Promise.all([startBidServer('viewer'), startTestServing()]);
});
afterAll(async () => {
  await serving.close();
  await bidders.close();
});

test.each([
  ['', {}],
  ['plcmt=4', { plcmt: 4, placement: 3 }],
  ['plcmt=2', { plcmt: 2 }],
  ['placement=5', { plcmt: 3, placement: 5 }],
  ['startdelay=0', { startdelay: 0 }],
  ['plcmt=instream&startdelay=-1', { plcmt: 1, placement: 1, startdelay: -1 }],
])(
  'OpenRTB 2.6, 3.2.7: from the tag parameters %j, bidders learn plcmt and startdelay as %j',
  async (query, expected) => {
    for (const rtbVersion of ['2.5', '2.6'] as const) {
      serving.useTags([buildBidder(`${bidders.url}/bid`, { rtbVersion })]);
      await serving.requestAd(query);
      const { plcmt, placement, startdelay } =
        bidders.requestsAt('/bid').at(-1)?.imp[0]?.video ?? expect.fail('no video');
      expect({ plcmt, placement, startdelay }, rtbVersion).toEqual(expected);
    }
  },
);
