import { expect, test } from 'vitest';
import { entities, type UserType } from '#model/index.ts';
import { entityPagesFor, navigationFor } from '../navigation/navigation.ts';
import { pagesFor } from './pagesFor.ts';
import { type ActingUser, paletteActions, rowLabels } from './paletteActions.ts';
import { findNamed } from './paletteGroups.ts';
import { actionWords, pageWords } from './paletteWords.ts';

function buildUser(type: UserType, more: Partial<ActingUser> = {}): ActingUser {
  return {
    type,
    role: type === 'admin' ? 'super' : type,
    showDsp: true,
    managerId: null,
    scope: { advertiserIds: null, subpublisherIds: null },
    config: { database: 'CTVMediaV2V', insightHub: null },
    ...more,
  };
}

const actionsOf = (user: ActingUser) => paletteActions(user, 'ssp', entityPagesFor(user));
const labelsOf = (user: ActingUser) => actionsOf(user).map(({ label }) => label);

test('[NAV-23] the actions of a user are the rows that it may create, its dialogs and the other mode', () => {
  expect(labelsOf(buildUser('demand'))).toEqual(
    expect.arrayContaining(['New tag', 'New channel', 'New campaign', 'New manager', 'Profile', 'Switch to DSP mode']),
  );
  expect(labelsOf(buildUser('admin'))).toEqual(expect.arrayContaining(['New demand account', 'Config', 'Settings']));
  expect(labelsOf(buildUser('demand', { role: 'readonly', showDsp: false, managerId: 3 }))).toEqual([
    'Profile',
    'Options of the profile',
    'Settings',
    'Keyboard shortcuts',
    'Market report',
  ]);
  expect(labelsOf(buildUser('sub', { showDsp: false }))).toEqual(['Profile', 'Settings', 'Keyboard shortcuts']);
});

test('[NAV-23] the pages are all that the user may open, those of the mode first, each once', () => {
  const pathsIn = (user: ActingUser, mode: 'ssp' | 'dsp') => pagesFor(user, mode).map(({ to }) => to);
  const menusOf = (user: ActingUser, mode: 'ssp' | 'dsp') =>
    navigationFor(user, mode).flatMap((group) => group.entries.map(({ to }) => to));
  const demand = buildUser('demand');
  const ssp = pathsIn(demand, 'ssp');
  const unlisted = ['/applications', '/publishers', '/tcreatives', '/pbReport', '/configuration'];
  expect(ssp).toEqual(expect.arrayContaining([...menusOf(demand, 'ssp'), ...menusOf(demand, 'dsp'), ...unlisted]));
  expect(ssp).toEqual([...new Set(ssp)]);
  expect(ssp.indexOf('/tags')).toBeLessThan(ssp.indexOf('/campaigns'));
  const dsp = pathsIn(demand, 'dsp');
  expect(dsp.toSorted()).toEqual(ssp.toSorted());
  expect(dsp.indexOf('/campaigns')).toBeLessThan(dsp.indexOf('/tags'));
  expect(pathsIn(buildUser('demand', { showDsp: false }), 'ssp')).not.toContain('/campaigns');
  const sub = buildUser('sub');
  expect(pathsIn(sub, 'ssp')).toEqual([...menusOf(sub, 'ssp'), '/today']);
});

test('[NAV-23] pages and actions are found by the words of the field', () => {
  const find = (user: ActingUser, text: string) => [
    ...findNamed(pagesFor(user, 'ssp'), text, ({ to }) => pageWords[to] ?? '').map(({ to }) => to),
    ...findNamed(actionsOf(user), text, ({ id }) => actionWords[id] ?? '').map(({ id }) => id),
  ];
  const demand = buildUser('demand');
  expect(find(buildUser('admin'), 'billing')).toEqual(['/finance']);
  expect(find(buildUser('admin'), 'invoice')).toEqual(['/finance']);
  expect(find(demand, 'tester')).toEqual(['/tester']);
  expect(find(demand, 'approvals')).toEqual(['/today']);
  expect(find(demand, 'postbid')).toEqual(['/pbReport', 'options']);
  expect(find(demand, 'block')).toEqual(expect.arrayContaining(['/applists', '/targetings', '/advertisers', '/why']));
  expect(find(demand, 'floor')).toEqual(expect.arrayContaining(['/tags', '/channels', '/whatif', '/deals']));
});

test('rows are called as in the model, and words belong to pages and actions that exist', () => {
  for (const [entity, label] of Object.entries(rowLabels)) {
    expect(entities[entity as keyof typeof entities].label.toLowerCase()).toBe(label);
  }
  const everyone = (['admin', 'demand', 'sub', 'adv', 'sdk'] as const).flatMap((type) =>
    ([null, 'V2V', 'CTVMediaV2V'] as const).map((database) =>
      buildUser(type, { config: { database, insightHub: null, fourEyes: true } }),
    ),
  );
  const paths = new Set(everyone.flatMap((user) => pagesFor(user, 'ssp').map(({ to }) => to)));
  expect(Object.keys(pageWords).filter((path) => !paths.has(path))).toEqual([]);
  expect([...paths].filter((path) => !(path in pageWords))).toEqual([]);
  const ids = new Set(everyone.flatMap((user) => actionsOf(user).map(({ id }) => id)));
  expect(Object.keys(actionWords).filter((id) => !ids.has(id))).toEqual([]);
});
