import { openTestTables } from '../../stores/openTestTables.ts';
import { factsFixture, type FactsFixture } from './factsFixture.ts';

/** Opens the worker's store, with empty tables. */
export async function openFacts(): Promise<FactsFixture> {
  return factsFixture(await openTestTables());
}
