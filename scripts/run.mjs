// The single entry point: `node scripts/run.mjs demo|start|doctor|backup|restore|rotate-secret|security-log|test|test:long|
// test:again|statements|texts|bench|release`. Installs and builds what is missing, then runs.
import { spawnSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './installPackages.mjs';
import { runtimeLine, runtimePackages, runtimePath } from './runtimePath.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [command = 'start', ...rest] = process.argv.slice(2);

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Bidhouse needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Runs a command to its end and stops the whole run when it fails. */
function runToEnd(program, args, options = {}) {
  const done = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** Identifies the lock file and the platform of the packages installed last. */
const stampOfInstall = join(root, 'node_modules', '.bidhouse-installed');

/** Installs the exact packages of the lock file unless they are installed already. */
function install() {
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  if (existsSync(stampOfInstall) && readFileSync(stampOfInstall, 'utf8') === stamp) return;
  console.log('Installing packages …');
  installPackages(root);
  writeFileSync(stampOfInstall, stamp);
}

/** Fingerprint of all inputs of the build: names, sizes and times. */
function fingerprint() {
  const hash = createHash('sha256');
  const visit = (path) => {
    const stat = statSync(path);
    if (stat.isDirectory()) for (const name of readdirSync(path).toSorted()) visit(join(path, name));
    else hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  };
  for (const name of ['src', 'scripts', 'vite.config.ts', 'package-lock.json']) visit(join(root, name));
  return hash.digest('hex');
}

/** Builds server, console and demo page with this Node unless the last build had the same sources, or it is a release. */
function build(node) {
  // A release has no sources, but their build.
  if (!existsSync(join(root, 'src'))) return;
  const stampPath = join(root, 'dist', '.built');
  const stamp = fingerprint();
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return;
  console.log('Building …');
  runToEnd(node, [join(root, 'scripts', 'build.mjs')]);
  writeFileSync(stampPath, stamp);
}

/** Starts a program that runs until it is stopped, and passes signals on to it. */
function runOn(node, args, env = {}) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // As in a shell: 128 plus the number of the signal.
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)));
}

install();
const node = runtimePath(root);
if (!node) {
  const platform = `${process.platform}-${process.arch}`;
  const name = runtimePackages[platform];
  console.error(
    name
      ? `Bidhouse runs on Node ${runtimeLine}, and its package ${name} is not installed. Optional packages may have been omitted. Run this again.`
      : `Bidhouse runs on Node ${runtimeLine}, which npm does not offer for ${platform}.`,
  );
  // The next run installs the missing packages.
  rmSync(stampOfInstall, { force: true });
  process.exit(1);
}
switch (command) {
  case 'backup':
  case 'demo':
  case 'doctor':
  case 'rotate-secret':
  case 'security-log':
  case 'start':
    build(node);
    runOn(node, ['dist/server/main.js', command, ...rest], { NODE_ENV: 'production' });
    break;
  case 'restore':
    build(node);
    // It runs the stores itself, which need the threads that the parent gives their process (processes/supervisor.ts).
    runOn(node, ['dist/server/main.js', command, ...rest], { NODE_ENV: 'production', UV_THREADPOOL_SIZE: '32' });
    break;
  case 'test':
    build(node);
    runOn(node, ['scripts/test.mjs', ...rest]);
    break;
  case 'test:long':
    build(node);
    runOn(node, ['scripts/test.mjs', '--config', 'vitest.long.config.ts', ...rest]);
    break;
  case 'test:again':
    build(node);
    runOn(node, ['scripts/testAgain.mjs', ...rest]);
    break;
  case 'statements':
    // A report of an earlier run needs no build.
    if (!rest.includes('--report')) build(node);
    runOn(node, ['scripts/statements.mjs', ...rest]);
    break;
  case 'texts':
    runOn(node, ['scripts/texts.mjs', ...rest]);
    break;
  case 'bench':
    build(node);
    runOn(node, ['bench/run.ts', ...rest]);
    break;
  case 'release':
    runOn(node, ['scripts/release.mjs', ...rest]);
    break;
  case 'build':
    build(node);
    break;
  default:
    console.error(
      `Unknown command: ${command}. Use one of demo, start, doctor, backup, restore, rotate-secret, security-log, test, test:long, test:again, statements, texts, bench, release, build.`,
    );
    process.exit(1);
}
