import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SystemFaultCode } from '../src/api/system/systemContract.ts';
import { faultText } from '../src/console/pages/system/faultTexts.ts';

const runbook = readFileSync(join(import.meta.dirname, '../docs/runbook.md'), 'utf8');

test.each<SystemFaultCode>([
  'no_serving',
  'no_worker',
  'clickhouse_unavailable',
  'migrations_pending',
  'disk_filling',
  'load_lag',
  'node_stopped',
  'claims_waiting',
  'serving_stalled',
  'exports_waiting',
  'mails_waiting',
  'schedules_late',
  'mixed_versions',
  'security_log_behind',
  'security_log_broken',
])('%s leads to a section of the runbook', (code) => {
  expect(runbook).toContain(`\n### ${faultText({ code, object: 'x' }).runbook}\n`);
});
