import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { createTagFetcher } from '#outbound/fetchTag.ts';
import { drip, wrapperTo } from './bidderFaults.ts';
import { expectNoAd, expectReason, timeoutFor, type Fault } from './faultIntegrations.ts';
import { answers, startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

const inline = buildVast({ kind: 'inline' });
const undeclared = inline.replace(/^<\?xml[^>]*\?>/, '');

function faults(url: () => string): Fault[] {
  return [
    ['hangs', () => undefined, 'timeout'],
    ['drips bytes', (_, response) => drip(response), 'timeout'],
    ['closes the connection', (request) => request.socket.destroy(), 'conn_error'],
    ['redirects endlessly', (_, response) => response.writeHead(302, { location: '/tag' }).end(), 'http_error'],
    ['redirects to a file', (_, response) => response.writeHead(302, { location: 'file:///etc' }).end(), 'conn_error'],
    ['redirects nowhere', (_, response) => response.writeHead(302).end(), 'http_error'],
    ['answers 500', (_, response) => response.writeHead(500).end(inline), 'http_error'],
    ['answers 404', (_, response) => response.writeHead(404).end(), 'http_error'],
    ['answers 10 MB', answers(Buffer.alloc(10_000_000, ' ')), 'too_large'],
    ['answers a gzip bomb', answers(gzipSync(Buffer.alloc(20_000_000)), { 'content-encoding': 'gzip' }), 'too_large'],
    ['returns a body that is not gzip as declared', answers(inline, { 'content-encoding': 'gzip' }), 'http_error'],
    ['answers 204', (_, response) => response.writeHead(204).end(), 'empty'],
    ['answers nothing but blanks', answers('  \n'), 'empty'],
    ['answers VAST without an ad', answers(buildVast({ kind: 'empty' })), 'empty'],
    ['answers HTML', answers('<!doctype html><html><body>Not found</body></html>'), 'invalid_xml'],
    ['answers JSON', answers('{"id":"1","seatbid":[]}'), 'invalid_xml'],
    ['answers broken VAST', answers(inline.slice(0, -40)), 'invalid_xml'],
    ['answers a DOCTYPE', answers(`<!DOCTYPE VAST>${inline}`), 'invalid_xml'],
    ['answers entities of its own', answers(`<!DOCTYPE VAST [<!ENTITY a "b">]>${inline}`), 'invalid_xml'],
    [
      'declares an unknown encoding',
      answers(`<?xml version="1.0" encoding="x-none"?><!-- é -->${undeclared}`),
      'encoding',
    ],
    ['declares UTF-7', answers(`<?xml version="1.0" encoding="UTF-7"?>${undeclared}`), 'encoding'],
    [
      'is sent with an unknown charset',
      answers(`${inline}<!-- é -->`, { 'content-type': 'application/xml; charset=x-none' }),
      'encoding',
    ],
    ['answers VAST without media', answers(buildVast({ kind: 'inline', hasMedia: false })), 'no_media'],
    ['returns a wrapper that points to itself', answers(wrapperTo(`${url()}/tag`)), 'wrapper_limit'],
    ['returns a wrapper that points to a hanging URL', answers(wrapperTo(`${url()}/hang`)), 'timeout'],
    ['returns a wrapper that points to an HTTP error', answers(wrapperTo(`${url()}/500`)), 'http_error'],
    ['returns a wrapper that points to an invalid address', answers(wrapperTo('nowhere')), 'conn_error'],
  ];
}

describe('a tag', () => {
  let partner: TagServer;
  let serving: TestServing;
  const good = buildTag({ id: 2, source: 'stored', url: '', vastXml: inline, rate: '1.00' });

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing();
    partner.on('/hang', () => undefined);
    partner.on('/500', (_request, response) => response.writeHead(500).end('oh'));
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });

  // The address of the server is part of some faulty responses, and is known when they run.
  test.each(faults(() => '').map(([title, , reason], index) => [title, reason, index] as const))(
    'that %s loses for that reason, and another one is sold',
    async (_, reason, index) => {
      const [, behaviour] = faults(() => partner.url)[index] ?? [];
      if (!behaviour) throw new Error('no such fault');
      partner.on('/tag', behaviour);
      const faulty = buildTag({ id: 1, url: `${partner.url}/tag`, rate: '9.00', timeoutMs: timeoutFor(reason) });
      await expectReason(serving, [faulty, good], reason);
      await expectNoAd(serving, faulty, reason);
    },
  );

  test('without a listener, or with an invalid address, loses for a connection error', async () => {
    for (const url of ['http://127.0.0.1:9/vast', 'http://[::/vast', 'ftp://tag.example/']) {
      await expectReason(serving, [buildTag({ id: 1, url, rate: '9.00' }), good], 'conn_error');
    }
  });
});

test('a callable tag leads to no forbidden address', async () => {
  const partner = await startTagServer();
  const fetcher = createTagFetcher({ allowPrivateAddresses: false, isPublic: (address) => address === '127.0.0.1' });
  const serving = await startTestServing({ fetcher });
  const { port } = new URL(partner.url);
  partner.on('/inline', answers(inline));
  const tag = buildTag({ id: 1, url: `${partner.url}/tag`, rate: '9.00' });
  for (const host of ['127.0.0.2', '10.0.0.1', '169.254.169.254', '[::1]', '0x7f.2']) {
    for (const status of [301, 302, 307, 308]) {
      partner.seen.length = 0;
      partner.on('/tag', (_, response) => response.writeHead(status, { location: `//${host}:${port}/inline` }).end());
      await expectNoAd(serving, tag, 'refused_address');
      expect(new Set(partner.seen.map(({ url }) => url))).toEqual(new Set(['/tag']));
    }
  }
  partner.on('/tag', (_, response) => response.writeHead(302, { location: '/inline' }).end());
  serving.useTags([tag]);
  expect((await serving.requestAd()).record.reason).toBeNull();
  await serving.close();
  await partner.close();
});
