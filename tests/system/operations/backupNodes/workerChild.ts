import { startWorkerRole } from '#events/startWorkerRole.ts';
import { readConfig } from '../../../../src/config.ts';

/** The worker of a node with the settings of its environment and shared servers. Reports `ready`; stops on a message. */
const config = readConfig(process.env, { isDemo: false });
const stores = { databaseUrl: config.DATABASE_URL ?? '', clickhouseUrl: config.CLICKHOUSE_URL ?? '' };
const worker = await startWorkerRole(config, stores);
process.on('message', () => void worker.close().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
