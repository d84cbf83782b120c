import { describe, expect, test } from 'vitest';
import { limitsOfScopes } from '#model/account/scopeLimits.ts';
import { type ApiScope, type Edition, entityNamed, type Role, type UserType } from '#model/index.ts';
import type { Mode } from './modes.ts';
import { entityPagesFor, modeOfPage, navigationFor, type NavUser } from './navigation.ts';

function buildUser(type: UserType, more: Partial<NavUser> & { edition?: Edition } = {}): NavUser {
  const { edition = null, ...rest } = more;
  return {
    type,
    role: type === 'admin' ? 'super' : type,
    showDsp: true,
    managerId: null,
    config: { database: edition, insightHub: null },
    ...rest,
  };
}

/** Labels of the entries by group heading. */
function menusOf(user: NavUser, mode: Mode = 'ssp'): Record<string, string[]> {
  return Object.fromEntries(
    navigationFor(user, mode).map((group) => [group.label ?? group.id, group.entries.map((entry) => entry.label)]),
  );
}

function pathsOf(user: NavUser, mode: Mode = 'ssp'): string[] {
  return navigationFor(user, mode).flatMap((group) => group.entries.map((entry) => entry.to));
}

const types: readonly UserType[] = ['admin', 'demand', 'sub', 'adv', 'sdk'];
const editions = [undefined, 'V2V', 'CTVMediaV2V'] as const;

