import { describe, expect, test } from 'vitest';
import { type ListItem, readListItem } from './listItem.ts';
import { listValue, type ListKind } from './listSet.ts';

const item = (value: string): ListItem => ({ type: 'item', value });
const fault = (message: string): ListItem => ({ type: 'fault', message });

const samples: [ListKind, string, ListItem][] = [
  ['bundle', ' com.Example.App ', item('com.example.app')],
  ['bundle', '1207472156', item('1207472156')],
  ['bundle', 'com.example app', fault('Contains a space')],
  ['bundle', 'x'.repeat(256), fault('Longer than 255 characters')],
  ['bundle', 'https://play.google.com/store/apps/details?id=com.Example.App&hl=en', item('com.example.app')],
  ['bundle', 'play.google.com/store/apps/details?hl=de&id=com.example.app', item('com.example.app')],
  ['bundle', 'market://details?id=com.example.app', item('com.example.app')],
  ['bundle', 'https://apps.apple.com/us/app/recipes/id1207472156?platform=ipad', item('1207472156')],
  ['bundle', 'https://itunes.apple.com/app/id1207472156/', item('1207472156')],
  ['bundle', 'https://channelstore.roku.com/details/12345/recipes', item('12345')],
  ['bundle', 'https://channelstore.roku.com/de-de/details/0c1fa2b7:ab/recipes', item('0c1fa2b7:ab')],
  ['bundle', 'https://www.amazon.com/Recipes-for-everyone/dp/B00KDPRMXO/ref=sr_1_1', item('b00kdprmxo')],
  ['bundle', 'https://www.amazon.co.uk/gp/product/B00KDPRMXO', item('b00kdprmxo')],
  ['bundle', 'https://www.amazon.com/gp/mas/dl/android?p=com.example.app', item('com.example.app')],
  ['bundle', 'https://www.samsung.com/us/appstore/app/G15147002586/', item('g15147002586')],
  ['bundle', 'https://galaxystore.samsung.com/detail/com.example.app?langCd=en', item('com.example.app')],
  ['bundle', 'https://us.lgappstv.com/main/tvapp/detail?appId=123456', item('123456')],
  ['bundle', 'https://www.vizio.com/en/smart-tv-apps?appName=recipes&appId=vizio.recipes', item('vizio.recipes')],
  ['bundle', 'https://apps.microsoft.com/detail/9nblggh4nns1?hl=en-us', item('9nblggh4nns1')],
  ['bundle', 'https://news.example/recipes', fault('Not the address of an app in a known store')],
  ['bundle', 'https://play.google.com/store/apps/dev?id2=7', fault('Not the address of an app in a known store')],
  ['bundle', 'https://play.google.com:443/store/apps/details?id=com.example.app', item('com.example.app')],
  ['bundle', 'https://www.microsoft.com/en-us/p/recipes/9wzdncrfj3tj?activetab=x', item('9wzdncrfj3tj')],
  ...[
    'https://play.google.com/store/apps/dev?id=5700313618786177705',
    'https://play.google.com/store/books/details?id=abcBook',
    'https://apps.apple.com/us/developer/kitchen/id363590054',
    'https://apps.apple.com/us/app-bundle/kitchen/id363590054',
    'https://itunes.apple.com/us/album/hello/id1051394208',
    'https://www.amazon.com/s?k=shoes&p=2',
  ].map((address): [ListKind, string, ListItem] => [
    'bundle',
    address,
    fault('Not the address of an app in a known store'),
  ]),
  ['bundle', 'https://play.google.com/store/apps/details?id=a%2Fb', fault('Not a bundle or store ID')],
  ['bundle', 'https://apps.apple.com/us/developer/kitchen', fault('Not the address of an app in a known store')],
  [
    'bundle',
    'https://play.google.com.evil.example/store/apps/details?id=com.example.app',
    fault('Not the address of an app in a known store'),
  ],
  [
    'bundle',
    'https://play.google.com:80@evil.example/store/apps/details?id=a',
    fault('Not the address of an app in a known store'),
  ],
  [
    'bundle',
    'https://samsung.com:80@evil.example/us/appstore/app/G1',
    fault('Not the address of an app in a known store'),
  ],
  [
    'bundle',
    `https://play.google.com/store/apps/details?id=com.example.app&x=${'x'.repeat(5000)}`,
    fault('Not the address of an app in a known store'),
  ],
  ['bundle', 'com.exam\u200Bple', fault('Contains invisible characters')],
  ['bundle', 'https://play.google.com/store/apps/details?id=com.exam%C2%ADple', fault('Contains invisible characters')],
  ['domain', 'https://user@www.Example.com:8080/path?q#f', item('example.com')],
  ['domain', 'news.example.com.', item('news.example.com')],
  ['domain', 'https://Bücher.Example/', item('xn--bcher-kva.example')],
  ['domain', '新闻.example', item('xn--efvy88h.example')],
  ['domain', 'exam\u00ADple.com\u200B', item('example.com')],
  ['domain', 'ⓔxample.com', item('example.com')],
  ['domain', 'exam\u200Dple.com', fault('Not a domain')],
  ['domain', 'http://brand.example\\@evil.example/', fault('Not a domain')],
  ['domain', `https://${'新'.repeat(6000)}.example/x`, fault('Not a domain')],
  ['domain', `${'é'.repeat(200_000)}.example`, fault('Not a domain')],
  [
    'domain',
    'https://play.google.com/store/apps/details?id=com.example.app',
    fault('The address of an app in a store: it belongs in a list of bundles'),
  ],
  ['domain', 'https://play.google.com/store', item('play.google.com')],
  ['bundle', 'play.google.com', fault('Not a bundle or store ID')],
  ['bundle', '*.example.com', fault('Not a bundle or store ID')],
  ['bundle', 'bücher.de', fault('Not a bundle or store ID')],
  ['domain', 'localhost', fault('Not a domain')],
  ['domain', '10.0.0.1', fault('Not a domain')],
  ['domain', '-bad.example', fault('Not a domain')],
  ['appName', ' My App ', item('my app')],
  ['ip', '192.0.2.1', item('192.0.2.1')],
  ['ip', '10.1.2.3/8', item('10.0.0.0/8')],
  ['ip', '10.1.2.3/32', item('10.1.2.3')],
  ['ip', '2001:DB8:0:0:0:0:0:1', item('2001:db8::1')],
  ['ip', '2001:db8:1::/33', item('2001:db8::/33')],
  ['ip', '::ffff:192.0.2.1', item('192.0.2.1')],
  ['ip', '10.0.0.0/33', fault('Not an IP address or CIDR range')],
  ['deviceId', '{x', item('{x')],
  ['deviceId', 'CDDA802E-FB9C-47AD-9866-0794D394C912', item('cdda802e-fb9c-47ad-9866-0794d394c912')],
  ['subId', 'Sub 7', item('Sub 7')],
  ['postal', 'sw1a 1aa', item('SW1A1AA')],
  ['postal', '—', fault('Not a postal code')],
  ['publisher', ' Pub-0017 ', item('Pub-0017')],
  ['publisher', 'p'.repeat(129), fault('Longer than 128 characters')],
  ['creative', 'CR-20417', item('CR-20417')],
  ['creative', 'https://CDN.example:443/a//b.mp4;jsessionid=1?cb=7', item('cdn.example/a/b.mp4')],
  ['creative', 'two words', fault('Contains a space')],
  ['subId', 'a\u0000b', fault('Contains invalid characters')],
  ['subId', 'a\uFFFDb', fault('Contains invalid characters')],
];

test.each(samples)('[START-03] a line of a list of %s: %j', (kind, text, read) => {
  expect(readListItem(kind, text)).toEqual(read);
});

describe('a member', () => {
  const members = samples.flatMap(([kind, , read]) => (read.type === 'item' ? [[kind, read.value] as const] : []));

  test.each(members)('of a list of %s stays the same when it is parsed again: %s', (kind, value) => {
    expect(readListItem(kind, value)).toEqual(item(value));
  });

  test.each(members)('of a list of %s is in the form that is compared with requests: %s', (kind, value) => {
    expect(listValue(kind, value)).toBe(value);
  });
});
