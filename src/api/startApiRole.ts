import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { HandedConnections } from '#runtime/listen/handedConnections.ts';
import { SettingsConflict } from '#runtime/faults/settingsConflict.ts';
import { storeConflict } from '#runtime/faults/storeConflict.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import type { Metrics } from '#runtime/metrics/createMetrics.ts';
import { takeRestored } from '#runtime/restoredMark.ts';
import { noTelemetry, type Telemetry } from '#runtime/telemetry.ts';
import { withTimeout } from '#runtime/withTimeout.ts';
import { openGeo } from '#serving/geo/openGeo.ts';
import { openVendorLists } from '#serving/vendorLists/openVendorLists.ts';
import { openClickHouse, type ClickHouse } from '#storage/clickhouse.ts';
import { failWhenSilent } from '#storage/failWhenSilent.ts';
import { systemAuthor } from '#storage/entities/changeLog.ts';
import type { LoginStore } from '#storage/logins/loginStore.ts';
import { openMedia } from '#storage/media/openMedia.ts';
import { openSecurityLog } from '#storage/security/securityLog.ts';
import { maxServerSilenceMs, openPostgres, type Postgres } from '#storage/postgres.ts';
import { migratePostgres } from '#storage/migratePostgres.ts';
import { migrationFolders } from '#storage/migrationFolders.ts';
import { readMigrationStates } from '#storage/migrations/migrationState.ts';
import { checkFacts, joinInstallation } from '#storage/nodes/installationStore.ts';
import { passwordLength } from '#model/account/newPassword.ts';
import { demoPassword, type Config } from '../config.ts';
import { listenForControl } from './control/listenForControl.ts';
import {
  readListGauges,
  readMigrationGauges,
  readPoolGauges,
  readQueueGauges,
  readSecurityGauges,
} from './metrics/readApiGauges.ts';
import { createCallTracing } from './tracing/callTracing.ts';
import { tracedClickHouse } from './tracing/tracedClickHouse.ts';
import { openApi } from './openApi.ts';

// The source and the build are equally deep below the project's folder.
const factsCheckMs = 3000;
const consoleDir = fileURLToPath(new URL('../../dist/console', import.meta.url));

/**
 * Runs the management API: migrates the database, creates the first admin, and serves the connections that the parent
 * hands over, or without them listens on HOST and PORT, and separately for ad serving.
 */
export async function startApiRole(
  config: Config,
  urls: { databaseUrl: string; clickhouseUrl: string },
  { metrics, tracer }: Telemetry = noTelemetry,
  connections?: HandedConnections,
): Promise<{ close(): Promise<void> }> {
  const tracing = tracer && createCallTracing(tracer);
  const secrets = secretsOf(config, urls);
  const logger = createLogger({ level: config.LOG_LEVEL, role: 'api', secrets, traceId: () => tracing?.traceId() });
  const postgres = openPostgres(urls.databaseUrl, {
    maxSilenceMs: config.DATABASE_URL === undefined ? undefined : maxServerSilenceMs,
    ...(tracing ? { observe: (text) => tracing.startStatement('postgresql', text) } : {}),
  });
  const facts = openFacts(config, urls.clickhouseUrl);
  const clickhouse = tracing ? tracedClickHouse(facts, tracing) : facts;
  const media = await openMedia(config.DATA_DIR, config.MEDIA_URL);
  // Ad serving reports unreadable files.
  const vendorFiles = await openVendorLists(config.GVL_FILE, () => undefined);
  const closeStores = async () => {
    vendorFiles.close();
    await media.close();
    await clickhouse.close();
    await postgres.close();
  };
  try {
    await migrate(urls.databaseUrl);
    const installation = await joinInstallation(postgres.pool, config);
    if (config.CLICKHOUSE_URL !== undefined) await checkFactsSoon(postgres.pool, clickhouse, installation);
    const geo = await openGeo({ cities: config.GEO_CITY_MMDB, networks: config.GEO_ASN_MMDB }, () => undefined);
    const stores = {
      postgres,
      clickhouse,
      media,
      locate: geo.locate,
      databases: geo.databases,
      vendorFiles: vendorFiles.current,
      consoleDir,
      logger,
      ...(metrics ? { metrics } : {}),
      ...(tracing ? { tracing } : {}),
    };
    if (metrics) addApiGauges(metrics, { postgres, clickhouse }, config.SECURITY_LOG_TO !== undefined);
    const api = await openApi(config, stores, () => new Date());
    const { trafficLists, now } = api.deps;
    metrics?.gauges(() => readListGauges(trafficLists, config.IVT_LIST_MAX_DAYS, now));
    await createFirstAdmin(config, api.deps.logins);
    await takeRestored(config.DATA_DIR, (backup) =>
      api.deps.security.record(systemAuthor, {
        ...{ type: 'commandRun', demandId: null },
        details: { command: 'restore', backup },
      }),
    );
    if (connections) {
      await Promise.all([api.control.ready(), api.app.ready()]);
      connections.serve('control', api.control.server);
    } else await listenForControl(api.control, config);
    if (config.FOUR_EYES && (await api.deps.sessions.readPeople(null)).filter(({ user }) => user.isSuper).length < 2)
      logger.warn(
        'FOUR_EYES needs a second super admin: until then, prices and roles cannot be changed. Run npm start -- reset-admin LOGIN --super',
      );
    if (await api.deps.sealedSecrets.areClear())
      logger.warn(
        'Keys of suppliers are stored in clear text, as release 0.2.0 reads them. Run npm start -- seal-secrets once you do not go back to it',
      );
    const work = api.startWork();
    if (connections) connections.serve('console', api.app.server);
    else await api.app.listen({ host: config.HOST, port: config.PORT });
    return {
      async close() {
        await connections?.finish('console');
        // Calls of ad serving are repeated, and its feed never ends.
        await connections?.finish('control', 0);
        await work.close();
        await api.close();
        await closeStores();
      },
    };
  } catch (error) {
    await closeStores();
    throw error;
  }
}

