import { z } from 'zod';
import { type RetentionJob, retentionJobs } from '#model/retentionJobs.ts';
import { trafficListKinds } from '#model/lists/trafficList.ts';
import type { Contract } from '../routeDeclaration.ts';

/** The conditions in which the platform is degraded. */
const systemFaults = [
  'no_serving',
  'no_worker',
  'clickhouse_unavailable',
  'migrations_pending',
  'disk_filling',
  'load_lag',
  'node_stopped',
  'claims_waiting',
  'serving_stalled',
  'exports_waiting',
  'mails_waiting',
  'schedules_late',
  'backup_overdue',
  'backup_failed',
  'backup_damaged',
  'restored_waiting',
  'mixed_versions',
  'security_log_behind',
  'security_log_broken',
  'traffic_list_old',
] as const;

export type SystemFaultCode = (typeof systemFaults)[number];

const time = z.iso.datetime();

const faultSchema = z.object({
  code: z.enum(systemFaults),
  tone: z
    .enum(['bad', 'warn'])
    .describe('bad = ads, events or reports are affected; warn = they will be if nothing is done'),
  object: z.string().describe('Name of the node or store; empty = the platform'),
  since: time.describe('Since when at the latest: some conditions are only known since this process checks them'),
});

/** A reason why the platform is degraded. */
export type SystemFault = z.output<typeof faultSchema>;

const nodeSchema = z.object({
  node: z.string().describe('Name of the node in the facts'),
  version: z.string(),
  facts: z.enum(['embedded', 'server']).describe('Where its worker loads events'),
  state: z
    .enum(['running', 'stopped', 'left'])
    .describe('stopped = its spool may have events that are not loaded; left = it has none, or was removed'),
  startedAt: time.nullable().describe('Null on a single machine, as is seenAt'),
  seenAt: time.nullable(),
  unreadSince: time.describe('Everything that its ad serving recorded before this time is loaded'),
  lastLoadAt: time.nullable().describe('Last time within seven days at which it loaded events; null = none or unknown'),
  lanes: z.int().describe('Number of lanes of serves, of 16, for which it decides which events count'),
});

/** A node with a worker. */
export type SystemNode = z.output<typeof nodeSchema>;

const servingSchema = z.object({
  count: z.int().describe('Processes that follow the configuration from this API process'),
  stalled: z.int().describe('Those that have taken nothing for half a minute'),
  version: z.int().describe('Current version of the configuration'),
  oldestVersion: z.int().nullable().describe('Lowest version that one of them has taken; null if there is none'),
});

const storeSchema = z.object({
  store: z.enum(['postgres', 'clickhouse']),
  isEmbedded: z.boolean(),
  version: z.string().nullable().describe('Null = it does not respond, as for the following values'),
  responseMs: z.int().nullable(),
  migrationsApplied: z.int().nullable(),
  migrationsExpected: z.int().nullable().describe('Migrations that this version needs'),
});

/** A database. */
export type SystemStore = z.output<typeof storeSchema>;

const queueSchema = z.object({
  queue: z
    .enum(['exports', 'mails', 'schedules', 'claims', 'securityEvents'])
    .describe('securityEvents = those that SECURITY_LOG_TO does not have yet, if it is set'),
  waiting: z.int(),
  running: z.int().nullable().describe('Null where nothing is known to run'),
  oldestAt: time.nullable().describe('Since when the first one waits; null if none does'),
});

/** A queue of background work. */
export type SystemQueue = z.output<typeof queueSchema>;

const backupSchema = z.object({
  isScheduled: z.boolean().describe('Whether a worker has BACKUP_TO'),
  dueSince: time.nullable().describe('Since when a scheduled backup is due; null if none is'),
  completeAt: time.nullable().describe('When the last complete backup began; null if there is none'),
  bytes: z.number().nullable().describe('Its size'),
  tookMs: z.int().nullable(),
  isRunning: z.boolean(),
  error: z.string().nullable().describe('Why the latest backup failed; null if it did not'),
  failingSince: time.nullable().describe('When the first backup began that failed after the last complete one'),
  damaged: z.array(z.string()).describe('Names of backups of which contents were found damaged or missing'),
});

const securityLogSchema = z.object({
  seq: z.int().describe('The last event of the security log; 0 = none yet'),
  shippedSeq: z.int().nullable().describe('The last event that SECURITY_LOG_TO has; null = it is not set'),
  brokenSeq: z.int().nullable().describe('The event at which verification found a fault; null = none'),
  brokenSince: time.nullable(),
});

