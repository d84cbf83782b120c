/** Whether a buyer's seat may bid where `wseat` of a request or of a deal (OpenRTB 2.6, 3.2.1 and 3.2.12) names those that may; none are named = all may. */
export function isSeatAllowed(wseat: readonly string[] | undefined, seat = ''): boolean {
  return !wseat?.length || (seat !== '' && wseat.includes(seat));
}
