/** The parts of a bid that the page shows. */
export interface ShownBid {
  bidderCode: string;
  cpm: number;
  currency?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  dealId?: string | undefined;
  timeToRespond?: number | undefined;
  meta?: { advertiserDomains?: string[] | undefined } | undefined;
}

/** Adds a line to the table of results: the winner of a slot and its price bucket, or that there was no bid. */
export function showResult(slot: string, bid: ShownBid | undefined, bucket: string): void {
  const body = document.querySelector('#results tbody');
  if (!body) return;
  const row = document.createElement('tr');
  row.dataset['slot'] = slot;
  const texts = bid
    ? [
        bid.bidderCode,
        bucket,
        `${bid.cpm.toFixed(2)} ${bid.currency ?? 'USD'}`,
        `${bid.width ?? ''} × ${bid.height ?? ''}`,
        bid.meta?.advertiserDomains?.join(', ') ?? '',
        bid.dealId ?? '',
        `${bid.timeToRespond ?? ''} ms`,
      ]
    : ['no bid', '', '', '', '', '', ''];
  const name = document.createElement('th');
  name.scope = 'row';
  name.textContent = slot;
  row.append(
    name,
    ...texts.map((text) => {
      const cell = document.createElement('td');
      cell.textContent = text;
      return cell;
    }),
  );
  body.append(row);
}
