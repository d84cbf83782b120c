import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openVendorLists } from './openVendorLists.ts';

const listOf = (id: number, vendorListVersion = 1) =>
  JSON.stringify({ gvlSpecificationVersion: 3, vendorListVersion, vendors: { [id]: { id, purposes: [2] } } });

test('a vendor list follows its file, and stays when the file cannot be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-gvl-'));
  const path = join(folder, 'vendor-list.json');
  const warnings: string[] = [];
  const vendors = await openVendorLists(path, (text) => warnings.push(text));
  expect(vendors.current()).toEqual([]);
  expect(warnings).toHaveLength(1);

  await writeFile(path, listOf(1));
  await vendors.refresh();
  const [first] = vendors.current();
  expect([...(first?.vendors.keys() ?? [])]).toEqual([1]);
  await vendors.refresh();
  expect(vendors.current()[0]).toBe(first);

  await writeFile(path, '{');
  await utimes(path, 1, 1);
  await vendors.refresh();
  expect(vendors.current()[0]).toBe(first);
  expect(warnings).toHaveLength(2);

  await writeFile(path, listOf(2));
  await utimes(path, 2, 2);
  await vendors.refresh();
  expect([...(vendors.current()[0]?.vendors.keys() ?? [])]).toEqual([2]);
  vendors.close();
  await rm(folder, { recursive: true });
});

test('a folder holds several versions of the list', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-gvl-'));
  await writeFile(join(folder, 'vendor-list.json'), listOf(3, 120));
  await writeFile(join(folder, 'vendor-list-v99.json'), listOf(2, 99));
  await writeFile(join(folder, 'readme.txt'), 'no list');
  const warnings: string[] = [];
  const vendors = await openVendorLists(folder, (text) => warnings.push(text));
  const versions = () => vendors.current().map(({ version }) => version);
  expect(versions()).toEqual([99, 120]);
  await writeFile(join(folder, 'vendor-list-v100.json'), listOf(2, 100));
  await rm(join(folder, 'vendor-list-v99.json'));
  await vendors.refresh();
  expect(versions()).toEqual([100, 120]);
  expect(warnings).toEqual([]);
  vendors.close();
  await rm(folder, { recursive: true });
});
