import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openPackagedBrowser } from './browser.ts';

test('the browser from npm opens and plays the demo’s ads', async () => {
  const media = await readFile(resolve(import.meta.dirname, '../../src/demo/media/coffee.mp4'), 'base64');
  const browser = await openPackagedBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent(`<video muted autoplay src="data:video/mp4;base64,${media}"></video>`);
    await page.waitForFunction("document.querySelector('video').currentTime > 0.5", null, { timeout: 60_000 });
    expect(await page.evaluate("document.querySelector('video').error")).toBeNull();
  } finally {
    await browser.close();
  }
});
