import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildChannel } from '#tests/support/engine/buildRows.ts';
import { rawRequest } from './rawRequest.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const { uid } = buildChannel();

const read = 'GET, HEAD';
const readByPages = 'GET, HEAD, OPTIONS';
const posted = 'OPTIONS, POST';
const hits = 'GET, HEAD, OPTIONS, POST';

/** The routes of ad serving: a path of each, and the methods that it supports, as `Allow` lists them. */
const routes: readonly (readonly [route: string, path: string, allowed: string])[] = [
  ['/vast/:channelUid', `/vast/${uid}`, readByPages],
  ['/vast', '/vast', read],
  ['/openrtb2/auction', '/openrtb2/auction', posted],
  ['/rtb/:channelUid', `/rtb/${uid}`, posted],
  ['/bid/:supplierUid', '/bid/sup0000000000001', posted],
  ['/cookie_sync', '/cookie_sync', posted],
  ['/setuid', '/setuid', readByPages],
  ['/cache', '/cache', hits],
  ['/n/:sealed', '/n/sealed', hits],
  ['/e/:event/:token', '/e/impression/token', hits],
  ['/n/:event/:token', '/n/win/token', hits],
  ['/sdk/v1/config', '/sdk/v1/config', readByPages],
  ['/sellers.json', '/sellers.json', read],
  ['/dsrdelete.json', '/dsrdelete.json', read],
  ['/.well-known/iabtl/dsrdelete.json', '/.well-known/iabtl/dsrdelete.json', read],
  ['/.well-known/iabtl/jwks.json', '/.well-known/iabtl/jwks.json', read],
  ['/data-deletion', '/data-deletion', posted],
  ['/bidder-test', '/bidder-test', posted],
  ['/healthz', '/healthz', read],
  ['/readyz', '/readyz', read],
  ['/', '/', read],
  ['/adtag.js', '/adtag.js', readByPages],
  ['/adtag/frame.html', '/adtag/frame.html', readByPages],
  ['/adtag/preview.js', '/adtag/preview.js', readByPages],
  ['/tag/:file', `/tag/${uid}.js`, readByPages],
  ['/media/*', '/media/abc.mp4', readByPages],
  ['/c/:token/:sealed', '/c/token/sealed', read],
  ['/preview/:sealed', '/preview/sealed', read],
];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

let serving: TestServing;
const registered = new Set<string>();
beforeAll(async () => {
  const noteRoutes = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ url }) => void registered.add(url));
  };
  subscribe('fastify.initialization', noteRoutes);
  serving = await startTestServing();
  unsubscribe('fastify.initialization', noteRoutes);
});
afterAll(() => serving.close());

test('RFC 9110, 15.5.6: these are all routes of ad serving', () => {
  expect(routes.map(([route]) => route).toSorted()).toEqual([...registered].toSorted());
});

describe.each(routes)('RFC 9110, 15.5.6: %s', (_, path, allowed) => {
  const supported = allowed.split(', ');
  const others = methods.filter((method) => !supported.includes(method));

  test.each(others)('answers %s with 405, what it supports in Allow, and a problem', async (method) => {
    const { status, headers, body } = await rawRequest(serving.url, `${method} ${path}?a=1 HTTP/1.1`);
    expect([status, headers.get('allow')]).toEqual([405, allowed]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    if (method === 'HEAD') expect(body).toBe('');
    else
      expect(JSON.parse(body)).toEqual({
        problems: [{ code: 'method_not_allowed', message: expect.any(String), path: '' }],
      });
  });

  test.each(supported)('supports %s, with a body where the method has one', async (method) => {
    const { status, headers, body } = await rawRequest(serving.url, `${method} ${path} HTTP/1.1`);
    expect(status).not.toBe(405);
    expect(status).toBeLessThan(500);
    expect(headers.get('allow')).toBeUndefined();
    if (method === 'HEAD') {
      const get = await rawRequest(serving.url, `GET ${path} HTTP/1.1`);
      expect([status, body]).toEqual([get.status, '']);
      expect(headers.get('content-type')).toBe(get.headers.get('content-type'));
    }
    if (method !== 'OPTIONS') return;
    // A preflight grants a page what the path supports.
    const granted = headers.get('access-control-allow-methods')?.split(', ').toSorted().join(', ');
    expect([status, body, granted]).toEqual([204, '', allowed]);
  });
});

describe('RFC 9110, 15.5.6: a method that a path does not support is answered with 405', () => {
  test('with a body too, which is discarded', async () => {
    const answer = await rawRequest(serving.url, `PUT /rtb/${uid} HTTP/1.1`, ['content-length: 2'], '{}');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
    expect(JSON.parse(answer.body)).toMatchObject({ problems: [{ code: 'method_not_allowed' }] });
  });

  test('and an unknown path stays unknown, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT']) {
      expect((await rawRequest(serving.url, `${method} /nothing HTTP/1.1`)).status, method).toBe(404);
    }
  });
});

test('RFC 9110, 15.5.6: a method that no path supports is answered with 405 and the methods of all paths', async () => {
  const { status, headers } = await rawRequest(serving.url, `PROPFIND /vast/${uid} HTTP/1.1`);
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
});
