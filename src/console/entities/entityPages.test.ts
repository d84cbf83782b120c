import { expect, test } from 'vitest';
import { consoleRoutes } from '#api/consoleRoutes.ts';
import { entityList } from '#model/index.ts';
import { pageFor, pageOf } from '#model/entity/entityPages.ts';

test('every page of an entity is a page of the console', () => {
  const pages = entityList.map(({ name }) => pageOf(name)).filter((page) => page !== undefined);
  expect(pages.length).toBeGreaterThan(15);
  for (const page of pages) expect(consoleRoutes).toContain(page);
});

test('a link to a row is there for those who may open its page', () => {
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
