import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import {
  sdkSettingsSchema,
  type SdkAppRow,
  type SdkPlacementRow,
  type SnapshotMessage,
  type TagRow,
} from '#model/index.ts';
import { readAdtagFiles } from '#serving/adtag/adtagFiles.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { startTestServing, type TestServing } from '../system/serving/testServing.ts';
import { eventually } from './apiClient.ts';
import { freePort } from './freePort.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * A publisher's page, the ad server that it calls, and partners with ads, all on loopback. The publisher also serves the
 * scripts of the demo's players under /assets/, and their content.
 */
export interface AdtagWorld {
  serving: TestServing;
  /** Base URL of the partners: bidder, tags, media, pixels. */
  partnerUrl: string;
  /** Bid requests to the bidder. */
  bidRequests: BidRequest[];
  /** Its bid for a banner; null = no bid. */
  setBanner(html: ((request: BidRequest) => string) | null): void;
  /** Sets the VAST of a partner's tag, and its delay. */
  setVast(path: string, xml: string | null, delayMs?: number): void;
  /** Sets where wrappers are unwrapped: on the server, or in the page. */
  setHandling(handling: TagRow['handling']): void;
  /** Adds an app with published settings and placements of the channel to the network; returns its key. */
  useApp(app: AppSketch, settings: unknown, placements: readonly PlacementSketch[]): string;
  /** Number of calls of a partner's pixel, by the path after /pixel/. */
  pixels(): Record<string, number>;
  /** Number of our counted events. */
  counted(): Record<string, number>;
  /** Closes every page and resets; returns the errors of the pages. */
  reset(): Promise<string[]>;
  /** Opens a page; errors of its scripts are collected. */
  open(html: string, options?: OpenOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

/** Overrides of an app and its placements. */
export type AppSketch = Pick<SdkAppRow, 'name' | 'platform' | 'bundle'>;
export type PlacementSketch = Pick<SdkPlacementRow, 'name' | 'format' | 'width' | 'height' | 'refreshS'>;

/** The channel of the network. */
export const { uid } = buildChannel();

/** The beginning of pages, and how they load the SDK; ADS stands for the ad server. */
export const doctype = '<!doctype html><meta charset="utf-8"><title>News</title>';
export const script = '<script async src="ADS/adtag.js"></script>';

/** Timeout of a page for an ad in ms: the SDK's own two seconds can pass on a busy machine. */
export const adTimeoutMs = 20_000;

/** How a page is served and displayed. */
export interface OpenOptions {
  csp?: string;
  /** Runs before the page's own scripts. */
  before?: string;
  context?: BrowserContextOptions;
}

/** A page and its errors. */
export interface OpenPage {
  page: Page;
  faults: string[];
  /** Notifications of `bidhouse` to the page, as `type code`. */
  events(): Promise<string[]>;
  /** The same, once the page has received a type this many times. */
  waitForEvent(what: string, times?: number): Promise<string[]>;
}

/** A bidding tag for banners, and a tag that calls a partner's VAST tag. */
function tagsOf(partnerUrl: string, handling: TagRow['handling']): TagRow[] {
  const banners = { integration: 'RTB', endpoint: `${partnerUrl}/bid`, mediaTypes: ['banner'] } as const;
  return [
    buildTag({ ...banners, id: 1, mediaTypes: ['banner'], marketplaceName: 'Bidder' }),
    buildTag({ id: 2, url: `${partnerUrl}/vast/ad`, handling }),
  ];
}

const now = '2026-01-01T00:00:00.000Z';

/** Listens to all notifications of `bidhouse` in every page. */
const recordEventsScript = `
window.adEvents = [];
window.bidhouse = window.bidhouse || { cmd: [] };
bidhouse.cmd.push(function () {
  ['filled', 'empty', 'impression', 'click', 'error', 'complete'].forEach(function (name) {
    bidhouse.on(name, function (event) {
      adEvents.push([event.type, event.position, event.code].filter(function (part) { return part !== undefined }).join(' '));
    });
  });
});`;

/** Starts everything with the built SDK. */
export async function startAdtagWorld(browser: Browser): Promise<AdtagWorld> {
  const adsPort = await freePort();
  const adsUrl = `http://127.0.0.1:${adsPort}`;
  const serving = await startTestServing({
    env: { ADS_PORT: String(adsPort), ADS_URL: adsUrl },
    adtag: await readAdtagFiles(resolve(root, 'dist/adtag')),
  });
  const media = new Map<string, Buffer>();
  for (const name of ['coffee', 'bikes', 'content']) {
    media.set(`/media/${name}.mp4`, await readFile(resolve(root, `src/demo/media/${name}.mp4`)));
  }
  const vast = new Map<string, { xml: string | null; delayMs: number }>();
  const pixels: string[] = [];
  const bidRequests: BidRequest[] = [];
  const opened: OpenPage[] = [];
  let banner: ((request: BidRequest) => string) | null = null;

  const partner = await listen((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const file = media.get(path);
    if (path === '/bid') return void answerBid(request, response);
    if (file) return sendFile(request, response, file, path);
    if (path.startsWith('/pixel/')) {
      pixels.push(decodeURIComponent((request.url ?? '').slice('/pixel/'.length)));
      return response.writeHead(204).end();
    }
    if (path === '/landing') return response.end('Bikes');
    const answer = vast.get(path);
    if (!answer) return response.writeHead(404).end();
    setTimeout(() => {
      const { origin = '*' } = request.headers;
      response.writeHead(answer.xml === null ? 500 : 200, {
        'content-type': 'application/xml',
        ...(path.startsWith('/open/')
          ? { 'access-control-allow-origin': '*' }
          : { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }),
      });
      response.end(answer.xml ?? '');
    }, answer.delayMs);
  });
  const answerBid = async (request: IncomingMessage, response: ServerResponse) => {
    const bidRequest = JSON.parse(await text(request)) as BidRequest;
    bidRequests.push(bidRequest);
    if (!banner) {
      response.writeHead(204).end();
      return;
    }
    const html = banner(bidRequest);
    const bid = bidRequest.imp.map(({ id, banner: place }, index) => {
      const { w, h } = place?.format?.[0] ?? { w: 300, h: 250 };
      return {
        id: `bid-${index}`,
        impid: id,
        price: 3,
        adm: html,
        w,
        h,
        crid: 'c1',
        adomain: ['brand.example'],
        mtype: 1,
      };
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: bidRequest.id, cur: 'USD', seatbid: [{ seat: 's', bid }] }));
  };

  let current = { html: '', csp: '' };
  const publisher = await listen(async (request, response) => {
    const path = request.url ?? '';
    const file = media.get(path) ?? (path.startsWith('/assets/') ? await readAsset(path) : undefined);
    if (file) return sendFile(request, response, file, path);
    const policy = current.csp === '' ? {} : { 'content-security-policy': current.csp };
    response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...policy });
    response.end(current.html);
  });

  const setHandling = (handling: TagRow['handling']) =>
    serving.useTags(tagsOf(partner.url, handling), { timeoutMs: adTimeoutMs });
  setHandling('unwrap');

  return {
    serving,
    setHandling,
    partnerUrl: partner.url,
    bidRequests,
    useApp(app, settings, placements) {
      const stamps = { demandId: 1, createdAt: now, updatedAt: now, version: 1, status: 1 } as const;
      const key = 'app0000000000001';
      const row = { ...stamps, ...app, id: 1, uid: key, storeUrl: '', previousUid: '', previousUidEndsAt: null };
      const content = sdkSettingsSchema.parse(settings);
      const config = { ...stamps, id: 1, name: 'v1', sdkAppId: 1, content, percent: 100, note: '', publishedAt: now };
      const messages: SnapshotMessage[] = [
        { type: 'row', entity: 'sdkApp', id: 1, row },
        { type: 'row', entity: 'sdkConfig', id: 1, row: config },
        ...placements.map((placement, index): SnapshotMessage => {
          const id = index + 1;
          const place = { sdkAppId: 1, channelId: 1, timeoutMs: 3000, uid: `place${id}` };
          return { type: 'row', entity: 'sdkPlacement', id, row: { ...stamps, ...place, ...placement, id } };
        }),
      ];
      for (const message of messages) applyMessage(serving.snapshot, message);
      return key;
    },
    setBanner: (html) => void (banner = html),
    setVast: (path, xml, delayMs = 0) => void vast.set(path, { xml, delayMs }),
    pixels: () => countOf(pixels),
    counted: () => countOf(serving.events.filter(({ verdict }) => verdict === 'valid').map(({ event }) => event)),
    async reset() {
      const faults = opened.flatMap((each) => each.faults);
      await Promise.all(opened.map(({ page }) => page.context().close()));
      for (const list of [opened, pixels, bidRequests, serving.events, serving.serves]) list.length = 0;
      banner = null;
      setHandling('unwrap');
      return faults;
    },
    async open(html, { csp = '', before = '', context: contextOptions = {} } = {}) {
      current = { html: html.replaceAll('ADS', adsUrl), csp: csp.replaceAll('ADS', adsUrl) };
      const context = await browser.newContext({ viewport: { width: 900, height: 700 }, ...contextOptions });
      await context.addInitScript(`if (self === top) {${recordEventsScript}${before}}`);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && /bidhouse|Content Security/.test(message.text())) faults.push(message.text());
      });
      await page.goto(`${publisher.url}/`);
      const events = () => page.evaluate<string[]>('adEvents');
      const waitForEvent = (what: string, times = 1) =>
        eventually(events, (all) => all.filter((each) => each === what).length >= times);
      const open = { page, faults, events, waitForEvent };
      opened.push(open);
      return open;
    },
    async close() {
      await Promise.all([serving.close(), partner.close(), publisher.close()]);
    },
  };
}

function countOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A file of the demo's pages with real players; undefined when there is none. */
async function readAsset(path: string): Promise<Buffer | undefined> {
  return readFile(join(root, 'dist/demo', basename(path))).catch(() => undefined);
}

const types: Readonly<Record<string, string>> = { '.css': 'text/css', '.js': 'text/javascript', '.mp4': 'video/mp4' };

function sendFile(request: IncomingMessage, response: ServerResponse, file: Buffer, path: string): void {
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
  const [start, end] = [Number(from), to === '' ? file.length - 1 : Number(to)];
  const isPart = request.headers.range !== undefined;
  response.writeHead(isPart ? 206 : 200, {
    'content-type': types[extname(path)],
    // Players may fetch a file before they play it.
    'access-control-allow-origin': '*',
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(isPart ? { 'content-range': `bytes ${start}-${end}/${file.length}` } : {}),
  });
  response.end(file.subarray(start, end + 1));
}
