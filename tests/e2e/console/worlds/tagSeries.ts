import { signInAs, type TestClient } from '../../apiClient.ts';

/** Address of the list of the series, sorted by name. */
export const seriesList = '/tags?q=List&sort=name';

/** Their names, in the order of that list. */
export const seriesNames = ['List alpha', 'List beta', 'List delta', 'List gamma'];

interface StoredTag {
  rate: string;
  name: string;
  version: number;
}

/** Four tags of the neighbour's account without channels, and its login. */
export interface TagSeries {
  client: TestClient;
  ids: Record<'alpha' | 'beta' | 'gamma' | 'delta', number>;
  /** One of them as stored. */
  stored(name: keyof TagSeries['ids']): Promise<StoredTag>;
}

/** Creates them: the neighbour's account belongs to the test, except for two rows of the demo. */
export async function createTagSeries(consoleUrl: string, password: string): Promise<TagSeries> {
  const client = await signInAs(consoleUrl, 'harbour', password);
  const make = async (path: string, values: object) => {
    const answer = await client.call<{ id: number }>('POST', `/api/demand/${path}`, values);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };
  const first = await make('advs', { name: 'First partner' });
  const second = await make('advs', { name: 'Second partner' });
  const url = 'https://ads.example/vast';
  const ids = {
    alpha: await make('tags', { name: 'List alpha', advertiserId: first, url, rate: '1.00' }),
    beta: await make('tags', { name: 'List beta', advertiserId: second, url, rate: '2.00', impsPerDay: 500 }),
    gamma: await make('tags', { name: 'List gamma', advertiserId: second, url, rate: '3.00', endsOn: '2020-01-01' }),
    delta: await make('tags', { name: 'List delta', advertiserId: first, url, rate: '4.00' }),
  };
  return {
    client,
    ids,
    stored: async (name) => (await client.call<StoredTag>('GET', `/api/demand/tags/${ids[name]}`)).body,
  };
}
