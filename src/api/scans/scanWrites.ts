import type { CreativeRow, EntityName, RowByName } from '#model/index.ts';
import type { ChangeSetOutcome, ChangeSetOptions } from '#storage/entities/applyChanges.ts';
import type { ChangeSetStore } from '#storage/entities/changeSetStore.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { WriteOutcome } from '#storage/entities/writeRows.ts';
import type { CreativeScanStore } from '#storage/scans/creativeScanStore.ts';
import type { CreativeScanner } from './creativeScanner.ts';

interface WriteScanDeps {
  scanner: Pick<CreativeScanner, 'scanContent'>;
  scans: Pick<CreativeScanStore, 'makeDue'>;
  log: { error(error: unknown): void };
  now: () => Date;
}

/** Maximum creatives of one change set that are scanned before the response; the others follow within seconds. */
const maxAtOnce = 100;

/** Scans every creative whose ad is written, so that the response has its findings. */
export function scanWrites(
  entities: EntityStore,
  changeSets: ChangeSetStore,
  deps: WriteScanDeps,
): { entities: EntityStore; changeSets: ChangeSetStore } {
  const { scans, now } = deps;
  /** The row as scanned. A scan that fails is repeated, and fails no write. */
  async function scanned(row: CreativeRow): Promise<CreativeRow> {
    if (row.scan !== 'pending') return row;
    try {
      return await deps.scanner.scanContent(row);
    } catch (error) {
      deps.log.error(error);
      await scans.makeDue(now().toISOString(), [row.id]);
      return row;
    }
  }
  async function afterWrite<N extends EntityName, Outcome extends WriteOutcome<RowByName[N]>>(
    name: N,
    outcome: Outcome,
  ): Promise<Outcome> {
    if (name !== 'creative' || outcome.type !== 'done') return outcome;
    return { ...outcome, row: await scanned(outcome.row as unknown as CreativeRow) };
  }
  async function afterSet(outcome: ChangeSetOutcome, { isDryRun, scope }: ChangeSetOptions): Promise<ChangeSetOutcome> {
    if (isDryRun || outcome.batch === null) return outcome;
    const ids = outcome.results.flatMap(({ entity, id }) => (entity === 'creative' && id !== null ? [id] : []));
    const rows = await entities.getMany('creative', ids.slice(0, maxAtOnce), scope);
    for (const row of rows) await scanned(row);
    await scans.makeDue(now().toISOString(), ids.slice(maxAtOnce));
    return outcome;
  }
  return {
    entities: {
      ...entities,
      create: async (name, ...rest) => afterWrite(name, await entities.create(name, ...rest)),
      update: async (name, ...rest) => afterWrite(name, await entities.update(name, ...rest)),
    },
    changeSets: {
      ...changeSets,
      apply: async (planned, setting) => afterSet(await changeSets.apply(planned, setting), setting),
      undo: async (id, planned, setting) => afterSet(await changeSets.undo(id, planned, setting), setting),
    },
  };
}
