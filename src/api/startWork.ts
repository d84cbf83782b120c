import type { ApiDeps } from './deps.ts';
import { keepCaps } from './delivery/keepCaps.ts';
import { startExports } from './exports/startExports.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startMails } from './mail/startMails.ts';
import { measurePostbid } from './postbid/measurePostbid.ts';
import { repeatWork } from './repeatWork.ts';
import { beginRuns } from './schedules/beginRuns.ts';
import { endRuns } from './schedules/endRuns.ts';
import { createFloorLearner } from './yield/learnFloors.ts';
import { measurePlaces } from './yield/measurePlaces.ts';

/** The repeated work of one process of the management API. */
export interface RunningWork {
  /** Starts no further round, and waits for mails and exports under way. */
  close(): Promise<void>;
}

/** Starts the repeated work; several processes may do the same at a time. */
export function startWork(deps: ApiDeps): RunningWork {
  const { finance, now, pulse, logger: log } = deps;
  const floors = createFloorLearner(deps);
  const timers = [
    startHousekeeping({ ...deps, log }),
    keepCaps({ ...deps, log }),
    repeatWork({
      everyMs: 30_000,
      work: [
        () => measurePlaces(deps),
        () => floors.learn(),
        () => measurePostbid(deps),
        () => finance.prices.applyDue(now().toISOString()),
      ],
      pulse,
      log,
    }),
    repeatWork({
      everyMs: 1000,
      work: [() => beginRuns(deps).then(nothingPublished), () => endRuns(deps).then(nothingPublished)],
      pulse,
      log,
    }),
  ];
  const exporting = startExports({ ...deps, log });
  const mailing = startMails({ ...deps, log });
  return {
    async close() {
      for (const timer of timers) timer.stop();
      await mailing.close();
      await exporting.close();
    },
  };
}

/** Runs of schedules publish nothing for serving. */
const nothingPublished = (): boolean => false;
