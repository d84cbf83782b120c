import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Watch, WhyTraces } from '#api/why/whyContract.ts';
import { eventually, signInAs } from '../../e2e/apiClient.ts';
import { goodAd, openWhyWorld, type TestChannel, type WhyWorld } from '../../e2e/console/worlds/whyWorld.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let world: WhyWorld;
let partner: Server;
let partnerUrl: string;

const adOfRival = goodAd.replace('</AdTitle>', '</AdTitle><Advertiser>rival.example</Advertiser>');

beforeAll(async () => {
  partner = createServer((request, response) => {
    if (request.url?.startsWith('/slow')) return;
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(request.url?.startsWith('/broken') ? '<VAST' : goodAd);
  });
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve));
  partnerUrl = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`;
  ui = await openConsole();
  world = await openWhyWorld(ui.product, demoPassword);
});
afterAll(async () => {
  await ui?.close();
  partner.closeAllConnections();
  partner.close();
});
afterEach(async () => {
  // An account has a limited number of watches at a time.
  const { body } = await world.demand.call<Watch[]>('GET', '/api/demand/watches');
  for (const { id } of body) await world.demand.call('DELETE', `/api/demand/watches/${id}`);
  expect(await ui.closeWindows()).toEqual([]);
});

/** Watches a channel on its page, and sends requests until the reason is shown. */
async function explained(page: Page, staged: TestChannel, reason: string, query = '') {
  await page.goto(`/why?channel=${staged.channelId}`);
  await page.getByText('No requests yet').waitFor();
  await page.getByRole('button', { name: 'Watch for 10 minutes' }).first().click();
  await page.getByText(/^Watching, (10:00|09:\d\d) left$/).waitFor();
  await eventually(
    async () => {
      await world.requestAd(staged.uid, query);
      const path = `/api/demand/why/traces?kind=channel&id=${staged.channelId}&reason=${reason}`;
      return (await world.demand.call<WhyTraces>('GET', path)).body.rows.length;
    },
    (found) => found > 0,
    120,
  );
  await page.getByRole('list', { name: 'Requests' }).getByRole('button').first().waitFor();
  await page.goto(`/why?channel=${staged.channelId}&reason=${reason}`);
  await page.getByRole('list', { name: 'Requests' }).getByRole('button').first().click();
  return page.getByRole('dialog', { name: 'Request details' });
}

interface Fault {
  name: string;
  reason: string;
  text: string;
  stage: () => Promise<TestChannel>;
  query?: string;
  /** The link to what would change it. */
  href: (staged: { channelId: number; tagId: number }) => string;
}

const ofChannel = (field: string) => (staged: { channelId: number }) =>
  `/channels?open=${staged.channelId}&field=${field}`;
const ofTag = (field: string) => (staged: { tagId: number }) => `/tags?open=${staged.tagId}&field=${field}`;

const faults: Fault[] = [
  {
    name: 'a paused channel',
    reason: 'channel_inactive',
    text: 'Channel or sub-publisher not active',
    stage: () => world.createTestChannel({ status: 0 }),
    href: ofChannel('status'),
  },
  {
    name: 'a targeting that leaves out the country',
    reason: 'targeting_country',
    text: 'Targeting mismatch: Country',
    stage: async () => {
      const { id } = await world.create('/api/demand/targetings', { name: 'Germany', countries: ['DE'] });
      return world.createTestChannel({}, { targetingIds: [id] });
    },
    query: 'country=US',
    href: ofTag('targetingIds'),
  },
  {
    name: 'a floor that is too high',
    reason: 'floor',
    text: 'Rate below floor',
    stage: () => world.createTestChannel({ floor: '50.00' }),
    href: ofChannel('floor'),
  },
  {
    name: 'a cap that is reached',
    reason: 'cap_reached',
    text: 'Daily request or impression cap reached',
    stage: () => world.createTestChannel({ reqsPerDay: 1 }),
    href: ofChannel('reqsPerDay'),
  },
  {
    name: 'a slow tag',
    reason: 'timeout',
    text: 'Timed out',
    stage: () => world.createTestChannel({}, { source: 'url', url: `${partnerUrl}/slow`, timeoutMs: 200 }),
    href: ofTag('timeoutMs'),
  },
  {
    name: 'broken VAST',
    reason: 'invalid_xml',
    text: 'Invalid VAST',
    stage: () => world.createTestChannel({}, { source: 'url', url: `${partnerUrl}/broken` }),
    href: ofTag('url'),
  },
  {
    name: 'an advertiser who is blocked',
    reason: 'adomain_blocked',
    text: 'Advertiser domain blocked',
    stage: () => world.createTestChannel({ blockedAdomains: ['rival.example'] }, { vastXml: adOfRival }),
    href: ofChannel('blockedAdomains'),
  },
  {
    name: 'an ads.txt that does not name us',
    reason: 'ads_txt_unauthorized',
    text: 'Not authorized in ads.txt or app-ads.txt',
    stage: () => world.createTestChannel({ isAdsTxtEnforced: true }),
    query: `url=${encodeURIComponent('https://weather.example/')}`,
    href: ({ channelId }) => `/channels?open=${channelId}`,
  },
  {
    name: 'a viewer whose choices exclude a bidder',
    reason: 'privacy',
    text: 'No consent for this vendor',
    stage: () =>
      world.createTestChannel(
        {},
        { integration: 'RTB', endpoint: `${partnerUrl}/bid`, source: 'url', vastXml: '', gvlId: 755 },
      ),
    query: 'gdpr=1&country=DE',
    href: ofTag('gvlId'),
  },
];

describe('“Why no ad?” explains', () => {
  test.each(faults)('$name, with a link to the field that would change it', async (fault) => {
    const page = await ui.open('demand', '/why');
    const staged = await fault.stage();
    const dialog = await explained(page, staged, fault.reason, fault.query);
    await dialog.getByText('No ad returned.').waitFor();
    await dialog.getByText(fault.text).first().waitFor();
    const hrefs = await dialog.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs).toContain(fault.href(staged));
  });

  test('a paused account, to users who may see it', async () => {
    const admin = await signInAs(ui.product.consoleUrl, 'admin', demoPassword);
    const { id: demandId } = await world.create('/api/demands', { name: 'Why account', showDsp: true }, admin);
    const user = { name: 'Why', login: 'why', password: 'why-no-ad-at-all', type: 'demand', demandId };
    await world.create('/api/users', user, admin);
    const owner = await signInAs(ui.product.consoleUrl, 'why', user.password);
    const channel = await world.create('/api/demand/channels', { name: 'Why channel' }, owner);
    await owner.call('POST', '/api/demand/watches', { kind: 'channel', id: channel.id });
    expect((await admin.call('PATCH', `/api/demands/${demandId}`, { status: 0 })).status).toBe(200);
    await eventually(
      async () => {
        await world.requestAd(channel.uid);
        const path = `/api/demand/why/traces?kind=channel&id=${channel.id}&reason=account_inactive`;
        return (await admin.call<WhyTraces>('GET', path)).body.rows.length;
      },
      (found) => found > 0,
    );
    const page = await ui.open('admin', `/why?channel=${channel.id}&reason=account_inactive`);
    await page.getByRole('list', { name: 'Requests' }).getByRole('button').first().click();
    const dialog = page.getByRole('dialog', { name: 'Request details' });
    await dialog.getByText('Account not active').first().waitFor();
    const link = dialog.getByRole('link', { name: /^Demand/ }).first();
    expect(await link.getAttribute('href')).toBe(`/demands?open=${demandId}&field=status`);
  });
});

describe('the page “Why no ad?”', () => {
  test('finds a request by its id, and says when it is not stored', async () => {
    const page = await ui.open('demand', '/why');
    await page.getByRole('textbox', { name: 'Request ID' }).fill('AAAAAAAAAAAAAAAA');
    await page.getByRole('textbox', { name: 'Request ID' }).press('Enter');
    await page.getByText('Request not found').waitFor();
    // Nothing that could be watched is selected.
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Watch for 10 minutes' }).count()).toBe(0);
    const staged = await world.createTestChannel({});
    await page.goto(`/why?channel=${staged.channelId}&request=AAAAAAAAAAAAAAAA`);
    await page.getByRole('dialog').getByRole('button', { name: 'Watch for 10 minutes' }).click();
    await page.getByText(/^Watching,/).waitFor();
  });

  test('says when a watch has ended', async () => {
    const staged = await world.createTestChannel({});
    const page = await ui.open('demand', `/why?channel=${staged.channelId}`);
    // The empty list of requests can start it as well as the head of the page.
    await page.getByRole('button', { name: 'Watch for 10 minutes' }).last().click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('The watch has ended.').waitFor();
  });

  test('offers to stop another watch when too many run', async () => {
    const others = [];
    for (let count = 0; count < 5; count += 1) {
      const { channelId } = await world.createTestChannel({});
      others.push(channelId);
      await world.demand.call('POST', '/api/demand/watches', { kind: 'channel', id: channelId });
    }
    const staged = await world.createTestChannel({});
    const page = await ui.open('demand', `/why?channel=${staged.channelId}`);
    const watch = page.getByRole('button', { name: 'Watch for 10 minutes' }).first();
    await watch.click();
    await page.getByText('An account can run at most 5 watches at the same time. Stop one first').first().waitFor();
    await page.getByRole('button', { name: `Stop channel #${others[0]}` }).click();
    await page
      .getByRole('button', { name: /^Stop channel/ })
      .first()
      .waitFor({ state: 'detached' });
    await watch.click();
    await page.getByText(/^Watching,/).waitFor();
  });

  test('with a filter that no request passes, offers to clear it', async () => {
    const staged = await world.createTestChannel({});
    const page = await ui.open('demand', `/why?channel=${staged.channelId}&outcome=filled&reason=floor`);
    await page.getByText('No matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('No requests yet').waitFor();
    expect(new URL(page.url()).searchParams.has('reason')).toBe(false);
  });
});
