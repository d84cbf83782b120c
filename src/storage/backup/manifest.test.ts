import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { buildManifest, objectOf } from '#tests/support/storage/buildManifest.ts';
import {
  bytesOfManifest,
  filesOfManifest,
  nameOfBackup,
  readManifest,
  timeOfBackup,
  writeManifest,
} from './manifest.ts';

const read = (text: string | null) =>
  readManifest(
    {
      put: async () => undefined,
      read: async () => (text === null ? null : Readable.from([Buffer.from(text)])),
      async *list() {},
      remove: async () => undefined,
      close: async () => undefined,
    },
    'any',
  );

test('a manifest is read as it was written', async () => {
  expect(await read(writeManifest(buildManifest()))).toEqual(buildManifest());
});

test('a manifest that is missing, cut off, altered, or of an unknown form is refused', async () => {
  const text = writeManifest(buildManifest());
  await expect(read(null)).rejects.toThrow('There is no backup any.');
  for (const bad of ['', text.slice(0, 100), text.slice(0, -2), text.replace('"rows":1', '"rows":2')]) {
    await expect(read(bad)).rejects.toThrow('cut off or was altered');
  }
  const later = { ...buildManifest(), format: 4 } as unknown as ReturnType<typeof buildManifest>;
  await expect(read(writeManifest(later))).rejects.toThrow('does not know');
});

test('manifests of versions that backed up one node, or did not record the installation, are read', async () => {
  const { nodes, missingNodes, verifiedTo, installation: _, ...earlier } = buildManifest();
  const ofOneNode = { ...earlier, format: 1 } as unknown as ReturnType<typeof buildManifest>;
  expect(await read(writeManifest(ofOneNode))).toEqual({ ...ofOneNode, nodes, missingNodes, verifiedTo });
  const ofUnknown = { ...earlier, format: 2, nodes, missingNodes } as unknown as ReturnType<typeof buildManifest>;
  expect(await read(writeManifest(ofUnknown))).toEqual({ ...ofUnknown, verifiedTo });
});

test('names that are part of statements and paths are those of tables and of files of a node', async () => {
  const { postgres, clickhouse } = buildManifest();
  const file = { sha256: 'b'.repeat(64), bytes: 3, object: objectOf('5') };
  const renamed = (name: string) => ({ ...clickhouse, tables: clickhouse.tables.map((table) => ({ ...table, name })) });
  for (const altered of [
    { clickhouse: renamed('facts; DROP TABLE facts') },
    { postgres: { ...postgres, sequences: [{ name: 'a"b', value: '1' }] } },
    { files: [{ ...file, path: '../secret' }] },
    { files: [{ ...file, path: 'spool/../../secret' }] },
    { nodes: [{ node: '..', files: [] }] },
    { nodes: [{ node: 'two', files: [{ ...file, path: 'loader/./../secret' }] }] },
  ])
    await expect(read(writeManifest(buildManifest(altered)))).rejects.toThrow('does not know');
});

test('a manifest names every file that its backup needs, with its SHA-256 and size', () => {
  const file = { path: 'spool/0/1', sha256: 'b'.repeat(64), bytes: 3, object: objectOf('5') };
  const manifest = buildManifest({ nodes: [{ node: 'node-2', files: [file] }] });
  expect(bytesOfManifest(manifest)).toBe(14);
  expect([...filesOfManifest(manifest)]).toEqual([
    [`objects/${'1'.repeat(64)}`, objectOf('1')],
    [`objects/${'2'.repeat(64)}`, objectOf('2')],
    [`objects/${'3'.repeat(64)}`, objectOf('3')],
    [`objects/${'5'.repeat(64)}`, objectOf('5')],
    [`media/${'4'.repeat(64)}.mp4`, { sha256: '4'.repeat(64), bytes: 10 }],
  ]);
});

test('the name of a backup is its time', () => {
  expect(nameOfBackup(new Date('2026-03-10T01:02:03.456Z'))).toBe('2026-03-10T01-02-03Z');
  expect(timeOfBackup('2026-03-10T01-02-03Z')).toBe(Date.parse('2026-03-10T01:02:03Z'));
});
