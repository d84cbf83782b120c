import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { WhyTraces } from '#api/why/whyContract.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { eventually, signInAs, type TestClient } from '../apiClient.ts';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;
let demand: TestClient;
let campaignId = 0;

/** So many requests of a supplier whose floor of $3 a campaign of $2 does not reach, but for the first. */
const sent = 40;

/** What is read from the stores comes when it comes. */
const patient = { timeout: 90_000 };

async function create(path: string, body: object): Promise<{ id: number; uid: string }> {
  const answer = await demand.call<{ id: number; uid: string }>('POST', `/api/demand/${path}`, body);
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

beforeAll(async () => {
  ui = await openConsole({ TRACE_SHARE: '1' });
  demand = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  const advertiser = await create('advs', { name: 'Reach advertiser' });
  const creative = await create('creatives', {
    name: 'Reach film',
    advertiserId: advertiser.id,
    type: 'vast',
    vastXml: buildVast({ kind: 'inline' }),
    adomain: 'reach.example',
  });
  await demand.call('POST', `/api/demand/creatives/${creative.id}/review`, { review: 'approved' });
  const supplier = await create('sups', { name: 'Reach supplier' });
  const campaign = await create('campaigns', {
    name: 'Reach campaign',
    advertiserId: advertiser.id,
    creativeIds: [creative.id],
    supplierIds: [supplier.id],
    ownChannels: 'none',
    bid: '2.00',
  });
  campaignId = campaign.id;
  const send = (bidfloor: number) =>
    fetch(`${ui.product.adsUrl}/bid/${supplier.uid}`, {
      method: 'POST',
      headers: { connection: 'close' },
      body: JSON.stringify({
        id: 'reach',
        imp: [{ id: '1', bidfloor, video: { mimes: ['video/mp4'], protocols: [2, 3, 5, 6], w: 640, h: 360 } }],
        site: { id: 's', page: 'https://reach.example/', publisher: { id: 'p' } },
        device: { ua: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ip: '203.0.113.9' },
      }),
    });
  await eventually(
    async () => (await send(0)).status,
    (status) => status === 200,
  );
  for (let count = 0; count < sent; count += 1) await send(3);
  const kept = `/api/demand/why/traces?kind=supplier&id=${supplier.id}&limit=200`;
  await eventually(
    async () => (await demand.call<WhyTraces>('GET', kept)).body.rows.length,
    (found) => found > sent,
    120,
  );
});
afterAll(() => ui?.close());
afterEach(async () => {
  expect(await ui.closeWindows()).toEqual([]);
});

test('a campaign that does not bid says why, with the way to what would change it', async () => {
  const page = await ui.open('demand', `/campaigns?open=${campaignId}&tab=funnel`);
  const loss = page.getByRole('list', { name: 'Lost: Price' }).getByRole('listitem');
  await loss.getByText('Its bid, less its margin, is below the floor').waitFor(patient);
  await page.getByText(/^It rests on the \d+ requests of the sample/).waitFor();
  await waitUntilShown(page);
  expect(await violationsOf(page, 'funnel')).toEqual([]);
  await loss.getByRole('link', { name: 'Campaign: Bid' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: /^Bid/ }).inputValue()).toBe('2.00');
});

test('what settings would reach is told before they are saved', async () => {
  const page = await ui.open('demand', `/campaigns?open=${campaignId}&tab=forecast`);
  const wanted = page.getByText('It would bid on', { exact: true }).locator('..');
  const reasons = page.getByRole('list', { name: 'Reasons' });
  await reasons.getByText('Its bid, less its margin, is below the floor').waitFor(patient);
  const before = await wanted.innerText();
  await waitUntilShown(page);
  expect(await violationsOf(page, 'forecast')).toEqual([]);
  await page.getByRole('tab', { name: 'Bid', exact: true }).click();
  await page.getByRole('textbox', { name: /^Bid/ }).fill('50.00');
  await page.getByRole('tab', { name: 'Reach and spend' }).click();
  await page.getByText('It would bid on every request, and win our own auction.').waitFor(patient);
  expect(await wanted.innerText()).not.toBe(before);
  await page.getByRole('button', { name: 'Revert' }).click();
  await reasons.getByText('Its bid, less its margin, is below the floor').waitFor(patient);
});

test('of a new campaign is told what it lacks to be forecast', async () => {
  const page = await ui.open('demand', '/campaigns?open=new&tab=forecast');
  await page.getByText('Mend this first, to see what it would reach.').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Bid: Required' }).waitFor();
  expect(await violationsOf(page, 'faults')).toEqual([]);
});

test('a campaign is watched from its funnel', async () => {
  const page = await ui.open('demand', `/campaigns?open=${campaignId}&tab=funnel`);
  await page.getByRole('link', { name: 'Single requests, and watch' }).click();
  await page.getByRole('button', { name: 'Watch for 10 minutes' }).click();
  await page.getByText(/^Watching, (10:00|09:\d\d) left$/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('The watch has ended.').waitFor();
});
