import { createTransport } from 'nodemailer';

/** The parts of a mail. */
export interface MailParts {
  /** The sender, with its name. */
  from: string;
  to: string;
  subject: string;
  /** Names the mail in its Message-ID: the same at each attempt to send it. */
  id: string;
  /**
   * Where the recipient unsubscribes; `isOneClick`: a POST to it does so without a login (RFC 8058). Null for mails about
   * signing in, from which people cannot unsubscribe.
   */
  unsubscribe: { url: string; isOneClick: boolean } | null;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: Buffer }[];
}

/** Composes a mail as bytes (RFC 5322). */
export async function composeMail(parts: MailParts): Promise<Uint8Array> {
  const { from, to, subject, id, unsubscribe, text, html, attachments } = parts;
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail({
    from,
    to: { name: '', address: to },
    subject,
    messageId: `<${id}@${addressOf(from).split('@')[1] ?? 'localhost'}>`,
    headers: {
      ...(unsubscribe ? { 'List-Unsubscribe': { prepared: true, value: `<${unsubscribe.url}>` } } : {}),
      ...(unsubscribe?.isOneClick ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
      'Auto-Submitted': 'auto-generated',
    },
    text,
    html,
    attachments,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message as Buffer;
}

/** The bare address of a sender: "Reports <reports@mail.example>" → "reports@mail.example". */
export function addressOf(from: string): string {
  return /<([^<>]+)>$/.exec(from)?.[1] ?? from;
}

/** A name on one line, so that nothing in it can start another header. */
export function inOneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
