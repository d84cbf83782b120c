import { z } from 'zod';
import { isScoped, maxId, mostWatches, watchKinds, watchMinutes, type WatchRow } from '#model/index.ts';
import type { SessionUser } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { defineRoute, notFound, ok, refuse, type Route } from '../route.ts';
import type { Watch } from './whyContract.ts';

const watchSchema = z.object({
  id: z.int(),
  kind: z.enum(watchKinds),
  object: z.string().describe('Id of the object, or the device’s own'),
  until: z.iso.datetime(),
});

const objectId = z.int('Must be an id').positive('Must be an id').max(maxId, 'Must be an id');

const bodySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('channel'), id: objectId }),
  z.strictObject({ kind: z.literal('supplier'), id: objectId }),
  z.strictObject({ kind: z.literal('tag'), id: objectId }),
  z.strictObject({ kind: z.literal('campaign'), id: objectId }),
  z.strictObject({
    kind: z.literal('device'),
    id: z
      .string('Must be a device id')
      .trim()
      .toLowerCase()
      .regex(/^[\w:.-]{8,64}$/, 'Must be a device id: 8 to 64 letters, digits, hyphens'),
  }),
]);

/** Whoever looks at channels may watch: nothing is changed by it. */
const access = { entity: 'channel', action: 'read' } as const;

/** Watches: for ten minutes all requests of a channel, a supplier, a tag, a campaign or a device are traced in full. */
export function watchRoutes({ entities, watches, log, pulse, now }: ApiDeps): Route[] {
  const running = () => now().getTime();

  /** The watches that run of what a user sees; devices are of the whole account. */
  async function watchesOf(user: SessionUser): Promise<WatchRow[]> {
    const scope = scopeOf(user);
    const rows = await watches.running(scope, running());
    if (!isScoped(user)) return rows;
    const found = await Promise.all(
      rows.map(async ({ kind, object }) => (kind === 'device' ? null : entities.get(kind, Number(object), scope))),
    );
    return rows.filter((_row, index) => found[index]);
  }

  return [
    defineRoute({
      method: 'POST',
      path: '/api/demand/watches',
      summary: `Trace all requests of a channel, supplier, tag, campaign or device for ${watchMinutes} minutes; again = prolong`,
      chapter: 'Why',
      access,
      body: bodySchema,
      answers: { 201: { description: 'The watch, in force within a second', schema: watchSchema } },
      refuses: [404, 422],
      async handler({ body, user, author }) {
        const { kind, id } = body;
        if (kind === 'device' && isScoped(user)) return refuse(422, [deviceOfAccount]);
        const scope = scopeOf(user);
        const row = kind === 'device' ? null : await entities.get(kind, id, scope);
        if (kind !== 'device' && !row) return notFound();
        const demandId = row ? row.demandId : user.demandId;
        if (demandId === null) return refuse(422, [noAccount]);
        const at = running();
        const until = at + watchMinutes * 60_000;
        const watch = await watches.start(
          { demandId, kind, object: String(id) },
          { now: at, until, most: mostWatches },
        );
        if (!watch) return refuse(422, [tooMany]);
        // Watches are forgotten soon, and so is the device: the log tells that somebody looked, not at whom.
        const { id: rowId = null, name = '' } = row ?? {};
        await log.record(author, { action: 'watch', entity: kind, rowId, name, demandId });
        pulse.nudge();
        return ok(toldOf(watch), 201);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/demand/watches',
      summary: 'List the watches that run',
      chapter: 'Why',
      access,
      answers: { 200: { description: 'Oldest first', schema: z.array(watchSchema) } },
      async handler({ user }) {
        return ok((await watchesOf(user)).map(toldOf));
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/demand/watches/{id}',
      summary: 'End a watch',
      chapter: 'Why',
      access,
      params: idParam,
      answers: { 200: { description: 'It has ended', schema: z.object({}) } },
      refuses: [404],
      async handler({ params, user }) {
        const isSeen = !isScoped(user) || (await watchesOf(user)).some(({ id }) => id === params.id);
        if (!isSeen || !(await watches.stop(params.id, scopeOf(user)))) return notFound();
        pulse.nudge();
        return ok({});
      },
    }),
  ];
}

const noAccount = { code: 'no_account', message: 'A device is watched for an account: act as one', path: 'kind' };
const deviceOfAccount = {
  code: 'out_of_scope',
  message: 'A device is watched for the whole account, and your login works with some partners only',
  path: 'kind',
};
const tooMany = {
  code: 'too_many_watches',
  message: `At most ${mostWatches} watches of an account run at the same time`,
  path: '',
};

function toldOf({ id, kind, object, until }: WatchRow): Watch {
  return { id, kind, object, until: new Date(until).toISOString() };
}
