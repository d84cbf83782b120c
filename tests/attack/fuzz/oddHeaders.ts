import { shownUserHeader } from '#api/shownUserHeader.ts';
import type { Chance } from '../createChance.ts';

/** Headers in order; names may repeat. */
export type Headers = [name: string, value: string][];

const contentTypes = (
  'foo|json|a/b/c|;;;|application/json;charset|application/json; charset=utf-16|application/json;charset="|/|*/*|text/|' +
  'application/jsonx|text/plain|text/csv; header|multipart/form-data|multipart/form-data; boundary=|application/x-www-form-urlencoded|' +
  'application/json, application/json|application/octet-stream|application/yaml; x=;;|\u00ff/\u00fe|=|"|application/vnd.api+json|image/svg+xml;'
).split('|');
/** Words that user agent rules search for. */
const agentWords = [
  'Tizen ',
  'iPhone ',
  'Android;',
  'SMART-TV ',
  'Mozilla/5.0 (',
  'AppleWebKit/',
  'Version/',
  'CrOS (',
  '(((((',
  'a;b)',
  ' Build/',
  'rv:1.',
  'TV; ',
];
const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/** A word repeated up to a number of characters. */
function repeated(word: string, length: number): string {
  return word.repeat(Math.ceil(length / word.length)).slice(0, length);
}

const sizes = [10, 200, 2000, 8000, 30_000, 120_000];

