import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runtimeLine, runtimePackages, runtimePath } from '../scripts/runtimePath.mjs';

const root = resolve(import.meta.dirname, '..');
const older = {
  env: { npm_node_execpath: '/usr/bin/node', npm_config_user_agent: 'npm/10.8.2 node/v20.20.2 linux x64' },
  versions: { node: '20.20.2' },
  execPath: '/usr/bin/node',
  platform: process.platform,
  arch: process.arch,
};

describe('the runtime', () => {
  test('is what the tests run on', () => {
    expect(process.versions.node).toMatch(new RegExp(`^${runtimeLine}\\.`));
  });

  test('is the same exact version on every platform that has the embedded ClickHouse', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    const versions = Object.values(runtimePackages).map((name) => optionalDependencies[name] ?? '');
    expect(new Set(versions).size).toBe(1);
    expect(versions[0]).toMatch(new RegExp(`^${runtimeLine}\\.\\d+\\.\\d+$`));
  });

  test('is installed with the packages if the machine has an older Node', () => {
    const path = runtimePath(root, older);
    expect(path).toContain(join('node_modules', 'node-'));
    expect(existsSync(path ?? '')).toBe(true);
  });

  test('is the machine’s own if that is of the right line, though npm puts the installed one first', () => {
    const env = {
      npm_node_execpath: '/opt/node/bin/node',
      npm_config_user_agent: `npm/11.19.1 node/v${runtimeLine}.12.0`,
    };
    expect(runtimePath(root, { ...older, env })).toBe('/opt/node/bin/node');
  });

  test('is this Node if it is of the right line and npm did not start it', () => {
    const started = { ...older, env: {}, versions: { node: `${runtimeLine}.10.0` }, execPath: '/opt/node' };
    expect(runtimePath(root, started)).toBe('/opt/node');
  });

  test('is missing on a platform without an npm binary', () => {
    expect(runtimePath(root, { ...older, platform: 'aix' })).toBeNull();
  });
});
