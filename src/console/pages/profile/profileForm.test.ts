import { describe, expect, test } from 'vitest';
import type { Profile } from '#api/profile/profileContract.ts';
import { completeContacts, defaultSeller, emptyContact } from '#model/index.ts';
import { bodyOf, faultsOfProfile, tabOf, valuesOf } from './profileForm.ts';
import { restoredValues } from './useProfileForm.ts';

function buildProfile(overrides: Partial<Profile> = {}): Profile {
  return {
    name: 'Alpha',
    companyName: '',
    companyAddress: '',
    contactNumber: '',
    contactExpired: null,
    token: '',
    domain: '',
    timezone: 1,
    contacts: completeContacts([]),
    sellersJson: [],
    tagParams: null,
    priceReq: '0.10',
    priceDsp: 12.5,
    priceImp: '0.05',
    pricePostbid: '0.00',
    postbidPercent: 0,
    setPostbidAll: null,
    setCheckIVTAll: 1,
    blockIVT: null,
    delOldCreatives: null,
    ...overrides,
  };
}

const { priceReq: _r, priceDsp: _d, priceImp: _i, pricePostbid: _p, postbidPercent: _b, ...rest } = buildProfile();
const {
  setPostbidAll: _s,
  setCheckIVTAll: _c,
  blockIVT: _k,
  delOldCreatives: _o,
  sellersJson: _j,
  token: _t,
  ...plain
} = rest;

describe('the profile form', () => {
  test('[PROF-12] is sent as it was read when nothing has changed, for every user', () => {
    for (const profile of [{ ...plain, sellersJson: defaultSeller }, plain]) {
      expect(bodyOf(profile, valuesOf(profile))).toEqual(profile);
    }
  });

  test('is sent without prices by users who do not see them, with the other options', () => {
    const { priceReq: _req, priceDsp: _dsp, priceImp: _imp, pricePostbid: _postbid, ...seen } = buildProfile();
    const values = valuesOf(seen);
    expect(values.options).toBeDefined();
    const { token: _token, ...sent } = seen;
    expect(bodyOf(seen, values)).toEqual(sent);
  });

  test('is sent without the token, which may have been replaced since it was read', () => {
    const profile = buildProfile({ token: '••••3xFg' });
    const { token: _token, ...sent } = profile;
    expect(bodyOf(profile, valuesOf(profile))).toEqual(sent);
  });

  test('[PROF-03] [PROF-09] [PROF-10] is sent trimmed, with flags as 1 or null, and null for cleared values', () => {
    const profile = buildProfile({ contactExpired: '2027-01-01', tagParams: ['genre'] });
    const values = valuesOf(profile);
    const body = bodyOf(profile, {
      ...values,
      name: ' Alpha Media ',
      contactExpired: ' ',
      tagParams: [],
      contacts: completeContacts([{ ...emptyContact('billing'), lastName: ' Bell ' }]),
      sellers: [{ id: ' 1 ', domain: ' press.example ', name: ' Press ' }],
      options: { ...values.options!, blockIVT: true, setCheckIVTAll: false, postbidPercent: ' 7.5 ' },
    });
    expect(body).toMatchObject({
      name: 'Alpha Media',
      contactExpired: null,
      tagParams: null,
      contacts: [{}, { lastName: 'Bell' }, {}],
      sellersJson: [{ id: '1', domain: 'press.example', name: 'Press' }],
      blockIVT: 1,
      setCheckIVTAll: null,
      postbidPercent: 7.5,
    });
  });

  test('reports its faults by the paths of the API', () => {
    const profile = buildProfile();
    const values = valuesOf(profile);
    const faults = faultsOfProfile(
      bodyOf(profile, {
        ...values,
        name: ' ',
        contactExpired: 'soon',
        contacts: completeContacts([{ ...emptyContact('technical'), personalEmail: 'invalid' }]),
        sellers: [{ id: '1', domain: '', name: 'Press' }],
        options: { ...values.options!, postbidPercent: 'half' },
      }),
    );
    expect(Object.keys(faults).toSorted()).toEqual([
      'contactExpired',
      'contacts.2.personalEmail',
      'name',
      'postbidPercent',
      'sellersJson.0.domain',
    ]);
    expect(faults['name']).toBe('Required');
    expect(faultsOfProfile(bodyOf(profile, values))).toEqual({});
  });

  test('a fault belongs to the tab of its value', () => {
    expect(
      ['name', 'priceDsp', 'blockIVT', 'sellersJson.0.id', 'contacts.1.lastName', 'tagParams.2', 'timezone'].map(tabOf),
    ).toEqual(['common', 'options', 'options', 'sellers', 'billing', 'tags', 'common']);
  });
});

describe('a restored draft', () => {
  const rights = {
    isReadOnly: false,
    isAccountFixed: false,
    arePricesFixed: true,
    isImpersonated: false,
    areVerificationOptionsShown: true,
    areIvtOptionsShown: true,
  };
  const stored = valuesOf(buildProfile());
  const draft = {
    ...stored,
    name: 'Typed',
    timezone: 5,
    options: { ...stored.options!, priceReq: '9.00', blockIVT: true },
  };

  test('has the typed values, except prices that only an admin may set', () => {
    const values = restoredValues(stored, draft, rights);
    expect(values).toMatchObject({ name: 'Typed', timezone: 5, options: { priceReq: '0.10', blockIVT: true } });
    const byAdmin = restoredValues(stored, draft, { ...rights, arePricesFixed: false });
    expect(byAdmin.options?.priceReq).toBe('9.00');
  });

  test('of an SDK login has only the login’s own fields', () => {
    const values = restoredValues(stored, draft, { ...rights, isAccountFixed: true });
    expect(values).toEqual({ ...stored, name: 'Typed' });
  });
});
