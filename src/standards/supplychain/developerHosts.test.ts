import { expect, test } from 'vitest';
import { developerHosts } from './developerHosts.ts';
import { readStorePage } from './readStorePage.ts';

test.each([
  ['https://games.example/test', ['games.example']],
  ['https://www.games.example/test', ['games.example']],
  ['https://m.games.example/test', ['games.example']],
  ['https://studio.games.example/test', ['studio.games.example', 'games.example']],
  ['https://another.studio.games.example/test', ['studio.games.example', 'games.example']],
  ['https://studio.www.games.example/test', ['games.example']],
  ['http://user@Studio.Games.co.uk:8080?x#y', ['studio.games.co.uk', 'games.co.uk']],
  ['studio.games.example', ['studio.games.example', 'games.example']],
  ['https://203.0.113.7/', []],
  ['mailto:', []],
  ['', []],
])('the app-ads.txt of %s is looked for at %j', (url, hosts) => {
  expect(developerHosts(url)).toEqual(hosts);
});

test('a store page has meta tags about an app, in any notation', () => {
  expect(
    readStorePage(`<html><head><META content='https://games.example/?a=1&amp;b=2' Name="appstore:developer_url">
      <meta name=appstore:bundle_id content=com.example.game />
      <meta property="appstore:store_id" content="1110145109"><meta name="appstore:store_id" content="later"></head>`),
  ).toEqual({
    developerUrl: 'https://games.example/?a=1&b=2',
    bundleId: 'com.example.game',
    storeId: '1110145109',
  });
  expect(readStorePage('<p>appstore:developer_url</p>')).toEqual({ developerUrl: '', bundleId: '', storeId: '' });
});

test('a page designed to be slow to parse is read completely', () => {
  const page = `${'<meta '.repeat(80_000)}${'<meta x="'.repeat(40_000)}${`<meta ${'a '.repeat(900)}>`.repeat(200)}`;
  expect(readStorePage(page).developerUrl).toBe('');
});
