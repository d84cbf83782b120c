import { expect, test } from 'vitest';
import { mayOpen } from './entityPages.ts';
import type { Role } from './permissions.ts';

test.each<[string, Role, boolean]>([
  ['/tags?open=7&field=status', 'demand', true],
  ['/tags?open=7&field=status', 'finance', false],
  ['/channels', 'sdk', false],
  ['/advertisers?open=7', 'super', false],
  ['/demands?open=7', 'super', true],
  ['/profile?tab=options', 'demand', true],
])('a link to %s is for %s: %s', (href, role, isOpen) => {
  expect(mayOpen({ label: 'Open', href }, { role, showDsp: true, config: { database: null } })).toBe(isOpen);
});
