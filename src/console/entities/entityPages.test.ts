import { expect, test } from 'vitest';
import { consoleRoutes } from '#api/consoleRoutes.ts';
import { entityList } from '#model/index.ts';
import { pageFor, pageOf } from '#model/entity/entityPages.ts';

test('every entity page is a route of the console', () => {
  const pages = entityList.map(({ name }) => pageOf(name)).filter((page) => page !== undefined);
  expect(pages.length).toBeGreaterThan(15);
  for (const page of pages) expect(consoleRoutes).toContain(page);
});

test('links to rows are shown to users who may open their page', () => {
  expect(pageFor('demand', { role: 'admin', showDsp: false })).toBe('/demands');
  expect(pageFor('demand', { role: 'demand', showDsp: false })).toBeUndefined();
  expect(pageFor('advertiser', { role: 'trafficker', showDsp: false })).toBe('/advertisers');
  expect(pageFor('advertiser', { role: 'admin', showDsp: false })).toBeUndefined();
  expect(pageFor('tag', { role: 'finance', showDsp: false })).toBeUndefined();
  expect(pageFor('appList', { role: 'super', showDsp: false })).toBe('/applists');
  expect(pageFor('appList', { role: 'demand', showDsp: false })).toBe('/applists');
  expect(pageFor('sdkApp', { role: 'demand', showDsp: false })).toBeUndefined();
  expect(pageFor('campaign', { role: 'demand', showDsp: false })).toBeUndefined();
  expect(pageFor('campaign', { role: 'demand', showDsp: true })).toBe('/campaigns');
  expect(pageFor('sdkApp', { role: 'sdk', showDsp: false })).toBe('/sdk');
  expect(pageFor(undefined, { role: 'demand', showDsp: true })).toBeUndefined();
});
