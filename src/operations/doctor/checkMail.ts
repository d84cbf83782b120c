import { createTransport } from 'nodemailer';
import { errorText } from '#runtime/log/describeError.ts';
import { fault, passed, type Finding } from './finding.ts';

/** Connects and signs in to the mail server. Sends no mail. */
export async function checkMail(url: string): Promise<Finding[]> {
  const address = new URL(url);
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout'])
    address.searchParams.set(name, '5000');
  const transport = createTransport(address.href);
  try {
    await transport.verify();
    return [passed('mail server', `${address.host} accepts the connection and the sign-in`)];
  } catch (error) {
    return [
      fault(
        'mail server',
        `SMTP_URL cannot be used: ${address.host}: ${errorText(error)}`,
        'Correct SMTP_URL: scheme (smtps for port 465), host, port, user name and password.',
      ),
    ];
  } finally {
    transport.close();
  }
}
