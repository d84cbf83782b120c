import { describe, expect, test } from 'vitest';
import {
  candidateFix,
  candidateFixes,
  candidateReasons,
  entities,
  supplyFix,
  supplyFixes,
  supplyReasons,
  type CandidateReason,
  type Fix,
  type SupplyReason,
} from '../index.ts';

const named = (fixes: Record<string, Fix | null>) => Object.entries(fixes);

describe('every reason names the field that would change it, or that none of ours would', () => {
  test('of requests', () => {
    expect(Object.keys(supplyFixes).sort()).toEqual(Object.keys(supplyReasons).sort());
  });
  test('of candidates', () => {
    expect(Object.keys(candidateFixes).sort()).toEqual(Object.keys(candidateReasons).sort());
  });
  const reasons = Object.keys(candidateReasons) as CandidateReason[];
  const ofEntities = (['adexchange', 'campaign'] as const).flatMap((entity) =>
    reasons.map((reason): [string, Fix | null] => [`${reason} of ${entity}`, candidateFix(reason, entity)]),
  );
  const ofSuppliers = (Object.keys(supplyReasons) as SupplyReason[]).map((name): [string, Fix | null] => [
    `${name} of supplier`,
    supplyFix(name, true),
  ]);
  test('candidates other than tags are never fixed at a tag', () => {
    expect(ofEntities.filter(([, fix]) => fix?.entity === 'tag')).toEqual([]);
  });
  test.each([...named(supplyFixes), ...named(candidateFixes), ...ofEntities, ...ofSuppliers])(
    '%s: the fields exist',
    (_reason, fix) => {
      if (!fix) return;
      const { entity, fields = [] } = fix;
      for (const field of fields) expect(Object.keys(entities[entity].fields)).toContain(field);
    },
  );
});
