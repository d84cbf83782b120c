import { pageFor } from '#model/entity/entityPages.ts';
import { usdText } from '#model/money/usdText.ts';
import { zoneLabel } from '#reports/index.ts';
import type { TileMode } from '#reports/tiles/tiles.ts';
import { composeMail, inOneLine } from '../mail/composeMail.ts';
import { escapeHtml } from '../mail/escapeHtml.ts';
import type { DashboardAlert } from '../dashboard/dashboardContract.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { dailyMailTime } from './dailyMailDue.ts';
import type { DailyFigure } from './readDailyFigures.ts';
import type { DailyMail } from './readDailyMail.ts';

/** The contents of a daily mail, and its sender and recipient. */
export interface DailyMailOrder {
  id: number;
  /** The sender, with its name. */
  from: string;
  to: string;
  /** Public address of the console, without a trailing slash. */
  consoleUrl: string;
  user: SessionUser;
  mail: DailyMail;
}

/** Alerts that are listed; the others are only counted. */
const maxAlerts = 10;

/** Path of the page that opens the setting of the daily mail. */
const settingPath = '/today?dailyMail=1';

const modeTitles: Readonly<Record<TileMode, string>> = { ssp: 'SSP', dsp: 'DSP' };

/** Composes a daily mail as bytes (RFC 5322), as text and as HTML for windows of 390 px and more. */
export function composeDailyMail(order: DailyMailOrder): Promise<Uint8Array> {
  const { id, from, to, consoleUrl, mail } = order;
  const { text, html } = bodiesOf(order);
  return composeMail({
    from,
    to,
    subject: inOneLine(`Daily mail: ${mail.day}${accountIn(order.user)}`),
    id: `daily-mail-${id}`,
    unsubscribe: { url: `${consoleUrl}${settingPath}`, isOneClick: false },
    text,
    html,
    attachments: [],
  });
}

function accountIn({ accountName }: SessionUser): string {
  return accountName === null ? '' : `, ${accountName}`;
}

/** A line of a list: a linked name, a text, and a note. */
interface Line {
  name: string;
  url: string | null;
  text: string;
}

interface Section {
  title: string;
  figures: readonly DailyFigure[];
  lines: readonly Line[];
  /** A closing link. */
  more: { text: string; url: string } | null;
}

function sectionsOf({ mail, user, consoleUrl }: DailyMailOrder): Section[] {
  const { figures, alerts, alertCount, areAlertsComplete, waiting } = mail;
  const url = (path: string) => `${consoleUrl}${path}`;
  const shownAlerts = alerts.slice(0, maxAlerts);
  const more = alertCount - shownAlerts.length;
  return [
    ...figures.map(({ mode, figures: found }) => ({
      title: figures.length > 1 || mode === 'dsp' ? `${modeTitles[mode]}: ${mail.day}` : mail.day,
      figures: found,
      lines: [],
      more: null,
    })),
    ...(alertCount > 0 || !areAlertsComplete
      ? [
          {
            title: `Alerts (${alertCount})`,
            figures: [],
            lines: [
              ...shownAlerts.map((alert) => alertLine(alert, user, url)),
              ...(areAlertsComplete
                ? []
                : [{ name: '', url: null, text: 'Some figures were not available, so alerts may be missing.' }]),
            ],
            more: { text: more > 0 ? `View all alerts (${more} more)` : 'View all alerts', url: url('/today') },
          },
        ]
      : []),
    ...(waiting.rows.length > 0
      ? [
          {
            title: `Waiting for approval (${waiting.rows.length}${waiting.hasMore ? '+' : ''})`,
            figures: [],
            lines: waiting.rows.map((row) => ({
              name: inOneLine(row.name),
              url: url(`/creatives?open=${row.id}`),
              text: '',
            })),
            more: { text: 'Approve or reject', url: url('/today') },
          },
        ]
      : []),
  ];
}

