import { Users } from 'lucide-react';
import { completeContacts, type ContactType, contactTypes } from '#model/index.ts';
import { ContactFields } from '../../structures/ContactFields.tsx';
import { faultsWithin } from '../../structures/structureFaults.ts';
import { Button } from '../../ui/Button.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import type { TabProps } from './TabProps.ts';

/** One contact. The general contact can be applied to all. */
export function ContactTab({ type, values, faults, rights, change, leave }: TabProps & { type: ContactType }) {
  const confirm = useConfirm();
  const contacts = completeContacts(values.contacts);
  const index = contactTypes.indexOf(type);
  const contact = contacts[index];
  const general = contacts.find((each) => each.type === 'general');
  const technical = contacts.find((each) => each.type === 'technical');
  if (!contact || !general) return null;

  async function applyToAll() {
    if (!general) return;
    const isReplacing = technical !== undefined && technical.lastName.trim() !== '';
    if (isReplacing && !(await confirm(warning))) return;
    change({ contacts: contacts.map((each) => ({ ...general, type: each.type })) });
  }

  return (
    <div className="flex flex-col gap-4" onBlur={() => leave('contacts')}>
      <ContactFields
        value={contact}
        isReadOnly={rights.isReadOnly}
        faults={faultsWithin(faults, `contacts.${index}`)}
        onChange={(changed) => change({ contacts: contacts.map((each) => (each.type === type ? changed : each)) })}
      />
      {type === 'general' && !rights.isReadOnly ? (
        <div className="flex items-center gap-3 border-t pt-4">
          <Button icon={<Users />} onClick={() => void applyToAll()}>
            Apply to all contacts
          </Button>
          <span className="text-xs text-muted">Replaces the billing and technical contacts with this one.</span>
        </div>
      ) : null}
    </div>
  );
}

const warning = {
  title: 'Warning',
  description: 'All contacts will be replaces with this one. Do you really want to continue?',
  confirmLabel: 'Continue',
};
