import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { MenuAction } from '../../ui/menu-entry.tsx'

interface MoreMenuProps {
  title: string
  actions: readonly MenuAction[]
  className?: string | undefined
}

/** A menu button for actions that do not fit on phones. */
export function MoreMenu({ title, actions, className }: MoreMenuProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={EllipsisVertical}
        label={t('files.more')}
        tooltip="none"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={className}
        onClick={() => setOpen(true)}
      />
      <ActionMenu
        at={isOpen ? { x: 0, y: 0 } : null}
        title={title}
        actions={actions}
        isNarrow
        onClose={() => setOpen(false)}
      />
    </>
  )
}
