import type { DemoLogin } from '#api/page/pageSession.ts';
import { Avatar } from '../../ui/Avatar.tsx';

/** The logins of the demo network. Selecting one fills the form. */
export function DemoLogins({
  logins,
  onChoose,
}: {
  logins: readonly DemoLogin[];
  onChoose: (login: DemoLogin) => void;
}) {
  return (
    <section aria-labelledby="demo-logins" className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <h2 id="demo-logins" className="text-xs font-medium text-muted">
          Demo network: fill in a login
        </h2>
        <span aria-hidden className="h-px flex-1 bg-line" />
      </div>
      <ul className="flex flex-col overflow-hidden rounded-lg border">
        {logins.map((each) => (
          <li key={each.login} className="border-b last:border-b-0">
            <button
              type="button"
              onClick={() => onChoose(each)}
              className="flex w-full items-center gap-2.5 px-2.5 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
            >
              <Avatar name={each.label} size="sm" />
              <span className="min-w-0 flex-1 truncate text-sm" title={each.label}>
                {each.label}
              </span>
              <span className="truncate font-mono text-xs text-muted" title={each.login}>
                {each.login}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
