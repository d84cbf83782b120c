import type { ComponentType } from 'react';
import { z } from 'zod';
import { listSearchSchema } from './entities/list/listSearch.ts';
import type { Guard } from './frame/guards.ts';

/** A page of the console. */
export interface Page {
  path: string;
  title: string;
  guard: Guard;
  /** Whether it is also read on phones: its frame has no sidebar and no minimum width. */
  isNarrow?: true;
  /** Whether it fits phones although its frame has the sidebar. */
  fitsPhones?: true;
  /** Whether it needs DSP mode. */
  isOfDsp?: true;
  load: () => Promise<ComponentType>;
  /** The path of a row's page, to which the list's `?open=` leads; absent when rows open in a drawer. */
  rowPath?: string;
  /** Schema of the query; absent when the page parses it itself. */
  search?: z.ZodType<object>;
  /** Schema of the `id` parameter; absent when the page parses it itself. */
  id?: z.ZodType;
}

const loginSearch = z.object({
  next: z.string().max(2000).optional().catch(undefined),
  sso: z.literal('failed').optional().catch(undefined),
});

/** The outcome of linking the own login to an identity provider. */
const signInSearch = z.object({ sso: z.enum(['failed', 'linked', 'confirmed']).optional().catch(undefined) });

/** The ID of a saved report in an address. */
const savedReportId = z.string().regex(/^[1-9]\d{0,9}$/);

/** The ID of a row in an address, or "new". */
const newOrRowId = z.union([z.literal('new'), savedReportId]);

