import { shownUserHeader } from '#api/shownUserHeader.ts';
import type { Random } from '../createRandom.ts';

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
const makers: readonly ((random: Random) => Headers)[] = [
  (random) => [['Content-Type', random.pick(['', ' ', ...contentTypes])]],
  (random) => [['Content-Type', random.pick(contentTypes)]],
  (random) => [
    [
      'Content-Encoding',
      random.pick(['', 'gzip', 'identity', 'x-gzip', 'br', 'zstd', 'foo', 'gzip;q=0', ',', 'chunked']),
    ],
  ],
  (random) => [['User-Agent', repeated(random.pick(agentWords), random.pick(sizes))]],
  (random) => [
    [
      'User-Agent',
      random.pick(agentWords) +
        repeated(random.pick([' ', '(', ')', ';', '/', '.', '1', '\u00e9']), random.pick(sizes)),
    ],
  ],
  (random) => [['User-Agent', random.pick(['', '\u00ff\u00fe', browser, `${browser} ${browser}`])]],
  (random) => [['Expect', random.pick(['100-continue', '100-Continue', '200-ok', '', 'foo'])]],
  (random) => [
    [
      'Origin',
      random.pick([
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
  (random) => [
    ['Referer', random.pick(['', '//', 'https://[', 'about:blank', '%', repeated('https://page.example/', 8000)])],
  ],
  (random) => [
    [
      'Cookie',
      random.pick([
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
  (random) => [
    [
      'Authorization',
      random.pick([
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
  (random) => [
    [
      'X-Forwarded-For',
      random.pick([
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
  (random) => [['X-Forwarded-Proto', random.pick(['https', 'https, http', '', 'foo'])]],
  (random) => [['X-Forwarded-Host', random.pick(['evil.example', '', '[::1'])]],
  (random) => [
    ['X-Device-IP', random.pick(['', '::', '1.2.3', '203.0.113.9'])],
    ['X-Device-User-Agent', repeated(random.pick(agentWords), random.pick(sizes))],
  ],
  (random) => [
    [
      'Range',
      random.pick([
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
  (random) => [['If-None-Match', random.pick(['*', '""', 'W/"', '"a", "b"', repeated('"x",', 6000)])]],
  (random) => [['If-Modified-Since', random.pick(['', 'yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT', '9'.repeat(300)])]],
  (random) => [
    [
      'Accept-Encoding',
      random.pick([
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
  (random) => [['Accept', random.pick(['', '*', 'text/html;q=2', repeated('a/b,', 4000)])]],
  (random) => [['Accept-Language', random.pick(['', '-', 'de-DE-x-', repeated('en-', 3000)])]],
  (random) => [['Sec-Fetch-Site', random.pick(['cross-site', 'same-origin', 'none', '', 'foo'])]],
  (random) => [['Sec-GPC', random.pick(['1', '0', '', 'true'])]],
  (random) => [
    ['Sec-CH-UA', repeated('"Chromium";v="1", ', random.pick(sizes.slice(0, 4)))],
    ['Sec-CH-UA-Mobile', '?'],
    ['Sec-CH-UA-Platform', '"'],
  ],
  (random) => [['X-OpenRTB-Version', random.pick(['2.5', '2.6', '3.0', '', '2'])]],
  (random) => [
    ['Access-Control-Request-Headers', random.pick(['', 'x', '\u00ff', repeated('x-a,', 8000)])],
    ['Access-Control-Request-Method', random.pick(['', 'GET', 'FOO'])],
  ],
  (random) => [[shownUserHeader, random.pick(['', '1', 'x', '0'])]],
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
  (random) => [['Connection', random.pick(['keep-alive', 'close, keep-alive', '', 'content-length', 'foo'])]],
  (random) => [['X-Http-Method-Override', random.pick(['DELETE', 'TRACE', ''])]],
  (random) => [
    ['__proto__', 'x'],
    ['constructor', 'x'],
    ['Hasownproperty', random.pick(['', 'x'])],
  ],
  (random) =>
    Array.from({ length: random.pick([5, 60, 1500]) }, (_, index): [string, string] => [`X-Many-${index}`, 'v']),
  (random) => [['X-Long', repeated('x', random.pick([8000, 15_000, 40_000, 127_000, 140_000]))]],
];

/** Some malformed headers; sometimes one of them twice. */
export function malformedHeaders(random: Random): Headers {
  const found: Headers = [];
  for (let count = random.below(4); count > 0; count -= 1) found.push(...random.pick(makers)(random));
  const [first] = found;
  if (first && random.boolean(0.1)) found.push([first[0].toUpperCase(), random.boolean(0.5) ? first[1] : 'x']);
  return found;
}
