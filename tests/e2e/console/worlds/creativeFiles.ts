import type { Locator, Page } from 'playwright-core';
import type { TestClient } from '../../apiClient.ts';

/** A file for upload in a page. */
export const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

/** The files of the open creative. */
export const filesOf = (page: Page): Locator => page.getByRole('list', { name: 'Files' }).getByRole('listitem');

/** Returns a function that creates creatives of a type for the first advertiser of an account, each with its id. */
export async function creativesOf(client: TestClient): Promise<(type: string, more?: object) => Promise<number>> {
  const { body } = await client.call<{ rows: { id: number }[] }>('GET', '/api/demand/advs');
  const advertiserId = body.rows[0]?.id ?? 0;
  return async (type, more = {}) => {
    const values = { name: `A ${type}`, advertiserId, type, clickUrl: 'https://brand.example/', ...more };
    return (await client.call<{ id: number }>('POST', '/api/demand/creatives', values)).body.id;
  };
}
