/** A column of sealed secrets, by its names in PostgreSQL: `sealed_…`, null where there is no secret. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The column that identifies a row, to which its secrets are bound (`SecretPlace`). */
  row: string;
}

/**
 * Every column with sealed secrets: a change of SECRET seals them again. Secrets of other columns would be lost with the
 * former SECRET.
 */
export const sealedColumns: readonly SealedColumn[] = [];
