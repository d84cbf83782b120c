/**
 * Whether `wseat` of a request or deal (OpenRTB 2.6, 3.2.1 and 3.2.12) allows a buyer's seat; an empty list allows all.
 */
export function isSeatAllowed(wseat: readonly string[] | undefined, seat = ''): boolean {
  return !wseat?.length || (seat !== '' && wseat.includes(seat));
}
