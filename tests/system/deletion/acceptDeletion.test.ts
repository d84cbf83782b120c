import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDeletionKey } from '#runtime/jwt/createDeletionKey.ts';
import { createSigningKey } from '#runtime/jwt/createSigningKey.ts';
import { decodeJwt } from '#runtime/jwt/decodeJwt.ts';
import { verifyJwt } from '#runtime/jwt/verifyJwt.ts';
import { httpDeletions } from '#serving/deletion/httpDeletions.ts';
import { openControlPlane } from '#serving/snapshot/controlPlane.ts';
import { buildAccount } from '../api/buildAccount.ts';
import { type Caller, password, startTestApi, type TestApi } from '../api/startTestApi.ts';
import { type PublisherServer, redirect, startPublisherServer, status } from '../crawler/publisherServer.ts';
import {
  buildParticipant,
  claimsOf,
  deviceId,
  identifier,
  originToken,
  publish,
  requestToken,
  type TestParticipant,
} from './participant.ts';

const secret = 'ab'.repeat(32);
const ownKey = createDeletionKey(secret).publicKey;
const minuteMs = 60_000;

let server: PublisherServer;
let api: TestApi;
let publisher: TestParticipant;
let vendor: TestParticipant;

beforeAll(async () => {
  server = await startPublisherServer();
  api = await startTestApi({
    env: {
      SECRET: secret,
      SELLER_DOMAIN: 'ssp.example',
      CRAWL_VIA: server.url,
      DELETION_PARTNERS: 'bidder.example, exchange.example',
    },
  });
});
afterAll(async () => {
  await api.close();
  await server.close();
});

let count = 0;
beforeEach(async () => {
  await api.sql('truncate data_deletions cascade');
  server.answers.clear();
  server.requestedPaths.length = 0;
  // Files are cached, so each test has its own participants.
  count += 1;
  publisher = buildParticipant(`publisher${count}.example`);
  vendor = buildParticipant(`vendor${count}.example`);
  publish(server, publisher);
  publish(server, vendor);
});

const now = () => Math.floor(api.deps.now().getTime() / 1000);

async function send(rqJwt: string): Promise<{ status: number; acknowledgement: string; code: unknown; text: unknown }> {
  const { body } = await api.control('POST', '/internal/dataDeletions', { rqJwt });
  const answer = body as { status: number; acknowledgement: string };
  const { raResultCode: code, raResultString } = claimsOf(answer.acknowledgement);
  return { ...answer, code, text: raResultString };
}

const storedCount = async () => (await api.sql('select id from data_deletions')).length;
const partnersOf = async () =>
  (await api.sql('select partner from data_deletion_deliveries order by id')).map(({ partner }) => partner);

