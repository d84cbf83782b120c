import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The packages in `allowScripts` of package.json that are installed below `root`: only their install scripts may run.
 */
export function packagesWithScripts(root) {
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(allowScripts).filter(
    (name) => allowScripts[name] === true && existsSync(join(root, 'node_modules', ...name.split('/'))),
  );
}

/**
 * Installs the exact packages of the lock file below `root` without any install script, whatever npm’s version; then
 * runs those of `packagesWithScripts`. Ends the process if npm fails.
 */
export function installPackages(root) {
  // Not `npm ci`: it refuses a lock file that lacks the optional packages of other platforms (docs/decisions/0006).
  runNpm(root, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']);
  const names = packagesWithScripts(root);
  if (names.length > 0) runNpm(root, ['rebuild', '--loglevel=error', '--ignore-scripts=false', ...names]);
}

/** Runs the npm that runs this process, else that of the machine. */
function runNpm(root, args) {
  const { npm_execpath: npm, npm_node_execpath: ownNode = process.execPath } = process.env;
  const [program, own] = npm ? [ownNode, [npm]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  const env = npm ? { ...process.env, NODE_ENV: 'development' } : process.env;
  const { status } = spawnSync(program, [...own, ...args], { cwd: root, stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}
