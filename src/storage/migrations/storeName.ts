/** The stores that have migrations. */
export type StoreName = 'PostgreSQL' | 'ClickHouse';
