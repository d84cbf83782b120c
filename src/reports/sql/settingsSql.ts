/** Limits of one statement in the store. */
export const reportBounds = {
  max_execution_time: 30,
  max_memory_usage: 700_000_000,
  max_bytes_before_external_group_by: 300_000_000,
  max_bytes_before_external_sort: 300_000_000,
  output_format_json_quote_64bit_integers: 1,
};

/** The SETTINGS clause with the limits of a statement. */
export function settingsSql(bounds: Readonly<Record<string, number>>): string {
  const settings = Object.entries(bounds).map(([name, value]) => `${name} = ${value}`);
  return `SETTINGS ${settings.join(', ')}`;
}
