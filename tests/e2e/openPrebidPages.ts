import type { Browser, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openBrowser } from './browser.ts';
import { displayChannel, startPrebidWorld, type OpenPage, type PrebidWorld } from './prebidWorld.ts';

/** A page with Prebid.js and nothing else. */
export const emptyPage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>News</title><script async src="/prebid.js"></script></html>';

/** Pages of a describe block. */
interface PrebidPages {
  /** The world of the block, once its tests begin. */
  world: () => PrebidWorld;
  /** Opens a page, the empty one by default. */
  open: (html?: string) => Promise<OpenPage>;
  /** The pages of the running test. */
  opened: readonly OpenPage[];
}

/** Starts a world of Prebid.js for a describe block. After each test its pages are closed; none may have an error. */
export function openPrebidPages(): PrebidPages {
  let browser: Browser;
  let world: PrebidWorld;
  const opened: OpenPage[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
    world = await startPrebidWorld(browser);
  });
  afterEach(async () => {
    const closed = opened.splice(0);
    for (const page of closed) await page.close();
    world.reset();
    expect(closed.flatMap(({ faults }) => faults)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });
  return {
    world: () => world,
    async open(html = emptyPage) {
      const page = await world.open(html);
      opened.push(page);
      return page;
    },
    opened,
  };
}

/** The bids of an ad unit that our channel sells. */
export const bidsFor = (channel = displayChannel) => [{ bidder: 'bidhouse', params: { channel } }];

/** An ad unit for a banner. */
export const banner = (code: string, size: number[], more: object = {}) => ({
  code,
  mediaTypes: { banner: { sizes: [size] } },
  bids: bidsFor(),
  ...more,
});

/** A page's calls of the auction endpoint. */
export const auctionsOf = ({ requests }: OpenPage): Request[] =>
  requests.filter((each) => each.url().includes('/openrtb2/auction'));
