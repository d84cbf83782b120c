import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSums, fingerprintOf, readSigningKey, signSums } from '../scripts/release/signSums.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519').publicKey;
const files = { 'bidhouse-1.0.0.tar.gz': Buffer.from('archive'), 'bidhouse-1.0.0.notices.txt': Buffer.from('notices') };
let folder: string;
let release: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bidhouse-release-'));
  release = join(folder, 'release');
  mkdirSync(release);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(release, name), bytes);
  const sums = createSums(files);
  writeFileSync(join(release, 'SHA256SUMS'), sums);
  writeFileSync(join(release, 'SHA256SUMS.sig'), signSums(sums, privateKey));
  for (const [name, key] of Object.entries({ publicKey, stranger }))
    writeFileSync(join(folder, `${name}.pem`), key.export({ type: 'spki', format: 'pem' }));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the check as an operator does. */
function verifyRelease(key = 'publicKey') {
  const program = resolve(import.meta.dirname, '../scripts/verifyRelease.mjs');
  const args = [program, release, '--key', join(folder, `${key}.pem`)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the check of a release', () => {
  test('passes as it was released, and names the key', () => {
    const { status, stdout, stderr } = verifyRelease();
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`signed by the key with the fingerprint ${fingerprintOf(publicKey)}`);
    expect(stdout).toContain('bidhouse-1.0.0.tar.gz is as it was released.');
  });

  test('names each altered, missing and additional file', () => {
    appendFileSync(join(release, 'bidhouse-1.0.0.tar.gz'), 'x');
    rmSync(join(release, 'bidhouse-1.0.0.notices.txt'));
    writeFileSync(join(release, 'install.sh'), '');
    const { status, stderr } = verifyRelease();
    expect(status).toBe(1);
    expect(stderr.trim().split('\n').toSorted()).toEqual([
      'bidhouse-1.0.0.notices.txt is missing.',
      'bidhouse-1.0.0.tar.gz was altered.',
      'install.sh is additional: it is not part of the release.',
    ]);
  });

  test('trusts nothing if the checksums were altered, even with fitting files', () => {
    writeFileSync(join(release, 'bidhouse-1.0.0.tar.gz'), 'other');
    const altered = createSums({ ...files, 'bidhouse-1.0.0.tar.gz': Buffer.from('other') });
    writeFileSync(join(release, 'SHA256SUMS'), altered);
    expect(verifyRelease()).toMatchObject({ status: 1, stderr: expect.stringContaining('SHA256SUMS was altered') });
  });

  test('names the key that did not sign it', () => {
    const { status, stdout, stderr } = verifyRelease('stranger');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`was not signed by the key with the fingerprint ${fingerprintOf(stranger)}`);
  });

  test('fails without a signature', () => {
    rmSync(join(release, 'SHA256SUMS.sig'));
    expect(verifyRelease()).toMatchObject({ status: 1, stderr: expect.stringContaining('SHA256SUMS.sig is missing') });
  });
});

describe('what cannot be read is one line', () => {
  const run = (folderOf: string, key: string) => {
    const program = resolve(import.meta.dirname, '../scripts/verifyRelease.mjs');
    const { status, stderr } = spawnSync(process.execPath, [program, folderOf, '--key', key], { encoding: 'utf8' });
    return [status, stderr.trim()];
  };

  test('a key that is missing, a folder, or no PEM', () => {
    const none = join(folder, 'none.pem');
    const text = join(folder, 'text.pem');
    writeFileSync(text, 'no key');
    expect(run(release, none)).toEqual([1, `The key ${none} cannot be read: it does not exist.`]);
    expect(run(release, folder)).toEqual([1, `The key ${folder} cannot be read: it is a folder.`]);
    expect(run(release, text)).toEqual([1, `${text} has no key in PEM. It begins with -----BEGIN PUBLIC KEY-----.`]);
  });

  test('a folder that is missing or a file', () => {
    const key = join(folder, 'publicKey.pem');
    const none = join(folder, 'none');
    expect(run(none, key)).toEqual([1, `The folder ${none} cannot be read: it does not exist.`]);
    expect(run(key, key)).toEqual([1, `The folder ${key} cannot be read: it is not a folder.`]);
  });

  test('folders instead of files', () => {
    rmSync(join(release, 'bidhouse-1.0.0.tar.gz'));
    mkdirSync(join(release, 'bidhouse-1.0.0.tar.gz'));
    expect(run(release, join(folder, 'publicKey.pem'))).toEqual([1, 'bidhouse-1.0.0.tar.gz is not a file.']);
    rmSync(join(release, 'SHA256SUMS'));
    mkdirSync(join(release, 'SHA256SUMS'));
    expect(run(release, join(folder, 'publicKey.pem'))).toEqual([
      1,
      'SHA256SUMS is not a file: nothing can be checked.',
    ]);
  });
});

describe('the key of a release', () => {
  const pem = { type: 'pkcs8', format: 'pem' } as const;

  test('is an Ed25519 key', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem);
    expect(() => readSigningKey(other, undefined)).toThrow('it has to be Ed25519');
    expect(() => readSigningKey('no key', undefined)).toThrow('cannot be read');
  });

  test('is required, unless a release is made without a signature on purpose', () => {
    const program = resolve(import.meta.dirname, '../scripts/release.mjs');
    const { RELEASE_KEY: _, ...env } = process.env;
    const { status, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8', env });
    expect(status).toBe(1);
    expect(stderr).toContain('Set RELEASE_KEY, or use --key');
    expect(stderr).toContain('or use --unsigned');
  });

  test('may be encrypted', () => {
    const encrypted = privateKey.export({ ...pem, cipher: 'aes-256-cbc', passphrase: 'open' });
    expect(fingerprintOf(readSigningKey(encrypted, 'open'))).toBe(fingerprintOf(publicKey));
    expect(() => readSigningKey(encrypted, 'wrong')).toThrow('RELEASE_KEY_PASSPHRASE');
  });
});
