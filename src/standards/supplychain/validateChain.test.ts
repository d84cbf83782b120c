import { expect, test } from 'vitest';
import { parseAdsTxt } from './parseAdsTxt.ts';
import { parseSchain } from './parseSchain.ts';
import type { ListedSeller } from './sellersJson.ts';
import { validateChain } from './validateChain.ts';

const publisher: ListedSeller = {
  seller_id: 'pub1',
  seller_type: 'PUBLISHER',
  name: 'News Ltd',
  domain: 'news.example',
};
const network: ListedSeller = { seller_id: 'net1', seller_type: 'INTERMEDIARY', name: 'Net', domain: 'first.example' };
const sellers: Readonly<Record<string, ListedSeller[]>> = {
  'first.example': [publisher, { ...publisher, seller_id: 'broker', seller_type: 'INTERMEDIARY' }],
  'ours.example': [
    network,
    { ...network, seller_id: 'other', domain: 'elsewhere.example' },
    { seller_id: 'secret', seller_type: 'INTERMEDIARY', is_confidential: 1 },
  ],
  'tech.example': [
    { ...publisher, is_passthrough: 1 },
    { ...publisher, seller_id: 'paid' },
  ],
};
const ownFile = 'first.example, pub1, DIRECT\nfirst.example, resold, RESELLER\nfirst.example, broker, DIRECT';

function rulesOf(
  chain: string,
  {
    adsTxt = ownFile,
    site = 'news.example',
    country = 'DE',
  }: { adsTxt?: string | null; site?: string; country?: string } = {},
) {
  const parsed = parseSchain(chain);
  if (!parsed) throw new Error(`no chain: ${chain}`);
  const findings = validateChain(parsed, {
    sellersJsonOf: (asi) => (asi === 'unknown.example' ? undefined : sellers[asi] ? { sellers: sellers[asi] } : null),
    adsTxt: adsTxt === null ? null : parseAdsTxt(adsTxt, 'ads').file,
    site,
    country,
  });
  return findings.map(({ rule, at }) => (at === undefined ? rule : `${rule} ${at}`));
}

test('a chain from the owner on, each of whose links is vouched for, has nothing wrong with it', () => {
  expect(rulesOf('1.0,1!first.example,pub1,1!ours.example,net1,1')).toEqual([]);
  expect(rulesOf('1.1,2!tech.example,pub1,0!first.example,pub1,1!ours.example,net1,1')).toEqual([]);
});

test.each([
  [
    'every node that is paid must be in the sellers.json of its system',
    '1.0,0!first.example,nobody,1',
    ['seller_unlisted 0'],
  ],
  ['a system without a sellers.json cannot be checked', '1.0,0!silent.example,1,1', ['no_sellers_json 0']],
  ['what is not known is not held against it', '1.0,0!unknown.example,1,1', []],
  [
    'a system must pay whose system comes before it',
    '1.0,1!first.example,pub1,1!ours.example,other,1',
    ['broken_link 1'],
  ],
  ['a confidential seller hides the link', '1.0,1!first.example,pub1,1!ours.example,secret,1', ['link_unknown 1']],
  [
    'links pass over those who are not paid, wherever they stand',
    '1.1,1!first.example,pub1,1!tech.example,pub1,0!ours.example,net1,1',
    [],
  ],
  [
    'who is not paid must be listed as passed through',
    '1.1,1!tech.example,paid,0!first.example,pub1,1',
    ['not_passthrough 0'],
  ],
  ['who is not paid need not be listed', '1.1,1!tech.example,x,0!first.example,pub1,1', ['seller_unlisted 0']],
  ['somebody must be paid', '1.1,1!tech.example,pub1,0', ['nobody_paid']],
  ['a complete chain does not begin with an intermediary', '1.0,1!first.example,broker,1', ['first_not_publisher 0']],
  ['an incomplete one may begin anywhere', '1.0,0!first.example,broker,1', []],
  ['its first seller is DIRECT in the owner’s file', '1.0,1!tech.example,paid,1', ['first_not_direct 0']],
  ['systems are named by their root domains', '1.0,0!ads.first.example,pub1,1', ['asi 0', 'no_sellers_json 0']],
  [
    'version 1.0 knows neither nodes that are not paid nor the completeness of 1.1',
    '1.0,2!tech.example,pub1,0!first.example,pub1,1',
    ['complete', 'hp 0'],
  ],
  ['ids are of 64 characters at most', `1.0,0!first.example,${'x'.repeat(65)},1`, ['sid_long 0', 'seller_unlisted 0']],
  ['later versions are told of', '2.0,0!first.example,pub1,1', ['version']],
])('%s', (_title, chain, rules) => {
  expect(rulesOf(chain)).toEqual(rules);
});

test('OWNERDOMAIN, or else the site itself, is the domain of the first seller', () => {
  const chain = '1.0,1!first.example,pub1,1';
  expect(rulesOf(chain, { site: 'weather.example' })).toEqual(['owner_mismatch 0']);
  expect(rulesOf(chain, { site: 'weather.example', adsTxt: `${ownFile}\nOWNERDOMAIN=news.example` })).toEqual([]);
  expect(rulesOf(chain, { adsTxt: `${ownFile}\nOWNERDOMAIN=media.example` })).toEqual(['owner_mismatch 0']);
});

test('MANAGERDOMAIN of the viewer’s country, or else of all countries, is the first seller’s too', () => {
  const adsTxt = `${ownFile}\nOWNERDOMAIN=media.example\nMANAGERDOMAIN=news.example, DE\nMANAGERDOMAIN=agency.example`;
  const chain = '1.0,1!first.example,pub1,1';
  expect(rulesOf(chain, { adsTxt, country: 'DE' })).toEqual([]);
  expect(rulesOf(chain, { adsTxt, country: 'FR' })).toEqual(['owner_mismatch 0']);
});

test('a site without a file is told of where the chain claims to begin with its owner', () => {
  expect(rulesOf('1.0,1!first.example,pub1,1', { adsTxt: null })).toEqual(['no_ads_txt']);
  expect(rulesOf('1.0,0!first.example,pub1,1', { adsTxt: null })).toEqual([]);
});
