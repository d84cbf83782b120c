import type { SystemFault, SystemFaultCode, SystemList } from '#api/system/systemContract.ts';
import { listNames } from './listTexts.ts';

interface FaultText {
  /** The condition, of a node or store where there is one. */
  title: (object: string) => string;
  /** Its consequence, and how to fix it. */
  advice: string;
  /** Section of docs/runbook.md with the causes and remedies. */
  runbook: string;
}

const texts: Record<SystemFaultCode, FaultText> = {
  no_serving: {
    title: () => 'No ad serving',
    advice: 'No process of ad serving is connected. Check that it runs, and its network to CONTROL_URL.',
    runbook: 'BidhouseProcessDown',
  },
  no_worker: {
    title: () => 'No worker is running',
    advice: 'Events wait on disk, and reports do not get newer. Start a worker.',
    runbook: 'BidhouseProcessDown',
  },
  clickhouse_unavailable: {
    title: (store) => `${store} does not respond`,
    advice: 'Reports are unavailable. Events wait on disk and are loaded later. Check the server and CLICKHOUSE_URL.',
    runbook: 'BidhouseLoadFailing',
  },
  migrations_pending: {
    title: (store) => `${store} lacks migrations`,
    advice: 'This version needs newer tables. Finish the upgrade, or run npm start -- migrate.',
    runbook: 'BidhouseMigrationsPending',
  },
  disk_filling: {
    title: () => 'The disk is almost full',
    advice: 'When it is full, requests get no ads. Enlarge the disk, or lower FACTS_DAYS and CACHE_MB.',
    runbook: 'BidhouseDiskFilling',
  },
  load_lag: {
    title: (node) => `${node} loads events late`,
    advice: 'Reports lack its latest events, and none is lost. Check its worker’s log and ClickHouse.',
    runbook: 'BidhouseLoadLag',
  },
  node_stopped: {
    title: (node) => `${node} has stopped`,
    advice:
      'Its spool may have events that are not loaded. Start its worker, or run npm start -- worker --adopt FOLDER on its data.',
    runbook: 'BidhouseNodeDown',
  },
  claims_waiting: {
    title: () => 'Events wait for a decision',
    advice: 'It is undecided which of them count. Check that workers run and reach PostgreSQL.',
    runbook: 'BidhouseLoadLag',
  },
  serving_stalled: {
    title: () => 'Ad serving does not take changes',
    advice: 'A process serves an earlier configuration. Check its load, and restart it.',
    runbook: 'BidhouseSnapshotStale',
  },
  exports_waiting: {
    title: () => 'Exports wait',
    advice: 'Reports for download are late. Check the API’s log and ClickHouse.',
    runbook: 'BidhouseExportsWaiting',
  },
  mails_waiting: {
    title: () => 'Emails wait',
    advice: 'Scheduled reports and daily emails are late. Check the mail server and SMTP_URL.',
    runbook: 'BidhouseMailsWaiting',
  },
  schedules_late: {
    title: () => 'Scheduled reports are late',
    advice: 'Check the API’s log and the exports in the queue.',
    runbook: 'BidhouseScheduleLag',
  },
  backup_overdue: {
    title: () => 'The scheduled backup is overdue',
    advice: 'Without it, more is lost if the disks are. Check the worker’s log, BACKUP_TO and its free space.',
    runbook: 'BidhouseBackupOverdue',
  },
  backup_failed: {
    title: () => 'The last backup failed',
    advice: 'The tile “Last backup” has the reason. Correct it; a scheduled backup is tried again every hour.',
    runbook: 'BidhouseBackupOverdue',
  },
  backup_damaged: {
    title: (names) => `Backups are damaged: ${names}`,
    advice:
      'They cannot be restored as a whole. Check the disk of BACKUP_TO, and delete them when newer ones are intact.',
    runbook: 'BidhouseBackupOverdue',
  },
  restored_waiting: {
    title: (node) => `Restored events of ${node} wait`,
    advice:
      'They are not in reports. If this lasts, the worker’s log has the reason. Correct it, and restart the worker.',
    runbook: 'BidhouseNodeDown',
  },
  security_log_behind: {
    title: () => 'Security events are not shipped',
    advice:
      'SECURITY_LOG_TO does not accept them; none is lost. Check the server, its port and certificate, or the disk.',
    runbook: 'BidhouseSecurityLogBehind',
  },
  security_log_broken: {
    title: (event) => `The security log is broken at event ${event}`,
    advice: 'It was changed in the database. Compare it with its copy or a backup: npm run security-log -- verify.',
    runbook: 'BidhouseSecurityLogBroken',
  },
  traffic_list_old: {
    title: (list) => `A traffic list is old: ${listNames[list as SystemList['kind']]}`,
    advice:
      'The last acceptable one stays in use. The card “Traffic lists” has the reason: correct it and fetch it, or replace the file.',
    runbook: 'BidhouseTrafficListOld',
  },
  mixed_versions: {
    title: () => 'Nodes run different versions',
    advice: 'Finish the upgrade, or go back on the nodes that have it.',
    runbook: 'BidhouseMixedVersions',
  },
};

/** A fault in words, and its section of the runbook. */
export function faultText({
  code,
  object,
}: Pick<SystemFault, 'code' | 'object'>): Record<'title' | 'advice' | 'runbook', string> {
  const { title, advice, runbook } = texts[code];
  return { title: title(object), advice, runbook };
}
