import { Braces } from 'lucide-react';
import {
  macroOfParam,
  ownPixelMacros,
  syncMacros,
  tagParamNames,
  vastPixelMacros,
  type PixelMacro,
} from '#model/index.ts';
import { SERVER_MACROS } from '#standards/macros.ts';
import { useUser } from '../../frame/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import type { MenuEntry } from '../../ui/overlay/MenuItems.tsx';

interface MacroGroup {
  label: string;
  macros: readonly PixelMacro[];
}

const groups: Record<'tag' | 'pixel' | 'sync', readonly MacroGroup[]> = {
  tag: [
    {
      label: 'Filled by the server',
      macros: SERVER_MACROS.map(({ forms: [macro = ''], description }) => ({ macro, help: description })),
    },
  ],
  pixel: [
    { label: 'Filled by the server', macros: ownPixelMacros },
    { label: 'VAST macros', macros: vastPixelMacros },
  ],
  sync: [{ label: 'Filled by the server', macros: syncMacros }],
};

/** The macro groups of a URL kind. The account's tag parameters are offered for tags and pixels. */
function groupsOf(kind: keyof typeof groups, tagParams: readonly string[]): readonly MacroGroup[] {
  if (kind === 'sync' || tagParams.length === 0) return groups[kind];
  const macros = tagParams.map((name) => ({ macro: macroOfParam(name), help: 'A parameter of your account' }));
  return [{ label: 'Tag parameters', macros }, ...groups[kind]];
}

/** The menu of macros that a URL of this kind may contain. */
export function AddMacro({ kind, onChoose }: { kind: keyof typeof groups; onChoose: (macro: string) => void }) {
  const { tagParams } = useUser();
  const entryOf = ({ macro, help }: PixelMacro): MenuEntry => {
    return { id: macro, label: `${macro}  ${help}`, onSelect: () => onChoose(macro) };
  };

  return (
    <Menu
      align="start"
      label="Macros"
      trigger={
        <Button size="sm" variant="ghost" icon={<Braces />}>
          Add macro
        </Button>
      }
      items={groupsOf(kind, tagParamNames(tagParams ?? [])).flatMap(({ label, macros }): MenuEntry[] => [
        { kind: 'heading', id: label, label },
        ...macros.map(entryOf),
      ])}
    />
  );
}
