import { signInAs } from '../../apiClient.ts';

/** The advertiser of the test's tags. */
export const advertiserOfTags = 'Harbour Lights';

/** The fields of a bidding tag. */
export const rtb = { integration: 'RTB', endpoint: 'https://bidder.example/openrtb' };

/** The fields of a header bidding partner's tag. */
export const rubicon = {
  integration: 'PreBid',
  partner: 'rubiconP',
  partnerParams: { accountId: 1, siteId: 2, zoneId: 3 },
};

let count = 0;

/** A unique name. */
export const named = (name: string) => `${name} ${(count += 1)}`;

/** Creates and reads tags and related objects in the demo account. */
export interface TagsOfDemand {
  /** Creates a row at a path; returns its id. */
  create(path: string, values: Record<string, unknown>): Promise<number>;
  createTag(values: Record<string, unknown>): Promise<number>;
  tagOf(id: number): Promise<Record<string, unknown>>;
  tagNamed(name: string): Promise<Record<string, unknown>>;
}

/** Signs in to the demo account and creates the advertiser of its tags. */
export async function tagsOfDemand(consoleUrl: string, password: string): Promise<TagsOfDemand> {
  const demand = await signInAs(consoleUrl, 'demand', password);

  async function create(path: string, values: Record<string, unknown>): Promise<number> {
    const { status, body } = await demand.call<{ id: number }>('POST', `/api/demand/${path}`, values);
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.id;
  }

  async function tagOf(id: number): Promise<Record<string, unknown>> {
    return (await demand.call<Record<string, unknown>>('GET', `/api/demand/tags/${id}`)).body;
  }

  const advertiserId = await create('advs', { name: advertiserOfTags });
  return {
    create,
    createTag: (values) => create('tags', { name: named('Tag'), advertiserId, ...values }),
    tagOf,
    async tagNamed(name) {
      const { body } = await demand.call<{ rows: { id: number }[] }>('GET', `/api/demand/tags?q=${encodeURI(name)}`);
      return tagOf(body.rows[0]?.id ?? 0);
    },
  };
}
