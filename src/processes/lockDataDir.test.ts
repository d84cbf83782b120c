import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockDataDir } from './lockDataDir.ts';

test('a start that is refused leaves the ID of the running process in the locks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'locks-'));
  const print = () => undefined;
  await lockDataDir(folder, ['serving'], print);
  const files = ['parent.lock', 'locks/serving.parent', 'children.lock'].map((name) => join(folder, name));
  for (const file of files) {
    expect(readFileSync(file, 'utf8')).toBe(`${process.pid}\n`);
    writeFileSync(file, '123\n');
  }
  await expect(lockDataDir(folder, ['serving', 'api'], print)).rejects.toThrow('in use by process 123');
  expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(['123\n', '123\n', '123\n']);
  rmSync(folder, { recursive: true });
});
