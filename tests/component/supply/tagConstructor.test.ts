import { runInNewContext } from 'node:vm';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('form') });
const openTab = (page: Page, name: string) => drawer(page).getByRole('tab', { name, exact: true }).click();

describe('the tag constructor', () => {
  test('inserts the macros of an ad server, requires the values that it cannot fill, and the tag is called with them', async () => {
    const page = await ui.open('demand', '/channels');
    await page.getByRole('link', { name: 'Living room – CTV' }).click();
    await drawer(page).getByRole('tab', { name: 'Get tag' }).click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const form = drawer(page);
    const code = form.getByRole('group', { name: 'ad tag URL', exact: true });
    await code.waitFor();
    expect(await code.textContent()).toMatch(
      /app_bundle=\[APPBUNDLE\]&app_name=\[APPNAME\]&app_store_url=\[STOREURL\]/,
    );
    await form.getByRole('combobox', { name: 'Ad server or player' }).click();
    await page.getByRole('option', { name: 'Roku Advertising Framework' }).click();
    await form.getByText('Required: app_name, app_store_url.').waitFor();
    await form.getByRole('button', { name: 'Enter value' }).click();
    const missing = form.getByRole('textbox', { name: 'Value of app_name' });
    expect(await missing.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await form.getByRole('textbox', { name: 'Value of app_name' }).getAttribute('aria-invalid')).toBe('true');
    await form.getByRole('textbox', { name: 'Value of app_name' }).fill('Sea & more');
    await form.getByRole('textbox', { name: 'Value of app_store_url' }).fill('https://store.example/app');
    await form.getByText('Required: app_name').waitFor({ state: 'detached' });
    await form.getByRole('checkbox', { name: 'ip', exact: true }).uncheck();
    await form.getByRole('button', { name: 'Copy URL' }).click();
    await form.getByRole('button', { name: 'Copied' }).first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(
      'cb=ROKU_ADS_CACHE_BUSTER&app_bundle=ROKU_ADS_APP_ID&app_name=Sea%20%26%20more&app_store_url=https%3A%2F%2Fstore.example%2Fapp&',
    );
    expect(copied).not.toContain('ip=');

    // The tag as pasted by a publisher, and its missing parts.
    const inUse = form.getByRole('textbox', { name: 'URL in use' });
    await inUse.fill(copied.replace('ROKU_ADS_APP_ID', '').replace('ROKU_ADS_CACHE_BUSTER', '1'));
    const found = form.getByRole('list', { name: 'Findings' });
    await found.getByText('app_bundle has no value.').waitFor();
    await found.getByText('ua contains a macro that was not replaced: ROKU_ADS_USER_AGENT.').waitFor();
    await inUse.fill(copied.replace(/ROKU_ADS_\w+/g, '1'));
    await form.getByText('Complete: every required parameter has a value.').waitFor();
  });

  test('declares the VAST version that is selected, and knows every parameter that serving reads', async () => {
    const page = await ui.open('demand', '/channels');
    await page.getByRole('link', { name: 'Living room – CTV' }).click();
    await drawer(page).getByRole('tab', { name: 'Get tag' }).click();
    const form = drawer(page);
    const code = form.getByRole('group', { name: 'ad tag URL', exact: true });
    await code.waitFor();
    expect(await code.textContent()).not.toContain('vast=');
    await form.getByRole('combobox', { name: 'VAST version' }).click();
    await page.getByRole('option', { name: 'VAST 4.3' }).waitFor();
    const options = await page.getByRole('option').allTextContents();
    expect(options).toEqual([
      'Not declared',
      ...['4.3', '4.2', '4.1', '4.0', '3.0', '2.0'].map((each) => `VAST ${each}`),
    ]);
    await page.getByRole('option', { name: 'VAST 4.1' }).click();
    const linearity = form.getByRole('checkbox', { name: 'linearity', exact: true });
    expect(await linearity.count()).toBe(0);
    await form.getByRole('button', { name: 'Show all parameters' }).click();
    expect(await linearity.isChecked()).toBe(false);
    await expect.poll(() => code.textContent()).toContain('&vast=4.1&');
    const known =
      '?app_bundle=a&app_name=b&app_store_url=c&vast=4.1&linearity=2&skip=1&podid=d&content_title=e&country=US';
    await form
      .getByRole('textbox', { name: 'URL in use' })
      .fill((await code.textContent())?.replace(/\?.*/s, known) ?? '');
    await form.getByText('Complete: every required parameter has a value.').waitFor();
    expect(await form.getByText('Unknown parameters').count()).toBe(0);
  });

  test('builds an endpoint with a sample for servers, a Prebid.js page that requests the channel, and tags for pages', async () => {
    const page = await ui.open('demand', '/channels');
    await page.getByRole('link', { name: 'Living room – CTV' }).click();
    await openTab(page, 'Get tag');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const block = (name: string) => drawer(page).getByRole('group', { name, exact: true });

    await openTab(page, 'OpenRTB');
    await drawer(page).getByRole('button', { name: 'Copy URL' }).click();
    await expect.poll(copied).toMatch(/\/rtb\/[0-9a-z]{16}$/);
    const [, uid] = /\/rtb\/(\w+)$/.exec(await copied()) ?? [];
    expect(await copied()).toBe(`${ui.product.adsUrl}/rtb/${uid}`);
    const sample = async () => JSON.parse((await block('sample bid request').textContent()) ?? '') as object;
    expect(await sample()).toMatchObject({ test: 1, device: { devicetype: 3 }, app: {} });
    await drawer(page).getByRole('radio', { name: 'Web', exact: true }).check();
    expect(await sample()).toMatchObject({ site: { page: 'https://site.example/article' } });

    await openTab(page, 'Prebid.js');
    for (const [kind, mediaType] of [
      ['Banner', 'banner'],
      ['Video', 'video'],
    ] as const) {
      await drawer(page).getByRole('radio', { name: kind, exact: true }).check();
      const html = (await block('page with Prebid.js').textContent()) ?? '';
      expect(callsToPrebid(html)).toMatchObject({
        config: {
          s2sConfig: { bidders: ['bidhouse'], enabled: true, endpoint: `${ui.product.adsUrl}/openrtb2/auction` },
        },
        units: [{ mediaTypes: { [mediaType]: {} }, bids: [{ bidder: 'bidhouse', params: { channel: uid } }] }],
      });
    }

    await openTab(page, 'Web page');
    const displayTag = (await block('display tag').textContent()) ?? '';
    expect(displayTag).toContain(`src="${ui.product.adsUrl}/tag/${uid}.js?size=300x250"`);
    for (const format of ['Banner', 'Outstream', 'Instream']) {
      await drawer(page).getByRole('radio', { name: format, exact: true }).check();
      expect(await block('page with the SDK').textContent()).toContain(`channel: '${uid}'`);
    }
    // The tag for players is unchanged.
    await openTab(page, 'VAST');
    await block('ad tag URL').waitFor();
  });
});

