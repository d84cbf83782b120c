import { afterAll, beforeAll, expect, test } from 'vitest';
import { readVendorList, type VendorList } from '#standards/privacy/vendorList.ts';
import { buildChannel } from '#tests/support/engine/buildRows.ts';
import { buildTcString, testVendor } from '../../../privacy/buildTcString.ts';
import { bids, buildBidder, buildBidRequest, oneBid, type ReceivedBidRequest } from '../bidders.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

let partner: TagServer;
let serving: TestServing;
let list: VendorList | null = null;
const received: ReceivedBidRequest[] = [];

beforeAll(async () => {
  partner = await startTagServer();
  serving = await startTestServing({ vendorList: () => list });
  serving.useTags([buildBidder(`${partner.url}/bid`, { gvlId: testVendor })]);
  partner.on(
    '/bid',
    bids((request) => oneBid(request, { price: 2 }), received),
  );
});
afterAll(async () => {
  await serving.close();
  await partner.close();
});

const listOf = (vendor: object) =>
  readVendorList(
    JSON.stringify({ gvlSpecificationVersion: 3, vendors: { [testVendor]: { id: testVendor, ...vendor } } }),
  );

async function sell(consent: string): Promise<number> {
  received.length = 0;
  const request = buildBidRequest({ regs: { gdpr: 1 }, user: { id: 'viewer', consent } });
  const body = JSON.stringify(request);
  await fetch(`${serving.url}/rtb/${buildChannel().uid}`, { method: 'POST', body });
  return received.length;
}

test('TCF 2.3: a bidder is called on the basis of legitimate interest only if the Global Vendor List says so', async () => {
  const byInterest = buildTcString({ purposes: [], vendors: [] });
  const byConsent = buildTcString({ interests: [], vendorInterests: [] });
  list = null;
  expect([await sell(byInterest), await sell(byConsent)]).toEqual([0, 1]);
  list = listOf({ purposes: [1], legIntPurposes: [2] });
  expect([await sell(byInterest), await sell(byConsent)]).toEqual([1, 0]);
  list = listOf({ purposes: [1], legIntPurposes: [2], flexiblePurposes: [2], deletedDate: '2026-01-01T00:00:00Z' });
  expect([await sell(byInterest), await sell(byConsent)]).toEqual([0, 0]);
});
