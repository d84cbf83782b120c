import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { openHitStore } from '#storage/hits/hitStore.ts';
import { claimFacts, joinInstallation } from '#storage/nodes/installationStore.ts';
import { openNodeStore } from '#storage/nodes/nodeStore.ts';
import { waitForTables } from '#storage/nodes/waitForTables.ts';
import { openPostgres, type Postgres } from '#storage/postgres.ts';
import type { Config } from '../../config.ts';
import type { FirstHits } from '../hits/firstHits.ts';
import { startLanes, type Lanes } from '../hits/lanes.ts';
import { importJournals, openSharedHits } from '../hits/sharedHits.ts';
import type { FactStore } from '../load/factStore.ts';
import type { EventLog } from '../spool/eventLog.ts';
import { hasSpoolFile } from '../spool/spoolFiles.ts';
import { findFormerWorkers } from './findFormerWorkers.ts';
import { checkNotCopied, readNodePlace } from './nodePlace.ts';
import { markInstallation } from './installationMark.ts';
import { checkOtherNodes, registerNode, type RegisteredNode } from './registerNode.ts';

/** A worker as one of the nodes that share a PostgreSQL server. */
export interface JoinedNodes {
  /** The database that the nodes share. */
  pool: Postgres['pool'];
  /** ID of this run of the worker. */
  run: string;
  /**
   * Marks the facts as this installation’s, and warns of nodes that do not take part yet. One node at a time. Throws
   * SettingsConflict if they are another’s.
   */
  claimFacts(facts: FactStore): Promise<void>;
  /**
   * Registers the worker and takes part in deciding first hits. Before that, it moves the decisions that this node made
   * alone to PostgreSQL. Undefined if the facts are embedded: then this node is the only one.
   */
  decideHits(): Promise<FirstHits | undefined>;
  /** Stops waiting for decisions of other nodes. */
  stopWaiting(): void;
  /** Leaves the nodes: others take over what this one decides. */
  leave(): Promise<void>;
}

const maxConnections = 4;
/** A server that does not respond for so long is connected to again. */
const maxSilenceMs = 20_000;

/**
 * Joins the nodes that share the PostgreSQL server, once its tables exist. Null if PostgreSQL is embedded. Throws
 * SettingsConflict if this node’s settings do not fit the installation.
 */
export async function joinNodes(
  config: Pick<Config, 'DATABASE_URL' | 'CLICKHOUSE_URL' | 'TOKEN_LIFETIME_MINUTES' | 'secret' | 'otherSecrets'>,
  own: { node: string; spoolRoot: string; stateDir: string; log: EventLog },
): Promise<JoinedNodes | null> {
  if (config.DATABASE_URL === undefined) return null;
  const { node, spoolRoot, log } = own;
  const hasServer = config.CLICKHOUSE_URL !== undefined;
  const postgres = openPostgres(config.DATABASE_URL, { maxConnections, maxSilenceMs });
  const { pool } = postgres;
  const facts = hasServer ? 'server' : 'embedded';
  const place = readNodePlace(dirname(own.stateDir));
  const join = async () => {
    await waitForTables(pool, () => log.warn('Waiting for the management API, which creates the tables in PostgreSQL'));
    await checkOtherNodes(pool, node, facts);
    await checkNotCopied(openNodeStore(pool), node, place);
    const id = await joinInstallation(pool, config);
    markInstallation(own.stateDir, id);
    return id;
  };
  const installation = await join().catch(async (error: unknown) => {
    await postgres.close();
    throw error;
  });
  const run = randomUUID();
  let registered: RegisteredNode | null = null;
  const stopping = new AbortController();
  let lanes: Lanes | null = null;

  return {
    pool,
    run,
    async claimFacts(clickhouse) {
      if (!hasServer) return;
      await claimFacts(pool, clickhouse, installation);
      const former = await findFormerWorkers(pool, clickhouse, node);
      if (former.length > 0) log.warn(formerText(former));
    },
    async decideHits() {
      const ownNode = await registerNode({
        ...own,
        run,
        pool,
        facts,
        place,
        now: Date.now,
        onReplaced() {
          // Its next start names the place of the other.
          log.error(`Another worker runs under the name of this node, ${node}: DATA_DIR was copied`);
          process.exit(1);
        },
      });
      registered = ownNode;
      if (!hasServer) return undefined;
      const store = openHitStore(pool);
      await store.createLanes();
      await importJournals(`${own.stateDir}/hits`, store);
      const started = startLanes({
        node,
        store,
        census: () => ownNode.census(),
        lifetimeMs: config.TOKEN_LIFETIME_MINUTES * 60_000,
        log,
        now: Date.now,
      });
      lanes = started;
      return openSharedHits({
        node,
        store,
        onClaimed: () => started.decideSoon(),
        isInSpool: (file) => hasSpoolFile(spoolRoot, file),
        log,
        now: Date.now,
        stop: stopping.signal,
      });
    },
    stopWaiting: () => stopping.abort(),
    async leave() {
      await lanes?.close();
      await registered?.leave();
      await postgres.close();
    },
  };
}

function formerText(nodes: readonly string[]): string {
  return `Workers of a release before 0.2.0 load events of this installation: ${nodes.join(', ')}. They decide without the others which hits are the first: do not change the ADS_URL of their machines until they are upgraded`;
}
