import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildEvent, buildServe } from '#tests/support/events/buildRecord.ts';
import { readSpoolFile, type BadFrame } from '#tests/support/events/readSpoolFile.ts';
import type { SpoolRecord } from '../record/records.ts';
import { openSpool } from './spool.ts';
import { listSpools } from './spoolFiles.ts';
import { openName, readSpoolName, recordVersion, sealedName } from './spoolNames.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'spool-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function files(ending: string): string[] {
  return existsSync(dir)
    ? readdirSync(dir)
        .filter((name) => name.endsWith(ending))
        .toSorted()
    : [];
}

function sealedRecords(): SpoolRecord[] {
  return files('.spool').flatMap((name) => [...readSpoolFile(join(dir, name))]);
}

const records: SpoolRecord[] = [
  buildServe(),
  buildServe({ reason: 'no_answer', candidates: [], opportunityCost: 7 }),
  buildServe({ origin: { ...buildServe().origin, site: 'bücher.example', app: 'a"\\\n\u{1F600}' } }),
  buildEvent(),
  buildEvent({ event: 'error', errorCode: 405, verdict: 'expired' }),
  buildEvent({ verdict: 'forged', payload: null }),
];

describe('the spool', () => {
  test('returns what was appended, in order', async () => {
    const spool = openSpool({ dir });
    await Promise.all(records.map((record, index) => (index % 2 ? spool.append(record) : spool.appendDurably(record))));
    await spool.close();
    expect(files('.open')).toEqual([]);
    expect(sealedRecords()).toEqual(records);
  });

  test('an acknowledged record is in the file before it is sealed', async () => {
    const spool = openSpool({ dir, sealAfterMs: 60_000 });
    await spool.append(buildServe());
    await spool.appendDurably(buildEvent());
    const [open] = files('.open');
    expect([...readSpoolFile(join(dir, open ?? ''))]).toHaveLength(2);
    await spool.close();
  });

  test('seals by age', async () => {
    const spool = openSpool({ dir, sealAfterMs: 5 });
    await spool.append(buildServe());
    await vi.waitFor(() => expect(files('.spool')).toHaveLength(1));
    await spool.close();
    expect(files('.spool')).toHaveLength(1);
  });

  test('seals by size and continues durable appends across files', async () => {
    const spool = openSpool({ dir, sealAfterBytes: 1000, sealAfterMs: 60_000 });
    for (let index = 0; index < 50; index++)
      await (index % 2 ? spool.appendDurably(buildServe()) : spool.append(buildServe()));
    await spool.close();
    expect(files('.spool').length).toBeGreaterThan(3);
    expect(sealedRecords()).toHaveLength(50);
  });

  test('truncates the incomplete end of a dead process’s file, seals it and continues under a later name', async () => {
    const other = join(dir, 'other');
    const first = openSpool({ dir: other, sealAfterMs: 60_000 });
    await first.append(buildServe());
    await first.append(buildEvent());
    const [left] = readdirSync(other);
    const torn = readFileSync(join(other, left ?? ''));
    // As a process leaves it that dies now.
    writeFileSync(join(dir, left ?? ''), Buffer.concat([torn, torn.subarray(0, 21)]));
    await first.close();
    const second = openSpool({ dir, now: () => 5 });
    expect(files('.spool')).toEqual([left?.replace('.open', '.spool')]);
    expect(sealedRecords()).toHaveLength(2);
    await second.append(buildServe());
    await second.close();
    expect(files('.spool')[0]).toBe(left?.replace('.open', '.spool'));
    expect(sealedRecords()).toHaveLength(3);
  });

  test('files of a later release are not touched, listed as unread, and named before ours', async () => {
    const root = join(dir, 'root');
    const slot = join(root, '0');
    mkdirSync(slot, { recursive: true });
    const later = [openName(7, 'ab', recordVersion + 1), sealedName(openName(8, 'ab', recordVersion + 1))];
    for (const name of later) writeFileSync(join(slot, name), 'x');
    const spool = openSpool({ dir: slot, now: () => 5 });
    await spool.append(buildServe());
    await spool.close();
    const { sealed, later: left, oldestBegunAt } = listSpools(root);
    expect(left.toSorted()).toEqual(later.map((name) => join(slot, name)));
    expect(oldestBegunAt).toBe(7);
    expect(sealed).toMatchObject([{ begunAt: 9 }]);
    expect(readSpoolName(later[0] ?? '')).toEqual({ seq: 7, isSealed: false, version: recordVersion + 1 });
    // Releases before 0.2.0 take such names for no spool files.
    expect(openName(7, 'ab')).toMatch(/^\d{15}-[0-9a-f]+\.(open|spool)$/);
  });

  test('an empty file of a dead process is removed', () => {
    writeFileSync(join(dir, '000000000000007-abcd.open'), '');
    openSpool({ dir });
    expect(readdirSync(dir)).toEqual([]);
  });

  test('reading stops at a bad frame and reports its position', async () => {
    const spool = openSpool({ dir });
    for (const record of records) await spool.append(record);
    await spool.close();
    const path = join(dir, files('.spool')[0] ?? '');
    const bytes = readFileSync(path);
    const second = bytes.readUInt32LE(0) + 8;
    bytes.writeUInt8((bytes[second + 20] ?? 0) ^ 1, second + 20);
    writeFileSync(path, bytes);
    const faults: BadFrame[] = [];
    expect([...readSpoolFile(path, (fault) => faults.push(fault))]).toEqual([records[0]]);
    expect(faults).toEqual([{ path, offset: second, lostBytes: bytes.length - second }]);
    truncateSync(path, 5);
    expect([...readSpoolFile(path, (fault) => faults.push(fault))]).toEqual([]);
    expect(faults).toHaveLength(2);
  });

  test('refuses records once closed', async () => {
    const spool = openSpool({ dir });
    await spool.close();
    await expect(spool.append(buildServe())).rejects.toMatchObject({ name: 'SpoolUnavailable' });
    await expect(spool.appendDurably(buildServe())).rejects.toMatchObject({ name: 'SpoolUnavailable' });
  });

  test('on a full disk it reports it, stores no partial record, and recovers by itself', async () => {
    // A file size limit rejects writes as a full disk does: a partial write, then an error.
    const script = join(import.meta.dirname, '../../../tests/support/events/fullDiskChild.ts');
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      `ulimit -f 8; exec "$0" --import tsx "$1" "$2"`,
      process.execPath,
      script,
      dir,
    ]);
    const report = JSON.parse(stdout) as {
      acknowledged: string[];
      rejections: { name: string; code: string }[];
      warnings: number;
    };
    expect(report.rejections.length).toBeGreaterThan(0);
    expect(report.rejections.every(({ name, code }) => name === 'SpoolUnavailable' && code === 'EFBIG')).toBe(true);
    expect(report.warnings).toBeGreaterThan(0);
    expect(files('.spool').length).toBeGreaterThan(1);
    const storedIds = sealedRecords().map((record) => (record.type === 'serve' ? record.serveId : ''));
    expect(storedIds).toEqual(report.acknowledged);
  });
});
