/** The name of a report's link in the log. */
export function shareName({ id, note }: { id: number; note: string }): string {
  return note === '' ? `#${id}` : `#${id} ${note}`;
}
