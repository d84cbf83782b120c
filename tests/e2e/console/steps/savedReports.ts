import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import type { SavedReport } from '#api/reports/savedReportContract.ts';
import type { TestClient } from '../../apiClient.ts';
import { expectNoViolations } from '../accessibility.ts';

/** Today in the time zone of the demo account, an hour from UTC. */
export function today(): string {
  return new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
}

/** Saves a report of today. */
export async function saveReport(client: TestClient, name: string, more: object = {}): Promise<SavedReport> {
  const request = {
    startDate: today(),
    endDate: today(),
    offset: 1,
    dimensions: ['day'],
    metrics: ['reqs', 'imps', 'rev'],
    range: 'today',
  };
  const body = { name, ivt: false, saveAs: 'rows', request, ...more };
  const answer = await client.call<SavedReport>('POST', '/api/savedReport', body);
  if (answer.status !== 201) throw new Error(`not saved: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The button of the bell. */
export function bellOf(page: Page): Locator {
  return page.getByRole('button', { name: /^Saved reports/ });
}

/** The open bell. */
export function panelOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Saved reports' });
}

/** An entry of the open bell. */
export function entryOf(page: Page, name: string): Locator {
  return panelOf(page).getByRole('link', { name });
}

/** True when a call runs a report. */
export const isRun = (request: Request): boolean => new URL(request.url()).pathname === '/api/rrun';

/** Waits until a part of the page is stable, and expects axe to find nothing in it against WCAG 2.2 AA. */
export async function expectNoErrors(page: Page, place: string, part = '#root'): Promise<void> {
  await page.locator('h1').first().waitFor();
  expect(await expectNoViolations(page, place, part), place).toEqual([]);
}
