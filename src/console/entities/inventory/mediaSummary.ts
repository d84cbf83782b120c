import type { ObservedRow } from '#api/observed/observedContract.ts';

/** A creative's media in one line: "15 s · 1280 × 720 · 2,500 kbit/s · video/mp4". Undeclared values are left out. */
export function mediaSummary({ declared }: ObservedRow): string {
  const number = (name: string) => (typeof declared[name] === 'number' ? declared[name] : 0);
  const [duration, width, height, bitrate] = [
    number('durationS'),
    number('width'),
    number('height'),
    number('bitrate'),
  ];
  const parts = [
    duration > 0 ? `${duration} s` : '',
    width > 0 && height > 0 ? `${width} × ${height}` : '',
    bitrate > 0 ? `${bitrate.toLocaleString('en-US')} kbit/s` : '',
    typeof declared['type'] === 'string' ? declared['type'] : '',
    declared['isVpaid'] === true ? 'VPAID' : '',
  ];
  return parts.filter(Boolean).join(' · ');
}
