import { entities, type EntityName } from '../entity/entities.ts';
import { type ApiScope, areaOfChapter, hasScope } from './apiScopes.ts';

/** The entities that scopes allow to read and to write. */
export interface ScopeLimits {
  read: EntityName[];
  write: EntityName[];
}

/** The entities within scopes: those whose chapter is in one of the areas. */
export function limitsOfScopes(scopes: readonly ApiScope[]): ScopeLimits {
  const within = (use: 'read' | 'write') =>
    (Object.keys(entities) as EntityName[]).filter((name) => {
      const area = areaOfChapter(entities[name].pluralLabel);
      return area !== undefined && hasScope(scopes, `${area}:${use}`);
    });
  return { read: within('read'), write: within('write') };
}
