import { signInAs } from '../../apiClient.ts';

/** Creates an account without objects, and its login `newhouse`. */
export async function createNewHouseAccount(consoleUrl: string, password: string): Promise<void> {
  const admin = await signInAs(consoleUrl, 'admin', password);
  const account = await admin.call<{ id: number }>('POST', '/api/demands', { name: 'New house', showDsp: true });
  const owner = { name: 'Owner', login: 'newhouse', type: 'demand', demandId: account.body.id, password };
  const answer = await admin.call('POST', '/api/users', owner);
  if (answer.status !== 201) throw new Error(`POST users answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
