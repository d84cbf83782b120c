import { readTraits } from '#engine/targeting/readTraits.ts';
import type { RequestTraits } from '#engine/targeting/requestTraits.ts';
import type { Environment } from '#model/index.ts';
import { readQuery } from '#standards/readQuery.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { ApiDeps } from '../deps.ts';

/** A test request. */
interface TestRequest {
  url: string;
  params: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  environment?: Environment | undefined;
  at?: string | undefined;
}

/** Reads a test request as ad serving reads requests. Parameters take precedence over those of the URL. */
export async function readTestRequest(
  { entities, locate, now }: Pick<ApiDeps, 'entities' | 'locate' | 'now'>,
  request: TestRequest,
  { scope, peer, zoneHours }: { scope: Scope; peer: string; zoneHours: number },
): Promise<RequestTraits> {
  const params = new URLSearchParams(request.params);
  const query = new Map([...readQuery(request.url), ...readQuery(`?${params.toString()}`)]);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const uid = /\/vast\/([0-9a-z]{16})(?:[/?#]|$)/.exec(request.url)?.[1];
  return readTraits(
    { query, headers, peer, locate },
    {
      environment: request.environment ?? (uid ? await environmentOf({ entities }, uid, scope) : undefined) ?? 'web',
      now: request.at === undefined ? now().getTime() : Date.parse(request.at),
      zoneHours,
    },
  );
}

/** The environment of the channel with a uid, within a scope. */
async function environmentOf(
  { entities }: Pick<ApiDeps, 'entities'>,
  uid: string,
  scope: Scope,
): Promise<Environment | undefined> {
  const { rows } = await entities.list('channel', { scope, q: uid, status: [0, 1, 2], page: 1, size: 10 });
  return rows.find((row) => row.uid === uid)?.environment;
}
