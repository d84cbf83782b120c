import { expect, test } from 'vitest';
import { blockEntryOf, readBlockList } from './blockList.ts';

test.each<[string, string | null | undefined]>([
  ['Evil.Example', 'evil.example'],
  ['www.evil.example # seen in May', 'evil.example'],
  ['0.0.0.0 evil.example', 'evil.example'],
  ['||evil.example^', 'evil.example'],
  ['evil.example,malware', 'evil.example'],
  ['*.evil.example', 'evil.example'],
  ['shop.example##.banner', undefined],
  ['shop.example,b.example#@#.banner', undefined],
  ['shop.example#?#div:has(> .ad)', undefined],
  ['shop.example#$#.ad { height: 0 }', undefined],
  ['evil.example ## seen in May', 'evil.example'],
  ['##.banner', null],
  ['########', null],
  ['# a comment', null],
  ['! a comment', null],
  [' ', null],
  ['com', undefined],
  ['203.0.113.4', undefined],
  ['Your license has expired', undefined],
])('the domain of the line %j is %j', (line, entry) => {
  expect(blockEntryOf('blockedDomains', line)).toBe(entry);
});

test('the digest of a file is the first one of its line', () => {
  const sha256 = 'AB'.repeat(32);
  expect(blockEntryOf('blockedFiles', `${sha256}  ad.png`)).toBe(sha256.toLowerCase());
  expect(blockEntryOf('blockedFiles', 'd41d8cd98f00b204e9800998ecf8427e')).toBe(undefined);
});

test('a list is read in slices', async () => {
  let yields = 0;
  const list = await readBlockList('blockedDomains', 'a.example\nb.example\n# c\n', async () => void (yields += 1));
  expect([...list]).toEqual(['a.example', 'b.example']);
  expect(yields).toBe(3);
});
