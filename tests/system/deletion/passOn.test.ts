import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createIssuerVerification } from '#deletion/issuerVerification.ts';
import { createParticipants } from '#deletion/participants.ts';
import { passOnDue, type PassOnDeps } from '#deletion/passOn.ts';
import { createFileFetcher, type FileFetcher } from '#outbound/fetchFile.ts';
import { openDeletions, type DeletionRow, type DeletionStore } from '#storage/deletions/deletionStore.ts';
import { openPostgres, type Postgres } from '#storage/postgres.ts';
import { openTestDatabase } from '../../stores/openTestDatabase.ts';
import type { TestStore } from '../../stores/openTestPostgres.ts';
import { type PublisherServer, type RequestHandler, startPublisherServer, status } from '../crawler/publisherServer.ts';
import {
  buildParticipant,
  claimsOf,
  deviceId,
  identifier,
  originToken,
  publish,
  type TestParticipant,
} from './participant.ts';

const minuteMs = 60_000;
const own = buildParticipant('ssp.example');
const publisher = buildParticipant('publisher.example');
const start = Date.parse('2026-03-01T00:00:00Z');

let database: TestStore;
let postgres: Postgres;
let store: DeletionStore;
let server: PublisherServer;
let fetcher: FileFetcher;
let partner: TestParticipant;
let deps: PassOnDeps;
let now = start;
/** Tokens that the partner received. */
let received: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  postgres = openPostgres(database.url);
  store = openDeletions(postgres.db);
  server = await startPublisherServer();
  fetcher = createFileFetcher({ allowPrivateAddresses: false, originOverride: server.url });
});
afterAll(async () => {
  await fetcher.close();
  await server.close();
  await postgres.close();
  await database.close();
});
beforeEach(async () => {
  await postgres.pool.query('truncate data_deletions cascade');
  server.answers.clear();
  received = [];
  now = start;
  partner = buildParticipant('bidder.example');
  const clock = () => new Date(now);
  const participants = createParticipants(fetcher, { now: () => now, isKnown: async () => true });
  const verifyIssuer = createIssuerVerification(participants);
  deps = { own, participants, verifyIssuer, fetcher, store, now: clock };
});

const iso = (ms: number) => new Date(ms).toISOString();

/** Stores a request for the partner. */
async function accept(overrides: object = {}): Promise<string> {
  const orJWT = originToken(publisher, start / 1000);
  await store.accept(
    {
      version: '2.0',
      requester: publisher.domain,
      requestJti: 'rq1',
      requestDigest: 'digest',
      origin: publisher.domain,
      originJti: 'or1',
      originToken: orJWT,
      identifierType: 'idfa',
      identifierFormat: 'plaintext',
      identifierHash: '0123456789abcdef',
      identifier: deviceId.toLowerCase(),
      receivedAt: iso(start),
      dueAt: iso(start),
      ...overrides,
    },
    [partner.domain],
  );
  return orJWT;
}

/** Answers each request with an acknowledgement whose claims may differ. */
function acknowledge(claims: object = {}, code = 202, key = partner.key): RequestHandler {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { rqJWT } = JSON.parse(Buffer.concat(chunks).toString()) as { rqJWT: string };
      received.push(rqJWT);
      const common = { version: '2.0', rqJWT, jti: 'ac', iss: partner.domain, iat: 1, raResultCode: 10_000 };
      const acJWT = key.sign({ ...common, ...claims });
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify({ acJWT }));
    });
  };
}

function answerWith(handler: RequestHandler): void {
  server.answers.set(`${partner.domain} /delete`, handler);
}

async function passOn(): Promise<DeletionRow['deliveries'][number] | undefined> {
  await passOnDue(deps, new AbortController().signal);
  const [row] = await store.list({ limit: 1 });
  return row?.deliveries[0];
}

