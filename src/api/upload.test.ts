import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { readUpload } from './upload.ts';

async function read(body: unknown, limitBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readUpload(body, limitBytes)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('a body is read to its end', async () => {
  expect(await read(Readable.from([Buffer.from('a\n'), Buffer.from('b')]), 3)).toBe('a\nb');
  expect(await read(undefined, 3)).toBe('');
});

test('a body beyond the limit is refused, and the rest of it is discarded', async () => {
  const body = Readable.from([Buffer.from('abc'), Buffer.from('d'), Buffer.from('e')]);
  await expect(read(body, 3)).rejects.toMatchObject({ statusCode: 413 });
  await finished(body);
  expect(body.errored).toBeNull();
});

test('an incomplete body is a fault of the caller', async () => {
  const body = new Readable({ read: () => undefined });
  body.push(Buffer.from('abc'));
  setImmediate(() => body.destroy(new Error('aborted')));
  await expect(read(body, 10)).rejects.toMatchObject({ statusCode: 400, code: 'UPLOAD_BROKEN' });
});
