import { entityList, type EntityName } from '../entity/entities.ts';
import { type Action, isAllowed, type Role } from '../entity/permissions.ts';
import { type ApiArea, type ApiScope, type ApiUse, areaOfChapter } from './apiScopes.ts';
import { capabilities } from './capabilities.ts';

/** How a built-in role uses an area: by the entities and capabilities in it; null = not at all. */
export function areaUseOf(role: Role, area: ApiArea): ApiUse | null {
  const names = entityList
    .filter(({ pluralLabel }) => areaOfChapter(pluralLabel) === area)
    .map(({ name }) => name as EntityName);
  const scopes = Object.values(capabilities).flatMap(({ roles, scope }): readonly ApiScope[] =>
    roles.includes(role) ? [scope] : [],
  );
  const may = (action: Action) => names.some((name) => isAllowed(role, name, action));
  if (may('create') || may('update') || scopes.includes(`${area}:write`)) return 'write';
  return may('read') || scopes.includes(`${area}:read`) ? 'read' : null;
}
