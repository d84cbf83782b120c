/** A market of a dynamic floor in words: country and kind of device. */
export function marketLabel(market: string): string {
  const [country = '-', ...device] = market.split(' ');
  const kind = device.join(' ');
  return `${country === '-' ? 'Unknown country' : country} · ${kind === '-' || kind === '' ? 'unknown device' : kind}`;
}
