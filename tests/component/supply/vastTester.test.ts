import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signInAs } from '../../e2e/apiClient.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';
import { adMarkup } from '../../vast/adMarkup.ts';

let ui: ConsoleUnderTest;

beforeAll(async () => {
  ui = await openConsole();
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const regionOf = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title }) });

async function runTest(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/vastTester/tests'));
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await answered;
}

describe('the VAST tester', () => {
  test('follows a tag of the account from its row, hop by hop', async () => {
    const page = await ui.open('demand', '/tags?q=two%20wrappers');
    const row = page.locator('tbody tr', { hasText: 'Travel – two wrappers deep' });
    await row.hover();
    await row.getByRole('button', { name: /actions|menu|more/i }).click();
    await page.getByRole('menuitem', { name: 'Test' }).click();
    await page.waitForURL(/\/tester\?tag=\d+/);
    await page.getByRole('combobox', { name: 'Tag' }).filter({ hasText: 'Travel – two wrappers deep' }).waitFor();
    await runTest(page);
    await page.getByText('An ad was returned.').waitFor();

    const hops = regionOf(page, 'Chain').getByRole('listitem');
    expect(await hops.count()).toBe(3);
    expect(await hops.nth(0).textContent()).toContain('Demo reseller 2');
    expect(await hops.nth(2).textContent()).toContain('Demo partner');
    await hops.nth(2).getByRole('button').first().click();
    await page
      .getByRole('group', { name: 'response of hop 3, application/xml; charset=utf-8' })
      .getByText('<InLine>')
      .waitFor();
  });

  test('shows the faults of pasted markup', async () => {
    const page = await ui.open('demand', '/tester');
    await page.getByRole('radiogroup', { name: 'What to test' }).getByLabel('XML').check({ force: true });
    await page.waitForURL(/by=xml/);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('Paste the VAST markup').waitFor();
    const markup = page.getByRole('textbox', { name: 'VAST markup' });
    await markup.fill('<VAST version="3.0"><Ad><InLine>');
    await runTest(page);
    await page.getByText('A player would report VAST error 100').waitFor();
    await regionOf(page, 'Findings').getByText('The response is not well-formed XML').waitFor();

    await markup.fill(
      '<VAST version="3.0"><Ad><InLine><AdSystem>P</AdSystem><AdTitle>T</AdTitle><Creatives><Creative><Linear><MediaFiles><MediaFile type="application/javascript" apiFramework="VPAID" delivery="progressive" width="1" height="1">https://cdn.example/unit.js</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>',
    );
    await page.getByRole('combobox', { name: 'Device' }).click();
    await page.getByRole('option', { name: 'CTV, Roku' }).click();
    await page.waitForURL(/device=roku/);
    await runTest(page);
    const findings = regionOf(page, 'Findings');
    await findings
      .getByText('The ad has a VPAID unit, which cannot run in this environment (VAST error 901).')
      .waitFor();
    const findingsText = (await findings.getByRole('listitem').allTextContents()).join('\n');
    for (const words of ['The Impression element', 'The Error element', 'The required Duration', 'video/mp4'])
      expect(findingsText).toContain(words);
    // Nothing of the console was tested, so each names the element of VAST instead of linking.
    expect(findingsText).toContain('Linear/Duration');
    expect(await findings.getByRole('link').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Play', exact: true }).isDisabled()).toBe(true);
  });

  test('says that an ad without a video is an overlay, and shows it', async () => {
    const page = await ui.open('demand', '/tester?by=xml');
    await page.getByRole('textbox', { name: 'VAST markup' }).fill(adMarkup({ isOverlay: true }));
    await runTest(page);
    await page.getByText('An overlay was returned.').waitFor();
    await regionOf(page, 'Findings').getByText('The ad is an overlay (non-linear) without a video').waitFor();
    expect(await page.getByRole('button', { name: 'Play', exact: true }).count()).toBe(0);
    await page.getByRole('tab', { name: /Overlays/ }).click();
    await page.getByText('Static file', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('Overlay (non-linear)', { exact: true }).waitFor();
  });

  test('links the findings of a tag to the field of the tag', async () => {
    const client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
    const { body } = await client.call<{ rows: { id: number }[] }>('GET', '/api/demand/tags?q=Quickspot');
    const id = body.rows[0]?.id;
    const page = await ui.open('demand', `/tester?tag=${id}`);
    await page.getByRole('combobox', { name: 'Tag' }).filter({ hasText: 'Quickspot – in-app video' }).waitFor();
    await runTest(page);
    const findings = regionOf(page, 'Findings');
    await findings.getByText('The response is not well-formed XML').waitFor();
    await findings.getByRole('link', { name: 'Tag: Ad tag URL' }).first().click();
    await page.waitForURL(`**/tags?open=${id}&field=url`);
  });

  test('requests an ad from a channel as a device, with own parameters', async () => {
    const page = await ui.open('demand', '/channels?q=two%20wrappers');
    const row = page.locator('tbody tr', { hasText: 'Player page – two wrappers deep' });
    await row.hover();
    await row.getByRole('button', { name: /actions|menu|more/i }).click();
    await page.getByRole('menuitem', { name: 'Test' }).click();
    await page.waitForURL(/\/tester\?channel=\d+/);
    await page.getByText('the test counts as a request in reports').waitFor();
    await page.getByRole('button', { name: 'Parameters' }).click();
    await page.getByRole('textbox', { name: 'Player width' }).fill('333');
    await runTest(page);
    await page.getByText('An ad was returned.').waitFor();
    const hop = regionOf(page, 'Chain').getByRole('listitem').first();
    expect(await hop.textContent()).toContain(`${ui.product.adsUrl}/vast/`);
    expect(await hop.textContent()).toContain('w=333&h=720');
  });

  test('plays ads under a content security policy of their own, and files only from the ad server', async () => {
    const { headers } = await fetch(`${ui.product.consoleUrl}/stage/stage.html`);
    const policy = headers.get('content-security-policy') ?? '';
    for (const rule of ['sandbox allow-scripts', "default-src 'none'", "script-src 'self'", "frame-ancestors 'self'"]) {
      expect(policy.split('; ')).toContain(rule);
    }
    const ofConsole = (await fetch(`${ui.product.consoleUrl}/tester`)).headers.get('content-security-policy') ?? '';
    const { origin } = new URL(ui.product.adsUrl);
    // Files of creatives, and nothing from other origins.
    expect(ofConsole.split('; ').filter((rule) => rule.startsWith('media-src'))).toEqual([`media-src ${origin}`]);
  });

  test('is only for users who may open tags', async () => {
    const page = await ui.open('sub', '/tester');
    await page.waitForURL(/\/login/);
  });
});
