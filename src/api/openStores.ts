import { openAdsTxt } from '#storage/adsTxt/adsTxtStore.ts';
import { openApiTokens } from '#storage/apiTokens.ts';
import { openChangeSets } from '#storage/entities/changeSetStore.ts';
import { openChangeLog } from '#storage/entities/changeLog.ts';
import type { Database } from '#storage/entities/database.ts';
import { openEntityStore } from '#storage/entities/entityStore.ts';
import { openLoginStore } from '#storage/entities/loginStore.ts';
import { openSessionStore } from '#storage/entities/sessionStore.ts';
import { openFinance } from '#storage/finance/financeStore.ts';
import { openExports } from '#storage/exports/exportStore.ts';
import { openListMembers } from '#storage/listMembers/openListMembers.ts';
import { openPlatformConfig } from '#storage/platformConfig.ts';
import { openSavedReports } from '#storage/savedReports.ts';
import { openRuns } from '#storage/schedules/runStore.ts';
import { openSchedules } from '#storage/schedules/scheduleStore.ts';
import { openSavedViews } from '#storage/savedViews.ts';
import { openShares } from '#storage/shares/shareStore.ts';
import { openWatches } from '#storage/watches/watchStore.ts';
import { openScanImports } from '#storage/postbid/scanImports.ts';
import type { ApiDeps } from './deps.ts';

/** What the management API keeps in PostgreSQL. */
export type Stores = Pick<
  ApiDeps,
  | 'entities'
  | 'sessions'
  | 'logins'
  | 'log'
  | 'changeSets'
  | 'tokens'
  | 'lists'
  | 'adsTxt'
  | 'platform'
  | 'savedReports'
  | 'exports'
  | 'schedules'
  | 'runs'
  | 'shares'
  | 'savedViews'
  | 'watches'
  | 'finance'
  | 'scanImports'
>;

/** Opens everything that the management API keeps in a database. */
export function openStores(db: Database): Stores {
  return {
    entities: openEntityStore(db),
    sessions: openSessionStore(db),
    logins: openLoginStore(db),
    log: openChangeLog(db),
    changeSets: openChangeSets(db),
    tokens: openApiTokens(db),
    lists: openListMembers(db),
    adsTxt: openAdsTxt(db),
    platform: openPlatformConfig(db),
    savedReports: openSavedReports(db),
    exports: openExports(db),
    schedules: openSchedules(db),
    runs: openRuns(db),
    shares: openShares(db),
    savedViews: openSavedViews(db),
    watches: openWatches(db),
    finance: openFinance(db),
    scanImports: openScanImports(db),
  };
}
