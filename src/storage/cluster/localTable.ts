/** Name of the table that holds one shard’s rows of a table of a cluster. */
export function localTable(table: string): string {
  return `${table}_local`;
}

/** The name of a cluster in SQL. The setting permits no quotes. */
export function identifierLiteral(cluster: string): string {
  return `'${cluster}'`;
}
