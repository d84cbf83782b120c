import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ObservedDeals } from '#api/deals/dealsContract.ts';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let demand: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  demand = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

interface Row {
  id: number;
  uid: string;
}

async function create(path: string, values: Record<string, unknown>): Promise<Row> {
  const { status, body } = await demand.call<Row>('POST', `/api/demand/${path}`, values);
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Sends a bid request that offers a deal; returns the bid on it, or null. */
async function offer(uid: string, deal: object): Promise<{ price: number; cid?: string; dealid?: string } | null> {
  const request = {
    id: 'quay-1',
    imp: [{ id: '1', bidfloor: 0.1, banner: { w: 300, h: 250 }, pmp: { deals: [deal] } }],
    site: { id: 's', page: 'https://quay.example/', publisher: { id: 'p' } },
    device: { ua: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ip: '203.0.113.9' },
  };
  const answer = await fetch(`${ui.product.adsUrl}/bid/${uid}`, { method: 'POST', body: JSON.stringify(request) });
  if (answer.status !== 200) return null;
  const { seatbid = [] } = (await answer.json()) as { seatbid?: { bid: { price: number }[] }[] };
  return seatbid[0]?.bid[0] ?? null;
}

const seen = async (q: string) =>
  (await demand.call<ObservedDeals>('GET', `/api/demand/deals/observed?q=${encodeURIComponent(q)}`)).body;

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });

const patient = { timeout: 30_000, interval: 500 };

test('a deal that a supplier offers and that is not set up is observed, set up, checked, and used by a campaign’s bid', async () => {
  const supplier = await create('sups', { name: 'Quay Exchange' });
  const advertiser = await create('advs', { name: 'Quay Lights' });
  const creative = await create('creatives', {
    name: 'Quay banner',
    advertiserId: advertiser.id,
    ...{ type: 'tag', markup: '<a href="${CLICK_URL}">x</a>', width: 300, height: 250, adomain: 'quay-lights.example' },
  });
  const review = await demand.call('POST', `/api/demand/creatives/${creative.id}/review`, { review: 'approved' });
  expect(review.status).toBe(200);
  const campaign = await create('campaigns', {
    name: 'Quay campaign',
    advertiserId: advertiser.id,
    type: 'banner',
    creativeIds: [creative.id],
    isOpenMarket: false,
    ...{ bid: '8.00', spendPerDay: '100.00', pacing: 'asap' },
  });
  const deal = { id: 'QX-77', bidfloor: 3.5, at: 3, wseat: ['quay-9'] };

  // Ad serving receives the supplier shortly after its creation.
  await expect
    .poll(async () => {
      await offer(supplier.uid, deal);
      return (await seen('QX-77')).total;
    }, patient)
    .toBe(1);
  const page = await ui.open('demand', '/deals');
  await page
    .getByRole('navigation', { name: 'Deal lists' })
    .getByRole('link', { name: 'Offered, not configured' })
    .click();
  // All deals are shown, dimmed after a while, until the matching ones are loaded.
  const matching = page.waitForResponse((answer) => /\/deals\/observed\?.*\bq=QX-7/.test(answer.url()));
  await page.getByRole('textbox', { name: 'Search deals' }).fill('QX-7');
  await matching;
  const row = page.locator('tbody tr').filter({ hasText: 'QX-77' });
  await row.getByText('$3.50 fixed', { exact: true }).waitFor();
  await row.getByText('Quay Exchange', { exact: true }).waitFor();

  await row.getByRole('button', { name: 'Configure deal QX-77 from Quay Exchange' }).click();
  const form = drawer(page);
  await expect.poll(() => form.getByRole('textbox', { name: 'Deal ID', exact: true }).inputValue()).toBe('QX-77');
  await form.getByRole('tab', { name: 'Price' }).click();
  await expect.poll(() => form.getByRole('textbox', { name: 'Price', exact: true }).inputValue()).toBe('3.50');
  await form.getByRole('button', { name: 'Create deal' }).click();

  await page.getByRole('tab', { name: 'Check', selected: true }).waitFor();
  const checks = drawer(page).getByRole('list', { name: 'Checks' });
  await checks.getByText('No campaign uses the deal. Add it to the deals of a campaign.', { exact: true }).waitFor();
  await checks
    .getByText('The deal is sold at a fixed price, which matches the deal type (preferred deal).', { exact: true })
    .waitFor();
  const id = Number(new URL(page.url()).searchParams.get('open'));
  const change = await demand.call('PATCH', `/api/demand/campaigns/${campaign.id}`, { dealIds: [id] });
  expect(change.status).toBe(200);
  await drawer(page).getByRole('button', { name: 'Check again' }).click();
  await checks.getByText('Quay campaign can bid.', { exact: true }).waitFor();
  await checks.getByText('Quay campaign bids $8.00. The floor is $3.50.', { exact: true }).waitFor();

  const notOurs = 'Only seat quay-9 is allowed. Our seat at Quay Exchange is not set.';
  await checks.getByText(notOurs, { exact: true }).waitFor();
  await checks.getByRole('link', { name: 'Our seat of Quay Exchange' }).click();
  await page.waitForURL('**/suppliers?**');
  const seat = drawer(page).getByRole('textbox', { name: 'Our seat', exact: true });
  await expect.poll(() => seat.evaluate((box) => box === document.activeElement)).toBe(true);
  await seat.fill('quay-9');
  await drawer(page).getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const saved = await demand.call<{ seat: string }>('GET', `/api/demand/sups/${supplier.id}`);
  expect(saved.body.seat).toBe('quay-9');
  await page.goto(`/deals?open=${id}&tab=check`);
  await checks.getByText('Our seat at Quay Exchange, quay-9, is allowed (seat quay-9).', { exact: true }).waitFor();

  // Ad serving receives the seat, the deal and its budget shortly after their creation.
  await expect
    .poll(() => offer(supplier.uid, deal), patient)
    .toMatchObject({ dealid: 'QX-77', cid: String(campaign.id), price: 3.5 });
  expect((await seen('QX-77')).total).toBe(0);
  await page.goto('/deals?view=observed&q=QX-77');
  await page.getByText('No deals match').waitFor();

  type Listed = { rows: { traffic?: { offers: number }; metrics?: { bids: number } }[] };
  await expect
    .poll(async () => {
      const { body } = await demand.call<Listed>('GET', '/api/demand/deals?q=QX-77&metrics=bids');
      const [listed] = body.rows;
      return [(listed?.traffic?.offers ?? 0) >= 2, (listed?.metrics?.bids ?? 0) >= 1];
    }, patient)
    .toEqual([true, true]);
  await page.goto('/deals?q=QX-77&cols=name,dealId,offers,bids,lostBy');
  const cells = page.locator('tbody tr').filter({ hasText: 'Quay Exchange QX-77' }).getByRole('cell');
  await expect.poll(() => cells.allTextContents().then((texts) => texts.join(' '))).toMatch(/ QX-77 \d+ [1-9]/);
});