describe('an accepted request', () => {
  test('2.0, Request Sequence, 4 and 5: it is stored before it is acknowledged with a signed acJWT', async () => {
    const rqJwt = requestToken(publisher, originToken(publisher, now()), now());
    const answer = await send(rqJwt);
    expect(answer.status).toBe(202);
    const jwt = decodeJwt(answer.acknowledgement);
    expect(jwt && (await verifyJwt(jwt, ownKey))).toBe('valid');
    expect(jwt?.header).toEqual({ typ: 'JWT', alg: 'ES256', kid: ownKey.kid });
    expect(jwt?.claims).toEqual({
      version: '2.0',
      rqJWT: rqJwt,
      jti: expect.stringMatching(/^[\da-f-]{36}$/),
      iss: 'ssp.example',
      iat: expect.any(Number),
      raResultCode: 10_000,
      raResultString: 'success',
    });
    const [row] = await api.sql('select * from data_deletions');
    expect(row).toMatchObject({ requester: publisher.domain, version: '2.0', identifier: deviceId.toLowerCase() });
    expect(await partnersOf()).toEqual(['bidder.example', 'exchange.example']);
  });

  test('arrives through ad serving', async () => {
    const plane = openControlPlane(await api.listenForControl(), secret);
    const handOn = httpDeletions(plane);
    expect(await handOn(requestToken(publisher, originToken(publisher, now()), now()))).toMatchObject({ status: 202 });
    expect(await handOn('not.a.token')).toEqual({ status: 400, acknowledgement: null });
    await plane.close();
    expect(await storedCount()).toBe(1);
  });

  test('its data is deleted when no ad that was sold before is counted any more', async () => {
    await send(requestToken(publisher, originToken(publisher, now()), now()));
    const [row] = await api.sql("select due_at - received_at = interval '5 hours' as due from data_deletions");
    expect(row).toEqual({ due: true });
  });

  test('1.0, idJWT and rqJWT: the identifier is the subject, keys are in dsrdelete.json, a kid is optional', async () => {
    const { kid: _kid, ...key } = publisher.key.publicKey;
    publish(server, publisher, { jwksUri: undefined, pollFrequency: undefined, publicKey: [key] });
    const common = { version: '1.0', iss: publisher.domain, iat: now(), sub: identifier };
    const idJWT = publisher.key.sign({ ...common, jti: 'id1' });
    const answer = await send(publisher.key.sign({ ...common, jti: 'rq1', idJWT }));
    expect(answer).toMatchObject({ status: 202, code: 0 });
    expect(claimsOf(answer.acknowledgement)['version']).toBe('1.0');
    expect((await api.sql('select origin_token from data_deletions'))[0]).toEqual({ origin_token: idJWT });
  });

  test('JWT Propagation, 2: both tokens are verified, each with the keys of its issuer', async () => {
    const answer = await send(requestToken(vendor, originToken(publisher, now() - 60), now()));
    expect(answer.status).toBe(202);
    expect(server.requestedPaths).toEqual(
      [vendor, publisher].flatMap(({ domain }) => [`${domain} /dsrdelete.json`, `${domain} /keys.json`]),
    );
  });

  test('is acknowledged again when it arrives again, and stored once', async () => {
    const rqJwt = requestToken(publisher, originToken(publisher, now()), now());
    expect(await send(rqJwt)).toMatchObject({ status: 202 });
    expect(await send(rqJwt)).toMatchObject({ status: 202, code: 10_000 });
    expect(await storedCount()).toBe(1);
    expect(await partnersOf()).toHaveLength(2);
  });

  test('that arrives through another requester too is not passed on twice', async () => {
    const orJWT = originToken(publisher, now());
    await send(requestToken(publisher, orJWT, now()));
    expect(await send(requestToken(vendor, orJWT, now()))).toMatchObject({ status: 202 });
    expect(await storedCount()).toBe(2);
    expect(await partnersOf()).toHaveLength(2);
  });

  test('is not passed on to the partner that it came from', async () => {
    const bidder = buildParticipant('bidder.example');
    publish(server, bidder);
    await send(requestToken(bidder, originToken(publisher, now()), now()));
    expect(await partnersOf()).toEqual(['exchange.example']);
  });

  test('2.0, Discovery: the file may be below .well-known, or where dsrdeleteJsonUri says', async () => {
    const answer = server.answers.get(`${publisher.domain} /dsrdelete.json`);
    server.answers.delete(`${publisher.domain} /dsrdelete.json`);
    if (answer) server.answers.set(`${publisher.domain} /.well-known/iabtl/dsrdelete.json`, answer);
    publish(server, vendor, { dsrdeleteJsonUri: `https://${publisher.domain}/.well-known/iabtl/dsrdelete.json` });
    // The other file names the keys of the publisher.
    const vendorKey = { ...vendor, key: publisher.key };
    expect(await send(requestToken(vendorKey, originToken(publisher, now()), now()))).toMatchObject({ status: 202 });
  });
});

