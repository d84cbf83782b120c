import type { z } from 'zod';
import { describeSettingFault } from './describeSettingFault.ts';
import { InvalidSettings, type SettingFault } from './invalidSettings.ts';
import { controlSocketName, urlOfSocket } from './runtime/control/controlAddress.ts';
import { reachableHost } from './runtime/listen/reachableHost.ts';
import { socketPathOf } from './runtime/socketFolder.ts';
import { checkRestored } from './runtime/restoreMark.ts';
import { ensureSecret, readOtherSecrets } from './runtime/secretFiles.ts';
import { settingsSchema } from './settings.ts';
import { rootDomainOf } from './standards/supplychain/rootDomain.ts';

/** Password of every demo login; shown on the demo's login page. */
export const demoPassword = 'bidhouse-demo';

/** The settings of one installation. */
export type Config = Omit<
  z.output<typeof settingsSchema>,
  'ADS_URL' | 'CONTROL_URL' | 'SELLER_DOMAIN' | 'SECRET' | 'SECRET_PREVIOUS'
> & {
  ADS_URL: string;
  /** http: or https: URL, or unix: with the path of a socket. */
  CONTROL_URL: string;
  SELLER_DOMAIN: string;
  /** Whether this is the demo network, which shows the demo logins on the login page. */
  isDemo: boolean;
  /** Key that signs tracking URLs and internal calls: 32 bytes, hexadecimal. */
  secret: string;
  /** Other keys that are accepted, in the same form, but sign nothing. */
  otherSecrets: string[];
};

/** Defaults of the demo, whose partners and players run on this machine. */
const demoSettings = {
  DATA_DIR: './data-demo',
  ADMIN_PASSWORD: demoPassword,
  ALLOW_PRIVATE_ADDRESSES: '1',
  DATABASE_EDITION: 'CTVMediaV2V',
  SELLER_DOMAIN: 'bidhouse.example',
  // The demo has little traffic: all of it can be traced for “Why no ad?” and what-if.
  TRACE_SHARE: '1',
};

/** URLs at which the demo network simulates a Prebid Server and verification vendors. */
const demoPrebidServer = (port: number) => `http://localhost:${port}/prebid-server`;
const demoPixel = (port: number, vendor: string) =>
  `http://localhost:${port}/partner/pixel/${vendor}/impression?imp={imp_id}&cb=[CACHEBUSTING]`;

/**
 * Reads and validates the environment, and creates the secret if there is none. Throws an Error that lists every
 * invalid setting.
 */
export function readConfig(env: NodeJS.ProcessEnv, options: { isDemo: boolean }): Config {
  const { SECRET, SECRET_PREVIOUS, ...settings } = readEnvironment(env, options);
  const { DATA_DIR } = settings;
  checkRestored(DATA_DIR);
  const secret = SECRET ?? ensureSecret(DATA_DIR);
  const others = SECRET_PREVIOUS.length > 0 ? SECRET_PREVIOUS : readOtherSecrets(DATA_DIR);
  return { ...settings, secret, otherSecrets: others.filter((other) => other !== secret) };
}

/** Reads and validates the environment without touching DATA_DIR. Throws InvalidSettings, which lists every fault. */
export function readEnvironment(
  env: NodeJS.ProcessEnv,
  options: { isDemo: boolean },
): Omit<Config, 'secret' | 'otherSecrets'> & { SECRET?: string | undefined; SECRET_PREVIOUS: string[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = settingsSchema.safeParse(options.isDemo ? { ...demoSettings, ...given } : given);
  if (!parsed.success) {
    throw new InvalidSettings(
      parsed.error.issues.map((issue) => {
        const setting = String(issue.path[0]);
        return { setting, message: describeSettingFault(setting, issue, given[setting]), involved: [setting] };
      }),
    );
  }
  const settings = parsed.data;
  const conflicts = conflictsOf(settings);
  if (conflicts.length > 0) throw new InvalidSettings(conflicts);
  const adsUrl = (settings.ADS_URL ?? `http://localhost:${settings.ADS_PORT}`).replace(/\/$/, '');
  const { hostname } = new URL(adsUrl);
  return {
    ...settings,
    ADS_URL: adsUrl,
    SELLER_DOMAIN: settings.SELLER_DOMAIN ?? rootDomainOf(hostname) ?? hostname,
    ...(options.isDemo
      ? {
          PREBID_SERVER_URL: settings.PREBID_SERVER_URL ?? demoPrebidServer(settings.DEMO_PORT),
          POSTBID_PIX_URL: settings.POSTBID_PIX_URL ?? demoPixel(settings.DEMO_PORT, 'postbid'),
          POSTBID_WH_URL: settings.POSTBID_WH_URL ?? demoPixel(settings.DEMO_PORT, 'postbid-wh'),
        }
      : {}),
    CONTROL_URL: (settings.CONTROL_URL ?? ownControlUrl(settings)).replace(/\/$/, ''),
    // The demo's publishers have no servers of their own.
    CRAWL_VIA: settings.CRAWL_VIA ?? (options.isDemo ? `http://localhost:${settings.DEMO_PORT}` : undefined),
    isDemo: options.isDemo,
  };
}

/** The faults of settings that are valid one by one. */
function conflictsOf(settings: z.output<typeof settingsSchema>): SettingFault[] {
  const faults: SettingFault[] = [];
  if (settings.SMTP_URL && !settings.MAIL_FROM)
    faults.push({ setting: 'MAIL_FROM', message: 'Required if SMTP_URL is set', involved: ['SMTP_URL'] });
  if (settings.CLICKHOUSE_CLUSTER !== undefined) {
    const involved = ['CLICKHOUSE_CLUSTER'];
    for (const setting of ['CLICKHOUSE_URL', 'DATABASE_URL'] as const) {
      if (settings[setting] === undefined)
        faults.push({ setting, message: 'Required if CLICKHOUSE_CLUSTER is set', involved });
    }
    if (settings.BACKUP_TO !== undefined)
      faults.push({
        setting: 'BACKUP_TO',
        message: 'Not possible with CLICKHOUSE_CLUSTER. Use BACKUP of ClickHouse',
        involved: ['BACKUP_TO'],
      });
  }
  // Each night roll-ups are compared with the facts that they sum up.
  if (settings.ROLLUP_DAYS <= settings.FACTS_DAYS)
    faults.push({
      setting: 'ROLLUP_DAYS',
      message: 'Must be more than FACTS_DAYS',
      involved: ['ROLLUP_DAYS', 'FACTS_DAYS'],
    });
  return faults;
}

/** URL at which the management API of this machine listens for ad serving. */
function ownControlUrl({
  CONTROL_PORT,
  CONTROL_HOST,
  DATA_DIR,
}: Pick<z.output<typeof settingsSchema>, 'CONTROL_PORT' | 'CONTROL_HOST' | 'DATA_DIR'>): string {
  if (CONTROL_PORT === undefined) return urlOfSocket(socketPathOf(DATA_DIR, controlSocketName));
  return `http://${reachableHost(CONTROL_HOST)}:${CONTROL_PORT}`;
}
