import { describe, expect, test } from 'vitest';
import type { Entity, Field } from '#model/index.ts';
import { setEntities } from '../changes/setEntities.ts';
import { planImport } from './planImport.ts';

const noNames = () => 'There is no such name';

/** The field to which an import maps a heading, whether or not it reads the field. */
function fieldOf(entity: Entity, heading: string): string | undefined {
  const { written, ignored } = planImport(entity, [{ line: 1, cells: [heading] }], noNames);
  return [...written, ...ignored][0];
}

describe.each(setEntities.map((entity) => [entity.name, entity] as const))('the import of %s', (_, entity) => {
  const fields = Object.entries<Field>(entity.fields);
  const labels = fields.map(([, { label }]) => label);

  test('labels of earlier versions are accepted as headings, with or without the unit', () => {
    for (const [name, { label, formerLabels = [], unit }] of fields) {
      // All parts of a targeting label their choices alike.
      if (labels.indexOf(label) !== labels.lastIndexOf(label)) continue;
      for (const former of formerLabels) {
        expect([former, fieldOf(entity, former)]).toEqual([former, name]);
        expect([former, fieldOf(entity, `${former} (${unit ?? ''})`)]).toEqual([former, name]);
        expect(labels).not.toContain(former);
      }
    }
  });

  test('names that fields had in earlier versions head their columns', () => {
    for (const [name, { formerNames = [] }] of fields) {
      for (const former of formerNames) expect([former, fieldOf(entity, former)]).toEqual([former, name]);
    }
  });

  test('each earlier or current label of a choice stands for one value', () => {
    for (const [, { choices = [] }] of fields) {
      const known = choices.flatMap(({ label, formerLabels = [] }) => [label, ...formerLabels]);
      expect(known.filter((label, at) => known.indexOf(label) < at)).toEqual([]);
    }
  });
});
