import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import minimalRequests from '#standards/openrtb/fixtures/minimalRequests.json' with { type: 'json' };
import { rawRequest } from './rawRequest.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const errors: string[] = [];
let serving: TestServing;
let impression = '';

beforeAll(async () => {
  serving = await startTestServing({
    logger: createLogger({ level: 'error', role: 'test', write: (line) => void errors.push(line) }),
  });
  serving.useTags([buildTag({ source: 'stored', vastXml: buildVast({ kind: 'inline' }), rate: '3.00' })]);
  const { xml } = await serving.requestAd();
  impression = /https:\/\/ads\.example(\/e\/impression\/[\w.-]+)/.exec(xml)?.[1] ?? '';
});
afterAll(() => serving.close());
afterEach(() => void (errors.length = 0));

const contentTypes: readonly (readonly [name: string, lines: readonly string[]])[] = [
  ['none', []],
  ['an empty one', ['content-type:']],
  ['one of spaces', ['content-type:    ']],
  ['foo', ['content-type: foo']],
  ['json', ['content-type: json']],
  ['a/b/c', ['content-type: a/b/c']],
  [';;;', ['content-type: ;;;']],
  ['/', ['content-type: /']],
  ['one without a subtype', ['content-type: text/']],
  ['one with a broken parameter', ['content-type: text/plain; charset="utf-8']],
  ['one of bytes that are no text', ['content-type: \xff\xfe/\x80']],
  ['a list', ['content-type: text/plain, application/json']],
  ['two', ['content-type: text/plain', 'content-type: application/json']],
  ['one of 10 kB', [`content-type: ${'a/b;'.repeat(2500)}`]],
  ['a form', ['content-type: multipart/form-data; boundary=']],
  ['a usual one', ['content-type: application/json; charset=utf-8']],
];

const bodies: readonly (readonly [
  name: string,
  (text: string) => readonly [lines: readonly string[], body: string],
])[] = [
  ['of a known length', (text) => [[`content-length: ${Buffer.byteLength(text)}`], text]],
  [
    'in chunks',
    (text) => [['transfer-encoding: chunked'], `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`],
  ],
];

const bidRequest = JSON.stringify(minimalRequests.video);

describe.each(contentTypes)('with the content type: %s', (_, lines) => {
  describe.each(bodies)('and a body %s', (_name, sent) => {
    test('a beacon counts', async () => {
      serving.events.length = 0;
      const [more, body] = sent('{"any": "body"}');
      expect((await rawRequest(serving.url, `POST ${impression} HTTP/1.1`, [...lines, ...more], body)).status).toBe(
        204,
      );
      expect(serving.events).toMatchObject([{ event: 'impression', verdict: 'valid' }]);
      expect(errors).toEqual([]);
    });

    test.each(['/openrtb2/auction', '/rtb/channel000000001', '/cookie_sync', '/n/sealed', '/elsewhere'])(
      '%s responds as with any other',
      async (path) => {
        const [more, body] = sent(bidRequest);
        const plain = await rawRequest(serving.url, `POST ${path} HTTP/1.1`, more, body);
        const typed = await rawRequest(serving.url, `POST ${path} HTTP/1.1`, [...lines, ...more], body);
        expect(typed.status).toBe(plain.status);
        expect(typed.status).toBeLessThan(500);
        expect(errors).toEqual([]);
      },
    );
  });

  test.each([
    ['an empty body', ['content-length: 0']],
    ['an unknown coding', ['content-length: 0', 'content-encoding: zstd, foo']],
  ])('and %s, a win notice is accepted', async (_name, more) => {
    expect((await rawRequest(serving.url, 'POST /n/sealed HTTP/1.1', [...lines, ...more])).status).toBe(204);
    expect(errors).toEqual([]);
  });

  test.each([
    ['PUT', 405],
    ['PATCH', 405],
    ['DELETE', 405],
    ['OPTIONS', 204],
    ['PROPFIND', 405],
  ])('%s is answered with %d and without an internal error', async (method, expected) => {
    const more = ['content-length: 2'];
    const { status } = await rawRequest(serving.url, `${method} ${impression} HTTP/1.1`, [...lines, ...more], '{}');
    expect(status).toBe(expected);
    expect(errors).toEqual([]);
  });
});

test('a declared length beyond the maximum of a body refuses no beacon', async () => {
  serving.events.length = 0;
  const body = 'x'.repeat(3_000_000);
  const more = ['content-type: foo', `content-length: ${body.length}`];
  expect((await rawRequest(serving.url, `POST ${impression} HTTP/1.1`, more, body)).status).toBe(204);
  expect(serving.events).toHaveLength(1);
});
