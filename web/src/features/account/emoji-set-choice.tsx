import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { setEmojiType, useEmojiType } from '../../ui/emoji.tsx'
import { Setting } from '../../ui/setting.tsx'
import { useUpdateSettings } from './account.api.ts'

/** APP-21: selects the emoji set. */
export function EmojiSetChoice() {
  const { t } = useTranslation()
  const id = useId()
  const update = useUpdateSettings()
  const choose = (type: ReturnType<typeof useEmojiType>) => {
    setEmojiType(type)
    update.mutate({ emoji_type: type })
  }
  return (
    <Setting id={id} title={t('actions.emoji_set')} text={t('actions.emoji_set_text')}>
      <SegmentedControl
        aria-labelledby={id}
        value={useEmojiType()}
        onChange={choose}
        data={[
          { value: 'twemoji', label: t('actions.emoji_set_twemoji') },
          { value: 'applemoji', label: t('actions.emoji_set_applemoji') },
        ]}
      />
    </Setting>
  )
}
