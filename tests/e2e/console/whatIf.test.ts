import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { WhyTraces } from '#api/why/whyContract.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { eventually, signInAs, type TestClient } from '../apiClient.ts';
import { violationsOf, waitUntilShown } from './accessibility.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';

let ui: ConsoleUnderTest;
let demand: TestClient;
let made = 0;
let advertiserId: number;

beforeAll(async () => {
  ui = await openConsole({ TRACE_SHARE: '1' });
  demand = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  advertiserId = (await create('/api/demand/advs', { name: 'What-if advertiser' })).id;
});
afterAll(() => ui?.close());
afterEach(async () => {
  expect(await ui.closeWindows()).toEqual([]);
});

async function create(path: string, body: object): Promise<{ id: number; uid: string }> {
  const answer = await demand.call<{ id: number; uid: string }>('POST', path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A channel that a tag of 2.00 USD CPM fills, and behind it one of 1.00, with so many requests. */
async function serve(requests: number) {
  made += 1;
  const name = `What-if channel ${made}`;
  const channel = await create('/api/demand/channels', { name, status: 0 });
  const placed = async (kind: string, rate: string, tier: number) => {
    const tag = {
      name: `${kind} ${made}`,
      advertiserId,
      source: 'stored',
      vastXml: buildVast({ kind: 'inline' }),
      rate,
    };
    const { id } = await create('/api/demand/tags', tag);
    await create('/api/demand/waterfall', { channelId: channel.id, tagId: id, tier });
    return id;
  };
  const tags = { dear: await placed('Dear', '2.00', 1), cheap: await placed('Cheap', '1.00', 2) };
  // Serving learns of changes in their order: what gives ads has its whole waterfall.
  await demand.call('PATCH', `/api/demand/channels/${channel.id}`, { status: 1 });
  const path = `/api/demand/why/traces?kind=channel&id=${channel.id}&outcome=filled`;
  const ask = async () => {
    const answer = await fetch(`${ui.product.adsUrl}/vast/${channel.uid}`, { headers: { connection: 'close' } });
    const impression = /\/e\/impression\/[^\]"]+/.exec(await answer.text())?.[0];
    if (impression) await fetch(ui.product.adsUrl + impression, { headers: { connection: 'close' } });
  };
  const kept = async () => (await demand.call<WhyTraces>('GET', path)).body.rows.length;
  await eventually(
    async () => {
      await ask();
      return kept();
    },
    (count) => count > 0,
  );
  for (let count = 0; count < requests; count += 1) await ask();
  await eventually(kept, (count) => count >= requests);
  return { channelId: channel.id, name, tags };
}

/** A cell of a figure: 1 before, 2 after, 3 the difference, 4 the interval. */
const cell = (page: Page, table: string, row: RegExp | string, column: number) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row', { name: row })
    .getByRole('cell')
    .nth(column - 1);

async function choose(page: Page, label: string, option: RegExp | string, place = 0) {
  await page.getByRole('combobox', { name: label }).nth(place).click();
  await page.getByRole('option', { name: option }).first().click();
}

describe('the page', () => {
  test('tries a change, tells what would have come of it, and makes it', async () => {
    const { channelId, name, tags } = await serve(40);
    const page = await ui.open('demand', `/channels?q=${encodeURIComponent(name)}`);
    const row = page.locator('tbody tr', { hasText: name });
    await row.hover();
    await row.getByRole('button', { name: /actions|menu|more/i }).click();
    await page.getByRole('menuitem', { name: 'What if?' }).click();
    await page.waitForURL(new RegExp(`/whatif\\?channel=${channelId}`));
    const tryIt = page.getByRole('button', { name: 'Try' });
    expect(await tryIt.isDisabled()).toBe(true);
    await choose(page, 'Of', /^Dear/);
    await choose(page, 'Field', /^Status/);
    await choose(page, 'Would have been', 'Paused');
    await tryIt.click();
    await page.getByRole('heading', { name: 'What would have come of it' }).waitFor();
    const before = Number(await cell(page, 'Figures of the channel', /^Opportunities/, 1).textContent());
    expect(before).toBeGreaterThanOrEqual(40);
    expect(await cell(page, 'Figures of the channel', /^Opportunities/, 2).textContent()).toBe(String(before));
    expect(await cell(page, 'Figures of the channel', /^Fill/, 3).textContent()).toBe('0.00%');
    const [was, is] = await Promise.all(
      [1, 2].map((column) => cell(page, 'Figures of the channel', /^Revenue/, column).getAttribute('title')),
    );
    expect(Number(is?.slice(1)) * 2).toBeCloseTo(Number(was?.slice(1)), 9);
    expect(await cell(page, 'Figures of tags', /^Cheap/, 2).textContent()).toBe(String(before));
    await waitUntilShown(page);
    expect(await violationsOf(page, 'what if')).toEqual([]);

    // Nothing is saved before it is asked for.
    const status = async () =>
      (await demand.call<{ status: number }>('GET', `/api/demand/tags/${tags.dear}`)).body.status;
    expect(await status()).toBe(1);
    await page.getByRole('button', { name: 'Save this change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make this change' });
    await dialog.getByText('1 object will change.').waitFor();
    await dialog.getByRole('button', { name: 'Change 1 object' }).click();
    await dialog.getByText('1 object changed.').waitFor();
    expect(await status()).toBe(0);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('Taken back: everything is as it was.').waitFor();
    expect(await status()).toBe(1);
  });

  test('tries several changes at once, by keyboard, and says when what is told is of an earlier try', async () => {
    const { channelId, tags } = await serve(35);
    const page = await ui.open('demand', `/whatif?channel=${channelId}&tag=${tags.dear}&field=rate`);
    const rate = page.getByRole('textbox', { name: 'Would have been' }).first();
    await rate.fill('4');
    await page.getByRole('button', { name: 'Another change' }).press('Enter');
    await choose(page, 'Field', /^Tier/, 1);
    await page.getByRole('textbox', { name: 'Would have been' }).nth(1).fill('3');
    await page.getByRole('button', { name: 'Try' }).press('Enter');
    await cell(page, 'Figures of tags', /^Cheap/, 3).waitFor();
    // In tier 3 the dear one is asked only where the cheap one, which always has an ad, had none.
    expect(await cell(page, 'Figures of tags', /^Dear/, 2).textContent()).toBe('0');
    await rate.fill('5');
    await page.getByText('This is told of what was tried before.').waitFor();
    expect(await page.getByRole('button', { name: 'Save this change' }).isDisabled()).toBe(true);
  });

  test('says what is wrong with a value, that there is too little to tell, and what nobody may do', async () => {
    const { channelId } = await serve(3);
    const page = await ui.open('demand', `/whatif?channel=${channelId}&field=floor`);
    const floor = page.getByRole('textbox', { name: 'Would have been' });
    await floor.fill('-1');
    await floor.blur();
    expect(await floor.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('button', { name: 'Try' }).isDisabled()).toBe(true);
    await floor.fill('1.50');
    await page.getByRole('button', { name: 'Try' }).click();
    await page.getByText('Too few requests to tell').waitFor();
    expect(await page.getByRole('button', { name: 'Save this change' }).count()).toBe(0);
    await page.goto('/whatif');
    await page.getByText('Try a change before you make it').waitFor();
    await page.goto('/whatif?channel=2147483647');
    await page.getByText('The channel could not be loaded').waitFor();
  });
});
