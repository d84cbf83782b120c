import { isAbsolute, relative } from 'node:path';
import type { Config } from '../config.ts';
import type { MainRole } from './startArguments.ts';

/** The settings on which it depends whether roles can work. */
export type RoleSettings = Pick<
  Config,
  | 'PORT'
  | 'ADS_PORT'
  | 'CONTROL_PORT'
  | 'CONTROL_HOST'
  | 'METRICS_PORT'
  | 'DATABASE_URL'
  | 'CLICKHOUSE_URL'
  | 'DATA_DIR'
  | 'BACKUP_TO'
  | 'CONSOLE_URL'
  | 'ADS_URL'
  | 'TRUST_PROXY'
> & {
  SECRET?: string | undefined;
  /** As set; undefined = the default. */
  CONTROL_URL: string | undefined;
  /** Whether SECRET is set or DATA_DIR has a secret. */
  hasSecret: boolean;
};

/** A setting that does not fit the roles or the other settings. */
export interface RoleFault {
  setting: string;
  /** The cause, without the setting and a full stop. */
  message: string;
  /** The remedy, in one sentence. */
  fix: string;
  /** Whether a start is refused. Otherwise the roles run, but not as they should. */
  isRefused: boolean;
}

/**
 * Checks the settings of the roles that start together; returns every fault. The only list of such rules: a start and
 * `doctor` use it.
 */
export function checkRoleSettings(roles: readonly MainRole[], settings: RoleSettings): RoleFault[] {
  const has = (role: MainRole) => roles.includes(role);
  const faults: RoleFault[] = [];
  const refuse = (setting: string, message: string, fix: string) =>
    faults.push({ setting, message, fix, isRefused: true });
  const advise = (setting: string, message: string, fix: string) =>
    faults.push({ setting, message, fix, isRefused: false });
  const { CONTROL_URL, CONTROL_HOST, CONTROL_PORT, DATA_DIR, BACKUP_TO } = settings;

  if (has('api') !== has('worker')) {
    const [role, other] = has('api') ? ['api', 'worker'] : ['worker', 'api'];
    for (const setting of ['DATABASE_URL', 'CLICKHOUSE_URL'] as const) {
      if (settings[setting] === undefined)
        refuse(
          setting,
          `Required for ${role} without ${other}: embedded stores serve the roles of one command only`,
          `Set ${setting} to a server, or start ${role} and ${other} in one command.`,
        );
    }
  }
  if (has('serving') && !has('api')) {
    if (CONTROL_URL === undefined)
      refuse(
        'CONTROL_URL',
        'Required for serving without api',
        'Set it to http://HOST:CONTROL_PORT of an api, or to unix:///DATA_DIR/run/control.sock of one with the same DATA_DIR.',
      );
    else if (!CONTROL_URL.startsWith('unix:') && settings.SECRET === undefined)
      refuse(
        'SECRET',
        'Required for serving that reaches the api over a network',
        'Set it to the same 64 hexadecimal digits as for the api.',
      );
  }
  if (has('worker') && !has('api') && !settings.hasSecret)
    refuse('SECRET', 'Required for worker without api', 'Set it to the same 64 hexadecimal digits as for the api.');
  if (has('api') && CONTROL_PORT !== undefined && !isLoopback(CONTROL_HOST) && !settings.hasSecret)
    refuse(
      'SECRET',
      'Required if CONTROL_HOST is an address of a network',
      'Set it to the same 64 hexadecimal digits on all nodes.',
    );

  const ports = [
    ...(has('api') ? (['PORT', 'CONTROL_PORT'] as const) : []),
    ...(has('serving') ? (['ADS_PORT'] as const) : []),
    'METRICS_PORT' as const,
  ].map((setting) => ({ setting, port: settings[setting] }));
  for (const [index, { setting, port }] of ports.entries()) {
    const same = ports.slice(0, index).find((each) => each.port === port);
    if (port && same)
      refuse(setting, `Must differ from ${same.setting} (${port})`, `Set ${setting} to a port of its own.`);
  }

  const publicUrls = [
    ...(has('api') ? (['CONSOLE_URL'] as const) : []),
    ...(has('serving') ? (['ADS_URL'] as const) : []),
  ];
  const behindTls = publicUrls.filter((name) => settings[name]?.startsWith('https:'));
  if (behindTls.length > 0 && !settings.TRUST_PROXY)
    advise(
      'TRUST_PROXY',
      `Off, although ${behindTls.join(' and ')} ${behindTls.length > 1 ? 'are' : 'is'} https: the address of the TLS proxy counts as that of every viewer and user`,
      'Set TRUST_PROXY=1, and have the proxy set X-Forwarded-For and X-Forwarded-Proto.',
    );
  if (has('worker') && BACKUP_TO !== undefined && !BACKUP_TO.startsWith('s3:') && isInside(BACKUP_TO, DATA_DIR))
    advise(
      'BACKUP_TO',
      'Inside DATA_DIR: the backups are lost together with what they are of',
      'Set it to a folder on another disk, or to a bucket.',
    );
  return faults;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}
