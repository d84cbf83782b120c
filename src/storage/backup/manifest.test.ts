import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { buildManifest } from '#tests/support/storage/buildManifest.ts';
import { filesOfManifest, nameOfBackup, readManifest, timeOfBackup, writeManifest } from './manifest.ts';

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
  const later = { ...buildManifest(), format: 2 } as unknown as ReturnType<typeof buildManifest>;
  await expect(read(writeManifest(later))).rejects.toThrow('does not know');
});

test('a manifest names every file that its backup needs, with its SHA-256', () => {
  expect([...filesOfManifest(buildManifest())]).toEqual([
    [`objects/${'1'.repeat(64)}`, '1'.repeat(64)],
    [`objects/${'2'.repeat(64)}`, '2'.repeat(64)],
    [`objects/${'3'.repeat(64)}`, '3'.repeat(64)],
    [`media/${'4'.repeat(64)}.mp4`, '4'.repeat(64)],
  ]);
});

test('the name of a backup is its time', () => {
  expect(nameOfBackup(new Date('2026-03-10T01:02:03.456Z'))).toBe('2026-03-10T01-02-03Z');
  expect(timeOfBackup('2026-03-10T01-02-03Z')).toBe(Date.parse('2026-03-10T01:02:03Z'));
});
