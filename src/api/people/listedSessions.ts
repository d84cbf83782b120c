import type { Locate } from '#engine/targeting/ipLocation.ts';
import { families } from '#model/reference/families.ts';
import { readUserAgent } from '#standards/userAgent.ts';
import type { DeviceRow } from '#storage/factors/deviceStore.ts';
import type { SessionRow } from '#storage/logins/sessionStore.ts';
import type { ListedDevice } from '../factors/factorContract.ts';
import type { ListedSession } from './peopleContract.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** Sessions as people read them: with the place of the address and the browser. */
export function listedSessions(sessions: readonly SessionRow[], locate: Locate | undefined): ListedSession[] {
  return sessions.map(({ userAgent, userId: _userId, ...session }) => ({
    ...session,
    place: session.ip === '' ? '' : placeOf(session.ip, locate),
    browser: browserOf(userAgent),
  }));
}

/** Remembered devices as people read them. */
export function listedDevices(devices: readonly DeviceRow[], locate: Locate | undefined): ListedDevice[] {
  return devices.map(({ userAgent, ...device }) => ({
    ...device,
    place: placeOf(device.ip, locate),
    browser: browserOf(userAgent),
  }));
}

function placeOf(ip: string, locate: Locate | undefined): string {
  const found = locate?.(ip);
  if (!found) return '';
  const country = found.country === '' ? '' : (countryNames.of(found.country) ?? found.country);
  return [found.city, country].filter((part) => part !== '').join(', ');
}

/** A browser and its operating system; the first product of the header for programs, such as curl. */
function browserOf(userAgent: string): string {
  if (userAgent === '') return '';
  const { family, operatingSystem } = readUserAgent(userAgent);
  const label = families.flatMap(({ children = [] }) => children).find(({ id }) => id === family)?.label;
  if (label === undefined || operatingSystem === '') return userAgent.split(' ')[0]?.slice(0, 60) ?? '';
  return `${label} on ${operatingSystem}`;
}
