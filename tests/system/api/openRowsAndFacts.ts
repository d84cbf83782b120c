import { createSchema, entities, type EntityName, type RowByName } from '#model/index.ts';
import { openEntityStore, type EntityStore } from '#storage/entities/entityStore.ts';
import { openPostgres, type Postgres } from '#storage/postgres.ts';
import { openTestDatabase } from '../../stores/openTestDatabase.ts';
import type { FactsFixture } from '../events/factsFixture.ts';
import { openFacts } from '../events/openFacts.ts';
import { factLines, type Fact } from '../reports/buildFacts.ts';

/** Both stores, for what reads facts and publishes what follows from them. */
export interface RowsAndFacts {
  postgres: Postgres;
  facts: FactsFixture;
  rows: EntityStore;
  /** Makes an object of an account; null = one that belongs to none. */
  create<N extends EntityName>(name: N, values: object, demandId: number | null): Promise<RowByName[N]>;
  insert(given: readonly Fact[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens a migrated database and a store of facts, both empty. */
export async function openRowsAndFacts(): Promise<RowsAndFacts> {
  const [facts, store] = await Promise.all([openFacts(), openTestDatabase()]);
  const postgres = openPostgres(store.url);
  const rows = openEntityStore(postgres.db);
  let inserted = 0;
  return {
    postgres,
    facts,
    rows,
    async create(name, values, demandId) {
      const outcome = await rows.create(name, createSchema(entities[name]).parse(values), demandId);
      if (outcome.type !== 'done') throw new Error(JSON.stringify(outcome));
      return outcome.row;
    },
    async insert(given) {
      await facts.clickhouse.insertRows('facts', factLines(given), { token: `test ${(inserted += 1)}` });
    },
    async close() {
      await postgres.close();
      await Promise.all([facts.close(), store.close()]);
    },
  };
}
