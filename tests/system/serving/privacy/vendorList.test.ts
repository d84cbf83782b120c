import { afterAll, beforeAll, expect, test } from 'vitest';
import { readVendorList, type VendorList } from '#standards/privacy/vendorList.ts';
import { buildChannel } from '#tests/support/engine/buildRows.ts';
import { buildTcString, testVendor } from '../../../privacy/buildTcString.ts';
import { bids, buildBidder, buildBidRequest, oneBid, type ReceivedBidRequest } from '../bidders.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

let partner: TagServer;
let serving: TestServing;
let lists: VendorList[] = [];
const received: ReceivedBidRequest[] = [];

beforeAll(async () => {
  partner = await startTagServer();
  serving = await startTestServing({ vendorLists: () => lists });
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

/** Strings of the tests name version 100. */
const listOf = (vendor: object, vendorListVersion = 100) =>
  readVendorList(
    JSON.stringify({
      gvlSpecificationVersion: 3,
      vendorListVersion,
      vendors: { [testVendor]: { id: testVendor, ...vendor } },
    }),
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
  lists = [];
  expect([await sell(byInterest), await sell(byConsent)]).toEqual([0, 1]);
  lists = [listOf({ purposes: [1], legIntPurposes: [2] })];
  expect([await sell(byInterest), await sell(byConsent)]).toEqual([1, 0]);
  lists = [listOf({ purposes: [1], legIntPurposes: [2], flexiblePurposes: [2], deletedDate: '2026-01-01T00:00:00Z' })];
  expect([await sell(byInterest), await sell(byConsent)]).toEqual([0, 0]);
});

test('TCF 2.3: what a vendor declares later than the list that a consent string names is no legal basis', async () => {
  const byInterest = buildTcString({ purposes: [], vendors: [] });
  const byConsent = buildTcString({ interests: [], vendorInterests: [] });
  const shown = listOf({ purposes: [1, 2] });
  const later = listOf({ purposes: [1], legIntPurposes: [2] }, 101);
  lists = [shown, later];
  expect([await sell(byInterest), await sell(byConsent)]).toEqual([0, 1]);
  lists = [later];
  expect([await sell(byInterest), await sell(byConsent)]).toEqual([1, 0]);
});

test('TCF 2.3: a vendor that was added after the list that a consent string names has no legal basis', async () => {
  lists = [listOf({ purposes: [1], legIntPurposes: [2] }, 101)];
  // Its vendors end at one below: there is no bit for it.
  const before = { vendors: [testVendor - 1], vendorInterests: [testVendor - 1], disclosed: [testVendor - 1] };
  expect(await sell(buildTcString(before))).toBe(0);
});
