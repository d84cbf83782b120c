import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, signInAs } from '../apiClient.ts';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { findRowByName } from './steps/findRowByName.ts';
import { openWhyWorld } from './worlds/whyWorld.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

// Once each from end to end in a browser; component tests cover the details of these pages.
describe('“Why no ad?”', () => {
  test('is reached from a row, counts losses from calls to impressions, and links to the exact field', async () => {
    const world = await openWhyWorld(ui.product, demoPassword);
    const staged = await world.createTestChannel({ floor: '50.00' });
    const page = await ui.open('demand', `/channels?q=${encodeURIComponent(staged.name)}`);
    const row = page.locator('tbody tr', { hasText: staged.name });
    await row.hover();
    await row.getByRole('button', { name: /actions|menu|more/i }).click();
    await page.getByRole('menuitem', { name: 'Why no ad?' }).click();
    await page.waitForURL(new RegExp(`/why\\?channel=${staged.channelId}`));
    for (let each = 0; each < 3; each += 1) await world.requestAd(staged.uid);
    await eventually(
      () =>
        world.demand.call<{ steps: { key: string; count: number }[] }>(
          'GET',
          `/api/demand/why/funnel?kind=channel&id=${staged.channelId}`,
        ),
      ({ body }) => body.steps.some(({ key, count }) => key === 'missed' && count === 3),
    );
    await page.reload();
    const funnel = page.getByRole('list', { name: 'From calls to impressions' });
    const losses = funnel.getByRole('list', { name: 'Why: Tags considered' });
    await losses.getByText('Rate below floor').waitFor();
    await waitUntilShown(page);
    expect(await violationsOf(page, 'why')).toEqual([]);
    await losses.getByRole('link', { name: 'Channel: Demand floor' }).click();
    await page.waitForURL(new RegExp(`/channels\\?.*open=${staged.channelId}`));
    const floor = page.getByRole('dialog').getByRole('textbox', { name: /^Demand floor/ });
    await floor.waitFor();
    await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
    expect(await floor.evaluate((field) => field === document.activeElement)).toBe(true);
  });
});

describe('the change log', () => {
  test('a change is found, read field by field, and undone', async () => {
    const owner = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
    const tag = await findRowByName(owner, '/api/demand/tags', 'Bikes – inline');
    const path = `/api/demand/tags/${tag.id}`;
    const before = (await owner.call<{ rate: string }>('GET', path)).body;
    await owner.call('PATCH', path, { rate: '77.70', timeoutMs: 777 });

    const page = await ui.open('demand', `/log?entity=tag&rowId=${tag.id}`);
    const table = page.getByRole('table', { name: 'User Activity' });
    const line = table.getByRole('row').filter({ hasText: '→ $77.70' });
    await line.waitFor();
    expect(await line.getByRole('cell').allTextContents()).toEqual(
      expect.arrayContaining(['Demand', 'Changed', 'Tag', 'Bikes – inline', 'Console', '127.0.0.1']),
    );
    await line.getByRole('link', { name: /^20\d\d-/ }).click();
    const entry = page.getByRole('dialog', { name: 'Changed: Tag Bikes – inline' });
    await entry.getByText('Request ID').waitFor();
    expect(await entry.getByRole('row').filter({ hasText: 'Rate' }).getByRole('cell').allTextContents()).toEqual([
      `$${before.rate}`,
      '$77.70',
    ]);

    await entry.getByRole('button', { name: 'Undo…' }).click();
    const question = page.getByRole('dialog', { name: 'Undo this change?' });
    await question.getByRole('columnheader', { name: 'Restored value' }).waitFor();
    await question.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Change undone').waitFor();
    await question.waitFor({ state: 'detached' });
    expect((await owner.call<object>('GET', path)).body).toMatchObject({ rate: before.rate });
    await page.keyboard.press('Escape');
    await table.getByRole('cell', { name: 'Undo', exact: true }).first().waitFor();
    await line.first().getByRole('link', { name: 'Bikes – inline' }).click();
    await page.getByRole('dialog', { name: 'Bikes – inline' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/tags');
  });

  test('changes made together are one row, which opens by a click and is undone there', async () => {
    const owner = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
    const { body } = await owner.call<{ rows: { id: number; notes: string }[] }>('GET', '/api/demand/tags?size=3');
    const ids = body.rows.map(({ id }) => id);
    const edits = [{ field: 'notes', verb: 'set', value: 'changed together' }];
    expect((await owner.call('POST', '/api/demand/tags/bulk', { ids, edits })).status).toBe(200);

    const page = await ui.open('demand', '/log?entity=tag');
    const table = page.getByRole('table', { name: 'User Activity' });
    const line = table.getByRole('row').filter({ hasText: 'and 2 more' }).first();
    await line.getByRole('cell', { name: 'Bulk', exact: true }).click();
    const entry = page.getByRole('dialog', { name: /^Changed: Tag / });
    await entry.getByText('Part of a bulk change of 3 rows').waitFor();
    await page.keyboard.press('Escape');
    await entry.waitFor({ state: 'detached' });
    await line.getByRole('link', { name: '2 more' }).click();
    await page.getByRole('button', { name: 'Show all changes' }).waitFor();
    await expect.poll(() => table.getByRole('row').filter({ hasText: 'changed together' }).count()).toBe(3);
    await page.goBack();
    await line.getByRole('button', { name: /^Undo the change of / }).click();
    await page.getByRole('button', { name: 'Undo all' }).click();
    await page.getByText('Change of 3 rows undone').waitFor();
    const after = await owner.call<typeof body>('GET', '/api/demand/tags?size=3');
    expect(after.body.rows.map(({ notes }) => notes)).toEqual(body.rows.map(({ notes }) => notes));
  });
});

describe('tooltips', () => {
  test('help written for a missing key is shown beside its field, as Markdown', async () => {
    const page = await ui.open('admin', '/tooltips');
    await page.getByRole('button', { name: 'Missing keys' }).click();
    await page.getByLabel('Search fields').fill('channel.name');
    // A click on a moving element would be lost.
    await page.getByRole('button', { name: 'Add a tooltip for tag.name', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add a tooltip for channel.name', exact: true }).click();
    const form = page.getByRole('form', { name: 'New tooltip' });
    expect(await form.getByLabel('Key').inputValue()).toBe('channel.name');
    await form.getByLabel('Title').fill('How a channel is called');
    await form
      .getByLabel('Text')
      .fill('As **people** know it. <img src=x onerror=alert(1)> [More](https://docs.example/)');
    await form.getByRole('button', { name: 'Create tooltip' }).click();
    await page.getByText('Tooltip created').waitFor();
    await page.getByLabel('Search fields').fill('channel.name');
    await page.getByText('No matches').waitFor();

    const channels = await ui.open('demand', '/channels?open=new');
    await channels.getByRole('button', { name: 'Help: How a channel is called' }).click();
    const help = channels.getByRole('dialog', { name: 'How a channel is called' });
    expect(await help.locator('strong').textContent()).toBe('people');
    expect(await help.getByRole('link', { name: 'More' }).getAttribute('rel')).toBe('noopener noreferrer');
    expect(await help.locator('img').count()).toBe(0);
    await help.getByText('<img src=x onerror=alert(1)>').waitFor();
  });
});
