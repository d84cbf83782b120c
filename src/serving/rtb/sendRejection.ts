import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from '#standards/openrtb/fault.ts';
import { sendProblems } from '../http/sendResponse.ts';

/** Sends the problems of a bid request. A sender that is still sending is cut off. */
export function sendRejection(
  message: IncomingMessage,
  response: ServerResponse,
  { status, problems }: { status: number; problems: readonly Fault[] },
): void {
  if (!message.complete) response.shouldKeepAlive = false;
  sendProblems(message, response, status, problems);
}
