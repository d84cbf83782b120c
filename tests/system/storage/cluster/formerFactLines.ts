const day = Date.UTC(2026, 2, 10);
const rows = 600;

/** The impressions of one segment over twenty days and three channels, in columns that every migration has. */
export function formerFactLines(seq: number): string {
  return Array.from({ length: rows }, (_, index) => {
    const at = new Date(day + (index % 20) * 86_400_000 + seq * 1000).toISOString().slice(0, -1);
    const fact = { node: 'node', seq, at, kind: 'event', event: 'impression', verdict: 'counted', imps: 1 };
    return `${JSON.stringify({ ...fact, serveId: `${seq}-${index}`, demandId: 1 + (index % 7), channelId: 1 + (index % 3), rev: index })}\n`;
  }).join('');
}
