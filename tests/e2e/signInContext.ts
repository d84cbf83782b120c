/** Windows that share cookies, with or without a browser. */
interface Context {
  request: {
    post(
      path: string,
      options: { data: object },
    ): Promise<{ ok(): boolean; status(): number; text(): Promise<string> }>;
  };
}

/** The password of every login of the demo network. */
export const demoPassword = 'bidhouse-demo';

/** Signs in all windows of a context without the login page. */
export async function signInContext(context: Context, login: string, password: string): Promise<void> {
  const answer = await context.request.post('/api/auth/login', { data: { login, password } });
  if (!answer.ok()) throw new Error(`sign-in of ${login} answered ${answer.status()}: ${await answer.text()}`);
}
