import { expect, test } from 'vitest';
import { demandAccount } from '../account/demandAccount.ts';
import { creative } from '../demand/creative.ts';
import { deal } from '../demand/deal.ts';
import { sdkApp } from '../sdk/sdkApp.ts';
import { channel } from '../supply/channel.ts';
import { subpublisher } from '../supply/subpublisher.ts';

const domains: [pasted: string, domain: string][] = [
  ['brand.example', 'brand.example'],
  [' https://user@www.Brand.example:8080/path?q#f ', 'brand.example'],
  ['//www.brand.example', 'brand.example'],
  ['shop.brand.example.', 'shop.brand.example'],
  ['http://Bücher.example/', 'xn--bcher-kva.example'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  [`https://brand.example/${'a'.repeat(2000)}`, 'brand.example'],
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

test.each(['localhost', '10.0.0.1', 'https://10.0.0.1/', 'two words', '-bad.example'])(
  '[START-03] %s is no domain, and refused with its place',
  (pasted) => {
    const result = channel.fields.blockedAdomains.schema().safeParse(['brand.example', pasted]);
    expect(result.error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [[1], 'Must be a domain such as brand.example'],
    ]);
    expect(subpublisher.fields.domain.schema().safeParse(pasted).success).toBe(false);
  },
);

test.each([
  ['https://play.google.com/store/apps/details?id=com.Example.App&hl=en', 'com.Example.App'],
  ['https://apps.apple.com/us/app/recipes/id1207472156', '1207472156'],
  ['https://channelstore.roku.com/details/12345/recipes', '12345'],
  ['https://www.amazon.com/gp/mas/dl/android?p=com.example.app', 'com.example.app'],
  ['https://www.samsung.com/us/appstore/app/G15147002586/', 'G15147002586'],
  ['https://us.lgappstv.com/main/tvapp/detail?appId=123456', '123456'],
  ['https://www.vizio.com/en/smart-tv-apps?appName=recipes&appId=vizio.recipes', 'vizio.recipes'],
  ['https://www.recipes.example/start', 'recipes.example'],
  ['com.example.app', 'com.example.app'],
])('[START-03] %s in an app of the SDK becomes %s', (pasted, bundle) => {
  expect(sdkApp.fields.bundle.schema().parse(pasted)).toBe(bundle);
});

test('[START-03] an address of a store that names no app is refused', () => {
  const { error } = sdkApp.fields.bundle.schema().safeParse('https://play.google.com/store/apps/dev?id=7');
  expect(error?.issues[0]?.message).toContain('the address of an app in a known store');
});
