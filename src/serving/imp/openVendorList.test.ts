import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openVendorList } from './openVendorList.ts';

const listOf = (id: number) => JSON.stringify({ gvlSpecificationVersion: 3, vendors: { [id]: { id, purposes: [2] } } });

test('a vendor list follows its file, and stays when the file cannot be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-gvl-'));
  const path = join(folder, 'vendor-list.json');
  const warnings: string[] = [];
  const vendors = await openVendorList(path, (text) => warnings.push(text));
  expect(vendors.current()).toBeNull();
  expect(warnings).toHaveLength(1);

  await writeFile(path, listOf(1));
  await vendors.refresh();
  const first = vendors.current();
  expect([...(first?.keys() ?? [])]).toEqual([1]);
  await vendors.refresh();
  expect(vendors.current()).toBe(first);

  await writeFile(path, '{');
  await utimes(path, 1, 1);
  await vendors.refresh();
  expect(vendors.current()).toBe(first);
  expect(warnings).toHaveLength(2);

  await writeFile(path, listOf(2));
  await utimes(path, 2, 2);
  await vendors.refresh();
  expect([...(vendors.current()?.keys() ?? [])]).toEqual([2]);
  vendors.close();
  await rm(folder, { recursive: true });
});
