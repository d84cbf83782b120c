import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { creativesOf } from '../../e2e/console/worlds/creativeFiles.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let client: TestClient;
let create: Awaited<ReturnType<typeof creativesOf>>;

beforeAll(async () => {
  ui = await openConsole();
  client = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  create = await creativesOf(client);
});
afterAll(() => ui?.close());
afterEach(async () => expect(await ui.closeWindows()).toEqual([]));

const markup = '<div>\n<script>top.location = "https://shop.example/"</script></div>';

test('a finding is shown with its place, accepted with a reason, and withdrawn; a new scan starts with one press', async () => {
  const id = await create('tag', { clickUrl: '', width: 300, height: 250, markup });
  const page = await ui.open('demand', `/creatives?open=${id}&tab=review`);
  const scan = page.getByRole('region', { name: 'Scan' });
  await scan.getByText('Blocked', { exact: true }).waitFor();
  await scan.getByText('Markup, line 2').waitFor();
  await scan.getByRole('button', { name: 'Accept finding…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept “Redirect without a click”?' });
  await dialog.getByRole('button', { name: 'Accept finding' }).click();
  await dialog.getByText('Enter a reason').waitFor();
  expect(await dialog.getByRole('checkbox').count()).toBe(0);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('a known partner');
  await dialog.getByRole('button', { name: 'Accept finding' }).click();
  await scan.getByText('Findings accepted').waitFor();
  await scan.getByText(/a known partner$/).waitFor();
  await scan.getByRole('button', { name: 'Withdraw' }).click();
  await scan.getByText('Blocked', { exact: true }).waitFor();
  await scan.getByRole('button', { name: 'Scan now' }).click();
  await scan.getByText(/^Last scan/).waitFor();
  await scan.getByRole('button', { name: 'Cut off…' }).click();
  await page.getByRole('dialog', { name: /^Cut off .+\?$/ }).waitFor();
});

test('who only reads sees the findings, and no button', async () => {
  const id = await create('tag', { name: 'A read tag', clickUrl: '', width: 300, height: 250, markup });
  const reader = { name: 'Reader', login: 'scan-reader', password: demoPassword, managerRole: 'readonly' };
  expect((await client.call('POST', '/api/demand/managers', reader)).status).toBe(201);
  const page = await ui.open('scan-reader', `/creatives?open=${id}&tab=review`);
  const scan = page.getByRole('region', { name: 'Scan' });
  await scan.getByText('Markup, line 2').waitFor();
  expect(await scan.getByRole('button').count()).toBe(0);
});
