import { idOf, password, type Caller } from '../../system/api/startTestApi.ts';
import type { ProtectedRows } from './openProtectedState.ts';
import { createApiToken } from '../createApiToken.ts';
import type { ProductApi } from '../openProductApi.ts';
import { words, type Aim, type WalkWorld } from './buildWalkWorld.ts';

/** A caller of every route. */
export interface Walker {
  name: string;
  call: Caller;
  /** Rows that its calls name and that it has no right to. */
  aims: readonly Aim[];
  /** Texts that no response to it may contain. */
  forbidden: readonly string[];
  /** Rows that its calls must not change. */
  protects: readonly ProtectedRows[];
}

/** Creates a caller of every kind. No response may contain the secrets of the accounts. */
export async function buildWalkers(api: ProductApi, world: WalkWorld): Promise<Walker[]> {
  const { own, foreign, foreignAim, otherAim, otherRows } = world;
  const root = await api.signIn('super');
  idOf(await root('POST', '/api/users', { name: 'Admin', login: 'admin', password, type: 'admin' }));
  const manager = async (login: string, values: object) => {
    const made = await own.owner('POST', '/api/demand/managers', {
      name: `alpha ${login}`,
      login,
      password,
      ...values,
    });
    return { id: idOf(made), call: await api.signIn(login) };
  };
  const managers = {
    full: await manager('full', { managerRole: 'full' }),
    buyer: await manager('buyer', { managerRole: 'full', scopeAdvertiserIds: [own.ids.advertiser] }),
    seller: await manager('seller', { managerRole: 'trafficker', scopeSubpublisherIds: [own.ids.subpublisher] }),
    readonly: await manager('readonly', { managerRole: 'readonly' }),
    finance: await manager('finance', { managerRole: 'finance' }),
    suspended: await manager('suspended', { managerRole: 'full' }),
  };
  await own.owner('PATCH', `/api/demand/managers/${managers.suspended.id}`, { status: 0 });
  const revoked = await createApiToken(own.owner);
  const token = await createApiToken(own.owner);
  const secrets = [
    revoked,
    token,
    await createApiToken(foreign.owner),
    own.supplierKey,
    foreign.supplierKey,
    '$argon2',
  ];

  const ofForeign: ProtectedRows = { demandId: foreign.demandId };
  const ofOther = (...entities: string[]): ProtectedRows => ({
    rows: otherRows.filter(({ entity }) => entities.length === 0 || entities.includes(entity)),
  });
  const { foreign: bravo, buying, selling, both, inside } = words;
  const fullAccount = { aims: [foreignAim], forbidden: [bravo, ...secrets], protects: [ofForeign] };
  const anonymous = {
    aims: [foreignAim, otherAim],
    forbidden: ['alpha', bravo, buying, selling, both, inside, ...secrets],
    protects: [ofForeign, { demandId: own.demandId }],
  };
  const limited = { aims: [foreignAim, otherAim], forbidden: [bravo, ...secrets], protects: [ofForeign, ofOther()] };
  const partner = { ...limited, forbidden: [bravo, buying, selling, both, inside, ...secrets] };
  const ofBuying = ofOther('advertiser', 'tag', 'campaign', 'creative', 'login', 'waterfallRow');
  const ofSelling = ofOther('subpublisher', 'channel', 'waterfallRow');
  return [
    { name: 'anonymous', call: api.anonymous, ...anonymous },
    { name: 'a wrong token', call: api.program('wrong'.repeat(8)), ...anonymous },
    { name: 'a revoked token', call: api.program(revoked), ...anonymous },
    { name: 'a suspended user', call: managers.suspended.call, ...anonymous },
    { name: 'a readonly manager', call: managers.readonly.call, ...limited },
    { name: 'a finance manager', call: managers.finance.call, ...limited },
    {
      name: 'a full manager of one advertiser',
      call: managers.buyer.call,
      aims: [foreignAim, otherAim],
      forbidden: [bravo, buying, both, ...secrets],
      protects: [ofForeign, ofBuying],
    },
    {
      name: 'a trafficker of one sub-publisher',
      call: managers.seller.call,
      aims: [foreignAim, otherAim],
      forbidden: [bravo, selling, both, ...secrets],
      protects: [ofForeign, ofSelling],
    },
    { name: 'a sub-publisher', call: await api.signIn(own.logins.sub), ...partner },
    { name: 'an advertiser', call: await api.signIn(own.logins.adv), ...partner },
    // Placements refer to channels: an SDK login reads the names of all channels.
    {
      name: 'an SDK login',
      call: await api.signIn(own.logins.sdk),
      ...partner,
      forbidden: [bravo, buying, both, inside, ...secrets],
    },
    {
      name: 'an admin',
      call: await api.signIn('admin'),
      aims: [foreignAim],
      forbidden: secrets,
      protects: [entitiesOf(world)],
    },
    { name: 'a full manager', call: managers.full.call, ...fullAccount },
    { name: 'the account’s token', call: api.program(token), ...fullAccount },
    { name: 'the owner', call: own.owner, ...fullAccount },
    { name: 'the super admin', call: root, aims: [foreignAim], forbidden: secrets, protects: [] },
  ];
}

/** The rows of the foreign account, except its months and invoices, which admins close. */
function entitiesOf({ foreign }: WalkWorld): ProtectedRows {
  const names = Object.keys(foreign.ids) as (keyof typeof foreign.ids)[];
  return { rows: names.map((entity) => ({ entity, id: foreign.ids[entity] })) };
}