describe('navigation', () => {
  test.each(types)('[NAV-01] %s users have the Dashboard first', (type) => {
    expect(pathsOf(buildUser(type))[0]).toBe('/');
  });

  test('[NAV-02] an admin has Demands and Tooltips in both modes, labeled so, and no other user has', () => {
    for (const mode of ['ssp', 'dsp'] as const) {
      const entries = navigationFor(buildUser('admin'), mode).flatMap((group) => group.entries);
      expect(entries.find((entry) => entry.to === '/demands')?.label).toBe('Demands');
      expect(entries.find((entry) => entry.to === '/tooltips')?.label).toBe('Tooltips');
    }
    for (const type of ['demand', 'sub', 'adv', 'sdk'] as const) {
      expect(pathsOf(buildUser(type))).not.toEqual(expect.arrayContaining(['/demands']));
      expect(pathsOf(buildUser(type))).not.toEqual(expect.arrayContaining(['/tooltips']));
    }
  });

  test('[NAV-03] an admin has a Targeting menu with the app lists in SSP mode, and none in DSP mode', () => {
    expect(menusOf(buildUser('admin'))['Targeting']).toEqual(['App lists']);
    expect(pathsOf(buildUser('admin'))).toContain('/applists');
    expect(menusOf(buildUser('admin'), 'dsp')['Targeting']).toBeUndefined();
    expect(pathsOf(buildUser('admin'), 'dsp')).not.toContain('/applists');
  });

  test('[NAV-05] the Demand menu of a demand user', () => {
    expect(menusOf(buildUser('demand'), 'ssp')['Demand']).toEqual(['Tags', 'Advertisers']);
    expect(menusOf(buildUser('demand'), 'dsp')['Demand']).toEqual([
      'Creatives',
      'Campaigns',
      'Ad exchanges',
      'Advertisers',
    ]);
  });

  test('[NAV-06] the Supply menu of a demand user', () => {
    expect(menusOf(buildUser('demand'), 'ssp')['Supply']).toEqual(['Channels', 'Sub-publishers']);
    expect(menusOf(buildUser('demand'), 'dsp')['Supply']).toEqual(['Suppliers']);
  });

  test('[NAV-07] [NAV-09] the Targeting menu of a demand user, with deals in DSP mode only', () => {
    expect(menusOf(buildUser('demand'), 'ssp')['Targeting']).toEqual(['App lists', 'Targetings', '3rd Party Pixels']);
    expect(menusOf(buildUser('demand'), 'dsp')['Targeting']).toEqual([
      'App lists',
      'Targetings',
      '3rd Party Pixels',
      'Deals',
    ]);
    const pixels = navigationFor(buildUser('demand'), 'ssp').flatMap((group) => group.entries);
    expect(pixels.find((entry) => entry.label === '3rd Party Pixels')?.to).toBe('/ivts');
  });

  test.each(editions)('[NAV-08] lists of creatives and publishers are in V2V only (edition: %s)', (edition) => {
    const paths = pathsOf(buildUser('demand', edition ? { edition } : {}));
    expect(paths.includes('/crelists')).toBe(edition === 'V2V');
    expect(paths.includes('/publists')).toBe(edition === 'V2V');
  });

  test('[NAV-10] [NAV-20] sdk has the Dashboard and SDK Admin, and no Reports', () => {
    for (const edition of ['V2V', 'CTVMediaV2V'] as const) {
      const user = buildUser('sdk', { edition });
      expect(menusOf({ ...user, config: { ...user.config, insightHub: 'https://hub.example/' } })).toEqual({
        home: ['Dashboard', 'SDK Admin'],
      });
    }
    expect(pathsOf(buildUser('sdk'))).toEqual(['/', '/sdk']);
  });

  test('[NAV-11] the Reports menu, with the Financial Report for admins only', () => {
    const reports = (type: UserType) =>
      navigationFor(buildUser(type), 'ssp')
        .find((group) => group.label === 'Reports')
        ?.entries.map((entry) => [entry.label, entry.to])
        .filter(([, path]) => path !== '/security');
    const both = [
      ['Create Report', '/report'],
      ['Saved Reports', '/reports'],
    ];
    expect(reports('admin')).toEqual([...both, ['Financial Report', '/finance']]);
    for (const type of ['demand', 'sub', 'adv'] as const) expect(reports(type)).toEqual(both);
  });

  test('[NAV-21] a demand user has the Troubleshoot group in both modes, and an admin those of its pages', () => {
    for (const mode of ['ssp', 'dsp'] as const) {
      const group = navigationFor(buildUser('demand'), mode).find(({ label }) => label === 'Troubleshoot');
      expect(group?.entries.map(({ label, to }) => [label, to])).toEqual([
        ['Why no ad?', '/why'],
        ['What if?', '/whatif'],
        ['VAST tester', '/tester'],
        ['Observed', '/sites'],
        ['Cut-offs', '/cutoffs'],
        ['ads.txt', '/adstxt'],
      ]);
      expect(menusOf(buildUser('admin'), mode)['Troubleshoot']).toEqual([
        'Why no ad?',
        'What if?',
        'Observed',
        'Cut-offs',
      ]);
      for (const type of ['sub', 'adv', 'sdk'] as const) {
        expect(menusOf(buildUser(type), mode)['Troubleshoot']).toBeUndefined();
      }
    }
  });

  test('[NAV-20] sub and adv see only Dashboard and Reports, in every edition', () => {
    for (const type of ['sub', 'adv'] as const) {
      for (const edition of editions) {
        const user = buildUser(type, edition ? { edition } : {});
        const config = { ...user.config, insightHub: 'https://hub.example/' };
        expect(pathsOf({ ...user, config })).toEqual(['/', '/report', '/reports']);
      }
    }
  });

  test.each(editions)(
    '[NAV-12] User Activity is for admin and demand in CTVMediaV2V alone (edition: %s)',
    (edition) => {
      for (const type of types) {
        const reports = menusOf(buildUser(type, edition ? { edition } : {}))['Reports'] ?? [];
        const isThere = edition === 'CTVMediaV2V' && (type === 'admin' || type === 'demand');
        expect(reports.includes('User Activity')).toBe(isThere);
      }
    },
  );

  test.each(editions)(
    '[NAV-13] Managers, with Roles, is for a demand user without a manager in CTVMediaV2V alone: %s',
    (edition) => {
      const more = edition ? { edition } : {};
      expect(pathsOf(buildUser('demand', more)).includes('/managers')).toBe(edition === 'CTVMediaV2V');
      expect(pathsOf(buildUser('demand', more)).includes('/roles')).toBe(edition === 'CTVMediaV2V');
      expect(pathsOf(buildUser('demand', { ...more, role: 'full', managerId: 7 }))).not.toContain('/managers');
      expect(pathsOf(buildUser('admin', more))).not.toContain('/managers');
    },
  );

  test.each(editions)('[NAV-14] the insight hub is linked in V2V only, when its URL is set: %s', (edition) => {
    const user = buildUser('demand', edition ? { edition } : {});
    const hub = 'https://hub.example/';
    expect(pathsOf({ ...user, config: { ...user.config, insightHub: hub } }).includes(hub)).toBe(edition === 'V2V');
    expect(menusOf(user)['account'] ?? []).not.toContain('Insight Hub');
  });

  test('[MODE-01] a manager sees what its role may read, and never Managers', () => {
    const manager = (role: Role) => buildUser('demand', { role, managerId: 7, edition: 'CTVMediaV2V' });
    expect(menusOf(manager('finance'), 'ssp')).toEqual({
      home: ['Dashboard'],
      Demand: ['Advertisers'],
      Supply: ['Sub-publishers'],
      Reports: ['Create Report', 'Saved Reports', 'User Activity'],
      Troubleshoot: ['Observed', 'Cut-offs', 'ads.txt'],
    });
    expect(menusOf(manager('finance'), 'dsp')).toMatchObject({
      Demand: ['Ad exchanges', 'Advertisers'],
      Supply: ['Suppliers'],
    });
    for (const role of ['full', 'trafficker', 'readonly'] as const) {
      expect(pathsOf(manager(role))).toEqual(
        pathsOf(buildUser('demand', { edition: 'CTVMediaV2V' })).filter(
          (path) => !['/managers', '/roles', '/security'].includes(path),
        ),
      );
    }
  });

  test('a manager with a custom role sees the pages of its areas, whose entities the built-in role may read', () => {
    const manager = (role: Role, ...scopes: ApiScope[]) =>
      buildUser('demand', { role, managerId: 7, edition: 'CTVMediaV2V', scopes, limits: limitsOfScopes(scopes) });
    const everyMenu = (user: NavUser) => ({ ...menusOf(user, 'dsp'), ...menusOf(user, 'ssp') });
    expect(everyMenu(manager('full', 'reports:read'))).toEqual({
      home: ['Dashboard'],
      Reports: ['Create Report', 'Saved Reports'],
    });
    expect(everyMenu(manager('full', 'supply:read', 'tools:read'))).toEqual({
      home: ['Dashboard'],
      Supply: ['Channels', 'Sub-publishers'],
      Troubleshoot: ['Why no ad?', 'What if?', 'Observed', 'ads.txt'],
    });
    expect(everyMenu(manager('finance', 'demand:write', 'changes:read'))).toEqual({
      home: ['Dashboard'],
      Demand: ['Advertisers'],
      Reports: ['User Activity'],
      Troubleshoot: ['Cut-offs'],
    });
    expect(everyMenu(manager('full'))).toEqual({ home: ['Dashboard'] });
  });

  test('the super admin and the owner of an account see the security log', () => {
    const sees = (user: NavUser) =>
      navigationFor(user, 'ssp').some(({ entries }) => entries.some(({ to }) => to === '/security'));
    expect(sees({ ...buildUser('admin'), role: 'super' })).toBe(true);
    expect(sees({ ...buildUser('admin'), role: 'admin' })).toBe(false);
    expect(sees(buildUser('demand'))).toBe(true);
    expect(sees(buildUser('demand', { role: 'full', managerId: 7 }))).toBe(false);
  });

  test('with four eyes, admins and owners see waiting changes', () => {
    const config = { database: null, insightHub: null, fourEyes: true };
    for (const user of [buildUser('admin', { config }), buildUser('admin', { role: 'admin', config })])
      expect(pathsOf(user)).toContain('/waiting');
    expect(pathsOf(buildUser('demand', { config }))).toContain('/waiting');
    expect(pathsOf(buildUser('demand', { role: 'full', managerId: 3, config }))).not.toContain('/waiting');
    expect(pathsOf(buildUser('demand'))).not.toContain('/waiting');
  });

  test('groups without entries are left out, and no link appears twice', () => {
    for (const type of types) {
      for (const mode of ['ssp', 'dsp'] as const) {
        expect(navigationFor(buildUser(type), mode).every((group) => group.entries.length > 0)).toBe(true);
        const paths = pathsOf(buildUser(type, { edition: 'V2V' }), mode);
        expect(paths).toEqual([...new Set(paths)]);
      }
    }
  });
});

