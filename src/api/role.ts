import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { budgetColumns } from '#engine/budget/budgetsOf.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { openGeo } from '#serving/geo/openGeo.ts';
import { openBudgetJournal } from '#storage/budget/budgetJournal.ts';
import { readCampaigns } from '#storage/budget/readCampaigns.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { openCaps } from '#storage/entities/capStore.ts';
import { openFloors } from '#storage/entities/floorStore.ts';
import type { LoginStore } from '#storage/entities/loginStore.ts';
import { openPlaces } from '#storage/entities/placeStore.ts';
import { openPostbid } from '#storage/entities/postbidStore.ts';
import { openMedia } from '#storage/media/openMedia.ts';
import { openPostgres } from '#storage/postgres.ts';
import { openMailQueue } from '#storage/schedules/mailQueue.ts';
import { migratePostgres } from '#storage/postgresMigrations.ts';
import { demoPassword, type Config } from '../config.ts';
import { buildApi } from './buildApi.ts';
import { exportRoutes } from './exports/exportRoutes.ts';
import { startExports } from './exports/startExports.ts';
import { startHousekeeping } from './housekeeping.ts';
import { mailRoutes } from './mail/mailRoutes.ts';
import { openMailer } from './mail/openMailer.ts';
import { startMails } from './mail/startMails.ts';
import { buildControl } from './control/buildControl.ts';
import { listenForControl } from './control/listenForControl.ts';
import { createBudgetController } from './budget/budgetController.ts';
import { openCountedSpend } from './budget/countedSpend.ts';
import { keepCaps } from './delivery/keepCaps.ts';
import { openStores } from './openStores.ts';
import { apiChecks } from './apiChecks.ts';
import { measurePostbid } from './postbid/measurePostbid.ts';
import { repeatWork } from './repeatWork.ts';
import { createFairTurns } from './reports/fairTurns.ts';
import { reportRoutes } from './reports/reportRoutes.ts';
import { savedReportRoutes } from './savedReports/savedReportRoutes.ts';
import { beginRuns } from './schedules/beginRuns.ts';
import { endRuns } from './schedules/endRuns.ts';
import { scheduleRoutes } from './schedules/scheduleRoutes.ts';
import { sharedRoutes } from './shares/sharedRoutes.ts';
import { shareRoutes } from './shares/shareRoutes.ts';
import { startSnapshotPulse } from './snapshot/snapshotPulse.ts';
import { createFloorLearner } from './yield/learnFloors.ts';
import { measurePlaces } from './yield/measurePlaces.ts';

/** Heavy reports that one process asks of the store at a time: the embedded one runs as many as half the cores. */
const heavyReports = 4;

// Sources and build lie equally deep below the project's folder.
const migrationsDir = fileURLToPath(new URL('../../migrations/postgres', import.meta.url));
const consoleDir = fileURLToPath(new URL('../../dist/console', import.meta.url));

