import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';

/** A mail as it is sent: its envelope, and its bytes (RFC 5322). */
export interface RawMail {
  from: string;
  to: string;
  bytes: Uint8Array;
}

/**
 * The result of sending a mail: accepted by the server, to be retried, refused for good, or unknown because the
 * connection broke while the mail was being transferred. `isForAll` = other mails would fail now, too.
 */
export type MailResult =
  | { type: 'sent' }
  | { type: 'again'; reason: string; isForAll: boolean }
  | { type: 'refused' | 'unknown'; reason: string };

/** Sends mails through the installation's mail server. */
export interface Mailer {
  /** Calls `onHandover` once, before the first byte of the mail itself is sent; the mail is not sent when it throws. */
  send(mail: RawMail, onHandover: () => Promise<void>): Promise<MailResult>;
}

/** Maximum silence of a mail server, and maximum duration of a mail, in ms. */
const idleTimeoutMs = 20_000;
const totalTimeoutMs = 120_000;

/** Opens the mailer; null when no mail server is set. Each mail has its own connection. */
export function openMailer(
  { SMTP_URL }: Pick<Config, 'SMTP_URL'>,
  times = { silentMs: idleTimeoutMs, wholeMs: totalTimeoutMs },
): Mailer | null {
  if (SMTP_URL === undefined) return null;
  const url = new URL(SMTP_URL);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout']) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(times.silentMs));
  }
  return {
    async send({ from, to, bytes }, onHandover) {
      const transport = createTransport(url.href);
      const stalled = new AbortController();
      const timer = setTimeout(() => stalled.abort(), times.wholeMs);
      let isHandedOver = false;
      const raw = Readable.from(
        withHandover(bytes, async () => {
          await onHandover();
          isHandedOver = true;
        }),
      );
      const late = new Promise<never>((_, reject) => {
        stalled.signal.addEventListener('abort', () =>
          reject(Object.assign(new Error('The mail server took too long'), { code: 'ETIMEDOUT' })),
        );
      });
      try {
        await Promise.race([transport.sendMail({ envelope: { from, to: [to] }, raw }), late]);
        return { type: 'sent' };
      } catch (error) {
        return resultOf(error as MailError, isHandedOver);
      } finally {
        clearTimeout(timer);
        raw.destroy();
        transport.close();
      }
    },
  };
}

async function* withHandover(bytes: Uint8Array, onHandover: () => Promise<void>): AsyncIterable<Uint8Array> {
  await onHandover();
  yield bytes;
}

/** An error of the SMTP client. */
type MailError = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/** Classifies a failure: 5xx is permanent for this mail, all other failures may be retried. */
function resultOf(error: MailError, isHandedOver: boolean): MailResult {
  const { command, responseCode = 0, response, message } = error;
  const code = error.code === 'ESOCKET' && command === 'CONN' ? 'ECONNECTION' : error.code;
  if (isHandedOver && responseCode === 0) return { type: 'unknown', reason: unknownResultText };
  const reason = reasonOf(code, response ?? message);
  // 421: the server closes the connection (RFC 5321, section 3.8).
  const isForAll = [0, 421].includes(responseCode) || code === 'EAUTH' || code === 'ECONNECTION';
  return responseCode >= 500 && !isForAll ? { type: 'refused', reason } : { type: 'again', reason, isForAll };
}

const reasons: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server rejected the platform’s credentials',
  ECONNECTION: 'The mail server cannot be reached',
  EDNS: 'The mail server was not found (DNS)',
  ESOCKET: 'The connection to the mail server was lost',
  ETIMEDOUT: 'The mail server did not respond in time',
  ETLS: 'No secure (TLS) connection to the mail server was possible',
};

const unknownResultText =
  'The mail server stopped responding during delivery. It is unknown whether the email arrived, and it is not sent again';

const maxReasonLength = 300;

/** A failure in one line, for the history. */
function reasonOf(code: string | undefined, text: string): string {
  const known = code === undefined ? undefined : reasons[code];
  if (known !== undefined) return known;
  return `The mail server responded: ${text.replace(/\s+/g, ' ').trim()}`.slice(0, maxReasonLength);
}
