import { readEnvironment } from '../../config.ts';
import { createScrubber } from '#runtime/log/createScrubber.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { productVersion } from '#runtime/productVersion.ts';
import type { Operation } from '../operations.ts';
import { checkAddresses } from './checkAddresses.ts';
import { checkBucket } from './checkBucket.ts';
import { checkClickHouse } from './checkClickHouse.ts';
import { checkFolder } from './checkFolder.ts';
import { checkMail } from './checkMail.ts';
import { checkMigrations } from './checkMigrations.ts';
import { checkPostgres } from './checkPostgres.ts';
import { checkRedis } from './checkRedis.ts';
import { checkSettings } from './checkSettings.ts';
import { fault, passed, unchecked, type Finding } from './finding.ts';

/**
 * Checks an installation by its settings, before its first start or while it runs, and prints each result, faults with
 * their fix. `--json` prints an array of findings. The exit code is 1 if there is a fault. Changes nothing but objects
 * of its own, which it removes.
 */
export const doctor: Operation = async (args, env) => {
  const others = args.filter((each) => each !== '--json');
  if (others.length > 0) throw new Error(`Unknown argument: ${others.join(' ')}. Usage: npm run doctor -- [--json]`);
  const findings = await examine(env);
  process.stdout.write(args.includes('--json') ? `${JSON.stringify(findings, null, 2)}\n` : asText(findings));
  return findings.some(({ state }) => state === 'fault') ? 1 : 0;
};

/** All findings for an environment, without its passwords. */
async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  let settings;
  try {
    settings = readEnvironment(env, { isDemo: false });
  } catch (error) {
    return [fault('settings', errorText(error), 'Correct these settings; docs/operations.md describes each.')];
  }
  const { DATA_DIR, DATABASE_URL, CLICKHOUSE_URL, CLICKHOUSE_CLUSTER, REDIS_URL, SMTP_URL, MEDIA_URL } = settings;
  const nothing = Promise.resolve([]);
  const embedded = (check: string) => Promise.resolve([passed(check, 'embedded')]);
  const groups = await Promise.all([
    DATABASE_URL === undefined ? embedded('PostgreSQL') : checkPostgres(DATABASE_URL),
    CLICKHOUSE_URL === undefined ? embedded('ClickHouse') : checkClickHouse(CLICKHOUSE_URL, CLICKHOUSE_CLUSTER),
    checkMigrations(settings),
    REDIS_URL === undefined ? nothing : checkRedis(REDIS_URL),
    checkAddresses(settings),
    SMTP_URL === undefined ? nothing : checkMail(SMTP_URL),
    MEDIA_URL === undefined ? nothing : checkBucket(DATA_DIR, MEDIA_URL),
  ]);
  const others = unchecked('other nodes', 'run this on each of them: its clock and stores are compared there');
  const version = passed('version', `Bidhouse ${productVersion()} on Node.js ${process.versions.node}`);
  const findings: Finding[] = [version, ...checkSettings(settings), ...checkFolder(DATA_DIR), ...groups.flat(), others];
  const scrub = createScrubber(secretsOf(settings));
  return findings.map((each) => ({ ...each, detail: scrub(each.detail) }));
}

const marks = { ok: 'ok         ', unchecked: 'not checked', fault: 'FAULT      ' };

function asText(findings: readonly Finding[]): string {
  const lines = findings.map((each) => {
    const line = `${marks[each.state]}  ${each.check}: ${each.detail.replaceAll('\n', '\n             ')}`;
    return each.state === 'fault' ? `${line}\n             Fix: ${each.fix}` : line;
  });
  const count = (state: Finding['state']) => findings.filter((each) => each.state === state).length;
  return `${lines.join('\n')}\n\n${count('ok')} ok, ${count('unchecked')} not checked, ${count('fault')} ${count('fault') === 1 ? 'fault' : 'faults'}\n`;
}
