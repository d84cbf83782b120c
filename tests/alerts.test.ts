import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { metricCatalog, type MetricDefinition } from '../src/runtime/metrics/metricCatalog.ts';
import { openProcessMetrics } from '../src/runtime/metrics/openProcessMetrics.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface AlertRule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook_url: string };
}

interface Panel {
  title: string;
  datasource: { uid: string };
  targets: { expr: string; datasource: { uid: string } }[];
}

interface Dashboard {
  uid: string;
  templating: { list: { name: string; type: string }[] };
  panels: Panel[];
}

const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as { groups: { rules: AlertRule[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const dashboards = readdirSync(join(root, 'deploy/grafana'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, dashboard: JSON.parse(read(`deploy/grafana/${name}`)) as Dashboard }));

/** Labels that Prometheus or Node.js adds. */
const otherLabels = ['instance', 'job', 'le'];

/** The labels of every metric by the names that queries use. */
async function knownMetrics(): Promise<Map<string, readonly string[]>> {
  const { read: readMetrics } = await openProcessMetrics('serving', 0, '1.0.0');
  const ofNode = (await readMetrics())
    .filter(({ name }) => !name.startsWith('bidhouse_'))
    .map(({ name, type }) => ({ name, type, labels: ['role', 'slot'] }));
  const all: Pick<MetricDefinition, 'name' | 'labels'>[] = [...Object.values(metricCatalog), ...ofNode];
  const known = new Map(all.map(({ name, labels }) => [name, labels]));
  for (const { name, type, labels } of [...Object.values(metricCatalog), ...ofNode]) {
    if (type !== 'histogram') continue;
    for (const suffix of ['bucket', 'sum', 'count']) known.set(`${name}_${suffix}`, labels);
    known.delete(name);
  }
  return known.set('up', []);
}

/** Faults of a query: metrics that do not exist, and labels that its metrics do not have. */
function faultsOf(expr: string, known: ReadonlyMap<string, readonly string[]>): string[] {
  const names = expr.match(/\b(?:bidhouse|nodejs|process)_\w+|\bup(?=\{)/g) ?? [];
  if (names.length === 0) return [`no metric in ${expr}`];
  const labels = new Set([...otherLabels, ...names.flatMap((name) => known.get(name) ?? [])]);
  const selected = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, selector = '']) =>
    [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
  );
  const grouped = [...expr.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) => list.match(/\w+/g) ?? []);
  return [
    ...names.filter((name) => !known.has(name)),
    ...[...selected, ...grouped].filter((label) => !labels.has(label)).map((label) => `label ${label} in ${expr}`),
  ];
}

/** The anchors of a document's headings, as they are linked to. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('the alerts', () => {
  test.each(alerts)('$alert uses metrics and labels that exist', async ({ expr }) => {
    expect(faultsOf(expr, await knownMetrics())).toEqual([]);
  });

  test.each(alerts)('$alert has a severity, texts and a section of the runbook', ({ alert, labels, annotations }) => {
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(annotations.summary).not.toBe('');
    expect(annotations.description).toMatch(/\.$/);
    const anchor = annotations.runbook_url.split('#').at(-1);
    expect(anchor).toBe(alert.toLowerCase());
    expect(anchorsOf(read('docs/runbook.md'))).toContain(anchor);
  });

  test('each has a test of promtool that makes it fire, and one in which it does not', () => {
    const { tests } = parse(read('deploy/prometheus/alerts.test.yaml')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    };
    const cases = tests.flatMap((each) => each.alert_rule_test);
    const names = alerts.map(({ alert }) => alert).toSorted();
    const namesWith = (fires: boolean) =>
      cases.filter(({ exp_alerts: expected }) => expected.length > 0 === fires).map(({ alertname }) => alertname);
    expect(namesWith(true).toSorted()).toEqual(names);
    expect(namesWith(false).toSorted()).toEqual(names);
  });

  test('the runbook has a section for every alert and no others', () => {
    const sections = [...read('docs/runbook.md').matchAll(/^### (.+)$/gm)].map(([, title = '']) => title);
    expect(sections.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
    for (const part of read('docs/runbook.md').split(/^### /m).slice(1)) {
      expect(part).toMatch(/\*\*Means\*\*/);
      expect(part).toMatch(/\*\*Look at\*\*/);
      expect(part).toMatch(/\*\*(?:Do|do)\*\*/);
    }
  });
});

describe('the dashboards', () => {
  test('are those of serving, events, reports and business', () => {
    expect(dashboards.map(({ name }) => name)).toEqual([
      'business.json',
      'events.json',
      'reports.json',
      'serving.json',
    ]);
    expect(new Set(dashboards.map(({ dashboard }) => dashboard.uid)).size).toBe(dashboards.length);
  });

  test.each(dashboards)('$name uses metrics and labels that exist', async ({ dashboard }) => {
    const known = await knownMetrics();
    const faults = dashboard.panels.flatMap(({ title, targets }) =>
      targets.flatMap(({ expr }) => faultsOf(expr, known).map((fault) => `${title}: ${fault}`)),
    );
    expect(faults).toEqual([]);
  });

  test.each(dashboards)('$name reads from the data source that its reader selects', ({ dashboard }) => {
    expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' });
    const uids = dashboard.panels.flatMap(({ datasource, targets }) => [
      datasource,
      ...targets.map((each) => each.datasource),
    ]);
    expect(new Set(uids.map(({ uid }) => uid))).toEqual(new Set(['${datasource}']));
  });
});
