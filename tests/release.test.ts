import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packagesIn } from '../scripts/bundledPackages.mjs';
import { createTar } from '../scripts/release/createTar.ts';
import { embeddedParts } from '../scripts/release/embeddedParts.ts';
import { isAccepted, licenseFaults } from '../scripts/release/licenses.ts';
import {
  productionPackages,
  releasedPackageFiles,
  type PackageJson,
  type PackageLock,
} from '../scripts/release/packageFiles.ts';
import { readChangelog } from '../scripts/release/readChangelog.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const packageJson = JSON.parse(read('package.json')) as PackageJson;
const lock = JSON.parse(read('package-lock.json')) as PackageLock;

describe('the version', () => {
  const versions = readChangelog(read('CHANGELOG.md'));

  test('of package.json is the newest of the changelog, and that of the lock file and the chart', () => {
    expect(versions[0]?.version).toBe(packageJson.version);
    expect([lock.version, lock.packages['']?.version]).toEqual([packageJson.version, packageJson.version]);
    const chart = parse(read('deploy/helm/bidhouse/Chart.yaml')) as { version: string; appVersion: string };
    expect([chart.version, chart.appVersion]).toEqual([packageJson.version, packageJson.version]);
  });

  test('has a date in the changelog, and none is newer than the one above it', () => {
    const dates = versions.map(({ date }) => date ?? '');
    for (const date of dates) expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(dates).toEqual(dates.toSorted((a, b) => (a < b ? 1 : -1)));
  });
});

describe('licenses', () => {
  test('of all packages of the product and of their embedded parts may be shipped', () => {
    expect(licenseFaults(productionPackages(lock))).toEqual([]);
    for (const { name, license } of embeddedParts(() => '1')) expect(isAccepted(license), name).toBe(true);
  });

  test('that may not be shipped, or are unknown, are faults that name the package', () => {
    const faults = licenseFaults([
      ['node_modules/a', { version: '1.0.0', license: 'GPL-3.0-only' }],
      ['node_modules/a/node_modules/@b/c', { version: '2.0.0', license: 'AGPL-3.0-or-later' }],
      ['node_modules/d', { version: '3.0.0' }],
      ['node_modules/e', { version: '4.0.0', license: 'SEE LICENSE IN LICENSE' }],
      ['node_modules/f', { version: '5.0.0', license: 'MIT' }],
    ]);
    expect(faults).toEqual([
      'a 1.0.0: GPL-3.0-only',
      '@b/c 2.0.0: AGPL-3.0-or-later',
      'd 3.0.0: no license is declared',
      'e 4.0.0: SEE LICENSE IN LICENSE',
    ]);
  });

  test('that a person has read are accepted as long as the package declares the same', () => {
    const declared = 'SEE LICENSE IN README.md AND LICENSE';
    expect(licenseFaults([['node_modules/dejavu-fonts-ttf', { version: '1.0.0', license: declared }]])).toEqual([]);
    expect(licenseFaults([['node_modules/dejavu-fonts-ttf', { version: '1.0.0', license: 'Other' }]])).toEqual([
      'dejavu-fonts-ttf 1.0.0: Other',
    ]);
  });

  test.each([
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT OR GPL-2.0-only) AND ISC', true],
    ['LGPL-2.1-only', false],
  ])('offered as %s are accepted: %s', (expression, expected) => {
    expect(isAccepted(expression)).toBe(expected);
  });
});

describe('package files of a release', () => {
  const commands = new Set(['start', 'doctor']);
  const released = releasedPackageFiles(packageJson, lock, { commands, commit: 'c0ffee' });

  test('have what an installation needs, with checksums, and nothing of development', () => {
    expect(Object.keys(released.packageJson.scripts).toSorted()).toEqual(['doctor', 'start']);
    expect(released.packageJson).toMatchObject({ gitHead: 'c0ffee', dependencies: packageJson['dependencies'] });
    expect(released.packageJson).not.toHaveProperty('devDependencies');
    expect(released.packageJson.allowScripts).toEqual({ chdb: true });
    const { '': own, ...packages } = released.lock.packages;
    expect(own).not.toHaveProperty('devDependencies');
    expect(packages).toHaveProperty('node_modules/fastify');
    expect(packages).not.toHaveProperty('node_modules/vitest');
    for (const [folder, { integrity }] of Object.entries(packages)) expect(integrity, folder).toMatch(/^sha512-/);
  });
});

describe('the archive', () => {
  const long = `${'folder/'.repeat(15)}file with a long path.txt`;
  const files = [
    { path: 'b/program', bytes: Buffer.from('#!/bin/sh\n'), isExecutable: true },
    { path: long, bytes: Buffer.from('ä'.repeat(600)) },
    { path: 'a', bytes: Buffer.alloc(0) },
  ];

  test('has the same bytes in any order of the files', () => {
    expect(createTar(files.toReversed(), 1_795_800_000).equals(createTar(files, 1_795_800_000))).toBe(true);
  });

  test('is read by tar, with fixed owner, modes and time', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bidhouse-tar-'));
    writeFileSync(join(folder, 'x.tar'), createTar(files, 1_795_800_000));
    const listed = execFileSync('tar', ['tvf', 'x.tar'], { cwd: folder, encoding: 'utf8', env: { TZ: 'UTC' } });
    execFileSync('tar', ['xf', 'x.tar'], { cwd: folder });
    const text = readFileSync(join(folder, long), 'utf8');
    rmSync(folder, { recursive: true });
    expect(text).toBe('ä'.repeat(600));
    expect(listed).toContain('-rw-r--r-- root/root');
    expect(listed).toContain('-rwxr-xr-x root/root');
    expect(listed).toContain('2026-11-27');
  });

  test('refuses a path that it cannot store', () => {
    expect(() => createTar([{ path: 'x'.repeat(101), bytes: Buffer.alloc(0) }], 0)).toThrow('too long');
  });
});

test('modules of a build belong to packages, nested ones and those of scopes too', () => {
  const modules = [
    'node_modules/react/index.js',
    '/project/node_modules/a/node_modules/@b/c/lib/d.js?used',
    '\0vite/preload-helper.js',
    'src/main.ts',
    'node_modules/react/jsx-runtime.js',
  ];
  expect(packagesIn(modules)).toEqual(['node_modules/a/node_modules/@b/c', 'node_modules/react', 'node_modules/vite']);
});