/** Has connections, queues and migrations read at every collection. */
function addApiGauges(
  metrics: Metrics,
  { postgres, clickhouse }: { postgres: Postgres; clickhouse: ClickHouse },
  isSecurityLogShipped: boolean,
): void {
  const security = openSecurityLog(postgres.db);
  metrics.gauges(() => readPoolGauges(postgres.pool));
  metrics.gauges(() => readQueueGauges(postgres, () => new Date()));
  metrics.gauges(() => readSecurityGauges(security, isSecurityLogShipped));
  const migrations = readMigrationStates();
  metrics.gauges(() => readMigrationGauges({ pool: postgres.pool, clickhouse }, migrations));
}

/** Checks whose facts CLICKHOUSE_URL has, if the server responds: without it, the API serves all but reports. */
async function checkFactsSoon(pool: Postgres['pool'], clickhouse: ClickHouse, installation: string): Promise<void> {
  const failure = await withTimeout(
    factsCheckMs,
    checkFacts(pool, clickhouse, installation).then(
      () => null,
      (error: unknown) => error,
    ),
  );
  const conflict = failure instanceof SettingsConflict ? failure : storeConflict(failure);
  if (conflict) throw conflict;
}

/**
 * Creates the super admin of an empty installation: with the configured password, or a generated one that is shown
 * once.
 */
async function createFirstAdmin(config: Config, logins: LoginStore): Promise<void> {
  const given = config.ADMIN_PASSWORD ?? (config.isDemo ? demoPassword : undefined);
  const password = given ?? randomBytes(18).toString('base64url');
  if (password.length < passwordLength.min && (await logins.isEmpty())) {
    throw new Error(`ADMIN_PASSWORD must have at least ${passwordLength.min} characters`);
  }
  const isCreated = await logins.createFirstAdmin(config.ADMIN_LOGIN, password);
  if (isCreated && given === undefined) {
    process.stdout.write(
      `First sign-in: login ${config.ADMIN_LOGIN}, password ${password} (shown only this once; store it safely)\n`,
    );
  }
}

/** Opens ClickHouse. An embedded one is not pinged: it may be busy for minutes with a statement of PostgreSQL. */
function openFacts(config: Config, url: string): ClickHouse {
  const clickhouse = openClickHouse(url, { cluster: config.CLICKHOUSE_CLUSTER });
  if (config.CLICKHOUSE_URL === undefined) return clickhouse;
  const pings = openClickHouse(url);
  return {
    ...failWhenSilent(clickhouse, (signal) => pings.ping(signal)),
    close: async () => void (await Promise.all([clickhouse.close(), pings.close()])),
  };
}

/** In connections of its own: a migration may take longer than any other statement. */
async function migrate(databaseUrl: string): Promise<void> {
  const postgres = openPostgres(databaseUrl, { maxConnections: 1 });
  try {
    await migratePostgres(postgres.pool, migrationFolders.postgres);
  } finally {
    await postgres.close();
  }
}
