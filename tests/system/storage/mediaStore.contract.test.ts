import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ByteRange, MediaStore } from '#storage/media/mediaStore.ts';
import { openMedia } from '#storage/media/openMedia.ts';
import { readBucketUrl } from '#storage/media/bucket.ts';
import { startFakeS3, type FakeS3 } from '../../stores/fakeS3.ts';

let folder: string;
let bucket: FakeS3;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-media-'));
  bucket = await startFakeS3({ pageSize: 2 });
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true });
});

const nameOf = (text: string, ending = '.mp4') => createHash('sha256').update(text).digest('hex') + ending;

async function put(store: MediaStore, text: string, ending?: string): Promise<string> {
  const path = join(folder, 'upload');
  await writeFile(path, text);
  const name = nameOf(text, ending);
  await store.put(name, path);
  return name;
}

async function textOf(store: MediaStore, name: string, range?: ByteRange): Promise<string | null> {
  const stream = await store.read(name, range);
  if (!stream) return null;
  let text = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) text += chunk.toString();
  return text;
}

describe.each(['disk', 'bucket'])('media on a %s', (kind) => {
  let store: MediaStore;
  beforeAll(async () => {
    store = await openMedia(folder, kind === 'bucket' ? bucket.url : undefined);
  });
  afterAll(() => store.close());

  test('are returned completely and in part, and their source file is gone', async () => {
    const name = await put(store, 'a film of ten');
    expect(await textOf(store, name)).toBe('a film of ten');
    expect(await textOf(store, name, { start: 2, end: 5 })).toBe('film');
    expect(await store.stat(name)).toMatchObject({ bytes: 13 });
    expect(Math.abs(Date.now() - ((await store.stat(name))?.putAt ?? 0))).toBeLessThan(60_000);
    await expect(stat(join(folder, 'upload'))).rejects.toThrow('ENOENT');
  });

  test('are reported missing when they do not exist', async () => {
    const name = nameOf('never');
    expect(await store.stat(name)).toBeNull();
    expect(await textOf(store, name)).toBeNull();
    expect(await textOf(store, name, { start: 0, end: 1 })).toBeNull();
    await store.remove(name);
  });

  test('are listed until they are removed', async () => {
    const names = [await put(store, 'one'), await put(store, 'two', '.png'), await put(store, 'three', '')];
    const listed = async () => {
      const found = [];
      for await (const { name, bytes, putAt } of store.list()) found.push({ name, bytes, putAt });
      return found;
    };
    const found = await listed();
    for (const name of names) expect(found.map((each) => each.name)).toContain(name);
    expect(found.find(({ name }) => name === names[2])).toMatchObject({ bytes: 5 });
    expect(Math.abs(Date.now() - (found[0]?.putAt ?? 0))).toBeLessThan(60_000);
    await store.remove(names[1] ?? '');
    expect((await listed()).map(({ name }) => name)).not.toContain(names[1]);
  });

  test.each(['../../etc/passwd', 'ab', `${'a'.repeat(64)}.longer`, `${'A'.repeat(64)}.mp4`])(
    'have no name like %s',
    async (name) => {
      await expect(Promise.resolve().then(() => store.read(name))).rejects.toThrow(RangeError);
    },
  );
});

test('a file that is put on the disk again counts as new', async () => {
  const store = await openMedia(folder, undefined);
  const name = await put(store, 'again');
  const path = join(folder, 'media', name.slice(0, 2), name);
  await utimes(path, 1, 1);
  await put(store, 'again');
  expect((await stat(path)).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
  expect(await readFile(path, 'utf8')).toBe('again');
});

test('a bucket stores types, and refuses requests signed with another key', async () => {
  const store = await openMedia(folder, bucket.url);
  const name = await put(store, 'typed', '.webm');
  expect(bucket.objects.get(`creatives/${name}`)?.type).toBe('video/webm');
  await store.close();
  const withWrongKey = await openMedia(folder, bucket.url.replace(/:[^:@]*@/, ':wrong@'));
  await expect(withWrongKey.stat(name)).rejects.toThrow('403');
  await expect(put(withWrongKey, 'foreign')).rejects.toThrow('SignatureDoesNotMatch');
  await withWrongKey.close();
});

test('bucket URLs are parsed', () => {
  expect(readBucketUrl('s3://key:a%2Fb@s3.example:9000/media/x/?region=eu-1&tls=0')).toEqual({
    base: 'http://s3.example:9000/media/x',
    region: 'eu-1',
    accessKeyId: 'key',
    secretAccessKey: 'a/b',
  });
  expect(readBucketUrl('s3://key:b@s3.example/media').base).toBe('https://s3.example/media');
  for (const text of ['https://key:b@s3.example/media', 's3://s3.example/media', 's3://key:b@s3.example', 'x']) {
    expect(() => readBucketUrl(text)).toThrow(TypeError);
  }
});
