import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import type { ListState } from './use-list-page.ts'

interface FolderMenuButtonProps {
  list: ListState
  name: string
}

/** Opens the menu of the current folder, next to its name. */
export function FolderMenuButton({ list, name }: FolderMenuButtonProps) {
  const { t } = useTranslation()
  return (
    <IconButton
      icon={ChevronDown}
      size="small"
      label={t('files.folder_actions', { name })}
      aria-haspopup="menu"
      aria-expanded={list.menuAt !== null && list.selection.count === 0}
      onClick={event => {
        const { left, bottom } = event.currentTarget.getBoundingClientRect()
        // Clear the selection, so that the menu is for the folder.
        list.selection.clear()
        list.openMenu({ x: left, y: bottom })
      }}
    />
  )
}
