import { expect, test } from 'vitest';
import { bodyOf, formOf, nextRuns, zoneOptions } from './scheduleForm.ts';

const now = Date.parse('2026-11-22T12:00Z');

test('a new schedule is daily at eight in the time zone of the user', () => {
  const form = formOf(null, 2);
  expect(bodyOf(form)).toMatchObject({
    repeats: 'daily',
    weekDays: [],
    monthDay: null,
    time: '08:00',
    zone: 'Etc/GMT-2',
  });
  expect(nextRuns(form, now)).toEqual(['Mon 2026-11-23 08:00', 'Tue 2026-11-24 08:00', 'Wed 2026-11-25 08:00']);
});

test('only the fields of its repetition are sent, and a one-digit hour is padded', () => {
  const form = { ...formOf(null, 0), weekDays: [2], monthDay: '31', time: '9:05' };
  expect(bodyOf({ ...form, repeats: 'weekly' })).toMatchObject({ weekDays: [2], monthDay: null, time: '09:05' });
  expect(bodyOf({ ...form, repeats: 'monthly' })).toMatchObject({ weekDays: [], monthDay: 31 });
  expect(nextRuns({ ...form, repeats: 'monthly' }, now)?.[0]).toBe('Mon 2026-11-30 09:05');
});

test('the next runs are null for an invalid form, and empty when there are none', () => {
  const form = formOf(null, 0);
  for (const bad of [{ time: '25' }, { startDate: 'soon' }, { repeats: 'monthly' as const, monthDay: '' }]) {
    expect(nextRuns({ ...form, ...bad }, now)).toBeNull();
  }
  expect(nextRuns({ ...form, repeats: 'weekly', weekDays: [] }, now)).toBeNull();
  expect(nextRuns({ ...form, endDate: '2026-01-01' }, now)).toEqual([]);
});

test('time zones are whole hours and places, each once', () => {
  const labels = zoneOptions('Europe/Berlin').map(({ label }) => label);
  expect(labels.slice(11, 14)).toEqual(['UTC−1', 'UTC', 'UTC+1']);
  expect(labels.filter((label) => label === 'Europe/Berlin')).toHaveLength(1);
});
