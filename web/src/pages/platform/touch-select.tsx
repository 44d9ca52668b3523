import { Button } from '@mantine/core'
import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import type { ListState } from './use-list-page.ts'

/** Selecting by finger in the wide layout, where a tap opens otherwise. */
export function TouchSelect({ place }: { place: ListState }) {
  const { t } = useTranslation()
  if (place.isChoosing || place.selection.count > 0)
    return (
      <Button size="compact-md" variant="default" onClick={() => place.setChoosing(false)}>
        {t('files.select_done')}
      </Button>
    )
  return (
    <IconButton
      icon={ListChecks}
      label={t('files.select')}
      onClick={() => place.setChoosing(true)}
    />
  )
}
