/** Settings of ClickHouse with which a table merges nothing, with their values. */
const limits = {
  max_bytes_to_merge_at_max_space_in_pool: 1,
  max_bytes_to_merge_at_min_space_in_pool: 1,
  max_number_of_merges_with_ttl_in_pool: 0,
};

/** For MODIFY SETTING. */
export const noMerges = Object.entries(limits)
  .map(([name, value]) => `${name} = ${value}`)
  .join(', ');

/** For RESET SETTING. */
export const noMergesSettings = Object.keys(limits).join(', ');
