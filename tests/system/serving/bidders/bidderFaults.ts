import { gzipSync } from 'node:zlib';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { bids, oneBid } from '../bidders.ts';
import type { Fault } from './faultIntegrations.ts';
import { answers, type TagBehaviour, type TagServer } from '../tagServer.ts';

type Bid = Parameters<typeof oneBid>[1];
type ResponseOverrides = Parameters<typeof oneBid>[2];

const raw = (text: string | Buffer, headers?: Record<string, string>): TagBehaviour => answers(text, headers);

/**
 * Faults of bidders. `url` = the server with the paths that `openPaths` opens; `seat` names the bids' seat, as a Prebid
 * Server does.
 */
export function bidderFaults(url: () => string, seat?: string): Fault[] {
  const bidFor = (request: Parameters<typeof oneBid>[0], bid: Bid = {}, overrides: ResponseOverrides = {}): object =>
    oneBid(request, { price: 9, ...bid }, { ...(seat === undefined ? {} : { seat }), ...overrides });
  const bidOf = (bid: Bid, overrides?: ResponseOverrides): TagBehaviour =>
    bids((request) => bidFor(request, bid, overrides));
  const textOf = (change: (text: string) => string): TagBehaviour =>
    bids((request) => change(JSON.stringify(bidFor(request, { price: 1 }))));
  const markup = (adm: string): TagBehaviour => bidOf({ adm, mtype: 2 });
  const wrapper = (path: string) => bids((request) => bidFor(request, { adm: wrapperTo(url() + path) }));
  const nurl = (path: string) => bids((request) => bidFor(request, { adm: undefined, nurl: url() + path, mtype: 2 }));
  return [
    ['hangs', () => undefined, 'timeout'],
    ['drips bytes', (_, response) => drip(response), 'timeout'],
    ['closes the connection', (request) => request.socket.destroy(), 'conn_error'],
    ['redirects', (_, response) => response.writeHead(302, { location: '/good' }).end(), 'http_error'],
    ['redirects to a file', (_, response) => response.writeHead(307, { location: 'file:///etc' }).end(), 'http_error'],
    ['answers 500', (_, response) => response.writeHead(500).end('{"id":"x"}'), 'http_error'],
    ['answers 404', (_, response) => response.writeHead(404).end(), 'http_error'],
    ['answers 10 MB', raw(Buffer.alloc(10_000_000, ' ')), 'too_large'],
    ['answers a gzip bomb', raw(gzipSync(Buffer.alloc(20_000_000, ' ')), { 'content-encoding': 'gzip' }), 'too_large'],
    ['returns a body that is not gzip as declared', raw('{}', { 'content-encoding': 'gzip' }), 'http_error'],
    ['answers in an unknown coding', raw('{}', { 'content-encoding': 'zstd' }), 'http_error'],
    ['answers HTML', raw('<!doctype html><html><body>Not found</body></html>'), 'invalid_bid'],
    ['answers broken JSON', textOf((text) => text.slice(0, -3)), 'invalid_bid'],
    ['answers a list', raw('[]'), 'invalid_bid'],
    ['answers a number', raw('1'), 'invalid_bid'],
    ['answers with no body', raw(''), 'empty'],
    ['answers 204', (_, response) => response.writeHead(204).end(), 'empty'],
    ['answers {}', raw('{}'), 'empty'],
    ['answers seats without bids', bids(({ id }) => ({ id, seatbid: [{ seat: 'a' }, { bid: [] }] })), 'empty'],
    ['answers seats that are no list', bids(({ id }) => ({ id, seatbid: { bid: [] } })), 'invalid_bid'],
    ['answers bids that are no list', bids(({ id }) => ({ id, seatbid: [{ bid: 'x' }] })), 'invalid_bid'],
    [
      'answers bids that are no objects',
      bids(({ id }) => ({ id, seatbid: [{ seat, bid: [null, 1] }] })),
      'invalid_bid',
    ],
    ['answers another request', bidOf({}, { id: 'other' }), 'invalid_bid'],
    ['names no request', bidOf({}, { id: undefined }), 'invalid_bid'],
    ['bids for an unknown impression', bidOf({ impid: 'other' }), 'unknown_impression'],
    ['bids in another currency', bidOf({}, { cur: 'EUR' }), 'currency'],
    ['bids in no currency', bidOf({}, { cur: 'dollars' }), 'invalid_bid'],
    ['bids NaN', textOf((text) => text.replace('"price":1', '"price":NaN')), 'invalid_bid'],
    ['bids less than nothing', bidOf({ price: -9 }), 'invalid_bid'],
    ['bids nothing', bidOf({ price: 0 }), 'invalid_bid'],
    ['bids 10^300', bidOf({ price: 1e300 }), 'invalid_bid'],
    ['bids infinitely much', textOf((text) => text.replace('":1,', '":1e999,')), 'invalid_bid'],
    ['bids a text', bidOf({ price: '9' }), 'invalid_bid'],
    ['bids without a creative', bidOf({ crid: undefined }), 'invalid_bid'],
    ['bids with markup that is no text', bidOf({ adm: ['x'] }), 'invalid_bid'],
    ['bids with a native ad as an object', bidOf({ adm: { native: {} } }), 'wrong_media_type'],
    ['bids without markup', bidOf({ adm: '' }), 'no_markup'],
    [
      'makes 300 bids',
      bids(({ id }) => ({ id, seatbid: [{ bid: Array.from({ length: 300 }, (_, n) => ({ id: `${n}` })) }] })),
      'invalid_bid',
    ],
    ['answers keys of prototypes', textOf((text) => text.replace('{', '{"__proto__":{"seatbid":[]},')), 'invalid_bid'],
    [
      'sends an endless response',
      bids(({ id }) => `{"id":"${id}","seatbid":[],"ext":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
      'invalid_bid',
    ],
    ['bids with HTML for video', markup('<b>Hello</b>'), 'wrong_media_type'],
    ['bids with broken VAST', markup(buildVast({ kind: 'inline' }).slice(0, -40)), 'invalid_xml'],
    ['bids with a DOCTYPE', markup(`<!DOCTYPE VAST>${buildVast({ kind: 'inline' })}`), 'invalid_xml'],
    [
      'bids with entities of its own',
      markup(`<!DOCTYPE VAST [<!ENTITY a "b">]>${buildVast({ kind: 'inline' })}`),
      'wrong_media_type',
    ],
    ['bids with VAST without an ad', markup(buildVast({ kind: 'empty' })), 'empty'],
    ['bids with VAST without media', markup(buildVast({ kind: 'inline', hasMedia: false })), 'no_media'],
    ['bids with a wrapper that points to itself', wrapper('/loop'), 'wrapper_limit'],
    ['bids with a wrapper that points to a hanging URL', wrapper('/hang'), 'timeout'],
    ['bids with a wrapper that points to an HTTP error', wrapper('/500'), 'http_error'],
    ['bids with a wrapper that points to 10 MB', wrapper('/10mb'), 'too_large'],
    ['bids with a wrapper that points to an invalid address', markup(wrapperTo('nowhere')), 'conn_error'],
    ['bids with markup that does not come', nurl('/hang'), 'timeout'],
    ['bids whose markup URL returns an error', nurl('/500'), 'http_error'],
    ['bids with markup that is HTML', nurl('/html'), 'invalid_xml'],
    ['bids with markup that is blank', nurl('/blank'), 'empty'],
  ];
}
/** VAST with another target. */
export function wrapperTo(to: string): string {
  return buildVast({ kind: 'wrapper', to });
}

/** Sends a response that never ends. */
export function drip(response: Parameters<TagBehaviour>[1]): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 30);
  response.on('close', () => clearInterval(timer));
}

/** Opens the targets of the faults' markup, and `/good`, a working bidder. */
export function openPaths(partner: TagServer): void {
  partner.on(
    '/good',
    bids((request) => oneBid(request)),
  );
  partner.on('/hang', () => undefined);
  partner.on('/500', (_request, response) => response.writeHead(500).end('oh'));
  partner.on('/10mb', answers(Buffer.alloc(10_000_000, ' ')));
  partner.on('/html', answers('<html></html>'));
  partner.on('/blank', answers('  \n'));
  partner.on('/loop', answers(wrapperTo(`${partner.url}/loop`)));
}
