import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
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