function alertLine(
  { object, text, perDay, page }: DashboardAlert,
  user: SessionUser,
  url: (path: string) => string,
): Line {
  const money = perDay === null ? '' : ` About ${usdText(perDay)} per day.`;
  if (!object && page) return { name: page.label, url: url(page.href), text };
  if (!object) return { name: 'Postbid quota', url: url('/pbReport'), text: text + money };
  const list = pageFor(object.entity, user);
  return {
    name: inOneLine(object.name),
    url: list === undefined ? null : url(`${list}?open=${object.id}`),
    text: text + money,
  };
}

function bodiesOf(order: DailyMailOrder): { text: string; html: string } {
  const { mail, user, consoleUrl } = order;
  const sections = sectionsOf(order);
  const title = `Daily mail${accountIn(user)}`;
  const compared = `Days in ${zoneLabel(user.timezone)}. Changes compare with ${mail.comparedDay}, the same weekday a week before.`;
  const why = `You are receiving this email because “Daily mail” is on for the login ${user.login}: every day at ${dailyMailTime} when there is something to report.`;
  const today = { text: 'Open today’s figures', url: `${consoleUrl}/today` };
  const off = {
    text: `Turn it off in the ${user.type === 'admin' ? 'settings' : 'profile'}`,
    url: `${consoleUrl}${settingPath}`,
  };
  return {
    text: [
      title,
      compared,
      '',
      ...sections.flatMap((section) => [...textOf(section), '']),
      `${today.text}: ${today.url}`,
      '',
      why,
      `${off.text}: ${off.url}`,
      '',
    ].join('\n'),
    html: `<!doctype html>
<html lang="en"><head><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin: 0; padding: 16px; font-family: system-ui, sans-serif; font-size: 15px; line-height: 1.5"><div style="max-width: 600px; overflow-wrap: anywhere">
<h1 style="margin: 0; font-size: 19px">${escapeHtml(title)}</h1>
<p style="margin: 4px 0; font-size: 13px">${escapeHtml(compared)}</p>
${sections.map(htmlOf).join('\n')}
<p>${linkOf(today)}</p>
<p style="font-size: 13px">${escapeHtml(why)} ${linkOf(off)}</p>
</div></body></html>
`,
  };
}

function textOf({ title, figures, lines, more }: Section): string[] {
  return [
    title,
    ...figures.map(({ label, value, change }) => `  ${label}: ${value}${change === null ? '' : ` (${change})`}`),
    ...lines.flatMap(({ name, url, text }) => [
      `- ${[name, text].filter((part) => part !== '').join(': ')}`,
      ...(url === null ? [] : [`  ${url}`]),
    ]),
    ...(more ? [`${more.text}: ${more.url}`] : []),
  ];
}

const tones: Readonly<Record<DailyFigure['tone'], string>> = { good: '#15803d', bad: '#b91c1c', neutral: '#64748b' };

function htmlOf({ title, figures, lines, more }: Section): string {
  const rows = figures.map(
    ({ label, value, change, tone }) =>
      `<tr><td style="padding: 2px 8px 2px 0">${escapeHtml(label)}</td><td align="right" style="padding: 2px 0 2px 8px"><b>${escapeHtml(value)}</b></td><td align="right" style="padding: 2px 0 2px 8px; white-space: nowrap; color: ${tones[tone]}">${escapeHtml(change ?? '–')}</td></tr>`,
  );
  const items = lines.map(({ name, url, text }) => {
    const named = url === null ? `<b>${escapeHtml(name)}</b>` : linkOf({ text: name, url });
    return `<li style="margin: 4px 0">${name === '' ? '' : named} ${escapeHtml(text)}</li>`;
  });
  return [
    `<h2 style="margin: 20px 0 4px; font-size: 16px">${escapeHtml(title)}</h2>`,
    ...(rows.length > 0
      ? [`<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join('')}</table>`]
      : []),
    ...(items.length > 0 ? [`<ul style="margin: 0; padding-left: 20px">${items.join('')}</ul>`] : []),
    ...(more ? [`<p style="margin: 4px 0">${linkOf(more)}</p>`] : []),
  ].join('\n');
}

function linkOf({ text, url }: { text: string; url: string }): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
}
