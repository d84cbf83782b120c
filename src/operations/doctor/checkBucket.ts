import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openMedia } from '#storage/media/openMedia.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { fault, finding, type Finding } from './finding.ts';

/** Puts, reads, lists and deletes an object of its own in the bucket. */
export async function checkBucket(dataDir: string, url: string): Promise<Finding[]> {
  const bytes = randomBytes(64);
  const name = createHash('sha256').update(bytes).digest('hex');
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-doctor-'));
  const media = await openMedia(dataDir, url);
  try {
    await writeFile(join(folder, name), bytes);
    await media.put(name, join(folder, name));
    const read = await media.read(name);
    const isSame = read !== null && bytes.equals(await buffer(read));
    let isListed = false;
    for await (const file of media.list()) isListed ||= file.name === name;
    await media.remove(name);
    const isGone = (await media.stat(name)) === null;
    return [
      finding(
        'bucket',
        isSame && isListed && isGone,
        `put; read ${isSame ? 'ok' : 'failed'}; list ${isListed ? 'ok' : 'failed'}; delete ${isGone ? 'ok' : 'failed'}`,
        'Allow the key of MEDIA_URL to put, get, list and delete objects.',
      ),
    ];
  } catch (error) {
    return [
      fault(
        'bucket',
        `MEDIA_URL cannot be used: ${errorText(error)}`,
        'Correct MEDIA_URL: key, secret, host, bucket and region, and the rights of the key.',
      ),
    ];
  } finally {
    await media.remove(name).catch(() => undefined);
    await media.close();
    await rm(folder, { recursive: true, force: true });
  }
}
