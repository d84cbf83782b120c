/** A UTC time to the minute: "2026-11-01 04:00". */
export function timeOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
