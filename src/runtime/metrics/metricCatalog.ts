/** A metric that the product exposes. */
export interface MetricDefinition {
  /** Its name in Prometheus. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Names of its labels, in the order in which their values are given. */
  readonly labels: readonly string[];
  /** Its meaning, in one sentence. */
  readonly help: string;
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
}

/** Seconds of requests: a cached file takes less than a millisecond, an auction up to its timeout. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5];
/** Seconds of an auction's stages: most are far below a millisecond. */
const stageBuckets = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
/** Seconds of calls to bidders. */
const callBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2.5];

const ofProcess = ['role', 'slot'] as const;

/** All metrics of the product, beside those of Node.js. docs/metrics.md lists them; values of labels are bounded. */
export const metricCatalog = {
  requests: {
    name: 'bidhouse_requests_total',
    type: 'counter',
    labels: ['integration', 'status'],
    help: 'Requests to ad serving by integration and class of status; closed = the client left before the response.',
  },
  requestDuration: {
    name: 'bidhouse_request_duration_seconds',
    type: 'histogram',
    labels: ['integration'],
    help: 'Time from a request to ad serving to the end of its response.',
    buckets: requestBuckets,
  },
  imps: {
    name: 'bidhouse_imps_total',
    type: 'counter',
    labels: ['integration', 'result'],
    help: 'Imps by result: ad, or the reason why there is none.',
  },
  stageDuration: {
    name: 'bidhouse_auction_stage_duration_seconds',
    type: 'histogram',
    labels: ['stage'],
    help: 'Time of the stages of an auction: admission, eligibility, calls, decision and record.',
    buckets: stageBuckets,
  },
  bidderCalls: {
    name: 'bidhouse_bidder_calls_total',
    type: 'counter',
    labels: ['partner', 'outcome'],
    help: 'Imps sent to demand partners, or offered to their stored ads, by outcome: won, bid, no_bid, timeout, error or invalid.',
  },
  bidderDuration: {
    name: 'bidhouse_bidder_duration_seconds',
    type: 'histogram',
    labels: ['partner'],
    help: 'Time until a demand partner responded to a call. Calls that were given up are not included.',
    buckets: callBuckets,
  },
  events: {
    name: 'bidhouse_event_hits_total',
    type: 'counter',
    labels: ['event', 'verdict'],
    help: 'Hits of pixels and notices by event and verdict of the token: valid, expired or forged. Repeated hits are included.',
  },
  spoolRejections: {
    name: 'bidhouse_spool_rejections_total',
    type: 'counter',
    labels: [],
    help: 'Times that the disk began to reject records of ad serving.',
  },
  outgoingConnections: {
    name: 'bidhouse_outgoing_connections',
    type: 'gauge',
    labels: ofProcess,
    help: 'Open connections to bidders.',
  },
  outgoingWaiting: {
    name: 'bidhouse_outgoing_calls_waiting',
    type: 'gauge',
    labels: ofProcess,
    help: 'Calls to bidders that wait for a connection.',
  },
  snapshotVersion: {
    name: 'bidhouse_snapshot_version',
    type: 'gauge',
    labels: ofProcess,
    help: 'Version of the configuration that an ad-serving process serves.',
  },
  snapshotAge: {
    name: 'bidhouse_snapshot_age_seconds',
    type: 'gauge',
    labels: ofProcess,
    help: 'Time since an ad-serving process last received something from the snapshot feed.',
  },
  budgetCampaigns: {
    name: 'bidhouse_budget_campaigns',
    type: 'gauge',
    labels: ofProcess,
    help: 'Campaigns for which an ad-serving process has budget data.',
  },
  budgetLeaseAge: {
    name: 'bidhouse_budget_lease_age_seconds',
    type: 'gauge',
    labels: ofProcess,
    help: 'Time since an ad-serving process last renewed its budget leases. Campaigns with a budget stop bidding at 300.',
  },
  vendorListAge: {
    name: 'bidhouse_vendor_list_age_seconds',
    type: 'gauge',
    labels: ofProcess,
    help: 'Time since the latest Global Vendor List that an ad-serving process uses was published; absent without GVL_FILE and GVL_URL.',
  },
  cacheReads: {
    name: 'bidhouse_cache_reads_total',
    type: 'counter',
    labels: ['cache', 'result'],
    help: 'Reads of caches, hit or miss: bid (bids and VAST for Prebid) and media (files of the bucket).',
  },
  spoolFiles: {
    name: 'bidhouse_spool_files',
    type: 'gauge',
    labels: [],
    help: 'Files of records that wait to be loaded.',
  },
  spoolBytes: {
    name: 'bidhouse_spool_bytes',
    type: 'gauge',
    labels: [],
    help: 'Bytes of records that wait to be loaded.',
  },
  spoolAge: {
    name: 'bidhouse_spool_oldest_age_seconds',
    type: 'gauge',
    labels: [],
    help: 'Age of the oldest record that waits to be loaded; 0 = none waits.',
  },
  segmentsPending: {
    name: 'bidhouse_load_segments_pending',
    type: 'gauge',
    labels: [],
    help: 'Segments that are made and not in ClickHouse yet.',
  },
  loadedRows: {
    name: 'bidhouse_load_rows_total',
    type: 'counter',
    labels: ['table'],
    help: 'Rows loaded into ClickHouse, by table.',
  },
  countedImpressions: {
    name: 'bidhouse_impressions_counted_total',
    type: 'counter',
    labels: ['integration'],
    help: 'Impressions that count, each once, by integration of their request. Tests are not included.',
  },
  revenue: {
    name: 'bidhouse_revenue_nano_usd_total',
    type: 'counter',
    labels: ['integration'],
    help: 'Revenue of counted impressions in nano-USD (0.000000001 USD), by integration. Reports have the exact amounts.',
  },
  cost: {
    name: 'bidhouse_cost_nano_usd_total',
    type: 'counter',
    labels: ['integration'],
    help: 'Payments to publishers for counted impressions in nano-USD, by integration. Reports have the exact amounts.',
  },
  loadRetries: {
    name: 'bidhouse_load_retries_total',
    type: 'counter',
    labels: [],
    help: 'Failed attempts to load a part of a segment, which are repeated.',
  },
  partsSetAside: {
    name: 'bidhouse_load_parts_set_aside_total',
    type: 'counter',
    labels: ['cause'],
    help: 'Parts of segments that ClickHouse rejected as bad data, or did not store completely (unverified).',
  },
  quarantined: {
    name: 'bidhouse_load_records_quarantined_total',
    type: 'counter',
    labels: [],
    help: 'Records that could not be converted to facts.',
  },
  lastLoad: {
    name: 'bidhouse_load_last_timestamp_seconds',
    type: 'gauge',
    labels: [],
    help: 'Unix time at which the worker last loaded rows; absent until it has.',
  },
  reconciliations: {
    name: 'bidhouse_reconciliations_total',
    type: 'counter',
    labels: ['result'],
    help: 'Nightly reconciliations by result: done or failed.',
  },
  backups: {
    name: 'bidhouse_backups_total',
    type: 'counter',
    labels: ['result'],
    help: 'Backups that this node made, ordered or scheduled, by result: done or failed.',
  },
  lastBackup: {
    name: 'bidhouse_backup_last_timestamp_seconds',
    type: 'gauge',
    labels: [],
    help: 'Unix time at which the last complete backup to BACKUP_TO began (without it, to any place); absent until there is one.',
  },
  backupBytes: {
    name: 'bidhouse_backup_last_bytes',
    type: 'gauge',
    labels: [],
    help: 'Size of all contents of the last complete backup.',
  },
  backupDuration: {
    name: 'bidhouse_backup_last_duration_seconds',
    type: 'gauge',
    labels: [],
    help: 'Time that the last complete backup took.',
  },
  backupsDamaged: {
    name: 'bidhouse_backups_damaged',
    type: 'gauge',
    labels: [],
    help: 'Number of backups in the place that the last complete one found damaged.',
  },
  backupOverdue: {
    name: 'bidhouse_backup_overdue_seconds',
    type: 'gauge',
    labels: [],
    help: 'Time for which a scheduled backup has been due; 0 = none is due; absent without BACKUP_TO.',
  },
  apiRequests: {
    name: 'bidhouse_api_requests_total',
    type: 'counter',
    labels: ['chapter', 'status'],
    help: 'Calls of the management API by chapter of its documentation and class of status.',
  },
  apiDuration: {
    name: 'bidhouse_api_request_duration_seconds',
    type: 'histogram',
    labels: ['chapter'],
    help: 'Time of calls of the management API by chapter. Streams that stay open are not included.',
    buckets: requestBuckets,
  },
  postgresConnections: {
    name: 'bidhouse_postgres_connections',
    type: 'gauge',
    labels: ['state'],
    help: 'Connections of the management API to PostgreSQL: active or idle.',
  },
  postgresWaiting: {
    name: 'bidhouse_postgres_waiting',
    type: 'gauge',
    labels: [],
    help: 'Statements of the management API that wait for a connection to PostgreSQL.',
  },
  migrationsApplied: {
    name: 'bidhouse_migrations_applied',
    type: 'gauge',
    labels: ['store'],
    help: 'Migrations that a store has: postgres or clickhouse.',
  },
  migrationsExpected: {
    name: 'bidhouse_migrations_expected',
    type: 'gauge',
    labels: ['store'],
    help: 'Migrations that this version needs, by store.',
  },
  scheduleLag: {
    name: 'bidhouse_schedule_lag_seconds',
    type: 'gauge',
    labels: [],
    help: 'Time for which the most overdue scheduled report has been due; 0 = none is due.',
  },
  mailsDue: {
    name: 'bidhouse_mails_due',
    type: 'gauge',
    labels: [],
    help: 'Mails that are due and not sent.',
  },
  securityEventsUnshipped: {
    name: 'bidhouse_security_events_unshipped',
    type: 'gauge',
    labels: [],
    help: 'Events of the security log that SECURITY_LOG_TO does not have yet; absent without it.',
  },
  securityLogBroken: {
    name: 'bidhouse_security_log_broken',
    type: 'gauge',
    labels: [],
    help: '1 if the last verification of the security log found a fault, else 0.',
  },
  trafficListOverdue: {
    name: 'bidhouse_traffic_list_overdue_seconds',
    type: 'gauge',
    labels: ['list'],
    help: 'Time for which a fetched list is older than IVT_LIST_MAX_DAYS: robots, dataCenters, blockedDomains, blockedFiles or vendors. 0 = it is not; absent without its URL.',
  },
  exportsPending: {
    name: 'bidhouse_exports_pending',
    type: 'gauge',
    labels: ['state'],
    help: 'Report files in the background: queued or running.',
  },
  processUp: {
    name: 'bidhouse_process_up',
    type: 'gauge',
    labels: ofProcess,
    help: '1 if a process returned its metrics in time, else 0. Its counters keep their last values, its gauges are absent.',
  },
  processStarts: {
    name: 'bidhouse_process_starts_total',
    type: 'counter',
    labels: ['role'],
    help: 'Starts of processes by role.',
  },
  missedCollections: {
    name: 'bidhouse_metrics_missed_total',
    type: 'counter',
    labels: ['role'],
    help: 'Times that a process did not return its metrics in time.',
  },
  diskFree: {
    name: 'bidhouse_data_dir_free_bytes',
    type: 'gauge',
    labels: [],
    help: 'Free bytes of the disk of DATA_DIR.',
  },
  diskSize: {
    name: 'bidhouse_data_dir_size_bytes',
    type: 'gauge',
    labels: [],
    help: 'Size of the disk of DATA_DIR in bytes.',
  },
  buildInfo: {
    name: 'bidhouse_build_info',
    type: 'gauge',
    labels: ['version', 'role'],
    help: 'Always 1: the version that runs, by role.',
  },
} as const satisfies Record<string, MetricDefinition>;
