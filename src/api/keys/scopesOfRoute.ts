import { type ApiScope, type ApiUse, areaOfChapter, hasScope } from '#model/account/apiScopes.ts';
import { entities } from '#model/index.ts';
import type { RouteDeclaration } from '../routeDeclaration.ts';

type ScopedRoute = Pick<RouteDeclaration, 'method' | 'isReadOnly' | 'chapter' | 'access' | 'isForPeople'>;

/** Whether a call of a route only reads, or changes something. */
export function useOfRoute({ method, isReadOnly }: Pick<RouteDeclaration, 'method' | 'isReadOnly'>): ApiUse {
  return method === 'GET' || isReadOnly ? 'read' : 'write';
}

/**
 * The scopes that an API key needs for a route: that of its chapter, and that of the entity on which it depends. Public
 * routes need none, and those for people cannot be called with any.
 */
export function scopesOfRoute(route: ScopedRoute): ApiScope[] {
  const { access, chapter, isForPeople } = route;
  if (access === 'public' || access === 'internal' || isForPeople) return [];
  const entity =
    typeof access !== 'object' || 'roles' in access ? null : 'entity' in access ? access.entity : access.namesOf;
  const chapters = entity === null ? [chapter] : [chapter, entities[entity].pluralLabel];
  const use = useOfRoute(route);
  return [
    ...new Set(
      chapters.map((each): ApiScope => {
        const area = areaOfChapter(each);
        if (area === undefined) throw new Error(`the chapter ${each} is in no area of the API`);
        return `${area}:${use}`;
      }),
    ),
  ];
}

/** The scopes that a key lacks for a route. */
export function missingScopes(route: ScopedRoute, scopes: readonly ApiScope[]): ApiScope[] {
  return scopesOfRoute(route).filter((scope) => !hasScope(scopes, scope));
}