/** Runs the management API: brings the database up to date, makes the first admin, listens on HOST and PORT, and for ad serving apart. */
export async function startApiRole(
  config: Config,
  stores: { databaseUrl: string; clickhouseUrl: string },
): Promise<{ close(): Promise<void> }> {
  const logger = createLogger({ level: config.LOG_LEVEL, role: 'api', secrets: secretsOf(config, stores) });
  const postgres = openPostgres(stores.databaseUrl);
  const clickhouse = openClickHouse(stores.clickhouseUrl);
  const kept = openStores(postgres.db);
  const { entities, sessions, logins, exports } = kept;
  const fileDays = config.REPORT_FILE_DAYS;
  const now = () => new Date();
  const turns = createFairTurns(heavyReports);
  const reports = {
    facts: clickhouse,
    entities,
    factsDays: config.FACTS_DAYS,
    rollupDays: config.ROLLUP_DAYS,
    turns,
    now,
  };
  const scheduling = { ...kept, config, now, reports, fileDays };
  const pulse = startSnapshotPulse(() => entities.version());
  const media = await openMedia(config.DATA_DIR, config.MEDIA_URL);
  const closeStores = async () => {
    pulse.close();
    await media.close();
    await clickhouse.close();
    await postgres.close();
  };
  try {
    await migratePostgres(postgres.pool, migrationsDir);
    await createFirstAdmin(config, logins);
    // Ad serving tells of files that cannot be read.
    const geo = await openGeo({ cities: config.GEO_CITY_MMDB, networks: [] }, () => undefined);
    const budgets = createBudgetController({
      journal: openBudgetJournal(postgres.db),
      campaigns: (ids) => readCampaigns(postgres.db, ids, budgetColumns),
      counted: openCountedSpend(clickhouse),
      now,
    });
    const app = await buildApi({
      config,
      ...kept,
      locate: geo.locate,
      facts: clickhouse,
      loads: clickhouse,
      media,
      turns,
      pulse,
      now,
      checks: apiChecks(postgres, clickhouse),
      logger,
      consoleDir,
      moreRoutes: [
        ...reportRoutes(reports),
        ...savedReportRoutes({ ...kept, now, reports, fileDays }),
        ...exportRoutes({ ...kept, now, reports, fileDays }),
        ...scheduleRoutes(scheduling),
        ...mailRoutes({ ...kept, config }),
        ...shareRoutes({ ...kept, now }),
        ...sharedRoutes({ ...kept, config, now, reports }),
      ],
    });
    const control = buildControl({ config, logger, ...kept, pulse, now, facts: clickhouse, budgets });
    await listenForControl(control, config);
    const housekeeping = startHousekeeping({ ...kept, fileDays, now, log: logger });
    const measured = { facts: clickhouse, now };
    const floors = createFloorLearner({ floors: openFloors(postgres.db), ...measured });
    const yields = repeatWork({
      everyMs: 30_000,
      work: [
        () => measurePlaces({ places: openPlaces(postgres.db), ...measured }),
        () => floors.learn(),
        () => measurePostbid({ postbid: openPostbid(postgres.db), platform: kept.platform, ...measured }),
        () => kept.finance.prices.applyDue(now().toISOString()),
      ],
      pulse,
      log: logger,
    });
    const caps = keepCaps({ caps: openCaps(postgres.db), facts: clickhouse, pulse, now, log: logger });
    const exporting = startExports({ exports, sessions, config, reports, now, log: logger });
    const runs = repeatWork({
      everyMs: 1000,
      work: [() => beginRuns(scheduling).then(never), () => endRuns(scheduling).then(never)],
      pulse,
      log: logger,
    });
    const mails = openMailQueue(postgres.db);
    const mailing = startMails({ ...scheduling, mails, mailer: openMailer(config), log: logger });
    await app.listen({ host: config.HOST, port: config.PORT });
    return {
      async close() {
        caps.stop();
        yields.stop();
        housekeeping.stop();
        runs.stop();
        await mailing.close();
        await exporting.close();
        await Promise.all([control.close(), app.close()]);
        await closeStores();
      },
    };
  } catch (error) {
    await closeStores();
    throw error;
  }
}

/** Nothing was published for serving. */
const never = (): boolean => false;

/** An empty installation gets its super admin: with the configured password, or one that is shown this once. */
async function createFirstAdmin(config: Config, logins: LoginStore): Promise<void> {
  const given = config.ADMIN_PASSWORD ?? (config.isDemo ? demoPassword : undefined);
  const password = given ?? randomBytes(15).toString('base64url');
  const isCreated = await logins.createFirstAdmin(config.ADMIN_LOGIN, password);
  if (isCreated && given === undefined) {
    process.stdout.write(
      `First sign-in: login ${config.ADMIN_LOGIN}, password ${password} (shown this once: keep it)\n`,
    );
  }
}
