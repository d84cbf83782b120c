import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DailyMailSetting } from '#api/dailyMail/dailyMailContract.ts';
import type { Profile } from '#api/profile/profileContract.ts';
import { signInAs, type TestClient } from '../../e2e/apiClient.ts';
import {
  field,
  openProfile,
  openTab,
  profileDialog,
  readProfile,
  restoreProfile,
  saveAndClose,
} from '../../e2e/console/steps/profilePage.ts';
import { startMailServer, type MailServer } from '../../system/api/mailServer.ts';
import { demoPassword, openConsole, type ConsoleUnderTest } from '../openConsole.ts';

let ui: ConsoleUnderTest;
let mail: MailServer;
let owner: TestClient;
let initial: Profile;

beforeAll(async () => {
  mail = await startMailServer();
  ui = await openConsole({ SMTP_URL: mail.url, MAIL_FROM: 'Reports <reports@mail.example>' });
  owner = await signInAs(ui.product.consoleUrl, 'demand', demoPassword);
  initial = await readProfile(owner);
});
afterAll(async () => {
  await ui?.close();
  await mail?.close();
});
afterEach(async () => {
  expect(await restoreProfile(owner, initial)).toBe(200);
  expect(await ui.closeWindows()).toEqual([]);
});

const isOn = async () => ((await owner.call('GET', '/api/dailyMail')).body as DailyMailSetting).isOn;

test('[PROF-14] the daily mail is turned on and off at once, to the address of the general contact', async () => {
  const page = await openProfile(ui, 'demand');
  const dailyMail = profileDialog(page).getByRole('switch', { name: 'Daily mail' });
  await profileDialog(page)
    .getByText(/every day at 08:00 \(UTC.*\) to adops@demo-media\.example\./)
    .waitFor();
  expect(await dailyMail.getAttribute('aria-checked')).toBe('false');
  await dailyMail.click();
  await expect.poll(() => dailyMail.getAttribute('aria-checked')).toBe('true');
  expect(await isOn()).toBe(true);
  await dailyMail.click();
  await expect.poll(() => dailyMail.getAttribute('aria-checked')).toBe('false');
  expect(await isOn()).toBe(false);
});

test('[PROF-14] a user without an email address is led to the general contact, and can turn it on afterwards', async () => {
  await owner.call('PUT', '/api/demand/info', { ...(await readProfile(owner)), contacts: [] });
  const page = await openProfile(ui, 'demand');
  const dailyMail = profileDialog(page).getByRole('switch', { name: 'Daily mail' });
  await profileDialog(page).getByText('Your login is not an email address.').waitFor();
  await dailyMail.click();
  expect(await isOn()).toBe(false);
  await profileDialog(page).getByRole('button', { name: 'Add one to your general contact' }).click();
  await field(page, 'Contact email').fill('chief@demo.example');
  await saveAndClose(page);
  const again = await openProfile(ui, 'demand');
  await profileDialog(again)
    .getByText(/to chief@demo\.example\./)
    .waitFor();
  await profileDialog(again).getByRole('switch', { name: 'Daily mail' }).click();
  await expect.poll(isOn).toBe(true);
  await owner.call('PUT', '/api/dailyMail', { isOn: false });
});

test('the link in a mail opens the setting: in the profile, or for an admin in the settings', async () => {
  const page = await ui.open('demand', '/today?dailyMail=1');
  await profileDialog(page).getByRole('switch', { name: 'Daily mail' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('switch');
  await openTab(page, 'Options');
  const admin = await ui.open('admin', '/today?dailyMail=1');
  const settings = admin.getByRole('dialog', { name: 'User Interface Settings' });
  await settings.getByText('Your login is not an email address.').waitFor();
  await settings.getByRole('link', { name: 'Change your login' }).click();
  await admin
    .getByRole('dialog')
    .getByLabel(/^Login/)
    .waitFor();
});

test('[PROF-14] users without reports have no daily mail', async () => {
  const page = await openProfile(ui, 'sdk');
  expect(await profileDialog(page).getByText('Daily mail').count()).toBe(0);
});
