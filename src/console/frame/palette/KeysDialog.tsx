import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { Switch } from '../../ui/field/Switch.tsx';
import { modKey } from './modKey.ts';
import { useSingleKeys } from './singleKeys.ts';

/** Single-character shortcuts. */
const singleKeys: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['/'], does: 'Search the list' },
  { keys: ['j', 'k'], does: 'Next row, previous row' },
  { keys: ['e'], does: 'Edit the row' },
  { keys: ['x'], does: 'Select the row' },
  { keys: ['n'], does: 'New row' },
  { keys: ['?'], does: 'Show this list' },
];

/** The list of keyboard shortcuts, with the switch for single-character ones. */
export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [isOn, setOn] = useSingleKeys();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" size="sm">
      <div className="flex flex-col gap-5">
        <Keys
          keys={[
            { keys: [modKey(), 'K'], does: 'Go to a page or an object' },
            { keys: [modKey(), 'S'], does: 'Save the open form' },
            { keys: ['Esc'], does: 'Close the open panel' },
          ]}
        />
        <section className="flex flex-col gap-2">
          <div className="flex items-center justify-between gap-4 border-t pt-4">
            <h3 className="text-xs font-medium text-muted">Single-key shortcuts</h3>
            <Switch label="Single-key shortcuts" checked={isOn} onChange={setOn} />
          </div>
          <Keys keys={singleKeys} isOff={!isOn} />
        </section>
      </div>
    </Dialog>
  );
}

function Keys({ keys, isOff = false }: { keys: typeof singleKeys; isOff?: boolean }) {
  return (
    <dl className="flex flex-col">
      {keys.map((each) => (
        <div key={each.does} className="flex min-h-7 items-center justify-between gap-4 text-sm">
          <dt className={isOff ? 'text-muted line-through' : undefined}>{each.does}</dt>
          <dd className="flex gap-1">
            {each.keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