/** The backups of the installation, to the places of its schedules if there are any. */
export type SystemBackup = z.output<typeof backupSchema>;

const cspReportSchema = z.object({
  directive: z.string().describe('The directive that blocked it; other = further kinds, counted together'),
  blocked: z.string().describe('Origin, scheme or keyword of what was blocked; empty = not named'),
  reports: z.int(),
  firstAt: time,
  lastAt: time,
});

const retentionSchema = z.object({
  job: z.enum(Object.keys(retentionJobs) as [RetentionJob, ...RetentionJob[]]),
  days: z.int().nullable().describe('Days for which rows are stored; null = until they end'),
  ranAt: time.nullable().describe('Null = it has not run yet, as for the following values'),
  nextAt: time.nullable(),
  deleted: z.int().describe('Rows that the last run deleted'),
  deletedInAll: z.int().describe('Rows that all runs deleted'),
  lastDeletionAt: time.nullable().describe('When a run last deleted something; null = none has'),
});

/** A job that deletes data at the end of its retention. */
export type SystemRetention = z.output<typeof retentionSchema>;

const listSchema = z.object({
  kind: z
    .enum([...trafficListKinds, 'addresses', 'locations', 'networks'])
    .describe(
      'User agents of robots, networks of data centers, vendors of the Global Vendor List, domains and files that creatives may not use, blocked addresses, and geolocation databases',
    ),
  origin: z
    .enum(['url', 'file', 'product'])
    .describe(
      'url = fetched every day, file = read when a process starts (vendors: also when it changes), product = part of this version',
    ),
  place: z.string().describe('Host and path of the URL, or path of the file; empty = part of this version'),
  entries: z.int().nullable(),
  dataAt: time.nullable().describe('When its data was built, published or last changed; null = unknown'),
  confirmedAt: time.nullable().describe('When its URL last had an acceptable list'),
  attemptedAt: time.nullable().describe('When it was last fetched'),
  fault: z.string().nullable().describe('Why the last attempt failed; the earlier list stays in use'),
  oldSince: time
    .nullable()
    .describe(
      'Since when it has not been fetched for IVT_LIST_MAX_DAYS, or the Global Vendor List was published over 30 days ago; null = neither',
    ),
});

/** A list or database by which traffic, creatives or consent are checked. */
export type SystemList = z.output<typeof listSchema>;

const systemSchema = z.object({
  at: time,
  version: z.string().describe('Version of the API process that responds'),
  faults: z.array(faultSchema).describe('The worst first; empty = everything works'),
  nodes: z.array(nodeSchema),
  serving: servingSchema,
  stores: z.array(storeSchema),
  queues: z.array(queueSchema),
  backup: backupSchema,
  securityLog: securityLogSchema,
  retention: z.array(retentionSchema).describe('What is deleted at the end of its retention, and when it last was'),
  lists: z
    .array(listSchema)
    .describe('Lists and databases by which traffic, creatives and consent are checked, with their age'),
  cspReports: z
    .array(cspReportSchema)
    .describe('What the content security policy of pages has blocked within 30 days, the latest first, 20 at most'),
  disk: z
    .object({ freeBytes: z.number(), totalBytes: z.number() })
    .describe('The disk of DATA_DIR of this API process'),
});

/** The state of the platform. */
export type SystemState = z.output<typeof systemSchema>;

/** The state of the platform’s processes and stores. */
export const systemContract = {
  read: {
    method: 'GET',
    path: '/api/admin/system',
    summary: 'Read the state of nodes, stores, queues and disk, and what is degraded since when',
    chapter: 'Platform',
    access: { roles: ['super', 'admin'] },
    responses: { 200: { description: 'The state', schema: systemSchema } },
  },
  removeNode: {
    method: 'DELETE',
    path: '/api/admin/system/nodes/{node}',
    summary: 'Remove a stopped node: events in its spool that others no longer remember will not count',
    chapter: 'Platform',
    access: { roles: ['super'] },
    params: z.object({ node: z.string().max(100, 'At most 100 characters') }),
    responses: { 200: { description: 'The node counts as left', schema: z.object({}) } },
    rejects: [404, 409],
  },
} as const satisfies Contract;
