import { isMissingFolder, openBackupTarget, type BackupTarget } from '#storage/backup/backupTarget.ts';
import { findDamage, sizesOf } from '#storage/backup/findDamage.ts';
import { bytesOfManifest, isAhead, listBackups, readManifest, type Manifest } from '#storage/backup/manifest.ts';
import { describeOthers, readOwners } from '#storage/backup/placeOwners.ts';
import { placeName } from '#storage/backup/placeName.ts';
import { noteRestored } from '#runtime/restoredMark.ts';
import { readEnvironment } from '../../config.ts';
import type { Operation } from '../operations.ts';
import { sizeText } from '../sizeText.ts';
import { checkContents } from './checkContents.ts';
import { checkPlace } from './checkPlace.ts';
import { compareBackup } from './compareBackup.ts';
import { checkEmpty, loadBackup } from './loadBackup.ts';

const usage = 'Usage: npm run restore -- <folder or s3 URL> [backup] [--list | --check | --verify]';

/**
 * `restore <folder or bucket> [backup]`: loads a backup, by default the newest, into an empty installation. `--list`
 * lists the backups, `--check` reads all contents of one, or of all, without restoring, and `--verify` compares one with
 * the installation.
 */
export const restore: Operation = async (args, env) => {
  const flags = args.filter((arg) => arg.startsWith('--'));
  const [place, name, ...others] = args.filter((arg) => !arg.startsWith('--'));
  if (place === undefined || others.length > 0 || flags.length > 1) throw new Error(usage);
  if (flags.some((flag) => !['--list', '--check', '--verify'].includes(flag))) throw new Error(usage);
  const settings = readEnvironment(env, { isDemo: false });
  const target = await openBackupTarget(place);
  try {
    const names = (await listBackups(target)).map((found) => found.name);
    const newest = names.findLast((each) => !isAhead(each, Date.now())) ?? names.at(-1);
    if (newest === undefined) throw new Error(noBackupIn(place));
    if (flags[0] === '--list') return await printBackups(target);
    if (flags[0] === '--check') return await checkPlace(target, name === undefined ? names : [name], print);
    const backup = name ?? (await checkOneOwner(target, place, newest));
    const manifest = await readManifest(target, backup);
    if (flags[0] === '--verify') return await verify(settings, manifest, backup);
    const startedAt = performance.now();
    await checkEmpty(settings, manifest);
    print(`Checking the contents of ${backup}, made of ${manifest.cutAt}`);
    await checkContents(target, manifest);
    await loadBackup(settings, target, manifest, print);
    noteRestored(settings.DATA_DIR, backup);
    print(`Restored ${backup} into ${settings.DATA_DIR} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    for (const line of notesOf(manifest)) print(line);
    print('Compare it with --verify before the first start if you like; then start as usual.');
    return 0;
  } finally {
    await target.close();
  }
};

function noBackupIn(place: string): string {
  return isMissingFolder(place)
    ? `${place} does not exist: mount its disk.`
    : `There is no backup in ${placeName(place)}.`;
}

/** Returns the newest backup. Throws an Error that names the installations if the place has backups of several. */
async function checkOneOwner(target: BackupTarget, place: string, newest: string): Promise<string> {
  const owners = describeOthers(await readOwners(target));
  if (owners.length < 2) return newest;
  throw new Error(
    `${placeName(place)} has backups of several installations:\n  ${owners.join('\n  ')}\nName the one to restore: npm run restore -- <place> <backup>`,
  );
}

/** Lists all backups. Returns 1 if one of them cannot be restored. */
async function printBackups(target: BackupTarget): Promise<number> {
  const sizes = await sizesOf(target);
  const hasSeveral = (await readOwners(target)).byInstallation.size > 1;
  let code = 0;
  for (const { name } of await listBackups(target)) {
    const manifest = await readManifest(target, name).catch((error: Error) => error.message);
    const damage = typeof manifest === 'string' ? [] : findDamage(manifest, sizes);
    if (typeof manifest === 'string') print(`${name}  ${manifest}`);
    else if (damage.length === 0)
      print(
        `${name}  ${describe(manifest)}${hasSeveral ? `; installation ${manifest.installation ?? 'not recorded'}` : ''}; all files are there, contents not verified`,
      );
    else print(`${name}  DAMAGED: files are missing or have another size (${damage.length}), such as ${damage[0]}`);
    if (typeof manifest === 'string' || damage.length > 0) code = 1;
  }
  return code;
}

/** Notes for the time after a restore. */
function notesOf({ nodes, missingNodes }: Manifest): string[] {
  const line = `It continues as the same installation. The one that was backed up must not run any more, unless this one is a test without BACKUP_TO, traffic and outgoing emails.`;
  const own =
    nodes.length === 0
      ? []
      : [
          `The first start also loads what ${nodes.length} other nodes had not loaded at the cut. Start their machines with an empty DATA_DIR.`,
        ];
  const missing =
    missingNodes.length === 0
      ? []
      : [`What these nodes had not loaded is not in the backup, because they did not run: ${missingNodes.join(', ')}`];
  return [line, ...own, ...missing];
}

function describe(manifest: Manifest): string {
  const { version, postgres, clickhouse, nodes, media } = manifest;
  const pieces = clickhouse.tables.flatMap((table) => table.pieces);
  const rows = postgres.tables.reduce((sum, table) => sum + table.rows, 0);
  const facts = pieces.reduce((sum, piece) => sum + piece.rows, 0);
  const parts = nodes.length === 0 ? '' : `, spools of ${1 + nodes.length} nodes`;
  const contents = `${rows} rows of PostgreSQL, ${facts} of ClickHouse, ${media.length} files of creatives${parts}`;
  return `${sizeText(bytesOfManifest(manifest))}: ${contents}${version === undefined ? '' : `; Bidhouse ${version}`}`;
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

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
