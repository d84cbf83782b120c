import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildMp4, buildPng, buildSlowMp4 } from '../../media/buildMedia.ts';
import { buildZip } from '../../media/buildZip.ts';
import { signInAs } from '../apiClient.ts';
import { creativesOf, file, filesOf } from './worlds/creativeFiles.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from './openConsole.ts';
import { expectNoErrors } from './steps/savedReports.ts';

let ui: ConsoleUnderTest;
let create: Awaited<ReturnType<typeof creativesOf>>;

beforeAll(async () => {
  ui = await openConsole();
  create = await creativesOf(await signInAs(ui.product.consoleUrl, 'demand', demoPassword));
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const preview = (page: Page) => page.frameLocator('iframe[title^="Preview of"]');

describe('the files of a creative', () => {
  test('a video plays and reports its events', async () => {
    const id = await create('video');
    const page = await ui.open('demand', `/creatives?open=${id}&tab=media`);
    const input = page.getByLabel('Choose files');
    await input.setInputFiles([file('bikes.mp4', buildMp4()), file('late.mp4', buildSlowMp4())]);
    await filesOf(page).getByText('bikes.mp4').waitFor();
    await page.getByText(/is at the end, so players must load the whole file/).waitFor();
    await expectNoErrors(page, 'the files of a creative', '[role="dialog"]');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByText('Events appear here while the ad plays.').waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const events = page.getByRole('list', { name: 'Events' });
    for (const name of ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']) {
      await events.getByText(name, { exact: true }).waitFor();
    }
    await expectNoErrors(page, 'a creative that has played', '[role="dialog"]');
    await page.getByRole('button', { name: 'Play again' }).click();
    const popup = page.waitForEvent('popup');
    await preview(page).getByRole('link', { name: 'Learn more' }).click();
    expect((await popup).url()).toMatch(/^(https:\/\/brand\.example\/|about:blank|chrome-error:)/);
    await (await popup).close();
    await events.getByText('click', { exact: true }).waitFor();
  });

  test('an image is shown as it is sold', async () => {
    const id = await create('image');
    const page = await ui.open('demand', `/creatives?open=${id}&tab=media`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByLabel('Choose a file').setInputFiles(file('logo.png', buildPng(300, 250)));
    await filesOf(page)
      .getByText(/^PNG · 300 × 250/)
      .waitFor();
    await page.getByRole('tab', { name: 'Preview' }).click();
    const link = preview(page).getByRole('link');
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('https://brand.example/');
    await expect.poll(() => link.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
    await expectNoErrors(page, 'the preview of an image in the dark', '[role="dialog"]');
  });

  test('the list shows images and video frames, placeholders for other types, and links to the preview', async () => {
    const page = await ui.open('demand', '/creatives?status=all');
    const look = (name: string) => page.getByRole('row', { name }).locator('a[aria-hidden]');
    await expect
      .poll(() =>
        look('Night train, 300×250')
          .locator('img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(300);
    await expect
      .poll(() =>
        look('Autumn ride, 8 s')
          .locator('video')
          .evaluate((video: HTMLVideoElement) => video.videoWidth),
      )
      .toBe(640);
    for (const name of ['Morning roast, radio', 'Build your bike', 'Free test ride']) {
      await look(name).locator('svg').waitFor();
    }
    await expectNoErrors(page, 'the list of creatives');
    await look('Night train, 300×250').click();
    await page.getByRole('tab', { name: 'Preview', selected: true }).waitFor();
    await preview(page).getByRole('img').waitFor();
  });

  test('a bundle runs in an isolated frame, and knows its landing page', async () => {
    const id = await create('html5');
    const script = `let found; try { found = String(parent.document) + document.cookie } catch { found = 'nothing' }
      document.getElementById('found').textContent = found + ' ' + origin + ' ' + clickTag`;
    const zip = buildZip([
      {
        name: 'index.html',
        content:
          '<meta name="ad.size" content="width=300,height=250"><p id="found"></p><script>var clickTag = "x"</script><script src="a.js"></script>',
      },
      { name: 'a.js', content: script },
    ]);
    const page = await ui.open('demand', `/creatives?open=${id}&tab=media`);
    await page.getByLabel('Choose a file').setInputFiles(file('banner.zip', zip));
    await filesOf(page)
      .getByText(/^HTML5 bundle · 300 × 250/)
      .waitFor();
    await page.getByRole('tab', { name: 'Preview' }).click();
    const bundle = preview(page).frameLocator('iframe');
    await bundle.getByText('nothing null https://brand.example/').waitFor();
  });
});
