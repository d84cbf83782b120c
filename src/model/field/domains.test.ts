import { domainToASCII } from 'node:url';
import { expect, test } from 'vitest';
import { demandAccount } from '../account/demandAccount.ts';
import { creative } from '../demand/creative.ts';
import { deal } from '../demand/deal.ts';
import { channel } from '../supply/channel.ts';
import { subpublisher } from '../supply/subpublisher.ts';
import { asciiDomain, domainPattern, hostInAddress, maxAddressLength, pastedDomain } from './domains.ts';

const domains: [pasted: string, domain: string][] = [
  ['brand.example', 'brand.example'],
  [' https://user@www.Brand.example:8080/path?q#f ', 'brand.example'],
  ['//www.brand.example', 'brand.example'],
  ['shop.brand.example.', 'shop.brand.example'],
  ['http://Bücher.example/', 'xn--bcher-kva.example'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  [`https://brand.example/${'a'.repeat(2000)}`, 'brand.example'],
  ['https://brand.example/a\\b', 'brand.example'],
  ['\u200Bhttps://www.bra\u00ADnd.example/\uFEFF', 'brand.example'],
  ['ⓑrand。ｅxample', 'brand.example'],
  ['oﬀers.brand.example', 'offers.brand.example'],
];

test.each(domains)('[START-03] %j in a field of domains becomes %s', (pasted, domain) => {
  for (const { schema } of [creative.fields.adomain, subpublisher.fields.domain]) {
    expect(schema().parse(pasted)).toBe(domain);
  }
  for (const { schema } of [channel.fields.blockedAdomains, deal.fields.adomains]) {
    expect(schema().parse([pasted])).toEqual([domain]);
  }
});

test('[START-03] the domain of a seller is the one of its pasted address', () => {
  const seller = { id: 'hb-1', domain: 'https://www.harbour.example/', name: 'Harbour' };
  expect(demandAccount.fields.sellersJson.schema().parse([seller])).toEqual([{ ...seller, domain: 'harbour.example' }]);
});

test('[START-03] the host of channel tags stays with www.', () => {
  expect(demandAccount.fields.domain.schema().parse('https://www.ads.example/vast')).toBe('www.ads.example');
});

test.each([
  'localhost',
  '10.0.0.1',
  'https://10.0.0.1/',
  'two words',
  '-bad.example',
  'javascript:alert(1)',
  // Browsers read the backslash as a slash: brand.example.
  'http://brand.example\\@evil.example/',
  'http:\\\\brand.example\\path',
  'bra\u200Dnd.example',
  'bra\u202End.example',
  'bra\u3164nd.example',
  '\u0301brand.example',
  '☕.example',
  'brand℀.example',
])('[START-03] %s is no domain, and refused with its place', (pasted) => {
  const result = channel.fields.blockedAdomains.schema().safeParse(['brand.example', pasted]);
  expect(result.error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [[1], 'Must be a domain such as brand.example'],
  ]);
  expect(subpublisher.fields.domain.schema().safeParse(pasted).success).toBe(false);
});

const longAddresses: [what: string, address: string][] = [
  ['a long label', `https://${'新'.repeat(6000)}.example/x`],
  ['many letters', `${'é'.repeat(200_000)}.example`],
  ['different letters', `${String.fromCodePoint(...Array.from({ length: 64 }, (_, i) => 0x4e00 + i))}.example`],
  ['many labels', `https://${'新.'.repeat(127)}example`],
  ['a long path', `https://brand.example/${'a'.repeat(maxAddressLength)}`],
];

test.each(longAddresses)('[START-03] an address with %s is refused in every field', (_, address) => {
  // Creatives check the pattern by a rule.
  expect(domainPattern.test(pastedDomain(address))).toBe(false);
  for (const { schema } of [subpublisher.fields.domain, demandAccount.fields.domain]) {
    expect(schema().safeParse(address).success).toBe(false);
  }
  for (const { schema } of [channel.fields.blockedAdomains, deal.fields.adomains]) {
    expect(schema().safeParse([address]).error?.issues[0]?.path).toEqual([0]);
  }
  const sellers = demandAccount.fields.sellersJson
    .schema()
    .safeParse([{ id: 'hb-1', domain: address, name: 'Harbour' }]);
  expect(sellers.error?.issues[0]?.path).toEqual([0, 'domain']);
});

test('[START-03] two pages of one site are one domain', () => {
  const pages = ['https://www.brand.example/shoes', 'rival.example', 'https://brand.example/hats?q=1', 'Brand.example'];
  expect(channel.fields.blockedAdomains.schema().parse(pages)).toEqual(['brand.example', 'rival.example']);
  const many = Array.from({ length: 1001 }, (_, index) => `https://site${index % 1000}.example/${index}`);
  expect(deal.fields.adomains.schema().parse(many)).toHaveLength(1000);
  expect(deal.fields.seats.schema().safeParse(['7', '7']).success).toBe(false);
});

test.each([
  'brand.example',
  'BÜCHER.example',
  'straße.example',
  'İstanbul.example',
  'bu\u0308cher.example',
  '新闻。example',
  'ｂｒａｎｄ．example',
  'ⓑﬀ.example',
  'bra\u00ADnd.example',
  'नमस्ते.example',
  'ℬrand.example',
])('a host is written as browsers write it: %s', (host) => {
  expect(asciiDomain(hostInAddress(host))).toBe(domainToASCII(host));
});
