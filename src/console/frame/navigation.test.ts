import { describe, expect, test } from 'vitest';
import type { UserType } from '#model/index.ts';
import { navigationFor, type Mode } from './navigation.ts';

function pathsOf(type: UserType, mode: Mode = 'ssp'): string[] {
  return navigationFor({ type }, mode).flatMap((group) => group.entries.map((entry) => entry.to));
}

describe('navigation', () => {
  test.each<UserType>(['admin', 'demand', 'sub', 'adv', 'sdk'])(
    '[NAV-01] %s users have the Dashboard first',
    (type) => {
      expect(pathsOf(type)[0]).toBe('/');
    },
  );

  test('[NAV-02] an admin has Demands, labelled so', () => {
    const entries = navigationFor({ type: 'admin' }, 'ssp').flatMap((group) => group.entries);
    expect(entries.find((entry) => entry.to === '/demands')?.label).toBe('Demands');
  });

  test('[NAV-02] nobody but an admin has Demands', () => {
    for (const type of ['demand', 'sub', 'adv', 'sdk'] as const) expect(pathsOf(type)).not.toContain('/demands');
  });

  test('[NAV-05] the Demand menu of a demand user holds tags in SSP mode alone, and advertisers in both', () => {
    const demandMenu = (mode: Mode) =>
      navigationFor({ type: 'demand' }, mode)
        .find((group) => group.label === 'Demand')
        ?.entries.map((entry) => entry.to);
    expect(demandMenu('ssp')).toEqual(['/tags', '/advertisers']);
    expect(demandMenu('dsp')).toEqual(['/advertisers']);
  });

  test('[NAV-06] the Supply menu of a demand user holds channels and sub-publishers in SSP mode alone', () => {
    const ssp = navigationFor({ type: 'demand' }, 'ssp').find((group) => group.label === 'Supply');
    expect(ssp?.entries.map((entry) => entry.to)).toEqual(['/channels', '/subpublishers']);
    expect(pathsOf('demand', 'dsp')).not.toContain('/channels');
  });

  test('[NAV-11] the Reports menu leads to /report, labelled Create Report', () => {
    const reports = navigationFor({ type: 'demand' }, 'ssp').find((group) => group.label === 'Reports');
    expect(reports?.entries.map((entry) => [entry.label, entry.to])).toEqual([['Create Report', '/report']]);
  });

  test('[NAV-20] sub and adv see Dashboard and Reports alone', () => {
    expect(pathsOf('sub')).toEqual(['/', '/report']);
    expect(pathsOf('adv')).toEqual(['/', '/report']);
  });

  test('[NAV-10] [NAV-20] sdk has no Reports and no other menu', () => {
    expect(pathsOf('sdk')).toEqual(['/']);
  });

  test('groups without entries are left out', () => {
    for (const type of ['admin', 'sub', 'sdk'] as const) {
      expect(navigationFor({ type }, 'dsp').every((group) => group.entries.length > 0)).toBe(true);
    }
  });
});
