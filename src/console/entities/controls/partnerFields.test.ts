import { describe, expect, test } from 'vitest';
import { adexchange, tag } from '#model/index.ts';
import { initialValues, tabsOf } from '../form/formModel.ts';
import { knownFields, patternOf, valuesToFill } from './partnerFields.ts';

const fieldsOf = (entity: typeof tag | typeof adexchange) =>
  tabsOf(entity).find(({ label }) => label === 'Endpoint')?.fields ?? [];
const rtb = { ...initialValues(tag, null), integration: 'RTB' };
const fields = fieldsOf(tag);

describe('the values that a partner fills', () => {
  test('[REF-07] are those that are known of it, in the fields of the integration', () => {
    const pubmatic = { rtbVersion: '2.6', isGzipped: true, gvlId: '76' };
    expect(Object.fromEntries(knownFields('pubmatic', fields, rtb).map(({ name, value }) => [name, value]))).toEqual(
      pubmatic,
    );
    // 2.6 is the default already.
    expect(valuesToFill('pubmatic', '', { fields, isNew: true }, rtb)).toEqual({ isGzipped: true, gvlId: '76' });
    expect(valuesToFill('pubmatic', '', { fields, isNew: true }, { ...rtb, integration: 'VAST' })).toEqual({
      gvlId: '76',
    });
    expect(
      valuesToFill('fwssp', '', { fields: fieldsOf(adexchange), isNew: true }, initialValues(adexchange, null)),
    ).toEqual({
      rtbVersion: '2.5',
      isGzipped: true,
      gvlId: '285',
      mediaTypes: ['video'],
    });
  });

  test('[REF-07] never replace a value that the user entered', () => {
    expect(valuesToFill('pubmatic', '', { fields, isNew: true }, { ...rtb, gvlId: '9', rtbVersion: '2.5' })).toEqual({
      isGzipped: true,
    });
  });

  test('[REF-07] of the previous partner are replaced or cleared', () => {
    const filled = { ...rtb, ...valuesToFill('pubmatic', '', { fields, isNew: true }, rtb) };
    expect(valuesToFill('criteo', 'pubmatic', { fields, isNew: true }, filled)).toEqual({
      isGzipped: false,
      gvlId: '91',
    });
    expect(valuesToFill('', 'pubmatic', { fields, isNew: true }, filled)).toEqual({ isGzipped: false, gvlId: '' });
    expect(valuesToFill('', 'pubmatic', { fields, isNew: true }, { ...filled, gvlId: '9' })).toEqual({
      isGzipped: false,
    });
  });

  test('[REF-07] of the previous partner are replaced or cleared in an existing row, too, where nothing else is filled', () => {
    const existing = { fields, isNew: false };
    const filled = { ...rtb, ...valuesToFill('pubmatic', '', { fields, isNew: true }, rtb) };
    expect(valuesToFill('pubmatic', '', existing, rtb)).toEqual({});
    expect(valuesToFill('criteo', 'pubmatic', existing, filled)).toEqual({ isGzipped: false, gvlId: '91' });
    expect(valuesToFill('', 'pubmatic', existing, { ...filled, gvlId: '9' })).toEqual({ isGzipped: false });
    const vast = {
      ...initialValues(tag, null),
      partner: 'springserve',
      url: patternOf('url', { partner: 'springserve' }),
    };
    expect(valuesToFill('', 'springserve', existing, vast)).toMatchObject({ url: '' });
    expect(valuesToFill('', 'springserve', existing, { ...vast, url: 'https://ads.example/vast' })).not.toHaveProperty(
      'url',
    );
  });

  test('[REF-07] an unknown partner fills nothing, and a pattern is only a hint', () => {
    expect(valuesToFill('limelightDigital', '', { fields, isNew: true }, rtb)).toEqual({ rtbVersion: '2.5' });
    expect(patternOf('url', { partner: 'springserve' })).toContain('<supplyTagId>');
    expect(valuesToFill('springserve', '', { fields, isNew: true }, initialValues(tag, null))).toEqual({});
    expect(patternOf('syncUrl', { partner: 'rubicon' })).toBeUndefined();
  });
});
