import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openForecastWorld, longTimeout } from '../../e2e/console/worlds/forecastWorld.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let campaignId = 0;

beforeAll(async () => {
  ui = await openConsole({ TRACE_SHARE: '1' });
  campaignId = await openForecastWorld(ui.product, demoPassword);
});
afterAll(() => ui?.close());
afterEach(async () => {
  expect(await ui.closeWindows()).toEqual([]);
});

test('a campaign that does not bid says why, with a link to what would change it', async () => {
  const page = await ui.open('demand', `/campaigns?open=${campaignId}&tab=funnel`);
  const loss = page.getByRole('list', { name: 'Lost: Bid price' }).getByRole('listitem');
  await loss.getByText('Bid after margin below floor').waitFor(longTimeout);
  await page
    .getByText(/^Based on \d+ sampled requests/)
    .first()
    .waitFor();
  await loss.getByRole('link', { name: 'Campaign: Bid' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: /^Bid/ }).inputValue()).toBe('2.00');
});

test('the forecast of settings is shown before they are saved', async () => {
  const page = await ui.open('demand', `/campaigns?open=${campaignId}&tab=forecast`);
  const wanted = page.getByText('Eligible requests', { exact: true }).locator('..');
  const reasons = page.getByRole('list', { name: 'Reasons' });
  await reasons.getByText('Bid after margin below floor').waitFor(longTimeout);
  const before = await wanted.textContent();
  await page.getByRole('textbox', { name: /^Bid/ }).fill('50.00');
  await page.getByText('The campaign would bid on every request and win the internal auction.').waitFor(longTimeout);
  expect(await wanted.textContent()).not.toBe(before);
  await page.getByRole('button', { name: 'Revert', exact: true }).last().click();
  await reasons.getByText('Bid after margin below floor').waitFor(longTimeout);
});

test('a new campaign shows what it lacks for a forecast', async () => {
  const page = await ui.open('demand', '/campaigns?open=new&tab=forecast');
  await page.getByText('Fix these first to see the forecast.').waitFor();
  const missing = page.getByRole('listitem').filter({ hasText: 'Bid: Required' });
  await missing.getByRole('link', { name: 'Bid' }).click();
  const bid = page.getByRole('textbox', { name: /^Bid/ });
  await expect.poll(() => bid.evaluate((input) => input === document.activeElement)).toBe(true);
});

test('a campaign is watched from its funnel', async () => {
  const page = await ui.open('demand', `/campaigns?open=${campaignId}&tab=funnel`);
  await page.getByRole('link', { name: 'Inspect requests' }).click();
  await page.getByRole('button', { name: 'Watch for 10 minutes' }).click();
  await page.getByText(/^Watching, (10:00|09:\d\d) left$/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('The watch has ended.').waitFor();
});
