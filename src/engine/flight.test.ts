import { expect, test } from 'vitest';
import { flightOf, hourOfWeek, isInFlight } from './flight.ts';

const at = (text: string) => Date.parse(text);

test('a flight lasts from midnight of its first day to midnight after its last day, in the time zone', () => {
  const flight = flightOf('2026-03-10', '2026-03-11', 3);
  expect(isInFlight(flight, at('2026-03-09T20:59:59.999Z'))).toBe(false);
  expect(isInFlight(flight, at('2026-03-09T21:00:00Z'))).toBe(true);
  expect(isInFlight(flight, at('2026-03-11T20:59:59.999Z'))).toBe(true);
  expect(isInFlight(flight, at('2026-03-11T21:00:00Z'))).toBe(false);
});

test('without dates there is no flight, and with one date it is open-ended', () => {
  expect(flightOf(null, null, 0)).toBeNull();
  expect(isInFlight(null, 0)).toBe(true);
  expect(isInFlight(flightOf(null, '2026-03-11', 0), 0)).toBe(true);
  expect(isInFlight(flightOf('2026-03-11', null, 0), at('2099-01-01T00:00:00Z'))).toBe(true);
});

test.each([
  ['2026-03-09T00:00:00Z', 0, 0],
  ['2026-03-08T23:59:59Z', 0, 167],
  ['2026-03-08T23:00:00Z', 1, 0],
  ['2026-03-09T00:00:00Z', -1, 167],
  ['2026-03-11T13:30:00Z', 0, 61],
  ['1969-12-31T23:00:00Z', 0, 71],
])('%s at UTC offset %i is hour %i of the week', (text, zone, hour) => {
  expect(hourOfWeek(at(text), zone)).toBe(hour);
});
