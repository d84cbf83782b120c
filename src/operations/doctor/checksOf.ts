import type { readEnvironment } from '../../config.ts';
import type { MainRole } from '../../processes/startArguments.ts';
import { checkBackupDisk } from './checkBackupDisk.ts';
import { checkBackupOwner } from './checkBackupOwner.ts';
import { checkBackupPlace } from './checkBackupPlace.ts';
import { checkBucket } from './checkBucket.ts';
import { checkClickHouse } from './checkClickHouse.ts';
import { checkControl } from './checkControl.ts';
import { checkEncryption } from './checkEncryption.ts';
import { checkInstallation } from './checkInstallation.ts';
import { checkMail } from './checkMail.ts';
import { checkMigrations } from './checkMigrations.ts';
import { checkPorts } from './checkPorts.ts';
import { checkPostgres } from './checkPostgres.ts';
import { checkPublicUrls } from './checkPublicUrls.ts';
import { checkRedis } from './checkRedis.ts';
import { checkSecurityLog } from './checkSecurityLog.ts';
import { checkRestored } from './checkRestored.ts';
import { checkTrafficLists } from './checkTrafficLists.ts';
import { checkVendorFiles, checkVendorUrl } from './checkVendorLists.ts';
import { passed, type Finding } from './finding.ts';

/** A check of everything but the settings themselves and DATA_DIR. */
export interface Check {
  check: string;
  /** The settings without which it has no meaning. */
  settings: string[];
  isNeeded: boolean;
  make: () => Promise<Finding[]>;
}

