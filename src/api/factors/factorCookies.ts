import { cookieName, setCookie } from '../session/setCookie.ts';

/** Cookie with the ticket of a sign-in whose second step is pending. */
export const ticketCookie = 'bidhouse_ticket';

/** Cookie of a remembered device. */
export const deviceCookie = 'bidhouse_device';

/** Both cookies are sent to the routes that sign in, and nowhere else. */
const path = '/api/auth';

/** Set-Cookie header of a ticket or device that is valid for the given seconds; with 0 it is deleted. */
export function setFactorCookie(name: string, token: string, seconds: number, isSecure: boolean): string {
  return setCookie({ name: cookieName(name, isSecure), value: token, path, seconds, sameSite: 'Strict', isSecure });
}
