import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import Fastify from 'fastify';
import type { Browser, Page, Request } from 'playwright-core';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildWaterfallRow,
  messagesOf,
} from '#tests/support/engine/buildRows.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import { openFileBidCache } from '#storage/bidCache/fileBidCache.ts';
import { ownGvlId } from '../system/serving/privacy/syncBrowser.ts';
import { startTestServing, type TestServing } from '../system/serving/testServing.ts';
import { freePort } from './freePort.ts';
import { startPrebidDemand, type PrebidDemand } from './prebidDemand.ts';

const root = resolve(import.meta.dirname, '../..');

/** A publisher with Prebid.js pages, the ad server that they call, and its demand: three origins. */
export interface PrebidWorld {
  serving: TestServing;
  adsUrl: string;
  demand: PrebidDemand;
  /** Number of counted events, by tag id and event. */
  counted(): Record<string, number>;
  /** Paths with a CORS preflight. */
  preflights: string[];
  reset(): void;
  /** Opens a page in a window without cookies. */
  open(html: string): Promise<OpenPage>;
  close(): Promise<void>;
}

/** A page, and its activity. */
export interface OpenPage {
  page: Page;
  /** Requests of the page and its frames. */
  requests: Request[];
  /** Errors that its scripts threw or logged. */
  faults: string[];
  /** Runs an auction of Prebid.js; `s2sConfig` has the page's settings besides the required ones. */
  runAuction(adUnits: object[], settings?: object, s2sConfig?: object): Promise<AuctionResult>;
  close(): Promise<void>;
}

/** Result of a Prebid.js auction. */
export interface AuctionResult {
  bids: ReceivedBid[];
  /** Ad units of requests without a bid. */
  noBids: string[];
  /** Data about bidders in server responses. */
  errors: { code: number; message: string }[];
  /** Statuses of failed calls. */
  failures: number[];
}

/** A bid as pages see it. */
export interface ReceivedBid {
  adUnitCode: string;
  bidderCode: string;
  mediaType: string;
  cpm: number;
  currency: string;
  /** Ad server targeting. */
  targeting: Record<string, string>;
  /** Where the VAST of a cached video is. */
  vastUrl?: string;
}

/** Channel of the display ads, and that of the video. */
export const displayChannel = buildChannel({ id: 1 }).uid;
export const videoChannel = buildChannel({ id: 2 }).uid;

/** After an ad, Fluid Player starts its video and loads it again before it has started. The video then plays. */
const interruptedPlay = /^\[FP_ERROR\] Playback error AbortError: The play\(\) request was interrupted by a new load/;

/** Starts everything with the real Prebid.js, built with the modules that a page needs. */
export async function startPrebidWorld(browser: Browser): Promise<PrebidWorld> {
  const adsPort = await freePort();
  const adsUrl = `http://127.0.0.1:${adsPort}`;
  const demand = await startPrebidDemand();
  const cacheFolder = await mkdtemp(join(tmpdir(), 'bidhouse-bids-'));
  const bidCache = openFileBidCache({ folder: cacheFolder, slot: 0, maxBytes: 10_000_000, now: Date.now });
  const serving = await startTestServing({
    bidCache,
    env: {
      CACHE_PUTS: '1',
      ADS_PORT: String(adsPort),
      ADS_URL: adsUrl,
      GVL_ID: String(ownGvlId),
      PREBID_SERVER_URL: demand.url,
    },
  });
  sell(serving, demand);
  const [prebid, player, film] = await Promise.all([
    bundle(`import pbjs from 'prebid.js';
import 'prebid.js/modules/prebidServerBidAdapter';
import 'prebid.js/modules/consentManagementTcf';
import 'prebid.js/modules/currency';
import 'prebid.js/modules/nativeRendering';
pbjs.processQueue();`),
    bundle("import fluidPlayer from 'fluid-player'; window.fluidPlayer = fluidPlayer;"),
    readFile(resolve(root, 'src/demo/media/content.mp4')),
  ]);
  const preflights: string[] = [];
  const noteRequest = (message: unknown) => {
    const { method, url = '' } = (message as { request: IncomingMessage }).request;
    if (method === 'OPTIONS') preflights.push(url);
  };
  subscribe('http.server.request.start', noteRequest);
  let current = '';
  const app = Fastify();
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(current));
  app.get('/prebid.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(prebid));
  app.get('/fluidplayer.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(player));
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send());
  app.get('/film.mp4', (_request, reply) => reply.type('video/mp4').send(film));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const publisherUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  return {
    serving,
    adsUrl,
    demand,
    preflights,
    counted() {
      const counts: Record<string, number> = {};
      for (const { event, payload } of serving.events) {
        const name = `${payload?.ad.tagId} ${event}`;
        counts[name] = (counts[name] ?? 0) + 1;
      }
      return counts;
    },
    reset() {
      demand.isWrapping = false;
      for (const list of [serving.events, serving.serves, demand.notices, preflights]) list.length = 0;
      for (const name of Object.keys(demand.bidRequests)) delete demand.bidRequests[name];
    },
    async open(html) {
      current = html.replaceAll('https://ads.example', adsUrl);
      const context = await browser.newContext();
      await context.addInitScript(`if (self === top) {${runAuctionScript}}`);
      const page = await context.newPage();
      const requests: Request[] = [];
      const faults: string[] = [];
      context.on('request', (request) => requests.push(request));
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !interruptedPlay.test(message.text())) faults.push(message.text());
      });
      await page.goto(`${publisherUrl}/`);
      return {
        page,
        requests,
        faults,
        runAuction(adUnits, settings = {}, s2sConfig = {}) {
          const config = {
            ...settings,
            s2sConfig: {
              enabled: true,
              accountId: displayChannel,
              bidders: ['bidhouse'],
              timeout: bidderTimeoutMs,
              endpoint: `${adsUrl}/openrtb2/auction`,
              ...s2sConfig,
            },
          };
          return page.evaluate<AuctionResult>(`hold(${JSON.stringify(adUnits)}, ${JSON.stringify(config)})`);
        },
        close: () => context.close(),
      };
    },
    async close() {
      unsubscribe('http.server.request.start', noteRequest);
      await Promise.all([serving.close(), demand.close(), app.close()]);
      await bidCache.close();
      await rm(cacheFolder, { recursive: true });
    },
  };
}

