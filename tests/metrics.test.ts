import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { metricCatalog, type MetricDefinition } from '../src/runtime/metrics/metricCatalog.ts';
import { openProcessMetrics } from '../src/runtime/metrics/openProcessMetrics.ts';
import { requestIntegrationLabels } from '../src/serving/metrics/recordRequests.ts';
import { auctionStages } from '../src/serving/metrics/servingMetrics.ts';

const root = resolve(import.meta.dirname, '..');
const document = readFileSync(join(root, 'docs/metrics.md'), 'utf8');
const catalog: readonly MetricDefinition[] = Object.values(metricCatalog);

async function metricsOfNode(): Promise<{ name: string; type: string }[]> {
  const { read } = await openProcessMetrics('serving', 0, '1.0.0');
  return (await read()).filter(({ name }) => !name.startsWith('bidhouse_'));
}

describe('docs/metrics.md', () => {
  test('lists exactly the metrics of the product, with type, labels and meaning', () => {
    const rows = catalog.map(
      ({ name, type, labels, help }) =>
        `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
    );
    expect(document.match(/^\| `bidhouse_.*$/gm)).toEqual(rows);
  });

  test('explains the integrations and stages of ad serving', () => {
    for (const label of [...requestIntegrationLabels, ...auctionStages]) expect(document).toContain(`\`${label}\``);
  });

  test('lists exactly the metrics of Node.js', async () => {
    const listed = [...document.matchAll(/^\| `((?:nodejs|process)_\w+)` \| (\w+) \|/gm)];
    expect(listed.map(([, name, type]) => ({ name, type }))).toEqual(
      (await metricsOfNode()).map(({ name, type }) => ({ name, type })),
    );
  });
});

describe('names of metrics follow the conventions of Prometheus', () => {
  test.each(catalog)('$name', ({ name, type, labels, buckets, help }) => {
    expect(name).toMatch(/^bidhouse_[a-z_]+$/);
    expect(name.endsWith('_total')).toBe(type === 'counter');
    expect(help).toMatch(/^[A-Z1].*\.$/);
    expect(labels).not.toContain('le');
    expect(buckets === undefined).toBe(type !== 'histogram');
    expect([...(buckets ?? [])].toSorted((a, b) => a - b)).toEqual(buckets ?? []);
  });

  test('each is defined once', () => {
    expect(new Set(catalog.map(({ name }) => name)).size).toBe(catalog.length);
  });
});
