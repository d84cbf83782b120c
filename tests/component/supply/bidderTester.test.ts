import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { bids, oneBid, type ReceivedBidRequest } from '../../system/serving/bidders.ts';
import { startTagServer, type TagServer } from '../../system/serving/tagServer.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let partner: TagServer;
let client: TestClient;
let tag: { id: number; name: string };
let received: ReceivedBidRequest[];

beforeAll(async () => {
  partner = await startTagServer();
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  const create = async (path: string, body: object) => {
    const answer = await client.call<{ id: number; name: string }>('POST', path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const { id: advertiserId } = await create('/api/demand/advs', { name: 'Tested bidders' });
  const endpoint = `${partner.url}/bid`;
  tag = await create('/api/demand/tags', {
    name: 'Bidder under test',
    advertiserId,
    integration: 'RTB',
    endpoint,
    floor: '1.00',
    timeoutMs: 5000,
  });
  const channel = await create('/api/demand/channels', {
    name: 'Terms of the test',
    blockedAdomains: ['bad.example'],
    timeoutMs: 5000,
  });
  await create('/api/demand/waterfall', { channelId: channel.id, tagId: tag.id });
});
afterAll(async () => {
  await ui?.close();
  await partner?.close();
});
beforeEach(() => {
  received = [];
});
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

async function run(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/vastTester/bidders'));
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await answered;
}

describe('the test of a bidder', () => {
  test('is reached from the row of an OpenRTB tag, and explains each bid line by line', async () => {
    partner.on(
      '/bid',
      bids((request) => {
        const seatsOf = (bid: object) => (oneBid(request, bid) as { seatbid: object[] }).seatbid;
        const cheap = seatsOf({ id: 'cheap', price: 0.25, adomain: ['bad.example'] });
        return { id: request.id, cur: 'USD', seatbid: [...cheap, ...seatsOf({ id: 'right', price: 2.5 })] };
      }, received),
    );
    const page = await ui.open('demand', `/tags?q=${encodeURIComponent(tag.name)}`);
    const row = page.locator('tbody tr', { hasText: tag.name });
    await row.hover();
    await row.getByRole('button', { name: /actions|menu|more/i }).click();
    await page.getByRole('menuitem', { name: 'Test bidder' }).click();
    await page.waitForURL(`**/tester?tag=${tag.id}`);
    await page.getByRole('combobox', { name: 'Channel' }).filter({ hasText: 'Terms of the test' }).waitFor();
    await run(page);
    await page.getByText('A bid would be sold at $2.50 CPM.').waitFor();
    expect(received).toHaveLength(1);
    expect(received[0]?.request.test).toBe(1);
    const cheap = page.getByRole('table', { name: 'Checks of bid 1' });
    expect(await cheap.getByRole('row', { name: /^Floor/ }).textContent()).toContain('Bid below floor');
    expect(await cheap.getByRole('row', { name: /^Advertiser/ }).textContent()).toContain('Advertiser domain blocked');
    expect(
      await cheap
        .getByRole('row', { name: /^Currency/ })
        .getByRole('img', { name: 'Right' })
        .count(),
    ).toBe(1);
    await page.getByText('This bid would be sold at $2.50 CPM.').waitFor();
    await page.getByText(`POST ${partner.url}/bid`).waitFor();
    await page.getByText('x-openrtb-version: 2.6', { exact: false }).waitFor();
  });

  test('opens the VAST of a bid in the VAST tester', async () => {
    const adm = buildVast({ kind: 'inline', hasMedia: false });
    partner.on(
      '/bid',
      bids((request) => oneBid(request, { price: 2, adm })),
    );
    const page = await ui.open('demand', `/tester?tag=${tag.id}`);
    await page.getByRole('combobox', { name: 'Channel' }).filter({ hasText: 'Terms of the test' }).waitFor();
    await run(page);
    await page.getByText('Nothing would be sold: No playable media file.').waitFor();
    await page.getByRole('button', { name: 'Test VAST' }).click();
    await page.getByRole('heading', { name: 'Findings' }).waitFor();
    await page.waitForURL(/by=xml/);
    expect(await page.getByRole('textbox', { name: 'VAST markup' }).inputValue()).toBe(adm);
  });

  test('shows an error of the bidder with its status and text', async () => {
    partner.on('/bid', (_request, response) => response.writeHead(400).end('seat is missing'));
    const page = await ui.open('demand', `/tester?tag=${tag.id}`);
    await page.getByRole('combobox', { name: 'Channel' }).filter({ hasText: 'Terms of the test' }).waitFor();
    await run(page);
    await page.getByText('Nothing would be sold: HTTP error.').waitFor();
    await page.getByText('seat is missing').waitFor();
    await page.getByText('HTTP 400', { exact: false }).waitFor();
  });
});