describe('a request for a partner', () => {
  test('2.0, Request Sequence, 9: it is sent with the orJWT as it was received, in a token of ours', async () => {
    publish(server, partner);
    answerWith(acknowledge());
    const orJWT = await accept();
    expect(await passOn()).toMatchObject({ state: 'acknowledged', resultCode: 10_000, attempts: 1, nextAt: null });
    expect(received.map(claimsOf)).toEqual([
      {
        version: '2.0',
        orJWT,
        ...identifier,
        identifierValue: deviceId.toLowerCase(),
        jti: expect.stringMatching(/^[\da-f-]{36}$/),
        iss: 'ssp.example',
        iat: start / 1000,
      },
    ]);
    expect(await passOn()).toMatchObject({ attempts: 1 });
  });

  test('1.0, rqJWT: one of version 1.0 is sent as such', async () => {
    publish(server, partner, { jwksUri: undefined, publicKey: [partner.key.publicKey] });
    answerWith(acknowledge({ version: '1.0', raResultCode: 0 }));
    const idJWT = await accept({ version: '1.0' });
    expect(await passOn()).toMatchObject({ state: 'acknowledged', resultCode: 0 });
    expect(received.map(claimsOf)).toMatchObject([{ version: '1.0', idJWT, sub: { identifierType: 'idfa' } }]);
  });

  test('is refused for good by a signed rejection', async () => {
    publish(server, partner);
    answerWith(acknowledge({ raResultCode: 14_201 }, 400));
    await accept();
    expect(await passOn()).toMatchObject({ state: 'refused', resultCode: 14_201, nextAt: null });
  });

  test('Discovery: is not sent to a partner that does not list the type, or needs a script', async () => {
    publish(server, partner, { identifiers: [{ id: 1, type: 'email', format: 'sha256' }] });
    await accept();
    expect(await passOn()).toMatchObject({ state: 'unsupported', outcome: 'unsupported_identifier' });
    partner = buildParticipant('script.example');
    publish(server, partner, { vendorScriptRequirement: true });
    await accept({ requestJti: 'rq2', originJti: 'or2' });
    expect(await passOn()).toMatchObject({ state: 'unsupported', outcome: 'no_endpoint' });
    expect(received).toEqual([]);
  });

  test.each([
    ['503', () => answerWith(status(503)), 'http_503'],
    ['2.0, 11202: our file was not found', () => answerWith(acknowledge({ raResultCode: 11_202 }, 400)), 'refused'],
    ['202 without an acknowledgement', () => answerWith(status(202)), 'no_acknowledgement'],
    ['no response', () => answerWith((request) => void request.socket.destroy()), 'conn_error'],
    [
      'an acknowledgement of another request',
      () => answerWith(acknowledge({ rqJWT: 'a.b.c' })),
      'wrong_acknowledgement',
    ],
    [
      'an acknowledgement of another domain',
      () => answerWith(acknowledge({ iss: 'x.example' })),
      'wrong_acknowledgement',
    ],
    ['one without a result code', () => answerWith(acknowledge({ raResultCode: '0' })), 'wrong_acknowledgement'],
    [
      'Request Sequence, 6: one that others signed',
      () => answerWith(acknowledge({}, 202, publisher.key)),
      'jwks_kid_not_found',
    ],
  ])('is sent again after %s', async (_title, prepare, outcome) => {
    publish(server, partner);
    prepare();
    await accept();
    expect(await passOn()).toMatchObject({ state: 'waiting', outcome, attempts: 1, nextAt: iso(start + minuteMs) });
    answerWith(acknowledge());
    now += minuteMs - 1;
    expect(await passOn()).toMatchObject({ attempts: 1 });
    now += 1;
    expect(await passOn()).toMatchObject({ state: 'acknowledged', attempts: 2 });
  });

  test('waits longer after each failure, and fails after a week', async () => {
    await accept();
    const delays: number[] = [];
    for (;;) {
      const delivery = await passOn();
      if (!delivery?.nextAt) break;
      delays.push((Date.parse(delivery.nextAt) - now) / minuteMs);
      now = Date.parse(delivery.nextAt);
    }
    expect(delays).toEqual([1, 5, 30, 120, 360, 720, 1440, 1440, 1440, 1440, 1440]);
    expect(await passOn()).toMatchObject({ state: 'failed', outcome: 'dsrdelete_file_not_found', attempts: 12 });
  });

  test('that a killed process was sending is sent again', async () => {
    publish(server, partner);
    answerWith(acknowledge());
    await accept();
    const claimed = await store.claimDelivery(partner.domain, { at: iso(now), until: iso(now + 5 * minuteMs) });
    expect(claimed).toMatchObject({ attempts: 1 });
    expect(await passOn()).toMatchObject({ state: 'waiting', attempts: 1 });
    now += 5 * minuteMs;
    expect(await passOn()).toMatchObject({ state: 'acknowledged', attempts: 2 });
  });
});

