import { readEnvironment } from '../../config.ts';
import { createScrubber } from '#runtime/log/createScrubber.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { productVersion } from '#runtime/productVersion.ts';
import { readRoleFaults } from '../../processes/readStartSettings.ts';
import { readStartArguments, type MainRole } from '../../processes/startArguments.ts';
import type { Operation } from '../operations.ts';
import { checkBackupPlace } from './checkBackupPlace.ts';
import { checkBucket } from './checkBucket.ts';
import { checkClickHouse } from './checkClickHouse.ts';
import { checkControl } from './checkControl.ts';
import { checkFolder } from './checkFolder.ts';
import { checkInstallation, secretsOfStart } from './checkInstallation.ts';
import { checkMail } from './checkMail.ts';
import { checkMigrations } from './checkMigrations.ts';
import { checkPorts } from './checkPorts.ts';
import { checkPostgres } from './checkPostgres.ts';
import { checkPublicUrls } from './checkPublicUrls.ts';
import { checkRedis } from './checkRedis.ts';
import { fault, passed, unchecked, type Finding } from './finding.ts';

/**
 * `doctor [serving] [api] [worker] [--json]`: checks an installation by its settings, before its first start or while it
 * runs, for the roles that a start with the same arguments has, and prints each result, faults with their fix. `--json`
 * prints an array of findings. The exit code is 1 if there is a fault. Changes nothing but objects of its own, which it
 * removes.
 */
export const doctor: Operation = async (args, env) => {
  const { roles } = readStartArguments(args.filter((each) => each !== '--json'));
  const findings = await examine(env, roles);
  process.stdout.write(args.includes('--json') ? `${JSON.stringify(findings, null, 2)}\n` : asText(findings, roles));
  return findings.some(({ state }) => state === 'fault') ? 1 : 0;
};

/** All findings for an environment and roles, without its passwords. */
async function examine(env: NodeJS.ProcessEnv, roles: readonly MainRole[]): Promise<Finding[]> {
  let settings: ReturnType<typeof readEnvironment>;
  try {
    settings = readEnvironment(env, { isDemo: false });
  } catch (error) {
    return [fault('settings', errorText(error), 'Correct these settings; docs/operations.md describes each.')];
  }
  const faults = readRoleFaults(env, settings, roles).map(({ setting, message, fix }) =>
    fault('settings', `${setting}: ${message}`, fix),
  );
  const secrets = secretsOfStart(settings);
  const { DATA_DIR, DATABASE_URL, CLICKHOUSE_URL, CLICKHOUSE_CLUSTER, REDIS_URL, SMTP_URL, MEDIA_URL, BACKUP_TO } =
    settings;
  const has = (role: MainRole) => roles.includes(role);
  const hasStores = has('api') || has('worker');
  const hasControl = has('serving') && (!has('api') || Boolean(env['CONTROL_URL']));
  const checks: [check: string, isMade: boolean, make: () => Promise<Finding[]>][] = [
    [
      'PostgreSQL',
      hasStores,
      async () =>
        DATABASE_URL === undefined ? [passed('PostgreSQL', 'embedded')] : checkPostgres(DATABASE_URL, roles),
    ],
    [
      'ClickHouse',
      hasStores,
      async () =>
        CLICKHOUSE_URL === undefined
          ? [passed('ClickHouse', 'embedded')]
          : checkClickHouse(CLICKHOUSE_URL, CLICKHOUSE_CLUSTER),
    ],
    ['migrations', hasStores, () => checkMigrations(settings)],
    ['installation', DATABASE_URL !== undefined, () => checkInstallation(settings, roles)],
    ['Redis', has('serving') && REDIS_URL !== undefined, () => checkRedis(REDIS_URL ?? '')],
    ['CONTROL_URL', hasControl, async () => [await checkControl(settings.CONTROL_URL, secrets?.secret ?? null)]],
    ['ports', true, () => checkPorts(settings, roles)],
    ['public URLs', true, () => checkPublicUrls({ ...settings, ADS_URL: env['ADS_URL'] || undefined }, roles)],
    ['mail server', has('api') && SMTP_URL !== undefined, () => checkMail(SMTP_URL ?? '')],
    ['bucket', MEDIA_URL !== undefined, () => checkBucket(DATA_DIR, MEDIA_URL ?? '')],
    ['BACKUP_TO', has('worker') && BACKUP_TO !== undefined, async () => [await checkBackupPlace(BACKUP_TO ?? '')]],
  ];
  const made = await Promise.all(
    checks
      .filter(([, isMade]) => isMade)
      .map(([check, , make]) =>
        make().catch((error: unknown) => [unchecked(check, `the check failed: ${errorText(error)}`)]),
      ),
  );
  const ofSettings = faults.length > 0 ? faults : [passed('settings', 'all are valid and work together')];
  const scrub = createScrubber([...secretsOf(settings), ...(secrets === null ? [] : [secrets.secret])]);
  const version = passed('version', `Bidhouse ${productVersion()} on Node.js ${process.versions.node}`);
  return [version, ...ofSettings, ...checkFolder(DATA_DIR), ...made.flat()].map((each) => ({
    ...each,
    detail: scrub(each.detail),
  }));
}

const marks = { ok: 'ok         ', unchecked: 'not checked', fault: 'FAULT      ' };

function asText(findings: readonly Finding[], roles: readonly MainRole[]): string {
  const lines = findings.map((each) => {
    const line = `${marks[each.state]}  ${each.check}: ${each.detail.replaceAll('\n', '\n             ')}`;
    return each.state === 'fault' ? `${line}\n             Fix: ${each.fix}` : line;
  });
  const count = (state: Finding['state']) => findings.filter((each) => each.state === state).length;
  return `Roles checked: ${roles.join(', ')}\n\n${lines.join('\n')}\n\n${count('ok')} ok, ${count('unchecked')} not checked, ${count('fault')} ${count('fault') === 1 ? 'fault' : 'faults'}\n`;
}
