import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { editions } from './model/editions.ts';
import { unknownPixelMacros } from './model/pixelMacros.ts';
import { controlSocketName, urlOfSocket } from './runtime/control/controlAddress.ts';
import { logLevels } from './runtime/log/logLevels.ts';
import { socketPathOf } from './runtime/socketFolder.ts';
import { rootDomainOf } from './standards/supplychain/rootDomain.ts';

/** Password of every login of the demo network; shown on its login page. */
export const demoPassword = 'bidhouse-demo';

const port = z.coerce.number().int().min(0).max(65_535);
const file = z
  .string()
  .transform((path) => resolve(path))
  .refine((path) => existsSync(path), 'There is no such file');
const files = z
  .string()
  .default('')
  .transform((paths) => paths.split(',').flatMap((path) => path.trim() || []))
  .pipe(z.array(file));
const pixelUrl = z
  .string()
  .regex(/^https:\/\/[a-z0-9.-]+(:\d{1,5})?([/?#]|$)/i, 'Must be an https URL whose host holds no macro')
  .refine((url) => unknownPixelMacros(url).length === 0, 'Holds an unknown macro in braces')
  .optional();
/** A bucket as src/storage/media reads its address. */
function isBucketUrl(text: string): boolean {
  try {
    const { protocol, host, username, password, pathname } = new URL(text);
    return protocol === 's3:' && host !== '' && username !== '' && password !== '' && /^\/[^/]/.test(pathname);
  } catch {
    return false;
  }
}
const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');

/** Every setting, read from the environment; docs/operations.md explains each. */
const settingsSchema = z.object({
  PORT: port.default(8080).describe('Port of the console and the management API.'),
  ADS_PORT: port.default(8090).describe('Port of ad serving: tags, pixels, media.'),
  HOST: z.string().default('0.0.0.0').describe('Address that both ports listen on.'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path))
    .describe('Folder for everything that is kept.'),
  DATABASE_URL: z.string().optional().describe('A PostgreSQL server; without it an embedded one is used.'),
  CLICKHOUSE_URL: z.string().optional().describe('A ClickHouse server; without it an embedded one is used.'),
  CONTROL_PORT: port
    .optional()
    .describe(
      'Port on which the management API listens for ad serving on other machines. Without it, it listens on a Unix socket in DATA_DIR that only this user can open.',
    ),
  CONTROL_HOST: z.string().default('127.0.0.1').describe('Address that CONTROL_PORT listens on.'),
  CONTROL_URL: z
    .url({ protocol: /^(https?|unix)$/, error: 'Must be an http, https or unix URL' })
    .optional()
    .describe(
      'Where ad serving follows the management API: its CONTROL_PORT, when that runs on another machine. Default: CONTROL_PORT on this machine, or else the socket in DATA_DIR.',
    ),
  CONSOLE_URL: z.url().optional().describe('The public URL of the console, when it differs from host and port.'),
  ADS_URL: z.url().optional().describe('The public base URL of ad serving, used in tags and tracking URLs.'),
  SELLER_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'Must be a domain such as ssp.example')
    .optional()
    .describe(
      'The domain under which the platform sells: in supply chains and ads.txt, and where buyers look for its sellers.json. Default: the root domain of ADS_URL.',
    ),
  LANDING_URL: z.url().optional().describe('Where the logo of the console leads; without it, it is no link.'),
  DATABASE_EDITION: z
    .enum(editions)
    .optional()
    .describe('Edition of the product: V2V or CTVMediaV2V; without it the plain one.'),
  INSIGHT_HUB_URL: z.url().optional().describe('The insight hub that the console of the V2V edition links to.'),
  ADMIN_LOGIN: z.string().min(1).default('admin').describe('Login of the super admin that an empty installation gets.'),
  ADMIN_PASSWORD: z.string().min(10).optional().describe('Its password; without it a one-time password is printed.'),
  SERVING_WORKERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(availableParallelism())
    .describe('Ad-serving processes.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'Must be a redis or rediss URL' })
    .optional()
    .describe(
      'A Redis (6.2 or later) or Valkey server, through which ad-serving processes share how often viewers have seen ads; without it they do through the management API.',
    ),
  ALLOW_PRIVATE_ADDRESSES: flag
    .default(false)
    .describe(
      'Whether tags and bidders may be called at private addresses; servers that the operator names always are.',
    ),
  PREBID_SERVER_URL: z
    .url()
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('A Prebid Server, through which tags of PreBid partners are asked; without it they take no part.'),
  POSTBID_PIX_URL: pixelUrl.describe(
    'The pixel of the vendor that measures impressions as postbid pix, with the macros of third-party pixels; without it nothing is measured.',
  ),
  POSTBID_WH_URL: pixelUrl.describe('The same of the vendor that measures as postbid wh.'),
  GEO_CITY_MMDB: files.describe(
    'Databases of where addresses are (MMDB, files joined by commas); what they do not know, DB-IP’s database of countries does.',
  ),
  GEO_ASN_MMDB: files.describe(
    'Databases of whose addresses are (MMDB, joined by commas); without one, data centres are not told from viewers.',
  ),
  IVT_BLOCKED_IPS: file.optional().describe('A list of addresses and ranges of which no traffic is valid, one a line.'),
  IVT_BLOCKED_AGENTS: file
    .optional()
    .describe('A list of user agents of which no traffic is valid, one a line; that of the IAB is read too.'),
  IVT_TRUSTED_IPS: file
    .optional()
    .describe(
      'A list of addresses and ranges of partners who insert ads on their servers: their X-Device-IP and X-Device-User-Agent are believed.',
    ),
  IVT_MAX_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(300)
    .describe('Most ad requests a minute of one address with one user agent, in one ad-serving process.'),
  OVERLOAD_MS: z.coerce
    .number()
    .int()
    .min(1)
    .default(40)
    .describe(
      'Milliseconds that an ad-serving process works without a rest before it answers without an auction, so that nobody waits much longer.',
    ),
  CRAWL_VIA: z
    .url()
    .optional()
    .describe(
      'A server that is asked for the ads.txt of every site, and for store pages, in their place; it learns whose by the Host header. Without it, the sites themselves are asked.',
    ),
  GPC_EVERYWHERE: flag
    .default(true)
    .describe('Whether Global Privacy Control is taken as an opt-out outside of the US too.'),
  GVL_ID: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe(
      'The platform’s own number in the Global Vendor List; without it, browsers keep no ids of ours and of bidders where the GDPR applies.',
    ),
  TOKEN_LIFETIME_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1440)
    .default(240)
    .describe('How long tracking URLs count.'),
  TRACE_SHARE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe(
      'Part of all ad requests whose decision is kept for seven days, to tell why and what if: 0.01 is one in a hundred. The demo keeps all.',
    ),
  FACTS_DAYS: z.coerce.number().int().min(1).max(3650).default(30).describe('Days that raw facts are kept.'),
  ROLLUP_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(400)
    .describe(
      'Days that hourly figures by site, app, publisher, creative and audience are kept, more than FACTS_DAYS; those by channel and tag are kept for good.',
    ),
  EXPORT_MAX_ROWS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000_000)
    .default(5_000_000)
    .describe('Most rows of a report that is written to a file in the background.'),
  REPORT_FILE_DAYS: z.coerce.number().int().min(1).max(3650).default(30).describe('Days that such files are kept.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'Must be an smtp or smtps URL' })
    .optional()
    .describe(
      'The server that takes mails, with its login: smtps://name:password@mail.example; needs MAIL_FROM. Without it, scheduled reports reach people in the console alone.',
    ),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>"@\r\n]{1,100} <[^\s<>"@]+@[^\s<>"@]+>|[^\s<>"@]+@[^\s<>"@]+)$/,
      'Must be an address, or a name with one: Reports <reports@mail.example>',
    )
    .optional()
    .describe('The address that mails come from, alone or behind a name: Reports <reports@mail.example>.'),
  MAIL_ATTACHMENT_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(50)
    .default(10)
    .describe('Largest file, in MB, that a mail carries; a larger one is linked.'),
  MEDIA_URL: z
    .string()
    .refine(isBucketUrl, 'Must be s3://KEY:SECRET@host/bucket?region=…, key and secret percent-encoded')
    .optional()
    .describe(
      'The bucket of an S3-compatible service for the files of creatives: s3://KEY:SECRET@host/bucket?region=…; with &tls=0 it is called by http. Without it they are in DATA_DIR/media, which all processes must share.',
    ),
  MEDIA_MAX_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(2000)
    .default(200)
    .describe('Largest file of a creative that is taken, in MB.'),
  MEDIA_CACHE_MB: z.coerce
    .number()
    .int()
    .min(10)
    .max(1_000_000)
    .default(2000)
    .describe('Most MB of a bucket’s files that ad serving keeps on this machine.'),
  DEMO_PORT: port.default(8100).describe('Port of the demo network: its publisher page and its demand partners.'),
  DEMO_VIEWS_PER_SECOND: z.coerce
    .number()
    .min(0)
    .max(50)
    .default(0.2)
    .describe('Page views a second of the demo’s simulated viewers.'),
  DEMO_HISTORY_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60)
    .default(30)
    .describe('Days of past traffic that a new demo gets.'),
  SECRET: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe(
      'Signs tracking URLs and authenticates ad serving to the management API: 64 hexadecimal digits, the same on every node. ' +
        'Without it one is made and stored in DATA_DIR.',
    ),
  ENCRYPT_RESPONSES: flag
    .default(false)
    .describe('Whether answers to signed-in callers are encrypted with a key of their session.'),
  TRUST_PROXY: flag.default(false).describe('Whether X-Forwarded-For and -Proto of the peer are believed.'),
  LOG_LEVEL: z.enum(logLevels).default('warn').describe('What is logged.'),
});

