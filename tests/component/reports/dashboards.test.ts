import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, runReport, signInAs } from '../../e2e/apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('the dashboard', () => {
  test('lists the countries of the day’s viewers, each with its report', async () => {
    const client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
    const { body } = await client.call<{ rows: { uid: string }[] }>('GET', '/api/demand/channels');
    for (const country of ['DE', 'FR'])
      await (await fetch(`${ui.product.adsUrl}/vast/${body.rows[0]?.uid}?country=${country}`)).text();
    await eventually(
      () => runReport(client, { dimensions: ['country'], metrics: ['reqs'] }),
      ({ rows }) => rows.length === 2,
    );
    const page = await ui.open('admin', '/?supply=country');
    const table = page.getByRole('table', { name: 'Top countries today' });
    await table.getByRole('row', { name: /Germany/ }).waitFor();
    await table.getByRole('row', { name: /France/ }).waitFor();
    const link = table.getByRole('link', { name: /^Report for / }).first();
    expect(new URL(await link.evaluate((a: HTMLAnchorElement) => a.href)).search).toContain('country');
  });

  test('links its alerts to the places where they can be fixed', async () => {
    const alerts = [
      { kind: 'errors', fix: 'url', page: { entity: 'tag', label: 'Test tag', href: '/tester?tag=7' } },
      {
        kind: 'no_bids',
        fix: 'creativeIds',
        page: { entity: 'creative', label: 'View creatives', href: '/creatives?review=pending' },
      },
      { kind: 'ivt', fix: 'checkIVT' },
      { kind: 'quota', fix: null },
    ].map((alert) => ({
      ...{ tone: 'warn', cause: alert.kind, object: null, text: `About ${alert.kind}.`, perDay: null },
      ...alert,
    }));
    const groups = alerts.map(({ kind }) => ({
      kind,
      tone: 'warn',
      title: `Title of ${kind}`,
      total: 1,
      perDay: null,
    }));
    const openAs = async (login: string) => {
      const page = await ui.open(login, '/tester');
      await page.route('**/api/dashboard/alerts*', (route) =>
        route.fulfill({ json: { alerts, groups, muted: [], total: alerts.length } }),
      );
      await page.goto('/');
      await page.getByText('About ivt.').waitFor();
      return page;
    };
    const page = await openAs('demand');
    const list = page.getByRole('list', { name: 'Alerts' });
    const hrefOf = (name: string) =>
      list.getByRole('link', { name }).evaluate((link: HTMLAnchorElement) => new URL(link.href).search);
    expect([await hrefOf('Test tag'), await hrefOf('View creatives')]).toEqual(['?tag=7', '?review=pending']);
    expect(await list.getByRole('button', { name: 'Change limit…' }).count()).toBe(0);
    await list.getByRole('button', { name: 'Block invalid traffic…' }).click();
    await page.getByRole('tab', { name: 'Options', selected: true }).waitFor();

    const operator = await openAs('admin');
    expect(await operator.getByRole('button', { name: 'Block invalid traffic…' }).count()).toBe(0);
    expect(await operator.getByRole('link', { name: 'Test tag' }).count()).toBe(0);
    await operator.getByRole('button', { name: 'Change limit…' }).click();
    await operator.getByText('Postbid Maximum Impression Amount (per month)').waitFor();
  });

  test('[ALERT-02] of an object lists a muted alert apart with its reason until it is unmuted', async () => {
    const client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
    const { body } = await client.call<{ rows: { id: number }[] }>('GET', '/api/demand/advs');
    const values = { name: 'Without creatives', advertiserId: body.rows[0]?.id, bid: '1.00' };
    const made = await client.call<{ id: number }>('POST', '/api/demand/campaigns', values);
    const page = await ui.open('demand', `/campaigns/${made.body.id}`);
    const ofObject = page.getByRole('region', { name: 'Alerts' });
    await ofObject.getByText('No creatives are selected.').waitFor();
    // The page of the campaign shows the state that its row shows.
    const state = page.getByRole('main').getByRole('link', { name: /^No creative.*: No creatives are selected\./ });
    await state.waitFor();
    const hasFocus = () => ofObject.evaluate((section) => section === section.ownerDocument.activeElement);
    await ofObject.getByRole('button', { name: 'Mute the alert of Without creatives' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mute this alert?' });
    await dialog.getByRole('button', { name: 'Mute', exact: true }).click();
    await dialog.getByText('Enter a reason').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Its creatives come next week.');
    await dialog.getByRole('button', { name: 'Mute', exact: true }).click();
    await expect.poll(hasFocus).toBe(true);
    await ofObject.getByRole('button', { name: 'Muted (1)' }).click();
    await ofObject.getByText('Its creatives come next week.').waitFor();
    await ofObject.getByRole('button', { name: 'Unmute the alert of Without creatives' }).click();
    await ofObject.getByRole('button', { name: 'Mute the alert of Without creatives', exact: true }).waitFor();
    await expect.poll(hasFocus).toBe(true);
  });

  test('of a publisher or advertiser without ads says what is missing, who does it, and gives what its part needs', async () => {
    const client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
    const create = async (path: string, row: object) =>
      (await client.call<{ id: number }>('POST', `/api/demand/${path}`, row)).body.id;
    const subpublisherId = await create('subs', { name: 'Quiet Valley' });
    const advertiserId = await create('advs', { name: 'Paper Boats' });
    await create('channels', { name: 'Evening show', subpublisherId });
    for (const partner of [
      { login: 'quiet', type: 'sub', subpublisherId },
      { login: 'boats', type: 'adv', advertiserId },
    ]) {
      await create('logins', { name: partner.login, password: demoPassword, ...partner });
    }
    const publisher = await ui.open('quiet', '/');
    const steps = publisher.getByRole('list', { name: 'Next steps' });
    const channel = steps.getByRole('listitem').filter({ hasText: 'Channel' }).first();
    await channel.getByRole('img', { name: 'Done' }).waitFor();
    await steps.getByText(/^Ask .* to add them to the channel\.$/).waitFor();
    await publisher.getByRole('group', { name: 'ad tag of Evening show' }).getByText('/vast/').waitFor();
    await publisher.getByRole('group', { name: 'line for partner sites and apps' }).getByText('RESELLER').waitFor();
    expect(await publisher.getByRole('main').getByRole('link', { name: 'Evening show' }).count()).toBe(0);
    const advertiser = await ui.open('boats', '/');
    await advertiser.getByText('No campaign or tag is running at the moment.').waitFor();
    expect(await advertiser.getByRole('group', { name: /^ad tag of/ }).count()).toBe(0);
  });

  test('of SDK users shows the health of apps and versions', async () => {
    const page = await ui.open('sdk', '/');
    const table = page.getByRole('table', { name: 'Apps' });
    const app = table.getByRole('row').filter({ hasText: 'Recipes for Android' });
    await app.getByRole('link', { name: 'v1', exact: true }).waitFor();
    await page.getByText('1 of 1', { exact: true }).first().waitFor();
    await app.getByRole('link', { name: 'Recipes for Android' }).click();
    await page.waitForURL(/\/sdk\?open=\d+/);
  });
});
