import { Button, Menu } from '@mantine/core'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import { Entry } from '../../ui/menu-entry.tsx'
import classes from './new-menu.module.css'

const FloatingMenu = lazy(async () => ({
  default: (await import('./floating-menu.tsx')).FloatingMenu,
}))

interface NewMenuProps {
  actions: readonly MenuAction[]
  isNarrow: boolean
}

/** A menu of everything that can be added to the folder: a button, or a floating one on phones. */
export function NewMenu({ actions, isNarrow }: NewMenuProps) {
  const { t } = useTranslation()
  const [returnsFocus, setReturnsFocus] = useState(true)
  if (isNarrow)
    return (
      <Suspense>
        <FloatingMenu actions={actions} />
      </Suspense>
    )
  return (
    <Menu width={232} returnFocus={returnsFocus} onOpen={() => setReturnsFocus(true)}>
      <Menu.Target>
        <Button
          leftSection={<Plus size={18} strokeWidth={2} aria-hidden />}
          className={classes.button}
        >
          {t('files.new')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(action => (
          <Entry
            key={action.label}
            action={{
              ...action,
              run: () => {
                setReturnsFocus(!action.takesFocus)
                action.run()
              },
            }}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
