import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { errorText } from '#runtime/log/describeError.ts';
import { isMissingFolder, openBackupTarget, sha256Of } from '#storage/backup/backupTarget.ts';
import { fault, finding, type Finding } from './finding.ts';

/** Puts, reads, lists and deletes a file of its own where backups are made. A folder must exist: it may be a mount. */
export async function checkBackupPlace(place: string): Promise<Finding> {
  const check = 'BACKUP_TO';
  if (isMissingFolder(place))
    return fault(check, `${place} does not exist`, 'Create the folder, or mount the disk that it is on.');
  const folder = await mkdtemp(join(tmpdir(), 'bidhouse-doctor-'));
  const name = `objects/doctor-${randomUUID()}`;
  const file = join(folder, 'file');
  const bytes = randomBytes(64);
  try {
    await writeFile(file, bytes);
    const target = await openBackupTarget(place);
    try {
      await target.put(name, file, await sha256Of(file));
      const read = await target.read(name);
      const isSame = read !== null && bytes.equals(await buffer(read));
      let isListed = false;
      for await (const each of target.list('objects')) isListed ||= each.name === name;
      return finding(
        check,
        isSame && isListed,
        `put; read ${isSame ? 'ok' : 'failed'}; list ${isListed ? 'ok' : 'failed'}`,
        'Allow the key of BACKUP_TO to put, get, list and delete objects.',
      );
    } finally {
      await target.remove(name).catch(() => undefined);
      await target.close();
    }
  } catch (error) {
    const fix = !place.startsWith('s3:')
      ? 'Make it a folder that the user of the product can write.'
      : 'Correct BACKUP_TO: key, secret, host, bucket and region, and the rights of the key.';
    return fault(check, `BACKUP_TO cannot be used: ${errorText(error)}`, fix);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
