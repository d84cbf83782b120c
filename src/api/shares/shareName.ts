/** What the log calls a link to a report. */
export function shareName({ id, note }: { id: number; note: string }): string {
  return note === '' ? `#${id}` : `#${id} ${note}`;
}
