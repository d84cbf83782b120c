/** Label of a dynamic floor's market: country and device type. */
export function marketLabel(market: string): string {
  const [country = '-', ...device] = market.split(' ');
  const kind = device.join(' ');
  return `${country === '-' ? 'Unknown country' : country} · ${kind === '-' || kind === '' ? 'unknown device' : kind}`;
}
