import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** The attachment of this name that a link downloads. */
export async function downloadFile(link: Locator, name: string): Promise<Buffer> {
  const answer = await link.page().request.get((await link.getAttribute('href')) ?? '');
  expect(answer.headers()['content-disposition']).toMatch(/^attachment;/);
  expect(answer.headers()['content-disposition']).toContain(`filename="${name}"`);
  return answer.body();
}
