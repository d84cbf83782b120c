import type { KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { archiveFiles } from './archiveFiles.ts';
import { createNotices } from './createNotices.ts';
import { createSbom } from './createSbom.ts';
import { createTar } from './createTar.ts';
import { embeddedParts } from './embeddedParts.ts';
import { isAccepted, licenseFaults } from './licenses.ts';
import type { PackageJson, PackageLock } from './packageFiles.ts';
import { readChangelog } from './readChangelog.ts';
import { shippedPackages, type Bundled } from './shippedPackages.ts';
import { createSums, signSums } from './signSums.ts';

/** From which commit a release is made; `time`: of the commit, in seconds since 1970. */
export interface ReleaseSource {
  root: string;
  commit: string;
  time: number;
}

/** A file of a release and its size. */
export interface ReleaseFile {
  name: string;
  bytes: number;
}

/**
 * Writes a release of the build below `root` into the folder `to`, which it empties: archive, SBOM, notices, checksums,
 * and their signature unless `key` is null. The same commit gives the same bytes. Throws an Error that names what may
 * not be released: a version without an entry in the changelog, a package by its license.
 */
export function makeRelease({ root, commit, time }: ReleaseSource, to: string, key: KeyObject | null): ReleaseFile[] {
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  const packageJson = JSON.parse(read('package.json')) as PackageJson;
  const lock = JSON.parse(read('package-lock.json')) as PackageLock;
  const { name, version } = packageJson;
  checkChangelog(read('CHANGELOG.md'), version);
  const inArchive = archiveFiles(root, { packageJson, lock, commit });
  const packages = shippedPackages(lock, JSON.parse(read('dist/bundled.json')) as Bundled);
  const parts = embeddedParts((each) => lock.packages[`node_modules/${each}`]?.version ?? '');
  const faults = [
    ...licenseFaults(packages.map(({ folder, entry }) => [folder, entry])),
    ...parts.flatMap((part) => (isAccepted(part.license) ? [] : [`${part.name}: ${part.license}`])),
  ];
  if (faults.length > 0) throw new Error(`A release may not contain these, by their licenses:\n${faults.join('\n')}`);
  const contents = { packages, parts };
  const sbom = Buffer.from(`${JSON.stringify(createSbom(root, contents, { commit, time }), null, 2)}\n`);
  const notices = Buffer.from(createNotices(root, version, contents));
  const folder = `${name}-${version}`;
  const archive = [
    ...inArchive,
    { path: 'NOTICES.txt', bytes: notices },
    { path: 'bidhouse.cdx.json', bytes: sbom },
  ].map((file) => ({ ...file, path: `${folder}/${file.path}` }));
  const files: Record<string, Buffer> = {
    [`${folder}.tar.gz`]: compress(createTar(archive, time)),
    [`${folder}.cdx.json`]: sbom,
    [`${folder}.notices.txt`]: notices,
  };
  const sums = createSums(files);
  files['SHA256SUMS'] = Buffer.from(sums);
  if (key) files['SHA256SUMS.sig'] = signSums(sums, key);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const [fileName, bytes] of Object.entries(files)) writeFileSync(join(to, fileName), bytes);
  return Object.entries(files).map(([fileName, bytes]) => ({ name: fileName, bytes: bytes.length }));
}

function checkChangelog(text: string, version: string): void {
  const [newest] = readChangelog(text);
  if (newest?.version !== version || newest.date === undefined)
    throw new Error(
      `CHANGELOG.md has to begin with ${version}, the version of package.json, and its date; it begins with ${newest?.version ?? 'none'}.`,
    );
}

/** gzip without a time and without the name of the system that compresses. */
function compress(bytes: Buffer): Buffer {
  const compressed = gzipSync(bytes, { level: 9 });
  const unknownSystem = 255;
  compressed[9] = unknownSystem;
  return compressed;
}