/** Malformed values by header; no client would send most of them. */
const makers: readonly ((chance: Chance) => Headers)[] = [
  (chance) => [['Content-Type', chance.pick(['', ' ', ...contentTypes])]],
  (chance) => [['Content-Type', chance.pick(contentTypes)]],
  (chance) => [
    [
      'Content-Encoding',
      chance.pick(['', 'gzip', 'identity', 'x-gzip', 'br', 'zstd', 'foo', 'gzip;q=0', ',', 'chunked']),
    ],
  ],
  (chance) => [['User-Agent', repeated(chance.pick(agentWords), chance.pick(sizes))]],
  (chance) => [
    [
      'User-Agent',
      chance.pick(agentWords) +
        repeated(chance.pick([' ', '(', ')', ';', '/', '.', '1', '\u00e9']), chance.pick(sizes)),
    ],
  ],
  (chance) => [['User-Agent', chance.pick(['', '\u00ff\u00fe', browser, `${browser} ${browser}`])]],
  (chance) => [['Expect', chance.pick(['100-continue', '100-Continue', '200-ok', '', 'foo'])]],
  (chance) => [
    [
      'Origin',
      chance.pick([
        'null',
        '',
        'http://',
        'https://evil.example',
        'file://',
        '\u00ff',
        'https://a b',
        'javascript:1',
        repeated('https://x.example,', 4000),
      ]),
    ],
  ],
  (chance) => [
    ['Referer', chance.pick(['', '//', 'https://[', 'about:blank', '%', repeated('https://page.example/', 8000)])],
  ],
  (chance) => [
    [
      'Cookie',
      chance.pick([
        '',
        ';',
        '=',
        'a',
        'bidhouse_session',
        'bidhouse_session=',
        'bidhouse_session=a; bidhouse_session=b',
        `bidhouse_session=${'a'.repeat(43)}`,
        'uids=%7B',
        'bidhouse_session="%00"',
        '__proto__=1; constructor=2',
        repeated('a=b; ', 8000),
      ]),
    ],
  ],
  (chance) => [
    [
      'Authorization',
      chance.pick([
        '',
        'Bearer',
        'Bearer ',
        'Bearer x',
        `Bearer ${'a'.repeat(43)}`,
        `Bearer ${'0'.repeat(64)}`,
        'Basic !!!',
        'Basic Og==',
        'Digest x',
        'bearer \u00ff',
        repeated('Bearer x ', 5000),
      ]),
    ],
  ],
  (chance) => [
    [
      'X-Forwarded-For',
      chance.pick([
        '',
        '1',
        '::1',
        '::ffff:1.2.3.4',
        'unknown',
        '256.1.1.1',
        '2001:db8::/64',
        ',',
        'fe80::1%eth0',
        repeated('10.0.0.1, ', 9000),
      ]),
    ],
  ],
  (chance) => [['X-Forwarded-Proto', chance.pick(['https', 'https, http', '', 'foo'])]],
  (chance) => [['X-Forwarded-Host', chance.pick(['evil.example', '', '[::1'])]],
  (chance) => [
    ['X-Device-IP', chance.pick(['', '::', '1.2.3', '203.0.113.9'])],
    ['X-Device-User-Agent', repeated(chance.pick(agentWords), chance.pick(sizes))],
  ],
  (chance) => [
    [
      'Range',
      chance.pick([
        'bytes=0-',
        'bytes=-1',
        'bytes=9-1',
        'bytes=0-0,1-1',
        'bytes=a-b',
        'bytes=999999999999999999999-',
        'items=0-1',
        '',
        'bytes=-',
        repeated('bytes=0-0,', 5000),
      ]),
    ],
  ],
  (chance) => [['If-None-Match', chance.pick(['*', '""', 'W/"', '"a", "b"', repeated('"x",', 6000)])]],
  (chance) => [['If-Modified-Since', chance.pick(['', 'yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT', '9'.repeat(300)])]],
  (chance) => [
    [
      'Accept-Encoding',
      chance.pick([
        '',
        'br',
        'gzip;q=x',
        '*;q=0',
        'identity;q=0',
        'deflate, gzip;q=1.0, *;q=0.5',
        ';',
        repeated('gzip,', 4000),
      ]),
    ],
  ],
  (chance) => [['Accept', chance.pick(['', '*', 'text/html;q=2', repeated('a/b,', 4000)])]],
  (chance) => [['Accept-Language', chance.pick(['', '-', 'de-DE-x-', repeated('en-', 3000)])]],
  (chance) => [['Sec-Fetch-Site', chance.pick(['cross-site', 'same-origin', 'none', '', 'foo'])]],
  (chance) => [['Sec-GPC', chance.pick(['1', '0', '', 'true'])]],
  (chance) => [
    ['Sec-CH-UA', repeated('"Chromium";v="1", ', chance.pick(sizes.slice(0, 4)))],
    ['Sec-CH-UA-Mobile', '?'],
    ['Sec-CH-UA-Platform', '"'],
  ],
  (chance) => [['X-OpenRTB-Version', chance.pick(['2.5', '2.6', '3.0', '', '2'])]],
  (chance) => [
    ['Access-Control-Request-Headers', chance.pick(['', 'x', '\u00ff', repeated('x-a,', 8000)])],
    ['Access-Control-Request-Method', chance.pick(['', 'GET', 'FOO'])],
  ],
  (chance) => [[shownUserHeader, chance.pick(['', '1', 'x', '0'])]],
  () => [
    ['Upgrade', 'h2c'],
    ['Connection', 'Upgrade, HTTP2-Settings'],
    ['HTTP2-Settings', ''],
  ],
  () => [
    ['Upgrade', 'websocket'],
    ['Connection', 'Upgrade'],
    ['Sec-WebSocket-Key', 'x'],
  ],
  (chance) => [['Connection', chance.pick(['keep-alive', 'close, keep-alive', '', 'content-length', 'foo'])]],
  (chance) => [['X-Http-Method-Override', chance.pick(['DELETE', 'TRACE', ''])]],
  (chance) => [
    ['__proto__', 'x'],
    ['constructor', 'x'],
    ['Hasownproperty', chance.pick(['', 'x'])],
  ],
  (chance) =>
    Array.from({ length: chance.pick([5, 60, 1500]) }, (_, index): [string, string] => [`X-Many-${index}`, 'v']),
  (chance) => [['X-Long', repeated('x', chance.pick([8000, 15_000, 40_000, 127_000, 140_000]))]],
];

/** Some malformed headers; sometimes one of them twice. */
export function malformedHeaders(chance: Chance): Headers {
  const found: Headers = [];
  for (let count = chance.below(4); count > 0; count -= 1) found.push(...chance.pick(makers)(chance));
  const [first] = found;
  if (first && chance.isLucky(0.1)) found.push([first[0].toUpperCase(), chance.isLucky(0.5) ? first[1] : 'x']);
  return found;
}
