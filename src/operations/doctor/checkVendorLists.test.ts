import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkVendorFiles, checkVendorUrl } from './checkVendorLists.ts';

let folder: string;
let server: Server;
let body = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-gvl-'));
  server = createServer((_, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

function fileOf(vendorListVersion: number, daysAgo: number): string {
  const lastUpdated = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  return JSON.stringify({ gvlSpecificationVersion: 3, vendorListVersion, lastUpdated, vendors: { 1: { id: 1 } } });
}

test('GVL_FILE is checked in all its versions, and the latest by its age', async () => {
  expect(await checkVendorFiles(folder)).toMatchObject([{ state: 'fault', detail: 'no list in this folder' }]);
  await writeFile(join(folder, 'vendor-list-v11.json'), fileOf(11, 90));
  expect(await checkVendorFiles(folder)).toMatchObject([{ check: 'GVL_FILE', state: 'warning' }]);
  await writeFile(join(folder, 'vendor-list.json'), fileOf(12, 3));
  expect(await checkVendorFiles(folder)).toEqual([
    {
      ...{ check: 'GVL_FILE', state: 'ok' },
      detail: expect.stringMatching(/^version 12, published \d{4}-\d\d-\d\d, 1 vendors, 2 versions in total$/),
    },
  ]);
  await writeFile(join(folder, 'vendor-list-v10.json'), '<html>');
  expect(await checkVendorFiles(folder)).toMatchObject([
    { state: 'fault', detail: expect.stringContaining('vendor-list-v10.json') },
    { state: 'ok' },
  ]);
});

test('GVL_URL is fetched, and its list checked by its age', async () => {
  const check = async (text: string) => {
    body = text;
    return checkVendorUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/vendor-list.json`, false);
  };
  expect(await check(fileOf(12, 3))).toMatchObject([{ check: 'GVL_URL', state: 'ok' }]);
  expect(await check(fileOf(12, 40))).toMatchObject([{ state: 'warning', fix: expect.stringContaining('30 days') }]);
  expect(await check('<html>')).toMatchObject([{ state: 'fault', detail: expect.stringContaining('no usable list') }]);
});
