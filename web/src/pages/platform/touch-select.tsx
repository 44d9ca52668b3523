import { Button } from '@mantine/core'
import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import type { ListState } from './use-list-page.ts'

/** The selection mode for touch in the wide layout, where a tap opens an item otherwise. */
export function TouchSelect({ list }: { list: ListState }) {
  const { t } = useTranslation()
  if (list.isChoosing || list.selection.count > 0)
    return (
      <Button size="compact-md" variant="default" onClick={() => list.setChoosing(false)}>
        {t('files.select_done')}
      </Button>
    )
  return (
    <IconButton
      icon={ListChecks}
      label={t('files.select')}
      onClick={() => list.setChoosing(true)}
    />
  )
}