/** The settings of one installation. */
export type Config = Omit<z.output<typeof settingsSchema>, 'ADS_URL' | 'CONTROL_URL' | 'SELLER_DOMAIN' | 'SECRET'> & {
  ADS_URL: string;
  /** http:, https:, or unix: with the path of a socket. */
  CONTROL_URL: string;
  SELLER_DOMAIN: string;
  /** Whether this is the demo network: shows the demo logins on the login page. */
  isDemo: boolean;
  /** Signs tracking URLs and internal calls: 32 bytes, hexadecimal. */
  secret: string;
};

/** What the demo sets where the environment does not: its partners and players live on this machine. */
const demoSettings = {
  DATA_DIR: './data-demo',
  ADMIN_PASSWORD: demoPassword,
  ALLOW_PRIVATE_ADDRESSES: '1',
  DATABASE_EDITION: 'CTVMediaV2V',
  SELLER_DOMAIN: 'bidhouse.example',
  // Its traffic is little: all of it can be asked why, and what if.
  TRACE_SHARE: '1',
};

/** What the demo network stands in for: a Prebid Server, and vendors that measure impressions. */
const demoPrebidServer = (port: number) => `http://localhost:${port}/prebid-server`;
const demoPixel = (port: number, vendor: string) =>
  `http://localhost:${port}/partner/pixel/${vendor}/impression?imp={imp_id}&cb=[CACHEBUSTING]`;