describe('a refused request', () => {
  const otherKey = createSigningKey('cd'.repeat(32), 'another');

  /** A token with changed claims under the signature of the original. */
  function forge(token: string): string {
    const [head = '', , signature = ''] = token.split('.');
    const body = Buffer.from(JSON.stringify({ ...claimsOf(token), jti: 'forged' })).toString('base64url');
    return `${head}.${body}.${signature}`;
  }

  async function expectRejection(rqJwt: string, code: number, text: string): Promise<void> {
    expect(await send(rqJwt)).toMatchObject({ status: 400, code, text });
    expect(await storedCount()).toBe(0);
  }

  test('2.0, 13202 and 13102: a signature is not that of the issuer', async () => {
    const orJWT = originToken(publisher, now());
    await expectRejection(forge(requestToken(publisher, orJWT, now())), 13_202, 'rq_invalid_token_signature');
    await expectRejection(requestToken(vendor, forge(orJWT), now()), 13_102, 'or_invalid_token_signature');
  });

  test('2.0, 12201: a token without a signature', async () => {
    const [, body = ''] = requestToken(publisher, originToken(publisher, now()), now()).split('.');
    const head = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    await expectRejection(`${head}.${body}.AA`, 12_201, 'rq_alg_claim_mismatch');
  });

  test.each(['', 'not.a.token', 'Publisher of the month'])(
    'nothing of ours is signed for the text %j',
    async (rqJwt) => {
      const { body } = await api.control('POST', '/internal/dataDeletions', { rqJwt });
      expect(body).toEqual({ status: 400, acknowledgement: null });
    },
  );

  test('2.0, 13201: a token that lacks claims, or is of an unknown version', async () => {
    const orJWT = originToken(publisher, now());
    await expectRejection(requestToken(publisher, orJWT, now(), { version: '99' }), 13_201, 'rq_invalid_token');
    await expectRejection(requestToken(publisher, orJWT, now(), { jti: 'a\0' }), 13_201, 'rq_invalid_token');
    await expectRejection(
      requestToken(publisher, originToken(publisher, now()), now(), { jti: undefined }),
      13_201,
      'rq_invalid_token',
    );
    await expectRejection(requestToken(publisher, 'or', now()), 13_101, 'or_invalid_token');
  });

  test('2.0, 13101: a request or an acknowledgement is no token of the 1st party', async () => {
    const request = requestToken(publisher, originToken(publisher, now()), now());
    await expectRejection(requestToken(vendor, request, now()), 13_101, 'or_invalid_token');
    const { acknowledgement } = await send(requestToken(publisher, 'or', now()));
    await expectRejection(requestToken(vendor, acknowledgement, now()), 13_101, 'or_invalid_token');
  });

  test('2.0, 13101: a token of our own domain, where we are never the 1st party', async () => {
    const own = { domain: 'ssp.example', key: createDeletionKey(secret) };
    publish(server, own);
    await expectRejection(requestToken(vendor, originToken(own, now()), now()), 13_101, 'or_invalid_token');
    expect(server.requestedPaths).toEqual([]);
  });

  test('one without a kid is verified with two keys at most', async () => {
    const keys = [otherKey, createSigningKey('ef'.repeat(32), 'a third'), publisher.key].map(({ publicKey }) => {
      const { kid: _kid, ...key } = publicKey;
      return key;
    });
    const keySet = (from: number) => ({ jwksUri: undefined, publicKey: keys.slice(from) });
    publish(server, publisher, keySet(0));
    publish(server, vendor, keySet(1));
    const orJWT = originToken(publisher, now());
    await expectRejection(requestToken(publisher, orJWT, now()), 13_202, 'rq_invalid_token_signature');
    const signer = { domain: vendor.domain, key: publisher.key };
    expect(await send(requestToken(signer, originToken(signer, now()), now()))).toMatchObject({ status: 202 });
  });

  test('1.0, code 1: a request without an identifier', async () => {
    const claims = { version: '1.0', jti: 'rq1', iss: publisher.domain, iat: now() };
    expect(await send(publisher.key.sign({ ...claims, idJWT: 'a.b.c' }))).toMatchObject({ status: 400, code: 1 });
  });

  test('2.0, 11201, 11202, 11203 and 11204: the issuer or its files cannot be read', async () => {
    const sendAs = (domain: string) =>
      requestToken({ domain, key: publisher.key }, originToken(publisher, now()), now());
    server.answers.set('away.example /dsrdelete.json', (request) => void request.socket.destroy());
    await expectRejection(sendAs('away.example'), 11_201, 'rq_domain_connection_failed');
    await expectRejection(sendAs('nothing.example'), 11_202, 'rq_dsrdelete_file_not_found');
    publish(server, { domain: 'keyless.example', key: publisher.key }, { jwksUri: undefined });
    await expectRejection(sendAs('keyless.example'), 11_203, 'rq_jwksuri_not_found');
    publish(server, { domain: 'lost.example', key: publisher.key });
    server.answers.set('lost.example /keys.json', status(404));
    await expectRejection(sendAs('lost.example'), 11_204, 'rq_jwks_keys_file_not_found');
    server.answers.set('moved.example /dsrdelete.json', redirect(`https://${publisher.domain}/dsrdelete.json`));
    await expectRejection(sendAs('moved.example'), 11_202, 'rq_dsrdelete_file_not_found');
  });

  test('2.0, 11205 and Key Rotation and Caching: a new key is fetched, at most once in five minutes', async () => {
    await send(requestToken(publisher, originToken(publisher, now()), now()));
    await api.sql('truncate data_deletions cascade');
    const rotated = { domain: publisher.domain, key: otherKey };
    publish(server, rotated);
    const rqJwt = () => requestToken(rotated, originToken(rotated, now()), now());
    await expectRejection(rqJwt(), 11_205, 'rq_jwks_kid_not_found');
    api.moveClock(5 * minuteMs);
    expect(await send(rqJwt())).toMatchObject({ status: 202 });
    expect(server.requestedPaths.filter((path) => path.endsWith('/keys.json'))).toHaveLength(2);
  });

  test('iss, eTLD+1: an issuer below a root domain is not called', async () => {
    const sub = { domain: `www.${publisher.domain}`, key: publisher.key };
    await expectRejection(
      requestToken(sub, originToken(publisher, now()), now()),
      11_202,
      'rq_dsrdelete_file_not_found',
    );
    const address = { domain: '10.0.0.1', key: publisher.key };
    await expectRejection(
      requestToken(address, originToken(publisher, now()), now()),
      11_202,
      'rq_dsrdelete_file_not_found',
    );
    expect(server.requestedPaths).toEqual([]);
  });

  test('RFC 7519, 4.1.3: one for another audience', async () => {
    const orJWT = originToken(publisher, now());
    await expectRejection(requestToken(publisher, orJWT, now(), { aud: 'other.example' }), 13_201, 'rq_invalid_token');
    const both = requestToken(publisher, orJWT, now(), { aud: ['other.example', 'ssp.example'] });
    expect(await send(both)).toMatchObject({ status: 202 });
  });

  test('2.0, 13203 to 13205: one that is expired, from the future, or older than its origin', async () => {
    const orJWT = originToken(publisher, now() - 40 * 86_400);
    await expectRejection(requestToken(publisher, orJWT, now() - 31 * 86_400), 13_203, 'rq_invalid_token_timestamp');
    await expectRejection(requestToken(publisher, orJWT, now() + 600), 13_204, 'rq_invalid_token_timestamp_future');
    const late = originToken(publisher, now());
    await expectRejection(requestToken(publisher, late, now() - 60), 13_205, 'rq_invalid_timestamp_sequence');
    await expectRejection(
      requestToken(publisher, originToken(publisher, now() + 600), now()),
      13_104,
      'or_invalid_token_timestamp',
    );
  });

  test('2.0, 14201 to 14203: one whose identifier cannot be acted on', async () => {
    const refused = (claims: object) => requestToken(publisher, originToken(publisher, now()), now(), claims);
    await expectRejection(refused({ identifierType: 'email' }), 14_201, 'rq_unsupported_identifier_type');
    await expectRejection(refused({ identifierFormat: 'sha256' }), 14_202, 'rq_unsupported_identifier_format');
    await expectRejection(refused({ identifierValue: 'abc' }), 14_203, 'rq_incorrect_identifier_format');
    expect(server.requestedPaths).toEqual([]);
  });

  test('RFC 7519, 4.1.7: another token with the ID of an earlier one', async () => {
    const orJWT = originToken(publisher, now());
    await send(requestToken(publisher, orJWT, now(), { jti: 'same' }));
    const other = requestToken(publisher, orJWT, now(), { jti: 'same', identifierType: 'ifa' });
    expect(await send(other)).toMatchObject({ status: 400, code: 13_201 });
    expect(await storedCount()).toBe(1);
  });

  test('a requester with 10,000 requests that are not deleted yet gets none acknowledged, but those that are stored', async () => {
    const first = requestToken(publisher, originToken(publisher, now()), now());
    await send(first);
    await api.sql(`insert into data_deletions (version, requester, request_jti, request_digest, origin, origin_jti,
      identifier_type, identifier_format, identifier_hash, identifier, received_at, due_at)
      select version, requester, 'jti' || n, request_digest, origin, 'jti' || n, identifier_type, identifier_format,
        identifier_hash, identifier, received_at, due_at from data_deletions, generate_series(1, 9999) n`);
    const more = requestToken(publisher, originToken(publisher, now()), now());
    const { body } = await api.control('POST', '/internal/dataDeletions', { rqJwt: more });
    expect(body).toEqual({ status: 503, acknowledgement: null });
    expect(await send(first)).toMatchObject({ status: 202 });
    // Its data is deleted, and a partner has not acknowledged it yet.
    await api.sql("update data_deletions set deleted_at = received_at where request_jti = 'jti1'");
    expect(await send(more)).toMatchObject({ status: 202 });
  });

  test('a text that is too long is not read', async () => {
    const answer = await api.control('POST', '/internal/dataDeletions', { rqJwt: 'a'.repeat(16_385) });
    expect(answer.status).toBe(400);
  });
});