test('a partner that does not respond gets two requests at a time, and others do not wait for it', async () => {
  const slow = buildParticipant('slow.example');
  publish(server, partner);
  publish(server, slow);
  answerWith(acknowledge());
  const waiting: (() => void)[] = [];
  server.answers.set(`${slow.domain} /delete`, (_request, response) => {
    waiting.push(() => void response.writeHead(503).end());
  });
  const fast = partner;
  partner = slow;
  for (let count = 0; count < 8; count += 1) await accept({ requestJti: `slow${count}`, originJti: `slow${count}` });
  partner = fast;
  for (let count = 0; count < 8; count += 1) {
    await accept({ requestJti: `fast${count}`, originJti: `fast${count}` });
  }
  const passing = passOnDue(deps, new AbortController().signal);
  await expect.poll(() => received.length).toBe(8);
  await expect.poll(() => waiting.length).toBe(2);
  expect(await store.duePartners(iso(now))).toEqual([slow.domain]);
  server.answers.set(`${slow.domain} /delete`, status(503));
  for (const answer of waiting) answer();
  expect(await passing).toBe(16);
});

test.each(['https://127.0.0.1/delete', 'https://localhost/delete', 'https://[::1]/delete'])(
  'the private address %s is not called',
  async (url) => {
    const guarded = createFileFetcher({ allowPrivateAddresses: false });
    const signal = AbortSignal.timeout(5000);
    expect(await guarded.postJson(url, { json: '{}', maxBytes: 10, signal })).toEqual({
      type: 'failed',
      reason: 'refused_address',
    });
    await guarded.close();
  },
);

test('a domain is known once a request was accepted that it sent, or of which it is the 1st party', async () => {
  await accept({ requester: 'vendor.example' });
  const known = ['vendor.example', publisher.domain, partner.domain].map((domain) => store.hasAccepted(domain));
  expect(await Promise.all(known)).toEqual([true, true, false]);
});

describe('the identifier of a request', () => {
  const stored = async () =>
    (await postgres.pool.query('select identifier, origin_token from data_deletions')).rows as object[];

  test('is removed once its data is deleted and no partner waits for it', async () => {
    publish(server, partner);
    answerWith(status(503));
    await accept();
    await passOn();
    const [due] = await store.dueDeletions(10, iso(start));
    await store.markDeleted([due?.id ?? 0], iso(now));
    await store.clearFinished();
    expect(await stored()).toMatchObject([{ identifier: deviceId.toLowerCase() }]);
    now += minuteMs;
    answerWith(acknowledge());
    await passOn();
    expect(await stored()).toEqual([{ identifier: null, origin_token: null }]);
    expect(await store.dueDeletions(10, iso(now))).toEqual([]);
  });

  test('stays until its data is deleted, and its request until then', async () => {
    publish(server, partner);
    answerWith(acknowledge());
    await accept();
    await passOn();
    await store.prune(iso(now + minuteMs));
    expect(await stored()).toMatchObject([{ identifier: deviceId.toLowerCase() }]);
    const [due] = await store.dueDeletions(10, iso(now));
    await store.markDeleted([due?.id ?? 0], iso(now));
    await store.clearFinished();
    await store.prune(iso(start));
    expect(await stored()).toEqual([{ identifier: null, origin_token: null }]);
    await store.prune(iso(start + 1));
    expect(await stored()).toEqual([]);
  });
});