describe('pages of entities', () => {
  test('an entity is found where the user may open its page, in either mode', () => {
    const demand = entityPagesFor(buildUser('demand'));
    expect([demand.get('tag')?.to, demand.get('campaign')?.to]).toEqual(['/tags', '/campaigns']);
    expect(demand.has('sdkApp')).toBe(false);
    expect([...entityPagesFor(buildUser('admin')).keys()].toSorted()).toEqual(['appList', 'demand', 'tooltip', 'user']);
    expect(entityPagesFor(buildUser('sub')).size).toBe(0);
  });
});

test('a page belongs to a mode when only the menus of that mode contain it', () => {
  expect(['/campaigns', '/campaigns/7', '/deals'].map(modeOfPage)).toEqual(['dsp', 'dsp', 'dsp']);
  expect(['/tags', '/channels', '/subpublishers'].map(modeOfPage)).toEqual(['ssp', 'ssp', 'ssp']);
  const both = ['/', '/applists', '/advertisers', '/report', '/why', '/whatif', '/tester', '/sites', '/nowhere'];
  expect(both.map(modeOfPage)).toEqual(both.map(() => null));
});

test.each(types)(
  'pages of entities say how those are called, so that the frame need not load what they are: %s',
  (type) => {
    for (const [entity, { label, rowsLabel }] of entityPagesFor(buildUser(type))) {
      expect([entity, rowsLabel ?? label]).toEqual([entity, entityNamed(entity)?.pluralLabel]);
    }
  },
);
