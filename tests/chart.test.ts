import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { supplyReasons } from '../src/model/reason/reasons.ts';
import { metricCatalog } from '../src/runtime/metrics/metricCatalog.ts';
import { describeEnvironment } from '../src/settings.ts';

const chart = join(import.meta.dirname, '../deploy/helm/bidhouse');
const read = (name: string) => readFileSync(join(chart, name), 'utf8');
const templates = readdirSync(join(chart, 'templates')).map((name) => read(`templates/${name}`));
const values = parse(read('values.yaml')) as { settings: Record<string, string> } & Record<string, unknown>;

test('the chart’s values match its schema, which refuses unknown ones', () => {
  const validate = new Ajv().compile(JSON.parse(read('values.schema.json')) as object);
  expect(validate(values), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...values, replicas: 3 })).toBe(false);
  expect(validate({ ...values, settings: { ...values.settings, LOG_LEVEL: 1 } })).toBe(false);
});

test('the chart names settings of the product only', () => {
  const known = new Set(describeEnvironment().map(({ name }) => name));
  const inTemplates = templates.flatMap((text) =>
    [...text.matchAll(/- name: ([A-Z][A-Z0-9_]+)$/gm)].map(([, name = '']) => name),
  );
  const inReadme = [...read('README.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name);
  expect(inTemplates).toContain('CONTROL_URL');
  expect(inReadme).toContain('DATABASE_URL');
  const unknown = [...inTemplates, ...inReadme, ...Object.keys(values.settings)].filter((name) => !known.has(name));
  expect(unknown).toEqual([]);
});

test('every value that a template reads exists', () => {
  const missing = templates
    .flatMap((text) => [...text.matchAll(/\.Values\.([A-Za-z.]+)/g)].map(([, path = '']) => path))
    .filter(
      (path) =>
        path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], values) ===
        undefined,
    );
  expect(missing).toEqual([]);
});

test('metrics are served, read by a monitor and admitted by the policies under the same names', () => {
  const template = (name: string) => read(`templates/${name}`);
  const listed = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const ofAds = listed(template('ads.yaml'), /name: ((?:worker-)?metrics), containerPort/g);
  const ofApi = listed(template('api.yaml'), /name: (metrics), containerPort/g);
  expect([ofAds, ofApi]).toEqual([['metrics', 'worker-metrics'], ['metrics']]);
  // Names of ports have at most 15 characters in Kubernetes.
  for (const name of ofAds) expect(name.length).toBeLessThanOrEqual(15);
  const [policyOfApi = '', policyOfAds = ''] = template('networkPolicy.yaml').split('\n---\n');
  expect(listed(policyOfAds, /port: ((?:worker-)?metrics) /g)).toEqual(ofAds);
  expect(listed(policyOfApi, /port: ((?:worker-)?metrics) /g)).toEqual(ofApi);
  expect(template('monitoring.yaml')).toContain('dict "ads" (list "metrics" "worker-metrics") "api" (list "metrics")');
});

test('ad serving drains as long as the values say, and its worker outlives it', () => {
  const { ads } = values as unknown as { ads: { drainSeconds: number; workerStopSeconds: number } };
  expect(read('templates/ads.yaml')).toMatch(/name: DRAIN_MS\n\s+value: \{\{ mul \.Values\.ads\.drainSeconds 1000/);
  expect(ads.workerStopSeconds).toBeGreaterThanOrEqual(ads.drainSeconds + 20);
});

test('scaling by rejected requests uses a metric that the product has', () => {
  const scaling = read('templates/scaling.yaml');
  expect(scaling).toContain(`seriesQuery: '${metricCatalog.imps.name}{result="overload"`);
  expect(scaling).toContain('metric: { name: bidhouse_shed_per_second }');
  expect(Object.keys(supplyReasons)).toContain('overload');
});
