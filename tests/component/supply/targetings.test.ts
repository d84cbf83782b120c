import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { createTargeting } from '../../e2e/console/worlds/createTargeting.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let demand: TestClient;

beforeAll(async () => {
  ui = await openConsole();
  demand = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });
const box = (page: Page, name: string) => drawer(page).getByRole('textbox', { name, exact: true });
const openTab = (page: Page, name: string) => drawer(page).getByRole('tab', { name, exact: true }).click();
const rowOf = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name });
const save = (page: Page) => drawer(page).getByRole('button', { name: 'Save', exact: true }).click();

async function choose(page: Page, field: string, leaf: string): Promise<void> {
  await drawer(page).getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('textbox', { name: `Search ${field.toLowerCase()}` }).fill(leaf);
  await page.getByRole('treeitem', { name: leaf }).first().click();
  await page.keyboard.press('Escape');
}

/** The rows of a table, each as the texts of its cells. */
async function linesOf(table: Locator): Promise<string[]> {
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map(async (row) => (await row.locator('th, td').allTextContents()).join(' | ')));
}

async function rowsOf(path: string): Promise<{ id: number; name: string; uid: string }[]> {
  const answer = await demand.call<{ rows: { id: number; name: string; uid: string }[] }>('GET', `/api/demand/${path}`);
  return answer.body.rows;
}

describe('a targeting', () => {
  test('is described by dimension, and the list summarizes it', async () => {
    const page = await ui.open('demand', '/targetings?open=new');
    const name = 'French TVs 1';
    await box(page, 'Name').fill(name);
    await openTab(page, 'Geography');
    await choose(page, 'Countries', 'France');
    await box(page, 'Excluded cities').fill('Paris');
    await page.keyboard.press('Enter');
    await openTab(page, 'Devices');
    await choose(page, 'Devices', 'SmartTV');
    await openTab(page, 'Content');
    await box(page, 'Key-values').fill('tier');
    await page.keyboard.press('Enter');
    await drawer(page).getByRole('button', { name: 'Create targeting' }).click();
    // Faults are shown at their fields, whichever tab is open.
    await drawer(page)
      .getByText(/Must be a parameter and its value/)
      .waitFor();
    await drawer(page).getByRole('button', { name: 'Remove tier' }).click();
    await openTab(page, 'Geography');
    await drawer(page).getByRole('button', { name: 'Create targeting' }).click();
    await page.getByText('Targeting created').waitFor();
    await page.keyboard.press('Escape');
    const row = rowOf(page, name);
    for (const part of ['FR', 'not Paris', 'SmartTV']) await row.getByText(part, { exact: true }).waitFor();
  });

  test('refuses values that are both included and excluded, at the field of the excluded ones', async () => {
    const { id } = await createTargeting(demand, { name: 'Both ways', cities: ['Oslo'] });
    const page = await ui.open('demand', `/targetings?open=${id}&tab=geography`);
    await box(page, 'Excluded cities').fill('oslo');
    await page.keyboard.press('Enter');
    await openTab(page, 'Common');
    await save(page);
    await drawer(page).getByText('Both included and excluded: oslo').waitFor();
    expect(await drawer(page).getByRole('tab', { selected: true }).textContent()).toContain('Geography');
  });

  test('is tested against a request URL, by dimension', async () => {
    const { id } = await createTargeting(demand, {
      name: 'American phones',
      countries: ['US'],
      devices: ['Mobile'],
      livestream: 'no',
    });
    const channel = (await rowsOf('channels'))[0];
    const page = await ui.open('demand', `/targetings?open=${id}&tab=test`);
    await box(page, 'Tag URL').fill(`https://ads.example/vast/${channel?.uid}?country=DEU&devicetype=4&w=640`);
    await drawer(page).getByRole('button', { name: 'Test', exact: true }).click();
    await drawer(page).getByText('The request does not pass').waitFor();
    const judged = drawer(page).getByRole('table', { name: 'Restricted dimensions' });
    await expect
      .poll(() => linesOf(judged))
      .toEqual(['Country | DE | Fails', 'Device type | Mobile | Passes', 'Live stream | nothing | Passes']);
    await drawer(page).getByRole('table', { name: 'Other request values' }).getByText('L', { exact: true }).waitFor();
    await box(page, 'Parameters').fill('country=US');
    await box(page, 'User agent').press('Enter');
    await drawer(page).getByText('The request passes').waitFor();
  });

  test('lists its uses, with links', async () => {
    const { id, name } = await createTargeting(demand, { name: 'Used twice' });
    const page = await ui.open('demand', `/targetings?open=${id}&tab=uses`);
    await drawer(page).getByText('Not used').waitFor();
    expect(await drawer(page).getByRole('link', { name: 'View channels' }).getAttribute('href')).toBe('/channels');
    const [channel, tag] = [(await rowsOf('channels'))[0], (await rowsOf('tags'))[0]];
    await demand.call('PATCH', `/api/demand/channels/${channel?.id}`, { targetingIds: [id] });
    await demand.call('PATCH', `/api/demand/tags/${tag?.id}`, { targetingIds: [id] });
    await page.reload();
    await drawer(page)
      .getByRole('region', { name: 'Tag: targetings' })
      .getByText(tag?.name ?? '')
      .waitFor();
    await drawer(page)
      .getByRole('link', { name: channel?.name ?? '' })
      .click();
    await page.waitForURL(/\/channels\?/);
    await drawer(page).getByRole('tab', { name: 'Targeting', exact: true }).click();
    await drawer(page).getByText(name).waitFor();
    await demand.call('PATCH', `/api/demand/channels/${channel?.id}`, { targetingIds: [] });
    await demand.call('PATCH', `/api/demand/tags/${tag?.id}`, { targetingIds: [] });
  });

  test('is compared with another one side by side, with marked differences', async () => {
    const left = await createTargeting(demand, { name: 'Left one', countries: ['DE', 'FR'], cities: ['Bonn'] });
    const right = await createTargeting(demand, { name: 'Right one', countries: ['FR', 'DE'], hours: [1, 2] });
    const page = await ui.open('demand', '/targetings?q=one');
    await rowOf(page, left.name).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Compare with…' }).click();
    const dialog = page.getByRole('dialog', { name: `Compare ${left.name}` });
    await dialog.getByRole('combobox', { name: 'With' }).click();
    await page.getByRole('option', { name: right.name }).click();
    const lines = () => linesOf(dialog);
    await expect.poll(lines).toEqual(['Cities | Bonn | – | Differs', 'Hours of the week | – | 2 hours | Differs']);
    await dialog.getByRole('checkbox', { name: 'Show identical fields' }).click();
    await expect.poll(async () => (await lines())[0]).toContain('Countries | DE, FR | DE, FR');
  });
});
