import type { MigrationPlan } from './planMigrations.ts';

const kindTexts = {
  metadata: 'metadata only',
  view: 'changes a view',
  rename: 'renames',
  copy: 'copies rows',
  rewrite: 'rewrites rows',
  index: 'builds an index',
} as const;

/** A plan as text: a line per statement, then the sums. */
export function describePlan({ migrations, rates, seconds, pausesInserts }: MigrationPlan): string {
  if (migrations.length === 0) return 'No migrations are pending.';
  const lines = migrations.flatMap(({ store, name, statements }) => [
    `${store} ${name}`,
    ...statements.map(({ sql, kind, rows, bytes, seconds: duration }) => {
      const [first = ''] = sql
        .replaceAll(/^\s*--[^\n]*\n/gm, '')
        .trim()
        .split('\n');
      const size = rows === 0 ? '' : `, ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB`;
      return `  ${kindTexts[kind]}${size}${duration === 0 ? '' : `, about ${durationText(duration)}`}: ${first.slice(0, 100)}`;
    }),
  ]);
  const measured = Object.entries(rates).flatMap(([store, rate]) =>
    rate === null ? [] : [`${store} read ${Math.round(rate)} rows/s; a copy is estimated at a third of that`],
  );
  return [
    ...lines,
    '',
    ...measured,
    `Estimated duration: ${durationText(seconds)}`,
    pausesInserts
      ? 'Workers load nothing meanwhile. Ad serving continues, and its records wait in the spool.'
      : 'Workers continue to load.',
  ].join('\n');
}

function durationText(seconds: number): string {
  if (seconds < 1) return 'under a second';
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} minutes`;
}
