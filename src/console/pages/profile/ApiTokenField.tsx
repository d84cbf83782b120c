import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { mayUse } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import type { TabProps } from './TabProps.ts';

/** The account's masked API token, for its owner, and the way to the API keys of users who may have some. */
export function ApiTokenField({ profile, goTo }: Pick<TabProps, 'profile' | 'goTo'>) {
  if (!mayUse(useUser(), 'keys')) return null;
  const { token } = profile;
  return (
    <Field
      group={token === undefined}
      label={token === undefined ? 'API keys' : 'API token'}
      hint={
        <>
          Programs use API keys, which have a part of your permissions. <ConfigAsCodeLink goTo={goTo} />
        </>
      }
      className="sm:col-span-2"
    >
      <div className="flex items-start gap-2">
        {token === undefined ? null : (
          <TextField mono readOnly className="min-w-0 flex-1" value={token} placeholder="No token" />
        )}
        <Button icon={<KeyRound />} onClick={() => goTo('/keys')}>
          Manage API keys
        </Button>
      </div>
    </Field>
  );
}

/** A link to configuration as code, which uses an API key. */
function ConfigAsCodeLink({ goTo }: Pick<TabProps, 'goTo'>) {
  return (
    <>
      <Link
        to="/configuration"
        className="text-ink underline"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          goTo('/configuration');
        }}
      >
        Configuration as code
      </Link>{' '}
      uses one.
    </>
  );
}
