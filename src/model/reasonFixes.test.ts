import { describe, expect, test } from 'vitest';
import { candidateFixes, candidateReasons, entities, supplyFixes, supplyReasons, type Fix } from './index.ts';

const named = (fixes: Record<string, Fix | null>) => Object.entries(fixes);

describe('every reason names the field that would change it, or says that nothing of ours would', () => {
  test('of requests', () => {
    expect(Object.keys(supplyFixes).sort()).toEqual(Object.keys(supplyReasons).sort());
  });
  test('of candidates', () => {
    expect(Object.keys(candidateFixes).sort()).toEqual(Object.keys(candidateReasons).sort());
  });
  test.each([...named(supplyFixes), ...named(candidateFixes)])('%s: the fields exist', (_reason, fix) => {
    if (!fix) return;
    const { entity, fields = [] } = fix;
    for (const field of fields) expect(Object.keys(entities[entity].fields)).toContain(field);
  });
});
