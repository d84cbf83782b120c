import type { SessionUser } from '../session/sessionContract.ts';

/** What the page carries in `<script id="session" type="application/json">`. */
export interface PageSession {
  user: SessionUser | null;
  /** The server's time when it made the page, ISO 8601: what the page calls now, whatever the device's clock says. */
  now: string;
  /** Whether this is the demo network. */
  isDemo: boolean;
  /** Logins that the login page offers; empty but for the demo network. */
  demoLogins: DemoLogin[];
}

/** A login that the demo network offers. */
export interface DemoLogin {
  login: string;
  password: string;
  label: string;
}
