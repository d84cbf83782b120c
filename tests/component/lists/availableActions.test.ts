import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, runReport, signInAs } from '../../e2e/apiClient.ts';
import { createNewHouseAccount } from '../../e2e/console/worlds/createNewHouseAccount.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;

/** UTC offset of the demo account, in hours. */
const zoneOfDemo = 1;

beforeAll(async () => {
  ui = await openConsole({ DEMO_HISTORY_DAYS: '1' });
  const demand = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  const manager = { name: 'Books', login: 'books', managerRole: 'finance', password: demoPassword };
  expect((await demand.call('POST', '/api/demand/managers', manager)).status).toBe(201);
  await createNewHouseAccount(ui.product.consoleUrl, demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

describe('a manager of the finances', () => {
  test('reads a supplier with all its tabs, without links to pages that it must not open', async () => {
    const page = await ui.open('books', '/suppliers');
    await page.getByRole('button', { name: 'Actions for Northern Exchange' }).click();
    const menu = page.getByRole('menu');
    await menu.getByRole('menuitem', { name: 'Report' }).waitFor();
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
      'View',
      'Open in new tab',
      'Report',
      'Copy ID',
      'Copy UID',
    ]);
    await menu.getByRole('menuitem', { name: 'View', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Northern Exchange' });
    await drawer.getByText('View only').waitFor();
    await drawer.getByRole('tab', { name: 'Targeting' }).click();
    await drawer.getByRole('tabpanel').getByText('None selected').first().waitFor();
    expect(await drawer.getByRole('link', { name: 'View deals' }).count()).toBe(0);
    await drawer.getByRole('tab', { name: 'Endpoint' }).click();
    await drawer.getByText('Bid endpoint', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/suppliers');
  });
});

describe('an account without objects', () => {
  test('sees on its dashboard and its lists which objects it needs, and which of them exist', async () => {
    const page = await ui.open('newhouse', '/suppliers');
    await page.getByText('No suppliers yet').waitFor();
    await page.goto('/');
    const steps = page.getByRole('list', { name: 'First steps' });
    const supplier = steps.getByRole('listitem').filter({ hasText: 'Add a supplier' });
    await supplier.getByRole('img', { name: 'To do' }).waitFor();
    expect(await page.getByText('Nothing needs attention').count()).toBe(0);
    const owner = await signInAs(ui.product.consoleUrl, 'newhouse', demoPassword);
    await page.goto('/deals?view=observed');
    await page.getByText('Deals are offered by suppliers. Add a supplier first.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Suppliers' }).waitFor();
    expect((await owner.call('POST', '/api/demand/sups', { name: 'First exchange' })).status).toBe(201);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/campaigns?status=all');
    await page.getByText('No campaigns yet').waitFor();
    await page.goto('/');
    await supplier.getByRole('img', { name: 'Done' }).waitFor();
    await steps.getByRole('link', { name: 'Add a creative' }).click();
    await page.getByRole('form', { name: 'New creative' }).waitFor();
  });
});

describe('an advertiser', () => {
  test('sees its campaigns and its tags separately, none of them as None', async () => {
    // History reaches the tables with a delay, and a dashboard is not refreshed immediately.
    const adv = await signInAs(ui.product.consoleUrl, 'adv', demoPassword);
    const today = new Date(Date.now() + zoneOfDemo * 3_600_000).toISOString().slice(0, 10);
    await eventually(
      () =>
        runReport(adv, {
          ...{ startDate: today, endDate: today, offset: zoneOfDemo },
          ...{ dimensions: ['tag'], metrics: ['imps'] },
        }),
      ({ rows }) => rows.length > 1,
      120,
    );
    const page = await ui.open('adv', '/');
    const campaigns = page.getByRole('table', { name: 'Top campaigns today' });
    await campaigns.getByText('Coffee Roasters – ').first().waitFor({ timeout: 30_000 });
    const tags = page.getByRole('table', { name: 'Top tags today' });
    await tags.waitFor();
    expect(await campaigns.getByText('None', { exact: true }).count()).toBe(0);
    expect(await tags.getByText('None', { exact: true }).count()).toBe(0);
  });
});

describe('campaigns', () => {
  test('with impression goals show their budgets among those in money, and change them there too', async () => {
    const page = await ui.open('demand', '/campaigns');
    const row = page.getByRole('row').filter({ hasText: 'Slow Travel – winter' });
    await row
      .getByRole('button', { name: /^[\d,]+ imps$/ })
      .first()
      .click();
    const input = page.getByRole('textbox', { name: 'Lifetime impression cap of Slow Travel – winter' });
    await input.fill('98765');
    await page.keyboard.press('Enter');
    await row.getByRole('button', { name: '98,765 imps' }).waitFor();
  });
});
