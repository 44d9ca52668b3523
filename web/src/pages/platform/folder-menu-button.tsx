import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import type { ListState } from './use-list-page.ts'

interface FolderMenuButtonProps {
  place: ListState
  name: string
}

/** Beside the name of the folder that is open. */
export function FolderMenuButton({ place, name }: FolderMenuButtonProps) {
  const { t } = useTranslation()
  return (
    <IconButton
      icon={ChevronDown}
      size="small"
      label={t('files.folder_actions', { name })}
      aria-haspopup="menu"
      aria-expanded={place.menuAt !== null && place.selection.count === 0}
      onClick={event => {
        const { left, bottom } = event.currentTarget.getBoundingClientRect()
        // The menu is the folder's, and not that of what is selected in it.
        place.selection.clear()
        place.openMenu({ x: left, y: bottom })
      }}
    />
  )
}
