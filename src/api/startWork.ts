import type { ApiDeps } from './deps.ts';
import { startCapUpdates } from './delivery/startCapUpdates.ts';
import { startExports } from './exports/startExports.ts';
import { createHeadReport } from './security/createHeadReport.ts';
import { createShipper } from './security/createShipper.ts';
import { createResealing } from './maintenance/createResealing.ts';
import { startHousekeeping } from './startHousekeeping.ts';
import { startMails } from './mail/startMails.ts';
import { mailTokenNotices } from './people/mailTokenNotices.ts';
import { enforceVerificationLimit } from './verification/enforceVerificationLimit.ts';
import { runRepeatedly } from './runRepeatedly.ts';
import { recheckDomains } from './sso/recheckDomains.ts';
import { queueDailyMails } from './dailyMail/queueDailyMails.ts';
import { endMutes } from './dashboard/endMutes.ts';
import { openFigures } from './entities/listMetrics/figures.ts';
import { startDueRuns } from './schedules/startDueRuns.ts';
import { finishRuns } from './schedules/finishRuns.ts';
import { createFloorOptimizer } from './yield/floorOptimizer.ts';
import { updateTagRanks } from './yield/updateTagRanks.ts';

/** The repeated work of one process of the management API. */
export interface RunningWork {
  /** Starts no further round, and waits for mails and exports in progress. */
  close(): Promise<void>;
}

/** How often causes of muted alerts and records of domains are checked, and owners of API tokens are notified. */
const muteCheckMs = 5 * 60_000;

/** How often repeated security events are recorded with their number, and a part of the security log is verified. */
const securityWorkMs = 20_000;

/** How often creatives that are due are scanned. */
const scanCheckMs = 5000;

/** How often lists of invalid traffic that are due are fetched. */
const listCheckMs = 15_000;

/** How often new security events are sent to SECURITY_LOG_TO. */
const shippingMs = 2000;

/** Starts the repeated work; several processes may do so at the same time. */
export function startWork(deps: ApiDeps): RunningWork {
  const { finance, now, snapshotNotifier, logger: log } = deps;
  const floors = createFloorOptimizer(deps);
  const shipper = createShipper(deps);
  const reportHead = createHeadReport(deps);
  const figures = openFigures(deps);
  const resealSecrets = createResealing(deps);
  const timers = [
    startHousekeeping({ ...deps, log }),
    startCapUpdates({ ...deps, log }),
    runRepeatedly({
      intervalMs: 30_000,
      work: [
        () => updateTagRanks(deps),
        () => floors.optimize(),
        () => enforceVerificationLimit(deps),
        () => finance.prices.applyDue(now().toISOString()),
        () => queueDailyMails(deps),
        () => watchSystem(deps),
        resealSecrets,
      ],
      snapshotNotifier,
      log,
    }),
    runRepeatedly({
      intervalMs: securityWorkMs,
      work: [() => updateSecurityLog(deps), reportHead],
      snapshotNotifier,
      log,
    }),
    runRepeatedly({
      intervalMs: shippingMs,
      work: [() => shipper.ship().then(() => false)],
      snapshotNotifier,
      log,
    }),
    runRepeatedly({
      intervalMs: listCheckMs,
      work: [() => deps.trafficLists.refreshDue()],
      snapshotNotifier,
      log,
    }),
    runRepeatedly({
      intervalMs: scanCheckMs,
      work: [() => deps.scanner.scanDue()],
      snapshotNotifier,
      log,
    }),
    runRepeatedly({
      intervalMs: muteCheckMs,
      work: [() => endMutes(deps, figures), () => mailTokenNotices(deps), () => recheckDomains(deps)],
      snapshotNotifier,
      log,
    }),
    runRepeatedly({
      intervalMs: 1000,
      work: [() => runSchedules(deps)],
      snapshotNotifier,
      log,
    }),
  ];
  const exporting = startExports({ ...deps, log });
  const mailing = startMails(deps);
  return {
    async close() {
      for (const timer of timers) timer.stop();
      await shipper.close();
      await mailing.close();
      await exporting.close();
      await deps.limitedEvents.flush(true);
    },
  };
}

/** Notes what is degraded, so that it is known since when. Publishes nothing for serving. */
async function watchSystem({ system }: ApiDeps): Promise<boolean> {
  await system.read();
  return false;
}

/** Publishes nothing for serving. */
async function updateSecurityLog({ security, limitedEvents }: ApiDeps): Promise<boolean> {
  await limitedEvents.flush();
  await security.verifyNext();
  return false;
}

/** Starts due runs and finishes ended ones. Schedules publish nothing for serving. */
async function runSchedules(deps: ApiDeps): Promise<boolean> {
  const { schedules } = await deps.dueWork.read(deps.now().toISOString());
  if (schedules) await Promise.all([startDueRuns(deps), finishRuns(deps)]);
  return false;
}
