import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditOutcome } from '../scripts/audit.mjs';
import { packagesWithScripts } from '../scripts/installPackages.mjs';
import { nameOfFolder, type PackageJson, type PackageLock } from '../scripts/release/packageFiles.ts';
import { secretsIn, secretsOfRepository } from '../scripts/secrets.mjs';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const packageJson = JSON.parse(read('package.json')) as PackageJson;
const { lockfileVersion, packages } = JSON.parse(read('package-lock.json')) as PackageLock & {
  lockfileVersion: number;
};
const locked = Object.entries(packages).filter(([folder]) => folder !== '');

const registry = 'https://registry.npmjs.org/';

describe('the lock file', () => {
  test('has a checksum of every package, apart from those inside another package', () => {
    expect(lockfileVersion).toBe(3);
    const unchecked = locked.filter(
      ([, { integrity = '', inBundle }]) => inBundle !== true && !/^sha512-[\w+/]{86}==$/.test(integrity),
    );
    expect(unchecked.map(([folder]) => folder)).toEqual([]);
  });

  test('names no place but the public registry, so that the operator’s setting decides', () => {
    const foreign = locked.filter(
      ([, { resolved = registry, link }]) =>
        link === true || typeof resolved !== 'string' || !resolved.startsWith(registry),
    );
    expect(foreign.map(([folder]) => folder)).toEqual([]);
  });

  test('and package.json have exact versions', () => {
    const direct = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries(packageJson[kind] as Record<string, string>),
    );
    expect(direct.length).toBeGreaterThan(90);
    expect(direct.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
    for (const [name, version] of direct) {
      // Packages of other platforms are not in the lock file of a registry that lacks them.
      const entry = packages[`node_modules/${name}`];
      if (entry) expect(entry.version, name).toBe(version);
    }
  });
});

describe('the audit', () => {
  const vulnerability = (name: string, severity: string) => ({
    [name]: { name, severity, via: [{ title: 'Prototype pollution', url: 'https://advisories.example/1' }, 'another'] },
  });

  test('fails for high and critical vulnerabilities, and counts the others', () => {
    const vulnerabilities = { ...vulnerability('left', 'high'), ...vulnerability('right', 'moderate') };
    expect(auditOutcome(JSON.stringify({ auditReportVersion: 2, vulnerabilities }))).toEqual({
      type: 'known',
      fatal: ['left: high: Prototype pollution (https://advisories.example/1)'],
      others: 1,
    });
  });

  test('says that a registry does not know, and accepts no other output', () => {
    const refused = { message: '405 Method Not Allowed - POST https://registry.example/advisories', statusCode: 405 };
    expect(auditOutcome(JSON.stringify(refused))).toEqual({ type: 'unknown', reason: refused.message });
    expect(() => auditOutcome('')).toThrow();
  });
});

describe('install scripts', () => {
  test('of every package with one are allowed or denied by name', () => {
    const decided = packageJson.allowScripts ?? {};
    const undecided = locked.flatMap(([folder, { hasInstallScript }]) => {
      const name = nameOfFolder(folder);
      return hasInstallScript === true && decided[name] === undefined ? [name] : [];
    });
    expect(undecided).toEqual([]);
    const names = new Set(locked.map(([folder]) => nameOfFolder(folder)));
    expect(Object.keys(decided).filter((name) => !names.has(name))).toEqual([]);
  });

  test('do not run with plain npm either', () => expect(read('.npmrc')).toContain('ignore-scripts=true'));

  test('run only for installed packages that are allowed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bidhouse-scripts-'));
    for (const name of ['a', '@b/c', 'denied']) mkdirSync(join(folder, 'node_modules', name), { recursive: true });
    const allowScripts = { a: true, '@b/c': true, denied: false, 'not-installed': true };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ allowScripts }));
    expect(packagesWithScripts(folder)).toEqual(['a', '@b/c']);
    rmSync(folder, { recursive: true });
  });
});

describe('secrets', () => {
  /** Interrupted by `~`, so that this file has none. */
  const examples: [string, string][] = [
    ['private key', '-----BEGIN RSA ~PRIVATE KEY-----'],
    ['Bidhouse key', `bhk~_${'aB3'.repeat(12)}`],
    ['Bidhouse SECRET', `SECRET=${'0f'.repeat(32)}`],
    ['AWS access key', `AKIA${'ABCD1234'.repeat(2)}`],
    ['AWS secret key', `aws_secret_access_key = ${'a/B+'.repeat(10)}`],
    ['Slack token', 'xoxb~-123456789012-abcdefghij'],
    ['Slack webhook', 'https://hooks.slack.com/~services/T0AA/B0BB/abcDEF'],
    ['GitHub token', `ghp~_${'a1B2'.repeat(9)}`],
    ['GitLab token', `glpat~-${'a1B2'.repeat(5)}`],
    ['npm token', `npm~_${'a1B2'.repeat(9)}`],
    ['Google API key', `AIza${'a1B2c'.repeat(7)}`],
    ['Stripe key', `sk~_live_${'a1B2'.repeat(6)}`],
    ['SendGrid key', `SG.${'a'.repeat(22)}.${'b'.repeat(43)}`],
    ['AI service key', `sk~-ant-${'a1B2'.repeat(12)}`],
    ['password in a URL', 'postgres:~//app:correct-horse@db.bidhouse.dev/x'],
  ].map(([kind = '', text = '']) => [kind, text.replaceAll('~', '')]);

  test.each(examples)('a %s is found, by path and line', (kind, text) => {
    expect(secretsIn('a/b.ts', `first\nconst value = '${text}';\n`)).toEqual([`a/b.ts:2: ${kind}`]);
  });

  test.each([
    'postgres://name:password@db.example/x',
    's3://KEY:SECRET@s3.example/b',
    'bhk_…',
    '`SECRET=$(openssl rand)`',
  ])('the placeholder %s is none', (text) => expect(secretsIn('a', text)).toEqual([]));

  test('are in no tracked file', () => expect(secretsOfRepository(root)).toEqual([]));

  describe('of the next commit', () => {
    let folder: string;
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'bidhouse-secrets-'));
      git('init', '--quiet');
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    test('are found as they are staged, whatever the file has now', () => {
      writeFileSync(join(folder, 'settings'), `${examples[2]?.[1]}\n`);
      expect(secretsOfRepository(folder, { isStaged: true })).toEqual([]);
      git('add', 'settings');
      writeFileSync(join(folder, 'settings'), 'SECRET=\n');
      expect(secretsOfRepository(folder, { isStaged: true })).toEqual(['settings:1: Bidhouse SECRET']);
    });
  });
});

test('SECURITY.md names the SBOM, which a release has', () => {
  expect(read('SECURITY.md')).toContain('.cdx.json');
  expect(read('docs/releasing.md')).toContain('SBOM');
  expect(read('scripts/release/makeRelease.ts')).toContain('createSbom(');
});
