import type { Locator, Page } from 'playwright-core';
import { signInAs, type TestClient } from '../../apiClient.ts';

/** Thirty tags of one advertiser in an account, `Bulk 01` to `Bulk 30`. */
export interface BulkWorld {
  client: TestClient;
  advertiserId: number;
  tagIds: number[];
  /** Creates rows of the account; returns their ids. */
  make(entity: string, rows: readonly object[]): Promise<number[]>;
  rowsOf(path: string): Promise<Record<string, unknown>[]>;
}

/** Creates the tags to be changed together, in the account of a login, by default the neighbour's. */
export async function openBulkWorld(consoleUrl: string, password: string, login = 'harbour'): Promise<BulkWorld> {
  const client = await signInAs(consoleUrl, login, password);

  async function make(entity: string, rows: readonly object[]): Promise<number[]> {
    const changes = rows.map((values) => ({ entity, action: 'create', values }));
    const answer = await client.call<{ results: { id: number }[] }>('POST', '/api/changes', { changes });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.results.map(({ id }) => id);
  }

  const [advertiserId = 0] = await make('advertiser', [{ name: 'Bulk partner' }]);
  const tagIds = await make(
    'tag',
    Array.from({ length: 30 }, (_, index) => ({
      name: `Bulk ${String(index + 1).padStart(2, '0')}`,
      advertiserId,
      url: `https://ads.example/${index}?cb=%%CACHEBUSTER%%`,
      rate: '1.00',
    })),
  );
  return {
    client,
    advertiserId,
    tagIds,
    make,
    async rowsOf(path) {
      return (await client.call<{ rows: Record<string, unknown>[] }>('GET', `/api/demand/${path}`)).body.rows;
    },
  };
}

/** The bulk actions. */
export const bar = (page: Page): Locator => page.getByRole('toolbar', { name: /^Actions for the selected/ });

/** The topmost dialog. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').last();

/** Selects an option of a list that opens on a click. */
export async function pick(page: Page, box: Locator, name: string): Promise<void> {
  await box.click();
  await page.getByRole('option', { name, exact: true }).first().click();
}

/** Opens a list with this number of rows, and selects all of them. */
export async function chooseAll(page: Page, path: string, total: number): Promise<void> {
  await page.goto(path);
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByText(new RegExp(`of ${total} `))
    .waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await bar(page)
    .getByText(new RegExp(`^${total} .* selected$`))
    .waitFor();
}

/**
 * Enters two changes into the dialog of a bulk edit: another rate, and a macro in the address in place of that of
 * another ad server.
 */
export async function enterRateAndMacro(page: Page): Promise<void> {
  await pick(page, dialog(page).getByRole('combobox', { name: 'Field' }), 'Rate Price');
  await dialog(page).getByRole('textbox', { name: 'Value' }).fill('2.50');
  await dialog(page).getByRole('button', { name: 'Add field' }).click();
  const second = dialog(page).getByRole('listitem').nth(1);
  await pick(page, second.getByRole('combobox', { name: 'Field' }), 'Ad tag URL Endpoint');
  await pick(page, second.getByRole('combobox', { name: 'Change' }), 'Find and replace');
  await second.getByRole('textbox', { name: 'Find' }).fill('%%CACHEBUSTER%%');
  await second.getByRole('textbox', { name: 'Replace with' }).fill('[CACHEBUSTING]');
}
