import { headersOf } from '#runtime/headers/headersOf.ts';
import { type ChangeLog, systemAuthor } from '#storage/entities/changeLog.ts';
import type { ScheduleStore } from '#storage/schedules/scheduleStore.ts';
import type { Config } from '../../config.ts';
import { implement, ok, type Route, type StreamResponse } from '../route.ts';
import { mailContract } from './mailContract.ts';
import { unsubscribePage, type UnsubscribeState } from './unsubscribePage.ts';
import { readUnsubscription } from './unsubscribeToken.ts';

export interface MailRouteDeps {
  schedules: Pick<ScheduleStore, 'unsubscribesOf' | 'unsubscribe' | 'readReport'>;
  log: ChangeLog;
  config: Config;
}

/** Routes that show whether mail is set up, and that unsubscribe recipients of a report without a login. */
export function mailRoutes(deps: MailRouteDeps): Route[] {
  const { schedules, log, config } = deps;

  async function respond(
    token: string,
    isStopping: boolean,
    author = systemAuthor,
  ): Promise<StreamResponse<200> | StreamResponse<404>> {
    const stop = readUnsubscription([config.secret, ...config.otherSecrets], token);
    const report = stop && (await schedules.readReport(stop.reportId));
    if (!stop || !report) return page(404, { type: 'unknown' });
    const { address, reportId } = stop;
    const stopped = await schedules.unsubscribesOf([reportId]);
    const pageData = { name: report.name, address };
    if (stopped.some((each) => each.address === address)) return page(200, { type: 'unsubscribed', ...pageData });
    if (!isStopping) return page(200, { type: 'confirm', ...pageData });
    await schedules.unsubscribe(reportId, address);
    await log.record(author, {
      action: 'updated',
      entity: 'report',
      rowId: reportId,
      name: report.name,
      demandId: report.demandId,
      fields: [{ field: 'mailsStopped', from: null, to: address }],
    });
    return page(200, { type: 'unsubscribed', ...pageData });
  }

  return [
    implement(mailContract.readSetup, async () =>
      ok({ isSetUp: config.SMTP_URL !== undefined, attachmentBytes: config.MAIL_ATTACHMENT_MB * 1_000_000 }),
    ),
    implement(mailContract.showUnsubscribe, ({ params: { token } }) => respond(token, false)),
    implement(mailContract.unsubscribe, async ({ params: { token }, upload, author }) => {
      // The form's content does not matter: the token identifies report and recipient.
      for await (const part of upload) void part;
      return respond(token, true, { ...author, userId: null, adminId: null, source: 'system' });
    }),
  ];
}

function page<Status extends number>(status: Status, state: UnsubscribeState): StreamResponse<Status> {
  const { text, style } = unsubscribePage(state);
  return {
    status,
    stream: (async function* () {
      yield text;
    })(),
    headers: { ...headersOf('mailPage', { style }), 'content-type': 'text/html; charset=utf-8' },
  };
}
