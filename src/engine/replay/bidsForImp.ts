/**
 * Returns a bid response reduced to the bids for one of the imps that were requested together. An imp has several ids
 * where it is a pod that a bidder sees slot by slot. `takesUnknown`: whether bids for imps that were not offered count
 * here. Anything but a bid response is returned unchanged.
 */
export function bidsForImp(
  text: string,
  { own, others, takesUnknown }: { own: readonly string[]; others: readonly string[]; takesUnknown: boolean },
): string {
  if (others.length === 0 && takesUnknown) return text;
  let response: unknown;
  try {
    response = JSON.parse(text);
  } catch {
    return text;
  }
  if (!isObject(response) || !Array.isArray(response['seatbid'])) return text;
  const isOwn = (bid: unknown) => {
    const named = String(isObject(bid) ? bid['impid'] : undefined);
    return own.includes(named) || (takesUnknown && !others.includes(named));
  };
  const seatbid = response['seatbid'].map((seat: unknown) => {
    if (!isObject(seat) || !Array.isArray(seat['bid'])) return seat;
    // All-or-nothing groups stay complete: they are accepted or rejected as a whole.
    return seat['group'] === 1 ? seat : { ...seat, bid: seat['bid'].filter(isOwn) };
  });
  return JSON.stringify({ ...response, seatbid: seatbid.filter((seat) => !isEmptySeat(seat)) });
}

function isEmptySeat(seat: unknown): boolean {
  return isObject(seat) && Array.isArray(seat['bid']) && seat['bid'].length === 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