/** Runs the scripts of a page with a stub of Prebid.js; returns the calls to it. */
function callsToPrebid(html: string): Record<string, unknown> {
  const recordedCalls: Record<string, unknown> = {};
  const pbjs = {
    que: { push: (run: () => void) => run() },
    setConfig: (config: unknown) => (recordedCalls['config'] = config),
    addAdUnits: (units: unknown) => (recordedCalls['units'] = units),
    requestBids: (options: { timeout: number }) => (recordedCalls['requestBids'] = options.timeout),
  };
  for (const [, script = ''] of html.matchAll(/<script>(.*?)<\/script>/gs))
    runInNewContext(script, { window: { pbjs } });
  return structuredClone(recordedCalls);
}

describe('macros of other ad servers in the URL of a tag', () => {
  test('are marked in red, and replaced by ours at once where they are ticked', async () => {
    const page = await ui.open('demand', '/tags?open=new');
    await page.getByRole('tab', { name: 'Endpoint' }).click();
    const field = page.getByRole('textbox', { name: 'Ad tag URL' });
    await field.fill('https://partner.example/vast?cb=%%CACHEBUSTER%%&ip={{IP}}&ua=&page=__page-url__&did=[IFA]');
    const panel = page.getByRole('group', { name: /macros of other ad servers/ });
    await panel.getByText('3 macros of other ad servers will not be filled; 1 known parameter has no value').waitFor();
    expect(await panel.getByRole('checkbox').count()).toBe(4);
    await panel.getByRole('checkbox', { name: /ip=/ }).uncheck();
    await panel.getByRole('button', { name: 'Apply macros' }).click();
    await expect
      .poll(() => field.inputValue())
      .toBe('https://partner.example/vast?cb=[CACHEBUSTING]&ip={{IP}}&ua=[DEVICEUA]&page=[PAGEURL]&did=[IFA]');
    await page
      .getByRole('group', { name: /1 macro of another ad server/ })
      .getByRole('button')
      .click();
    await expect.poll(() => page.getByText(/of another ad server|of other ad servers/).count()).toBe(0);
    expect(await field.inputValue()).toContain('ip=[DEVICEIP]');
  });
});
