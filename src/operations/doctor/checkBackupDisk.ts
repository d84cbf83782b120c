import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '#runtime/log/describeError.ts';
import { sizeText } from '../sizeText.ts';
import { existingFolder } from './checkFolder.ts';
import { fault, finding, warning, type Finding } from './finding.ts';

/** Parts of DATA_DIR of which a backup has a copy. */
const copied = ['postgres', 'clickhouse', 'media', 'spool', 'loader'];
/** Needed beside the contents, so that a small installation can grow. */
const reserveBytes = 1_000_000_000;

/** Checks the disk of a folder of backups: that it is another one than that of DATA_DIR, and large enough for the first. */
export function checkBackupDisk(place: string, dataDir: string): Finding[] {
  if (place.startsWith('s3:') || !existsSync(place)) return [];
  try {
    accessSync(place, constants.W_OK);
  } catch (error) {
    const fix = 'Mount it so that it can be written, and give it to the user of the product.';
    return [fault('BACKUP_TO disk', `it cannot be written: ${errorText(error)}`, fix)];
  }
  const { bavail, bsize } = statfsSync(place);
  const free = bavail * bsize;
  // A later one adds what is new.
  const isFirst = !existsSync(join(place, 'backups'));
  const contents = isFirst ? copied.reduce((sum, name) => sum + sizeOf(join(dataDir, name)), 0) : 0;
  const needed = reserveBytes + contents;
  const isSameDisk = statSync(place).dev === statSync(existingFolder(dataDir)).dev;
  return [
    finding(
      'BACKUP_TO disk space',
      free >= needed,
      `${sizeText(free)} free; ${isFirst ? 'a first backup takes up to' : 'there should be'} ${sizeText(needed)}`,
      'Free or add disk space, or set BACKUP_TO to another disk or to a bucket.',
    ),
    ...(isSameDisk
      ? [
          warning(
            'BACKUP_TO disk',
            'on the file system of DATA_DIR: the backups are lost together with what they are of',
            'Set it to a folder on another disk, or to a bucket.',
          ),
        ]
      : []),
  ];
}

/** Bytes of all files in a folder. Files that are removed meanwhile count as none. */
function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return names.reduce((sum, each) => {
    const stat = each.isFile() ? statSync(join(each.parentPath, each.name), { throwIfNoEntry: false }) : undefined;
    return sum + (stat?.size ?? 0);
  }, 0);
}
