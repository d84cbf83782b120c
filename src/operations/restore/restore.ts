import { openBackupTarget, type BackupTarget } from '#storage/backup/backupTarget.ts';
import { listBackups, readManifest, type Manifest } from '#storage/backup/manifest.ts';
import { readEnvironment } from '../../config.ts';
import type { Operation } from '../operations.ts';
import { sizeText } from '../sizeText.ts';
import { checkContents } from './checkContents.ts';
import { compareBackup } from './compareBackup.ts';
import { loadBackup } from './loadBackup.ts';

const usage = 'Usage: npm run restore -- <folder or s3 URL> [backup] [--list | --verify]';

/**
 * `restore <folder or bucket> [backup]`: loads a backup, by default the newest, into an empty installation. `--list`
 * lists the backups, `--verify` compares one with the installation.
 */
export const restore: Operation = async (args, env) => {
  const flags = args.filter((arg) => arg.startsWith('--'));
  const [place, name, ...others] = args.filter((arg) => !arg.startsWith('--'));
  if (place === undefined || others.length > 0 || flags.length > 1) throw new Error(usage);
  if (flags.some((flag) => flag !== '--list' && flag !== '--verify')) throw new Error(usage);
  const settings = readEnvironment(env, { isDemo: false });
  const target = await openBackupTarget(place);
  try {
    if (flags[0] === '--list') return await printBackups(target);
    const backup = name ?? (await listBackups(target)).at(-1)?.name;
    if (backup === undefined) throw new Error(`There is no backup in ${withoutKeys(place)}.`);
    const manifest = await readManifest(target, backup);
    if (flags[0] === '--verify') return await verify(settings, manifest, backup);
    const startedAt = performance.now();
    print(`Checking the contents of ${backup}, made of ${manifest.cutAt}`);
    await checkContents(target, manifest);
    await loadBackup(settings, target, manifest, print);
    print(`Restored ${backup} into ${settings.DATA_DIR} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    print('Compare it with --verify before the first start if you like; then start as usual.');
    return 0;
  } finally {
    await target.close();
  }
};

async function printBackups(target: BackupTarget): Promise<number> {
  for (const { name } of await listBackups(target)) {
    const line = await readManifest(target, name).then(describe, (error: Error) => error.message);
    print(`${name}  ${line}`);
  }
  return 0;
}

function describe({ version, postgres, clickhouse, files, media }: Manifest): string {
  const pieces = clickhouse.tables.flatMap((table) => table.pieces);
  const bytes = [...postgres.tables, ...pieces, ...files].reduce((sum, { object }) => sum + object.bytes, 0);
  const mediaBytes = media.reduce((sum, file) => sum + file.bytes, 0);
  const rows = postgres.tables.reduce((sum, table) => sum + table.rows, 0);
  const facts = pieces.reduce((sum, piece) => sum + piece.rows, 0);
  const contents = `${rows} rows of PostgreSQL, ${facts} of ClickHouse, ${media.length} files of creatives`;
  return `${sizeText(bytes + mediaBytes)}: ${contents}${version === undefined ? '' : `; Bidhouse ${version}`}`;
}

async function verify(
  settings: ReturnType<typeof readEnvironment>,
  manifest: Manifest,
  backup: string,
): Promise<number> {
  const { compared, differences } = await compareBackup(settings, manifest, print);
  for (const difference of differences) print(difference);
  print(
    differences.length === 0
      ? `The installation is equal to ${backup}: ${compared}.`
      : `The installation differs from ${backup} in ${differences.length} places.`,
  );
  return differences.length === 0 ? 0 : 1;
}

/** A bucket without its credentials. */
function withoutKeys(place: string): string {
  return place.replace(/^(s3:\/\/)[^@]*@/, '$1');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
