import { expect, test } from 'vitest';
import { readAdoptedFolder, readStartArguments } from './startArguments.ts';

test('without arguments, all roles start', () => {
  expect(readStartArguments([])).toEqual({ roles: ['serving', 'api', 'worker'] });
});

test('named roles start, each once and in a fixed order', () => {
  expect(readStartArguments(['worker', 'serving', 'worker'])).toEqual({ roles: ['serving', 'worker'] });
});

test('every argument that is no role is reported', () => {
  expect(() => readStartArguments(['serving', 'ads', 'store'])).toThrow(
    'Unknown: ads, store. Roles are serving, api, worker.',
  );
});

test('a worker can adopt a folder, and nothing else with it', () => {
  expect(readAdoptedFolder(['serving'])).toBeNull();
  expect(readAdoptedFolder(['worker', '--adopt', '/mnt/gone'])).toBe('/mnt/gone');
  for (const args of [
    ['--adopt', '/mnt/gone'],
    ['worker', '--adopt'],
    ['worker', '--adopt', '/mnt/gone', 'api'],
  ])
    expect(() => readAdoptedFolder(args)).toThrow('Usage: npm start -- worker --adopt FOLDER');
});
