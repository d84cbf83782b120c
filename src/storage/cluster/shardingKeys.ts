/**
 * The expression that assigns a row of each table to a shard. Facts, their roll-ups and traces of one account and day
 * are on one shard, so that a view sums on the shard of its facts. Changing an expression moves no rows: a segment that
 * is retried across such a change could be inserted twice.
 */
export const shardingKeys: Readonly<Record<string, string>> = {
  facts: 'sipHash64(demandId, toDate(at))',
  test_facts: 'sipHash64(demandId, toDate(at))',
  event_sources: 'sipHash64(demandId, toDate(at))',
  traces: 'sipHash64(demandId, toDate(at))',
  hourly_supply: 'sipHash64(demandId, toDate(hour))',
  hourly_demand: 'sipHash64(demandId, toDate(hour))',
  hourly_buying: 'sipHash64(demandId, toDate(hour))',
  hourly_inventory: 'sipHash64(demandId, toDate(hour))',
  hourly_creative: 'sipHash64(demandId, toDate(hour))',
  hourly_audience: 'sipHash64(demandId, toDate(hour))',
  offered_deals: 'sipHash64(demandId, toDate(hour))',
  verification_results: 'sipHash64(demandId, toDate(hour))',
  verification_days: 'sipHash64(demandId)',
  // Its view fills it on the shard of the facts: queries group by its key.
  observed: 'sipHash64(demandId)',
  installation: 'sipHash64(id)',
  loaded_segments: 'sipHash64(node)',
  traffic_reviews: 'sipHash64(day)',
  schema_migrations: 'sipHash64(version)',
  // Tables of `npm run doctor`.
  doctor_facts: 'sipHash64(id)',
  doctor_sums: 'sipHash64(id)',
};
