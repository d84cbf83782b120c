import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, password, startTestApi, type TestApi } from '../startTestApi.ts';
import { confirming } from './confirming.ts';

/** An installation with FOUR_EYES and two people for each right; all are called by their login. */
export interface FourEyesWorld {
  api: TestApi;
  /** An account with two owners: `alpha-demand` and `second`. */
  own: TestAccount;
  /** Another one, with one owner: `bravo-demand`. */
  foreign: TestAccount;
  /** Signs in and confirms where it is needed. `super`, `ben` and `cleo` are super admins, `ada` and `eve` other admins. */
  as(login: string): Promise<Caller>;
  idOf(login: string): Promise<number>;
  /** Makes calls as if FOUR_EYES were off. */
  without<T>(act: () => Promise<T>): Promise<T>;
}

/** Opens the world, in which no one depends on a proposer. */
export async function openFourEyesWorld(options: Parameters<typeof startTestApi>[0] = {}): Promise<FourEyesWorld> {
  const api = await startTestApi(options);
  const setFourEyes = (isOn: boolean) => Object.assign(api.deps.config, { FOUR_EYES: isOn });
  const own = await buildAccount(api, 'alpha');
  const foreign = await buildAccount(api, 'bravo');
  const root = await api.signIn('super');
  const create = async (login: string, more: object) =>
    idOf(await root('POST', '/api/users', { name: login, login, password, ...more }));
  for (const login of ['ben', 'cleo', 'ada', 'eve']) await create(login, { type: 'admin' });
  await api.sql(`update users set is_super = true where login in ('ben', 'cleo')`);
  await create('second', { type: 'demand', demandId: own.demandId });
  // Their sign-in links were made a while ago: they do not depend on the first super admin.
  await api.sql(`update security_events set at = at - interval '8 days'`);
  setFourEyes(true);
  return {
    ...{ api, own, foreign },
    as: async (login) => confirming(await api.signIn(login)),
    async idOf(login) {
      const [row] = await api.sql(`select id from users where login = '${login}'`);
      return Number(row?.['id']);
    },
    async without(act) {
      setFourEyes(false);
      try {
        return await act();
      } finally {
        setFourEyes(true);
      }
    },
  };
}
