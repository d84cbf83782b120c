import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildChannel } from '#tests/support/engine/buildRows.ts';
import { rawRequest } from './rawRequest.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const { uid } = buildChannel();

/** Paths by the methods that they support, as `Allow` lists them. */
const paths: readonly (readonly [path: string, allowed: string])[] = [
  [`/vast/${uid}`, 'GET, HEAD, OPTIONS'],
  ['/vast', 'GET, HEAD'],
  ['/openrtb2/auction', 'OPTIONS, POST'],
  [`/rtb/${uid}`, 'OPTIONS, POST'],
  ['/bid/sup0000000000001', 'OPTIONS, POST'],
  ['/cookie_sync', 'OPTIONS, POST'],
  ['/setuid', 'GET, HEAD, OPTIONS'],
  ['/n/sealed', 'GET, HEAD, OPTIONS, POST'],
  ['/e/impression/token', 'GET, HEAD, OPTIONS, POST'],
  ['/n/win/token', 'GET, HEAD, OPTIONS, POST'],
  ['/sdk/v1/config', 'GET, HEAD, OPTIONS'],
  ['/sellers.json', 'GET, HEAD'],
  ['/dsrdelete.json', 'GET, HEAD'],
  ['/.well-known/iabtl/dsrdelete.json', 'GET, HEAD'],
  ['/.well-known/iabtl/jwks.json', 'GET, HEAD'],
  ['/data-deletion', 'OPTIONS, POST'],
  ['/healthz', 'GET, HEAD'],
  ['/readyz', 'GET, HEAD'],
  ['/', 'GET, HEAD'],
  ['/adtag.js', 'GET, HEAD, OPTIONS'],
  ['/adtag/frame.html', 'GET, HEAD, OPTIONS'],
  ['/adtag/preview.js', 'GET, HEAD, OPTIONS'],
  [`/tag/${uid}.js`, 'GET, HEAD, OPTIONS'],
  ['/media/abc.mp4', 'GET, HEAD, OPTIONS'],
  ['/c/token/sealed', 'GET, HEAD'],
  ['/preview/sealed', 'GET, HEAD'],
];

let serving: TestServing;
beforeAll(async () => {
  serving = await startTestServing();
});
afterAll(() => serving.close());

describe('RFC 9110, 15.5.6: a method that a path does not support is answered with 405 and Allow', () => {
  test.each(paths)('%s accepts %s only', async (path, allowed) => {
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].filter(
      (method) => !allowed.split(', ').includes(method),
    );
    for (const method of others) {
      const answer = await rawRequest(serving.url, `${method} ${path}?a=1 HTTP/1.1`);
      expect([answer.status, answer.headers.get('allow')], method).toEqual([405, allowed]);
      expect(answer.body === '', method).toBe(method === 'HEAD');
    }
  });

  test('with a body too, which is discarded', async () => {
    const answer = await rawRequest(serving.url, `PUT /rtb/${uid} HTTP/1.1`, ['content-length: 2'], '{}');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
    expect(JSON.parse(answer.body)).toMatchObject({ problems: [{ code: 'method_not_allowed' }] });
  });

  test('an unknown path stays unknown, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT']) {
      expect((await rawRequest(serving.url, `${method} /nothing HTTP/1.1`)).status, method).toBe(404);
    }
  });
});

test('RFC 9110, 15.5.6: a method that no path supports is answered with 405 and the methods of all paths', async () => {
  const { status, headers } = await rawRequest(serving.url, `PROPFIND /vast/${uid} HTTP/1.1`);
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
});
