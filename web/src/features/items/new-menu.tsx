import { Button, Menu } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu, Entry, type MenuAction } from './action-menu.tsx'
import classes from './new-menu.module.css'

interface NewMenuProps {
  actions: readonly MenuAction[]
  isNarrow: boolean
}

/** What can be brought into the folder: a button at its head, or one that floats on a phone. */
export function NewMenu({ actions, isNarrow }: NewMenuProps) {
  const { t } = useTranslation()
  if (isNarrow) return <FloatingMenu actions={actions} />
  return (
    <Menu width={232}>
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
          <Entry key={action.label} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function FloatingMenu({ actions }: Pick<NewMenuProps, 'actions'>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes.floating}
        data-floating
        aria-label={t('files.new')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Plus size={22} strokeWidth={2} aria-hidden />
      </button>
      <ActionMenu
        at={isOpen ? { x: 0, y: 0 } : null}
        title={t('files.new')}
        actions={actions}
        isNarrow
        onClose={() => setOpen(false)}
      />
    </>
  )
}