/** Every page of the console: path, guard and title. */
export const consolePages: readonly Page[] = [
  {
    path: '/login',
    title: 'Sign in',
    guard: 'open',
    search: loginSearch,
    load: () => import('./pages/login/LoginPage.tsx').then((module) => module.LoginPage),
  },
  {
    path: '/password',
    title: 'Set a password',
    guard: 'open',
    load: () => import('./pages/password/PasswordPage.tsx').then((module) => module.PasswordPage),
  },
  {
    path: '/signin',
    title: 'Your sign-in',
    guard: 'auth',
    fitsPhones: true,
    search: signInSearch,
    load: () => import('./pages/signIn/SignInPage.tsx').then((module) => module.SignInPage),
  },
  {
    path: '/',
    title: 'Dashboard',
    guard: 'auth',
    load: () => import('./pages/dashboard/DashboardPage.tsx').then((module) => module.DashboardPage),
  },
  {
    path: '/today',
    title: 'Today',
    guard: 'auth',
    isNarrow: true,
    load: () => import('./pages/today/TodayPage.tsx').then((module) => module.TodayPage),
  },
  {
    path: '/demands',
    title: 'Accounts',
    guard: 'admin',
    search: listSearchSchema,
    load: () => import('./pages/demands/DemandsPage.tsx').then((module) => module.DemandsPage),
  },
  {
    path: '/users',
    title: 'Users',
    guard: 'admin',
    search: listSearchSchema,
    load: () => import('./pages/users/UsersPage.tsx').then((module) => module.UsersPage),
  },
  {
    path: '/tags',
    title: 'Tags',
    guard: 'demand',
    search: listSearchSchema,
    load: () => import('./pages/tags/TagsPage.tsx').then((module) => module.TagsPage),
  },
  {
    path: '/advertisers',
    title: 'Advertisers',
    guard: 'demand',
    search: listSearchSchema,
    load: () => import('./pages/advertisers/AdvertisersPage.tsx').then((module) => module.AdvertisersPage),
  },
  {
    path: '/channels',
    title: 'Channels',
    guard: 'demand',
    search: listSearchSchema,
    load: () => import('./pages/channels/ChannelsPage.tsx').then((module) => module.ChannelsPage),
  },
  {
    path: '/subpublishers',
    title: 'Sub-publishers',
    guard: 'demand',
    search: listSearchSchema,
    load: () => import('./pages/subpublishers/SubpublishersPage.tsx').then((module) => module.SubpublishersPage),
  },
  {
    path: '/report/{-$id}',
    title: 'Report',
    guard: 'auth',
    id: savedReportId,
    load: () => import('./pages/reports/builder/ReportPage.tsx').then((module) => module.ReportPage),
  },
  {
    path: '/adexchanges',
    title: 'Ad exchanges',
    guard: 'demand',
    isOfDsp: true,
    search: listSearchSchema,
    load: () => import('./pages/adexchanges/AdexchangesPage.tsx').then((module) => module.AdexchangesPage),
  },
  {
    path: '/applists',
    title: 'App lists',
    guard: 'adminOrDemand',
    search: listSearchSchema,
    load: () => import('./pages/applists/ApplistsPage.tsx').then((module) => module.ApplistsPage),
  },
  {
    path: '/campaigns',
    title: 'Campaigns',
    guard: 'demand',
    isOfDsp: true,
    search: listSearchSchema,
    rowPath: '/campaigns/$id',
    load: () => import('./pages/campaigns/CampaignsPage.tsx').then((module) => module.CampaignsPage),
  },
  {
    path: '/campaigns/$id',
    title: 'Campaign',
    guard: 'demand',
    isOfDsp: true,
    search: listSearchSchema,
    id: newOrRowId,
    load: () => import('./pages/campaigns/CampaignPage.tsx').then((module) => module.CampaignPage),
  },
  {
    path: '/creatives',
    title: 'Creatives',
    guard: 'demand',
    isOfDsp: true,
    search: listSearchSchema,
    load: () => import('./pages/creatives/CreativesPage.tsx').then((module) => module.CreativesPage),
  },
  {
    path: '/crelists',
    title: 'Creative lists',
    guard: 'demand',
    search: listSearchSchema,
    load: () => import('./pages/crelists/CrelistsPage.tsx').then((module) => module.CrelistsPage),
  },
  {
    path: '/deals',
    title: 'Deals',
    guard: 'demand',
    isOfDsp: true,
    search: listSearchSchema,
    load: () => import('./pages/deals/DealsPage.tsx').then((module) => module.DealsPage),
  },
  {
    path: '/exchangerates',
    title: 'Exchange rates',
    guard: 'admin',
    search: listSearchSchema,
    load: () => import('./pages/exchangerates/ExchangeratesPage.tsx').then((module) => module.ExchangeratesPage),
  },
  {
    path: '/finance',
    title: 'Financial Report',
    guard: 'admin',
    load: () => import('./pages/finance/FinancePage.tsx').then((module) => module.FinancePage),
  },
  {
    path: '/ivts',
    title: '3rd Party Pixels',
    guard: 'demand',
    search: listSearchSchema,
    load: () => import('./pages/ivts/IvtsPage.tsx').then((module) => module.IvtsPage),
  },
  {
    path: '/log',
    title: 'User Activity',
    guard: 'adminOrDemand',
    load: () => import('./pages/log/LogPage.tsx').then((module) => module.LogPage),
  },
  {
    path: '/security',
    title: 'Security log',
    guard: 'superOrOwner',
    load: () => import('./pages/security/SecurityPage.tsx').then((module) => module.SecurityPage),
  },
  {
    path: '/managers',
    title: 'Managers',
    guard: 'owner',
    search: listSearchSchema,
    load: () => import('./pages/managers/ManagersPage.tsx').then((module) => module.ManagersPage),
  },
  {
    path: '/roles',
    title: 'Roles',
    guard: 'owner',
    search: listSearchSchema,
    load: () => import('./pages/roles/RolesPage.tsx').then((module) => module.RolesPage),
  },
  {
    path: '/publists',
    title: 'Publisher lists',
    guard: 'demand',
    search: listSearchSchema,
    load: () => import('./pages/publists/PublistsPage.tsx').then((module) => module.PublistsPage),
  },
  {
    path: '/reports',
    title: 'Saved Reports',
    guard: 'auth',
    load: () => import('./pages/reports/ReportsPage.tsx').then((module) => module.ReportsPage),
  },
  {
    path: '/sdk',
    title: 'SDK Admin',
    guard: 'sdk',
    search: listSearchSchema,
    load: () => import('./pages/sdk/SdkPage.tsx').then((module) => module.SdkPage),
  },
  {
    path: '/shared/$token',
    title: 'Shared report',
    guard: 'open',
    load: () => import('./pages/shared/SharedPage.tsx').then((module) => module.SharedPage),
  },
  {
    path: '/suppliers',
    title: 'Suppliers',
    guard: 'demand',
    isOfDsp: true,
    search: listSearchSchema,
    load: () => import('./pages/suppliers/SuppliersPage.tsx').then((module) => module.SuppliersPage),
  },
  {
    path: '/targetings',
    title: 'Targetings',
    guard: 'demand',
    search: listSearchSchema,
    load: () => import('./pages/targetings/TargetingsPage.tsx').then((module) => module.TargetingsPage),
  },
  {
    path: '/system',
    title: 'System',
    guard: 'admin',
    load: () => import('./pages/system/SystemPage.tsx').then((module) => module.SystemPage),
  },
  {
    path: '/tooltips',
    title: 'Tooltips',
    guard: 'admin',
    search: listSearchSchema,
    load: () => import('./pages/tooltips/TooltipsPage.tsx').then((module) => module.TooltipsPage),
  },
  {
    path: '/applications/{-$id}',
    title: 'Applications',
    guard: 'adminOrDemand',
    load: () => import('./pages/applications/ApplicationsPage.tsx').then((module) => module.ApplicationsPage),
  },
  {
    path: '/pbReport/{-$id}',
    title: 'Postbid report',
    guard: 'auth',
    id: savedReportId,
    load: () => import('./pages/verification/VerificationPage.tsx').then((module) => module.VerificationPage),
  },
  {
    path: '/publishers/{-$id}',
    title: 'Publishers',
    guard: 'demand',
    load: () => import('./pages/publishers/PublishersPage.tsx').then((module) => module.PublishersPage),
  },
  {
    path: '/sites/{-$id}',
    title: 'Sites',
    guard: 'demand',
    load: () => import('./pages/sites/SitesPage.tsx').then((module) => module.SitesPage),
  },
  {
    path: '/tcreatives/{-$id}',
    title: 'Observed creatives',
    guard: 'demand',
    load: () => import('./pages/tcreatives/TcreativesPage.tsx').then((module) => module.TcreativesPage),
  },
  {
    path: '/tester',
    title: 'VAST tester',
    guard: 'demand',
    load: () => import('./pages/vastTester/VastTesterPage.tsx').then((module) => module.VastTesterPage),
  },
  {
    path: '/adstxt',
    title: 'ads.txt',
    guard: 'demand',
    load: () => import('./pages/adstxt/AdsTxtPage.tsx').then((module) => module.AdsTxtPage),
  },
  {
    path: '/why',
    title: 'Why no ad?',
    guard: 'adminOrDemand',
    load: () => import('./pages/why/WhyPage.tsx').then((module) => module.WhyPage),
  },
  {
    path: '/whatif',
    title: 'What if?',
    guard: 'adminOrDemand',
    load: () => import('./pages/whatif/WhatIfPage.tsx').then((module) => module.WhatIfPage),
  },
  {
    path: '/configuration',
    title: 'Configuration as code',
    guard: 'demand',
    load: () => import('./pages/configAsCode/ConfigAsCodePage.tsx').then((module) => module.ConfigAsCodePage),
  },
  {
    path: '/cutoffs',
    title: 'Cut-offs',
    guard: 'adminOrDemand',
    load: () => import('./pages/cutoffs/CutoffsPage.tsx').then((module) => module.CutoffsPage),
  },
  {
    path: '/waiting',
    title: 'Waiting changes',
    guard: 'adminOrOwner',
    fitsPhones: true,
    load: () => import('./pages/waiting/WaitingPage.tsx').then((module) => module.WaitingPage),
  },
  {
    path: '/sso',
    title: 'Single sign-on',
    guard: 'superOrOwner',
    load: () => import('./pages/sso/SsoPage.tsx').then((module) => module.SsoPage),
  },
  {
    path: '/keys',
    title: 'API keys',
    guard: 'adminOrDemand',
    load: () => import('./pages/keys/KeysPage.tsx').then((module) => module.KeysPage),
  },
];
