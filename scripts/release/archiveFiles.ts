import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../src/operations/operations.ts';
import type { ArchiveFile } from './createTar.ts';
import { releasedPackageFiles, type PackageJson, type PackageLock } from './packageFiles.ts';
import { withoutSourceLinks } from './withoutSourceLinks.ts';

/** Files and folders that an installation runs or reads, beside the build. */
const sources = [
  '.dockerignore',
  '.npmrc',
  'CHANGELOG.md',
  'README.md',
  'SECURITY.md',
  'deploy',
  'docs',
  'migrations',
  'scripts/config.mjs',
  'scripts/installPackages.mjs',
  'scripts/run.mjs',
  'scripts/runtimePath.mjs',
  'scripts/verifyRelease.mjs',
];

/** Files that only development reads, and those that an operating system adds. */
const excluded = /(?:\.map|\.log|_snapshot\.json|\/meta\.json|\/\.built|\/\.DS_Store)$/;

/** Scripts of package.json that run without sources. */
const commands = new Set(['start', 'demo', 'config', ...Object.keys(operations)]);

/**
 * The files of the archive: those of the sources and the build below `root`, package.json and lock file without
 * development, documents without links to sources. Throws if there is no build.
 */
export function archiveFiles(
  root: string,
  { packageJson, lock, commit }: { packageJson: PackageJson; lock: PackageLock; commit: string },
): ArchiveFile[] {
  if (!existsSync(join(root, 'dist', 'bundled.json'))) throw new Error('There is no build. Run this by npm.');
  const released = releasedPackageFiles(packageJson, lock, { commands, commit });
  const files = [
    ...[...trackedFiles(root), 'dist'].flatMap((path) => filesAt(root, path)),
    jsonFile('package.json', released.packageJson),
    jsonFile('package-lock.json', released.lock),
  ];
  const paths = files.map(({ path }) => path);
  return files.map((file) => {
    if (!file.path.endsWith('.md')) return file;
    return { ...file, bytes: Buffer.from(withoutSourceLinks(file.bytes.toString('utf8'), file.path, paths)) };
  });
}

/** Only what the commit has: beside it, settings with passwords may be there, such as deploy/.env. */
function trackedFiles(root: string): string[] {
  const names = execFileSync('git', ['ls-files', '-z', '--', ...sources], { cwd: root, encoding: 'utf8' });
  return names.split('\0').filter((name) => name !== '');
}

function filesAt(root: string, path: string): ArchiveFile[] {
  const full = join(root, path);
  const stat = statSync(full);
  if (stat.isDirectory()) return readdirSync(full).flatMap((name) => filesAt(root, `${path}/${name}`));
  if (excluded.test(path)) return [];
  return [{ path, bytes: readFileSync(full), isExecutable: (stat.mode & 0o100) !== 0 }];
}

function jsonFile(path: string, value: object): ArchiveFile {
  return { path, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) };
}
