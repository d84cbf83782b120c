import { type ApiScope, type ApiUse, areaOfChapter, hasScope } from '#model/account/apiScopes.ts';
import { entities } from '#model/index.ts';
import { changeContract } from '../changes/changeContract.ts';
import type { RouteDeclaration } from '../routeDeclaration.ts';

type ScopedRoute = Pick<RouteDeclaration, 'method' | 'isReadOnly' | 'chapter' | 'access' | 'isForPeople'>;

const changeSets = changeContract.apply.chapter;

/** Whether a call of a route only reads, or changes something. */
export function useOfRoute({ method, isReadOnly }: Pick<RouteDeclaration, 'method' | 'isReadOnly'>): ApiUse {
  return method === 'GET' || isReadOnly ? 'read' : 'write';
}

/**
 * The scopes that an API key needs for a route: that of its chapter, and that of the entity on which it depends. Public
 * routes need none, and those for people cannot be called with any.
 */
export function scopesOfRoute(route: ScopedRoute): ApiScope[] {
  return route.isForPeople ? [] : scopesOf(route);
}

/**
 * The scopes that a custom role must include for a route. What users have of their own needs none: their session and
 * password, saved views, the search in what they can read, and their profile except its changes for the account. Neither
 * do change sets, which lists and forms send: each of their objects is checked.
 */
export function roleScopesOfRoute(route: ScopedRoute): ApiScope[] {
  const isOwnProfile = route.chapter === 'Profile' && (route.isForPeople || useOfRoute(route) === 'read');
  const isOwn = route.access === 'session' || isOwnProfile || route.chapter === changeSets;
  return isOwn ? [] : scopesOf(route);
}

function scopesOf(route: ScopedRoute): ApiScope[] {
  const { access, chapter } = route;
  if (access === 'public' || access === 'internal') return [];
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

/** The scopes that are needed but missing. */
export function missingScopes(needed: readonly ApiScope[], scopes: readonly ApiScope[]): ApiScope[] {
  return needed.filter((scope) => !hasScope(scopes, scope));
}
