import { expect, test } from 'vitest';
import type { Environment } from '#model/index.ts';
import { adServerPresets } from '#model/reference/adServerMacros.ts';
import { findForeignMacros, findMacros } from '#standards/foreignMacros.ts';
import { SERVER_MACROS } from '#standards/macros.ts';
import { platformParameters } from '#standards/openrtb/request/addKeyValues.ts';
import { parametersOf, tagParameters } from './tagParameters.ts';

const values = adServerPresets.flatMap(({ id, macros }) =>
  Object.entries(macros).map(([param, macro]) => [id, param, macro] as const),
);
const fixed = ['rida'];

test('presets fill existing parameters of tags', () => {
  const known = tagParameters.map(({ param }) => param);
  expect(values.filter(([, param]) => !known.includes(param))).toEqual([]);
});

test.each(values.filter(([, , macro]) => !fixed.includes(macro)))(
  '%s: the macro of %s, %s, is a known macro, so that tags with it unfilled are detected',
  (_id, param, macro) => {
    const url = `https://ads.example/vast/1?${param}=${macro}`;
    expect(
      findMacros(url)
        .map(({ written }) => written)
        .join(''),
    ).toBe(macro);
  },
);

test('each environment has presets, each its own name', () => {
  for (const environment of ['web', 'mobileWeb', 'app', 'ctv'] as const) {
    expect(adServerPresets.some(({ environments }) => environments.includes(environment))).toBe(true);
  }
  expect(new Set(adServerPresets.map(({ label }) => label)).size).toBe(adServerPresets.length);
});

test('suggestions for tags recognize the value that a preset writes for each of ours', () => {
  const filled = new Set(SERVER_MACROS.flatMap(({ forms }) => forms));
  const pairs = values.flatMap(([id, param, macro]) =>
    findForeignMacros(`https://d.example/v?x=${macro}`).map(({ replacement }) => [id, param, replacement] as const),
  );
  const wrong = pairs.filter(([, param, replacement]) => {
    const ours = tagParameters.find((each) => each.param === param)?.macro ?? '';
    return replacement !== null && filled.has(ours) && replacement !== ours;
  });
  expect(wrong.filter(([, param]) => param !== 'app_store_url')).toEqual([]);
});

const requiredIn = (environment: Environment) =>
  parametersOf({ environment }, []).flatMap(({ param, isRequired }) => (isRequired ? [param] : []));

test('tags of pages require the page, tags of apps the app', () => {
  expect([requiredIn('web'), requiredIn('mobileWeb')]).toEqual([['url'], ['url']]);
  const app = ['app_bundle', 'app_name', 'app_store_url'];
  expect([requiredIn('app'), requiredIn('ctv')]).toEqual([app, app]);
});

test('the parameters of the account come last, each once', () => {
  const own = parametersOf({ environment: 'web' }, ['section', 'cb']).slice(-2);
  expect(own.map(({ param, macro, isRequired, isUsual }) => [param, macro, isRequired, isUsual])).toEqual([
    ['schain', '[SCHAIN]', false, false],
    ['section', '[SECTION]', false, true],
  ]);
});

test('GET /vast: the tag has every parameter that requests may declare, under one name or another', () => {
  const names = new Set(tagParameters.flatMap(({ param, aliases = [] }) => [param, ...aliases]));
  // Of bid requests alone: of their imps, and the sid of a SKAdNetwork or supply chain.
  const ofRequests = ['instl', 'rwdd', 'sid', 'tagid'];
  expect([...platformParameters].filter((name) => !names.has(name))).toEqual(ofRequests);
});

test('a parameter of the account is usual, also where serving reads it', () => {
  const usualIn = (own: string[]) =>
    parametersOf({ environment: 'web' }, own).flatMap(({ param, isUsual }) => (isUsual ? [param] : []));
  expect(usualIn([])).not.toContain('pos');
  expect(usualIn(['pos'])).toEqual([...usualIn([]).flatMap((param) => (param === 'gdpr' ? ['pos', param] : [param]))]);
});

test('no two parameters share a name', () => {
  const names = tagParameters.flatMap(({ param, aliases = [] }) => [param, ...aliases]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
