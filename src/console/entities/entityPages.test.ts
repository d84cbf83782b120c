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
  expect(pageFor('demand', 'admin')).toBe('/demands');
  expect(pageFor('demand', 'demand')).toBeUndefined();
  expect(pageFor('advertiser', 'trafficker')).toBe('/advertisers');
  expect(pageFor('advertiser', 'admin')).toBeUndefined();
  expect(pageFor('tag', 'finance')).toBeUndefined();
  expect(pageFor('appList', 'super')).toBe('/applists');
  expect(pageFor('appList', 'demand')).toBe('/applists');
  expect(pageFor('sdkApp', 'demand')).toBeUndefined();
  expect(pageFor('sdkApp', 'sdk')).toBe('/sdk');
  expect(pageFor(undefined, 'demand')).toBeUndefined();
});
