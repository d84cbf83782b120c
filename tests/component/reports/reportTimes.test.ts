import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, runReport, signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { today } from '../../e2e/console/steps/savedReports.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let client: TestClient;
let channel: { id: number; uid: string; name: string };

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  const { body } = await client.call<{ rows: (typeof channel)[] }>('GET', '/api/demand/channels');
  const [first] = body.rows;
  if (!first) throw new Error('the demo has no channel');
  channel = first;
  for (const [country, agent] of [
    ['FI', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'],
    ['DE', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36'],
  ]) {
    const url = `${ui.product.adsUrl}/vast/${channel.uid}?country=${country}&url=https%3A%2F%2Fnews.example%2F`;
    await (await fetch(url, { headers: { 'user-agent': agent ?? '' } })).text();
  }
  await eventually(
    () => runReport(client, { dimensions: ['channel'], metrics: ['reqs'] }),
    ({ totals }) => Number(totals['reqs']) >= 2,
  );
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const paramsOf = (page: Page) => new URL(page.url()).searchParams;
const menuItem = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });

describe('times of a report', () => {
  test('the last minutes are selected by name, and saved as a relative range', async () => {
    const page = await ui.open('demand', '/report?dims=channel&metrics=reqs');
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    const picker = page.getByRole('dialog', { name: 'Date range' });
    await picker.getByRole('button', { name: 'Last hour' }).waitFor();
    await picker.getByRole('button', { name: 'Last hour' }).click();
    await expect.poll(() => paramsOf(page).get('range')).toBe('lastHour');
    await page.getByRole('row', { name: new RegExp(`^${channel.name}`) }).waitFor();
    await page.getByText(/\d\d:\d\d – \d{4}-\d\d-\d\d \d\d:\d\d, UTC\+1$/).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save report' });
    await dialog.getByLabel('Name').fill('What runs now');
    await dialog.getByRole('radio', { name: 'Live report', exact: true }).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.goto(`${ui.product.consoleUrl}/reports`);
    await page.getByRole('link', { name: 'What runs now' }).click();
    await page.getByRole('button', { name: 'Last hour' }).waitFor();
  });

  test('the ends of a range have times, in the address too', async () => {
    const page = await ui.open('demand', '/report?range=today&dims=hour&metrics=reqs');
    await page.getByRole('button', { name: 'Today' }).click();
    const picker = page.getByRole('dialog', { name: 'Date range' });
    await picker.getByLabel('From (time)').fill('09:00');
    await picker.getByLabel('To (time)').fill('08:00');
    await picker.getByText('The end time is before the start time.').waitFor();
    await picker.getByLabel('To (time)').fill('17:30');
    await picker.getByRole('button', { name: 'Apply' }).click();
    await expect
      .poll(() => [paramsOf(page).get('from'), paramsOf(page).get('to')])
      .toEqual([`${today()}T09:00`, `${today()}T17:30`]);
    await page.getByText(`${today()} 09:00 – ${today()} 17:30, UTC+1`, { exact: true }).waitFor();
  });
});

describe('the view of a report', () => {
  test('is saved with its columns and its chart', async () => {
    const page = await ui.open(
      'demand',
      '/report?range=today&dims=country,channel&metrics=reqs,imps&pivot=channel&view=bars',
    );
    await page.getByRole('columnheader', { name: `${channel.name} · Requests` }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save report' });
    await dialog.getByLabel('Name').fill('Countries by channel');
    await dialog.getByRole('radio', { name: 'Live report', exact: true }).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.goto(`${ui.product.consoleUrl}/reports`);
    await page.getByRole('link', { name: 'Countries by channel' }).click();
    await page.getByRole('columnheader', { name: `${channel.name} · Requests` }).waitFor();
  });

  test('with columns has the menu of its values', async () => {
    const page = await ui.open('demand', '/report?range=today&dims=country,channel&metrics=reqs&pivot=channel');
    await page.getByRole('columnheader', { name: channel.name, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions for Finland' }).click();
    await menuItem(page, 'Exclude Finland').click();
    await expect.poll(() => paramsOf(page).getAll('f')).toEqual(['country:not_in:FI']);
    await page.getByRole('row', { name: /^Germany/ }).waitFor();
    await page
      .getByRole('row', { name: /^Germany/ })
      .getByRole('cell')
      .last()
      .click({ button: 'right' });
    await menuItem(page, 'Copy value').waitFor();
  });

  test('shows the meaning of a heading to keyboard users', async () => {
    const page = await ui.open('demand', '/report?range=today&dims=channel&metrics=reqs,fill');
    const fill = page.getByRole('button', { name: 'Fill', exact: true });
    await fill.waitFor();
    const meaning = (await fill.getAttribute('aria-description')) ?? '';
    expect(meaning).not.toBe('');
    await page.getByRole('button', { name: 'Requests', exact: true }).focus();
    await page.keyboard.press('Tab');
    const hint = page.locator('div[aria-hidden]', { hasText: meaning });
    await hint.waitFor();
    await page.keyboard.press('Escape');
    await hint.waitFor({ state: 'detached' });
  });

  test('by audience: requests by country and device type, and the funnel of a country', async () => {
    const page = await ui.open('demand', '/report?range=today&dims=country,device&metrics=reqs');
    await page.getByRole('row').filter({ hasText: 'Finland' }).filter({ hasText: 'Mobile' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Germany' }).filter({ hasText: 'Desktop' }).waitFor();
    await page.goto(
      `${ui.product.consoleUrl}/report?range=today&dims=country&metrics=reqs&f=country:in:FI&view=funnel`,
    );
    const funnel = page.getByRole('list', { name: 'From calls to impressions' });
    const { totals } = await runReport(client, {
      dimensions: ['country'],
      metrics: ['reqs'],
      filters: [{ dim: 'country', op: 'in', values: ['FI'] }],
    });
    const requests = funnel.getByRole('listitem').filter({ hasText: /^Requests/ });
    await expect
      .poll(() => requests.textContent())
      .toContain(`Requests${Number(totals['reqs']).toLocaleString('en-US')}`);
  });
});
