import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../ui/action-menu.tsx'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import classes from './new-menu.module.css'

/** The floating button for new items on phones. */
export function FloatingMenu({ actions }: { actions: readonly MenuAction[] }) {
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
