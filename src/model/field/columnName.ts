/** Name of a field's column in PostgreSQL: advertiserId → advertiser_id. */
export function columnName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
