import { describe, expect, test } from 'vitest';
import { mediaTypes } from '../mediaTypes.ts';
import { partnerById } from '../partners.ts';
import { companies, companyOf } from './companies.ts';
import { partnerIn } from './partnerIn.ts';
import { tagPartnerChoices } from '../partnerChoices.ts';
import { preBidPartners } from './preBidPartners.ts';
import { partnerFacts } from './partnerFacts.ts';

describe('the facts about partners', () => {
  test('[REF-07] are about partners of the list, never about a Prebid variant', () => {
    const ids = companies.map(({ id }) => id);
    expect(Object.keys(partnerFacts).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('[REF-07] vendor IDs and domains belong to one partner each', () => {
    const all = Object.values(partnerFacts);
    for (const key of ['gvlId', 'adSystem'] as const) {
      const values = all.flatMap((facts) => facts[key] ?? []);
      expect(values.length).toBeGreaterThan(30);
      expect(new Set(values).size).toBe(values.length);
    }
    for (const { gvlId = 1, adSystem = 'a.b' } of all) {
      expect(Number.isInteger(gvlId) && gvlId > 0 && gvlId < 65_536).toBe(true);
      expect(adSystem).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    }
    expect(partnerFacts['pubmatic']).toMatchObject({ gvlId: 76, adSystem: 'pubmatic.com', rtbVersion: '2.6' });
  });

  test('[REF-07] patterns are URLs once their placeholders are replaced, and ask for parameters of the partner', () => {
    for (const [id, { patterns = {} }] of Object.entries(partnerFacts)) {
      for (const [field, pattern] of Object.entries(patterns)) {
        expect(URL.canParse(pattern.replaceAll(/<\w+>/g, 'x')), pattern).toBe(true);
        expect(companyOf(id)?.integration).toBe(field === 'url' ? 'VAST' : 'RTB');
      }
    }
    const names = partnerById('aniview')?.params.map(({ name }) => `<${name}>`) ?? [];
    for (const name of names) expect(partnerFacts['aniview']?.patterns?.url).toContain(name);
  });

  test('[REF-07] media types are those of the platform', () => {
    const known = mediaTypes.map(({ value }): string => value);
    for (const { mediaTypes: own = [] } of Object.values(partnerFacts))
      expect(known).toEqual(expect.arrayContaining([...own]));
  });
});

describe('the partner of another integration', () => {
  test('[REF-07] is the Prebid variant for Prebid, and the company for the others', () => {
    expect(partnerIn('PreBid', 'rubicon')).toBe('rubiconP');
    expect(partnerIn('PreBid', 'rubiconP')).toBe('rubiconP');
    expect(partnerIn('RTB', 'rubiconP')).toBe('rubicon');
    expect(partnerIn('VAST', 'rubicon')).toBe('rubicon');
  });

  test('[REF-07] there is none without a variant, or of an unknown partner', () => {
    expect(partnerIn('PreBid', 'kargo')).toBe('');
    expect([partnerIn('RTB', ''), partnerIn('PreBid', 'unknown')]).toEqual(['', '']);
    expect(companyOf('unknown')).toBeUndefined();
  });

  test('[REF-07] a tag can have every partner, those with a Prebid variant through Prebid', () => {
    const offered = (integration: string) =>
      tagPartnerChoices
        .filter(({ shownWhen }) => shownWhen && 'is' in shownWhen && shownWhen.is.includes(integration))
        .map(({ value }) => value);
    expect(offered('VAST').toSorted()).toEqual(companies.map(({ id }) => id).toSorted());
    expect(offered('RTB')).toEqual(offered('VAST'));
    expect(offered('PreBid').toSorted()).toEqual(preBidPartners.map(({ id }) => id).toSorted());
    expect(companies).toHaveLength(48);
    expect(preBidPartners).toHaveLength(21);
  });
});