describe('the list of requests', () => {
  const path = '/api/admin/dataDeletions';
  let root: Caller;

  beforeAll(async () => {
    root = await api.signIn('super');
  });

  test('shows what became of each, newest first, and never the identifier', async () => {
    await send(requestToken(vendor, originToken(publisher, now()), now()));
    await send(requestToken(publisher, originToken(publisher, now()), now()));
    const { body, text } = await root('GET', path);
    expect(body).toMatchObject({
      file: 'https://ssp.example/dsrdelete.json',
      partners: ['bidder.example', 'exchange.example'],
      hasMore: false,
      requests: [
        { requester: publisher.domain, origin: publisher.domain },
        {
          requester: vendor.domain,
          origin: publisher.domain,
          identifierType: 'idfa',
          identifierHash: expect.stringMatching(/^[\da-f]{16}$/),
          deletedAt: null,
          deliveries: [{ partner: 'bidder.example', state: 'waiting', attempts: 0 }, { partner: 'exchange.example' }],
        },
      ],
    });
    expect(text.toLowerCase()).not.toContain(deviceId.toLowerCase());
    const { requests } = body as { requests: { id: number }[] };
    expect((await root('GET', `${path}?before=${requests[0]?.id}`)).body).toMatchObject({
      requests: [{ id: requests[1]?.id }],
    });
  });

  test('is only for admins', async () => {
    const account = await buildAccount(api, 'alpha');
    await root('POST', '/api/users', { name: 'Admin', login: 'admin', password, type: 'admin' });
    expect((await (await api.signIn('admin'))('GET', path)).status).toBe(200);
    for (const login of Object.values(account.logins)) {
      expect((await (await api.signIn(login))('GET', path)).status, login).toBe(403);
    }
  });
});