/** The page of docs/header-bidding.md, for slow machines. */
export async function documentedPage(): Promise<string> {
  const text = await readFile(resolve(root, 'docs/header-bidding.md'), 'utf8');
  const page = /```html\n([^`]*(?:`(?!``)[^`]*)*)```/.exec(text)?.[1];
  if (!page) throw new Error('the document has no page');
  return page.replace(/\btimeout: \d+/g, `timeout: ${bidderTimeoutMs}`);
}

/** Maximum duration of auctions in milliseconds. */
const bidderTimeoutMs = 15_000;

/** Runs in pages: `hold(adUnits, config)` runs an auction and resolves when it has ended. */
const runAuctionScript = `
window.hold = (adUnits, config) => new Promise((resolve) => ((window.pbjs ??= {}).que ??= []).push(() => {
  const failures = [];
  pbjs.onEvent('bidderError', ({ error }) => failures.push(error.status));
  pbjs.onEvent('auctionEnd', ({ bidderRequests, bidsReceived, noBids }) => resolve({
    bids: bidsReceived.map(({ adUnitCode, bidderCode, mediaType, cpm, currency, adserverTargeting: targeting, vastUrl }) =>
      ({ adUnitCode, bidderCode, mediaType, cpm, currency, targeting, vastUrl })),
    noBids: noBids.map(({ adUnitCode }) => adUnitCode),
    errors: bidderRequests.flatMap(({ serverErrors = [] }) => serverErrors),
    failures,
  }));
  pbjs.setConfig(config);
  pbjs.requestBids({ adUnits, timeout: ${bidderTimeoutMs} });
}));`;

/** Two channels with a share of 70 %: display ads from tags 1 to 3, video from tag 4. */
function sell({ snapshot }: TestServing, { tags }: PrebidDemand): void {
  const channel = { costModel: 'share', costShare: 70, timeoutMs: 20_000 } as const;
  const rows = {
    demand: [buildAccount()],
    advertiser: [buildAdvertiser()],
    channel: [buildChannel({ id: 1, ...channel }), buildChannel({ id: 2, ...channel })],
    tag: tags,
    waterfallRow: tags.map(({ id }) => buildWaterfallRow({ id, tagId: id, channelId: id === 4 ? 2 : 1 })),
  };
  for (const message of messagesOf(rows)) applyMessage(snapshot, message);
}

/** A script for browsers. */
async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    outfile: 'page.js',
    write: false,
    bundle: true,
    platform: 'browser',
    target: 'es2022',
    // Fluid Player's sources import their styles and icons as text.
    loader: { '.svg': 'text' },
    logLevel: 'warning',
  });
  return outputFiles.find(({ path }) => path.endsWith('page.js'))?.text ?? '';
}
