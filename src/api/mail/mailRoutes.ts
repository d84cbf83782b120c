import { z } from 'zod';
import { reportRoles } from '#model/index.ts';
import { systemAuthor, type ChangeLog } from '#storage/entities/changeLog.ts';
import type { ScheduleStore } from '#storage/schedules/scheduleStore.ts';
import type { Config } from '../../config.ts';
import type { MailSetup } from '../reportContract.ts';
import { defineRoute, ok, type Reply, type Route } from '../route.ts';
import { stopPage, type StopState } from './stopPage.ts';
import { readStop } from './stopToken.ts';

const chapter = 'Scheduled reports';
const params = z.object({ token: z.string().max(500) });
const html = (description: string) => ({
  200: { description, contentType: 'text/html', schema: z.string() },
  404: {
    description: 'We did not sign this link, or its report was deleted',
    contentType: 'text/html',
    schema: z.string(),
  },
});

/** What mail routes work with. */
export interface MailRouteDeps {
  schedules: Pick<ScheduleStore, 'stopsOf' | 'stopMails' | 'readReport'>;
  log: ChangeLog;
  config: Config;
}

/** Whether mail is set up, and the link by which recipients stop the mails of a report, without a login. */
export function mailRoutes(deps: MailRouteDeps): Route[] {
  const { schedules, log, config } = deps;

  async function answer(token: string, isStopping: boolean, author = systemAuthor): Promise<Reply<200 | 404>> {
    const stop = readStop(config.secret, token);
    const report = stop && (await schedules.readReport(stop.reportId));
    if (!stop || !report) return page(404, { type: 'unknown' });
    const { address, reportId } = stop;
    const stopped = await schedules.stopsOf([reportId]);
    const told = { name: report.name, address };
    if (stopped.some((each) => each.address === address)) return page(200, { type: 'stopped', ...told });
    if (!isStopping) return page(200, { type: 'asked', ...told });
    await schedules.stopMails(reportId, address);
    await log.record(author, {
      action: 'updated',
      entity: 'report',
      rowId: reportId,
      name: report.name,
      demandId: report.demandId,
      fields: [{ field: 'mailsStopped', from: null, to: address }],
    });
    return page(200, { type: 'stopped', ...told });
  }

  return [
    defineRoute({
      method: 'GET',
      path: '/api/mail',
      summary: 'Tell whether the platform sends mails',
      chapter,
      access: { roles: reportRoles },
      answers: {
        200: {
          description: 'How mail is set up',
          schema: z.object({
            isSetUp: z.boolean(),
            attachmentBytes: z.int().describe('Largest file that a mail carries; a larger one is linked.'),
          }),
        },
      },
      handler: async () => {
        const setup: MailSetup = {
          isSetUp: config.SMTP_URL !== undefined,
          attachmentBytes: config.MAIL_ATTACHMENT_MB * 1_000_000,
        };
        return ok(setup);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/mail/stop/{token}',
      summary: 'Ask whether the mails of a report shall stop: the page that a link in each mail leads to',
      chapter,
      access: 'public',
      params,
      answers: html('The page with the question'),
      handler: ({ params: { token } }) => answer(token, false),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/mail/stop/{token}',
      summary: 'Stop the mails of a report to an address; programs of mail call it with one click (RFC 8058)',
      chapter,
      access: 'public',
      params,
      streamBody: {
        contentTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
        limitBytes: 10_000,
      },
      answers: html('Stopped'),
      async handler({ params: { token }, upload, author }) {
        // What the form says is no matter: the token says it all.
        for await (const part of upload) void part;
        return answer(token, true, { ...author, userId: null, adminId: null, source: 'system' });
      },
    }),
  ];
}

function page<Status extends number>(status: Status, state: StopState): Reply<Status> {
  const { text, policy } = stopPage(state);
  return {
    status,
    stream: (async function* () {
      yield text;
    })(),
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  };
}
