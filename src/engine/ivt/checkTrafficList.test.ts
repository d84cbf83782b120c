import { expect, test } from 'vitest';
import type { LineListKind } from '#model/lists/trafficList.ts';
import { checkTrafficList } from './checkTrafficList.ts';

const networks = Array.from({ length: 20 }, (_, index) => `198.51.${index}.0/24`);

test.each<[LineListKind, string, string, number, object]>([
  ['robots', 'words and starts', 'spider\n^curl/\n', 0, { entries: 2 }],
  ['robots', 'the IAB format', 'spider|1||0|2|0|\r\njava/|1||1|1|1|', 0, { entries: 2 }],
  ['robots', 'half as many entries', 'spider\n^curl/\n', 4, { entries: 2 }],
  ['robots', 'fewer than half of the entries', 'spider\n^curl/\n', 5, { fault: 'shrunk' }],
  ['robots', 'nothing', ' \n', 0, { fault: 'empty' }],
  ['robots', 'comments only', '# nothing\n', 0, { fault: 'empty' }],
  ['robots', 'a page', '\n<!doctype html><title>Sign in</title>', 0, { fault: 'not_a_list' }],
  ['robots', 'JSON', '{"error":"expired"}', 0, { fault: 'not_a_list' }],
  ['robots', 'bytes', 'PK\u0003\u0004\0\0', 0, { fault: 'not_a_list' }],
  ['robots', 'an entry of all browsers', 'spider\nmozilla', 0, { fault: 'matches_browsers' }],
  ['robots', 'an entry of one letter', 'spider\ne', 0, { fault: 'matches_browsers' }],
  ['robots', 'too many entries', 'robot\n'.repeat(20_001), 0, { fault: 'too_many' }],
  ['dataCenters', 'networks', networks.join('\n'), 0, { entries: 20 }],
  ['dataCenters', 'a heading', `network,owner\n${networks[0]}`, 0, { entries: 1 }],
  ['dataCenters', 'a heading alone', 'network,owner', 0, { fault: 'empty' }],
  ['dataCenters', 'other text', 'Your license has expired\nCall us\nNow\n', 0, { fault: 'invalid_lines' }],
  ['dataCenters', 'an entry of everything', `${networks.join('\n')}\n0.0.0.0/0`, 0, { fault: 'too_broad' }],
  ['blockedDomains', 'domains', 'domain\nevil.example\n0.0.0.0 bad.example\n', 0, { entries: 2 }],
  ['blockedDomains', 'other text', 'Your license has expired\nCall us\n', 0, { fault: 'invalid_lines' }],
  ['blockedDomains', 'fewer than half of the entries', 'evil.example', 3, { fault: 'shrunk' }],
  ['blockedFiles', 'digests', `${'0a'.repeat(32)}  ad.png\n${'0b'.repeat(32)}\n`, 0, { entries: 2 }],
  [
    'blockedFiles',
    'digests of another kind',
    `${'0a'.repeat(16)}\n${'0b'.repeat(16)}\n`,
    0,
    { fault: 'invalid_lines' },
  ],
])('%s: %s', async (kind, _, text, entriesInUse, checked) => {
  expect(await checkTrafficList(kind, text, entriesInUse, () => undefined)).toEqual(checked);
});

test.each<[LineListKind, string, number]>([
  ['robots', 'robot\n', 20_001],
  // 48 ranges.
  ['dataCenters', '10.0.0.1,11.255.255.254\n', 20_834],
])('a list of %s is read in slices, until it has too many entries', async (kind, line, lines) => {
  let yields = 0;
  const yieldIfDue = async () => void (yields += 1);
  expect(await checkTrafficList(kind, line.repeat(3 * lines), 0, yieldIfDue)).toEqual({ fault: 'too_many' });
  expect(yields).toBe(lines - 1);
});