/** Reads and checks the environment, and makes the secret where there is none. Throws an Error that names every bad setting. */
export function readConfig(env: NodeJS.ProcessEnv, options: { isDemo: boolean }): Config {
  const { SECRET, ...settings } = readSettings(env, options);
  return { ...settings, secret: SECRET ?? keepSecret(settings.DATA_DIR) };
}

/** Reads and checks the environment; touches nothing in DATA_DIR. Throws an Error that names every bad setting. */
export function readSettings(
  env: NodeJS.ProcessEnv,
  options: { isDemo: boolean },
): Omit<Config, 'secret'> & { SECRET?: string | undefined } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = settingsSchema.safeParse(options.isDemo ? { ...demoSettings, ...given } : given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Bad settings:\n${faults.join('\n')}`);
  }
  if (parsed.data.SMTP_URL && !parsed.data.MAIL_FROM) {
    throw new Error('Bad settings:\n  MAIL_FROM: Needed where SMTP_URL is set');
  }
  const settings = parsed.data;
  if (settings.ROLLUP_DAYS <= settings.FACTS_DAYS) {
    // Each night roll-ups are compared with the facts that they are made of.
    throw new Error('Bad settings:\n  ROLLUP_DAYS: Must be more than FACTS_DAYS');
  }
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

/** Where the management API of this machine listens for ad serving. */
function ownControlUrl({
  CONTROL_PORT,
  CONTROL_HOST,
  DATA_DIR,
}: Pick<z.output<typeof settingsSchema>, 'CONTROL_PORT' | 'CONTROL_HOST' | 'DATA_DIR'>): string {
  if (CONTROL_PORT === undefined) return urlOfSocket(socketPathOf(DATA_DIR, controlSocketName));
  const host = /^(0\.0\.0\.0|::)$/.test(CONTROL_HOST) ? '127.0.0.1' : CONTROL_HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${CONTROL_PORT}`;
}

/** The installation's secret: made at first start, readable by its owner alone. */
function keepSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) {
    // Linked into place whole, so that neither a crash nor a second process can leave half a secret.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600 });
    try {
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
  }
  return readFileSync(path, 'utf8').trim();
}

/**
 * The settings with their explanations, for the operator's documentation.
 *
 * @internal The tests hold docs/operations.md against it.
 */
export function describeSettings(): { name: string; text: string }[] {
  return Object.entries(settingsSchema.shape).map(([name, schema]) => ({ name, text: schema.description ?? '' }));
}
