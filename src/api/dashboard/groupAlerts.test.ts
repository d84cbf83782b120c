import { expect, test } from 'vitest';
import { groupAlerts, type PricedAlert } from './groupAlerts.ts';

const usd = (amount: number) => BigInt(amount) * 1_000_000_000n;

const alert = (id: number, overrides: Partial<PricedAlert>): PricedAlert => ({
  kind: 'timeouts',
  cause: 'timeouts',
  tone: 'warn',
  object: { entity: 'tag', id, name: `Tag ${id}` },
  text: '',
  fix: null,
  nanosPerDay: 0n,
  ...overrides,
});

test('[ALERT-01] alerts are grouped by cause: the most severe first, then most money first, within groups too', () => {
  const { alerts, groups } = groupAlerts([
    alert(1, { nanosPerDay: usd(5) }),
    alert(2, { kind: 'zero', tone: 'bad', nanosPerDay: usd(1) }),
    alert(3, { kind: 'no_fill', tone: 'bad', nanosPerDay: usd(30) }),
    alert(4, { kind: 'zero', tone: 'bad', nanosPerDay: usd(41) }),
    alert(5, { kind: 'off_usual', nanosPerDay: usd(50) }),
    alert(6, { nanosPerDay: usd(90) }),
    alert(7, { kind: 'pace', tone: 'info' }),
  ]);
  expect(groups.map(({ kind, total, perDay }) => [kind, total, perDay])).toEqual([
    ['zero', 2, '42.00'],
    ['no_fill', 1, '30.00'],
    ['timeouts', 2, '95.00'],
    ['off_usual', 1, '50.00'],
    ['pace', 1, null],
  ]);
  expect(alerts.map(({ object }) => object?.id)).toEqual([4, 2, 3, 6, 1, 5, 7]);
});

test('a kind with two severities is two groups, and a large group does not displace the others', () => {
  const many = Array.from({ length: 80 }, (_, index) => alert(index + 1, { kind: 'pace', tone: 'warn' }));
  const { alerts, groups } = groupAlerts([...many, alert(100, { kind: 'pace', tone: 'info' })]);
  expect(groups.map(({ tone, total }) => [tone, total])).toEqual([
    ['warn', 80],
    ['info', 1],
  ]);
  expect(alerts).toHaveLength(51);
  expect(alerts.at(-1)?.object?.id).toBe(100);
});
