import { expect, test } from 'vitest';
import { isRootDomain, rootDomainOf } from './rootDomain.ts';

test.each([
  ['ads.ssp.example', 'ssp.example'],
  ['https://Ads.SSP.example:8090/vast', 'ssp.example'],
  ['shop.paper.co.uk', 'paper.co.uk'],
  // Each site below a hosting provider's suffix has its own owner.
  ['blog.writer.github.io', 'writer.github.io'],
  ['ssp.example.', 'ssp.example'],
  ['co.uk', null],
  ['localhost', null],
  ['203.0.113.7', null],
  ['', null],
])('the root domain of %s is %s', (host, root) => {
  expect(rootDomainOf(host)).toBe(root);
});

test('isRootDomain accepts root domains only', () => {
  expect(
    ['ssp.example', 'SSP.example', 'ads.ssp.example', 'https://ssp.example', 'ssp.example/'].map(isRootDomain),
  ).toEqual([true, true, false, false, false]);
});
