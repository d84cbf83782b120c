import type { Entity } from '#model/index.ts';

/**
 * The target in a row's drawer that a fault's path names: a field or the files tab; an empty object for the whole row.
 */
export function faultTarget(entity: Entity, path: string): { field?: string; tab?: string } {
  const [name = ''] = path.split('.');
  if (name === 'files') return { tab: 'media' };
  const field = entity.fields[name];
  return field && !field.isGenerated ? { field: name } : {};
}
