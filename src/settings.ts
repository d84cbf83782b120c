import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { editions } from './model/account/editions.ts';
import { isBucketUrl } from './isBucketUrl.ts';
import { logLevels } from './runtime/log/logLevels.ts';
import {
  domains,
  file,
  files,
  flag,
  hosts,
  integer,
  mailSender,
  pixelUrl,
  port,
  secretText,
  secretTexts,
  share,
  webUrl,
} from './settingKinds.ts';

/** All settings, read from the environment; docs/operations.md explains each. */
export const settingsSchema = z.object({
  PORT: port.default(8080).describe('Port of the console and the management API.'),
  ADS_PORT: port.default(8090).describe('Port of ad serving: tags, pixels, media.'),
  HOST: z.string().default('0.0.0.0').describe('IP address that both ports listen on.'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path))
    .describe('Folder for all stored data.'),
  DATABASE_URL: z
    .string()
    .regex(/^(?:postgres(?:ql)?:|socket:|\/)/, 'Must be a postgres URL, or the folder of a socket')
    .optional()
    .describe('PostgreSQL server. Default: an embedded one.'),
  CLICKHOUSE_URL: z
    .string()
    .regex(/^https?:\/\//, 'Must be an http or https URL')
    .optional()
    .describe('ClickHouse server. Default: an embedded one.'),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z]\w{0,63}$/, 'Must be the name of a cluster: letters, digits and underscores')
    .optional()
    .describe(
      'Name of the cluster of CLICKHOUSE_URL (system.clusters) over which facts are sharded and replicated. Requires CLICKHOUSE_URL and DATABASE_URL. Default: a single server.',
    ),
  CONTROL_PORT: port
    .optional()
    .describe(
      'Port on which the management API listens for ad serving on other machines. Default: a Unix socket in DATA_DIR that only this user can open.',
    ),
  CONTROL_HOST: z.string().default('127.0.0.1').describe('IP address that CONTROL_PORT listens on.'),
  CONTROL_URL: z
    .url({ protocol: /^(https?|unix)$/, error: 'Must be an http, https or unix URL' })
    .optional()
    .describe(
      'URL at which ad serving reaches the management API, with its CONTROL_PORT, if it runs on another machine. Default: CONTROL_PORT on this machine, or else the socket in DATA_DIR.',
    ),
  METRICS_PORT: port
    .optional()
    .describe('Port on which this node serves metrics of all its processes to Prometheus, at /metrics. Default: none.'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('IP address that METRICS_PORT listens on.'),
  OTLP_URL: z
    .url({ protocol: /^https?$/, error: 'Must be an http or https URL' })
    .optional()
    .describe(
      'Base URL of an OpenTelemetry collector (OTLP over HTTP) to which traces are sent, with user name and password if needed: http://collector.internal:4318. Default: none are made.',
    ),
  OTLP_SHARE: share
    .default(0.01)
    .describe('Share of ad requests and API calls whose traces are sent to OTLP_URL: 0.01 = 1%.'),
  CONSOLE_URL: webUrl.optional().describe('Public URL of the console, if it differs from HOST and PORT.'),
  ADS_URL: webUrl.optional().describe('Public base URL of ad serving, used in tags and tracking URLs.'),
  SELLER_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'Must be a domain such as ssp.example')
    .optional()
    .describe(
      'Domain of the platform as a seller (asi): used in supply chains and ads.txt, and where buyers look for sellers.json. Default: the root domain of ADS_URL.',
    ),
  LANDING_URL: webUrl.optional().describe('URL that the console logo links to. Default: no link.'),
  DATABASE_EDITION: z
    .enum(editions)
    .optional()
    .describe('Edition of the product: V2V or CTVMediaV2V. Default: the standard edition.'),
  INSIGHT_HUB_URL: webUrl.optional().describe('URL of the insight hub that the console of the V2V edition links to.'),
  ADMIN_LOGIN: z
    .string()
    .min(1)
    .default('admin')
    .describe('Login of the super admin who is created at the first start.'),
  ADMIN_PASSWORD: z
    .string()
    .min(10)
    .optional()
    .describe(
      'Password of this super admin, at least 12 characters at the first start. Default: a one-time password, which is printed.',
    ),
  SESSION_IDLE_HOURS: integer
    .min(1)
    .max(8760)
    .default(336)
    .describe('Hours after which a session ends that is not used.'),
  SESSION_MAX_HOURS: integer
    .min(1)
    .max(8760)
    .default(720)
    .describe('Hours after which a session ends even if it is used.'),
  SECOND_FACTOR: z
    .enum(['optional', 'admins', 'all'])
    .default('optional')
    .describe(
      'Who needs a second factor: optional = those whose account requires it; admins = also admins and finance managers; all = every user. Sessions of an identity provider need none: the provider checks its own.',
    ),
  SECOND_FACTOR_REMEMBER_DAYS: integer
    .min(0)
    .max(365)
    .default(30)
    .describe(
      'Days for which users may have a browser remembered, which then needs no second factor. 0 = not possible. Never for admins and finance managers.',
    ),
  FOUR_EYES: flag
    .default(false)
    .describe(
      'Whether changes of payouts, platform prices and roles wait until a second person approves them, 0 or 1. Needs two people in each role that makes such changes.',
    ),
  SSO_INTERNAL_HOSTS: hosts.describe(
    'Hosts of identity providers that may have private IP addresses and be called over http, comma-separated: keycloak.internal. Default: none.',
  ),
  SERVING_WORKERS: integer.min(1).max(64).default(availableParallelism()).describe('Number of ad-serving processes.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'Must be a redis or rediss URL' })
    .optional()
    .describe(
      'Redis (6.2 or later) or Valkey server through which ad-serving processes share frequency counts of viewers, and agree who sends a notice, and in which calls of the management API are counted. Default: they do so through the management API.',
    ),
  API_KEY_CALLS_PER_MINUTE: integer
    .min(1)
    .max(1_000_000)
    .default(600)
    .describe(
      'Maximum calls of the management API per minute with one API key, or with the API token of an account, and twenty times the access tokens that a key gets. Further calls get 429. Counted in REDIS_URL for all nodes together, else by each node.',
    ),
  API_ACCOUNT_CALLS_PER_MINUTE: integer
    .min(1)
    .max(1_000_000)
    .default(6000)
    .describe(
      'Maximum calls of the management API per minute by all programs of an account together, and as many by its users in the console, of which one user can make a quarter.',
    ),
  ALLOW_PRIVATE_ADDRESSES: flag
    .default(false)
    .describe(
      'Whether tags and bidders at private IP addresses may be called. Servers named in settings are always called.',
    ),
  PREBID_SERVER_URL: z
    .url()
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('Prebid Server through which tags of Prebid partners are called. Without it, they are not called.'),
  POSTBID_PIX_URL: pixelUrl.describe(
    'Pixel of the vendor for postbid pix, with the macros of third-party pixels. Without it, this vendor measures nothing.',
  ),
  POSTBID_WH_URL: pixelUrl.describe('Pixel of the vendor for postbid wh, in the same form.'),
  GEO_CITY_MMDB: files.describe(
    'Geolocation databases (MMDB files, comma-separated). IP addresses that they do not have are looked up in DB-IP’s country database.',
  ),
  GEO_ASN_MMDB: files.describe(
    'Databases of IP address owners (ASN, MMDB files, comma-separated). Without one, traffic from data centers is not detected.',
  ),
  IVT_BLOCKED_IPS: file.optional().describe('File of IP addresses and ranges, one per line, whose traffic is invalid.'),
  IVT_BLOCKED_AGENTS: file
    .optional()
    .describe(
      'File of user agents, one per line, whose traffic is invalid. The format of the IAB list is accepted too.',
    ),
  IVT_ROBOTS_URL: webUrl
    .optional()
    .describe(
      'URL of a list of user agents of robots that is fetched every day, in the format of IVT_BLOCKED_AGENTS. It can contain a user name and password. Default: only the rules that come with the product.',
    ),
  IVT_DATA_CENTERS_URL: webUrl
    .optional()
    .describe(
      'URL of a list of data-center networks that is fetched every day: IP addresses, ranges and autonomous systems (AS16509), one per line. Default: only the hosting providers that come with the product.',
    ),
  BLOCKED_DOMAINS_URL: webUrl
    .optional()
    .describe(
      'URL of a list of domains that is fetched every day, one per line; hosts files and filter lists are read too. Creatives that name one of them, or a subdomain, are not shown. It can contain a user name and password.',
    ),
  BLOCKED_FILES_URL: webUrl
    .optional()
    .describe(
      'URL of a list of files that is fetched every day: their SHA-256 in hexadecimal, one per line. Creatives with one of these files are not shown. It can contain a user name and password.',
    ),
  IVT_LIST_MAX_DAYS: integer
    .min(1)
    .max(365)
    .default(7)
    .describe('Days without a successful fetch after which the System page and an alert report that a list is old.'),
  IVT_TRUSTED_IPS: file
    .optional()
    .describe(
      'File of IP addresses and ranges of partners with server-side ad insertion, whose X-Device-IP and X-Device-User-Agent headers are trusted.',
    ),
  IVT_MAX_PER_MINUTE: integer
    .min(1)
    .max(1_000_000)
    .default(300)
    .describe('Maximum ad requests per minute from one IP address with one user agent, in each ad-serving process.'),
  IVT_REVIEW_DAYS: integer
    .max(14)
    .default(3)
    .refine((days) => days === 0 || days >= 2, 'Must be 0, or at least 2')
    .describe(
      'Days for which keyed hashes of the addresses behind impressions and clicks, their networks and user agents are stored, so that invalid traffic is also found in the night after it was counted. 0 = nothing is stored or reviewed.',
    ),
  OVERLOAD_MS: integer
    .min(1)
    .default(40)
    .describe(
      'Milliseconds that an ad-serving process can be busy without a break. After that it responds without an auction, which keeps response times low.',
    ),
  REHEARSAL_MS: integer
    .min(0)
    .max(60_000)
    .default(1000)
    .describe(
      'CPU time, in milliseconds, for which a new ad-serving process serves ads of its own to itself before it is ready, so that its first requests are not slow. It serves requests meanwhile. 0 = no rehearsal.',
    ),
  DRAIN_MS: integer
    .min(0)
    .max(300_000)
    .default(0)
    .describe(
      'Milliseconds for which ad serving still accepts requests after SIGTERM, while /readyz fails, so that load balancers notice. Then it stops.',
    ),
  CRAWL_VIA: z
    .url()
    .optional()
    .describe(
      'Server that is called instead of the sites and app stores for ads.txt files and store pages, and instead of the participants in data deletion requests. The Host header names the site. TLS certificates of partners are not checked then. Default: the sites themselves are called.',
    ),
  DELETION_PARTNERS: domains.describe(
    'Root domains of the partners to which data deletion requests are passed on, comma-separated: those that received IDs of devices, such as bidders.',
  ),
  GPC_EVERYWHERE: flag
    .default(true)
    .describe('Whether Global Privacy Control (GPC) counts as an opt-out outside the US too.'),
  GVL_ID: integer
    .min(1)
    .max(65_535)
    .optional()
    .describe(
      'ID of the platform in the Global Vendor List (GVL). Without it, no IDs of the platform or of bidders are stored in browsers where GDPR applies.',
    ),
  GVL_FILE: file
    .optional()
    .describe(
      'Global Vendor List (vendor-list.json, version 3), which says on which legal bases partners process data where GDPR applies; or a folder of it and of earlier versions (vendor-list-v123.json): consent is checked against the version that its string names, if it is there, else by the next later one. Files are read again when they change. Without any, consent is the only legal basis.',
    ),
  GVL_URL: webUrl
    .optional()
    .describe(
      'URL of the Global Vendor List that is fetched every day: https://vendor-list.consensu.org/v3/vendor-list.json, or a copy of it. Earlier versions are fetched once, from archives/vendor-list-v123.json beside it, and stored for 15 months after their publication; missing ones are tried again every day. A version that is older, or over 120 newer, than the one in use is accepted on the System page only. Another URL replaces all stored versions. Versions in GVL_FILE are used beside them. It can contain a user name and password. Default: not fetched.',
    ),
  TOKEN_LIFETIME_MINUTES: integer.min(1).max(1440).default(240).describe('Minutes for which tracking URLs are valid.'),
  TRACE_SHARE: share
    .default(0.01)
    .describe(
      'Share of ad requests that are traced and stored for seven days, for “Why no ad?” and what-if: 0.01 = 1%. The demo traces all.',
    ),
  FACTS_DAYS: integer.min(1).max(3650).default(30).describe('Days for which raw facts are stored.'),
  ROLLUP_DAYS: integer
    .min(1)
    .max(3650)
    .default(400)
    .describe(
      'Days for which hourly metrics by site, app, publisher, creative and audience are stored. Must be more than FACTS_DAYS. Metrics by channel and tag are never deleted.',
    ),
  EXPORT_MAX_ROWS: integer
    .min(1)
    .max(100_000_000)
    .default(5_000_000)
    .describe('Maximum rows of a report file that is created in the background.'),
  REPORT_FILE_DAYS: integer.min(1).max(3650).default(30).describe('Days after which report files are deleted.'),
  SECURITY_LOG_DAYS: integer
    .min(90)
    .max(36_500)
    .default(400)
    .describe('Days for which events of the security log are stored.'),
  SECURITY_LOG_TO: z
    .string()
    .regex(
      /^(?:syslog(?:\+tcp|\+tls)?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?|file:\/(?!\/).+)$/i,
      'Must be syslog://host:port, syslog+tcp://host:port, syslog+tls://host:port or file:/path',
    )
    .optional()
    .describe(
      'Place that every event of the security log is sent to: syslog://host:514 (UDP), syslog+tcp://host:601, syslog+tls://host:6514, or file:/path (JSON lines). Default: none.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'Must be an smtp or smtps URL' })
    .optional()
    .describe(
      'Mail server with user name and password: smtps://name:password@mail.example. Requires MAIL_FROM. Without it, scheduled reports are delivered in the console only, and there are no daily mails.',
    ),
  MAIL_FROM: mailSender
    .optional()
    .describe('Sender of emails, with or without a name: Reports <reports@mail.example>.'),
  MAIL_ATTACHMENT_MB: integer
    .min(1)
    .max(50)
    .default(10)
    .describe('Maximum size, in MB, of a file attached to an email. Larger files are sent as a link.'),
  MEDIA_URL: z
    .string()
    .refine(isBucketUrl, 'Must be s3://KEY:SECRET@host/bucket?region=…, with key and secret percent-encoded')
    .optional()
    .describe(
      'Bucket of an S3-compatible service for creative files: s3://KEY:SECRET@host/bucket?region=…. With &tls=0 it is called over http. Default: DATA_DIR/media, which all processes must share.',
    ),
  BACKUP_TO: z
    .string()
    .refine(
      (place) => !place.startsWith('s3:') || isBucketUrl(place),
      'Must be a folder or s3://KEY:SECRET@host/bucket/prefix?region=…',
    )
    .transform((place) => (place.startsWith('s3:') ? place : resolve(place)))
    .optional()
    .describe('Folder or bucket (as in MEDIA_URL) to which a backup is made every day. Default: no scheduled backups.'),
  BACKUP_HOUR: integer.min(0).max(23).default(1).describe('Hour of the day (UTC) at which the backup is made.'),
  BACKUP_COUNT: integer
    .min(1)
    .max(3650)
    .default(14)
    .describe('Number of backups in BACKUP_TO. Older ones are deleted after each scheduled backup.'),
  MEDIA_MAX_MB: integer.min(1).max(2000).default(200).describe('Maximum size of a creative file, in MB.'),
  MEDIA_CACHE_MB: integer
    .min(10)
    .max(1_000_000)
    .default(2000)
    .describe('Maximum size, in MB, of the cache in which ad serving stores files of the bucket on this machine.'),
  CACHE_MB: integer
    .min(1)
    .max(100_000)
    .default(2048)
    .describe(
      'Maximum size, in MB, of the bids and VAST cached on this machine for Prebid: a video bid takes about 8 kB for an hour. They are stored in DATA_DIR, or in REDIS_URL without this limit.',
    ),
  CACHE_PUTS: flag
    .default(false)
    .describe(
      'Whether pages may store bids of their own with POST /cache, as in Prebid Cache. Anyone can then store up to CACHE_MB on this machine.',
    ),
  DEMO_PORT: port.default(8100).describe('Port of the demo network: its publisher page and demand partners.'),
  DEMO_VIEWS_PER_SECOND: z.coerce
    .number()
    .min(0)
    .max(50)
    .default(0.2)
    .describe('Page views per second by the demo’s simulated viewers.'),
  DEMO_HISTORY_DAYS: integer
    .min(0)
    .max(120)
    .default(75)
    .describe('Days of past traffic that a new demo starts with. 0 = none, now and later.'),
  SECRET: secretText
    .optional()
    .describe(
      'Secret that signs tracking URLs and authenticates ad serving to the management API: 64 hexadecimal digits, the same on every node. ' +
        'Default: a random one, stored in DATA_DIR.',
    ),
  SECRET_PREVIOUS: secretTexts.describe(
    'Other secrets that are accepted beside SECRET, but sign nothing, comma-separated: the previous one after a change, or the next one before it. Default: those in DATA_DIR/secret.previous.',
  ),
  ENCRYPT_RESPONSES: flag
    .default(false)
    .describe('Whether API responses to signed-in users are encrypted with a key of their session.'),
  TRUST_PROXY: flag
    .default(false)
    .describe('Whether the X-Forwarded-For and X-Forwarded-Proto headers of the proxy are trusted.'),
  LOG_LEVEL: z.enum(logLevels).default('warn').describe('Minimum level of log messages.'),
});

/**
 * The settings with their descriptions, for the operator's documentation.
 *
 * @internal The tests compare docs/operations.md with it.
 */
export function describeEnvironment(): { name: string; text: string }[] {
  return Object.entries(settingsSchema.shape).map(([name, schema]) => ({ name, text: schema.description ?? '' }));
}
