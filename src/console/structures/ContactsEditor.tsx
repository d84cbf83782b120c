import { completeContacts, type Contact, type ContactType } from '#model/index.ts';
import { FormSection } from '../ui/field/FormSection.tsx';
import { ContactFields } from './ContactFields.tsx';
import { faultsWithin } from './structureFaults.ts';
import type { StructureProps } from './StructureProps.ts';

/** Labels of contact types. */
export const contactTitles: Record<ContactType, string> = {
  general: 'General contact',
  billing: 'Billing contact',
  technical: 'Technical contact',
};

/** The contacts of an account or partner. Missing ones are shown empty. */
export function ContactsEditor({ value, onChange, isReadOnly, faults = {} }: StructureProps<readonly Contact[]>) {
  const contacts = completeContacts(value);
  return (
    <div>
      {contacts.map((contact, index) => (
        <FormSection key={contact.type} title={contactTitles[contact.type]}>
          <ContactFields
            value={contact}
            isReadOnly={isReadOnly}
            faults={faultsWithin(faults, index)}
            onChange={(changed) => onChange(contacts.map((each) => (each.type === changed.type ? changed : each)))}
          />
        </FormSection>
      ))}
    </div>
  );
}