/** The checks for roles. `secret`: null = there is none yet. */
export function checksOf(
  env: NodeJS.ProcessEnv,
  settings: ReturnType<typeof readEnvironment>,
  roles: readonly MainRole[],
  secret: string | null,
): Check[] {
  const {
    DATA_DIR,
    DATABASE_URL,
    CLICKHOUSE_URL,
    CLICKHOUSE_CLUSTER,
    REDIS_URL,
    SMTP_URL,
    SECURITY_LOG_TO,
    CONTROL_URL,
    OTLP_URL,
    MEDIA_URL,
    BACKUP_TO,
  } = settings;
  const has = (role: MainRole) => roles.includes(role);
  const hasStores = has('api') || has('worker');
  const servers = ['DATABASE_URL', 'CLICKHOUSE_URL', 'CLICKHOUSE_CLUSTER'];
  return [
    {
      check: 'PostgreSQL',
      settings: ['DATABASE_URL'],
      isNeeded: hasStores,
      make: async () =>
        DATABASE_URL === undefined ? [passed('PostgreSQL', 'embedded')] : checkPostgres(DATABASE_URL, roles),
    },
    {
      check: 'ClickHouse',
      settings: ['CLICKHOUSE_URL', 'CLICKHOUSE_CLUSTER'],
      isNeeded: hasStores,
      make: async () =>
        CLICKHOUSE_URL === undefined
          ? [passed('ClickHouse', 'embedded')]
          : checkClickHouse(CLICKHOUSE_URL, CLICKHOUSE_CLUSTER),
    },
    { check: 'migrations', settings: servers, isNeeded: hasStores, make: () => checkMigrations(settings) },
    {
      check: 'installation',
      settings: [...servers, 'SECRET', 'SECRET_PREVIOUS'],
      isNeeded: DATABASE_URL !== undefined,
      make: () => checkInstallation(settings, roles),
    },
    {
      check: 'Redis',
      settings: ['REDIS_URL'],
      isNeeded: has('serving') && REDIS_URL !== undefined,
      make: () => checkRedis(REDIS_URL ?? ''),
    },
    {
      check: 'CONTROL_URL',
      settings: ['CONTROL_URL', 'SECRET'],
      isNeeded: has('serving') && (!has('api') || Boolean(env['CONTROL_URL'])),
      make: async () => [await checkControl(settings.CONTROL_URL, secret)],
    },
    {
      check: 'ports',
      settings: ['PORT', 'ADS_PORT', 'CONTROL_PORT', 'METRICS_PORT'],
      isNeeded: true,
      make: () => checkPorts(settings, roles),
    },
    {
      check: 'public URLs',
      settings: ['CONSOLE_URL', 'ADS_URL', 'PORT', 'ADS_PORT'],
      isNeeded: true,
      make: () => checkPublicUrls({ ...settings, ADS_URL: env['ADS_URL'] || undefined }, roles),
    },
    {
      check: 'encryption',
      settings: [
        ...servers,
        'REDIS_URL',
        'SMTP_URL',
        'SECURITY_LOG_TO',
        'CONTROL_URL',
        'OTLP_URL',
        'MEDIA_URL',
        'BACKUP_TO',
      ],
      isNeeded: true,
      make: async () => [
        checkEncryption({
          ...(hasStores ? { DATABASE_URL, CLICKHOUSE_URL } : {}),
          ...(has('serving') ? { CONTROL_URL } : {}),
          ...(has('serving') || has('api') ? { REDIS_URL, OTLP_URL, MEDIA_URL } : {}),
          ...(has('api') ? { SMTP_URL, SECURITY_LOG_TO } : {}),
          ...(has('worker') ? { BACKUP_TO } : {}),
        }),
      ],
    },
    {
      check: 'mail server',
      settings: ['SMTP_URL'],
      isNeeded: has('api') && SMTP_URL !== undefined,
      make: () => checkMail(SMTP_URL ?? ''),
    },
    {
      check: 'SECURITY_LOG_TO',
      settings: ['SECURITY_LOG_TO'],
      isNeeded: has('api') && SECURITY_LOG_TO !== undefined,
      make: async () => [await checkSecurityLog(SECURITY_LOG_TO ?? '')],
    },
    {
      check: 'lists of invalid traffic',
      settings: ['IVT_ROBOTS_URL', 'IVT_DATA_CENTERS_URL', 'BLOCKED_DOMAINS_URL', 'BLOCKED_FILES_URL'],
      isNeeded:
        has('api') &&
        (settings.IVT_ROBOTS_URL ??
          settings.IVT_DATA_CENTERS_URL ??
          settings.BLOCKED_DOMAINS_URL ??
          settings.BLOCKED_FILES_URL) !== undefined,
      make: () => checkTrafficLists(settings),
    },
    {
      check: 'GVL_FILE',
      settings: ['GVL_FILE'],
      isNeeded: has('serving') && settings.GVL_FILE !== undefined,
      make: () => checkVendorFiles(settings.GVL_FILE ?? ''),
    },
    {
      check: 'GVL_URL',
      settings: ['GVL_URL'],
      isNeeded: has('api') && settings.GVL_URL !== undefined,
      make: () => checkVendorUrl(settings.GVL_URL ?? '', settings.ALLOW_PRIVATE_ADDRESSES),
    },
    {
      check: 'bucket',
      settings: ['MEDIA_URL'],
      isNeeded: MEDIA_URL !== undefined,
      make: () => checkBucket(DATA_DIR, MEDIA_URL ?? ''),
    },
    {
      check: 'BACKUP_TO',
      settings: ['BACKUP_TO'],
      isNeeded: has('worker') && BACKUP_TO !== undefined,
      make: async () => [await checkBackupPlace(BACKUP_TO ?? ''), ...checkBackupDisk(BACKUP_TO ?? '', DATA_DIR)],
    },
    {
      check: 'backups',
      settings: ['BACKUP_TO', 'DATABASE_URL'],
      isNeeded: has('worker') && BACKUP_TO !== undefined,
      make: async () => [await checkBackupOwner(settings, BACKUP_TO ?? '')],
    },
    {
      check: 'restored events',
      settings: ['DATA_DIR'],
      isNeeded: has('worker'),
      make: async () => checkRestored(DATA_DIR),
    },
  ];
}
