import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { securityCategories, securityEventCodes, securityEventTypes } from '#model/security/securityEvents.ts';

const path = join(import.meta.dirname, '../docs/security-log.md');

test('docs/security-log.md has the types of events; `-u` writes them', async () => {
  const rows = securityEventCodes.map((code) => {
    const { label, category, help } = securityEventTypes[code];
    return `| \`${code}\` | ${label} | ${securityCategories[category]} (\`${category}\`) | ${help} |`;
  });
  const table = ['| type | event | category | recorded when |', '|---|---|---|---|', ...rows].join('\n');
  const document = readFileSync(path, 'utf8').replace(/(<!-- types -->\n)\n(?:\|.*\n)*/, `$1\n${table}\n`);
  expect(document).toContain(table);
  await expect(document).toMatchFileSnapshot(path);
});

test('labels fit their columns', () => {
  for (const { label } of Object.values(securityEventTypes)) expect(label.length).toBeLessThanOrEqual(32);
});
