import { expect, test } from 'vitest';
import type { PricedAlert } from './groupAlerts.ts';
import { muteAlerts } from './muteAlerts.ts';

const alert = (id: number, cause: string): PricedAlert => ({
  kind: 'timeouts',
  cause,
  tone: 'warn',
  object: { entity: 'tag', id, name: `Tag ${id}` },
  text: '',
  fix: null,
  nanosPerDay: 0n,
});
const mute = (id: number, objectId: number, cause: string) => ({
  id,
  demandId: 1,
  entity: 'tag',
  objectId,
  cause,
  reason: 'Known.',
  until: null,
  mutedBy: 'Ada',
  mutedById: 1,
  mutedAt: '2026-11-01T00:00:00.000Z',
});

test('[ALERT-02] a mute hides the alert of its object and cause alone, and ends without it', () => {
  const mutes = [mute(1, 7, 'timeouts'), mute(2, 7, 'unhealthy'), mute(3, 9, 'timeouts')];
  const { shown, muted, ended } = muteAlerts([alert(7, 'timeouts'), alert(8, 'timeouts'), alert(7, 'capped')], mutes);
  expect(shown.map(({ object, cause }) => [object?.id, cause])).toEqual([
    [8, 'timeouts'],
    [7, 'capped'],
  ]);
  expect(muted.map((each) => [each.object?.id, each.mute.reason])).toEqual([[7, 'Known.']]);
  expect(ended.map(({ id }) => id)).toEqual([2, 3]);
});
