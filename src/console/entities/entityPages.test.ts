import { expect, test } from 'vitest';
import { consoleRoutes } from '#api/consoleRoutes.ts';
import { type Edition, entityList, type Reader, type Role } from '#model/index.ts';
import { hasPage, pageFor, pageOf } from '#model/entity/entityPages.ts';

function buildReader(role: Role, { showDsp = false, edition = null as Edition | null } = {}): Reader {
  return { role, showDsp, config: { database: edition } };
}

test('every entity page is a route of the console', () => {
  const pages = entityList.map(({ name }) => pageOf(name)).filter((page) => page !== undefined);
  expect(pages.length).toBeGreaterThan(15);
  for (const page of pages) expect(consoleRoutes).toContain(page);
});

test('links to rows are shown to users who may open their page', () => {
  expect(pageFor('demand', buildReader('admin'))).toBe('/demands');
  expect(pageFor('demand', buildReader('demand'))).toBeUndefined();
  expect(pageFor('advertiser', buildReader('trafficker'))).toBe('/advertisers');
  expect(pageFor('advertiser', buildReader('admin'))).toBeUndefined();
  expect(pageFor('tag', buildReader('finance'))).toBeUndefined();
  expect(pageFor('appList', buildReader('super'))).toBe('/applists');
  expect(pageFor('appList', buildReader('demand'))).toBe('/applists');
  expect(pageFor('sdkApp', buildReader('demand'))).toBeUndefined();
  expect(pageFor('campaign', buildReader('demand'))).toBeUndefined();
  expect(pageFor('campaign', buildReader('demand', { showDsp: true }))).toBe('/campaigns');
  expect(pageFor('sdkApp', buildReader('sdk'))).toBe('/sdk');
  expect(pageFor(undefined, buildReader('demand', { showDsp: true }))).toBeUndefined();
});

test.each([
  ['creList', '/crelists', 'V2V'],
  ['pubList', '/publists', 'V2V'],
  ['manager', '/managers', 'CTVMediaV2V'],
  ['role', '/roles', 'CTVMediaV2V'],
] as const)('[NAV-08] [NAV-13] the page of %s is in one edition alone', (entity, page, own) => {
  for (const edition of [null, 'V2V', 'CTVMediaV2V'] as const) {
    expect(pageFor(entity, buildReader('demand', { edition }))).toBe(edition === own ? page : undefined);
    expect(hasPage(edition, page)).toBe(edition === own);
  }
});

test('[NAV-12] the page of the activity log is in one edition alone, most pages are in all', () => {
  const pagesOf = (edition: Edition | null) => consoleRoutes.filter((page) => hasPage(edition, page));
  expect(pagesOf('CTVMediaV2V')).toContain('/log');
  expect(pagesOf('V2V')).not.toContain('/log');
  expect(consoleRoutes.filter((page) => !pagesOf(null).includes(page))).toEqual([
    '/crelists',
    '/log',
    '/managers',
    '/publists',
    '/roles',
  ]);
});
