import { rm } from 'node:fs/promises';
import { mediaTypeOf } from '#model/buying/mediaEndings.ts';
import { openBucket, type Bucket } from './bucket.ts';
import { mediaName, type MediaStore } from './mediaStore.ts';

/** A media store in a bucket of an S3-compatible service. */
export function openS3Media(bucket: Bucket): MediaStore {
  const objects = openBucket(bucket);
  const checked = (name: string) => {
    if (!mediaName.test(name)) throw new RangeError(`not a file name: ${name}`);
    return name;
  };
  return {
    async put(name, path) {
      await objects.put(checked(name), path, { sha256: name.slice(0, 64), type: mediaTypeOf(name) });
      await rm(path, { force: true });
    },
    stat: async (name) => objects.stat(checked(name)),
    read: async (name, range) => objects.read(checked(name), range),
    async *list() {
      for await (const object of objects.list()) if (mediaName.test(object.name)) yield object;
    },
    remove: async (name) => objects.remove(checked(name)),
    close: () => objects.close(),
  };
}
