import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { readSpoolFile } from '#tests/support/events/readSpoolFile.ts';
import type { EventRecord, ServeRecord } from '#events/record/records.ts';
import { openSpool, type Spool } from '#events/spool/spool.ts';
import { createOverloadGuard } from '#serving/http/overload.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import { buildBidder, buildBidRequest, buildPageRequest, bids, oneBid } from '../bidders.ts';
import { answers, startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const channel = buildChannel().uid;
/** Maximum requests that wait for tags. */
const room = 24;
/** Requests of a burst per integration. */
const burst = 120;
const hits = 200;
const rounds = 2;

type Outcome = 'ad' | 'no ad' | `invalid: ${string}`;

/** Sends a request through each integration; returns the response if it is one. */
const requestsByIntegration: ((url: string) => Promise<Outcome>)[] = [
  async (url) => {
    const response = await fetch(`${url}/vast/${channel}`);
    const xml = await response.text();
    if (response.status === 200 && xml.includes('<Impression') && xml.endsWith('</VAST>')) return 'ad';
    const isEmpty = response.status === 200 && /^<\?xml [^>]+>\n<VAST version="[\d.]+"[^>]*\/>$/.test(xml);
    return isEmpty ? 'no ad' : `invalid: ${response.status} ${xml}`;
  },
  (url) => postTo(`${url}/openrtb2/auction`, buildPageRequest(channel)),
  (url) => postTo(`${url}/rtb/${channel}`, buildBidRequest()),
];

async function postTo(url: string, request: object): Promise<Outcome> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(request) });
  const text = await response.text();
  if (response.status === 204 && text === '') return 'no ad';
  if (response.status !== 200) return `invalid: ${response.status} ${text}`;
  const { id, seatbid } = JSON.parse(text) as BidResponse;
  if (id !== 'request-1' || !seatbid) return `invalid: ${text}`;
  return seatbid.some(({ bid }) => bid.length > 0) ? 'ad' : 'no ad';
}

let folder: string;
let spool: Spool;
let partner: TagServer;
let serving: TestServing;
/** Calls of the tag without a response. */
let openResponses: ServerResponse[];
let isBlocking: boolean;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'overload-'));
  spool = openSpool({ dir: folder });
  partner = await startTagServer();
  openResponses = [];
  isBlocking = true;
  partner.on('/slow', (request, response) => {
    if (isBlocking) openResponses.push(response);
    else answers(buildVast({ kind: 'inline' }))(request, response);
  });
  partner.on(
    '/bid',
    bids((request) => oneBid(request)),
  );
  // The load of a test's process is not a property of the product.
  const overload = createOverloadGuard(
    { maxInFlight: room, maxBusyMs: Number.POSITIVE_INFINITY, maxBurst: 0 },
    { now: () => performance.now(), idle: () => performance.nodeTiming.idleTime },
  );
  serving = await startTestServing({ spool, overload });
  const slow = buildTag({ id: 1, url: `${partner.url}/slow`, rate: '9.00', timeoutMs: 60_000 });
  serving.useTags([slow, buildBidder(`${partner.url}/bid`, { id: 2 })], { timeoutMs: 60_000 });
});
afterEach(async () => {
  await serving.close();
  await partner.close();
  await spool.close();
  rmSync(folder, { recursive: true });
});

function readSpool(): { serves: ServeRecord[]; events: EventRecord[] } {
  const records = readdirSync(folder).flatMap((name) => [...readSpoolFile(join(folder, name))]);
  return {
    serves: records.filter((record) => record.type === 'serve'),
    events: records.filter((record) => record.type === 'event'),
  };
}

/** Lets the tag respond to waiting requests and to all later ones. */
function letGo(): void {
  isBlocking = false;
  for (const response of openResponses) response.end(buildVast({ kind: 'inline' }));
}

/** The path of an ad's impression, which receives hits. */
async function impressionPath(): Promise<string> {
  const xml = await (await fetch(`${serving.url}/vast/${channel}`)).text();
  const url = /https:\/\/ads\.example(\/e\/impression\/[^\]]+)\]\]/.exec(xml)?.[1];
  if (url === undefined) throw new Error(`no ad: ${xml}`);
  return url;
}

test('a burst far beyond the limit: the excess is answered immediately without an ad, and nothing is lost', async () => {
  isBlocking = false;
  const path = await impressionPath();
  isBlocking = true;
  const outcomes: Outcome[] = [];
  const requests = requestsByIntegration.flatMap((sendRequest) =>
    Array.from({ length: burst }, async () => outcomes.push(await sendRequest(serving.url))),
  );
  const counted = Array.from({ length: hits }, async () => (await fetch(serving.url + path)).status);
  // No tag has responded: refused requests wait for none, and hits are accepted all the while.
  await expect.poll(() => outcomes.length, { timeout: 60_000 }).toBe(requestsByIntegration.length * burst - room);
  expect(new Set(outcomes)).toEqual(new Set(['no ad']));
  expect(new Set(await Promise.all(counted))).toEqual(new Set([200]));
  await expect.poll(() => openResponses.length, { timeout: 60_000 }).toBe(room);
  expect(outcomes).toHaveLength(requestsByIntegration.length * burst - room);

  letGo();
  await Promise.all(requests);
  expect(outcomes.filter((outcome) => outcome === 'ad')).toHaveLength(room);
  expect(outcomes.filter((outcome) => outcome.startsWith('invalid'))).toEqual([]);

  // As many as the limit are sold again through every integration.
  for (const sendRequest of requestsByIntegration) {
    const again = await Promise.all(Array.from({ length: room }, () => sendRequest(serving.url)));
    expect(new Set(again)).toEqual(new Set(['ad']));
  }
  await spool.close();
  const { serves, events } = readSpool();
  const refused = serves.filter(({ reason }) => reason === 'overload');
  expect(refused).toHaveLength(requestsByIntegration.length * burst - room);
  expect(refused.flatMap(({ candidates }) => candidates)).toEqual([]);
  expect(serves.filter(({ reason }) => reason === null)).toHaveLength(1 + room + requestsByIntegration.length * room);
  expect(serves).toHaveLength(1 + requestsByIntegration.length * (burst + room));
  expect(events.filter(({ event, verdict }) => event === 'impression' && verdict === 'valid')).toHaveLength(hits);
});

test('repeated bursts: requests within the limit are sold, and used places become free again', async () => {
  isBlocking = false;
  for (let round = 0; round < rounds; round += 1) {
    const outcomes = await Promise.all(
      requestsByIntegration.flatMap((sendRequest) => Array.from({ length: burst }, () => sendRequest(serving.url))),
    );
    expect(outcomes.filter((outcome) => outcome.startsWith('invalid'))).toEqual([]);
    expect(outcomes.filter((outcome) => outcome === 'ad').length).toBeGreaterThanOrEqual(room);
    const alone = await Promise.all(requestsByIntegration.map((sendRequest) => sendRequest(serving.url)));
    expect(alone).toEqual(['ad', 'ad', 'ad']);
  }
  await spool.close();
  const { serves } = readSpool();
  expect(serves).toHaveLength(rounds * requestsByIntegration.length * (burst + 1));
  expect(new Set(serves.map(({ reason }) => reason))).toEqual(new Set([null, 'overload']));
});
